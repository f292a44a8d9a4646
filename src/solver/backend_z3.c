/* Z3 behind the solver interface. In incremental mode, each conjunct is asserted once under its own
   Boolean, and a query assumes those Booleans. Otherwise each query has its own solver and
   translation, as is common in symbolic execution engines. As a judge of many small queries it
   keeps the solver but opens a scope for each query and closes it again: a new solver costs a
   quarter of a millisecond, a scope a tenth of that.

   Z3 reports errors by a code and never ends the process: any error makes the answer UNKNOWN, and
   the next query starts from nothing. The same happens when Z3 does not answer at all
   (backend_z3_worker.c). */
#include "solver/backend_z3.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/backend_z3_terms.h"
#include "solver/backend_z3_worker.h"
#include "solver/deadline.h"
#include "solver/solver.h"
#include "util/fault.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TERMS = 1 << 22 }; /* beyond this an incremental solver starts again */
enum { MOST_SCOPES = 100 };    /* after this many a judge gets a new solver */

enum mode { MODE_INCREMENTAL, MODE_AFRESH, MODE_JUDGE };

struct backend {
  struct solver solver; /* first, so that the two have the same address */
  struct exprs *exprs;
  enum mode mode;
  bool has_failed;
  unsigned scopes;   /* that the solver has opened */
  int64_t conflicts; /* limit of the solver; 0: none */
  Z3_context context;
  Z3_solver z3;
  struct z3_terms terms;
  size_t axiom_count;     /* how many are asserted */
  struct id_map trackers; /* of ids of conjuncts: Booleans that imply them */
  VEC(Z3_ast) assumed;
  struct z3_job *job;       /* what the current query asks */
  struct z3_worker *worker; /* NULL until a query needs it */
};

/* Errors are looked up by their code afterwards. */
static void ignore_error(Z3_context context, Z3_error_code code) {
  (void)context;
  (void)code;
}

static bool is_fine(const struct backend *backend) {
  return Z3_get_error_code(backend->context) == Z3_OK;
}

static void begin_solver(struct backend *backend) {
  backend->z3 = z3_new_solver(backend->context);
  backend->scopes = 0;
  backend->conflicts = 0;
  backend->has_failed = false;
}

static void end_solver(struct backend *backend) {
  Z3_solver_dec_ref(backend->context, backend->z3);
}

static void begin_translation(struct backend *backend) { backend->axiom_count = 0; }

static void end_translation(struct backend *backend) {
  id_map_free(&backend->trackers);
  z3_terms_clear(&backend->terms);
}

/* A Boolean that implies the conjunct; NULL if the deadline passed. */
static Z3_ast track(struct backend *backend, struct expr *conjunct,
                    const struct deadline *deadline) {
  Z3_context context = backend->context;
  const uint64_t *known = id_map_find(&backend->trackers, conjunct->id);
  if (known != NULL) return (Z3_ast)(uintptr_t)*known;
  Z3_ast term = z3_terms_translate(&backend->terms, conjunct, deadline);
  if (term == NULL) return NULL;
  char *name = alloc_format("conjunct!%" PRIu64, (uint64_t)conjunct->id);
  Z3_ast boolean =
      z3_terms_keep(&backend->terms, Z3_mk_const(context, Z3_mk_string_symbol(context, name),
                                                 Z3_mk_bool_sort(context)));
  free(name);
  vec_push(&backend->job->assertions,
           z3_terms_keep(&backend->terms, Z3_mk_implies(context, boolean, term)));
  id_map_add(&backend->trackers, conjunct->id, (uintptr_t)boolean);
  return boolean;
}

static unsigned clamped(double value) {
  return value < 1 ? 1 : value >= (double)UINT_MAX ? UINT_MAX : (unsigned)value;
}

/* The time limit is enforced by the worker: Z3 4.8's own timer thread can miss its start, and then
   the query that waits for it never returns. */
static void set_budget(struct backend *backend, const struct budget *budget) {
  Z3_context context = backend->context;
  if (budget->conflicts == backend->conflicts) return;
  backend->conflicts = budget->conflicts;
  Z3_params params = Z3_mk_params(context);
  Z3_params_inc_ref(context, params);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "max_conflicts"),
                     budget->conflicts > 0 ? clamped((double)budget->conflicts) : UINT_MAX);
  Z3_solver_set_params(context, backend->z3, params);
  Z3_params_dec_ref(context, params);
}

static void assert_axioms(struct backend *backend) {
  while (backend->axiom_count < backend->terms.axioms.count)
    vec_push(&backend->job->assertions, backend->terms.axioms.data[backend->axiom_count++]);
}

/* Reads the model. */

struct reading {
  struct backend *backend;
  Z3_model model;
  struct assignment *assignment;
  bool has_all;
};

static bool read_number(struct reading *reading, Z3_ast term, uint64_t *value) {
  Z3_ast number = NULL;
  Z3_context context = reading->backend->context;
  if (!Z3_model_eval(context, reading->model, term, true, &number)) return false;
  z3_terms_keep(&reading->backend->terms, number);
  return Z3_get_numeral_uint64(context, number, value);
}

static void read_element(struct reading *reading, const struct expr_array *array, uint64_t index) {
  uint64_t value = 0;
  Z3_ast term = z3_terms_element(&reading->backend->terms, array, index);
  if (array->table != NULL || (array->size != 0 && index >= array->size)) return;
  if (term == NULL || !read_number(reading, term, &value))
    reading->has_all = false;
  else
    assignment_set(reading->assignment, array->number, index, value);
}

static void read_leaf(struct reading *reading, struct expr *e) {
  struct backend *backend = reading->backend;
  uint64_t index = 0;
  if (e->kind == EXPR_INPUT) {
    read_element(reading, expr_array_of(backend->exprs, e), expr_input_index(e));
  } else if (e->kind == EXPR_READ) {
    const struct expr *base = expr_child(e, 0);
    while (base->kind == EXPR_STORE) base = expr_child(base, 0);
    struct expr *at = expr_child(e, 1);
    Z3_ast term = z3_terms_translate(&backend->terms, at, NULL);
    if (at->width > 1) {
      if (!read_number(reading, term, &index)) reading->has_all = false;
    } else {
      Z3_ast value = NULL;
      if (!Z3_model_eval(backend->context, reading->model, term, true, &value))
        reading->has_all = false;
      else
        index = Z3_get_bool_value(backend->context, value) == Z3_L_TRUE;
    }
    read_element(reading, expr_array_of(backend->exprs, base), index);
  }
}

/* Visits every subexpression of the query once. */
static void read_model(struct reading *reading, const struct query *query) {
  VEC(struct expr *) stack = {0};
  struct id_map seen = {0};
  for (size_t i = 0; i < query->count; i++) vec_push(&stack, query->conjuncts[i]);
  while (stack.count > 0) {
    struct expr *e = vec_pop(&stack);
    if (id_map_find(&seen, e->id) != NULL) continue;
    id_map_add(&seen, e->id, 1);
    read_leaf(reading, e);
    for (unsigned k = 0; k < expr_child_count(e); k++) vec_push(&stack, expr_child(e, k));
  }
  vec_free(&stack);
  id_map_free(&seen);
}

static bool answer_sat(struct backend *backend, const struct query *query, struct result *result) {
  if (!query->wants_model) return true;
  struct reading reading = {backend, Z3_solver_get_model(backend->context, backend->z3),
                            assignment_new(), true};
  if (reading.model != NULL) {
    size_t kept = backend->terms.kept.count;
    Z3_model_inc_ref(backend->context, reading.model);
    read_model(&reading, query);
    z3_terms_release(&backend->terms, kept);
    Z3_model_dec_ref(backend->context, reading.model);
  }
  if (reading.model == NULL || !reading.has_all || !is_fine(backend)) {
    assignment_free(reading.assignment);
    return false;
  }
#ifndef NDEBUG
  struct evaluator *evaluator = evaluator_new(backend->exprs, reading.assignment);
  for (size_t i = 0; i < query->count; i++)
    if (evaluator_value(evaluator, query->conjuncts[i]) != 1)
      FAULT("Z3's model does not satisfy conjunct %zu", i);
  evaluator_free(evaluator);
#endif
  result->model = reading.assignment;
  return true;
}

static bool answer_unsat(struct backend *backend, const struct query *query,
                         struct result *result) {
  if (!query->wants_core) return true;
  Z3_context context = backend->context;
  Z3_ast_vector core = Z3_solver_get_unsat_core(context, backend->z3);
  if (core == NULL || !is_fine(backend)) return false;
  Z3_ast_vector_inc_ref(context, core);
  result->in_core = alloc_zeroed(query->count + 1);
  for (unsigned k = 0; k < Z3_ast_vector_size(context, core); k++) {
    Z3_ast boolean = Z3_ast_vector_get(context, core, k);
    for (size_t i = 0; i < query->count; i++)
      if (Z3_is_eq_ast(context, boolean, backend->assumed.data[i])) result->in_core[i] = true;
  }
  Z3_ast_vector_dec_ref(context, core);
  return true;
}

static void begin_context(struct backend *backend) {
  Z3_config config = Z3_mk_config();
  backend->context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(backend->context, ignore_error);
  z3_terms_init(&backend->terms, backend->exprs, backend->context);
  begin_translation(backend);
  begin_solver(backend);
}

/* Forgets everything that belongs to the abandoned thread. */
static void begin_anew(struct backend *backend) {
  backend->worker = NULL;
  backend->job = NULL;
  z3_terms_abandon(&backend->terms);
  id_map_free(&backend->trackers);
  begin_context(backend);
}

/* False if Z3 did not answer. */
static bool solve(struct backend *backend, const struct deadline *deadline) {
  if (deadline->end == 0 && deadline->stop == NULL) {
    z3_job_do(backend->job);
    return true;
  }
  if (backend->worker == NULL) backend->worker = z3_worker_new();
  if (z3_worker_do(backend->worker, backend->job, deadline)) return true;
  begin_anew(backend);
  return false;
}

/* Turns the query into assertions and assumptions. False if the deadline passed. */
static bool translate(struct backend *backend, const struct query *query,
                      const struct deadline *deadline) {
  bool needs_trackers = backend->mode == MODE_INCREMENTAL || query->wants_core;
  vec_clear(&backend->assumed);
  for (size_t i = 0; i < query->count; i++) {
    Z3_ast term = needs_trackers
                      ? track(backend, query->conjuncts[i], deadline)
                      : z3_terms_translate(&backend->terms, query->conjuncts[i], deadline);
    if (term == NULL || deadline_is_over(deadline)) return false;
    if (needs_trackers)
      vec_push(&backend->assumed, term);
    else
      vec_push(&backend->job->assertions, term);
  }
  assert_axioms(backend);
  return true;
}

static void begin_job(struct backend *backend) {
  backend->job = alloc_zeroed(sizeof *backend->job);
  backend->job->context = backend->context;
  backend->job->solver = backend->z3;
}

static void end_job(struct backend *backend) {
  if (backend->job != NULL) z3_job_free(backend->job);
  backend->job = NULL;
}

static enum answer ask(struct backend *backend, const struct query *query, struct result *result) {
  struct deadline deadline = deadline_begin(&query->budget);
  begin_job(backend);
  if (!translate(backend, query, &deadline)) {
    backend->has_failed = true; /* some tracked conjuncts were not asserted */
    end_job(backend);
    return ANSWER_UNKNOWN;
  }
  for (size_t i = 0; i < backend->assumed.count; i++)
    vec_push(&backend->job->assumptions, backend->assumed.data[i]);
  set_budget(backend, &query->budget);
  if (is_fine(backend) && !solve(backend, &deadline)) return ANSWER_UNKNOWN;
  Z3_lbool status = is_fine(backend) ? backend->job->status : Z3_L_UNDEF;
  if (!backend->job->is_asserted) backend->has_failed = true;
  end_job(backend);
  if (status == Z3_L_TRUE && answer_sat(backend, query, result)) return ANSWER_SAT;
  if (status == Z3_L_FALSE && answer_unsat(backend, query, result)) return ANSWER_UNSAT;
  return ANSWER_UNKNOWN;
}

static enum answer ask_in_scope(struct backend *backend, const struct query *query,
                                struct result *result) {
  Z3_context context = backend->context;
  Z3_solver_push(context, backend->z3);
  backend->scopes++;
  enum answer answer = ask(backend, query, result);
  if (backend->context == context) Z3_solver_pop(context, backend->z3, 1);
  return answer;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct backend *backend = (struct backend *)solver;
  bool needs_solver = backend->mode == MODE_AFRESH || backend->has_failed ||
                      (backend->mode == MODE_JUDGE && backend->scopes >= MOST_SCOPES);
  if (needs_solver) end_solver(backend);
  if (needs_solver || backend->mode == MODE_JUDGE) {
    end_translation(backend);
    begin_translation(backend);
  }
  if (needs_solver) begin_solver(backend);
  enum answer answer = backend->mode == MODE_JUDGE ? ask_in_scope(backend, query, result)
                                                   : ask(backend, query, result);
  /* A search that was cut short leaves half-built terms in Z3, or makes it continue with what was
     too hard before: it has returned models that violate later queries. */
  if (!is_fine(backend) || answer == ANSWER_UNKNOWN) backend->has_failed = true;
  return answer;
}

static void mark(struct solver *solver, struct exprs *exprs) {
  struct backend *backend = (struct backend *)solver;
  (void)exprs; /* terms are found by id and refer to no expressions */
  if (backend->terms.kept.count > MOST_TERMS) backend->has_failed = true;
}

static void forget(struct solver *solver) {
  struct backend *backend = (struct backend *)solver;
  end_solver(backend);
  end_translation(backend);
  begin_translation(backend);
  begin_solver(backend);
}

static void free_backend(struct solver *solver) {
  struct backend *backend = (struct backend *)solver;
  z3_worker_free(backend->worker);
  end_solver(backend);
  end_translation(backend);
  id_map_free(&backend->terms.memo);
  vec_free(&backend->assumed);
  Z3_del_context(backend->context);
  free(backend);
}

static const struct solver_class classes[] = {
    [MODE_INCREMENTAL] = {"z3", check, mark, free_backend},
    [MODE_AFRESH] = {"z3-afresh", check, mark, free_backend},
    [MODE_JUDGE] = {"z3-judge", check, mark, free_backend},
};

static struct solver *new_backend(struct exprs *exprs, enum mode mode) {
  struct backend *backend = alloc_zeroed(sizeof *backend);
  backend->solver.class = &classes[mode];
  backend->solver.forget = forget;
  backend->exprs = exprs;
  backend->mode = mode;
  begin_context(backend);
  return &backend->solver;
}

struct solver *backend_z3_new(struct exprs *exprs, bool is_incremental) {
  return new_backend(exprs, is_incremental ? MODE_INCREMENTAL : MODE_AFRESH);
}

struct solver *backend_z3_new_judge(struct exprs *exprs) { return new_backend(exprs, MODE_JUDGE); }
