/* Larger cubes are weaker conditions on the way to an error, so their negations are stronger
   annotations: ones that a loop may keep. Any superset of a cube is right; a good one excludes the
   states that are known. */
#include "reduce/subsume/weaken.h"

#include "exec/machine.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/subsume/sample.h"

#include <stdlib.h>

/* ---- futures ---- */

static bool has_only_futures(const struct names *names, const struct cube *cube,
                             const struct expr *literal) {
  struct names futures = {.exprs = names->exprs};
  for (size_t i = 0; i < cube->futures.count; i++)
    *word_map_place(&futures.arrays, (uint64_t)cube->futures.data[i].array + 1) = 1;
  bool is_good = names_cover(&futures, literal);
  names_free(&futures);
  return is_good;
}

/* A literal over futures alone matters if a literal that matters shares one of them. */
static bool spread(const struct names *names, const struct cube *cube, bool *matters) {
  bool has_grown = false;
  for (size_t i = 0; i < cube->literals.count; i++)
    for (size_t k = 0; k < cube->literals.count && !matters[i]; k++)
      if (matters[k] && names_share(names->exprs, cube->literals.data[i], cube->literals.data[k]))
        has_grown = matters[i] = true;
  return has_grown;
}

/* Futures that no literal mentions are forgotten. */
static void forget_futures(const struct names *names, struct cube *cube) {
  size_t kept = 0;
  for (size_t i = 0; i < cube->futures.count; i++) {
    const struct expr *future = names_value(names, cube->futures.data[i]);
    bool is_used = false;
    for (size_t k = 0; k < cube->literals.count && !is_used; k++)
      is_used = names_share(names->exprs, future, cube->literals.data[k]);
    if (is_used) cube->futures.data[kept++] = cube->futures.data[i];
  }
  cube->futures.count = kept;
}

void weaken_futures(const struct names *names, struct cube *cube) {
  size_t count = cube->literals.count, kept = 0;
  if (cube->futures.count == 0 || count == 0) return;
  bool *matters = alloc_zeroed(count * sizeof *matters);
  for (size_t i = 0; i < count; i++)
    matters[i] = !has_only_futures(names, cube, cube->literals.data[i]);
  while (spread(names, cube, matters)) continue;
  for (size_t i = 0; i < count; i++)
    if (matters[i]) cube->literals.data[kept++] = cube->literals.data[i];
  cube->literals.count = kept;
  free(matters);
  forget_futures(names, cube);
}

/* ---- literals ---- */

struct weakening {
  struct sites *sites;
  const struct fact *fact;
  const sample_list *samples;
  uint64_t *queries;
  uint64_t steps;
};

static bool is_outside(const struct weakening *w, const struct cube *cube) {
  struct exprs *exprs = w->sites->machine->exprs;
  return samples_imply(w->sites, w->fact, w->samples, expr_not(exprs, cube_formula(exprs, cube)),
                       w->queries);
}

static struct cube without(const struct cube *cube, size_t number) {
  struct cube part = {.depth = cube->depth};
  for (size_t i = 0; i < cube->literals.count; i++)
    if (i != number) vec_push(&part.literals, cube->literals.data[i]);
  for (size_t i = 0; i < cube->futures.count; i++) vec_push(&part.futures, cube->futures.data[i]);
  return part;
}

/* Takes `larger`. */
static bool keep_if_good(struct weakening *w, struct cube *cube, struct cube larger) {
  bool is_good = is_outside(w, &larger);
  w->steps += is_good;
  cube_free(is_good ? cube : &larger);
  if (is_good) *cube = larger;
  return is_good;
}

static void drop_literals(struct weakening *w, struct cube *cube) {
  for (size_t i = 0; i < cube->literals.count && cube->literals.count > 1;)
    if (!keep_if_good(w, cube, without(cube, i))) i++;
}

static struct cube with(const struct cube *cube, size_t number, struct expr *literal) {
  struct cube other = without(cube, number);
  cube_add(&other, literal);
  return other;
}

/* a == b becomes a <= b or a >= b: if the error of one value is that of another one iteration
   before, it is probably that of all values on this side. */
static void widen_equalities(struct weakening *w, struct cube *cube) {
  struct exprs *exprs = w->sites->machine->exprs;
  for (size_t i = cube->literals.count; i-- > 0;) {
    struct expr *e = cube->literals.data[i];
    if (e->kind != EXPR_EQ || expr_child(e, 0)->width == 1) continue;
    struct expr *a = expr_child(e, 0), *b = expr_child(e, 1);
    struct expr *below = expr_sle(exprs, a, b), *above = expr_sle(exprs, b, a);
    if (expr_is_const(below) || expr_is_const(above)) continue;
    if (!keep_if_good(w, cube, with(cube, i, below))) keep_if_good(w, cube, with(cube, i, above));
  }
}

uint64_t weaken(struct sites *sites, const struct fact *fact, struct cube *cube, bool gives_up,
                uint64_t *queries) {
  sample_list samples = samples_of(sites, fact);
  struct weakening w = {sites, fact, &samples, queries, 0};
  if (samples.count > 0 && is_outside(&w, cube)) {
    drop_literals(&w, cube);
    if (cube->depth > 1) widen_equalities(&w, cube);
  } else if (gives_up) {
    w.steps += cube->literals.count;
    cube->literals.count = 0;
  }
  samples_free(&samples);
  return w.steps;
}

static bool is_false_in(const struct weakening *w, struct expr *literal) {
  struct exprs *exprs = w->sites->machine->exprs;
  bool is_false = true;
  for (size_t i = 0; i < w->samples->count && is_false; i++) {
    struct substitution *substitution = substitution_new(exprs);
    shape_substitute(&w->sites->names, w->fact->shape, &w->samples->data[i].values, substitution);
    is_false = expr_is_false(substitution_apply(substitution, literal));
    substitution_free(substitution);
  }
  return is_false;
}

uint64_t weaken_to_one(struct sites *sites, const struct fact *fact, struct cube *cube) {
  size_t count = cube->literals.count;
  if (count < 2) return 0;
  sample_list samples = samples_of(sites, fact);
  struct weakening w = {.sites = sites, .fact = fact, .samples = &samples};
  for (size_t i = count; samples.count > 0 && i-- > 0 && cube->literals.count > 1;)
    if (is_false_in(&w, cube->literals.data[i])) {
      cube->literals.data[0] = cube->literals.data[i];
      cube->literals.count = 1;
    }
  samples_free(&samples);
  return count - cube->literals.count;
}
