// Every integer operator at every width and signedness.
// RUN: %native-diff %s
#include <stdint.h>
#include <stdio.h>

static const int64_t samples[] = {0,     1,      -1,    2,          -2,         7,         127,      128,
                                  -128,  255,    256,   -129,       32767,      32768,     -32768,   65535,
                                  65536, 100000, -7777, 0x7fffffff, 0x80000000, -(1l << 31), 0xffffffff,
                                  1l << 40, INT64_MAX, INT64_MIN, 0x0123456789abcdef};
#define COUNT (sizeof samples / sizeof *samples)

static uint64_t sum;
static void note(uint64_t value) { sum = (sum ^ value) * 0x100000001b3u; }

// Signed overflow would be undefined, so arithmetic happens in the unsigned type U.
#define TEST(T, U, bits)                                                                           \
  static void test_##T(void) {                                                                     \
    sum = 14695981039346656037u;                                                                   \
    for (size_t i = 0; i < COUNT; i++) {                                                           \
      for (size_t j = 0; j < COUNT; j++) {                                                         \
        volatile T a = (T)samples[i], b = (T)samples[j];                                           \
        unsigned by = (unsigned)b % bits;                                                          \
        note((uint64_t)(T)((U)a + (U)b));                                                          \
        note((uint64_t)(T)((U)a - (U)b));                                                          \
        note((uint64_t)(T)((uint64_t)(U)a * (uint64_t)(U)b));                                      \
        if (b != 0 && !(b == (T)-1 && (T)-1 < 1)) {                                                \
          note((uint64_t)(T)(a / b));                                                              \
          note((uint64_t)(T)(a % b));                                                              \
        }                                                                                          \
        note((uint64_t)(T)(a & b));                                                                \
        note((uint64_t)(T)(a | b));                                                                \
        note((uint64_t)(T)(a ^ b));                                                                \
        note((uint64_t)(T)~a);                                                                     \
        note((uint64_t)(T)((U)a << by));                                                           \
        note((uint64_t)(T)(a >> by));                                                              \
        note((uint64_t)((a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 |   \
                        (a != b) << 5 | (!a) << 6 | (a && b) << 7 | (a || b) << 8));               \
        T c = a;                                                                                   \
        c ^= b, c |= 4, c &= 0x3a, c++, c *= 2, --c, c -= 1, c <<= 1, c /= 3;                      \
        note((uint64_t)c);                                                                         \
      }                                                                                            \
    }                                                                                              \
    printf("%-10s %016llx\n", #T, (unsigned long long)sum);                                        \
  }
TEST(int8_t, uint8_t, 8)
TEST(uint8_t, uint8_t, 8)
TEST(int16_t, uint16_t, 16)
TEST(uint16_t, uint16_t, 16)
TEST(int32_t, uint32_t, 32)
TEST(uint32_t, uint32_t, 32)
TEST(int64_t, uint64_t, 64)
TEST(uint64_t, uint64_t, 64)

static void test_conversions(void) {
  for (size_t i = 0; i < COUNT; i++) {
    volatile int64_t v = samples[i];
    printf("%d %u %d %u %d %u %lld %d\n", (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v, (int32_t)v,
           (uint32_t)v, (long long)(int32_t)(int8_t)v, (_Bool)v);
  }
}

int main(void) {
  test_int8_t(), test_uint8_t(), test_int16_t(), test_uint16_t();
  test_int32_t(), test_uint32_t(), test_int64_t(), test_uint64_t();
  test_conversions();
  return (int)(sum & 127);
}
