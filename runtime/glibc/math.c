// Classification as functions, which older headers call, and rounding to even.
#include <math.h>

#define weak __attribute__((weak))

int __isinf(double x) { return isinf(x) ? (signbit(x) ? -1 : 1) : 0; }
int __isinff(float x) { return isinf(x) ? (signbit(x) ? -1 : 1) : 0; }
int __isinfl(long double x) { return isinf(x) ? (signbit(x) ? -1 : 1) : 0; }
int __isnan(double x) { return x != x; }
int __isnanf(float x) { return x != x; }
int __isnanl(long double x) { return x != x; }
int __finite(double x) { return isfinite(x); }
int __finitef(float x) { return isfinite(x); }
int __finitel(long double x) { return isfinite(x); }

#undef isinf
#undef isnan
weak int isinf(double x) { return __isinf(x); }
weak int isinff(float x) { return __isinff(x); }
weak int isinfl(long double x) { return __isinfl(x); }
weak int isnan(double x) { return x != x; }
weak int isnanf(float x) { return x != x; }
weak int isnanl(long double x) { return x != x; }
weak int finitel(long double x) { return __finitel(x); }

// The only rounding mode rounds ties to even.
weak double roundeven(double x) { return rint(x); }
weak float roundevenf(float x) { return rintf(x); }
weak long double roundevenl(long double x) { return rintl(x); }
