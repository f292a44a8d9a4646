/* Floating point is computed by the host, so a state that has changed its rounding mode runs
   under that mode of the host, and its operations raise the host's exception flags. Both belong
   to the state: they are set when it begins to run threaded code and restored when it stops. A
   state that never changes the mode pays one test per slice. Flags are kept only if the program
   reads them anywhere.

   Modes are numbered as in the x87 control word: to nearest, down, up, to zero. */
#include "exec/floats.h"

#include "exec/builtin/builtin_list.h"
#include "exec/machine.h"
#include "ir/ir.h"

#include <fenv.h>

enum { MODE_COUNT = 4 };
static const int modes[MODE_COUNT] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

void floats_enter(struct machine *machine) {
  const struct state *state = machine->state;
  if (state->rounding != 0) fesetround(modes[state->rounding]);
  if (state->watches_floats) feclearexcept(FE_ALL_EXCEPT);
}

static void collect_flags(struct state *state) {
  state->float_flags |= (uint8_t)fetestexcept(FE_ALL_EXCEPT);
}

void floats_leave(struct machine *machine) {
  struct state *state = machine->state;
  if (state->watches_floats) collect_flags(state);
  if (state->rounding != 0) fesetround(FE_TONEAREST);
}

void floats_start(struct machine *machine, struct state *state) {
  state->watches_floats = ir_find_func(machine->program, "__smew_float_flags") != NULL;
}

/* Threaded code continues under the new mode; the symbolic interpreter sets it for each
   operation. */
bool builtin_set_rounding(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  machine->state->rounding = (uint8_t)(args[0] % MODE_COUNT);
  if (!machine->is_careful) fesetround(modes[machine->state->rounding]);
  return true;
}

/* Clears some flags and raises others; returns those that were raised before. */
bool builtin_float_flags(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct state *state = machine->state;
  if (!machine->is_careful) {
    collect_flags(state);
    feclearexcept(FE_ALL_EXCEPT);
  }
  *result = state->float_flags;
  state->float_flags = (uint8_t)((state->float_flags & ~args[0]) | (args[1] & FE_ALL_EXCEPT));
  return true;
}
