// Atomic operations in all their spellings, run as plain operations by one thread.
// RUN: %native-diff %s
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define TEST(T, name)                                                                              \
  static void test_##name(void) {                                                                  \
    _Atomic T a = 100;                                                                             \
    T old[8] = {0};                                                                                \
    old[0] = atomic_fetch_add(&a, 5);                                                              \
    old[1] = atomic_fetch_sub_explicit(&a, 3, memory_order_relaxed);                               \
    old[2] = atomic_fetch_or(&a, 0x11);                                                            \
    old[3] = atomic_fetch_and_explicit(&a, 0x7e, memory_order_acq_rel);                            \
    old[4] = atomic_fetch_xor(&a, 0x55);                                                           \
    old[5] = atomic_exchange(&a, 77);                                                              \
    T expected = 77;                                                                               \
    bool swapped = atomic_compare_exchange_strong(&a, &expected, 88);                              \
    bool failed = atomic_compare_exchange_strong(&a, &expected, 99);                               \
    old[6] = expected;                                                                             \
    a += 3, a *= 2, a++, --a;                                                                      \
    while (!atomic_compare_exchange_weak(&a, &expected, 42)) {}                                    \
    old[7] = atomic_load(&a);                                                                      \
    atomic_store_explicit(&a, 7, memory_order_release);                                            \
    for (int i = 0; i < 8; i++) printf("%lld ", (long long)old[i]);                                \
    printf("%d %d %lld\n", swapped, failed, (long long)a);                                         \
  }
TEST(signed char, s8)
TEST(unsigned char, u8)
TEST(short, s16)
TEST(unsigned short, u16)
TEST(int, s32)
TEST(unsigned, u32)
TEST(long, s64)
TEST(unsigned long, u64)

struct pair { int a, b; };

int main(void) {
  test_s8(), test_u8(), test_s16(), test_u16(), test_s32(), test_u32(), test_s64(), test_u64();
  atomic_flag flag = ATOMIC_FLAG_INIT;
  printf("%d %d\n", atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  printf("%d\n", atomic_flag_test_and_set(&flag));
  int plain = 5;
  printf("%d %d %d\n", __sync_fetch_and_add(&plain, 2), __sync_add_and_fetch(&plain, 2), plain);
  printf("%d %d\n", __sync_bool_compare_and_swap(&plain, 9, 10), __sync_val_compare_and_swap(&plain, 11, 12));
  printf("%d %d\n", __sync_lock_test_and_set(&plain, 1), plain);
  __sync_lock_release(&plain);
  __sync_synchronize();
  printf("%d %d\n", __atomic_nand_fetch(&plain, 3, __ATOMIC_SEQ_CST), __atomic_fetch_nand(&plain, 7, __ATOMIC_SEQ_CST));
  printf("%d %d\n", __atomic_fetch_max(&plain, 50, __ATOMIC_SEQ_CST), __atomic_fetch_min(&plain, 20, __ATOMIC_SEQ_CST));
  unsigned uplain = 3000000000u;
  printf("%u %u\n", __atomic_fetch_max(&uplain, 5u, __ATOMIC_SEQ_CST), __atomic_fetch_min(&uplain, 5u, __ATOMIC_SEQ_CST));
  _Atomic struct pair pair = (struct pair){1, 2};
  struct pair got = atomic_exchange(&pair, ((struct pair){3, 4}));
  struct pair want = {3, 4};
  printf("%d %d %d\n", got.a, got.b, atomic_compare_exchange_strong(&pair, &want, ((struct pair){5, 6})));
  char *text = "abc";
  _Atomic(char *) pointer = text;
  char *before = atomic_fetch_add(&pointer, 2);
  printf("%s %s\n", before, atomic_load(&pointer));
  _Atomic double number = 1.5;
  number += 2.25;
  printf("%g %d\n", (double)number, atomic_is_lock_free(&plain));
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
  return plain & 31;
}
