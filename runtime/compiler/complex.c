// Complex multiplication and division, which clang leaves to library functions because of their
// special cases: C17 Annex G.5.1 asks that an infinite operand gives an infinite result even where
// the textbook formula gives NaNs. The formula is tried first; only a result of two NaNs is looked
// at again.
//
// One body for the three precisions, as macros because the functions differ in every type.
#define HUGE(T) ((T)__builtin_huge_vall())

// An infinity counts as one in the direction of its sign, all else as a zero that keeps its sign.
#define BOX(T, x) __builtin_copysignl(__builtin_isinf(x) ? (T)1 : (T)0, x)
#define ZERO_NAN(T, x) (__builtin_isnan(x) ? (T)__builtin_copysignl(0, x) : (x))

#define DEFINE_MULTIPLY(NAME, T)                                                                   \
  _Complex T NAME(T a, T b, T c, T d);                                                             \
  _Complex T NAME(T a, T b, T c, T d) {                                                            \
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                              \
    T real = ac - bd, imaginary = ad + bc;                                                         \
    int again = 0;                                                                                 \
    if (!__builtin_isnan(real) || !__builtin_isnan(imaginary))                                     \
      return __builtin_complex(real, imaginary);                                                   \
    if (__builtin_isinf(a) || __builtin_isinf(b)) {                                                \
      a = (T)BOX(T, a), b = (T)BOX(T, b), c = ZERO_NAN(T, c), d = ZERO_NAN(T, d);                  \
      again = 1;                                                                                   \
    }                                                                                              \
    if (__builtin_isinf(c) || __builtin_isinf(d)) {                                                \
      c = (T)BOX(T, c), d = (T)BOX(T, d), a = ZERO_NAN(T, a), b = ZERO_NAN(T, b);                  \
      again = 1;                                                                                   \
    }                                                                                              \
    if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) ||            \
                   __builtin_isinf(bc))) {                                                         \
      a = ZERO_NAN(T, a), b = ZERO_NAN(T, b), c = ZERO_NAN(T, c), d = ZERO_NAN(T, d);              \
      again = 1;                                                                                   \
    }                                                                                              \
    if (again) {                                                                                   \
      real = HUGE(T) * (a * c - b * d);                                                            \
      imaginary = HUGE(T) * (a * d + b * c);                                                       \
    }                                                                                              \
    return __builtin_complex(real, imaginary);                                                     \
  }

// The divisor is scaled to a magnitude near one, so that its square neither overflows nor vanishes.
#define DEFINE_DIVIDE(NAME, T, LOGB, SCALBN, ABS, MAX)                                             \
  _Complex T NAME(T a, T b, T c, T d);                                                             \
  _Complex T NAME(T a, T b, T c, T d) {                                                            \
    T magnitude = LOGB(MAX(ABS(c), ABS(d)));                                                       \
    int scale = 0;                                                                                 \
    if (__builtin_isfinite(magnitude)) {                                                           \
      scale = -(int)magnitude;                                                                     \
      c = SCALBN(c, scale);                                                                        \
      d = SCALBN(d, scale);                                                                        \
    }                                                                                              \
    T denominator = c * c + d * d;                                                                 \
    T real = SCALBN((a * c + b * d) / denominator, scale);                                         \
    T imaginary = SCALBN((b * c - a * d) / denominator, scale);                                    \
    if (!__builtin_isnan(real) || !__builtin_isnan(imaginary))                                     \
      return __builtin_complex(real, imaginary);                                                   \
    if (denominator == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {                        \
      T infinity = (T)__builtin_copysignl(HUGE(T), c);                                             \
      real = infinity * a;                                                                         \
      imaginary = infinity * b;                                                                    \
    } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&              \
               __builtin_isfinite(d)) {                                                            \
      a = (T)BOX(T, a), b = (T)BOX(T, b);                                                          \
      real = HUGE(T) * (a * c + b * d);                                                            \
      imaginary = HUGE(T) * (b * c - a * d);                                                       \
    } else if (__builtin_isinf(magnitude) && magnitude > 0 && __builtin_isfinite(a) &&             \
               __builtin_isfinite(b)) {                                                            \
      c = (T)BOX(T, c), d = (T)BOX(T, d);                                                          \
      real = 0 * (a * c + b * d);                                                                  \
      imaginary = 0 * (b * c - a * d);                                                             \
    }                                                                                              \
    return __builtin_complex(real, imaginary);                                                     \
  }

float logbf(float x), scalbnf(float x, int n), fabsf(float x), fmaxf(float x, float y);
double logb(double x), scalbn(double x, int n), fabs(double x), fmax(double x, double y);
long double logbl(long double x), scalbnl(long double x, int n), fabsl(long double x),
    fmaxl(long double x, long double y);

DEFINE_MULTIPLY(__mulsc3, float)
DEFINE_MULTIPLY(__muldc3, double)
DEFINE_MULTIPLY(__mulxc3, long double)
DEFINE_DIVIDE(__divsc3, float, logbf, scalbnf, fabsf, fmaxf)
DEFINE_DIVIDE(__divdc3, double, logb, scalbn, fabs, fmax)
DEFINE_DIVIDE(__divxc3, long double, logbl, scalbnl, fabsl, fmaxl)
