/* Coverage by source lines: a line has code if an instruction of the program has its location, and
   is covered if such an instruction was executed. Inlined code counts where it was written. Hits
   are 0 or 1, since the engine counts nothing else.

   requires: a program whose functions no longer change.
   ensures: all tables are sorted by the name of the file and then by line, so the output does not
            depend on the order of functions.

   Functions that the front end found unreachable are not in the program, and so not here. */
#include "report/lines.h"

#include "exec/coverable.h"
#include "exec/coverage.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "report/lcov.h"
#include "util/buffer.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NO_LINE = UINT32_MAX };

struct line {
  uint32_t file; /* string number */
  uint32_t number;
  bool is_hit;
};

struct branch {
  uint32_t line; /* index in lines */
  uint32_t func, ins;
  uint32_t first_edge, edge_count; /* in edges: the different ones, in order */
};

struct function {
  uint32_t file, line; /* of its definition */
  uint32_t func;
  bool is_hit;
};

/* The code of one function: for each instruction the index of its line, or NO_LINE. */
struct func_lines {
  uint32_t func;
  uint32_t *of_ins;
};

struct lines {
  const struct ir_program *program;
  const struct coverable *coverable; /* while they are built */
  uint64_t news;                     /* of the coverage when last up to date, plus 1 */
  VEC(struct line) lines;
  VEC(struct func_lines) funcs;
  VEC(struct branch) branches;
  VEC(uint32_t) edges;    /* numbers within their functions */
  VEC(uint8_t) edges_hit; /* parallel to edges */
  VEC(struct function) functions;
};

/* ---- whose code it is ---- */

static bool is_wanted_func(const struct lines *lines, const struct ir_func *func) {
  return coverable_has_func(lines->coverable, func);
}

static bool is_wanted_loc(const struct lines *lines, uint32_t loc) {
  const struct ir_loc *place = &lines->program->locs.data[loc];
  return loc != 0 && place->line != 0 && coverable_has_loc(lines->coverable, loc) &&
         *lines->program->strings.data[place->file] != '\0';
}

/* ---- building ---- */

static int compare_places(const struct ir_program *program, uint32_t file_a, uint32_t line_a,
                          uint32_t file_b, uint32_t line_b) {
  if (file_a != file_b) return strcmp(program->strings.data[file_a], program->strings.data[file_b]);
  return line_a < line_b ? -1 : line_a > line_b;
}

static int compare_lines(const void *a, const void *b, void *program) {
  const struct line *x = a, *y = b;
  return compare_places(program, x->file, x->number, y->file, y->number);
}

static int compare_branches(const void *a, const void *b) {
  const struct branch *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->func != y->func) return x->func < y->func ? -1 : 1;
  return x->ins < y->ins ? -1 : x->ins > y->ins;
}

static int compare_functions(const void *a, const void *b, void *context) {
  const struct ir_program *program = context;
  const struct function *x = a, *y = b;
  int order = compare_places(program, x->file, x->line, y->file, y->line);
  if (order != 0) return order;
  return strcmp(program->funcs.data[x->func]->name, program->funcs.data[y->func]->name);
}

static void list_place(struct lines *lines, uint32_t loc) {
  if (!is_wanted_loc(lines, loc)) return;
  const struct ir_loc *place = &lines->program->locs.data[loc];
  vec_push(&lines->lines, ((struct line){.file = place->file, .number = place->line}));
}

static void list_places(struct lines *lines, const struct ir_func *func) {
  uint32_t last = 0;
  for (size_t i = 0; i < func->ins.count; i++) {
    uint32_t loc = func->ins.data[i].loc;
    if (loc != last) list_place(lines, loc);
    last = loc;
  }
  for (size_t i = 0; i < func->lost.count; i++) list_place(lines, func->lost.data[i]);
}

static void drop_repeats(struct lines *lines) {
  size_t kept = 0;
  for (size_t i = 0; i < lines->lines.count; i++) {
    const struct line *line = &lines->lines.data[i];
    if (kept > 0 && lines->lines.data[kept - 1].file == line->file &&
        lines->lines.data[kept - 1].number == line->number)
      continue;
    lines->lines.data[kept++] = *line;
  }
  lines->lines.count = kept;
}

static uint32_t find_line(const struct lines *lines, uint32_t loc) {
  if (!is_wanted_loc(lines, loc)) return NO_LINE;
  const struct ir_loc *place = &lines->program->locs.data[loc];
  size_t low = 0, high = lines->lines.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const struct line *line = &lines->lines.data[middle];
    if (compare_places(lines->program, line->file, line->number, place->file, place->line) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return (uint32_t)low;
}

/* Several cases of a switch with the same target are one branch: with a symbolic value they are
   taken together and cannot be distinguished. */
static void add_branch(struct lines *lines, const struct ir_func *func, uint32_t ins,
                       uint32_t line) {
  const struct ir_ins *end = &func->ins.data[ins];
  struct branch branch = {
      .line = line, .func = func->number, .ins = ins, .first_edge = (uint32_t)lines->edges.count};
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t edge = ir_successor_edge(func, end, i);
    bool is_known = false;
    for (size_t k = branch.first_edge; k < lines->edges.count; k++)
      if (ir_is_same_way(func, lines->edges.data[k], edge)) is_known = true;
    if (is_known) continue;
    vec_push(&lines->edges, edge);
    vec_push(&lines->edges_hit, 0);
  }
  branch.edge_count = (uint32_t)lines->edges.count - branch.first_edge;
  if (branch.edge_count > 1) vec_push(&lines->branches, branch);
}

static void map_func(struct lines *lines, const struct ir_func *func) {
  struct func_lines entry = {.func = func->number,
                             .of_ins = alloc_bytes(func->ins.count * sizeof(uint32_t))};
  uint32_t last = 0, line = NO_LINE;
  for (size_t i = 0; i < func->ins.count; i++) {
    if (func->ins.data[i].loc != last) line = find_line(lines, func->ins.data[i].loc);
    last = func->ins.data[i].loc;
    entry.of_ins[i] = line;
    unsigned op = func->ins.data[i].op;
    if (line != NO_LINE && (op == IR_CONDBR || op == IR_SWITCH || op == IR_INDIRECTBR))
      add_branch(lines, func, (uint32_t)i, line);
  }
  vec_push(&lines->funcs, entry);
  if (!is_wanted_loc(lines, func->loc)) return;
  const struct ir_loc *place = &lines->program->locs.data[func->loc];
  vec_push(&lines->functions,
           ((struct function){.file = place->file, .line = place->line, .func = func->number}));
}

struct lines *lines_new(const struct ir_program *program, const struct coverable *coverable) {
  struct lines *lines = alloc_zeroed(sizeof *lines);
  lines->program = program;
  lines->coverable = coverable;
  for (size_t i = 0; i < program->funcs.count; i++)
    if (is_wanted_func(lines, program->funcs.data[i])) list_places(lines, program->funcs.data[i]);
  if (lines->lines.count > 0)
    qsort_r(lines->lines.data, lines->lines.count, sizeof *lines->lines.data, compare_lines,
            (void *)program);
  drop_repeats(lines);
  for (size_t i = 0; i < program->funcs.count; i++)
    if (is_wanted_func(lines, program->funcs.data[i])) map_func(lines, program->funcs.data[i]);
  if (lines->branches.count > 0)
    qsort(lines->branches.data, lines->branches.count, sizeof *lines->branches.data,
          compare_branches);
  if (lines->functions.count > 0)
    qsort_r(lines->functions.data, lines->functions.count, sizeof *lines->functions.data,
            compare_functions, (void *)program);
  lines->coverable = NULL;
  return lines;
}

void lines_free(struct lines *lines) {
  if (lines == NULL) return;
  for (size_t i = 0; i < lines->funcs.count; i++) free(lines->funcs.data[i].of_ins);
  vec_free(&lines->funcs);
  vec_free(&lines->lines);
  vec_free(&lines->branches);
  vec_free(&lines->edges);
  vec_free(&lines->edges_hit);
  vec_free(&lines->functions);
  free(lines);
}

/* ---- keeping up ---- */

/* An instruction has been executed if its block was begun and every call before it in the block has
   returned. */
static void update_block(struct lines *lines, const struct ir_func *func,
                         const struct ir_block *block, const struct func_coverage *coverage,
                         const uint32_t *of_ins) {
  for (uint32_t i = block->first; i < block->first + block->count; i++) {
    if (of_ins[i] != NO_LINE) lines->lines.data[of_ins[i]].is_hit = true;
    if (func->ins.data[i].op == IR_CALL && !coverage->calls[func->ins.data[i].b]) return;
  }
}

static void update_branch(struct lines *lines, const struct branch *branch,
                          const struct func_coverage *covered) {
  const struct ir_func *func = lines->program->funcs.data[branch->func];
  const struct ir_ins *end = &func->ins.data[branch->ins];
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t edge = ir_successor_edge(func, end, i);
    for (uint32_t k = 0; covered->edges[edge] && k < branch->edge_count; k++) {
      size_t at = branch->first_edge + k;
      if (ir_is_same_way(func, lines->edges.data[at], edge)) lines->edges_hit.data[at] = 1;
    }
  }
}

void lines_update(struct lines *lines, const struct coverage *coverage) {
  if (lines->news == coverage->news + 1) return;
  lines->news = coverage->news + 1;
  for (size_t i = 0; i < lines->funcs.count; i++) {
    const struct func_lines *entry = &lines->funcs.data[i];
    const struct ir_func *func = lines->program->funcs.data[entry->func];
    const struct func_coverage *covered = &coverage->funcs[entry->func];
    if (!covered->is_entered) continue;
    for (size_t b = 0; b < func->blocks.count; b++)
      if (covered->blocks[b])
        update_block(lines, func, &func->blocks.data[b], covered, entry->of_ins);
  }
  for (size_t i = 0; i < lines->branches.count; i++) {
    const struct branch *branch = &lines->branches.data[i];
    const struct func_coverage *covered = &coverage->funcs[branch->func];
    if (covered->is_entered) update_branch(lines, branch, covered);
  }
  for (size_t i = 0; i < lines->functions.count; i++) {
    struct function *function = &lines->functions.data[i];
    function->is_hit = coverage->funcs[function->func].is_entered;
  }
}

static bool is_same_function(const struct lines *lines, size_t a, size_t b) {
  return b < lines->functions.count &&
         compare_functions(&lines->functions.data[a], &lines->functions.data[b],
                           (void *)lines->program) == 0;
}

/* A static function in a header exists once per file that includes it; in the source it is one.
   Returns the first entry after those of this function, and whether one was hit. */
static size_t next_function(const struct lines *lines, size_t at, bool *is_hit) {
  size_t next = at;
  *is_hit = false;
  do {
    if (lines->functions.data[next].is_hit) *is_hit = true;
    next++;
  } while (is_same_function(lines, at, next));
  return next;
}

struct line_totals lines_totals(const struct lines *lines) {
  struct line_totals totals = {.lines = lines->lines.count};
  for (size_t i = 0; i < lines->lines.count; i++) totals.lines_hit += lines->lines.data[i].is_hit;
  for (size_t i = 0; i < lines->branches.count; i++) {
    const struct branch *branch = &lines->branches.data[i];
    totals.branches += branch->edge_count;
    for (uint32_t k = 0; k < branch->edge_count; k++)
      totals.branches_hit += lines->edges_hit.data[branch->first_edge + k];
  }
  bool is_hit;
  for (size_t i = 0; i < lines->functions.count; i = next_function(lines, i, &is_hit)) {
    next_function(lines, i, &is_hit);
    totals.functions++;
    totals.functions_hit += is_hit;
  }
  return totals;
}

/* ---- lcov ---- */

/* Where one file's entries begin in each table. */
struct section {
  size_t line, branch, function;
};

/* A function whose definition is in a file without lines of its own (for example because of a #line
   directive) is left out: there is no section for it. */
static void add_functions(const struct lines *lines, uint32_t number, struct section *at,
                          struct lcov_file *file) {
  const struct ir_program *program = lines->program;
  while (at->function < lines->functions.count &&
         strcmp(program->strings.data[lines->functions.data[at->function].file],
                program->strings.data[number]) < 0)
    at->function++;
  while (at->function < lines->functions.count &&
         lines->functions.data[at->function].file == number) {
    const struct function *function = &lines->functions.data[at->function];
    bool is_hit;
    at->function = next_function(lines, at->function, &is_hit);
    lcov_add_function(file, program->funcs.data[function->func]->name, function->line, is_hit);
  }
}

static void add_branches(const struct lines *lines, uint32_t number, struct section *at,
                         struct lcov_file *file) {
  unsigned block = 0, line_before = 0;
  for (; at->branch < lines->branches.count; at->branch++) {
    const struct branch *branch = &lines->branches.data[at->branch];
    const struct line *line = &lines->lines.data[branch->line];
    if (line->file != number) break;
    block = line->number == line_before ? block + 1 : 0;
    line_before = line->number;
    const uint8_t *hits = lines->edges_hit.data + branch->first_edge;
    bool is_reached = false;
    for (uint32_t k = 0; k < branch->edge_count; k++) is_reached |= hits[k] != 0;
    for (uint32_t k = 0; k < branch->edge_count; k++)
      lcov_add_branch(file, (struct lcov_branch){line->number, block, k, is_reached, hits[k]});
  }
}

static void add_lines(const struct lines *lines, uint32_t number, struct section *at,
                      struct lcov_file *file) {
  for (; at->line < lines->lines.count && lines->lines.data[at->line].file == number; at->line++)
    lcov_add_line(file, lines->lines.data[at->line].number, lines->lines.data[at->line].is_hit);
}

void lines_write_lcov(const struct lines *lines, struct buffer *out) {
  struct section at = {0};
  struct lcov lcov = {0};
  char path[PATH_MAX];
  while (at.line < lines->lines.count) {
    uint32_t number = lines->lines.data[at.line].file;
    const char *name = lines->program->strings.data[number];
    struct lcov_file *file = lcov_get_file(&lcov, realpath(name, path) ? path : name);
    add_functions(lines, number, &at, file);
    add_branches(lines, number, &at, file);
    add_lines(lines, number, &at, file);
  }
  lcov_settle(&lcov);
  lcov_write(&lcov, "smew", out);
  lcov_free(&lcov);
}
