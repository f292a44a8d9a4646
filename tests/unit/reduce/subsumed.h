/* Programs explored with path subsumption, whose proven annotations a test looks at afterwards. */
#ifndef TESTS_UNIT_REDUCE_SUBSUMED_H
#define TESTS_UNIT_REDUCE_SUBSUMED_H

#include "../exec/rig_explore.h"

#include "exec/explore/reducer.h"
#include "expr/expr.h"
#include "front/llvm/front.h"
#include "front/microc/front.h"
#include "ir/ir.h"
#include "reduce/subsume/fact.h"
#include "reduce/subsume/subsume.h"

struct subsumed {
  struct rig rig;
  struct reducer *reducer;
  struct sites *sites;
};

static inline struct ir_program *load_text(const char *text, bool is_microc) {
  char path[] = "/tmp/smew-unit-XXXXXX.uc";
  if (!is_microc) strcpy(strrchr(path, '.'), ".c");
  int file = mkstemps(path, is_microc ? 3 : 2);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  close(file);
  struct microc_front_options microc = {.overflow = MICROC_OVERFLOW_CHECK, .keep_names = true};
  struct llvm_front_options front = {.opt = LLVM_OPT_DEFAULT};
  struct ir_program *program =
      is_microc ? microc_front_load(path, &microc) : llvm_front_load(path, &front);
  unlink(path);
  assert_non_null(program);
  return program;
}

static inline void subsumed_prepare(struct subsumed *t, const char *text, bool is_microc) {
  static char *nothing[] = {NULL};
  *t = (struct subsumed){.rig = {.program = load_text(text, is_microc),
                                 .options = {.max_stack_frames = 1000, .is_quiet = true}}};
  t->rig.machine = machine_new(t->rig.program, &t->rig.options);
  assert_true(machine_start(t->rig.machine, 0, nothing, nothing));
}

/* Explores all of it, which must end without an error. */
static inline void subsumed_begin(struct subsumed *t, const char *text, bool is_microc) {
  subsumed_prepare(t, text, is_microc);
  struct machine *machine = t->rig.machine;
  t->reducer = subsume_new(machine, &(struct subsume_options){0});
  t->sites = subsume_sites(t->reducer);
  exploration_add_reducer(machine, machine->explorations.data[0], t->reducer);
  struct explore_options options = {
      .max_symbolic_size = 64, .assumes_no_overflow = is_microc, .max_seconds = 10};
  if (rig_explore(&t->rig, "dfs", &options, NULL) != EXPLORE_DONE)
    fail_msg("stopped: %s", machine->stop_reason);
  assert_int_equal(machine->counts.errors, 0);
  assert_true(explore_is_complete(machine));
}

static inline void subsumed_end(struct subsumed *t) {
  reducers_clear(&t->rig.machine->explorations.data[0]->reducers);
  t->reducer->class->free(t->reducer);
  rig_end(&t->rig);
}

#endif
