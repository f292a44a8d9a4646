/* SV-COMP's intrinsics. */
#include "exec/builtin/builtin_list.h"
#include "exec/builtin/builtin_symbolic.h"
#include "exec/careful/careful.h"
#include "exec/decide.h"
#include "expr/expr.h"

#define DEFINE_NONDET(type, size)                                                                  \
  bool verifier_nondet_##type(struct machine *machine, const struct value *args,                   \
                              struct value *result) {                                              \
    (void)args;                                                                                    \
    *result = value_from(builtin_fresh(machine, #type, size));                                     \
    return true;                                                                                   \
  }
DEFINE_NONDET(char, 1)
DEFINE_NONDET(uchar, 1)
DEFINE_NONDET(short, 2)
DEFINE_NONDET(ushort, 2)
DEFINE_NONDET(int, 4)
DEFINE_NONDET(uint, 4)
DEFINE_NONDET(unsigned, 4)
DEFINE_NONDET(long, 8)
DEFINE_NONDET(ulong, 8)
DEFINE_NONDET(longlong, 8)
DEFINE_NONDET(ulonglong, 8)
DEFINE_NONDET(int128, 16)
DEFINE_NONDET(uint128, 16)
DEFINE_NONDET(float, 4)
DEFINE_NONDET(double, 8)
DEFINE_NONDET(pointer, 8)
DEFINE_NONDET(pchar, 8)
DEFINE_NONDET(size_t, 8)
DEFINE_NONDET(loff_t, 8)
DEFINE_NONDET(sector_t, 8)
DEFINE_NONDET(u8, 1)
DEFINE_NONDET(u16, 2)
DEFINE_NONDET(u32, 4)

/* A _Bool is only 0 or 1. */
bool verifier_nondet_bool(struct machine *machine, const struct value *args, struct value *result) {
  struct expr *byte = builtin_fresh(machine, "bool", 1);
  struct expr *one = expr_const(machine->exprs, 8, 1);
  (void)args;
  *result = value_from(byte);
  return decide_restrict_now(machine, expr_ule(machine->exprs, byte, one)) == DECIDE_TRUE;
}

bool verifier_memory(struct machine *machine, const struct value *args, struct value *result) {
  uint64_t address, size;
  (void)result;
  return builtin_resolve_block(machine, &args[0], &args[1], &address, &size) &&
         builtin_make_symbolic(machine, address, size, "memory");
}

/* A path on which the assumption is false ends silently. */
bool verifier_assume(struct machine *machine, const struct value *args, struct value *result) {
  (void)result;
  switch (decide_restrict(machine, builtin_is_true(machine, &args[0]))) {
  case DECIDE_TRUE: return true;
  case DECIDE_FALSE: machine->event = EVENT_SILENT; return false;
  default: return false;
  }
}

bool verifier_assert(struct machine *machine, const struct value *args, struct value *result) {
  (void)result;
  switch (decide_good(machine, builtin_is_true(machine, &args[0]))) {
  case DECIDE_TRUE: return true;
  case DECIDE_FALSE: error_raise(machine, ERROR_ASSERT, "__VERIFIER_assert failed"); return false;
  default: return false;
  }
}

bool verifier_error(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)args;
  (void)result;
  error_raise(machine, ERROR_ASSERT, "error function called");
  return false;
}
