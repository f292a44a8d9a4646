// Pointers that never were the address of anything.
// RUN: %cases %s
// CASES: read write forged_from_integer huge negative
// CLEAN: round_trip split_and_joined tagged

int value = 3;

#ifdef CASE_read
int main(void) {
  // read: wild.c:[[@LINE+1]]:10: error: wild pointer read of 4 bytes: address 0x4141414141414140 [ptr]
  return *(int *)0x4141414141414140;
}
#endif

#ifdef CASE_write
int main(void) {
  // write: wild.c:[[@LINE+1]]:37: error: wild pointer write of 8 bytes: address 0x300000000000 [ptr]
  *(long *)(value * 0x100000000000) = 1;
  return 0;
}
#endif

#ifdef CASE_forged_from_integer
int main(void) {
  unsigned long address = 0xdead0000beef0000;
  char *p = (char *)(address + (unsigned long)value);
  // forged_from_integer: wild.c:[[@LINE+1]]:10: error: wild pointer read of 1 byte: address 0xdead0000beef0003 [ptr]
  return *p;
}
#endif

#ifdef CASE_huge
int main(void) {
  // huge: wild.c:[[@LINE+1]]:10: error: wild pointer read of 4 bytes: address 0xfffffffffffffffc [ptr]
  return ((int *)0)[value - 4];
}
#endif

#ifdef CASE_negative
int main(void) {
  // negative: wild.c:[[@LINE+1]]:22: error: wild pointer write of 2 bytes: address 0xffffffffffffffff [ptr]
  *(short *)(long)-1 = (short)value;
  return 0;
}
#endif

#ifdef CASE_round_trip
int main(void) {
  unsigned long address = (unsigned long)&value;
  unsigned long hidden = address ^ 0x5555;
  return *(int *)(hidden ^ 0x5555) - 3;
}
#endif

#ifdef CASE_split_and_joined
int main(void) {
  unsigned long address = (unsigned long)&value;
  unsigned low = (unsigned)address, high = (unsigned)(address >> 32);
  return *(int *)((unsigned long)high << 32 | low) - 3;
}
#endif

#ifdef CASE_tagged
int main(void) {
  unsigned long tagged = (unsigned long)&value | 1;
  return *(int *)(tagged & ~1UL) - 3;
}
#endif
