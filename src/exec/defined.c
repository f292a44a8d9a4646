/* The condition under which no unwritten byte is needed for a value.

   Where paths were merged, a byte that only one of them has written is `ite(c, v, unwritten)`, and
   so is nearly everything behind a text of variable length. To ask whether such a value depends on
   the unwritten byte takes two copies of it; to ask whether c holds takes none, and once it is
   known, v can be used instead, which has neither the condition nor the byte. So conditions are
   computed along with values, from the leaves up: an ite needs the arm that it chooses, a
   conjunction can do without one side if the other is false, everything else needs all of its
   parts. Bytes of a word are looked at each on its own: of words that were merged as a whole, some
   bytes may be unwritten in one arm and others in the other. Occurrences of a byte are taken as
   independent of each other, so what is found holds for any value in the place of each. */
#include "exec/defined.h"

#include "exec/machine.h"
#include "expr/expr.h"
#include "expr/id_map.h"
#include "expr/substitute.h"
#include "memory/unwritten.h"

#include <stdlib.h>

struct walk {
  struct machine *machine;
  struct exprs *exprs;
  struct id_map made; /* id to its number below */
  VEC(struct defined) found;
  VEC(struct expr *) stack;
};

static struct expr *truth(const struct walk *walk, bool is_true) {
  return expr_const(walk->exprs, 1, is_true);
}

/* False if the walk has not been there. */
static bool find(const struct walk *walk, struct expr *e, struct defined *found) {
  if (!unwritten_concerns(&walk->machine->memory, e)) {
    *found = (struct defined){.condition = truth(walk, true), .value = e};
    return true;
  }
  const uint64_t *number = id_map_find(&walk->made, e->id);
  if (number != NULL) *found = walk->found.data[*number];
  return number != NULL;
}

/* If all of it has an unwritten byte, any other value will do. */
static struct defined nowhere(const struct walk *walk, const struct expr *e) {
  struct expr *zero = expr_const(walk->exprs, e->width < 64 ? e->width : 64, 0);
  if (e->width > 64) zero = expr_zext(walk->exprs, zero, e->width);
  return (struct defined){.condition = truth(walk, false), .value = zero};
}

static struct defined choose(const struct walk *walk, const struct defined *test,
                             const struct defined *yes, const struct defined *no) {
  struct exprs *exprs = walk->exprs;
  struct defined all;
  if (expr_is_false(yes->condition))
    all.value = no->value;
  else if (expr_is_false(no->condition))
    all.value = yes->value;
  else
    all.value = expr_ite(exprs, test->value, yes->value, no->value);
  all.condition =
      expr_and(exprs, test->condition, expr_ite(exprs, test->value, yes->condition, no->condition));
  return all;
}

/* A conjunction or disjunction of two bits: one is enough if it decides. */
static struct defined join(const struct walk *walk, const struct expr *e,
                           const struct defined parts[2]) {
  struct exprs *exprs = walk->exprs;
  bool is_and = e->kind == EXPR_AND;
  struct expr *decides[2];
  for (int i = 0; i < 2; i++)
    decides[i] = is_and ? expr_not(exprs, parts[i].value) : parts[i].value;
  struct expr *first = expr_or(exprs, parts[1].condition, decides[0]);
  return (struct defined){.condition = expr_or(exprs, expr_and(exprs, parts[0].condition, first),
                                               expr_and(exprs, parts[1].condition, decides[1])),
                          .value = expr_binary(exprs, e->kind, parts[0].value, parts[1].value)};
}

/* Some bits of a choice are a choice of these bits. */
static bool is_choice(const struct expr *e) {
  return e->kind == EXPR_ITE || (e->kind == EXPR_EXTRACT && expr_child(e, 0)->kind == EXPR_ITE);
}

static struct expr *part(const struct walk *walk, struct expr *e, unsigned number) {
  if (e->kind != EXPR_EXTRACT || !is_choice(e)) return expr_child(e, number);
  struct expr *whole = expr_child(expr_child(e, 0), number);
  return number == 0 ? whole : expr_extract(walk->exprs, whole, expr_extract_low(e), e->width);
}

static unsigned part_count(const struct expr *e) { return is_choice(e) ? 3 : expr_child_count(e); }

static struct defined combine(const struct walk *walk, struct expr *e,
                              const struct defined parts[3]) {
  unsigned count = expr_child_count(e);
  if (is_choice(e)) return choose(walk, &parts[0], &parts[1], &parts[2]);
  if (e->width == 1 && (e->kind == EXPR_AND || e->kind == EXPR_OR)) return join(walk, e, parts);
  struct expr *condition = truth(walk, true), *children[3];
  for (unsigned k = 0; k < count; k++) {
    condition = expr_and(walk->exprs, condition, parts[k].condition);
    children[k] = parts[k].value;
  }
  if (expr_is_false(condition)) return nowhere(walk, e);
  return (struct defined){.condition = condition, .value = expr_rebuild(walk->exprs, e, children)};
}

/* Reads at symbolic indices of arrays with unwritten elements are not looked into. */
static bool is_leaf(const struct walk *walk, struct expr *e) {
  return expr_child_count(e) == 0 ||
         (e->kind == EXPR_READ && unwritten_concerns(&walk->machine->memory, expr_child(e, 0)));
}

/* Pushes the parts that have not been visited; true if there are none. */
static bool is_ready(struct walk *walk, struct expr *e, struct defined parts[3]) {
  bool is_ready = true;
  for (unsigned k = 0; k < part_count(e); k++) {
    if (find(walk, part(walk, e, k), &parts[k])) continue;
    vec_push(&walk->stack, part(walk, e, k));
    is_ready = false;
  }
  return is_ready;
}

static void visit(struct walk *walk) {
  struct expr *top = vec_last(&walk->stack);
  struct defined parts[3], found;
  bool is_known = find(walk, top, &found);
  if (!is_known && !is_leaf(walk, top) && !is_ready(walk, top, parts)) return;
  (void)vec_pop(&walk->stack);
  if (is_known) return;
  found = is_leaf(walk, top) ? nowhere(walk, top) : combine(walk, top, parts);
  id_map_add(&walk->made, top->id, walk->found.count);
  vec_push(&walk->found, found);
}

struct defined defined_find(struct machine *machine, struct expr *e) {
  struct walk walk = {.machine = machine, .exprs = machine->exprs};
  struct defined found;
  vec_push(&walk.stack, e);
  while (walk.stack.count > 0) visit(&walk);
  find(&walk, e, &found);
  vec_free(&walk.stack);
  vec_free(&walk.found);
  id_map_free(&walk.made);
  return found;
}
