/* Paths of a loop's body, by scratch exploration.

   The body is explored from a general state of a shape at the loop's head. Paths that come back to
   the head are listed with their effects. Of all others, which leave the loop, fail, or return,
   only the conditions are: what they do is found out by states of the program that take them,
   behind the last iteration of a path that is counted. So errors in the body need no attention
   here.

   Functions that the body calls are explored with it. Inner loops are summarised by a reducer of
   the scratch exploration: what it makes of a state at an inner head, the traces of the inner loop,
   are paths of the outer body (section 4.4.3 of the thesis).

   What is constant in the shape but has another value at the end of a path becomes a cell, and the
   body is explored again.

   Left out: bodies that make objects which outlive the iteration. */
#include "reduce/loop_summary/body.h"

#include "exec/explore/reducer.h"
#include "exec/explore/scratch.h"
#include "exec/machine.h"
#include "exec/symbol.h"
#include "exec/translate/op.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "ir/loops.h"
#include "ir/program_loops.h"
#include "solver/path_condition.h"

#include <stdlib.h>

enum {
  MOST_PATHS = 16, /* some of them are split */
  MOST_EXITS = 64,
  MOST_WIDENINGS = 12,
};

struct bodies {
  struct reducer reducer; /* of the scratch exploration */
  struct reducer *inner;  /* borrowed; NULL: inner loops are followed round by round */
  void (*begin)(struct reducer *inner); /* a scratch exploration begins */
  struct machine *machine;
  struct names *names;
  struct scratch *scratch;
  struct program_loops *loops; /* owned */
  struct shape *shape;
  struct outline outline;
  struct loop_body *body;
  uint32_t inputs;      /* of the general state */
  uint64_t begun, work; /* machine_work at the beginning, and how much more it may be */
  unsigned widenings;
  bool has_failed, is_widened;
};

/* ---- loops ---- */

static uint32_t block_of(const struct state *state) {
  return state->top->code->ins_block[state_place(state).ins];
}

static bool is_simple_block(const struct ir_func *func, const struct ir_block *block) {
  for (uint32_t i = 0; i < block->count; i++) switch (func->ins.data[block->first + i].op) {
    case IR_ALLOCA:
    case IR_STACKSAVE:
    case IR_STACKRESTORE:
    case IR_VASTART:
    case IR_SETJMP:
    case IR_LONGJMP: return false;
    default: break;
    }
  return true;
}

bool bodies_are_simple(struct bodies *bodies, const struct state *state) {
  const struct ir_func *func = state->top->code->func;
  const struct loops *loops = program_loops_of(bodies->loops, func);
  uint32_t block = block_of(state);
  if (!loops_is_header(loops, block)) return false;
  const struct loop *loop = &loops->loops[loops->of_block[block]];
  if (loop->is_irreducible) return false;
  for (uint32_t i = 0; i < loop->block_count; i++) {
    uint32_t inner = loops->order[loop->first_block + i];
    if (loops->of_block[inner] != loops->of_block[block] && bodies->inner == NULL) return false;
    if (!is_simple_block(func, &func->blocks.data[inner])) return false;
  }
  return true;
}

/* ---- the ends of paths ---- */

static void list_condition(const struct state *state, expr_list *list) {
  for (uint32_t i = 0; i < path_condition_depth(state->path); i++)
    vec_push(list, path_condition_at(state->path, i));
}

/* Those that the general state does not have, oldest first. */
static void list_inputs(const struct bodies *bodies, const struct state *state,
                        struct loop_path *path) {
  size_t count = (state->symbols ? state->symbols->count : 0) - bodies->inputs;
  const struct symbol *symbol = state->symbols;
  for (size_t i = 0; i < count; i++, symbol = symbol->before) {
    path->has_hidden |= symbol->is_hidden;
    vec_push(&path->inputs,
             ((struct path_input){symbol->array->number, symbol->size, symbol->is_hidden}));
  }
  for (size_t i = 0; i < count / 2; i++) {
    struct path_input swap = path->inputs.data[i];
    path->inputs.data[i] = path->inputs.data[count - 1 - i];
    path->inputs.data[count - 1 - i] = swap;
  }
}

static void add_exit(struct bodies *bodies, const struct state *state) {
  struct loop_exit leaving = {0};
  list_condition(state, &leaving.condition);
  vec_push(&bodies->body->exits, leaving);
  if (bodies->body->exits.count > MOST_EXITS) bodies->has_failed = true;
}

static void add_path(struct bodies *bodies, struct state *state, const expr_list *values) {
  struct loop_path path = {0};
  list_inputs(bodies, state, &path);
  list_condition(state, &path.condition);
  for (size_t i = 0; i < values->count; i++) vec_push(&path.values, values->data[i]);
  bool is_good = (state->symbols ? state->symbols->count : 0) == bodies->inputs;
  for (size_t i = 0; i < path.condition.count; i++)
    is_good &= names_cover(bodies->names, path.condition.data[i]);
  for (size_t i = 0; i < path.values.count; i++)
    is_good &= names_cover(bodies->names, path.values.data[i]);
  path.reads_inputs = !is_good;
  vec_push(&bodies->body->paths, path);
}

static void come_back(struct bodies *bodies, struct state *state) {
  expr_list values = {0};
  enum fit fit = FIT_UNLIKE;
  if (outline_take(bodies->machine, state, false, &bodies->outline))
    fit = shape_fit(bodies->machine, bodies->shape, state, &bodies->outline, &values);
  if (fit == FITS && bodies->body->paths.count < MOST_PATHS)
    add_path(bodies, state, &values);
  else if (fit == FITS)
    add_exit(bodies, state);
  else if (fit == FIT_DIFFERS && bodies->widenings++ < MOST_WIDENINGS &&
           shape_widen(bodies->machine, bodies->names, bodies->shape, state))
    bodies->is_widened = true;
  else
    add_exit(bodies, state);
  vec_free(&values);
}

static bool is_over(const struct bodies *bodies) {
  return bodies->has_failed || bodies->is_widened;
}

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct bodies *bodies = (struct bodies *)reducer;
  struct reducer_verdict keep = {.action = REDUCER_KEEP};
  struct reducer_verdict drop = {REDUCER_DROP, DROP_SUMMARISED, 0};
  if (!(places & REDUCER_ENTRIES)) return keep;
  if (is_over(bodies)) return drop;
  if (state->top->depth != bodies->shape->model->top->depth) return keep; /* in a callee */
  uint32_t block = block_of(state), head = block_of(bodies->shape->model);
  const struct loops *loops = program_loops_of(bodies->loops, state->top->code->func);
  if (block == head) {
    come_back(bodies, state);
    return drop;
  }
  if (loops_contains(loops, loops->of_block[head], block)) return keep;
  add_exit(bodies, state);
  return drop;
}

/* Behind a loop. */
static bool wants_block(struct reducer *reducer, uint32_t func, uint32_t block) {
  struct bodies *bodies = (struct bodies *)reducer;
  const struct loops *loops =
      program_loops_of(bodies->loops, bodies->machine->program->funcs.data[func]);
  for (uint32_t i = 0; i < loops->count; i++)
    for (uint32_t k = 0; k < loops->loops[i].exit_count; k++)
      if (loops->edges[loops->loops[i].first_exit + k].to == block) return true;
  return false;
}

static void end(struct reducer *reducer, struct state *state, const struct state_end *ending) {
  struct bodies *bodies = (struct bodies *)reducer;
  if (ending->cause == END_ABANDONED)
    bodies->has_failed = true;
  else if (ending->cause != END_DROPPED)
    add_exit(bodies, state);
}

/* ---- exploring ---- */

static const struct reducer_class body_class = {.name = "loop-body",
                                                .keeps = KEEPS_ALL,
                                                .arrive = arrive,
                                                .wants_block = wants_block,
                                                .end = end};

struct bodies *bodies_new(struct machine *machine, struct names *names, struct reducer *inner,
                          void (*begin)(struct reducer *inner)) {
  struct bodies *bodies = alloc_zeroed(sizeof *bodies);
  bodies->reducer = (struct reducer){.class = &body_class, .places = REDUCER_LOOP | REDUCER_NAMED};
  bodies->machine = machine;
  bodies->names = names;
  bodies->inner = inner;
  bodies->begin = begin;
  bodies->loops = program_loops_new(machine->program);
  return bodies;
}

void bodies_free(struct bodies *bodies) {
  if (bodies->scratch != NULL) scratch_free(bodies->scratch);
  program_loops_free(bodies->loops);
  outline_free(&bodies->outline);
  free(bodies);
}

void loop_body_clear(struct loop_body *body) {
  for (size_t i = 0; i < body->paths.count; i++) loop_path_free(&body->paths.data[i]);
  vec_free(&body->paths);
  for (size_t i = 0; i < body->exits.count; i++) vec_free(&body->exits.data[i].condition);
  vec_free(&body->exits);
}

static enum body_result explore_once(struct bodies *bodies) {
  struct machine *machine = bodies->machine;
  uint64_t spent = machine_work(machine) - bodies->begun;
  struct scratch_limits limits = {.max_states = 64, .max_steps = 1024, .max_conflicts = 5000};
  if (spent >= bodies->work) return BODY_LIMITED;
  limits.max_work = bodies->work - spent;
  struct state *general = shape_make_general(machine, bodies->shape);
  if (general == NULL) return BODY_HOPELESS;
  if (bodies->inner != NULL) bodies->begin(bodies->inner);
  bodies->is_widened = false;
  bodies->inputs = general->symbols ? general->symbols->count : 0;
  bool folds = machine->options.folds_conditions;
  machine->options.folds_conditions = false; /* a path has the same coverage in all iterations */
  enum scratch_end ending = scratch_run(bodies->scratch, general, &limits);
  machine->options.folds_conditions = folds;
  if (machine_work(machine) - bodies->begun >= bodies->work) return BODY_LIMITED;
  bool is_good =
      ending != SCRATCH_STOPPED && scratch_is_exact(bodies->scratch) && !bodies->has_failed;
  return is_good ? BODY_EXPLORED : BODY_HOPELESS;
}

static void make_scratch(struct bodies *bodies) {
  struct reducer *reducers[] = {&bodies->reducer, bodies->inner};
  bodies->scratch = scratch_new(bodies->machine, reducers, bodies->inner != NULL ? 2 : 1);
}

enum body_result bodies_explore(struct bodies *bodies, struct shape *shape, uint64_t work,
                                struct loop_body *body) {
  enum body_result result;
  if (bodies->scratch == NULL) make_scratch(bodies);
  bodies->shape = shape;
  bodies->body = body;
  bodies->has_failed = false;
  bodies->widenings = 0;
  bodies->begun = machine_work(bodies->machine);
  bodies->work = work;
  do {
    loop_body_clear(body);
    result = explore_once(bodies);
  } while (result == BODY_EXPLORED && bodies->is_widened);
  return result;
}
