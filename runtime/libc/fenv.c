// The floating-point environment: the engine computes under the rounding mode that it is given, and
// keeps the exception flags. Which mode was set last is remembered here.
#include "smew.h"
#include <fenv.h>

enum { MODE_SHIFT = 10 }; // of the x87 control word, which the constants are taken from

static int mode = FE_TONEAREST;

int feclearexcept(int mask) {
  __smew_float_flags(mask & FE_ALL_EXCEPT, 0);
  return 0;
}

int feraiseexcept(int mask) {
  __smew_float_flags(0, mask & FE_ALL_EXCEPT);
  return 0;
}

int fetestexcept(int mask) { return __smew_float_flags(0, 0) & mask; }

int fegetround(void) { return mode; }

int __fesetround(int wanted) {
  mode = wanted;
  __smew_set_rounding(wanted >> MODE_SHIFT);
  return 0;
}

int fegetenv(fenv_t *environment) {
  *environment = (fenv_t){.__control_word = (unsigned short)mode,
                          .__status_word = (unsigned short)__smew_float_flags(0, 0)};
  return 0;
}

int fesetenv(const fenv_t *environment) {
  int is_default = environment == FE_DFL_ENV;
  __fesetround(is_default ? FE_TONEAREST : environment->__control_word);
  __smew_float_flags(FE_ALL_EXCEPT, is_default ? 0 : environment->__status_word);
  return 0;
}
