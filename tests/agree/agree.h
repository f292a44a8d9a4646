/* For the programs of the agreement suite. */
#ifndef AGREE_H
#define AGREE_H

#include <klee/klee.h>

/* What a program leaves here is compared for every input, byte by byte. It must not depend
   on addresses, nor on what the C standard leaves open. */
extern unsigned long agree_result[];
/* Says that the engine forks here by the value, where the machine takes no branch: native
   traces count it like one. */
void agree_choice(unsigned long value);

#ifdef AGREE_NATIVE
#define AGREE_RESULT(count)                                                                        \
  unsigned long agree_result[count];                                                               \
  unsigned agree_result_count = count
#else
#define AGREE_RESULT(count) unsigned long agree_result[count]
#define agree_choice(value) ((void)0)

/* The engine starts here, so that it is known what main returned. */
int agree_status = -1;
int main();
int agree_start(void) { return agree_status = main(1, (char *[]){"program", 0}); }
#endif

static inline unsigned char agree_byte(void) {
  unsigned char byte;
  klee_make_symbolic(&byte, 1, "byte");
  return byte;
}

#endif
