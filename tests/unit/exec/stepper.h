/* States without an exploration around them: a test makes inputs, asks for decisions, writes to
   registers and memory, and looks at the states that come of it.

   One input byte, x, is on every path, and has all 256 values. What states say of it is compared
   value by value. */
#ifndef TESTS_STEPPER_H
#define TESTS_STEPPER_H

#include "rig.h"

#include "exec/careful/careful.h"
#include "exec/decide.h"
#include "exec/explore/fork_tree.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/path_condition.h"

enum { STEPPER_VALUES = 256 };

struct stepper {
  struct rig rig;
  struct machine *machine;
  struct exprs *exprs;
  const struct expr_array *array; /* of x */
  struct expr *x;                 /* 8 bits */
  VEC(struct state *) states;     /* all of them */
};

/* What the rig has built, or nothing, before its first instruction. */
static inline void stepper_start(struct stepper *s) {
  s->rig.options.has_symbolic_world = true;
  rig_prepare(&s->rig);
  s->machine = s->rig.machine;
  s->exprs = s->machine->exprs;
  struct state *state = s->machine->state;
  s->machine->explorations.data[0]->forks = fork_tree_new(state);
  s->machine->is_careful = true;
  state->next = NULL;
  state->ins = 0;
  state->multiplicity = 1;
  vec_push(&s->states, state);
  s->array = symbol_add(s->machine, "x", 1, 0)->array;
  s->x = expr_input(s->exprs, s->array, 0);
}

/* A program that does nothing. */
static inline void stepper_begin(struct stepper *s) {
  *s = (struct stepper){0};
  rig_begin(&s->rig);
  rig_finish(&s->rig, s->rig.start);
  rig_close(s->rig.start, 0);
  stepper_start(s);
}

static inline void stepper_end(struct stepper *s) {
  struct machine *machine = s->machine;
  for (size_t i = 0; i < s->states.count; i++) {
    machine->explorations.data[0]->forks =
        fork_tree_remove(machine->explorations.data[0]->forks, s->states.data[i]);
    state_free(&machine->memory, s->states.data[i]);
  }
  machine->state = NULL;
  vec_free(&s->states);
  rig_end(&s->rig);
}

/* Another state runs from here on. */
static inline void stepper_be(struct stepper *s, struct state *state) {
  memory_forget_all(&s->machine->memory);
  s->machine->state = state;
  s->machine->event = EVENT_NONE;
}

/* The sibling that the last decision has left, or NULL. */
static inline struct state *stepper_sibling(struct stepper *s) {
  if (s->machine->forked.count == 0) return NULL;
  assert_int_equal(s->machine->forked.count, 1);
  struct state *sibling = vec_pop(&s->machine->forked);
  vec_push(&s->states, sibling);
  return sibling;
}

static inline struct expr *stepper_byte(struct stepper *s, uint64_t value) {
  return expr_const(s->exprs, 8, value);
}
static inline struct expr *stepper_is(struct stepper *s, uint64_t value) {
  return expr_eq(s->exprs, s->x, stepper_byte(s, value));
}
static inline struct expr *stepper_is_below(struct stepper *s, uint64_t value) {
  return expr_ult(s->exprs, s->x, stepper_byte(s, value));
}

/* The value of an expression where x has that value. */
static inline uint64_t stepper_value(struct stepper *s, struct expr *e, unsigned x) {
  struct assignment *values = assignment_new();
  assignment_set(values, s->array->number, 0, x);
  struct evaluator *evaluator = evaluator_new(s->exprs, values);
  uint64_t value = evaluator_value(evaluator, e);
  evaluator_free(evaluator);
  assignment_free(values);
  return value;
}

/* Whether the value of x leads to the state. */
static inline bool stepper_is_on(struct stepper *s, const struct state *state, unsigned x) {
  for (const struct path_condition *path = state->path; path != NULL; path = path->parent)
    if (!stepper_value(s, path->conjunct, x)) return false;
  return true;
}

static inline unsigned stepper_count(struct stepper *s, const struct state *state) {
  unsigned count = 0;
  for (unsigned x = 0; x < STEPPER_VALUES; x++) count += stepper_is_on(s, state, x);
  return count;
}

static inline unsigned stepper_witness(struct stepper *s, const struct state *state) {
  return (unsigned)assignment_get(state->witness->values, s->array->number, 0);
}

/* The two sides of a condition that is open: *yes is where it holds. The running state is one. */
static inline void stepper_split(struct stepper *s, struct expr *condition, struct state **yes,
                                 struct state **no) {
  struct state *running = s->machine->state;
  enum decision decision = decide(s->machine, condition);
  struct state *sibling = stepper_sibling(s);
  assert_true(decision != DECIDE_STOP);
  assert_non_null(sibling);
  *yes = decision == DECIDE_TRUE ? running : sibling;
  *no = decision == DECIDE_TRUE ? sibling : running;
}

#endif
