/* Allocations that fail in a replayed program, where the test says so (smew run --malloc-fails).
   The linker sends the program's calls here (--wrap); those of the C library itself stay as they
   are. Without --wrap the real functions are not there, and nobody calls these. An
   allocation that cannot succeed anyway has no input in the test. */
#include "replay.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

/* Larger requests fail in smew. */
#define MOST ((size_t)1 << 34)

static int fails(size_t size) {
  unsigned char answer = 0;
  if (size > MOST || !smew_replay_may_take(&answer, sizeof answer, "malloc_fail")) return 0;
  if (answer == 1) errno = ENOMEM;
  return answer == 1;
}

static size_t product(size_t count, size_t size) {
  size_t total;
  return __builtin_mul_overflow(count, size, &total) ? SIZE_MAX : total;
}

static int is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

/* The frame of the wrapper would stand in the sanitizers' reports. */
#define GO_ON __attribute__((musttail)) return

/* PART: how many bytes it asks for; a condition under which it is refused anyway stands for too
   many. */
#define WRAP(result, failure, name, parameters, arguments, part)                                   \
  __attribute__((weak)) result __real_##name parameters;                                           \
  REPLAY_NATIVE result __wrap_##name parameters {                                                  \
    if (fails(part)) return failure;                                                               \
    GO_ON __real_##name arguments;                                                                 \
  }

WRAP(void *, NULL, malloc, (size_t size), (size), size)
WRAP(void *, NULL, calloc, (size_t count, size_t size), (count, size), product(count, size))
WRAP(void *, NULL, realloc, (void *old, size_t size), (old, size), size)
WRAP(void *, NULL, reallocarray, (void *old, size_t count, size_t size), (old, count, size),
     product(count, size))
WRAP(void *, NULL, memalign, (size_t align, size_t size), (align, size),
     is_power_of_two(align) ? size : SIZE_MAX)
WRAP(void *, NULL, aligned_alloc, (size_t align, size_t size), (align, size),
     is_power_of_two(align) ? size : SIZE_MAX)
WRAP(int, ENOMEM, posix_memalign, (void **result, size_t align, size_t size), (result, align, size),
     is_power_of_two(align) && align >= 8 ? size : SIZE_MAX)
WRAP(char *, NULL, strdup, (const char *text), (text), 0)
WRAP(char *, NULL, strndup, (const char *text, size_t most), (text, most), 0)
