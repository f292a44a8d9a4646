/* Readable text: infix, fully parenthesised.

     e1 = (in[0] ++ in[1])
     ((e1 + 0x5:16) <u zext16(in[2]))

   Constants show their width after a colon, except those of width 1, which are true and
   false. */
#include "expr/print.h"

#include "expr/print_plan.h"
#include "util/buffer.h"

#include <stdlib.h>

struct printer {
  const struct exprs *exprs;
  struct print_plan plan;
  VEC(struct print_item) items;
  struct buffer *out;
};

static const char *const operators[EXPR_KIND_COUNT] = {
    [EXPR_CONCAT] = " ++ ", [EXPR_ADD] = " + ",   [EXPR_MUL] = " * ",   [EXPR_UDIV] = " /u ",
    [EXPR_SDIV] = " /s ",   [EXPR_UREM] = " %u ", [EXPR_SREM] = " %s ", [EXPR_AND] = " & ",
    [EXPR_OR] = " | ",      [EXPR_XOR] = " ^ ",   [EXPR_SHL] = " << ",  [EXPR_LSHR] = " >>u ",
    [EXPR_ASHR] = " >>s ",  [EXPR_EQ] = " == ",   [EXPR_ULT] = " <u ",  [EXPR_ULE] = " <=u ",
    [EXPR_SLT] = " <s ",    [EXPR_SLE] = " <=s ",
};

static const char *const names[EXPR_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = text,
    EXPR_KINDS(X)
#undef X
};

static void push_text(struct printer *printer, const char *text) {
  vec_push(&printer->items, ((struct print_item){.text = text}));
}

static void push_expr(struct printer *printer, struct expr *e) {
  vec_push(&printer->items, ((struct print_item){.e = e}));
}

static void print_const(const struct expr *e, struct buffer *out) {
  if (e->width == 1) {
    buffer_add(out, const_value(e) ? "true" : "false");
    return;
  }
  unsigned top = word_count(e->width) - 1;
  while (top > 0 && const_words(e)[top] == 0) top--;
  buffer_add(out, "0x%llx", (unsigned long long)const_words(e)[top]);
  while (top-- > 0) buffer_add(out, "%016llx", (unsigned long long)const_words(e)[top]);
  buffer_add(out, ":%u", e->width);
}

/* Prints the beginning of the node and pushes the rest. */
static void print_node(struct printer *printer, struct expr *e) {
  struct buffer *out = printer->out;
  switch (e->kind) {
  case EXPR_CONST: print_const(e, out); return;
  case EXPR_INPUT:
    buffer_add(out, "%s[%llu]", expr_array_of(printer->exprs, e)->name,
               (unsigned long long)expr_input_index(e));
    return;
  case EXPR_ARRAY: buffer_add(out, "%s", expr_array_of(printer->exprs, e)->name); return;
  case EXPR_NOT:
    buffer_add(out, "~");
    push_expr(printer, child(e, 0));
    return;
  case EXPR_READ:
    push_text(printer, "]");
    push_expr(printer, child(e, 1));
    push_text(printer, "[");
    push_expr(printer, child(e, 0));
    return;
  case EXPR_EXTRACT:
    buffer_add(out, "bits%u_%u(", extract_low(e) + e->width - 1, extract_low(e));
    break;
  case EXPR_ZEXT: buffer_add(out, "zext%u(", e->width); break;
  case EXPR_SEXT: buffer_add(out, "sext%u(", e->width); break;
  case EXPR_ITE: buffer_add(out, "ite("); break;
  case EXPR_STORE: buffer_add(out, "store("); break;
  case EXPR_FCONV:
  case EXPR_FTOSI:
  case EXPR_SITOF: buffer_add(out, "%s%u(", names[e->kind], e->width); break;
  default: buffer_add(out, "%s(", expr_is_float(e) ? names[e->kind] : ""); break;
  }
  push_text(printer, ")");
  for (unsigned k = expr_kind_children[e->kind]; k-- > 0;) {
    push_expr(printer, child(e, k));
    if (k > 0) push_text(printer, operators[e->kind] ? operators[e->kind] : ", ");
  }
}

static void print_tree(struct printer *printer, struct expr *root) {
  print_node(printer, root);
  while (printer->items.count) {
    struct print_item item = vec_pop(&printer->items);
    if (item.text) {
      buffer_add(printer->out, "%s", item.text);
      continue;
    }
    const struct print_node *node = print_plan_find(&printer->plan, item.e);
    if (node == NULL)
      buffer_add(printer->out, "...");
    else if (node->name)
      buffer_add(printer->out, "e%u", node->name);
    else
      print_node(printer, item.e);
  }
}

void expr_print(const struct exprs *exprs, struct expr *e, size_t max_nodes, struct buffer *out) {
  struct printer printer = {.exprs = exprs, .out = out};
  print_plan_make(&printer.plan, &e, 1, max_nodes);
  for (size_t k = 0; k < printer.plan.nodes.count; k++) {
    const struct print_node *node = &printer.plan.nodes.data[k];
    if (node->name == 0 || node->e == e) continue;
    buffer_add(out, "e%u = ", node->name);
    print_tree(&printer, node->e);
    buffer_add(out, "\n");
  }
  print_tree(&printer, e);
  print_plan_free(&printer.plan);
  vec_free(&printer.items);
}
