/* Paths of a loop and their sequences.

   Several paths after each other are one path as well: its condition is that each is taken in its
   turn, and its effect is the composition of theirs. Paths that take turns in a fixed rhythm become
   such a sequence, which is then iterated like a single path (section 4.4.2.4 of the thesis). This
   is exact whether or not the rhythm is the only one: a state that falls out of it goes on from
   there. */
#include "reduce/loop_summary/site.h"

#include "exec/machine.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/loop_summary/taken.h"
#include "reduce/loop_summary/validate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SEQUENCES = 64, MOST_CONJUNCTS = 400 };

/* ---- sequences ---- */

static bool has_sequence(const struct loop_path *path, const uint32_t *numbers, size_t count) {
  return path->sequence.count == count &&
         memcmp(path->sequence.data, numbers, count * sizeof *numbers) == 0;
}

static void append(struct exprs *exprs, const struct names *names, const struct shape *shape,
                   struct loop_path *all, const struct loop_path *next) {
  struct substitution *after = substitution_new(exprs);
  shape_substitute(names, shape, &all->values, after);
  for (size_t i = 0; i < next->condition.count; i++) {
    struct expr *conjunct = substitution_apply(after, next->condition.data[i]);
    if (!expr_is_true(conjunct)) vec_push(&all->condition, conjunct);
  }
  for (size_t i = 0; i < next->values.count; i++)
    all->values.data[i] = substitution_apply(after, next->values.data[i]);
  substitution_free(after);
}

static struct loop_path *make_sequence(struct exprs *exprs, struct names *names, struct site *site,
                                       const uint32_t *numbers, size_t count) {
  struct loop_path *all = alloc_zeroed(sizeof *all);
  for (size_t i = 0; i < site->shape->cells.count; i++)
    vec_push(&all->values, site->shape->cells.data[i].value);
  for (size_t i = 0; i < count; i++) {
    const struct loop_path *next = &site->paths.data[numbers[i]];
    vec_push(&all->sequence, numbers[i]);
    all->reads_inputs |= next->reads_inputs;
    if (all->condition.count < MOST_CONJUNCTS) append(exprs, names, site->shape, all, next);
  }
  if (all->condition.count < MOST_CONJUNCTS) loop_path_analyse(exprs, site->shape, all);
  assert(validate_path(exprs, names, site->shape, all));
  return all;
}

const struct loop_path *site_find_sequence(struct exprs *exprs, struct names *names,
                                           struct site *site, const uint32_t *numbers,
                                           size_t count) {
  for (size_t i = 0; i < site->sequences.count; i++)
    if (has_sequence(site->sequences.data[i], numbers, count)) return site->sequences.data[i];
  if (site->sequences.count == MOST_SEQUENCES) return NULL;
  vec_push(&site->sequences, make_sequence(exprs, names, site, numbers, count));
  return vec_last(&site->sequences);
}

/* ---- paths ---- */

static bool is_conjunct(const expr_list *condition, const struct expr *e) {
  for (size_t i = 0; i < condition->count; i++)
    if (condition->data[i] == e) return true;
  return false;
}

/* Whether another conjunct says that one of the parts of `all`, a conjunction, does not hold. */
static bool is_refuted(struct exprs *exprs, const expr_list *condition, struct expr *all) {
  if (all->kind == EXPR_AND && all->width == 1)
    return is_refuted(exprs, condition, expr_child(all, 0)) ||
           is_refuted(exprs, condition, expr_child(all, 1));
  return is_conjunct(condition, expr_not(exprs, all));
}

/* A state that has left an inner loop takes none of its paths: why is said by what it did next. */
static void remove_implied(struct exprs *exprs, expr_list *condition) {
  size_t count = 0;
  for (size_t i = 0; i < condition->count; i++) {
    struct expr *e = condition->data[i];
    bool is_choice = e->kind == EXPR_NOT && expr_child(e, 0)->kind == EXPR_AND;
    if (!is_choice || !is_refuted(exprs, condition, expr_child(e, 0))) condition->data[count++] = e;
  }
  condition->count = count;
}

static void add_path(struct exprs *exprs, const struct names *names, struct site *site,
                     struct loop_path *path) {
  vec_clear(&path->sequence);
  vec_push(&path->sequence, (uint32_t)site->paths.count);
  remove_implied(exprs, &path->condition);
  loop_path_analyse(exprs, site->shape, path);
  assert(validate_path(exprs, names, site->shape, path));
  path->is_forgetful = forgets_find(names, site->shape, path);
  vec_push(&site->paths, *path);
}

/* A copy with a further conjunct. */
static struct loop_path restrict_path(const struct loop_path *path, struct expr *conjunct) {
  struct loop_path copy = {.reads_inputs = path->reads_inputs, .has_hidden = path->has_hidden};
  for (size_t i = 0; i < path->inputs.count; i++) vec_push(&copy.inputs, path->inputs.data[i]);
  for (size_t i = 0; i < path->condition.count; i++)
    vec_push(&copy.condition, path->condition.data[i]);
  for (size_t i = 0; i < path->values.count; i++) vec_push(&copy.values, path->values.data[i]);
  vec_push(&copy.condition, conjunct);
  return copy;
}

/* A path that has a closed form as long as something keeps its sign becomes two. */
static void split_last(struct exprs *exprs, const struct names *names, struct site *site) {
  enum { MOST_SPLITS = 4 };
  for (unsigned i = 0;
       i < MOST_SPLITS && vec_last(&site->paths).turn != NULL && site->paths.count < AUTOMATON_MOST;
       i++) {
    struct loop_path whole = vec_pop(&site->paths);
    struct loop_path falling = restrict_path(&whole, whole.turn);
    struct loop_path rising = restrict_path(&whole, expr_not(exprs, whole.turn));
    loop_path_free(&whole);
    add_path(exprs, names, site, &falling);
    add_path(exprs, names, site, &rising);
  }
}

void site_complete(struct machine *machine, struct names *names, struct site *site,
                   struct loop_body *body) {
  for (size_t i = 0; i < body->paths.count; i++) {
    add_path(machine->exprs, names, site, &body->paths.data[i]);
    split_last(machine->exprs, names, site);
  }
  vec_clear(&body->paths);
  automaton_build(machine, names, site->shape, &site->paths, &body->exits, &site->automaton);
}

void site_clear(struct machine *machine, struct site *site) {
  for (size_t i = 0; i < site->paths.count; i++) loop_path_free(&site->paths.data[i]);
  vec_free(&site->paths);
  for (size_t i = 0; i < site->sequences.count; i++) {
    loop_path_free(site->sequences.data[i]);
    free(site->sequences.data[i]);
  }
  vec_free(&site->sequences);
  kept_clear(&site->kept);
  if (site->shape != NULL) shape_free(machine, site->shape);
  site->shape = NULL;
}

/* ---- expressions that are kept ---- */

static void mark_list(struct exprs *exprs, const expr_list *list) {
  for (size_t i = 0; i < list->count; i++) expr_mark_root(exprs, list->data[i]);
}

static void mark_path(struct exprs *exprs, const struct loop_path *path) {
  mark_list(exprs, &path->condition);
  mark_list(exprs, &path->values);
  for (size_t i = 0; i < path->effects.count; i++) {
    expr_mark_root(exprs, path->effects.data[i].value);
    if (path->effects.data[i].curve != NULL) expr_mark_root(exprs, path->effects.data[i].curve);
  }
  for (size_t i = 0; i < path->guards.count; i++) {
    expr_mark_root(exprs, path->guards.data[i].condition);
    if (path->guards.data[i].gap != NULL) expr_mark_root(exprs, path->guards.data[i].gap);
  }
  for (size_t i = 0; i < path->smooth.count; i++) expr_mark_root(exprs, path->smooth.data[i].term);
}

void site_mark(struct machine *machine, const struct site *site) {
  struct exprs *exprs = machine->exprs;
  if (site->shape == NULL) return;
  kept_mark(&site->kept, exprs, machine->collections);
  machine_mark_state(machine, site->shape->model);
  for (size_t i = 0; i < site->shape->cells.count; i++)
    expr_mark_root(exprs, site->shape->cells.data[i].value);
  for (size_t i = 0; i < site->paths.count; i++) mark_path(exprs, &site->paths.data[i]);
  for (size_t i = 0; i < site->sequences.count; i++) mark_path(exprs, site->sequences.data[i]);
}
