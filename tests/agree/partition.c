/* partition BYTES BELOW OUTPUT OPT SEARCH FILE.c INCLUDE FLAGS: explores a program whose inputs
   are a stream of BYTES bytes, each less than BELOW, handed out in the order of the calls
   that ask for input, and says for every possible stream which path it belongs to and what
   that path leaves in the global `agree_result`. The program is entered at agree_start, which
   leaves in agree_status what main returned.

   A path is known by its condition, so nothing depends on which inputs the engine chose as
   tests: each stream is put into each path's condition, and what the path computed is
   evaluated under it. tests/agree/run compares with what the machine does.

   OUTPUT is a scratch file for what the program prints: stdout is buffered until a path
   ends, so what was written since the last path ended is the output of this one (under
   its witness).

   SEARCH is a strategy, `default`, or `MODE:SIMILAR` to merge states that meet. With
   --check-overflow at the end, signed overflow is an error.

   Lines on stdout: `path NUMBER WITNESS end…  output`, `input STREAM PATH status result`,
   `incomplete what`, `counts …`. Streams are numbers in base BELOW, first byte lowest. */
#include "exec/error.h"
#include "exec/explore/explore.h"
#include "exec/explore/observer.h"
#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "front/llvm/front.h"
#include "ir/ir.h"
#include "memory/symbolic.h"
#include "reduce/merge/merging.h"
#include "search/search.h"
#include "solver/path_condition.h"
#include "util/home.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_BYTES = 16, NO_PATH = -1 };

struct partition {
  struct machine *machine;
  const char *file; /* of the program */
  unsigned bytes, below;
  uint64_t streams;
  int output; /* where the program's stdout goes */
  FILE *report;
  uint64_t path_count;
  /* The bytes of the path's symbols in order: byte i of a stream is element
     element[i] of array[i]. */
  unsigned known;
  uint32_t array[MAX_BYTES], element[MAX_BYTES];
};

static void add_symbol(const struct symbol *symbol, void *context) {
  struct partition *p = context;
  for (uint32_t i = 0; i < symbol->size && p->known < p->bytes; i++) {
    p->array[p->known] = symbol->array->number;
    p->element[p->known++] = i;
  }
}

static void print_hex(FILE *out, const uint8_t *bytes, size_t count) {
  if (count == 0) fputc('-', out);
  for (size_t i = 0; i < count; i++) fprintf(out, "%02x", bytes[i]);
}

static void print_output(struct partition *p) {
  uint8_t buffer[4096];
  ssize_t got = pread(p->output, buffer, sizeof buffer, 0);
  print_hex(p->report, buffer, got > 0 ? (size_t)got : 0);
  if (ftruncate(p->output, 0) != 0) perror("ftruncate");
}

static bool is_same_file(const char *a, const char *b) {
  const char *x = strrchr(a, '/'), *y = strrchr(b, '/');
  return strcmp(x ? x + 1 : a, y ? y + 1 : b) == 0;
}

/* Errors in the libc count where the program called it. */
static uint32_t program_line(struct partition *p, const struct error *error) {
  const struct ir_program *program = p->machine->program;
  for (size_t i = 0; i < error->stack.count; i++) {
    const struct ir_loc *loc = &program->locs.data[error->stack.data[i].loc];
    if (is_same_file(program->strings.data[loc->file], p->file)) return loc->line;
  }
  return 0;
}

static void print_end(struct partition *p, const struct path_report *report) {
  static const char *const tags[] = {
#define X(name, tag) tag,
      ERROR_KINDS(X)
#undef X
  };
  switch (report->end) {
  case PATH_EXITED: fprintf(p->report, "exit %d", report->state->exit_status); break;
  case PATH_ERROR:
    fprintf(p->report, "%s %u", tags[report->error->kind], program_line(p, report->error));
    break;
  case PATH_EARLY: fprintf(p->report, "early %s", report->reason); break;
  case PATH_SILENT: fprintf(p->report, "silent"); break;
  case PATH_COVERING: break;
  }
}

static uint64_t witness_stream(const struct partition *p, const struct assignment *values) {
  uint64_t stream = 0;
  for (unsigned i = p->known; i-- > 0;)
    stream = stream * p->below + assignment_get(values, p->array[i], p->element[i]);
  return stream;
}

struct result {
  struct expr *status; /* NULL: main did not return */
  unsigned count;
  struct expr *words[64];
};

static struct expr *read_global(struct partition *p, struct state *state, const char *name,
                                uint64_t offset, unsigned size) {
  const struct ir_global *global = ir_find_global(p->machine->program, name);
  struct access_fault fault;
  if (global == NULL || offset + size > global->size) return NULL;
  return memory_read_value(&p->machine->memory, &state->space,
                           p->machine->layout.global_addresses[global->number] + offset, size, &fault);
}

/* What the path left when it ended, as expressions. */
static void read_result(struct partition *p, struct state *state, struct result *result) {
  struct expr *word, *status = read_global(p, state, "agree_status", 0, 4);
  if (status != NULL && expr_is_const(status) && expr_const_value(status) == UINT32_MAX)
    status = NULL;
  result->status = status;
  for (result->count = 0; result->count < 64; result->words[result->count++] = word) {
    word = read_global(p, state, "agree_result", result->count * 8, 8);
    if (word == NULL) break;
  }
}

static void print_result(struct partition *p, struct evaluator *evaluator,
                         const struct result *result) {
  if (result->status != NULL)
    fprintf(p->report, "%u ", (unsigned)evaluator_value(evaluator, result->status) & 0xff);
  else
    fprintf(p->report, "- ");
  if (result->count == 0) fputc('-', p->report);
  for (unsigned i = 0; i < result->count; i++) {
    uint64_t word = evaluator_value(evaluator, result->words[i]);
    print_hex(p->report, (const uint8_t *)&word, sizeof word);
  }
}

/* All streams that the path's condition lets through. A path that asked for fewer bytes
   than a stream has does not care about the others. */
static void print_inputs(struct partition *p, struct state *state) {
  struct machine *machine = p->machine;
  uint32_t count = path_condition_depth(state->path);
  struct expr **conjuncts = alloc_bytes((count + 1) * sizeof *conjuncts);
  struct assignment *values = assignment_new();
  struct evaluator *evaluator = evaluator_new(machine->exprs, values);
  struct result result;
  path_condition_list(state->path, 0, conjuncts);
  read_result(p, state, &result);
  for (uint64_t stream = 0; stream < p->streams; stream++) {
    uint64_t rest = stream;
    for (unsigned i = 0; i < p->known; i++, rest /= p->below)
      assignment_set(values, p->array[i], p->element[i], rest % p->below);
    evaluator_reset(evaluator, values);
    uint32_t i = count;
    while (i > 0 && evaluator_value(evaluator, conjuncts[i - 1])) i--;
    if (i > 0) continue;
    fprintf(p->report, "input %llu %llu ", (unsigned long long)stream,
            (unsigned long long)p->path_count);
    print_result(p, evaluator, &result);
    fputc('\n', p->report);
  }
  evaluator_free(evaluator);
  assignment_free(values);
  free(conjuncts);
}

static bool path_ended(void *context, const struct path_report *report) {
  struct partition *p = context;
  if (report->end == PATH_COVERING) return false; /* the path goes on, in another state */
  struct state *state = p->machine->state;
  p->known = 0;
  symbol_walk(state->symbols, add_symbol, p);
  fprintf(p->report, "path %llu %llu ", (unsigned long long)p->path_count,
          (unsigned long long)(state->witness ? witness_stream(p, state->witness->values) : 0));
  print_end(p, report);
  fputc('\t', p->report);
  print_output(p);
  fputc('\n', p->report);
  print_inputs(p, state);
  p->path_count++;
  return false;
}

static void message(void *context, const char *text) {
  (void)context;
  fprintf(stderr, "%s\n", text);
}

static bool is_merging(const char *search) {
  return strncmp(search, "static:", 7) == 0 || strncmp(search, "search:", 7) == 0;
}

static struct machine *load(char **argv, bool has_models, bool folds_conditions) {
  char *libc_dir = home_find("SMEW_LIBC", "libc");
  const char *dirs[] = {argv[7]};
  struct llvm_front_options front = {.build = {.include_dirs = {.data = dirs, .count = 1}, .cc_flags = argv[8], .entry_point = "agree_start"},
                                     .opt = (enum llvm_opt)atoi(argv[4]),
                                     .libc_dir = libc_dir,
                                     .check_overshift = true};
  struct ir_program *program = llvm_front_load(argv[6], &front);
  struct machine_options options = {.max_stack_frames = 8192,
                                    .is_quiet = true,
                                    .shows_program_output = true,
                                    .has_models = has_models,
                                    .folds_conditions = folds_conditions};
  free(libc_dir);
  if (program == NULL) exit(2);
  struct machine *machine = machine_new(program, &options);
  char *arguments[] = {argv[6], NULL}, *environment[] = {NULL};
  if (!machine_start(machine, 1, arguments, environment)) exit(2);
  return machine;
}

/* Of "static:SIMILAR", or "search:SIMILAR" in the order of the search; NULL for a search without merging. */
static struct reducer *new_reducer(struct machine *machine, const char *search) {
  if (!is_merging(search)) return NULL;
  const char *similar = strchr(search, ':') + 1;
  struct merging_options options = {.mode = search[1] == 't' ? MERGING_STATIC : MERGING_SEARCH,
                                    .similar = strcmp(similar, "always") == 0 ? SIMILAR_ALWAYS
                                               : strcmp(similar, "qce") == 0  ? SIMILAR_QCE
                                                                              : SIMILAR_QCE_ITE,
                                    .counts = query_count_defaults()};
  return merging_new(machine, &options);
}

/* The edges of the program's own functions that were taken, by an end of a path or another input.
 */
static void print_edges(struct partition *p) {
  const struct ir_program *program = p->machine->program;
  fprintf(p->report, "edges");
  for (size_t f = 0; f < program->funcs.count; f++) {
    const struct ir_func *func = program->funcs.data[f];
    const struct func_coverage *covered = &p->machine->found.coverage.funcs[f];
    if (func->is_library || !covered->is_entered) continue;
    for (size_t e = 0; e < func->edges.count; e++)
      if (covered->edges[e]) fprintf(p->report, " %s:%zu", func->name, e);
  }
  fputc('\n', p->report);
}

static void explore(struct partition *p, const char *search, bool check_overflow) {
  struct machine *machine = p->machine;
  struct explore_options options = {
      .max_symbolic_size = 1024, .emit_all_errors = true, .check_overflow = check_overflow};
  struct observer observer = {.context = p, .path_ended = path_ended, .message = message};
  struct search_options choice = {.names = &search,
                                  .name_count =
                                      strcmp(search, "default") != 0 && !is_merging(search),
                                  .program = machine->program,
                                  .coverage = &machine->found.coverage,
                                  .fork_root = &machine->explorations.data[0]->forks};
  char *error;
  struct searcher *searcher = search_new(&choice, &error);
  if (searcher == NULL) {
    fprintf(stderr, "%s\n", error);
    exit(2);
  }
  struct reducer *reducer = new_reducer(machine, search);
  if (reducer != NULL) exploration_add_reducer(machine, machine->explorations.data[0], reducer);
  explore_run(machine, &options, searcher, &observer);
  search_free(searcher);
  reducers_clear(&machine->explorations.data[0]->reducers);
  if (reducer != NULL) reducer->class->free(reducer);
  for (size_t i = 0; i < machine->found.incomplete.count; i++)
    fprintf(p->report, "incomplete %s, line %u\n", machine->found.incomplete.data[i].what,
            machine->program->locs.data[machine->found.incomplete.data[i].loc].line);
  if (!explore_is_complete(machine) && machine->found.incomplete.count == 0)
    fprintf(p->report, "incomplete\n");
  print_edges(p);
  fprintf(p->report, "counts %llu %llu\n", (unsigned long long)machine->counts.forks,
          (unsigned long long)machine->counts.queries);
}

int main(int argc, char **argv) {
  bool checks_overflow = false, has_models = true, folds_conditions = true;
  for (int i = 9; i < argc; i++) {
    checks_overflow |= strcmp(argv[i], "--check-overflow") == 0;
    has_models &= strcmp(argv[i], "--without-models") != 0;
    folds_conditions &= strcmp(argv[i], "--without-folding") != 0;
  }
  if (argc < 9) {
    fprintf(stderr, "usage: partition BYTES BELOW OUTPUT OPT SEARCH FILE.c INCLUDE FLAGS "
                    "[--check-overflow] [--without-models] [--without-folding]\n");
    return 2;
  }
  struct partition p = {
      .bytes = (unsigned)atoi(argv[1]), .below = (unsigned)atoi(argv[2]), .streams = 1};
  if (p.bytes > MAX_BYTES) return 2;
  for (unsigned i = 0; i < p.bytes; i++) p.streams *= p.below;
  p.machine = load(argv, has_models, folds_conditions);
  p.file = argv[6];
  p.report = fdopen(dup(1), "w");
  p.output = open(argv[3], O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0666);
  if (p.output < 0 || p.report == NULL || dup2(p.output, 1) < 0) {
    perror(argv[3]);
    return 2;
  }
  explore(&p, argv[5], checks_overflow);
  fclose(p.report);
  machine_free(p.machine);
  return 0;
}
