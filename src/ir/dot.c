/* Control flow graphs as Graphviz input. A node is a block with the source lines it comes from,
   what it calls and how it ends; double borders are loop headers, with the trip count where it is
   known; dashed edges go back to a header. Instructions are shown by `smew ir`: with them the
   graphs would be too large to read. */
#include "ir/dot.h"

#include "ir/call_graph.h"
#include "ir/cfg.h"
#include "ir/def_use.h"
#include "ir/dominators.h"
#include "ir/loops.h"
#include "ir/operands.h"
#include "ir/print.h"
#include "ir/trip_counts.h"
#include "util/buffer.h"

#include <stdlib.h>
#include <string.h>

struct view {
  const struct ir_program *program;
  const struct ir_func *func;
  struct buffer *out;
  struct cfg cfg;
  struct loops loops;
  struct trip_count *trips; /* per loop */
};

/* Inside double quotes only the quote and the backslash are special; bytes that are not text would
   make the output unreadable for other tools. */
static void print_escaped(struct buffer *out, const char *text) {
  for (const unsigned char *byte = (const unsigned char *)text; *byte != 0; byte++) {
    if (*byte == '"' || *byte == '\\')
      buffer_add(out, "\\%c", *byte);
    else if (*byte < ' ' || *byte == 0x7f)
      buffer_add(out, "\\\\x%02x", *byte);
    else
      buffer_add_bytes(out, byte, 1);
  }
}

/* Source lines. */

struct line {
  uint32_t file, line;
};

static int compare_lines(const void *a, const void *b) {
  const struct line *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* "prog.c:3-5,9": runs of consecutive lines, file by file. */
static void print_lines(const struct view *view, const struct line *lines, size_t count) {
  for (size_t i = 0; i < count;) {
    size_t end = i + 1;
    while (end < count && lines[end].file == lines[i].file &&
           lines[end].line <= lines[end - 1].line + 1)
      end++;
    if (i == 0 || lines[i].file != lines[i - 1].file) {
      buffer_add(view->out, "%s", i == 0 ? "" : "\\l");
      print_escaped(view->out, view->program->strings.data[lines[i].file]);
      buffer_add(view->out, ":");
    } else {
      buffer_add(view->out, ",");
    }
    buffer_add(view->out, "%u", lines[i].line);
    if (lines[end - 1].line != lines[i].line) buffer_add(view->out, "-%u", lines[end - 1].line);
    i = end;
  }
  if (count != 0) buffer_add(view->out, "\\l");
}

static void print_block_lines(const struct view *view, const struct ir_block *block) {
  VEC(struct line) lines = {0};
  for (uint32_t i = 0; i < block->count; i++) {
    const struct ir_loc *loc =
        &view->program->locs.data[view->func->ins.data[block->first + i].loc];
    struct line line = {loc->file, loc->line};
    if (line.line != 0) vec_push(&lines, line);
  }
  if (lines.count != 0) qsort(lines.data, lines.count, sizeof *lines.data, compare_lines);
  print_lines(view, lines.data, lines.count);
  vec_free(&lines);
}

/* Blocks. */

static void print_loop(const struct view *view, uint32_t block) {
  const struct loop *loop = &view->loops.loops[view->loops.of_block[block]];
  struct trip_count trips = view->trips[view->loops.of_block[block]];
  buffer_add(view->out, "%sloop", loop->is_irreducible ? "irreducible " : "");
  switch (trips.kind) {
  case TRIP_EXACT: buffer_add(view->out, ", %llu times", (unsigned long long)trips.count); break;
  case TRIP_AT_MOST:
    buffer_add(view->out, ", at most %llu times", (unsigned long long)trips.count);
    break;
  case TRIP_ENDLESS: buffer_add(view->out, ", endless"); break;
  case TRIP_UNKNOWN: break;
  }
  buffer_add(view->out, "\\l");
}

static void print_calls(const struct view *view, const struct ir_block *block) {
  for (uint32_t i = 0; i < block->count; i++) {
    const struct ir_ins *ins = &view->func->ins.data[block->first + i];
    if (ins->op != IR_CALL) continue;
    uint32_t callee = call_graph_direct_callee(view->func, ins);
    buffer_add(view->out, "calls ");
    print_escaped(view->out, callee == GRAPH_NONE ? "through a pointer"
                                                  : view->program->funcs.data[callee]->name);
    buffer_add(view->out, "\\l");
  }
}

static void print_end(const struct view *view, uint32_t block) {
  const struct ir_ins *end = ir_terminator(view->func, block);
  if (end->op == IR_BR || end->op == IR_CONDBR) return;
  buffer_add(view->out, "%s", ir_opcode_names[end->op]);
  if (end->op == IR_TRAP) {
    buffer_add(view->out, ": ");
    print_escaped(view->out, view->program->strings.data[end->a]);
  }
  buffer_add(view->out, "\\l");
}

static void print_node(const struct view *view, uint32_t block) {
  const struct ir_block *b = &view->func->blocks.data[block];
  bool is_header = loops_is_header(&view->loops, block);
  buffer_add(view->out, "    f%u_b%u [label=\"b%u (%u instruction%s)\\l", view->func->number, block,
             block, b->count, b->count == 1 ? "" : "s");
  if (is_header) print_loop(view, block);
  print_block_lines(view, b);
  print_calls(view, b);
  print_end(view, block);
  buffer_add(view->out, "\"%s%s];\n", is_header ? ", peripheries=2" : "",
             cfg_is_reachable(&view->cfg, block) ? "" : ", style=dotted");
}

/* Edges. */

/* The label of the edge, as an attribute: which case of the terminator it is. */
static void print_edge_label(const struct view *view, const struct ir_ins *end, uint32_t index) {
  if (end->op != IR_CONDBR && end->op != IR_SWITCH) return;
  buffer_add(view->out, "label=\"");
  if (end->op == IR_CONDBR)
    buffer_add(view->out, index == 0 ? "T" : "F");
  else if (index == end->c)
    buffer_add(view->out, "default");
  else
    ir_print_int(end->width, view->func->cases.data[end->b + index].value, view->out);
  buffer_add(view->out, "\"");
}

static void print_edges(const struct view *view, uint32_t block) {
  const struct ir_ins *end = ir_terminator(view->func, block);
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t target = view->func->edges.data[ir_successor_edge(view->func, end, i)].target;
    bool goes_back = loops_is_header(&view->loops, target) &&
                     loops_contains(&view->loops, view->loops.of_block[target], block);
    buffer_add(view->out, "    f%u_b%u -> f%u_b%u [", view->func->number, block, view->func->number,
               target);
    size_t length = view->out->length;
    print_edge_label(view, end, i);
    if (goes_back) buffer_add(view->out, "%sstyle=dashed", view->out->length == length ? "" : ", ");
    buffer_add(view->out, "];\n");
  }
}

void ir_dot_add_func(const struct ir_program *program, const struct ir_func *func,
                     struct buffer *out) {
  if (!func->has_body) return;
  struct view view = {.program = program, .func = func, .out = out, .cfg = cfg_build(func)};
  struct dominators dominators = dominators_build(&view.cfg);
  struct def_use def_use = def_use_build(func);
  view.loops = loops_build(&view.cfg, &dominators);
  view.trips = trip_counts_find(program, func, &dominators, &view.loops, &def_use);
  buffer_add(out, "  subgraph cluster_f%u {\n    label=\"", func->number);
  print_escaped(out, func->name);
  buffer_add(out, "\";\n");
  for (uint32_t i = 0; i < func->blocks.count; i++) print_node(&view, i);
  for (uint32_t i = 0; i < func->blocks.count; i++) print_edges(&view, i);
  buffer_add(out, "  }\n");
  free(view.trips);
  loops_free(&view.loops);
  def_use_free(&def_use);
  dominators_free(&dominators);
  cfg_free(&view.cfg);
}

void ir_dot_start(struct buffer *out) {
  buffer_add(out, "digraph cfg {\n  node [shape=box, fontname=\"monospace\"];\n");
}

void ir_dot_end(struct buffer *out) { buffer_add(out, "}\n"); }
