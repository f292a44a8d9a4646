/* Where the running state is in the program's own code. What goes wrong in the libc, or is
   allocated there, is so on behalf of the program's line that called it. */
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
  uint32_t ins;                  /* the number of the instruction in it that runs, mostly a call */
  uint32_t loc;                  /* of that instruction, 0: not known */
  const struct ir_func *through; /* the function of the libc that it called, or NULL */
};

struct own_place own_place_find(const struct machine *machine);
/* The place as an allocation site: the number of a location. Where debug information is missing it
   has no line, but a function, and a column of its own for each instruction. */
uint32_t own_place_site(const struct machine *machine);

#endif
