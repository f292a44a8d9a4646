/* Where the running state is in the program's own code. Errors and allocations in the libc are
   attributed to the line of the program that called it. */
#ifndef EXEC_OWN_PLACE_H
#define EXEC_OWN_PLACE_H

#include <stdint.h>

struct frame;
struct ir_func;
struct machine;

struct own_place {
  const struct frame
      *frame; /* the innermost of the program's own; if there is none, the innermost */
  const struct ir_func *func;    /* its function */
  uint32_t ins;                  /* the number of the instruction that runs in it, usually a call */
  uint32_t loc;                  /* of that instruction, 0: unknown */
  const struct ir_func *through; /* the libc function that it called, or NULL */
};

struct own_place own_place_find(const struct machine *machine);
/* The place as an allocation site: the number of a location. Without debug information it has no
   line, but a function, and a different column for each instruction. */
uint32_t own_place_site(const struct machine *machine);

#endif
