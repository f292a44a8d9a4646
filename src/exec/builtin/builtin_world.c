/* What the model of the operating system needs from the engine: memory that does not belong to
   the program, and questions about symbolic values. */
#include "exec/builtin/builtin_list.h"
#include "exec/builtin/builtin_symbolic.h"
#include "exec/careful/careful.h"
#include "exec/decide.h"
#include "exec/machine.h"
#include "exec/translate/code.h"
#include "exec/uninitialised.h"
#include "expr/expr.h"
#include "expr/piecewise.h"
#include "ir/ir.h"
#include "memory/symbolic.h"
#include "solver/rewriter.h"

#include <stdlib.h>

static uint64_t allocate(struct machine *machine, uint64_t size, enum object_kind kind,
                         const char *name) {
  struct space_request request = {.size = size,
                                  .align = 16,
                                  .kind = kind,
                                  .site = machine_current_ins(machine)->loc,
                                  .name = ir_intern_string(machine->program, name)};
  struct object *object = space_allocate(&machine->memory, &machine->state->space, &request);
  return object != NULL ? object->base : 0;
}

/* On the heap only for its address: no program replaces, leaks or frees it. */
bool builtin_allocate(struct machine *machine, const uint64_t *args, uint64_t *result) {
  *result = allocate(machine, args[0], OBJECT_HEAP, "the environment");
  return true;
}

/* A variable of the model that the program can see, with a name for reports. */
bool builtin_new_variable(struct machine *machine, const uint64_t *args, uint64_t *result) {
  enum { MAX_NAME = 4096 };
  struct access_fault fault;
  char *name = NULL;
  bool is_read = memory_read_string(&machine->memory, &machine->state->space, args[1], MAX_NAME,
                                    &name, &fault);
  *result = allocate(machine, args[0], OBJECT_GLOBAL, is_read ? name : "?");
  free(name);
  return true;
}

bool builtin_same_number(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)machine;
  *result = args[0];
  return true;
}

/* Whether the value is undetermined on this path. A value that is one of several constants
   because paths were merged is not: these paths are separated again. */
bool builtin_is_open(struct machine *machine, const struct value *args, struct value *result) {
  uint64_t number;
  struct value value = args[0];
  if (value.expr != NULL)
    value.expr = rewriter_rewrite(machine->rewriter, machine->state->path, value.expr);
  bool is_open = value.expr != NULL && !expr_is_const(value.expr);
  if (is_open && expr_is_piecewise_constant(value.expr)) {
    if (!resolve_number(machine, &value, &number)) return false;
    is_open = false;
  }
  *result = value_concrete(is_open);
  return true;
}

/* One path for each value, up to the limit for sizes of objects; one of the values beyond. */
bool builtin_fork_number(struct machine *machine, const struct value *args, struct value *result) {
  static const char what[] =
      "symbolic number for a system call beyond --max-symbolic-size made concrete";
  uint64_t number;
  if (!careful_bound_number(machine, &args[0], what, &number)) return false;
  *result = value_concrete(number);
  return true;
}

/* Tests get a value for which the condition holds, if the path permits it. */
bool builtin_prefer(struct machine *machine, const struct value *args, struct value *result) {
  (void)result;
  decide_prefer(machine, builtin_is_true(machine, &args[0]));
  return true;
}

/* Whether the condition holds for some input of the path, without restricting the path. */
bool builtin_may(struct machine *machine, const struct value *args, struct value *result) {
  *result = value_concrete(decide_may(machine, builtin_is_true(machine, &args[0])));
  return true;
}

/* How many bytes of its object follow an address. */
bool builtin_room(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct object *object = space_find(&machine->state->space, args[0]);
  bool is_inside =
      object != NULL && !(object->flags & OBJECT_FREED) && args[0] - object->base <= object->size;
  *result = is_inside ? object->base + object->size - args[0] : 0;
  return true;
}

/* What a program passes to the environment must have been written. Unreadable bytes are left to
   the call itself. */
bool builtin_check_written(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct space *space = &machine->state->space;
  struct access_fault fault;
  (void)result;
  if (machine->memory.unwritten.mode != UNWRITTEN_ERROR) return true;
  if (!memory_check(space, args[0], args[1], false, &fault)) return true;
  if (!memory_is_symbolic(space, args[0], args[1])) return true;
  if (!machine->is_careful) {
    machine->symbolic_size = 0; /* nothing needs to be concretised */
    code_go_careful(machine);
    return false;
  }
  VEC(struct expr *) bytes = {0};
  for (uint64_t i = 0; i < args[1]; i++)
    if (memory_is_symbolic(space, args[0] + i, 1))
      vec_push(&bytes, memory_read_value(&machine->memory, space, args[0] + i, 1, &fault));
  bool is_good = uninitialised_are_defined(machine, bytes.data, bytes.count);
  if (!is_good) { /* for some inputs, or not for certain */
    is_good = true;
    for (size_t i = 0; is_good && i < bytes.count; i++)
      is_good = uninitialised_check(machine, &bytes.data[i], "output");
  }
  vec_free(&bytes);
  return is_good;
}
