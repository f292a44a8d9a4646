/* Allocations that fail although there is memory: --malloc-fails. Each allocation by the program
   is decided by a separate input, malloc_fail, so that a test says which ones failed and a
   replayed program can ask in the same order. What the libc allocates internally (buffers,
   directory streams) does not fail: another libc does that at other times. */
#include "exec/builtin/builtin_fail.h"

#include "exec/decide.h"
#include "exec/machine.h"
#include "exec/own_place.h"
#include "exec/symbol.h"
#include "exec/translate/code.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "util/text.h"

/* Functions of the libc that wrap malloc. The replay library has the same list. */
static bool is_allocator(const struct ir_func *func) {
  static const char *const names[] = {"strdup",    "__strdup",     "strndup",
                                      "__strndup", "reallocarray", NULL};
  return text_is_one_of(func->name, names);
}

static bool may_fail(const struct machine *machine) {
  if (machine->state->failed_allocations >= machine->limits.malloc_fails) return false;
  struct own_place place = own_place_find(machine);
  return !place.func->is_library && (place.through == NULL || is_allocator(place.through));
}

bool builtin_decide_failure(struct machine *machine, bool *fails) {
  struct state *state = machine->state;
  *fails = false;
  if (!may_fail(machine)) return true;
  if (!machine->is_careful) {
    machine->symbolic_size = 0; /* nothing needs to be concretised */
    code_go_careful(machine);
    return false;
  }
  /* A sibling that executes the call again finds the input already made. */
  if (!state->is_asking) symbol_add(machine, "malloc_fail", 1, own_place_find(machine).loc);
  state->is_asking = true;
  struct expr *input = expr_input(machine->exprs, state->symbols->array, 0);
  struct expr *one = expr_const(machine->exprs, 8, 1);
  enum decision decision = decide(machine, expr_eq(machine->exprs, input, one));
  if (decision == DECIDE_STOP) return false;
  state->is_asking = false;
  *fails = decision == DECIDE_TRUE;
  if (*fails) state->failed_allocations++;
  return true;
}
