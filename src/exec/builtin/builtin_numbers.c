/* What a separate front end (microc) needs from the engine in addition to memory: checks with
   messages, and numbers as input and output. Messages are string numbers of the program, so that
   they need no memory of the program under test. */
#include "exec/builtin/builtin_list.h"
#include "exec/builtin/builtin_symbolic.h"
#include "exec/careful/careful.h"
#include "exec/decide.h"
#include "exec/machine.h"
#include "expr/expr.h"
#include "ir/ir.h"

#include <stdio.h>
#include <stdlib.h>

static bool raise(struct machine *machine, uint64_t kind, uint64_t message) {
  char *const *strings = machine->program->strings.data;
  error_raise(machine, error_kind_of(strings[kind]), "%s", strings[message]);
  return false;
}

bool builtin_check(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  return args[0] != 0 || raise(machine, args[1], args[2]);
}

bool builtin_check_values(struct machine *machine, const struct value *args, struct value *result) {
  (void)result;
  switch (decide_good(machine, builtin_is_true(machine, &args[0]))) {
  case DECIDE_TRUE: return true;
  case DECIDE_FALSE: return raise(machine, args[1].words[0], args[2].words[0]);
  default: return false;
  }
}

bool builtin_output(struct machine *machine, const uint64_t *args, uint64_t *result) {
  const struct machine_numbers *numbers = machine->options.numbers;
  int32_t number = (int32_t)(uint32_t)args[0];
  (void)result;
  if (numbers != NULL)
    numbers->write(numbers->context, number);
  else if (!machine->may_be_symbolic || machine->options.shows_program_output)
    printf("%d\n", number);
  return true;
}

/* A value that is only printed stays symbolic: one possible value is printed. */
bool builtin_output_values(struct machine *machine, const struct value *args,
                           struct value *result) {
  uint64_t number = args[0].words[0];
  (void)result;
  if (machine->may_be_symbolic && !machine->options.shows_program_output) return true;
  if (args[0].expr != NULL) number = decide_witness_value(machine, args[0].expr);
  return builtin_output(machine, &number, NULL);
}

bool builtin_input(struct machine *machine, const struct value *args, struct value *result) {
  const struct machine_numbers *numbers = machine->options.numbers;
  const char *name = machine->program->strings.data[args[0].words[0]];
  if (numbers == NULL) {
    *result = value_from(builtin_fresh(machine, name, 4));
    return true;
  }
  int32_t number;
  char *what = NULL;
  if (!numbers->read(numbers->context, &number, &what)) {
    error_raise(machine, ERROR_INPUT, "input is not a 32-bit integer: '%s'", what);
    free(what);
    return false;
  }
  *result = value_concrete((uint32_t)number);
  return true;
}
