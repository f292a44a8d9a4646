/* The functions of libm that are one operation of the engine, in place of musl's, which compute
   them from integers: loops and branches on every bit of a symbolic number. Natively these are
   single instructions too. Weak: a program may have its own. */

#define EACH_TYPE(X, name)                                                                         \
  X(double, name, name) X(float, name##f, name) X(long double, name##l, name)

#define UNARY(type, function, operation)                                                           \
  __attribute__((weak)) type function(type x) { return __builtin_elementwise_##operation(x); }
EACH_TYPE(UNARY, sqrt)
EACH_TYPE(UNARY, floor)
EACH_TYPE(UNARY, ceil)
EACH_TYPE(UNARY, trunc)
EACH_TYPE(UNARY, rint)
EACH_TYPE(UNARY, nearbyint)
EACH_TYPE(UNARY, round)

#define MAGNITUDE(type, function, unused)                                                          \
  __attribute__((weak)) type function(type x) { return __builtin_elementwise_abs(x); }
EACH_TYPE(MAGNITUDE, fabs)

#define COPY_SIGN(type, function, operation)                                                       \
  __attribute__((weak)) type function(type x, type y) {                                            \
    return __builtin_elementwise_##operation(x, y);                                                \
  }
EACH_TYPE(COPY_SIGN, copysign)

#define FUSED(type, function, operation)                                                           \
  __attribute__((weak)) type function(type x, type y, type z) {                                    \
    return __builtin_elementwise_##operation(x, y, z);                                             \
  }
EACH_TYPE(FUSED, fma)

/* Without errno, which musl does not set either, this is the instruction frem. */
__attribute__((weak)) double fmod(double x, double y) { return __builtin_fmod(x, y); }
__attribute__((weak)) float fmodf(float x, float y) { return __builtin_fmodf(x, y); }
__attribute__((weak)) long double fmodl(long double x, long double y) {
  return __builtin_fmodl(x, y);
}
