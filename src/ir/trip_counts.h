/* How often loops iterate, where that is known without running them. */
#ifndef IR_TRIP_COUNTS_H
#define IR_TRIP_COUNTS_H

#include <stdint.h>

struct dominators;
struct def_use;
struct ir_func;
struct ir_program;
struct loops;

enum trip_kind {
  TRIP_UNKNOWN,
  TRIP_AT_MOST, /* count is an upper bound */
  TRIP_EXACT,   /* count, every time the loop is entered */
  TRIP_ENDLESS  /* no exit is ever taken */
};

/* The count is of the times that control goes from inside the loop back to its header, each time
   the loop is entered: 10 for `for (i = 0; i < 10; i++)`, 9 for the corresponding do loop. It holds
   for runs that stay in the function: one that ends inside the loop (error, exit, longjmp) iterates
   less often. */
struct trip_count {
  enum trip_kind kind;
  uint64_t count;
};

/* An owned array, one entry per loop. */
struct trip_count *trip_counts_find(const struct ir_program *program, const struct ir_func *func,
                                    const struct dominators *dominators, const struct loops *loops,
                                    const struct def_use *def_use);

#endif
