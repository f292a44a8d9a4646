// The floating-point environment: one rounding mode, to nearest, and exception flags that only
// feraiseexcept sets, since arithmetic does not tell. Asking for another mode fails, which C
// allows.
#include "smew.h"
#include <fenv.h>

static int raised_flags;

int feclearexcept(int mask) {
  raised_flags &= ~(mask & FE_ALL_EXCEPT);
  return 0;
}

int feraiseexcept(int mask) {
  raised_flags |= mask & FE_ALL_EXCEPT;
  return 0;
}

int fetestexcept(int mask) { return raised_flags & mask; }

int fegetround(void) { return FE_TONEAREST; }

int __fesetround(int mode) {
  if (mode == FE_TONEAREST) return 0;
  __smew_unmodelled("floating-point rounding mode other than to nearest");
  return -1;
}

int fegetenv(fenv_t *environment) {
  *environment = (fenv_t){.__status_word = (unsigned short)raised_flags};
  return 0;
}

int fesetenv(const fenv_t *environment) {
  raised_flags = environment == FE_DFL_ENV ? 0 : environment->__status_word & FE_ALL_EXCEPT;
  return 0;
}
