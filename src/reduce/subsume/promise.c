/* Guessing what a recursive function returns.

   The function is run on a few small arguments, and on those around the constants in its code. Then
   formulas of a few forms are tried, each with its constant computed from the first example: that
   the result is a constant, a sum or difference of arguments and a constant, a product of two, or a
   parity; that it is at least or at most a constant or an argument. Each is tried for all
   arguments, and for those on one side of a constant of the code. Those that hold in all examples
   are promises. */
#include "reduce/subsume/promise.h"

#include "exec/machine.h"
#include "exec/state.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "ir/call_graph.h"
#include "ir/ir.h"

#include <stdlib.h>

enum { MOST_EXAMPLES = 48, MOST_CONSTANTS = 8, MOST_PROMISES = 64, LEAST_EXAMPLES = 2 };

struct example {
  expr_list args;
  struct expr *result;
};

struct guessing {
  struct exprs *exprs;
  const struct names *names;
  struct contract *contract;
  VEC(uint64_t) constants; /* of comparisons in the code */
  VEC(struct example) examples;
  VEC(size_t) chosen; /* examples that the guard admits */
  struct expr *guard;
};

static struct expr *arg(const struct guessing *g, size_t i) {
  return names_value(g->names, g->contract->args.data[i]);
}

static struct expr *result(const struct guessing *g) {
  return names_value(g->names, g->contract->result);
}

/* ---- examples ---- */

static void add_constant(struct guessing *g, uint64_t value) {
  for (size_t i = 0; i < g->constants.count; i++)
    if (g->constants.data[i] == value) return;
  if (g->constants.count < MOST_CONSTANTS) vec_push(&g->constants, value);
}

static void list_constants(struct guessing *g, const struct ir_func *func) {
  for (size_t i = 0; i < func->consts.count; i++)
    if (func->consts.data[i].kind == IR_CONST_INT && func->consts.data[i].width > 1 &&
        func->consts.data[i].width <= 64)
      add_constant(g, func->consts.data[i].value);
}

static void list_inputs(const struct guessing *g, size_t most, uint64_t *inputs, size_t *count) {
  static const int8_t around[] = {-1, 0, 1, 2, 9};
  for (uint64_t i = 0; *count < most && i < 7; i++) inputs[(*count)++] = i;
  for (uint64_t i = 1; *count < most && i <= 3; i++) inputs[(*count)++] = -i;
  for (size_t i = 0; i < g->constants.count; i++)
    for (uint64_t d = 0; *count < most && d < sizeof around; d++)
      inputs[(*count)++] = g->constants.data[i] + (uint64_t)(int64_t)around[d];
}

static void add_example(struct guessing *g, promise_compute *compute, void *context,
                        struct state *entry, const uint64_t *inputs, size_t base, size_t number) {
  struct example example = {0};
  for (size_t i = 0; i < g->contract->args.count; i++, number /= base) {
    unsigned width = g->contract->args.data[i].width;
    uint64_t mask = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
    vec_push(&example.args, expr_const(g->exprs, width, inputs[number % base] & mask));
  }
  example.result = compute(context, entry, &example.args);
  if (example.result != NULL && g->examples.count < MOST_EXAMPLES)
    vec_push(&g->examples, example);
  else
    vec_free(&example.args);
}

static void list_examples(struct guessing *g, promise_compute *compute, void *context,
                          struct state *entry) {
  static const size_t most[] = {0, 32, 6, 3, 2};
  uint64_t inputs[32];
  size_t base = 0, count = 1;
  list_inputs(g, most[g->contract->args.count], inputs, &base);
  for (size_t i = 0; i < g->contract->args.count; i++) count *= base;
  for (size_t i = 0; i < count; i++) add_example(g, compute, context, entry, inputs, base, i);
}

/* ---- formulas ---- */

static struct expr *in_example(const struct guessing *g, size_t number, struct expr *e) {
  const struct example *example = &g->examples.data[number];
  struct substitution *substitution = substitution_new(g->exprs);
  for (size_t i = 0; i < example->args.count; i++)
    names_substitute(g->names, g->contract->args.data[i], example->args.data[i], substitution);
  names_substitute(g->names, g->contract->result, example->result, substitution);
  struct expr *value = substitution_apply(substitution, e);
  substitution_free(substitution);
  return value;
}

static bool holds(const struct guessing *g, struct expr *formula) {
  for (size_t i = 0; i < g->chosen.count; i++)
    if (!expr_is_true(in_example(g, g->chosen.data[i], formula))) return false;
  return true;
}

static bool is_known(const struct guessing *g, struct expr *formula) {
  for (size_t i = 0; i < g->contract->promises.count; i++)
    if (g->contract->promises.data[i] == formula) return true;
  return expr_is_const(formula);
}

static bool add_if_true(struct guessing *g, struct expr *formula) {
  if (g->contract->promises.count >= MOST_PROMISES || !holds(g, formula)) return false;
  if (is_known(g, formula)) return true; /* without the guard */
  struct expr *guarded = expr_or(g->exprs, expr_not(g->exprs, g->guard), formula);
  if (!is_known(g, guarded)) vec_push(&g->contract->promises, guarded);
  return true;
}

/* The result is the term and a constant, or on one side of it. */
static void try_term(struct guessing *g, struct expr *term) {
  struct expr *difference = expr_sub(g->exprs, result(g), term);
  struct expr *first = in_example(g, g->chosen.data[0], difference);
  if (!add_if_true(g, expr_eq(g->exprs, difference, first))) {
    add_if_true(g, expr_sle(g->exprs, term, result(g)));
    add_if_true(g, expr_sle(g->exprs, result(g), term));
  }
}

static void try_parity(struct guessing *g, struct expr *a) {
  struct expr *r = result(g), *one = expr_const(g->exprs, a->width, 1);
  struct expr *low = expr_and(g->exprs, a, one);
  add_if_true(g, expr_eq(g->exprs, r, low));
  add_if_true(g, expr_eq(g->exprs, r, expr_sub(g->exprs, one, low)));
  struct expr *sum = expr_and(g->exprs, expr_add(g->exprs, r, a), one);
  add_if_true(g, expr_eq(g->exprs, sum, in_example(g, g->chosen.data[0], sum)));
}

static void try_pair(struct guessing *g, struct expr *a, struct expr *b) {
  try_term(g, expr_add(g->exprs, a, b));
  try_term(g, expr_sub(g->exprs, a, b));
  try_term(g, expr_sub(g->exprs, b, a));
  add_if_true(g, expr_eq(g->exprs, result(g), expr_mul(g->exprs, a, b)));
}

/* Smallest and largest results, as signed numbers. */
static void try_bounds(struct guessing *g) {
  struct expr *least = NULL, *most = NULL;
  for (size_t i = 0; i < g->chosen.count; i++) {
    struct expr *r = g->examples.data[g->chosen.data[i]].result;
    if (least == NULL || expr_is_true(expr_slt(g->exprs, r, least))) least = r;
    if (most == NULL || expr_is_true(expr_slt(g->exprs, most, r))) most = r;
  }
  add_if_true(g, expr_sle(g->exprs, least, result(g)));
  add_if_true(g, expr_sle(g->exprs, result(g), most));
}

static void try_forms(struct guessing *g) {
  unsigned width = g->contract->result.width;
  if (width == 1) return;
  try_term(g, expr_const(g->exprs, width, 0));
  try_bounds(g);
  for (size_t i = 0; i < g->contract->args.count; i++) {
    if (arg(g, i)->width != width) continue;
    try_term(g, arg(g, i));
    try_term(g, expr_sub(g->exprs, expr_const(g->exprs, width, 0), arg(g, i)));
    try_term(g, expr_add(g->exprs, arg(g, i), arg(g, i)));
    try_parity(g, arg(g, i));
    for (size_t k = i + 1; k < g->contract->args.count; k++)
      if (arg(g, k)->width == width) try_pair(g, arg(g, i), arg(g, k));
  }
}

static void try_guard(struct guessing *g, struct expr *guard, size_t least) {
  vec_clear(&g->chosen);
  g->guard = guard;
  for (size_t i = 0; i < g->examples.count; i++)
    if (expr_is_true(in_example(g, i, guard))) vec_push(&g->chosen, i);
  if (g->chosen.count >= least) try_forms(g);
}

static void try_guards(struct guessing *g) {
  try_guard(g, expr_const(g->exprs, 1, 1), LEAST_EXAMPLES);
  for (size_t i = 0; i < g->contract->args.count; i++)
    for (size_t k = 0; k < g->constants.count; k++) {
      unsigned width = arg(g, i)->width;
      uint64_t mask = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
      struct expr *bound = expr_const(g->exprs, width, g->constants.data[k] & mask);
      try_guard(g, expr_slt(g->exprs, bound, arg(g, i)), LEAST_EXAMPLES);
      try_guard(g, expr_sle(g->exprs, arg(g, i), bound), LEAST_EXAMPLES);
    }
}

void promises_guess(struct machine *machine, const struct names *names, struct contract *contract,
                    const struct call_graph *graph, promise_compute *compute, void *context,
                    struct state *entry) {
  struct guessing g = {.exprs = machine->exprs, .names = names, .contract = contract};
  uint32_t component = graph->components.of_node[contract->func];
  add_constant(&g, 0);
  for (uint32_t i = graph->components.start[component]; i < graph->components.start[component + 1];
       i++)
    list_constants(&g, machine->program->funcs.data[graph->components.members[i]]);
  list_examples(&g, compute, context, entry);
  if (g.examples.count > 0) try_guards(&g);
  for (size_t i = 0; i < g.examples.count; i++) vec_free(&g.examples.data[i].args);
  vec_free(&g.examples);
  vec_free(&g.constants);
  vec_free(&g.chosen);
}
