// Inline assembly that programs use: moves, arithmetic, rotations, byte swaps, bit scans, flags, carries,
// atomic operations.
// RUN: %native-diff --levels=O0,O2 %s
#include <stdint.h>
#include <stdio.h>

volatile uint32_t a = 0x12345678, b = 0x9abcdef0;
volatile uint64_t c = 0xfedcba9876543210, d = 0x0123456789abcdef;

static uint32_t swap32(uint32_t x) { __asm__("bswap %0" : "+r"(x)); return x; }
static uint64_t swap64(uint64_t x) { __asm__("bswapq %0" : "=r"(x) : "0"(x)); return x; }
static uint16_t swap16(uint16_t x) { __asm__("xchgb %b0,%h0" : "+Q"(x)); return x; }
static uint16_t turn16(uint16_t x) { __asm__("rorw $8, %w0" : "+r"(x) : : "cc"); return x; }
static uint32_t rol(uint32_t x, uint8_t n) { __asm__("roll %%cl, %0" : "+r"(x) : "c"(n)); return x; }
static uint64_t ror(uint64_t x, uint8_t n) { __asm__("rorq %1, %0" : "+r"(x) : "cJ"(n)); return x; }
static uint32_t rol5(uint32_t x) { __asm__("rol %1, %0" : "+r"(x) : "I"(5)); return x; }

static void arithmetic(void) {
  uint32_t x = a, y = b;
  uint64_t z = c;
  __asm__("addl %1, %0" : "+r"(x) : "r"(y) : "cc");
  printf("%x ", x);
  __asm__("subl %1, %0\n\txorl $0xff, %0; notl %0" : "+r"(x) : "r"(y));
  printf("%x ", x);
  __asm__("imul %1, %0" : "+r"(z) : "r"(d));
  printf("%lx ", z);
  __asm__("shlq $3, %0; shrq $1, %0; sarq $2, %0" : "+r"(z));
  printf("%lx ", z);
  __asm__("lea 5(%1,%1,4), %0" : "=r"(z) : "r"(d));
  printf("%lx ", z);
  __asm__("movl %1, %0; incl %0; negl %0" : "=&r"(x) : "r"(y));
  printf("%x ", x);
  __asm__("movzbl %b1, %0" : "=r"(x) : "q"(y));
  printf("%x ", x);
  __asm__("movsbl %b1, %0" : "=r"(x) : "q"(y));
  printf("%x\n", x);
}

static void carries(void) {
  uint64_t low = c, high = 1, more = 0, product, top;
  unsigned char is_over, is_zero;
  __asm__("addq %3, %0\n\tadcq %4, %1\n\tadcq $0, %2" : "+r"(low), "+r"(high), "+r"(more) : "r"(c), "r"(~0ul));
  printf("%lx %lx %lx ", low, high, more);
  __asm__("mulq %3" : "=a"(product), "=d"(top) : "a"(c), "r"(d) : "cc");
  printf("%lx %lx ", product, top);
  __asm__("addl %2, %1; setc %0" : "=q"(is_over), "+r"(*(uint32_t *)&low) : "r"(b));
  printf("%d ", is_over);
  __asm__("testl %1, %1; sete %0" : "=r"(is_zero) : "r"(a));
  printf("%d ", is_zero);
  int is_equal, is_below;
  __asm__("cmpl %2, %1" : "=@ccz"(is_equal) : "r"(a), "r"(a));
  __asm__("cmpl %2, %1" : "=@ccc"(is_below) : "r"(a), "r"(b));
  printf("%d %d ", is_equal, is_below);
  uint32_t least = a;
  __asm__("cmpl %0, %1; cmovb %1, %0" : "+r"(least) : "r"(b));
  printf("%x\n", least);
}

static void scans(void) {
  uint32_t first, last, count;
  uint64_t far;
  __asm__("bsfl %1, %0" : "=r"(first) : "rm"(a));
  __asm__("bsr %1, %0" : "=r"(last) : "r"(a));
  __asm__("bsrq %1, %0" : "=r"(far) : "r"(d));
  __asm__("popcnt %1, %0" : "=r"(count) : "r"(a));
  printf("%u %u %lu %u\n", first, last, far, count);
}

static void atomics(void) {
  static uint32_t word = 5;
  static uint64_t wide = 7;
  uint32_t got = 3, expected = 8, wanted = 100;
  unsigned char was_equal;
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(got), "+m"(word) : : "memory", "cc");
  printf("%u %u ", got, word);
  __asm__ volatile("lock cmpxchgl %3, %1; sete %2" : "+a"(expected), "+m"(word), "=q"(was_equal) : "r"(wanted) : "memory");
  printf("%u %u %d ", expected, word, was_equal);
  __asm__ volatile("lock cmpxchgl %3, %1\n\tsete %2" : "+a"(expected), "+m"(word), "=q"(was_equal) : "r"(1) : "memory");
  expected = 8;
  __asm__ volatile("lock cmpxchgl %2, %1" : "+a"(expected), "+m"(word) : "r"(2) : "memory");
  printf("%u %u ", expected, word);
  __asm__ volatile("xchgl %0, %1" : "+r"(got), "+m"(word) : : "memory");
  printf("%u %u ", got, word);
  __asm__ volatile("lock incl %0; lock; addl $10, %0" : "+m"(word) : : "memory");
  __asm__ volatile("lock decq %0" : "+m"(wide) : : "memory");
  __asm__ volatile("lock orl %1, %0" : "+m"(word) : "ir"(0x1000) : "memory");
  __asm__ volatile("mfence" : : : "memory");
  __asm__ volatile("rep; nop" : : : "memory");
  __asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory");
  printf("%u %lu\n", word, wide);
}

static void processor(void) {
  uint32_t max = 0, x, y, z, eax = 1, edx, low, high;
  __asm__ volatile("cpuid" : "+a"(max), "=b"(x), "=c"(y), "=d"(z));
  __asm__ volatile("cpuid" : "+a"(eax), "=b"(x), "=c"(y), "=d"(edx));
  printf("%d %d ", max >= 1, edx >> 26 & 1);
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  uint64_t before = (uint64_t)high << 32 | low;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  printf("%d %d\n", ((uint64_t)high << 32 | low) > before, __builtin_readcyclecounter() > before);
}

static void memory(void) {
  uint32_t items[4] = {1, 2, 3, 4}, x;
  uint8_t bytes[4] = {0x11, 0x22, 0x33, 0x44};
  __asm__("movl 4(%1), %0" : "=r"(x) : "r"(items) : "memory");
  printf("%u ", x);
  __asm__("movl (%1,%2,4), %0" : "=r"(x) : "r"(items), "r"(3l) : "memory");
  printf("%u ", x);
  __asm__("movl %1, %0; bswap %0" : "=r"(x) : "m"(*(uint32_t *)bytes));
  printf("%x ", x);
  __asm__("movb %b1, %0" : "=m"(bytes[2]) : "q"(a));
  printf("%x\n", bytes[2]);
}

static void barriers(void) {
  double x = 1.5;
  __int128 w = (__int128)c << 64 | d;
  int kept = 7;
  __asm__ volatile("" : "+x"(x) : : "memory");
  __asm__ volatile("" : "+r"(kept));
  __asm__ volatile("# a comment" : : "r"(&w) : "memory");
  printf("%g %d %lx\n", x, kept, (uint64_t)(w >> 64));
}

int main(void) {
  barriers();
  printf("%x %lx %x %x\n", swap32(a), swap64(c), swap16((uint16_t)a), turn16((uint16_t)a));
  printf("%x %x %lx %lx %x\n", rol(a, 7), rol(a, 0), ror(c, 13), ror(c, 64), rol5(a));
  arithmetic();
  carries();
  scans();
  atomics();
  processor();
  memory();
  return 0;
}
