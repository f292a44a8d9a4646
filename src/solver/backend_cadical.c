/* Blast once, assume many. A query is only a set of assumed literals, so what CaDiCaL
   learns on one path serves all others.

   Two things are discarded when they have grown too large:
   - the instance of CaDiCaL, since every satisfiable query assigns every variable in it, needed or
     not. The waste is measured on a sample of queries, and when it exceeds what the instance has
     cost so far, for its variables and for what it has learnt, a new one is started and gets its
     clauses on demand. So at most a constant factor is lost either way, whatever the queries.
   Without the cost of learning, hard queries about products began from nothing again and again;
   - the whole translation, when a collection finds that most gates belong to expressions that are
     no longer queried. */
#include "solver/backend_cadical.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/blast.h"
#include "solver/blast_cnf.h"
#include "solver/blast_cone.h"
#include "solver/deadline.h"
#include "solver/solver.h"
#include "util/fault.h"

#include <stdlib.h>

static const struct cadical_options default_options = {
    .sample_every = 4,
    .variable_cost = 4,
    .look_cost = 100,
    .fewest_variables = 1024,
    .fewest_gates = 1 << 16,
    .live_part = 4,
    .arrays = ARRAY_LIMITS,
};

struct backend {
  struct solver solver; /* first, so that the two have the same address */
  struct exprs *exprs;
  struct cadical_options options;
  struct blaster *blaster;
  struct cnf cnf;
  struct cone cone;
  bool is_cone_known; /* of the current query */
  VEC(gate_lit) lits; /* of the current query, by conjunct */
  VEC(gate_lit) roots;
  VEC(int) assumptions;
  uint64_t queries, wasted;
  uint64_t instances, translations;
};

static void begin_instance(struct backend *backend) {
  cnf_init(&backend->cnf, &backend->blaster->gates);
  backend->wasted = 0;
  backend->instances++;
}

static void begin_translation(struct backend *backend) {
  backend->blaster = blaster_new(backend->exprs, &backend->options.arrays);
  backend->translations++;
  begin_instance(backend);
}

static void find_cone(struct backend *backend) {
  if (backend->is_cone_known) return;
  cone_walk(&backend->cone, &backend->blaster->gates, backend->lits.data, backend->lits.count);
  backend->is_cone_known = true;
}

static void retire_instance(struct backend *backend) {
  cnf_free(&backend->cnf);
  begin_instance(backend);
}

/* Called before a query, when its literals are known. */
static void consider_retirement(struct backend *backend) {
  const struct cadical_options *options = &backend->options;
  size_t variables = (size_t)backend->cnf.variable_count;
  if (backend->queries++ % options->sample_every != 0 || variables < options->fewest_variables)
    return;
  find_cone(backend);
  if (backend->cone.gate_count < variables)
    backend->wasted += options->sample_every * (variables - backend->cone.gate_count);
  if (backend->wasted > options->variable_cost * (uint64_t)variables +
                            options->look_cost * (uint64_t)backend->cnf.looks)
    retire_instance(backend);
}

/* False if the deadline passed first. */
static bool find_literals(struct backend *backend, const struct query *query,
                          const struct deadline *deadline) {
  vec_clear(&backend->lits);
  backend->is_cone_known = false;
  for (size_t i = 0; i < query->count; i++) {
    gate_lit a;
    if (!blaster_literal(backend->blaster, query->conjuncts[i], deadline, &a)) return false;
    vec_push(&backend->lits, a);
  }
  return true;
}

/* A conjunct that is false by itself, or -1. */
static ptrdiff_t find_false(const struct backend *backend) {
  for (size_t i = 0; i < backend->lits.count; i++)
    if (backend->lits.data[i] == GATE_FALSE) return (ptrdiff_t)i;
  return -1;
}

/* Solves and refines until the assignment satisfies the array axioms. Every round is charged as a
   conflict. */
static enum answer solve(struct backend *backend, int64_t conflicts,
                         const struct deadline *deadline) {
  for (;;) {
    enum answer answer = cnf_solve(&backend->cnf, backend->assumptions.data,
                                   backend->assumptions.count, conflicts, deadline);
    if (answer != ANSWER_SAT || backend->blaster->arrays.reads.count == 1) return answer;
    find_cone(backend);
    if (!arrays_refine(&backend->blaster->arrays, &backend->cnf, &backend->cone)) return answer;
    backend->is_cone_known = false;
    if (conflicts > 0 && --conflicts == 0) return ANSWER_UNKNOWN;
    if (deadline_is_over(deadline)) return ANSWER_UNKNOWN;
  }
}

static struct assignment *make_model(struct backend *backend) {
  struct assignment *model = assignment_new();
  const struct blaster *blaster = backend->blaster;
  find_cone(backend);
  for (size_t i = 0; i < backend->cone.elements.count; i++) {
    const struct input_element *element =
        &blaster->inputs.list.data[backend->cone.elements.data[i]];
    uint64_t value = 0;
    for (unsigned bit = 0; bit < element->width; bit++) {
      gate_lit a = element->first + 2 * bit;
      if (cnf_has(&backend->cnf, a) && cnf_value(&backend->cnf, a)) value |= (uint64_t)1 << bit;
    }
    assignment_set(model, element->array, element->index, value);
  }
  arrays_fill_model(&blaster->arrays, &backend->cnf, &backend->cone, model);
  return model;
}

#ifndef NDEBUG
static void check_model(struct backend *backend, const struct query *query,
                        const struct assignment *model) {
  struct evaluator *evaluator = evaluator_new(backend->exprs, model);
  for (size_t i = 0; i < query->count; i++)
    if (evaluator_value(evaluator, query->conjuncts[i]) != 1)
      FAULT("the model of the bit-blaster does not satisfy conjunct %zu", i);
  evaluator_free(evaluator);
}
#endif

static void answer_sat(struct backend *backend, const struct query *query, struct result *result) {
  struct assignment *model = NULL;
#ifdef NDEBUG
  if (query->wants_model) model = make_model(backend);
#else
  model = make_model(backend);
  check_model(backend, query, model);
#endif
  if (query->wants_model)
    result->model = model;
  else if (model != NULL)
    assignment_free(model);
}

static void answer_unsat(struct backend *backend, const struct query *query, ptrdiff_t false_one,
                         struct result *result) {
  if (!query->wants_core) return;
  result->in_core = alloc_zeroed(query->count + 1);
  if (false_one >= 0) {
    result->in_core[false_one] = true;
    return;
  }
  size_t next = 0;
  for (size_t i = 0; i < query->count; i++)
    if (!gate_is_const(backend->lits.data[i]))
      result->in_core[i] = cnf_is_failed(&backend->cnf, backend->assumptions.data[next++]);
}

/* Measured costs: making and simplifying a clause, ten steps of the search, a variable in a
   model, a gate. */
enum { CLAUSE_WORK = 50, LOOK_WORK = 600, VARIABLE_WORK = 6, GATE_WORK = 10 };

static uint64_t work_of(const struct cnf *cnf) {
  return CLAUSE_WORK * cnf->clause_count + LOOK_WORK * cnf->looks;
}

/* Each of the three stages may take all of the work that a query gets: gates and clauses, once
   made, are there for the next attempt, too. */
static void limit_work(const struct budget *budget, struct deadline *deadline,
                       const uint64_t *meter, unsigned unit) {
  if (budget->work != 0) deadline_meter(deadline, meter, budget->work / unit + 1);
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct backend *backend = (struct backend *)solver;
  struct deadline deadline = deadline_begin(&query->budget);
  limit_work(&query->budget, &deadline, &backend->blaster->gates.list.count, GATE_WORK);
  if (!find_literals(backend, query, &deadline)) return ANSWER_UNKNOWN;
  ptrdiff_t false_one = find_false(backend);
  if (false_one >= 0) {
    answer_unsat(backend, query, false_one, result);
    return ANSWER_UNSAT;
  }
  consider_retirement(backend);
  uint64_t work = work_of(&backend->cnf);
  vec_clear(&backend->assumptions);
  limit_work(&query->budget, &deadline, &backend->cnf.clause_count, CLAUSE_WORK);
  for (size_t i = 0; i < backend->lits.count; i++)
    if (!gate_is_const(backend->lits.data[i]))
      vec_push(&backend->assumptions, cnf_literal(&backend->cnf, backend->lits.data[i], &deadline));
  enum answer answer = cnf_complete(&backend->cnf, &deadline) ? ANSWER_SAT : ANSWER_UNKNOWN;
  limit_work(&query->budget, &deadline, &backend->cnf.looks, LOOK_WORK);
  if (answer == ANSWER_SAT) answer = solve(backend, query->budget.conflicts, &deadline);
  solver->work += work_of(&backend->cnf) - work;
  if (answer == ANSWER_SAT) solver->work += VARIABLE_WORK * (uint64_t)backend->cnf.variable_count;
  if (answer == ANSWER_SAT)
    answer_sat(backend, query, result);
  else if (answer == ANSWER_UNSAT)
    answer_unsat(backend, query, -1, result);
  return answer;
}

/* The number of gates that recently used translations depend on. */
static size_t count_live(struct backend *backend) {
  const struct blaster *blaster = backend->blaster;
  vec_clear(&backend->roots);
  for (size_t i = 0; i < blaster->entries.count; i++) {
    const struct blasted *entry = &blaster->entries.data[i];
    for (unsigned k = 0; k < entry->width; k++)
      vec_push(&backend->roots, blaster->lits.data[entry->place + k]);
  }
  cone_walk(&backend->cone, &blaster->gates, backend->roots.data, backend->roots.count);
  return backend->cone.gate_count;
}

static void forget(struct solver *solver) {
  struct backend *backend = (struct backend *)solver;
  cnf_free(&backend->cnf);
  cone_free(&backend->cone);
  backend->cone = (struct cone){0};
  blaster_free(backend->blaster);
  begin_translation(backend);
}

static void mark(struct solver *solver, struct exprs *exprs) {
  struct backend *backend = (struct backend *)solver;
  blaster_grow_older(backend->blaster);
  size_t gates = backend->blaster->gates.list.count;
  bool is_small = gates < backend->options.fewest_gates;
  if (is_small || count_live(backend) >= gates / backend->options.live_part) {
    /* Translations are found by id and refer to no expressions, only to tables. */
    arrays_mark(&backend->blaster->arrays, exprs);
    return;
  }
  forget(solver);
}

static void free_backend(struct solver *solver) {
  struct backend *backend = (struct backend *)solver;
  cnf_free(&backend->cnf);
  cone_free(&backend->cone);
  blaster_free(backend->blaster);
  vec_free(&backend->lits);
  vec_free(&backend->roots);
  vec_free(&backend->assumptions);
  free(backend);
}

static const struct solver_class cadical_class = {"cadical", check, mark, free_backend};

struct cadical_options backend_cadical_default_options(void) { return default_options; }

struct solver *backend_cadical_new(struct exprs *exprs) {
  return backend_cadical_new_with(exprs, &default_options);
}

struct solver *backend_cadical_new_with(struct exprs *exprs,
                                        const struct cadical_options *options) {
  struct backend *backend = alloc_zeroed(sizeof *backend);
  backend->solver.class = &cadical_class;
  backend->solver.forget = forget;
  backend->exprs = exprs;
  backend->options = *options;
  begin_translation(backend);
  return &backend->solver;
}

struct cadical_statistics backend_cadical_statistics(const struct solver *solver) {
  const struct backend *backend = (const struct backend *)solver;
  return (struct cadical_statistics){
      .gates = backend->blaster->gates.list.count,
      .variables = (size_t)backend->cnf.variable_count,
      .clauses = backend->cnf.clause_count,
      .instances = backend->instances,
      .translations = backend->translations,
      .refinements = backend->blaster->arrays.refinements,
      .bytes = blaster_bytes(backend->blaster),
  };
}
