/* Making canonical forms.

   What is left of a system is rebuilt over canonical variables, numbered as they are met: first in
   the values, then in the conditions. The order of the conditions must not depend on how their
   inputs are called, so they are sorted by a hash of their shape in which variables without a
   number look alike. Conditions of the same shape stay in the order of the path: systems that
   differ in nothing else but that are not recognised as equal, which loses a reduction, never a
   state.

   Conditions that are connected neither with a value nor with a rigid input are left out: they can
   be satisfied whatever the others are. So are all conditions of a variable that no value depends
   on, if one choice of it makes them all true: x != 0 and not (x = 5 and y = 7) say nothing of y,
   since x may be 1. A few choices are tried. Such conditions would otherwise pile up in loops that
   compare each input with the one before. */
#include "reduce/z_equivalence/form.h"

#include "expr/expr.h"
#include "expr/substitute.h"
#include "expr/support.h"
#include "reduce/z_equivalence/flexible.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
  UNNUMBERED = UINT32_MAX,
  MOST_CHILDREN = 3,
  MOST_VARIABLES = 1 << 12, /* of one form */
  MOST_CHOSEN = 48          /* variables and conditions, for choices to be tried */
};

struct sorted {
  uint64_t hash;
  uint32_t root, order;
};

struct maker {
  struct flexible *f;
  struct form_variables *variables;
  uint32_t *unions;    /* per node: another of its component, or itself */
  bool *is_observed;   /* per node that represents a component */
  struct expr **made;  /* per node; NULL: not yet */
  uint32_t *numbers;   /* per free node: its variable */
  uint64_t *shapes;    /* per node; 0: unknown */
  uint32_t next;       /* variables so far */
  VEC(uint32_t) named; /* free nodes, by their variables */
  uint32_t *kept;      /* per array that is kept: its number in the form */
  uint32_t next_kept;
  VEC(uint32_t) stack;
  VEC(struct sorted) conditions;
};

/* ---- variables ---- */

void form_variables_free(struct form_variables *variables) {
  vec_free(&variables->arrays);
  vec_free(&variables->all);
  vec_free(&variables->kept);
  word_map_free(&variables->kept_places);
}

void form_variables_mark(const struct form_variables *variables, struct exprs *exprs) {
  for (size_t i = 0; i < variables->all.count; i++) expr_mark_root(exprs, variables->all.data[i]);
}

/* The variable of that number with that width. */
static struct expr *variable(struct maker *m, unsigned width, uint32_t number) {
  struct form_variables *v = m->variables;
  while (v->arrays.count <= width) vec_push(&v->arrays, NULL);
  if (v->arrays.data[width] == NULL)
    v->arrays.data[width] = expr_new_array(m->f->exprs, "any", width, 64, MOST_VARIABLES, NULL);
  size_t before = exprs_count(m->f->exprs);
  struct expr *e = expr_input(m->f->exprs, v->arrays.data[width], number);
  if (exprs_count(m->f->exprs) > before) vec_push(&v->all, e);
  return e;
}

/* The place in the list of what is kept, of the array of an input. */
static uint32_t kept_place(const struct maker *m, const struct expr *e) {
  uint64_t array = expr_array_of(m->f->exprs, e)->number;
  return (uint32_t)*word_map_find(&m->f->kept_places, array + 1) - 1;
}

static const struct expr_array *canonical_array(struct maker *m, const struct form_array *wanted) {
  struct form_variables *v = m->variables;
  uint64_t hash = hash_mix(hash_mix(wanted->class, wanted->size), wanted->number);
  uint64_t *first = word_map_place(&v->kept_places, hash | 1);
  for (uint64_t place = *first; place != 0; place = v->kept.data[place - 1].next) {
    const struct form_array *known = &v->kept.data[place - 1];
    if (known->class == wanted->class && known->size == wanted->size &&
        known->width == wanted->width && known->number == wanted->number)
      return known->array;
  }
  struct form_array made = *wanted;
  made.array = expr_new_array(m->f->exprs, "unknown", wanted->width, 64, wanted->size, NULL);
  made.next = *first;
  vec_push(&v->kept, made);
  *first = v->kept.count;
  return made.array;
}

/* The same element of the array that stands for the one that is kept. */
static struct expr *kept_variable(struct maker *m, const struct expr *e) {
  struct exprs *exprs = m->f->exprs;
  const struct expr_array *array = expr_array_of(exprs, e);
  uint32_t place = kept_place(m, e);
  if (m->kept[place] == UNNUMBERED) m->kept[place] = m->next_kept++;
  struct form_array wanted = {.class = m->f->kept_arrays.data[place].class,
                              .size = array->size,
                              .width = array->element_width,
                              .number = m->kept[place]};
  const struct expr_array *canonical = canonical_array(m, &wanted);
  size_t before = exprs_count(exprs);
  struct expr *made = expr_input(exprs, canonical, expr_input_index(e));
  if (exprs_count(exprs) > before) vec_push(&m->variables->all, made);
  return made;
}

/* ---- components ---- */

static uint32_t find(struct maker *m, uint32_t node) {
  while (m->unions[node] != node) {
    m->unions[node] = m->unions[m->unions[node]];
    node = m->unions[node];
  }
  return node;
}

static void unite(struct maker *m, uint32_t a, uint32_t b) {
  a = find(m, a), b = find(m, b);
  if (a == b) return;
  m->unions[b] = a;
  m->is_observed[a] |= m->is_observed[b];
}

static void connect(struct maker *m, uint32_t node) {
  const struct flex_node *n = &m->f->nodes.data[node];
  if (n->status != FLEX_DEFINED) return;
  for (unsigned i = 0; i < flexible_child_count(m->f, node); i++) {
    uint32_t child = flexible_child(m->f, node, i);
    const struct flex_node *below = &m->f->nodes.data[child];
    if (below->status != FLEX_FIXED)
      unite(m, node, child);
    else if (below->e->support != 0)
      m->is_observed[find(m, node)] = true; /* a rigid input */
  }
}

static void find_components(struct maker *m) {
  for (uint32_t i = 0; i < m->f->nodes.count; i++) {
    m->unions[i] = i;
    m->is_observed[i] = m->f->nodes.data[i].root == FLEX_VALUE;
  }
  for (uint32_t i = 0; i < m->f->nodes.count; i++) connect(m, i);
}

/* ---- rebuilding ---- */

static void make_leaf(struct maker *m, uint32_t node) {
  const struct flex_node *n = &m->f->nodes.data[node];
  if (n->status == FLEX_FIXED) {
    m->made[node] = n->e;
    return;
  }
  if (n->status == FLEX_KEPT) {
    m->made[node] = kept_variable(m, n->e);
    return;
  }
  if (m->numbers[node] == UNNUMBERED) m->numbers[node] = m->next++;
  m->made[node] = variable(m, n->e->width, m->numbers[node] % MOST_VARIABLES);
  vec_push(&m->named, node);
}

/* Pushes the first child that is not made yet. */
static bool has_missing_child(struct maker *m, uint32_t node) {
  for (unsigned i = 0; i < flexible_child_count(m->f, node); i++) {
    uint32_t child = flexible_child(m->f, node, i);
    if (m->made[child] != NULL) continue;
    vec_push(&m->stack, child);
    return true;
  }
  return false;
}

static struct expr *make(struct maker *m, uint32_t root) {
  vec_push(&m->stack, root);
  while (m->stack.count > 0) {
    uint32_t node = vec_last(&m->stack);
    if (m->made[node] == NULL) {
      if (m->f->nodes.data[node].status != FLEX_DEFINED) {
        make_leaf(m, node);
      } else {
        if (has_missing_child(m, node)) continue;
        struct expr *children[MOST_CHILDREN];
        for (unsigned i = 0; i < flexible_child_count(m->f, node); i++)
          children[i] = m->made[flexible_child(m->f, node, i)];
        m->made[node] = expr_rebuild(m->f->exprs, m->f->nodes.data[node].e, children);
      }
    }
    m->stack.count--;
  }
  return m->made[root];
}

/* ---- the order of conditions ---- */

static uint64_t shape_of_leaf(const struct maker *m, uint32_t node) {
  const struct flex_node *n = &m->f->nodes.data[node];
  if (n->status == FLEX_FREE) return hash_mix(hash_mix(3, n->e->width), m->numbers[node]) | 1;
  if (n->status == FLEX_KEPT)
    return hash_mix(hash_mix(9, m->kept[kept_place(m, n->e)]), expr_input_index(n->e)) | 1;
  if (expr_is_const(n->e) && n->e->width <= 64)
    return hash_mix(hash_mix(5, n->e->width), expr_const_value(n->e)) | 1;
  return hash_mix(7, n->e->id) | 1;
}

static bool is_commutative(enum expr_kind kind) {
  return kind == EXPR_ADD || kind == EXPR_MUL || kind == EXPR_AND || kind == EXPR_OR ||
         kind == EXPR_XOR || kind == EXPR_EQ;
}

static uint64_t shape_of_inner(const struct maker *m, uint32_t node) {
  const struct expr *e = m->f->nodes.data[node].e;
  uint64_t hash = hash_mix(hash_mix(11, e->kind), e->width), sum = 0;
  if (e->kind == EXPR_EXTRACT) hash = hash_mix(hash, expr_extract_low(e));
  for (unsigned i = 0; i < flexible_child_count(m->f, node); i++) {
    uint64_t shape = m->shapes[flexible_child(m->f, node, i)];
    if (is_commutative(e->kind))
      sum += shape;
    else
      hash = hash_mix(hash, shape);
  }
  return hash_mix(hash, sum) | 1;
}

/* Nodes are in an order in which children come before their parents. */
static void find_shapes(struct maker *m) {
  for (uint32_t i = 0; i < m->f->nodes.count; i++) {
    const struct flex_node *n = &m->f->nodes.data[i];
    if (n->root != FLEX_INNER || n->status == FLEX_GONE) continue;
    m->shapes[i] = n->status == FLEX_DEFINED ? shape_of_inner(m, i) : shape_of_leaf(m, i);
  }
}

static int compare_shapes(const void *a, const void *b) {
  const struct sorted *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

static void sort_conditions(struct maker *m) {
  for (uint32_t i = 0; i < m->f->roots.count; i++) {
    uint32_t root = m->f->roots.data[i];
    const struct flex_node *n = &m->f->nodes.data[root];
    if (n->root != FLEX_CONDITION || n->status == FLEX_GONE) continue;
    if (!m->is_observed[find(m, root)]) continue;
    uint64_t hash = m->shapes[flexible_child(m->f, root, 0)];
    vec_push(&m->conditions, ((struct sorted){hash, root, i}));
  }
  if (m->conditions.count > 1)
    qsort(m->conditions.data, m->conditions.count, sizeof *m->conditions.data, compare_shapes);
}

/* ---- choices ---- */

static bool depends(const struct maker *m, const struct expr *e, const struct expr *variable) {
  return support_contains(m->f->exprs, e->support, expr_array_of(m->f->exprs, variable)->number,
                          expr_input_index(variable));
}

static bool is_in_values(const struct maker *m, const struct form *form,
                         const struct expr *variable) {
  for (uint32_t i = 0; i < form->value_count; i++)
    if (depends(m, form->exprs[i], variable)) return true;
  return false;
}

/* Whether every condition of the variable holds if it is that number, whatever the others are. */
static bool satisfies(struct maker *m, struct expr *variable, uint64_t number) {
  struct exprs *exprs = m->f->exprs;
  struct substitution *substitution = substitution_new(exprs);
  substitution_add(substitution, variable, expr_const(exprs, variable->width, number));
  bool holds = true;
  for (size_t i = 0; i < m->conditions.count && holds; i++) {
    struct expr *e = m->made[flexible_child(m->f, m->conditions.data[i].root, 0)];
    if (depends(m, e, variable)) holds = expr_is_true(substitution_apply(substitution, e));
  }
  substitution_free(substitution);
  return holds;
}

static bool may_be_satisfied(struct maker *m, struct expr *variable) {
  unsigned width = variable->width;
  if (width > 64) return false;
  uint64_t ones = UINT64_MAX >> (64 - width);
  /* One that programs hardly compare with, then the usual ones. */
  const uint64_t choices[] = {0x5a17c3d29b6e4f81 & ones, 0, 1, ones, ones >> 1, ones / 2 + 1};
  for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
    if (satisfies(m, variable, choices[i])) return true;
  return false;
}

static void drop_conditions_of(struct maker *m, const struct expr *variable) {
  for (size_t i = 0; i < m->conditions.count; i++) {
    uint32_t root = m->conditions.data[i].root;
    if (depends(m, m->made[flexible_child(m->f, root, 0)], variable))
      flexible_drop_condition(m->f, root);
  }
  flexible_resume(m->f);
}

/* Eliminates the conditions of one variable; false if there is none that allows it. */
static bool choose_one(struct maker *m, const struct form *form) {
  if (m->named.count > MOST_CHOSEN || m->conditions.count > MOST_CHOSEN) return false;
  for (size_t i = 0; i < m->named.count; i++) {
    struct expr *variable = m->made[m->named.data[i]];
    if (is_in_values(m, form, variable) || !may_be_satisfied(m, variable)) continue;
    drop_conditions_of(m, variable);
    return true;
  }
  return false;
}

/* ---- the form ---- */

static int compare_ids(const void *a, const void *b) {
  const struct expr *const *x = a, *const *y = b;
  return ((*x)->id > (*y)->id) - ((*x)->id < (*y)->id);
}

/* Conditions as a set: in order of creation, each once. */
static void settle_conditions(struct form *form) {
  struct expr **conditions = form->exprs + form->value_count;
  uint32_t count = form->count - form->value_count, kept = 0;
  if (count == 0) return;
  qsort(conditions, count, sizeof *conditions, compare_ids);
  for (uint32_t i = 0; i < count; i++)
    if (!expr_is_true(conditions[i]) && (kept == 0 || conditions[kept - 1] != conditions[i]))
      conditions[kept++] = conditions[i];
  form->count = form->value_count + kept;
}

static void fill(struct maker *m, struct form *form) {
  for (uint32_t i = 0; i < m->f->roots.count; i++) {
    uint32_t root = m->f->roots.data[i];
    if (m->f->nodes.data[root].root == FLEX_VALUE)
      form->exprs[form->count++] = make(m, flexible_child(m->f, root, 0));
  }
  form->value_count = form->count;
  find_shapes(m);
  sort_conditions(m);
  for (size_t i = 0; i < m->conditions.count; i++)
    form->exprs[form->count++] = make(m, flexible_child(m->f, m->conditions.data[i].root, 0));
  settle_conditions(form);
}

/* False if something more was eliminated, so that all is to be made anew. */
static bool make_once(struct flexible *f, struct form_variables *variables, struct form *form,
                      bool *is_good) {
  size_t count = f->nodes.count + 1;
  struct maker m = {.f = f,
                    .variables = variables,
                    .unions = alloc_bytes(count * sizeof *m.unions),
                    .is_observed = alloc_zeroed(count),
                    .made = alloc_zeroed(count * sizeof *m.made),
                    .numbers = alloc_bytes(count * sizeof *m.numbers),
                    .kept = alloc_bytes((f->kept_arrays.count + 1) * sizeof *m.kept),
                    .next_kept = f->named_arrays,
                    .shapes = alloc_zeroed(count * sizeof *m.shapes)};
  memset(m.numbers, 0xff, count * sizeof *m.numbers);
  for (uint32_t i = 0; i < f->kept_arrays.count; i++)
    m.kept[i] = i < f->named_arrays ? i : UNNUMBERED;
  find_components(&m);
  *form = (struct form){.exprs = alloc_bytes((f->roots.count + 1) * sizeof *form->exprs)};
  fill(&m, form);
  *is_good = m.next <= MOST_VARIABLES;
  bool is_done = !*is_good || !choose_one(&m, form);
  free(m.unions);
  free(m.is_observed);
  free(m.made);
  free(m.numbers);
  free(m.kept);
  free(m.shapes);
  vec_free(&m.named);
  vec_free(&m.stack);
  vec_free(&m.conditions);
  return is_done;
}

bool form_make(struct flexible *f, struct form_variables *variables, struct form *form) {
  bool is_good;
  while (!make_once(f, variables, form, &is_good)) form_free(form);
  if (!is_good) form_free(form);
  return is_good;
}

void form_free(struct form *form) { free(form->exprs); }

bool form_is_equal(const struct form *a, const struct form *b) {
  return a->value_count == b->value_count && a->count == b->count &&
         (a->count == 0 || memcmp(a->exprs, b->exprs, a->count * sizeof(struct expr *)) == 0);
}

uint64_t form_hash(const struct form *form) {
  uint64_t hash = hash_mix(form->count, form->value_count);
  for (uint32_t i = 0; i < form->count; i++) hash = hash_mix(hash, form->exprs[i]->id);
  return hash;
}

void form_mark(const struct form *form, struct exprs *exprs) {
  for (uint32_t i = 0; i < form->count; i++) expr_mark_root(exprs, form->exprs[i]);
}
