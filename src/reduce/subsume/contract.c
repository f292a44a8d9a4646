/* Recursion, by induction on the depth of calls.

   A loop comes back to the same place; a recursive call comes to a deeper stack. So what recursion
   does is described by what it returns. The body is explored from general arguments, and every
   call of the recursion in it is replaced by a new value, of which the contract is assumed. A
   promise is kept if every path of every function of the recursion keeps it under this assumption;
   promises that are not kept are dropped until the rest is (promise.c makes them up). If a path
   meets an error even so, or is not exact, there is no contract.

   Only functions that use no memory have one: no load, store or allocation in them or in what they
   call. And a stack that is too deep is an error by itself, which a contract would hide: so
   there are contracts only if the stack has no limit (--max-stack-frames=0). */
#include "reduce/subsume/contract.h"

#include "exec/decide.h"
#include "exec/explore/reducer.h"
#include "exec/explore/scratch.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/symbol.h"
#include "exec/translate/op.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "ir/call_graph.h"
#include "ir/ir.h"
#include "reduce/subsume/promise.h"
#include "solver/path_condition.h"
#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 4, MOST_PATHS = 64, MOST_CONFLICTS = 3000, MOST_QUERIES = 4000 };
static const struct scratch_limits body_limits = {
    .max_work = 1 << 18, .max_states = 64, .max_steps = 1024, .max_conflicts = 500};
static const struct scratch_limits sample_limits = {.max_work = 1 << 12, .max_states = 2};

/* A call that was replaced. */
struct recursive_call {
  struct contract *callee;
  uint32_t array; /* of the input that stands for its result */
  expr_list args;
  struct expr *result;
};

/* A path through the body, to its end. */
struct body_path {
  struct contract *contract;
  expr_list conditions;
  struct expr *result; /* NULL: an error, or unknown */
  VEC(size_t) calls;
};

struct contracts {
  struct reducer reducer; /* of the scratch exploration */
  struct machine *machine;
  struct names *names;
  struct scratch *scratch;
  struct call_graph graph;
  bool is_possible;
  VEC(struct contract *) list;
  uint64_t proven, queries;
  /* While a body is explored: */
  struct contract *contract;
  uint32_t result_reg; /* of the caller */
  bool samples;        /* calls are followed */
  struct expr *sampled;
  VEC(struct recursive_call) calls;
  VEC(struct body_path) paths;
  bool has_failed;
};

/* ---- which functions ---- */

static bool is_harmless(const char *name) {
  static const char *const names[] = {"reach_error",       "abort",         "__VERIFIER_error",
                                      "__VERIFIER_assume", "__smew_assume", "__VERIFIER_assert",
                                      "__smew_check",      "__smew_input",  "__smew_output"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return strncmp(name, "__VERIFIER_nondet_", 18) == 0 && strcmp(name + 18, "memory") != 0;
}

static bool uses_memory(const struct ir_func *func) {
  for (size_t i = 0; i < func->ins.count; i++) {
    unsigned op = func->ins.data[i].op;
    if (op >= IR_LOAD && op <= IR_LONGJMP && op != IR_GUARD) return true;
    if (op == IR_INDIRECTBR || op == IR_TRAP) return true;
  }
  return false;
}

static bool is_pure(const struct contracts *c, uint32_t func, uint8_t *seen) {
  const struct ir_func *f = c->machine->program->funcs.data[func];
  if (seen[func]) return true;
  seen[func] = 1;
  if (!f->has_body) return is_harmless(f->name);
  if (uses_memory(f) || c->graph.has_indirect_call[func]) return false;
  for (uint32_t i = c->graph.callees.start[func]; i < c->graph.callees.start[func + 1]; i++)
    if (!is_pure(c, c->graph.callees.targets[i], seen)) return false;
  return true;
}

static bool has_numbers(const struct ir_func *func) {
  if (func->param_widths.count == 0 || func->param_widths.count > MOST_ARGUMENTS ||
      func->result_widths.count != 1 || func->is_variadic)
    return false;
  for (size_t i = 0; i < func->param_widths.count; i++)
    if (func->param_widths.data[i] > 64) return false;
  return func->result_widths.data[0] <= 64;
}

static void add_contract(struct contracts *c, uint32_t func) {
  const struct ir_func *f = c->machine->program->funcs.data[func];
  struct contract *contract = alloc_zeroed(sizeof *contract);
  contract->func = func;
  for (size_t i = 0; i < f->param_widths.count; i++)
    vec_push(&contract->args, names_new(c->names, f->param_widths.data[i]));
  contract->result = names_new(c->names, f->result_widths.data[0]);
  vec_push(&c->list, contract);
}

static void list_functions(struct contracts *c) {
  const struct ir_program *program = c->machine->program;
  uint8_t *seen = alloc_zeroed(program->funcs.count + 1);
  for (uint32_t i = 0; i < program->funcs.count; i++) {
    memset(seen, 0, program->funcs.count);
    if (program->funcs.data[i]->has_body && has_numbers(program->funcs.data[i]) &&
        call_graph_is_recursive(&c->graph, i) && is_pure(c, i, seen))
      add_contract(c, i);
  }
  free(seen);
  c->is_possible = c->list.count > 0;
}

static struct contract *contract_of(const struct contracts *c, uint32_t func) {
  for (size_t i = 0; i < c->list.count; i++)
    if (c->list.data[i]->func == func) return c->list.data[i];
  return NULL;
}

bool contracts_are_possible(const struct contracts *contracts) { return contracts->is_possible; }

const struct contract *contracts_find(const struct contracts *contracts, uint32_t func) {
  const struct contract *contract = contract_of(contracts, func);
  return contract != NULL && contract->is_proven ? contract : NULL;
}

/* ---- calls ---- */

static bool is_together(const struct contracts *c, uint32_t a, uint32_t b) {
  return c->graph.components.of_node[a] == c->graph.components.of_node[b];
}

static void list_arguments(const struct contracts *c, struct state *state, expr_list *args) {
  const struct ir_func *func = state->top->code->func;
  for (size_t i = 0; i < func->params.count; i++)
    vec_push(args, successor_get(c->machine, state, func->params.data[i]));
}

/* Not those that are undefined: what depends on them is an error. */
static bool has_undefined(const struct contracts *c, const expr_list *args) {
  for (size_t i = 0; i < args->count; i++)
    if (unwritten_concerns(&c->machine->memory, args->data[i])) return true;
  return false;
}

static struct state *return_any(const struct contracts *c, struct state *state, unsigned width,
                                struct expr **result) {
  struct state *successor = successor_new(c->machine, state);
  *result = successor_make_input(c->machine, successor, "result", width);
  successor_return(c->machine, successor, *result);
  return successor;
}

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct contracts *c = (struct contracts *)reducer;
  uint32_t func = state->top->code->func->number;
  struct contract *callee = contract_of(c, func);
  if (!(places & REDUCER_CALL) || c->samples || callee == NULL ||
      !is_together(c, func, c->contract->func))
    return (struct reducer_verdict){.action = REDUCER_KEEP};
  struct recursive_call call = {.callee = callee};
  list_arguments(c, state, &call.args);
  struct state *successor = return_any(c, state, callee->result.width, &call.result);
  call.array = successor->symbols->array->number;
  vec_push(&c->calls, call);
  successor_give(c->machine, successor);
  return (struct reducer_verdict){REDUCER_REPLACE, DROP_SUMMARISED, 0};
}

/* ---- ends of paths ---- */

static bool has_input(const struct state *state, uint32_t array) {
  for (const struct symbol *symbol = state->symbols; symbol != NULL; symbol = symbol->before)
    if (symbol->array->number == array) return true;
  return false;
}

static void note_path(struct contracts *c, struct state *state, struct expr *result) {
  struct body_path path = {.contract = c->contract, .result = result};
  for (uint32_t i = 0; i < path_condition_depth(state->path); i++)
    vec_push(&path.conditions, path_condition_at(state->path, i));
  for (size_t i = 0; i < c->calls.count; i++)
    if (has_input(state, c->calls.data[i].array)) vec_push(&path.calls, i);
  vec_push(&c->paths, path);
  if (c->paths.count > MOST_PATHS) c->has_failed = true;
}

static void end(struct reducer *reducer, struct state *state, const struct state_end *ending) {
  struct contracts *c = (struct contracts *)reducer;
  struct expr *result = NULL;
  if (ending->cause == END_EXITED || ending->cause == END_ASSUMED || ending->cause == END_DROPPED)
    return;
  if (ending->cause == END_RETURNED) result = successor_get(c->machine, state, c->result_reg);
  if (c->samples)
    c->sampled = result;
  else
    note_path(c, state, result);
}

static const struct reducer_class contract_class = {
    .name = "contract", .keeps = KEEPS_ALL, .arrive = arrive, .end = end};

/* ---- exploring ---- */

/* The register that gets the result of the call by which the state has entered the function. */
static bool find_result(const struct state *state, uint32_t *reg) {
  const struct frame *frame = state->top;
  if (frame->caller == NULL) return false;
  const struct ir_func *func = frame->caller->code->func;
  uint32_t ins = frame->caller->code->origins[frame->call - frame->caller->code->ops];
  const struct ir_call *call = &func->calls.data[func->ins.data[ins].b];
  if (call->result_count != 1) return false;
  *reg = func->operands.data[call->first_result];
  return true;
}

static enum scratch_end run(struct contracts *c, struct state *entry, const expr_list *args,
                            const struct scratch_limits *limits) {
  const struct ir_func *func = entry->top->code->func;
  struct state *start = successor_new(c->machine, entry);
  successor_forget_path(c->machine, start);
  for (size_t i = 0; i < func->params.count; i++)
    successor_set(c->machine, start, func->params.data[i], args->data[i]);
  return scratch_run(c->scratch, start, limits);
}

static bool explore_body(struct contracts *c, struct contract *contract, struct state *entry) {
  expr_list args = {0};
  for (size_t i = 0; i < contract->args.count; i++)
    vec_push(&args, names_value(c->names, contract->args.data[i]));
  c->contract = contract;
  c->samples = false;
  enum scratch_end end = run(c, entry, &args, &body_limits);
  vec_free(&args);
  return end == SCRATCH_DONE && scratch_is_exact(c->scratch) && !c->has_failed;
}

/* What the function returns for these arguments; NULL: unknown. */
static struct expr *compute(void *context, struct state *entry, const expr_list *args) {
  struct contracts *c = context;
  c->samples = true;
  c->sampled = NULL;
  enum scratch_end end = run(c, entry, args, &sample_limits);
  bool is_good = end == SCRATCH_DONE && c->sampled != NULL && expr_is_const(c->sampled);
  return is_good ? c->sampled : NULL;
}

/* ---- proving ---- */

static void add_promises(struct contracts *c, const struct contract *contract,
                         const expr_list *args, struct expr *result, expr_list *list) {
  struct substitution *substitution = substitution_new(c->machine->exprs);
  for (size_t i = 0; i < args->count; i++)
    names_substitute(c->names, contract->args.data[i], args->data[i], substitution);
  names_substitute(c->names, contract->result, result, substitution);
  for (size_t i = 0; i < contract->promises.count; i++)
    vec_push(list, substitution_apply(substitution, contract->promises.data[i]));
  substitution_free(substitution);
}

/* What is known at the end of a path. */
static expr_list list_known(struct contracts *c, const struct body_path *path) {
  expr_list known = {0};
  for (size_t i = 0; i < path->conditions.count; i++) vec_push(&known, path->conditions.data[i]);
  for (size_t i = 0; i < path->calls.count; i++) {
    const struct recursive_call *call = &c->calls.data[path->calls.data[i]];
    add_promises(c, call->callee, &call->args, call->result, &known);
  }
  return known;
}

static bool may_hold(struct contracts *c, const expr_list *conjuncts) {
  for (size_t i = 0; i < conjuncts->count; i++)
    if (expr_is_false(conjuncts->data[i])) return false;
  struct query query = {.conjuncts = conjuncts->data,
                        .count = conjuncts->count,
                        .budget = {.conflicts = MOST_CONFLICTS}};
  struct result result;
  c->queries++;
  enum answer answer = decide_check(c->machine, &query, &result);
  result_free(&result);
  return answer != ANSWER_UNSAT;
}

/* Drops the promises that the path does not keep. */
static bool filter(struct contracts *c, const struct body_path *path) {
  struct contract *contract = path->contract;
  expr_list known = list_known(c, path), args = {0}, after = {0};
  size_t base = known.count, kept = 0;
  for (size_t i = 0; i < contract->args.count; i++)
    vec_push(&args, names_value(c->names, contract->args.data[i]));
  add_promises(c, contract, &args, path->result, &after);
  for (size_t i = 0; i < after.count; i++) {
    vec_push(&known, expr_not(c->machine->exprs, after.data[i]));
    if (c->queries < MOST_QUERIES && !may_hold(c, &known))
      contract->promises.data[kept++] = contract->promises.data[i];
    known.count = base;
  }
  bool has_changed = kept < contract->promises.count;
  contract->promises.count = kept;
  vec_free(&known);
  vec_free(&args);
  vec_free(&after);
  return has_changed;
}

static bool filter_all(struct contracts *c) {
  bool has_changed = false;
  for (size_t i = 0; i < c->paths.count; i++)
    if (c->paths.data[i].result != NULL) has_changed |= filter(c, &c->paths.data[i]);
  return has_changed;
}

static bool has_error(struct contracts *c) {
  bool may_fail = false;
  for (size_t i = 0; i < c->paths.count && !may_fail; i++) {
    if (c->paths.data[i].result != NULL) continue;
    expr_list known = list_known(c, &c->paths.data[i]);
    may_fail = may_hold(c, &known);
    vec_free(&known);
  }
  return may_fail;
}

static void forget(struct contracts *c) {
  for (size_t i = 0; i < c->calls.count; i++) vec_free(&c->calls.data[i].args);
  for (size_t i = 0; i < c->paths.count; i++) {
    vec_free(&c->paths.data[i].conditions);
    vec_free(&c->paths.data[i].calls);
  }
  vec_free(&c->calls);
  vec_free(&c->paths);
}

static bool prepare(struct contracts *c, struct contract *contract, struct state *entry) {
  contract->was_tried = true;
  if (!explore_body(c, contract, entry)) return false;
  promises_guess(c->machine, c->names, contract, &c->graph, compute, c, entry);
  return true;
}

static bool prepare_all(struct contracts *c, struct contract *first, struct state *entry) {
  bool is_good = true;
  for (size_t i = 0; i < c->list.count && is_good; i++) {
    struct contract *contract = c->list.data[i];
    if (!is_together(c, contract->func, first->func)) continue;
    struct state *other = NULL; /* as if it had been called instead */
    if (contract != first) {
      if (contract->result.width != first->result.width) return false;
      other = successor_new(c->machine, entry);
      successor_enter(c->machine, other, contract->func);
    }
    is_good = prepare(c, contract, other ? other : entry);
    if (other != NULL) successor_free(c->machine, other);
  }
  return is_good;
}

static void prove(struct contracts *c, struct contract *first, struct state *entry) {
  if (c->scratch == NULL)
    c->scratch = scratch_new(c->machine, (struct reducer *[]){&c->reducer}, 1);
  c->has_failed = false;
  c->queries = 0;
  bool is_good = find_result(entry, &c->result_reg) && prepare_all(c, first, entry);
  if (is_good)
    while (filter_all(c)) continue;
  is_good = is_good && !has_error(c) && c->queries < MOST_QUERIES;
  for (size_t i = 0; i < c->list.count; i++) {
    struct contract *contract = c->list.data[i];
    if (!is_together(c, contract->func, first->func)) continue;
    contract->was_tried = true;
    contract->is_proven = is_good;
    c->proven += is_good;
  }
  forget(c);
}

const struct contract *contracts_prove(struct contracts *contracts, struct state *state) {
  struct contract *contract = contract_of(contracts, state->top->code->func->number);
  if (contract == NULL) return NULL;
  if (!contract->was_tried) prove(contracts, contract, state);
  return contract->is_proven ? contract : NULL;
}

bool contracts_apply(const struct contracts *contracts, const struct contract *contract,
                     struct state *state, struct state **successor) {
  struct contracts *c = (struct contracts *)(uintptr_t)contracts;
  expr_list args = {0}, promises = {0};
  struct expr *result;
  bool is_known = true, is_possible = true;
  list_arguments(c, state, &args);
  if (has_undefined(c, &args)) {
    vec_free(&args);
    *successor = NULL;
    return false;
  }
  *successor = return_any(c, state, contract->result.width, &result);
  add_promises(c, contract, &args, result, &promises);
  for (size_t i = 0; i < promises.count && is_possible; i++)
    is_possible = successor_assume(c->machine, *successor, promises.data[i], &is_known);
  vec_free(&args);
  vec_free(&promises);
  if (is_possible) return true;
  successor_free(c->machine, *successor);
  *successor = NULL;
  return is_known;
}

/* ---- all of them ---- */

struct contracts *contracts_new(struct machine *machine, struct names *names) {
  struct contracts *c = alloc_zeroed(sizeof *c);
  c->reducer = (struct reducer){.class = &contract_class, .places = REDUCER_CALL};
  c->machine = machine;
  c->names = names;
  if (machine->max_stack_frames != UINT32_MAX) return c;
  c->graph = call_graph_build(machine->program);
  list_functions(c);
  return c;
}

void contracts_free(struct contracts *contracts) {
  for (size_t i = 0; i < contracts->list.count; i++) {
    vec_free(&contracts->list.data[i]->args);
    vec_free(&contracts->list.data[i]->promises);
    free(contracts->list.data[i]);
  }
  vec_free(&contracts->list);
  if (contracts->scratch != NULL) scratch_free(contracts->scratch);
  if (contracts->machine->max_stack_frames == UINT32_MAX) call_graph_free(&contracts->graph);
  free(contracts);
}

void contracts_mark(const struct contracts *contracts) {
  struct exprs *exprs = contracts->machine->exprs;
  for (size_t i = 0; i < contracts->list.count; i++) {
    const struct contract *contract = contracts->list.data[i];
    for (size_t k = 0; k < contract->promises.count; k++)
      expr_mark_root(exprs, contract->promises.data[k]);
    for (size_t k = 0; k < contract->args.count; k++)
      expr_mark_root(exprs, names_value(contracts->names, contract->args.data[k]));
    expr_mark_root(exprs, names_value(contracts->names, contract->result));
  }
}

uint64_t contracts_count(const struct contracts *contracts) { return contracts->proven; }
