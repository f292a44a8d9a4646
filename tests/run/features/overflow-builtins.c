// The overflow-checking builtins at every width, mixed types too, and saturation.
// RUN: %native-diff %s
#include <stdint.h>
#include <stdio.h>

static const int64_t samples[] = {0, 1, -1, 2, 100, -100, 127, -128, 255, 32767, -32768, 65535, INT32_MAX,
                                  INT32_MIN, 0xffffffffl, INT64_MAX, INT64_MIN, 0x123456789l};
#define COUNT (int)(sizeof samples / sizeof *samples)

#define TEST(T)                                                                                    \
  static void test_##T(void) {                                                                     \
    uint64_t sum = 1;                                                                              \
    int overflows = 0;                                                                             \
    for (int i = 0; i < COUNT; i++) {                                                              \
      for (int j = 0; j < COUNT; j++) {                                                            \
        volatile T a = (T)samples[i], b = (T)samples[j];                                           \
        T r;                                                                                       \
        overflows += __builtin_add_overflow(a, b, &r), sum = sum * 31 + (uint64_t)r;               \
        overflows += __builtin_sub_overflow(a, b, &r), sum = sum * 31 + (uint64_t)r;               \
        overflows += __builtin_mul_overflow(a, b, &r), sum = sum * 31 + (uint64_t)r;               \
        sum = sum * 31 + (uint64_t)(T)__builtin_elementwise_add_sat((T)a, (T)b);                   \
        sum = sum * 31 + (uint64_t)(T)__builtin_elementwise_sub_sat((T)a, (T)b);                   \
        sum = sum * 31 + (uint64_t)(T)__builtin_elementwise_max((T)a, (T)b);                       \
        sum = sum * 31 + (uint64_t)(T)__builtin_elementwise_min((T)a, (T)b);                       \
      }                                                                                            \
    }                                                                                              \
    printf("%s %d %016llx\n", #T, overflows, (unsigned long long)sum);                             \
  }
TEST(int8_t)
TEST(uint8_t)
TEST(int16_t)
TEST(uint16_t)
TEST(int32_t)
TEST(uint32_t)
TEST(int64_t)
TEST(uint64_t)

int main(void) {
  test_int8_t(), test_uint8_t(), test_int16_t(), test_uint16_t();
  test_int32_t(), test_uint32_t(), test_int64_t(), test_uint64_t();
  int mixed = 0;
  for (int i = 0; i < COUNT; i++) {
    volatile int64_t a = samples[i];
    int r;
    unsigned char c;
    unsigned long u;
    mixed = mixed * 3 + __builtin_add_overflow(a, 5u, &r) + (r & 3);
    mixed = mixed * 3 + __builtin_mul_overflow((int)a, -3l, &c) + (c & 3);
    mixed = mixed * 3 + __builtin_sub_overflow((unsigned char)a, a, &u) + (int)(u & 3);
    mixed &= 0xffffff;
  }
  __int128 big = (__int128)1 << 126, result;
  int wide = __builtin_add_overflow(big, big, &result);
  printf("%d %d %d\n", mixed, wide, __builtin_sub_overflow(-big, big, &result));
  unsigned carry;
  unsigned total = __builtin_addc(0xffffffffu, 1u, 1u, &carry);
  printf("%u %u\n", total, carry);
  int64_t product;
  int exact = __builtin_smull_overflow(3037000500, 3037000500, &product);
  printf("%d %lld\n", exact, (long long)product);
  return mixed & 127;
}
