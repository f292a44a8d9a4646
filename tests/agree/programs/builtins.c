// agree: bytes=2
/* Compiler builtins that have instructions of their own. */
#include "agree.h"

AGREE_RESULT(12);

int main(void) {
  unsigned short x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned u = x * 0x10003u;
  unsigned long l = x * 0x100000000001UL;
  int product;
  unsigned sum;
  signed char tiny;
  unsigned long big;
  agree_result[0] =
      (unsigned long)__builtin_popcount(u) * 100 + (unsigned long)__builtin_popcountl(l);
  agree_result[1] = u ? (unsigned long)__builtin_clz(u) : 77;
  agree_result[2] = l ? (unsigned long)__builtin_ctzl(l) : 77;
  agree_result[3] = __builtin_bswap16(x) + (unsigned long)__builtin_bswap32(u);
  agree_result[4] = __builtin_bswap64(l);
  agree_result[5] = (unsigned long)__builtin_smul_overflow((int)u, 3, &product) +
                    ((unsigned long)(unsigned)product << 8);
  agree_result[6] =
      (unsigned long)__builtin_uadd_overflow(u, 0xf0000000u, &sum) + ((unsigned long)sum << 8);
  agree_result[7] =
      (unsigned long)__builtin_add_overflow((signed char)x, (signed char)(x >> 8), &tiny) +
      ((unsigned long)(unsigned char)tiny << 8);
  agree_result[8] = (unsigned long)__builtin_mul_overflow(l, l, &big) ^ big << 1;
  agree_result[9] = (unsigned long)__builtin_parity(x) + (unsigned long)__builtin_ffs((int)u) * 4;
  agree_result[10] = (unsigned long)__builtin_clrsb((int)u);
  agree_result[11] = __builtin_rotateleft32(u, x & 31) + __builtin_bitreverse8((unsigned char)x);
  if (__builtin_expect(x == 4660, 0)) return 1;
  if (__builtin_popcount(x) == 16) return 2;
  return 0;
}
