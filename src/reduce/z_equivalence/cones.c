/* Truth values that are flexible by trying values of one variable.

   No rule of the paper frees (x & 86) != 0 or x = 3 or x = 5: the operators need two flexible
   operands, or the variable occurs twice. But if everything that depends on x leads to one truth
   value, which depends on nothing else, and that is true for one x and false for another, then it
   can have any value and says nothing of the rest: a cone with x at its base.

   All values of a variable of at most SMALL bits are tried. Of wider ones the constants in the
   cone are, and numbers next to these: such conditions compare with them. A truth value that is not
   found out stays what it is, which loses a reduction. */
#include "reduce/z_equivalence/cones.h"

#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/z_equivalence/flexible.h"

#include <stdlib.h>
#include <string.h>

enum {
  NONE = UINT32_MAX,
  MANY = UINT32_MAX - 1,
  SMALL = 8,
  MOST_NODES = 64,
  MOST_CHOICES = 64,
  MOST_ROUNDS = 4
};

struct cone {
  uint32_t top;  /* the only node by which others depend on the variable; NONE: not known yet */
  uint32_t size; /* nodes above the variable that depend on nothing else */
};

struct cones {
  struct flexible *f;
  uint32_t *bases;    /* per node: the free variable that it depends on, NONE or MANY */
  struct cone *cones; /* per node that is a free variable */
  VEC(uint64_t) choices;
  uint64_t tried;
};

/* ---- finding cones ---- */

/* Children come before their parents. */
static uint32_t base_of(const struct cones *c, uint32_t node) {
  const struct flex_node *n = &c->f->nodes.data[node];
  if (n->status == FLEX_FREE) return node;
  if (n->status == FLEX_FIXED) return expr_is_const(n->e) ? NONE : MANY;
  if (n->status != FLEX_DEFINED || n->root != FLEX_INNER || n->e->width > 64) return MANY;
  uint32_t base = NONE;
  for (unsigned i = 0; i < flexible_child_count(c->f, node); i++) {
    uint32_t below = c->bases[flexible_child(c->f, node, i)];
    if (below != NONE && base != NONE && below != base) return MANY;
    if (below != NONE) base = below;
  }
  return base == NONE ? MANY : base;
}

static void note_use(struct cones *c, uint32_t parent, uint32_t child) {
  uint32_t base = c->bases[child];
  if (base == NONE || base == MANY || c->bases[parent] == base) return;
  struct cone *cone = &c->cones[base];
  cone->top = cone->top == NONE || cone->top == child ? child : MANY;
}

static void find_cones(struct cones *c) {
  for (uint32_t i = 0; i < c->f->nodes.count; i++) {
    c->bases[i] = base_of(c, i);
    c->cones[i] = (struct cone){.top = NONE};
    if (c->bases[i] != i && c->bases[i] != NONE && c->bases[i] != MANY)
      c->cones[c->bases[i]].size++;
  }
  for (uint32_t i = 0; i < c->f->nodes.count; i++) {
    const struct flex_node *n = &c->f->nodes.data[i];
    if (n->status != FLEX_DEFINED || n->first == NONE) continue;
    for (unsigned k = 0; k < flexible_child_count(c->f, i); k++)
      note_use(c, i, flexible_child(c->f, i, k));
  }
}

/* The only child that is no constant, if nobody else uses that; else NONE. */
static uint32_t only_child(const struct cones *c, uint32_t node) {
  uint32_t only = NONE, edges = 0;
  for (unsigned i = 0; i < flexible_child_count(c->f, node); i++) {
    uint32_t child = flexible_child(c->f, node, i);
    if (c->bases[child] == NONE) continue;
    if (only != NONE && only != child) return NONE;
    only = child;
    edges++;
  }
  return only != NONE && c->f->nodes.data[only].uses == edges ? only : NONE;
}

/* The truth value by which others depend on the variable; NONE: there is none. A number may be made
   of it, as by an extension. */
static uint32_t truth_of(const struct cones *c, uint32_t base) {
  uint32_t node = c->cones[base].top;
  while (node != NONE && node != MANY && node != base && c->f->nodes.data[node].e->width != 1)
    node = only_child(c, node);
  return node == MANY || node == base ? NONE : node;
}

/* ---- trying values ---- */

static void add_choice(struct cones *c, unsigned width, uint64_t number) {
  number &= UINT64_MAX >> (64 - width);
  for (size_t i = 0; i < c->choices.count; i++)
    if (c->choices.data[i] == number) return;
  if (c->choices.count < MOST_CHOICES) vec_push(&c->choices, number);
}

static void list_choices(struct cones *c, uint32_t base, uint32_t top) {
  unsigned width = c->f->nodes.data[base].e->width;
  vec_clear(&c->choices);
  if (width <= SMALL) {
    for (uint64_t i = 0; i >> width == 0; i++) vec_push(&c->choices, i);
    return;
  }
  const uint64_t usual[] = {0, 1, UINT64_MAX, UINT64_MAX >> (65 - width), 0x5a17c3d29b6e4f81};
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) add_choice(c, width, usual[i]);
  for (uint32_t node = base + 1; node <= top; node++) {
    if (c->bases[node] != base) continue;
    for (unsigned i = 0; i < flexible_child_count(c->f, node); i++) {
      const struct expr *e = c->f->nodes.data[flexible_child(c->f, node, i)].e;
      if (!expr_is_const(e) || e->width > 64) continue;
      for (int k = -1; k <= 1; k++) add_choice(c, width, expr_const_value(e) + (uint64_t)k);
      add_choice(c, width, -expr_const_value(e));
    }
  }
}

static bool value_of(struct cones *c, uint32_t base, uint32_t top, uint64_t number) {
  struct expr *variable = c->f->nodes.data[base].e;
  struct substitution *substitution = substitution_new(c->f->exprs);
  substitution_add(substitution, variable, expr_const(c->f->exprs, variable->width, number));
  bool value = expr_is_true(substitution_apply(substitution, c->f->nodes.data[top].e));
  substitution_free(substitution);
  c->tried += c->cones[base].size;
  return value;
}

static bool is_open(struct cones *c, uint32_t base) {
  bool is_found[2] = {false, false};
  if (c->cones[base].size > MOST_NODES || c->f->nodes.data[base].e->width > 64) return false;
  uint32_t top = c->cones[base].top = truth_of(c, base);
  if (top == NONE) return false;
  list_choices(c, base, top);
  for (size_t i = 0; i < c->choices.count && !(is_found[0] && is_found[1]); i++)
    is_found[value_of(c, base, top, c->choices.data[i])] = true;
  return is_found[0] && is_found[1];
}

/* Frees the tops of all cones that are open; more may follow from that. False if there is none. */
static bool free_all(struct flexible *f, uint64_t *work) {
  size_t count = f->nodes.count;
  struct cones c = {.f = f,
                    .bases = alloc_bytes((count + 1) * sizeof *c.bases),
                    .cones = alloc_bytes((count + 1) * sizeof *c.cones)};
  bool is_any = false;
  find_cones(&c);
  for (uint32_t i = 0; i < count; i++) {
    if (c.bases[i] != i || !is_open(&c, i)) continue;
    flexible_free_node(f, c.cones[i].top);
    is_any = true;
  }
  *work += c.tried;
  vec_free(&c.choices);
  free(c.bases);
  free(c.cones);
  return is_any;
}

void cones_solve(struct flexible *f, uint64_t *work) {
  flexible_solve(f);
  for (int i = 0; i < MOST_ROUNDS && free_all(f, work); i++) flexible_resume(f);
}
