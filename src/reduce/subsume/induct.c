/* Proving facts.

   The cubes of a fact are computed backwards: every transition to an error gives a cube, and every
   cube of a target gives one before each transition that leads there. When nothing is left to be
   added, a state outside of all cubes of its place stays outside whatever path it takes, so no
   error is ahead: the negations of the cubes are inductive. This is the only thing that annotations
   rest on, and it holds whichever cubes were added beyond what is necessary.

   In a loop the exact cubes often never end: `x < y` at the exit of a loop that adds 1 to x while
   i < n gives i >= n and x < y, then i + 1 >= n and x + 1 < y, and so on. So a cube at a place in a
   loop is made larger: literals are dropped as long as the states that have really been there stay
   outside, oldest first, which are the tests on the way to the error. x < y is what remains. Of the
   conditions that separate these states from the error, it is one of the weakest that path
   conditions offer; it is an interpolant in the sense of section 4.2. That i < n (the negation of
   the other literal) separates them, too, does not help: a state with i >= n comes next, so the
   closure grows until it meets a state, or its bound.

   The bound on how many stretches a cube is away from its error is 1, 2, 4 and so on: larger cubes
   that are found early often make those that would come later superfluous. */
#include "reduce/subsume/induct.h"

#include "exec/decide.h"
#include "exec/imply.h"
#include "exec/machine.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "solver/solver.h"

#include <stdlib.h>

enum { MOST_CUBES = 48, MOST_QUERIES = 400, MOST_DEPTH = 16, MOST_LITERALS = 64 };
static const struct imply_budget budget = {.conflicts = 500};

struct sample {
  struct state *state; /* borrowed */
  expr_list values;
};

struct obligation {
  struct fact *fact;
  struct cube cube;
};

struct induction {
  struct sites *sites;
  const fact_list *facts;
  struct induct_counts *counts;
  VEC(struct obligation) queue;
  size_t taken;
  uint64_t queries, until;
  bool has_failed;
};

static struct exprs *exprs_of(const struct induction *in) { return in->sites->machine->exprs; }

/* ---- queries ---- */

/* A hypothesis with futures of its own holds for all of them: for those of the cube, too. */
static struct expr *outside(const struct induction *in, const struct cube *known,
                            const struct cube *cube) {
  struct expr *formula = cube_formula(exprs_of(in), known);
  if (known->futures.count > 0) {
    const struct names *names = &in->sites->names;
    struct substitution *substitution = substitution_new(exprs_of(in));
    for (size_t i = 0; i < known->futures.count && i < cube->futures.count; i++) {
      struct name from = known->futures.data[i], to = cube->futures.data[i];
      if (from.width == to.width)
        names_substitute(names, from, names_value(names, to), substitution);
    }
    formula = substitution_apply(substitution, formula);
    substitution_free(substitution);
  }
  return expr_not(exprs_of(in), formula);
}

/* Whether a state of the cube is in none of the fact's cubes; unknown counts as yes. */
static bool adds_something(struct induction *in, const struct fact *fact, const struct cube *cube) {
  expr_list conjuncts = {0};
  for (size_t i = 0; i < cube->literals.count; i++) vec_push(&conjuncts, cube->literals.data[i]);
  for (size_t i = 0; i < fact->cubes.count; i++) {
    struct expr *other = outside(in, &fact->cubes.data[i], cube);
    if (!expr_is_true(other)) vec_push(&conjuncts, other);
  }
  bool is_false = false;
  for (size_t i = 0; i < conjuncts.count; i++) is_false |= expr_is_false(conjuncts.data[i]);
  bool adds = !is_false;
  if (!is_false && conjuncts.count > 0) {
    struct query query = {.conjuncts = conjuncts.data,
                          .count = conjuncts.count,
                          .budget = {.conflicts = budget.conflicts}};
    struct result result;
    in->queries++;
    adds = decide_check(in->sites->machine, &query, &result) != ANSWER_UNSAT;
    result_free(&result);
  }
  vec_free(&conjuncts);
  return adds;
}

/* ---- larger cubes ---- */

typedef VEC(struct sample) sample_list;

static sample_list samples_of(struct induction *in, const struct fact *fact) {
  struct machine *machine = in->sites->machine;
  sample_list list = {0};
  struct outline outline = {0};
  for (uint32_t i = 0; i < fact->site->sample_count; i++) {
    struct sample sample = {.state = fact->site->samples[i]};
    if (outline_take(machine, sample.state, fact->shape->is_behind, &outline) &&
        shape_fit(machine, fact->shape, sample.state, &outline, &sample.values) == FITS)
      vec_push(&list, sample);
    else
      vec_free(&sample.values);
  }
  outline_free(&outline);
  return list;
}

static void free_samples(sample_list *list) {
  for (size_t i = 0; i < list->count; i++) vec_free(&list->data[i].values);
  vec_free(list);
}

static bool excludes(struct induction *in, const struct fact *fact, const struct sample *sample,
                     struct expr *formula) {
  struct machine *machine = in->sites->machine;
  struct substitution *substitution = substitution_new(exprs_of(in));
  shape_substitute(&in->sites->names, fact->shape, &sample->values, substitution);
  struct expr *here = substitution_apply(substitution, formula);
  substitution_free(substitution);
  in->queries++;
  return state_implies(machine, sample->state, expr_not(exprs_of(in), here), &budget) == IMPLIES;
}

static bool excludes_all(struct induction *in, const struct fact *fact, const sample_list *samples,
                         const struct cube *cube) {
  struct expr *formula = cube_formula(exprs_of(in), cube);
  for (size_t i = 0; i < samples->count; i++)
    if (!excludes(in, fact, &samples->data[i], formula)) return false;
  return true;
}

static struct cube without(const struct cube *cube, size_t number) {
  struct cube part = {.depth = cube->depth};
  for (size_t i = 0; i < cube->literals.count; i++)
    if (i != number) vec_push(&part.literals, cube->literals.data[i]);
  for (size_t i = 0; i < cube->futures.count; i++) vec_push(&part.futures, cube->futures.data[i]);
  return part;
}

/* Futures that no literal mentions any more are forgotten. */
static void drop_futures(const struct induction *in, struct cube *cube) {
  size_t kept = 0;
  for (size_t i = 0; i < cube->futures.count; i++) {
    struct expr *future = names_value(&in->sites->names, cube->futures.data[i]);
    bool is_used = false;
    for (size_t k = 0; k < cube->literals.count; k++)
      is_used |= names_share(exprs_of(in), future, cube->literals.data[k]);
    if (is_used) cube->futures.data[kept++] = cube->futures.data[i];
  }
  cube->futures.count = kept;
}

static bool keep_if_good(struct induction *in, const struct fact *fact, const sample_list *samples,
                         struct cube *cube, struct cube larger) {
  bool is_good = excludes_all(in, fact, samples, &larger);
  in->counts->weakened += is_good;
  cube_free(is_good ? cube : &larger);
  if (is_good) *cube = larger;
  return is_good;
}

static void drop_literals(struct induction *in, const struct fact *fact, const sample_list *samples,
                          struct cube *cube) {
  for (size_t i = 0; i < cube->literals.count && cube->literals.count > 1;)
    if (!keep_if_good(in, fact, samples, cube, without(cube, i))) i++;
}

static struct cube with(const struct cube *cube, size_t number, struct expr *literal) {
  struct cube other = without(cube, number);
  cube_add(&other, literal);
  return other;
}

/* a == b becomes a <= b or a >= b: if the error of one value is that of another one iteration
   before, it is probably that of all values on this side. */
static void widen_equalities(struct induction *in, const struct fact *fact,
                             const sample_list *samples, struct cube *cube) {
  for (size_t i = cube->literals.count; i-- > 0;) {
    struct expr *e = cube->literals.data[i];
    if (e->kind != EXPR_EQ || expr_child(e, 0)->width == 1) continue;
    struct expr *a = expr_child(e, 0), *b = expr_child(e, 1);
    struct expr *below = expr_sle(exprs_of(in), a, b), *above = expr_sle(exprs_of(in), b, a);
    if (expr_is_const(below) || expr_is_const(above)) continue;
    if (!keep_if_good(in, fact, samples, cube, with(cube, i, below)))
      keep_if_good(in, fact, samples, cube, with(cube, i, above));
  }
}

static void weaken(struct induction *in, const struct fact *fact, struct cube *cube) {
  sample_list samples = samples_of(in, fact);
  if (samples.count > 0 && excludes_all(in, fact, &samples, cube)) {
    drop_literals(in, fact, &samples, cube);
    if (cube->depth > 1) widen_equalities(in, fact, &samples, cube);
  }
  free_samples(&samples);
}

/* ---- the closure ---- */

static void oblige(struct induction *in, struct fact *fact, const struct transition *transition,
                   const struct cube *target) {
  struct obligation obligation = {.fact = fact};
  struct cube *cube = &obligation.cube;
  cube->depth = target ? target->depth + 1 : 1;
  const struct cube *condition = &transition->condition;
  for (size_t i = 0; i < condition->futures.count; i++)
    vec_push(&cube->futures, condition->futures.data[i]);
  bool is_possible = true;
  for (size_t i = 0; i < condition->literals.count; i++)
    is_possible &= cube_add(cube, condition->literals.data[i]);
  if (is_possible && target != NULL)
    is_possible = cube_add_before(&in->sites->names, cube, target, transition->target->shape,
                                  &transition->values);
  if (is_possible)
    vec_push(&in->queue, obligation);
  else
    cube_free(cube);
}

/* The disjunction of a proven fact's cubes, as one. */
static struct cube whole_of(const struct fact *fact) {
  struct cube whole = {0};
  vec_push(&whole.literals, fact->bad);
  for (size_t i = 0; i < fact->cubes.count; i++)
    for (size_t k = 0; k < fact->cubes.data[i].futures.count; k++)
      cube_add_future(&whole, fact->cubes.data[i].futures.data[k]);
  return whole;
}

static void oblige_before_proven(struct induction *in, struct fact *fact,
                                 const struct transition *transition) {
  const struct fact *target = transition->target;
  if (target->cubes.count == 0) return;
  if (target->cubes.count == 1) {
    oblige(in, fact, transition, &target->cubes.data[0]);
    return;
  }
  struct cube whole = whole_of(target);
  oblige(in, fact, transition, &whole);
  cube_free(&whole);
}

static void begin(struct induction *in) {
  for (size_t i = 0; i < in->facts->count; i++) {
    struct fact *fact = in->facts->data[i];
    for (size_t k = 0; k < fact->transitions.count; k++) {
      const struct transition *transition = &fact->transitions.data[k];
      if (transition->target == NULL)
        oblige(in, fact, transition, NULL);
      else if (transition->target->is_proven)
        oblige_before_proven(in, fact, transition);
    }
  }
}

static void oblige_before(struct induction *in, const struct fact *target,
                          const struct cube *cube) {
  for (size_t i = 0; i < in->facts->count; i++) {
    struct fact *fact = in->facts->data[i];
    for (size_t k = 0; k < fact->transitions.count; k++)
      if (fact->transitions.data[k].target == target)
        oblige(in, fact, &fact->transitions.data[k], cube);
  }
}

/* Takes the cube. */
static void meet(struct induction *in, struct fact *fact, struct cube cube) {
  bool is_large = fact->cubes.count >= MOST_CUBES || cube.literals.count > MOST_LITERALS ||
                  cube.depth > MOST_DEPTH || in->queries > MOST_QUERIES ||
                  machine_work(in->sites->machine) > in->until;
  if (!adds_something(in, fact, &cube)) {
    cube_free(&cube);
    return;
  }
  if (is_large) {
    in->has_failed = true;
    cube_free(&cube);
    return;
  }
  if (fact->is_cyclic) weaken(in, fact, &cube);
  drop_futures(in, &cube);
  in->counts->cubes++;
  vec_push(&fact->cubes, cube);
  oblige_before(in, fact, &cube);
}

/* ---- loops among the facts ---- */

static bool reaches(const struct fact *from, const struct fact *to) {
  VEC(const struct fact *) list = {0};
  vec_push(&list, from);
  bool is_found = false;
  for (size_t i = 0; i < list.count && !is_found; i++)
    for (size_t k = 0; k < list.data[i]->transitions.count && !is_found; k++) {
      const struct fact *target = list.data[i]->transitions.data[k].target;
      if (target == NULL || target->is_proven) continue;
      is_found = target == to;
      bool is_new = true;
      for (size_t n = 0; n < list.count; n++) is_new &= list.data[n] != target;
      if (is_new) vec_push(&list, target);
    }
  vec_free(&list);
  return is_found;
}

static void conclude(struct induction *in, struct fact *fact) {
  fact->is_proven = true;
  fact->bad = expr_const(exprs_of(in), 1, 0);
  for (size_t i = 0; i < fact->cubes.count; i++)
    fact->bad = expr_or(exprs_of(in), fact->bad, cube_formula(exprs_of(in), &fact->cubes.data[i]));
}

bool induct(struct sites *sites, const fact_list *facts, uint64_t until,
            struct induct_counts *counts) {
  struct induction in = {.sites = sites, .facts = facts, .counts = counts, .until = until};
  for (size_t i = 0; i < facts->count; i++) {
    fact_forget_cubes(facts->data[i]);
    facts->data[i]->is_cyclic = reaches(facts->data[i], facts->data[i]);
  }
  begin(&in);
  while (in.taken < in.queue.count && !in.has_failed) {
    struct obligation *next = &in.queue.data[in.taken++];
    meet(&in, next->fact, next->cube);
  }
  for (; in.taken < in.queue.count; in.taken++) cube_free(&in.queue.data[in.taken].cube);
  vec_free(&in.queue);
  counts->queries += in.queries;
  for (size_t i = 0; i < facts->count && !in.has_failed; i++) conclude(&in, facts->data[i]);
  return !in.has_failed;
}
