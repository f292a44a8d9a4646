/* The ends of a program, and requests that the environment does not support. */
#include "exec/builtin/builtin_list.h"
#include "exec/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 4096 };

/* The program's string at an address, owned; a placeholder if it cannot be read. */
static char *read_text(struct machine *machine, uint64_t address) {
  struct access_fault fault;
  char *text;
  if (memory_read_string(&machine->memory, &machine->state->space, address, MAX_TEXT, &text,
                         &fault))
    return text;
  return alloc_string("(unreadable)");
}

bool builtin_exit(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  machine->state->exit_status = (int)(args[0] & 0xff);
  machine->event = EVENT_EXIT;
  return false;
}

bool builtin_abort(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)args, (void)result;
  error_raise(machine, ERROR_ABORT, "abort called");
  return false;
}

bool builtin_assert_fail(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  char *expression = read_text(machine, args[0]);
  error_raise(machine, ERROR_ASSERT, "assertion failed: %s", expression);
  free(expression);
  return false;
}

bool builtin_unmodelled(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  char *what = read_text(machine, args[0]);
  if (findings_add_unmodelled(&machine->found, what) && !machine->options.is_quiet &&
      !exploration_is_scratch(machine->exploration))
    machine_say(machine, "warning: not modelled: %s", what);
  free(what);
  return true;
}

bool builtin_missing(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  char *what = read_text(machine, args[0]);
  error_raise(machine, ERROR_MODEL, "not modelled: %s", what);
  free(what);
  return false;
}
