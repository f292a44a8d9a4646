/* What cases share. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASE(name) static __attribute__((noinline)) void case_##name(void)

static volatile int sink;
static void use(int condition) {
  if (condition) sink = 1;
}
static __attribute__((noinline)) int zero(void) { return sink; }
