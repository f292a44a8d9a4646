/* SMT-LIB 2 text.

   Width 1 stays a bit-vector: comparisons are converted to #b1 and #b0, conditions are compared
   with #b1. What the standard's arrays cannot express is written out: a read that may lie beyond
   the end of an array becomes a chain of ites over the stores, around a select that is guarded by
   the size; the elements of constant tables are asserted one by one. */
#include "expr/print.h"

#include "expr/print_plan.h"
#include "expr/print_smt_float.h"
#include "expr/range.h"
#include "util/buffer.h"

#include <stdlib.h>

struct printer {
  const struct exprs *exprs;
  struct print_plan plan;
  VEC(struct print_item) items;
  struct buffer *out;
};

static const char *const names[EXPR_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = smt,
    EXPR_KINDS(X)
#undef X
};

static void push_text(struct printer *printer, const char *text) {
  vec_push(&printer->items, ((struct print_item){.text = text}));
}

static void push_expr(struct printer *printer, struct expr *e) {
  vec_push(&printer->items, ((struct print_item){.e = e}));
}

/* Leaves */

static void print_const(const struct expr *e, struct buffer *out) {
  unsigned step = e->width % 4 == 0 ? 4 : 1;
  buffer_add(out, step == 4 ? "#x" : "#b");
  for (unsigned at = e->width; at > 0; at -= step) {
    uint64_t rest = const_words(e)[(at - step) / 64] >> ((at - step) % 64);
    buffer_add(out, "%x", (unsigned)(rest & value_mask(step)));
  }
}

static void print_value(unsigned width, uint64_t value, struct buffer *out) {
  buffer_add(out, "(_ bv%llu %u)", (unsigned long long)value, width);
}

static void print_array_name(const struct expr_array *array, struct buffer *out) {
  buffer_add(out, "|");
  for (const char *at = array->name; *at; at++) {
    bool is_plain = *at != '|' && *at != '\\' && *at > ' ' && *at <= '~';
    buffer_add(out, "%c", is_plain ? *at : '_');
  }
  buffer_add(out, ".%u|", array->number);
}

static void print_select(const struct expr_array *array, uint64_t index, struct buffer *out) {
  buffer_add(out, "(select ");
  print_array_name(array, out);
  buffer_add(out, " ");
  print_value(array->index_width, index, out);
  buffer_add(out, ")");
}

static void print_sort(const struct exprs *exprs, const struct expr *e, struct buffer *out) {
  if (!is_array(e)) {
    buffer_add(out, "(_ BitVec %u)", e->width);
    return;
  }
  unsigned index_width =
      e->kind == EXPR_STORE ? child(e, 1)->width : expr_array_of(exprs, e)->index_width;
  buffer_add(out, "(Array (_ BitVec %u) (_ BitVec %u))", index_width, e->width);
}

/* A leaf or a named part. */
static void print_atom(const struct printer *printer, const struct expr *e) {
  const struct print_node *node = print_plan_find(&printer->plan, e);
  if (e->kind == EXPR_CONST)
    print_const(e, printer->out);
  else if (e->kind == EXPR_ARRAY)
    print_array_name(expr_array_of(printer->exprs, e), printer->out);
  else if (e->kind == EXPR_INPUT)
    print_select(expr_array_of(printer->exprs, e), expr_input_index(e), printer->out);
  else
    buffer_add(printer->out, "e%u", node->name);
}

/* Reads */

static const struct expr_array *base_array(const struct exprs *exprs, const struct expr *e) {
  while (e->kind == EXPR_STORE) e = child(e, 0);
  return expr_array_of(exprs, e);
}

/* True if reads of the array must be guarded. */
static bool is_bounded(const struct expr_array *array) {
  return array->size && array->size - 1 < value_mask(array->index_width);
}

static void print_guarded_select(const struct printer *printer, const struct expr_array *array,
                                 const struct expr *index) {
  struct buffer *out = printer->out;
  buffer_add(out, "(ite (bvult ");
  print_atom(printer, index);
  buffer_add(out, " ");
  print_value(array->index_width, array->size, out);
  buffer_add(out, ") (select ");
  print_array_name(array, out);
  buffer_add(out, " ");
  print_atom(printer, index);
  buffer_add(out, ") ");
  print_value(array->element_width, 0, out);
  buffer_add(out, ")");
}

/* The text of a read that continues at `array`, a store in its chain or the array at the end. It
   proceeds store by store: the read of the rest is pushed as an item with the text "read" and the
   two items that follow it. */
static void print_bounded_read(struct printer *printer, struct expr *array, struct expr *index) {
  if (array->kind == EXPR_ARRAY) {
    print_guarded_select(printer, expr_array_of(printer->exprs, array), index);
    return;
  }
  buffer_add(printer->out, "(ite (= ");
  print_atom(printer, index);
  buffer_add(printer->out, " ");
  push_text(printer, ")");
  vec_push(&printer->items, ((struct print_item){.e = child(array, 0)}));
  vec_push(&printer->items, ((struct print_item){.e = index, .text = "read"}));
  push_text(printer, " ");
  push_expr(printer, child(array, 2));
  push_text(printer, ") ");
  push_expr(printer, child(array, 1));
}

/* Operators */

static void print_operator(struct printer *printer, struct expr *e) {
  struct buffer *out = printer->out;
  bool is_comparison = e->kind >= EXPR_EQ && e->kind <= EXPR_SLE;
  push_text(printer, is_comparison ? ") #b1 #b0)" : ")");
  for (unsigned k = expr_kind_children[e->kind]; k-- > 0;) {
    push_expr(printer, child(e, k));
    push_text(printer, " ");
  }
  switch (e->kind) {
  case EXPR_EXTRACT:
    buffer_add(out, "((_ extract %u %u)", extract_low(e) + e->width - 1, extract_low(e));
    break;
  case EXPR_ZEXT:
  case EXPR_SEXT:
    buffer_add(out, "((_ %s %u)", names[e->kind], e->width - child(e, 0)->width);
    break;
  default:
    if (!expr_is_float(e)) {
      buffer_add(out, is_comparison ? "(ite (%s" : "(%s", names[e->kind]);
      return;
    }
    buffer_add(out, "(");
    print_smt_float_name(e, out);
  }
}

static void print_node(struct printer *printer, struct expr *e) {
  if (expr_kind_children[e->kind] == 0) {
    print_atom(printer, e);
    return;
  }
  if (e->kind == EXPR_READ && is_bounded(base_array(printer->exprs, child(e, 0)))) {
    print_bounded_read(printer, child(e, 0), child(e, 1));
    return;
  }
  if (e->kind != EXPR_ITE) {
    print_operator(printer, e);
    return;
  }
  buffer_add(printer->out, "(ite (= ");
  push_text(printer, ")");
  push_expr(printer, child(e, 2));
  push_text(printer, " ");
  push_expr(printer, child(e, 1));
  push_text(printer, " #b1) ");
  push_expr(printer, child(e, 0));
}

static void print_tree(struct printer *printer, struct expr *root) {
  print_node(printer, root);
  while (printer->items.count) {
    struct print_item item = vec_pop(&printer->items);
    if (item.text && item.e) {
      struct expr *array = vec_pop(&printer->items).e;
      print_bounded_read(printer, array, item.e);
    } else if (item.text) {
      buffer_add(printer->out, "%s", item.text);
    } else if (print_plan_find(&printer->plan, item.e)->name) {
      print_atom(printer, item.e);
    } else {
      print_node(printer, item.e);
    }
  }
}

/* Stores of bounded arrays are written out at each read and need no definition. */
static bool wants_definition(const struct printer *printer, const struct print_node *node) {
  if (node->name == 0) return false;
  return node->e->kind != EXPR_STORE || !is_bounded(base_array(printer->exprs, node->e));
}

void expr_print_smt(const struct exprs *exprs, struct expr *e, struct buffer *out) {
  struct printer printer = {.exprs = exprs, .out = out};
  size_t depth = 0;
  print_plan_make(&printer.plan, &e, 1, 0);
  for (size_t k = 0; k < printer.plan.nodes.count; k++) {
    const struct print_node *node = &printer.plan.nodes.data[k];
    if (node->e == e || !wants_definition(&printer, node)) continue;
    buffer_add(out, "(let ((e%u ", node->name);
    print_tree(&printer, node->e);
    buffer_add(out, ")) ");
    depth++;
  }
  print_tree(&printer, e);
  while (depth-- > 0) buffer_add(out, ")");
  print_plan_free(&printer.plan);
  vec_free(&printer.items);
}

/* Scripts */

static void declare_arrays(const struct printer *printer) {
  const struct exprs *exprs = printer->exprs;
  uint8_t *is_used = alloc_zeroed(exprs->arrays.count + 1);
  for (size_t k = 0; k < printer->plan.nodes.count; k++) {
    const struct expr *e = printer->plan.nodes.data[k].e;
    if (e->kind == EXPR_INPUT || e->kind == EXPR_ARRAY) is_used[leaf_array(e)] = 1;
  }
  for (size_t k = 0; k < exprs->arrays.count; k++) {
    const struct expr_array *array = exprs->arrays.data[k].array;
    if (!is_used[k]) continue;
    buffer_add(printer->out, "(declare-fun ");
    print_array_name(array, printer->out);
    buffer_add(printer->out, " () (Array (_ BitVec %u) (_ BitVec %u)))\n", array->index_width,
               array->element_width);
    for (uint64_t at = 0; array->table && at < array->size; at++) {
      buffer_add(printer->out, "(assert (= ");
      print_select(array, at, printer->out);
      buffer_add(printer->out, " ");
      print_value(array->element_width, expr_table_element(array, at), printer->out);
      buffer_add(printer->out, "))\n");
    }
  }
  free(is_used);
}

static bool has_floats(const struct print_plan *plan) {
  for (size_t k = 0; k < plan->nodes.count; k++)
    if (expr_is_float(plan->nodes.data[k].e)) return true;
  return false;
}

void expr_print_smt_query(const struct exprs *exprs, struct expr *const *conjuncts, size_t count,
                          struct buffer *out) {
  struct printer printer = {.exprs = exprs, .out = out};
  print_plan_make(&printer.plan, conjuncts, count, 0);
  buffer_add(out, "(set-logic %s)\n", has_floats(&printer.plan) ? "ALL" : "QF_ABV");
  declare_arrays(&printer);
  print_smt_float_definitions(&printer.plan, out);
  for (size_t k = 0; k < printer.plan.nodes.count; k++) {
    const struct print_node *node = &printer.plan.nodes.data[k];
    if (!wants_definition(&printer, node)) continue;
    buffer_add(out, "(define-fun e%u () ", node->name);
    print_sort(exprs, node->e, out);
    buffer_add(out, " ");
    print_tree(&printer, node->e);
    buffer_add(out, ")\n");
  }
  for (size_t k = 0; k < count; k++) {
    buffer_add(out, "(assert (= #b1 ");
    const struct print_node *node = print_plan_find(&printer.plan, conjuncts[k]);
    if (node->name)
      print_atom(&printer, conjuncts[k]);
    else
      print_tree(&printer, conjuncts[k]);
    buffer_add(out, "))\n");
  }
  buffer_add(out, "(check-sat)\n");
  print_plan_free(&printer.plan);
  vec_free(&printer.items);
}
