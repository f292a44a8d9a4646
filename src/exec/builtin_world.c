/* What the model of the operating system asks of the engine about symbolic values. */
#include "exec/builtin_list.h"
#include "exec/careful/careful.h"
#include "exec/decide.h"
#include "exec/machine.h"
#include "expr/expr.h"

bool builtin_same_number(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)machine;
  *result = args[0];
  return true;
}

/* One path for each value. */
bool builtin_fork_number(struct machine *machine, const struct value *args, struct value *result) {
  uint64_t number;
  if (!resolve_number(machine, &args[0], &number)) return false;
  *result = value_concrete(number);
  return true;
}

/* Tests get a value for which the condition holds, where the path leaves it open. */
bool builtin_prefer(struct machine *machine, const struct value *args, struct value *result) {
  (void)result;
  if (args[0].expr == NULL) return true;
  decide_prefer(machine, expr_ne(machine->exprs, args[0].expr,
                                 expr_const(machine->exprs, args[0].expr->width, 0)));
  return true;
}
