/* Proving facts.

   The cubes of a fact are computed backwards: every transition to an error gives a cube, and every
   cube of a target gives one before each transition that leads there. When nothing is left to be
   added, a state outside of all cubes of its place stays outside whatever path it takes, so no
   error is ahead: the negations of the cubes are inductive. This is the only thing that annotations
   rest on, and it holds whichever cubes were added beyond what is necessary.

   In a loop the exact cubes often never end: `x < y` at the exit of a loop that adds 1 to x while
   i < n gives i >= n and x < y, then i + 1 >= n and x + 1 < y, and so on. So the closure is tried
   in several ways (`ways`): exactly, within a few stretches; with cubes made larger (weaken.c),
   where x < y is what remains; with invariants guessed from states (candidates.c), of which those
   are kept that are inductive together; and with both. If an error may really be reached from some
   states of a loop, say since a pointer is null there, no annotation keeps samples away from it; in
   the last way all states of such a shape count as bad, so that proofs of others go on. That i < n
   would keep the states from the error as well does not help: the next iteration violates it. */
#include "reduce/subsume/induct.h"

#include "exec/decide.h"
#include "exec/machine.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/subsume/candidates.h"
#include "reduce/subsume/model_search.h"
#include "reduce/subsume/sample.h"
#include "reduce/subsume/weaken.h"
#include "solver/solver.h"

#include <stdlib.h>

enum {
  LOOP_WORK = 1 << 21,
  /* for facts that lead to each other */ MOST_CUBES = 48,
  MOST_QUERIES = 400, /* and for each fact: */
  FACT_QUERIES = 40,
  MANY_FACTS = 8,
  MANY_PROOFS = 3, /* of one place, that did not hold for later states */
  MANY_CUBES = 16, /* beyond which a shape is given up */
  MOST_LITERALS = 64,
  MOST_CONFLICTS = 3000,
  FEW_CONFLICTS = 200 /* in large loops, where one cube more does not matter */
};

/* How cubes of loops are closed, one way after the other. */
struct way {
  bool guesses;  /* with invariants guessed from samples */
  bool weakens;  /* cubes become larger */
  bool gives_up; /* on shapes with samples from which the error may be reached, or many cubes */
  uint32_t most; /* stretches between a cube and its error; if cubes become larger, and for each
                    fact one more */
};
static const struct way ways[] = {{false, false, false, 4},
                                  {false, true, false, 16},
                                  {true, false, false, 4},
                                  {true, true, false, 16},
                                  {false, true, true, 16}};
enum { WAYS = sizeof ways / sizeof *ways };
/* Larger cubes fit the states that were there; where such proofs did not hold for later states,
   guesses, which are more general, come first. */
static const unsigned char orders[2][WAYS] = {{0, 1, 2, 3, 4}, {0, 2, 3, 1, 4}};

struct obligation {
  struct fact *fact;
  struct cube cube;
};

struct induction {
  struct sites *sites;
  const fact_list *facts;
  struct induct_counts *counts;
  const struct way *way;
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

/* The model, if it is wanted, is owned. */
static enum answer check(struct induction *in, const expr_list *conjuncts, uint64_t conflicts,
                         struct assignment **model) {
  struct query query = {.conjuncts = conjuncts->data,
                        .count = conjuncts->count,
                        .wants_model = model != NULL,
                        .budget = {.conflicts = conflicts}};
  struct result result;
  for (size_t i = 0; i < conjuncts->count; i++)
    if (expr_is_false(conjuncts->data[i])) return ANSWER_UNSAT;
  in->queries++;
  struct assignment *found = model_search(in->sites->machine, conjuncts);
  enum answer answer = ANSWER_SAT;
  if (found == NULL) {
    answer = decide_check(in->sites->machine, &query, &result);
    found = result.model;
    result.model = NULL;
    result_free(&result);
  }
  if (model != NULL)
    *model = found;
  else if (found != NULL)
    assignment_free(found);
  return answer;
}

/* Whether the conjunction is satisfiable; unknown counts as yes. */
static bool may_hold(struct induction *in, const expr_list *conjuncts, uint64_t conflicts) {
  return conjuncts->count == 0 || check(in, conjuncts, conflicts, NULL) != ANSWER_UNSAT;
}

/* Whether a state of the cube is in none of the fact's cubes; unknown counts as yes. */
static bool adds_something(struct induction *in, const struct fact *fact, const struct cube *cube) {
  expr_list conjuncts = {0};
  for (size_t i = 0; i < cube->literals.count; i++) vec_push(&conjuncts, cube->literals.data[i]);
  for (size_t i = 0; i < fact->cubes.count; i++) {
    struct expr *other = outside(in, &fact->cubes.data[i], cube);
    if (!expr_is_true(other)) vec_push(&conjuncts, other);
  }
  bool adds =
      may_hold(in, &conjuncts, in->facts->count > MANY_FACTS ? FEW_CONFLICTS : MOST_CONFLICTS);
  vec_free(&conjuncts);
  return adds;
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

/* Whether a cube of the fact has some of its literals only. */
static bool is_known(const struct fact *fact, const struct cube *cube) {
  for (size_t i = 0; i < fact->cubes.count; i++) {
    const expr_list *known = &fact->cubes.data[i].literals;
    bool is_part = true;
    for (size_t k = 0; k < known->count && is_part; k++) {
      is_part = false;
      for (size_t n = 0; n < cube->literals.count && !is_part; n++)
        is_part = cube->literals.data[n] == known->data[k];
    }
    if (is_part) return true;
  }
  return false;
}

/* In small loops not where states have really been: an annotation that is false for all of them
   would be of no use there, and in the way of a better one. */
static void make_larger(struct induction *in, const struct fact *fact, struct cube *cube) {
  bool may_give_up = in->facts->count > MANY_FACTS || fact->site->sample_count == 0;
  bool gives_up =
      in->way->gives_up && may_give_up && (cube->depth > 1 || fact->cubes.count >= MANY_CUBES);
  if (gives_up && fact->cubes.count >= MANY_CUBES)
    vec_clear(&cube->literals);
  else
    in->counts->weakened += weaken_to_one(in->sites, fact, cube) +
                            weaken(in->sites, fact, cube, gives_up, &in->queries);
}

/* Takes the cube. */
static void meet(struct induction *in, struct fact *fact, struct cube cube) {
  bool is_late = in->queries > MOST_QUERIES + FACT_QUERIES * in->facts->count ||
                 machine_work(in->sites->machine) > in->until;
  /* Before literals over futures are dropped: they may contradict each other. */
  if (is_known(fact, &cube) || !adds_something(in, fact, &cube)) {
    cube_free(&cube);
    return;
  }
  weaken_futures(&in->sites->names, &cube);
  if (is_late || fact->cubes.count >= MOST_CUBES || cube.literals.count > MOST_LITERALS ||
      cube.depth > in->way->most + (in->way->weakens ? in->facts->count : 0)) {
    in->has_failed = true;
    cube_free(&cube);
    return;
  }
  if (fact->is_cyclic && in->way->weakens) make_larger(in, fact, &cube);
  weaken_futures(&in->sites->names, &cube);
  in->counts->cubes++;
  vec_push(&fact->cubes, cube);
  oblige_before(in, fact, &cube);
}

/* ---- guessed invariants ---- */

/* Removes what is false in the model. */
static void remove_false(struct induction *in, const struct assignment *model, expr_list *after,
                         expr_list *then) {
  struct evaluator *evaluator = evaluator_new(exprs_of(in), model);
  size_t kept = 0;
  for (size_t i = 0; i < after->count; i++) {
    if (evaluator_value(evaluator, then->data[i]) == 0) continue;
    after->data[kept] = after->data[i];
    then->data[kept++] = then->data[i];
  }
  after->count = then->count = kept;
  evaluator_free(evaluator);
}

/* One query for all of them at a time: a model shows which are not kept. False: the solver does not
   know; some may be left that are not kept. */
static bool filter_together(struct induction *in, expr_list *conjuncts, expr_list *after,
                            expr_list *then) {
  size_t base = conjuncts->count;
  enum answer answer = ANSWER_SAT;
  while (answer == ANSWER_SAT && after->count > 0) {
    struct expr *all = expr_const(exprs_of(in), 1, 1);
    struct assignment *model = NULL;
    size_t count = after->count;
    for (size_t i = 0; i < count; i++) all = expr_and(exprs_of(in), all, then->data[i]);
    vec_push(conjuncts, expr_not(exprs_of(in), all));
    answer = check(in, conjuncts, MOST_CONFLICTS, &model);
    if (answer == ANSWER_SAT) {
      struct query query = {.conjuncts = conjuncts->data, .count = conjuncts->count};
      if (query_holds(exprs_of(in), &query, model)) remove_false(in, model, after, then);
      assignment_free(model);
      if (after->count == count) answer = ANSWER_UNKNOWN;
    }
    conjuncts->count = base;
  }
  return answer != ANSWER_UNKNOWN;
}

static void filter_each(struct induction *in, expr_list *conjuncts, expr_list *after,
                        const expr_list *then) {
  size_t kept = 0, base = conjuncts->count;
  for (size_t i = 0; i < after->count; i++) {
    vec_push(conjuncts, expr_not(exprs_of(in), then->data[i]));
    if (!may_hold(in, conjuncts, MOST_CONFLICTS)) after->data[kept++] = after->data[i];
    conjuncts->count = base;
  }
  after->count = kept;
}

/* Whether each path of the stretch keeps what is guessed of its target. Those that are not kept are
   removed. */
static bool filter(struct induction *in, const struct transition *transition,
                   const expr_list *before, expr_list *after) {
  struct exprs *exprs = exprs_of(in);
  struct substitution *substitution = substitution_new(exprs);
  shape_substitute(&in->sites->names, transition->target->shape, &transition->values, substitution);
  expr_list conjuncts = {0}, then = {0};
  for (size_t i = 0; i < transition->condition.literals.count; i++)
    vec_push(&conjuncts, transition->condition.literals.data[i]);
  for (size_t i = 0; i < before->count; i++) vec_push(&conjuncts, before->data[i]);
  size_t count = after->count;
  for (size_t i = 0; i < count; i++)
    vec_push(&then, substitution_apply(substitution, after->data[i]));
  if (!filter_together(in, &conjuncts, after, &then)) filter_each(in, &conjuncts, after, &then);
  bool has_changed = after->count < count;
  vec_free(&then);
  vec_free(&conjuncts);
  substitution_free(substitution);
  return has_changed;
}

static size_t number_of(const struct induction *in, const struct fact *fact) {
  size_t number = 0;
  while (in->facts->data[number] != fact) number++;
  return number;
}

static bool filter_all(struct induction *in, expr_list *lists) {
  bool has_changed = false;
  for (size_t i = 0; i < in->facts->count; i++)
    for (size_t k = 0; k < in->facts->data[i]->transitions.count; k++) {
      const struct transition *transition = &in->facts->data[i]->transitions.data[k];
      if (transition->target == NULL || transition->target->is_proven) continue;
      if (machine_work(in->sites->machine) > in->until) return false;
      has_changed |= filter(in, transition, &lists[i], &lists[number_of(in, transition->target)]);
    }
  return has_changed;
}

/* What is guessed of a fact, and the conditions of its stretches, may hold where they lead to. */
static void pass_on(struct induction *in, expr_list *lists, size_t number) {
  const struct fact *fact = in->facts->data[number];
  for (size_t i = 0; i < fact->transitions.count; i++) {
    const struct fact *target = fact->transitions.data[i].target;
    if (target == NULL || target->is_proven || target == fact) continue;
    candidates_add_incoming(in->sites, &fact->transitions.data[i], &lists[number],
                            &lists[number_of(in, target)]);
  }
}

/* The violation of an invariant is a cube: a state that cannot be. Each guess is checked
   separately, under the assumption of the others, until those that remain are inductive together;
   whether they are, the closure checks once more. */
static void guess(struct induction *in) {
  size_t count = in->facts->count;
  expr_list *lists = alloc_zeroed(count * sizeof *lists);
  for (size_t i = 0; i < count; i++)
    if (in->facts->data[i]->is_cyclic)
      candidates_list(in->sites, in->facts->data[i], &lists[i], &in->queries);
  for (size_t i = 0; i < count; i++) pass_on(in, lists, i);
  while (filter_all(in, lists)) continue;
  in->queries = 0;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < lists[i].count; k++) {
      struct obligation obligation = {.fact = in->facts->data[i], .cube = {.depth = 1}};
      cube_add(&obligation.cube, expr_not(exprs_of(in), lists[i].data[k]));
      vec_push(&in->queue, obligation);
    }
    vec_free(&lists[i]);
  }
  free(lists);
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
  fact->site->proofs += fact->is_cyclic;
  in->counts->proven++;
  fact->bad = expr_const(exprs_of(in), 1, 0);
  for (size_t i = 0; i < fact->cubes.count; i++)
    fact->bad = expr_or(exprs_of(in), fact->bad, cube_formula(exprs_of(in), &fact->cubes.data[i]));
}

static bool close(struct induction *in) {
  begin(in);
  while (in->taken < in->queue.count && !in->has_failed) {
    struct obligation *next = &in->queue.data[in->taken++];
    meet(in, next->fact, next->cube);
  }
  for (; in->taken < in->queue.count; in->taken++) cube_free(&in->queue.data[in->taken].cube);
  vec_free(&in->queue);
  in->counts->queries += in->queries;
  return !in->has_failed;
}

/* Without loops one way is enough. Guesses and exact cubes take too long for large loops. */
static bool is_tried(const struct way *way, bool has_loop, size_t count) {
  if (!has_loop) return way == &ways[1];
  return count <= MANY_FACTS || (way->weakens && !way->guesses);
}

static bool had_many_proofs(const fact_list *facts) {
  for (size_t i = 0; i < facts->count; i++)
    if (facts->data[i]->is_cyclic && facts->data[i]->site->proofs >= MANY_PROOFS) return true;
  return false;
}

/* The facts lead to each other only. */
static bool prove(struct sites *sites, const fact_list *facts, uint64_t until,
                  struct induct_counts *counts) {
  bool has_loop = false, is_proven = false;
  for (size_t i = 0; i < facts->count; i++) {
    struct fact *fact = facts->data[i];
    fact->is_cyclic = reaches(fact, fact);
    has_loop |= fact->is_cyclic;
  }
  const unsigned char *order = orders[had_many_proofs(facts)];
  unsigned left = 0;
  for (unsigned i = 0; i < WAYS; i++) left += is_tried(&ways[i], has_loop, facts->count);
  for (unsigned i = 0; i < WAYS && !is_proven; i++) {
    const struct way *way = &ways[order[i]];
    if (!is_tried(way, has_loop, facts->count)) continue;
    uint64_t done = machine_work(sites->machine);
    struct induction in = {.sites = sites,
                           .facts = facts,
                           .counts = counts,
                           .way = way,
                           .until = done < until ? done + (until - done) / left : done};
    left--;
    for (size_t k = 0; k < facts->count; k++) fact_forget_cubes(facts->data[k]);
    if (in.way->guesses) guess(&in);
    is_proven = close(&in);
    for (size_t k = 0; k < facts->count && is_proven; k++) conclude(&in, facts->data[k]);
  }
  return is_proven;
}

/* The fact and all that it leads to and that are not proven. A mark says that it is listed. */
static fact_list list_reached(struct fact *fact, uint32_t mark) {
  fact_list list = {0};
  vec_push(&list, fact);
  fact->mark = mark;
  for (size_t i = 0; i < list.count; i++)
    for (size_t k = 0; k < list.data[i]->transitions.count; k++) {
      struct fact *target = list.data[i]->transitions.data[k].target;
      if (target == NULL || target->is_proven || target->mark == mark) continue;
      target->mark = mark;
      vec_push(&list, target);
    }
  return list;
}

/* Facts that lead only to each other: those of the last loop that the fact leads to. */
static fact_list list_last(struct sites *sites, struct fact *fact) {
  fact_list last = list_reached(fact, ++sites->marks);
  for (size_t i = 0; i < last.count; i++) {
    fact_list list = list_reached(last.data[i], ++sites->marks);
    bool is_less = list.count < last.count;
    vec_free(is_less ? &last : &list);
    if (!is_less) continue;
    last = list;
    i = 0; /* the first of them reaches all */
  }
  return last;
}

bool induct(struct sites *sites, const fact_list *facts, uint64_t until,
            struct induct_counts *counts) {
  bool is_good = true;
  uint64_t now = machine_work(sites->machine);
  if (facts->count > 1 && now < until)
    samples_derive(sites, facts, now + (until - now) / 8, &counts->queries);
  while (is_good && !facts->data[0]->is_proven) {
    fact_list last = list_last(sites, facts->data[0]);
    uint64_t done = machine_work(sites->machine), most = done + LOOP_WORK;
    if (done < until && until - done > 2 * LOOP_WORK) most = done + (until - done) / 2;
    is_good = prove(sites, &last, most < until ? most : until, counts);
    vec_free(&last);
  }
  return is_good;
}

bool induct_keeps(struct sites *sites, const struct fact *fact, struct expr *formula) {
  struct induction in = {.sites = sites, .until = UINT64_MAX};
  expr_list before = {0}, after = {0};
  bool is_kept = true;
  vec_push(&before, formula);
  for (size_t i = 0; i < fact->transitions.count && is_kept; i++) {
    if (fact->transitions.data[i].target != fact) continue;
    vec_clear(&after);
    vec_push(&after, formula);
    is_kept = !filter(&in, &fact->transitions.data[i], &before, &after);
  }
  vec_free(&before);
  vec_free(&after);
  return is_kept;
}
