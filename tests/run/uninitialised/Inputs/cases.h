/* The main of a file of cases: argv[1] names the one to run. Natively klee_make_symbolic takes the
   bytes of an input from the environment, as tests/msan-agree puts them there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef NATIVE
#include <sanitizer/msan_interface.h>

void klee_make_symbolic(void *address, size_t size, const char *name) {
  char variable[64];
  snprintf(variable, sizeof variable, "INPUT_%s", name);
  const char *digits = getenv(variable);
  for (size_t i = 0; i < size; i++) {
    unsigned byte = 0;
    if (digits != NULL) sscanf(digits + 2 * i, "%2x", &byte);
    ((unsigned char *)address)[i] = (unsigned char)byte;
  }
  __msan_unpoison(address, size);
}
#endif

#define X(name) {#name, case_##name},
static const struct {
  const char *name;
  void (*run)(void);
} cases[] = {CASES};
#undef X

int main(int argc, char **argv) {
  for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
    if (strcmp(cases[i].name, argv[1]) == 0) {
      cases[i].run();
      return 0;
    }
  return 2;
}
