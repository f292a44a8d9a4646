/* The functions of SV-COMP and Test-Comp for a program that runs natively. Programs of those
   collections often define some of them (reach_error, __VERIFIER_assert) themselves. */
#include "replay.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* X(part of the name, type) */
#define INPUTS(X)                                                                                  \
  X(char, char)                                                                                    \
  X(uchar, unsigned char)                                                                          \
  X(short, short)                                                                                  \
  X(ushort, unsigned short)                                                                        \
  X(int, int)                                                                                      \
  X(uint, unsigned)                                                                                \
  X(unsigned, unsigned)                                                                            \
  X(long, long)                                                                                    \
  X(ulong, unsigned long)                                                                          \
  X(longlong, long long)                                                                           \
  X(ulonglong, unsigned long long)                                                                 \
  X(float, float)                                                                                  \
  X(double, double)                                                                                \
  X(pointer, void *)                                                                               \
  X(pchar, char *)                                                                                 \
  X(size_t, size_t)                                                                                \
  X(loff_t, long long)                                                                             \
  X(sector_t, unsigned long)                                                                       \
  X(u8, uint8_t)                                                                                   \
  X(u16, uint16_t)                                                                                 \
  X(u32, uint32_t)

#define X(name, type)                                                                              \
  REPLAY_WEAK type __VERIFIER_nondet_##name(void) {                                                \
    type value;                                                                                    \
    smew_replay_next(&value, sizeof value, #name);                                                 \
    return value;                                                                                  \
  }
INPUTS(X)
#ifdef __SIZEOF_INT128__
X(int128, __int128)
X(uint128, unsigned __int128)
#endif
#undef X

/* A bool that is neither 0 nor 1 must not exist. */
REPLAY_WEAK bool __VERIFIER_nondet_bool(void) {
  unsigned char value;
  smew_replay_next(&value, sizeof value, "bool");
  return value != 0;
}

REPLAY_WEAK void __VERIFIER_nondet_memory(void *address, size_t size) {
  if (size != 0) smew_replay_next(address, size, "memory");
}

REPLAY_WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    smew_replay_stop(REPLAY_ASSUMPTION, "__VERIFIER_assume: the condition does not hold");
}

REPLAY_WEAK void __VERIFIER_assert(int condition) {
  if (condition) return;
  smew_replay_tell(REPLAY_ASSERTION, "assertion failed: __VERIFIER_assert");
  abort();
}

REPLAY_ERROR void __VERIFIER_error(void) {
  smew_replay_tell(REPLAY_REACHED, "__VERIFIER_error was reached");
  abort();
}

REPLAY_ERROR void reach_error(void) {
  smew_replay_tell(REPLAY_REACHED, "reach_error was reached");
  abort();
}

REPLAY_WEAK void __VERIFIER_atomic_begin(void) {}
REPLAY_WEAK void __VERIFIER_atomic_end(void) {}
