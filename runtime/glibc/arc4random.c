// Random numbers from the system.
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

#define weak __attribute__((weak))

weak void arc4random_buf(void *buffer, size_t size) {
  for (char *at = buffer; size > 0;) {
    ssize_t count = getrandom(at, size, 0);
    if (count < 0) abort();
    at += count;
    size -= (size_t)count;
  }
}

weak uint32_t arc4random(void) {
  uint32_t value;
  arc4random_buf(&value, sizeof(value));
  return value;
}

// Below a power of two there is no bias; what is above the limit is drawn again.
weak uint32_t arc4random_uniform(uint32_t limit) {
  if (limit < 2) return 0;
  uint32_t mask = UINT32_MAX >> __builtin_clz(limit - 1);
  uint32_t value;
  do value = arc4random() & mask;
  while (value >= limit);
  return value;
}
