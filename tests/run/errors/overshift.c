// Shifts by the width or more, and by one less than the width.
// RUN: %cases %s
// CASES: left right_signed right_unsigned negative promoted s64 s64_right s128 much
// CLEAN: widest narrow_promoted zero rotated

volatile int amount = 31;

#ifdef CASE_left
// left: overshift.c:[[@LINE+1]]:27: error: shift amount 32 is not less than the width 32 [overshift]
int main(void) { return 1 << (amount + 1); }
#endif

#ifdef CASE_right_signed
// right_signed: overshift.c:[[@LINE+1]]:28: error: shift amount 33 is not less than the width 32 [overshift]
int main(void) { return -8 >> (amount + 2); }
#endif

#ifdef CASE_right_unsigned
// right_unsigned: overshift.c:[[@LINE+1]]:34: error: shift amount 32 is not less than the width 32 [overshift]
int main(void) { return (int)(8u >> (amount + 1)); }
#endif

#ifdef CASE_negative
// negative: overshift.c:[[@LINE+1]]:27: error: shift amount 4294967295 is not less than the width 32 [overshift]
int main(void) { return 1 << (amount - 32); }
#endif

#ifdef CASE_promoted
int main(void) {
  unsigned char byte = 1;
  // promoted: overshift.c:[[@LINE+1]]:15: error: shift amount 32 is not less than the width 32 [overshift]
  return byte << (amount + 1);
}
#endif

#ifdef CASE_s64
// s64: overshift.c:[[@LINE+1]]:34: error: shift amount 64 is not less than the width 64 [overshift]
int main(void) { return (int)(1l << (amount + 33)); }
#endif

#ifdef CASE_s64_right
// s64_right: overshift.c:[[@LINE+1]]:35: error: shift amount 100 is not less than the width 64 [overshift]
int main(void) { return (int)(1ul >> (amount + 69)); }
#endif

#ifdef CASE_s128
int main(void) {
  unsigned __int128 wide = 1;
  // s128: overshift.c:[[@LINE+1]]:21: error: shift amount 128 is not less than the width 128 [overshift]
  return (int)(wide << (amount + 97));
}
#endif

#ifdef CASE_much
int main(void) {
  int a = 1;
  // much: overshift.c:[[@LINE+1]]:5: error: shift amount 3100 is not less than the width 32 [overshift]
  a <<= amount * 100;
  return a;
}
#endif

#ifdef CASE_widest
int main(void) {
  unsigned __int128 wide = 1;
  return (1u << amount) != 0x80000000u || (-1 >> amount) != -1 || (1ul << (amount + 32)) >> 63 != 1 ||
         (wide << (amount + 96)) >> 127 != 1;
}
#endif

#ifdef CASE_narrow_promoted
int main(void) {
  unsigned char byte = 0x80;
  unsigned short half = 1;
  return (byte << (amount - 8)) != 0x40000000 || half << (amount - 1) != 0x40000000 || byte >> 8;
}
#endif

#ifdef CASE_zero
int main(void) { return (5 << (amount - 31)) - 5; }
#endif

#ifdef CASE_rotated
static unsigned rotate(unsigned x, unsigned by) { return x << (by & 31) | x >> (-by & 31); }
int main(void) { return rotate(0x80000001u, 0) != 0x80000001u || rotate(1, 31) != 0x80000000u; }
#endif
