/* Runs a program on the engine in several ways and on the reference interpreter, and
   holds the ends against each other: how it ended, where, after how many instructions,
   and what all variables hold. The ways differ in how often the engine is stopped for
   want of fuel and in how often its state is forked then. */
#ifndef TESTS_COMPARE_H
#define TESTS_COMPARE_H

#include "../memory/pool_check.h"
#include "../util/random.h"
#include "interpreter.h"
#include "rig.h"

enum { COMPARE_MAX_SIBLINGS = 6 };

/* What a program that jumps out of calls should count is open, but it must not depend
   on how it is run. */
struct compare_options {
  bool is_count_open;
  uint64_t max_steps;
  const char *what; /* for messages */
};

static inline bool compare_globals(const struct rig *rig, const struct interpreter *in,
                                   const char *what) {
  struct machine *machine = rig->machine;
  for (size_t i = 0; i < rig->program->globals.count; i++) {
    const struct ir_global *global = rig->program->globals.data[i];
    if (global->relocs.count || global->size == 0) continue; /* addresses differ */
    struct access_fault fault;
    uint8_t *bytes = alloc_bytes(global->size);
    assert_true(memory_read(&machine->memory, &machine->state->space,
                            machine->layout.global_addresses[i], bytes, global->size, &fault));
    const uint8_t *wanted = simple_find(&in->memory, in->globals[i])->bytes;
    for (uint64_t k = 0; k < global->size; k++) {
      if (bytes[k] == wanted[k]) continue;
      print_error("%s: byte %llu of '%s' is 0x%02x instead of 0x%02x\n", what,
                  (unsigned long long)k, global->name, bytes[k], wanted[k]);
      free(bytes);
      return false;
    }
    free(bytes);
  }
  return true;
}

/* Whether the running state has come to the end that the interpreter came to. */
static inline bool compare_ends(const struct rig *rig, const struct interpreter *in,
                                uint64_t *count, const struct compare_options *options) {
  const struct state *state = rig->machine->state;
  const struct error *error = &rig->machine->error;
  const char *what = options->what;
  bool has_failed = state->status == STATE_FAILED;
  if (has_failed != (in->end == INTERPRETER_FAILED)) {
    print_error("%s: %s\n", what, has_failed ? error->message : "the error is missing");
    return false;
  }
  if (has_failed &&
      (error->kind != in->error || rig->program->locs.data[error->loc].line != in->error_line)) {
    print_error("%s: \"%s\" of kind %d at line %u instead of kind %d at line %u\n", what,
                error->message, error->kind, rig->program->locs.data[error->loc].line, in->error,
                in->error_line);
    return false;
  }
  if (!has_failed && state->exit_status != in->exit_status) {
    print_error("%s: status %d instead of %d\n", what, state->exit_status, in->exit_status);
    return false;
  }
  if (*count == 0) *count = options->is_count_open ? state->instructions : in->instructions;
  if (state->instructions != *count) {
    print_error("%s: %llu instructions instead of %llu\n", what,
                (unsigned long long)state->instructions, (unsigned long long)*count);
    return false;
  }
  return compare_globals(rig, in, what);
}

/* Runs the running state to its end in slices; forks of it are added to `siblings`. */
static inline void compare_run_in_slices(struct rig *rig, struct random *random, uint64_t slice,
                                         struct state **siblings, unsigned *sibling_count) {
  struct machine *machine = rig->machine;
  struct state *state = machine->state;
  while (state->status == STATE_RUNNING || state->status == STATE_STOPPED) {
    state->status = STATE_RUNNING;
    uint64_t step = slice ? slice : random_between(random, 1, 60);
    rig_run_alone(machine, state->instructions + step);
    if (state->status == STATE_STOPPED && *sibling_count < COMPARE_MAX_SIBLINGS &&
        random_chance(random, 10)) {
      siblings[(*sibling_count)++] = state_fork(state);
      memory_forget_writes(&machine->memory);
    }
  }
}

/* One way to run it, from a fork of the state before the first instruction. */
static inline bool compare_variant(struct rig *rig, const struct state *pristine,
                                   const struct interpreter *in, struct random *random,
                                   uint64_t slice, uint64_t *instructions,
                                   const struct compare_options *options) {
  struct state *siblings[COMPARE_MAX_SIBLINGS];
  unsigned count = 1; /* of all siblings there ever were */
  bool is_same = true;
  siblings[0] = state_fork(pristine);
  for (unsigned i = 0; i < count; i++) {
    rig->machine->state = siblings[i];
    memory_forget_all(&rig->machine->memory);
    compare_run_in_slices(rig, random, slice, siblings, &count);
    is_same &= compare_ends(rig, in, instructions, options);
    state_free(&rig->machine->memory, rig->machine->state);
  }
  rig->machine->state = NULL;
  return is_same;
}

/* Ends the rig. False when the program does not end in the given number of steps, which
   is not held against the engine. */
static inline bool compare_program(struct rig *rig, struct random *random,
                                   const struct compare_options *options) {
  static const uint64_t slices[] = {UINT32_MAX, 1, 0, 2, 7};
  struct interpreter in;
  rig->out->size = rig->out_count ? rig->out_count * (uint64_t)16 : 16;
  rig_verify(rig);
  bool is_short = interpreter_run(&in, rig->program, rig->options.max_stack_frames,
                                  options->max_steps ? options->max_steps : 1000000);
  bool is_same = true;
  if (is_short) {
    rig_prepare(rig);
    struct state *pristine = rig->machine->state;
    int saved = rig_hush();
    bool is_good[sizeof slices / sizeof *slices];
    uint64_t seed = random_next(random), count = 0;
    for (size_t i = 0; i < sizeof slices / sizeof *slices; i++) {
      struct random again = {seed};
      is_good[i] = compare_variant(rig, pristine, &in, &again, slices[i], &count, options);
    }
    rig_unhush(saved);
    for (size_t i = 0; i < sizeof slices / sizeof *slices && is_same; i++) {
      if (is_good[i]) continue;
      is_same = false;
      struct random again = {seed}; /* once more, this time with its message */
      compare_variant(rig, pristine, &in, &again, slices[i], &count, options);
    }
    state_free(&rig->machine->memory, pristine);
    if (is_same) assert_int_equal(pool_count_used(&rig->machine->memory.pool), 0);
  }
  interpreter_free(&in);
  rig_end(rig);
  if (!is_same) fail();
  return is_short;
}

#endif
