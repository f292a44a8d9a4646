// The functions that clang calls for atomic objects which the machine has no instruction for
// (libatomic elsewhere): of any size, and of 16 bytes. With one thread they are plain copies.
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#pragma clang diagnostic ignored "-Watomic-alignment"

// The names are builtins to clang, which would not let them be defined under their own name.
#define NAMED(name) __asm__(name)

void any_load(size_t size, const void *object, void *result, int order) NAMED("__atomic_load");
void any_load(size_t size, const void *object, void *result, int order) {
  (void)order;
  memcpy(result, object, size);
}

void any_store(size_t size, void *object, const void *value, int order) NAMED("__atomic_store");
void any_store(size_t size, void *object, const void *value, int order) {
  (void)order;
  memcpy(object, value, size);
}

void any_exchange(size_t size, void *object, const void *value, void *result, int order)
    NAMED("__atomic_exchange");
void any_exchange(size_t size, void *object, const void *value, void *result, int order) {
  (void)order;
  memcpy(result, object, size);
  memcpy(object, value, size);
}

bool any_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                          int success, int failure) NAMED("__atomic_compare_exchange");
bool any_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                          int success, int failure) {
  (void)success;
  (void)failure;
  bool same = memcmp(object, expected, size) == 0;
  if (same)
    memcpy(object, desired, size);
  else
    memcpy(expected, object, size);
  return same;
}

typedef unsigned __int128 wide;

wide wide_load(const wide *object, int order) NAMED("__atomic_load_16");
wide wide_load(const wide *object, int order) {
  (void)order;
  return *object;
}

void wide_store(wide *object, wide value, int order) NAMED("__atomic_store_16");
void wide_store(wide *object, wide value, int order) {
  (void)order;
  *object = value;
}

wide wide_exchange(wide *object, wide value, int order) NAMED("__atomic_exchange_16");
wide wide_exchange(wide *object, wide value, int order) {
  (void)order;
  wide old = *object;
  *object = value;
  return old;
}

bool wide_compare_exchange(wide *object, wide *expected, wide desired, int success, int failure)
    NAMED("__atomic_compare_exchange_16");
bool wide_compare_exchange(wide *object, wide *expected, wide desired, int success, int failure) {
  (void)success;
  (void)failure;
  bool same = *object == *expected;
  if (same)
    *object = desired;
  else
    *expected = *object;
  return same;
}

#define DEFINE_WIDE_FETCH(OP, EXPRESSION)                                                          \
  wide wide_fetch_##OP(wide *object, wide value, int order) NAMED("__atomic_fetch_" #OP "_16");    \
  wide wide_fetch_##OP(wide *object, wide value, int order) {                                      \
    (void)order;                                                                                   \
    wide old = *object;                                                                            \
    *object = EXPRESSION;                                                                          \
    return old;                                                                                    \
  }

DEFINE_WIDE_FETCH(add, old + value)
DEFINE_WIDE_FETCH(sub, old - value)
DEFINE_WIDE_FETCH(and, old &value)
DEFINE_WIDE_FETCH(or, old | value)
DEFINE_WIDE_FETCH(xor, old ^ value)
DEFINE_WIDE_FETCH(nand, ~(old &value))
