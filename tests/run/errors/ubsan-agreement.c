// Arithmetic of C, operation by operation, at the limits of its types: smew --check-overflow reports
// the lines that UBSan reports, no more and no fewer. Natively each line runs in a process of its
// own; in smew its number is a symbolic input. The same for bitcode, without what it does not show.
// RUN: clang -w -O0 -g -DNATIVE -fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,float-cast-overflow,vla-bound -fno-sanitize-recover=all %s -lm -o %t.native
// RUN: env UBSAN_OPTIONS=print_stacktrace=0 %t.native 2>&1 | grep "runtime error" | sed -e 's/.*agreement.c:\([0-9]*\):.*/\1/' | sort -n > %t.expected
// RUN: rm -rf %t.out %t.out.bc
// RUN: %status 1 %smew run --output-dir %t.out --merge=none --check-overflow --cc-flags=-w %s 2>&1 | grep " error: " | sed -e 's/.*agreement.c:\([0-9]*\):.*/\1/' | sort -n > %t.found
// RUN: diff %t.expected %t.found
// RUN: grep -c . %t.expected | FileCheck %s
// CHECK: 109
// RUN: clang -w -O0 -g -DBITCODE -isystem %S/../../../include -emit-llvm -c %s -o %t.bc
// RUN: clang -w -O0 -g -DNATIVE -DBITCODE -fsanitize=signed-integer-overflow,integer-divide-by-zero,shift-exponent,float-cast-overflow,vla-bound -fno-sanitize-recover=all %s -lm -o %t.native
// RUN: env UBSAN_OPTIONS=print_stacktrace=0 %t.native 2>&1 | grep "runtime error" | sed -e 's/.*agreement.c:\([0-9]*\):.*/\1/' | sort -n > %t.expected
// RUN: %status 1 %smew run --output-dir %t.out.bc --merge=none --check-overflow %t.bc 2>&1 | grep " error: " | sed -e 's/.*agreement.c:\([0-9]*\):.*/\1/' | sort -n > %t.found
// RUN: diff %t.expected %t.found

#include <limits.h>
#include <math.h>
#include <stdlib.h>

typedef __int128 wide;
#define WIDE_MAX ((wide)(~(unsigned __int128)0 >> 1))
#define WIDE_MIN (-WIDE_MAX - 1)

static signed char sc_max = SCHAR_MAX, sc_min = SCHAR_MIN;
static short s_max = SHRT_MAX, s_min = SHRT_MIN;
static int i_max = INT_MAX, i_min = INT_MIN, zero = 0, one = 1, two = 2, minus = -1, many = 31, more = 32;
static long l_max = LONG_MAX, l_min = LONG_MIN, l_one = 1, l_minus = -1, far = 1l << 32;
static unsigned char uc_max = UCHAR_MAX;
static unsigned u_max = UINT_MAX;
static unsigned long ul_max = ULONG_MAX;
static float f_max = 3e38f, f_half = 0.5f, f_zero = 0;
static double d_max = 1e308, d_int = 2147483647.0, d_half = 0.5, d_zero = 0, d_minus = -1;
static long double ld_max = 1e4000L, ld_long = 9223372036854775808.0L;
static struct { int five : 5; unsigned six : 6; } bits = {15, 63};
static int items[4] = {INT_MAX, 1, 2, 3};
static volatile long sink;

#define KEEP(value) sink = (long)(value)
// Everything on a line of its own, which is its number.
#define LINE(...) case __LINE__: { __VA_ARGS__; break; }

static void run(int which) {
  int i = 0; long l = 0; wide w = 0; unsigned u = 0; short s = 0; signed char sc = 0; unsigned char uc = 0;
  switch (which) {
  // addition
  LINE(KEEP(i_max + one))
  LINE(KEEP(i_max + zero))
  LINE(KEEP(i_min + minus))
  LINE(KEEP(i_min + one))
  LINE(KEEP(l_max + one))
  LINE(KEEP(l_max + minus))
  LINE(KEEP(l_min + l_minus))
  LINE(KEEP(u_max + 1u))
  LINE(KEEP(ul_max + 1ul))
  LINE(KEEP(s_max + s_max))
  LINE(KEEP(sc_max + sc_max))
  LINE(w = WIDE_MAX; w = w + one)
  LINE(w = WIDE_MAX; w = w + minus)
  LINE(i = i_max; i++)
  LINE(i = i_max; ++i)
  LINE(i = i_min; i--)
  LINE(i = i_min; --i)
  LINE(i = i_max - 1; i++)
  LINE(l = l_max; l++)
  LINE(s = s_max; s++)
  LINE(sc = sc_min; sc--)
  LINE(uc = uc_max; uc++)
  LINE(u = u_max; u++)
  LINE(i = i_max; i += one)
  LINE(i = i_min; i -= one)
  LINE(s = s_max; s += s_max)
  LINE(l = l_max; l += i_max)
  LINE(bits.five++)
  LINE(bits.six++)
  LINE(items[0]++)
  LINE(items[1]++)
  // subtraction
  LINE(KEEP(i_min - one))
  LINE(KEEP(i_max - minus))
  LINE(KEEP(minus - i_max))
  LINE(KEEP(zero - i_min))
  LINE(KEEP(l_min - one))
  LINE(KEEP(zero - l_max))
  LINE(KEEP(0u - 1u))
  LINE(w = WIDE_MIN; w = w - one)
  // multiplication
  LINE(KEEP(i_max * two))
  LINE(KEEP(i_max * one))
  LINE(KEEP(i_min * minus))
  LINE(KEEP(minus * i_min))
  LINE(KEEP(i_max * minus))
  LINE(KEEP(s_min * s_min))
  LINE(KEEP((unsigned short)s_max * 2 * s_max))
  LINE(KEEP(l_max * two))
  LINE(KEEP(l_min * minus))
  LINE(KEEP((long)i_max * i_max))
  LINE(KEEP(u_max * 2u))
  LINE(w = WIDE_MAX; w = w * two)
  LINE(w = (wide)l_max * l_max)
  LINE(i = i_max; i *= two)
  LINE(sc = sc_max; sc *= sc_max)
  // negation, absolute values
  LINE(KEEP(-i_min))
  LINE(KEEP(-i_max))
  LINE(KEEP(-l_min))
  LINE(KEEP(-s_min))
  LINE(KEEP(-u_max))
  LINE(w = WIDE_MIN; w = -w)
  LINE(KEEP(abs(i_min)))
  LINE(KEEP(abs(i_min + 1)))
  LINE(KEEP(labs(l_min)))
  LINE(KEEP(labs(i_min)))
  LINE(KEEP(llabs(l_min)))
  LINE(KEEP(__builtin_abs(i_min)))
  // division
  LINE(KEEP(one / zero))
  LINE(KEEP(one % zero))
  LINE(KEEP(1u / (unsigned)zero))
  LINE(KEEP(ul_max % (unsigned)zero))
  LINE(KEEP(i_min / minus))
  LINE(KEEP(i_min % minus))
  LINE(KEEP(l_min / minus))
  LINE(KEEP(i_min / (long)minus))
  LINE(KEEP(s_min / minus))
  LINE(KEEP(sc_min % minus))
  LINE(w = WIDE_MIN; w = w / minus)
  LINE(w = one; w = w / zero)
  LINE(i = i_min; i /= minus)
  LINE(i = one; i %= zero)
  LINE(KEEP(u_max / minus))
  // shifts: the amount
  LINE(KEEP(one >> more))
  LINE(KEEP(one >> many))
  LINE(KEEP(one >> minus))
  LINE(KEEP(1u << more))
  LINE(KEEP(1u << many))
  LINE(KEEP(1u << minus))
  LINE(KEEP(l_one << more))
  LINE(KEEP(l_one << (more + more)))
  LINE(KEEP(1ul >> (more + more)))
  LINE(KEEP(uc_max >> more))
  LINE(KEEP(uc_max >> many))
  LINE(KEEP(one >> (int)far))
  LINE(KEEP(one >> l_minus))
  LINE(KEEP(one >> (unsigned long)many))
  LINE(w = one; w = w >> (4 * more))
  LINE(w = one; w = w >> (2 * more))
  LINE(u = 1; u <<= more)
  LINE(i = 1; i >>= more)
  LINE(s = 1; s >>= more)
  LINE(s = 1; s >>= many)
#ifndef BITCODE
  // shifts: an amount that is cut, which in a macro looks like a cast
  LINE(KEEP(one >> far))
  LINE(KEEP(1u << far))
  LINE(i = 1; i >>= far)
  // shifts: what is shifted
  LINE(KEEP(one << many))
  LINE(KEEP(two << many))
  LINE(KEEP(minus << one))
  LINE(KEEP(i_max << one))
  LINE(KEEP(i_max << zero))
  LINE(KEEP(uc_max << 24))
  LINE(KEEP(uc_max << 23))
  LINE(KEEP(uc_max << 22))
  LINE(KEEP(l_one << 63))
  LINE(KEEP(l_max << one))
  LINE(KEEP(l_minus << one))
  LINE(KEEP(u_max << 4))
  LINE(KEEP(s_max << 17))
  LINE(KEEP(s_max << 16))
  LINE(w = WIDE_MAX; w = w << one)
  LINE(i = i_max; i <<= one)
  LINE(uc = uc_max; uc <<= 7)
  // constants, which the compiler folds
  LINE(KEEP(INT_MAX + 1))
  LINE(KEEP(INT_MIN - 1))
  LINE(KEEP(INT_MAX * 2))
  LINE(KEEP(-INT_MIN))
  LINE(KEEP(LONG_MAX + 1))
  LINE(KEEP(INT_MAX + 1u))
  LINE(KEEP(1 / 0))
  LINE(KEEP(1 % 0))
  LINE(KEEP(INT_MIN / -1))
  LINE(KEEP(1 << 32))
  LINE(KEEP(1 << -1))
  LINE(KEEP(1 >> 40))
  LINE(KEEP(255 << 24))
  LINE(KEEP(-1 << 1))
  LINE(KEEP(1 << 31))
  LINE(KEEP((int)1e10))
  LINE(KEEP((int)(100.0 / 0.0f)))
  LINE(KEEP((unsigned char)-1.0))
  LINE(KEEP((unsigned char)255.9))
  LINE(KEEP(abs(INT_MIN)))
#endif
  // from floating point to integers
  LINE(i = (int)d_max)
  LINE(i = (int)d_int)
  LINE(i = (int)(d_int + d_half))
  LINE(i = (int)(d_int + one))
  LINE(i = (int)(-d_int - 1.5))
  LINE(i = (int)(-d_int - 2))
  LINE(i = (int)(d_zero / d_zero))
  LINE(i = (int)(one / f_zero))
  LINE(i = (int)f_max)
  LINE(l = (long)f_max)
  LINE(l = (long)d_int)
  LINE(l = (long)ld_long)
  LINE(l = (long)-ld_long)
  LINE(l = (long)(ld_long - 1))
  LINE(l = (long)ld_max)
  LINE(u = (unsigned)d_minus)
  LINE(u = (unsigned)-d_half)
  LINE(u = (unsigned)(d_int * 2))
  LINE(u = (unsigned)(d_int * 3))
  LINE(uc = (unsigned char)(256 * f_half))
  LINE(uc = (unsigned char)(256.0f * one))
  LINE(sc = (signed char)(128.0f * one))
  LINE(sc = (signed char)(-128.9f * one))
  LINE(sc = (signed char)(-129.0f * one))
  LINE(s = (short)(40000.0 * one))
  LINE(w = (wide)f_max)
  LINE(w = (wide)d_max)
  LINE(i = d_max)
  LINE(i = one; i += d_max)
  LINE(i = one; i *= 1e300)
  LINE(i = one; i /= 0.3)
  // the other way, which always fits or rounds
  LINE(KEEP((float)l_max == 0))
  LINE(KEEP((double)ul_max == 0))
  LINE(KEEP((float)d_max == 0))
  // truncation is defined
  LINE(sc = (signed char)i_max)
  LINE(uc = (unsigned char)minus)
  LINE(u = (unsigned)l_min)
  // sizes of arrays
  LINE(int room[one + 1]; KEEP(sizeof room))
  LINE(int room[minus]; KEEP(sizeof room))
  }
  sink = i + u + s + sc + uc + (long)w + l / 2 + bits.five;
}

enum { FIRST = 40, LAST = 250 };

#ifdef NATIVE
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  for (int which = FIRST; which < LAST; which++) {
    pid_t child = fork();
    if (child == 0) {
      run(which);
      _exit(0);
    }
    waitpid(child, NULL, 0);
  }
  return 0;
}
#else
#include <klee/klee.h>
int main(void) {
  run(klee_range(FIRST, LAST, "which"));
  return 0;
}
#endif
