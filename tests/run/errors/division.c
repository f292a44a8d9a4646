// Division and remainder by zero at every width and signedness.
// RUN: %cases %s
// CASES: s32 u32 s32_rem u32_rem s8 u8 s16 u16 s64 u64 s64_rem u64_rem s128 u128 s128_rem bitint compound
// CLEAN: nonzero floats

volatile int zero;

#ifdef CASE_s32
// s32: division.c:[[@LINE+1]]:28: error: division by zero [div]
int main(void) { return 10 / zero; }
#endif

#ifdef CASE_u32
// u32: division.c:[[@LINE+1]]:34: error: division by zero [div]
int main(void) { return (int)(10 / (unsigned)zero); }
#endif

#ifdef CASE_s32_rem
// s32_rem: division.c:[[@LINE+1]]:28: error: division by zero [div]
int main(void) { return 10 % zero; }
#endif

#ifdef CASE_u32_rem
// u32_rem: division.c:[[@LINE+1]]:35: error: division by zero [div]
int main(void) { return (int)(10u % (unsigned)zero); }
#endif

#ifdef CASE_s8
int main(void) {
  signed char a = 100, b = (signed char)zero;
  // s8: division.c:[[@LINE+1]]:12: error: division by zero [div]
  return a / b;
}
#endif

#ifdef CASE_u8
int main(void) {
  unsigned char a = 200, b = (unsigned char)zero;
  // u8: division.c:[[@LINE+1]]:12: error: division by zero [div]
  return a % b;
}
#endif

#ifdef CASE_s16
int main(void) {
  short a = 100, b = (short)zero;
  // s16: division.c:[[@LINE+1]]:12: error: division by zero [div]
  return a % b;
}
#endif

#ifdef CASE_u16
int main(void) {
  unsigned short a = 100, b = (unsigned short)zero;
  // u16: division.c:[[@LINE+1]]:12: error: division by zero [div]
  return a / b;
}
#endif

#ifdef CASE_s64
// s64: division.c:[[@LINE+1]]:35: error: division by zero [div]
int main(void) { return (int)(-10 / (long)zero); }
#endif

#ifdef CASE_u64
// u64: division.c:[[@LINE+1]]:36: error: division by zero [div]
int main(void) { return (int)(10ul / (unsigned long)zero); }
#endif

#ifdef CASE_s64_rem
// s64_rem: division.c:[[@LINE+1]]:36: error: division by zero [div]
int main(void) { return (int)(-10l % (long)zero); }
#endif

#ifdef CASE_u64_rem
// u64_rem: division.c:[[@LINE+1]]:36: error: division by zero [div]
int main(void) { return (int)(10ul % (unsigned long)zero); }
#endif

#ifdef CASE_s128
int main(void) {
  __int128 a = (__int128)1 << 100, b = zero;
  // s128: division.c:[[@LINE+1]]:18: error: division by zero [div]
  return (int)(a / b);
}
#endif

#ifdef CASE_u128
int main(void) {
  unsigned __int128 a = (unsigned __int128)1 << 100, b = (unsigned)zero;
  // u128: division.c:[[@LINE+1]]:18: error: division by zero [div]
  return (int)(a / b);
}
#endif

#ifdef CASE_s128_rem
int main(void) {
  __int128 a = (__int128)1 << 100, b = zero;
  // s128_rem: division.c:[[@LINE+1]]:18: error: division by zero [div]
  return (int)(a % b);
}
#endif

#ifdef CASE_bitint
int main(void) {
  _BitInt(13) a = 99, b = (_BitInt(13))zero;
  // bitint: division.c:[[@LINE+1]]:17: error: division by zero [div]
  return (int)a / (int)b;
}
#endif

#ifdef CASE_compound
int main(void) {
  int a = 10;
  // compound: division.c:[[@LINE+1]]:5: error: division by zero [div]
  a /= zero;
  return a;
}
#endif

#ifdef CASE_nonzero
int main(void) {
  int one = zero + 1;
  __int128 wide = one;
  return (10 / one - 10) | (int)(7u % (unsigned)one) | (int)(5l / one - 5) | (int)(wide / one - 1) |
         (0 / one) | (-1 / one + 1);
}
#endif

#ifdef CASE_floats
int main(void) {
  double infinite = 1.0 / zero, undefined = 0.0 / zero;
  return !(infinite > 1e308) || undefined == undefined;
}
#endif
