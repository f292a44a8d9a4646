/* The condition of a loop's exit, as a question about one parameter of the loop's header. */
#ifndef IR_EXIT_TEST_H
#define IR_EXIT_TEST_H

#include "ir/ir.h"
#include "ir/progression.h"

struct def_use;

/* The parts of a loop that matter for its exits. */
struct exit_scope {
  const struct ir_func *func;
  const struct def_use *def_use;
  uint32_t header; /* block */
};

/* The exit is not taken while scale * p + offset, modulo 2^stay.width, is in the arc. */
struct exit_test {
  ir_operand operand; /* p: a parameter of the header, or a constant */
  uint32_t param;     /* its number among the header's parameters */
  uint64_t scale, offset;
  struct arc stay;
  /* If this is not IR_NONE, p is an address, and both it and the arc count from the
     address of this global. is_ordered: the arc came from < or <= with `bound`, not
     from == or !=, and only means something inside the global. */
  uint32_t base;
  bool is_ordered;
  uint64_t bound;
  bool is_affine; /* private */
};

/* For the edge by which that terminator leaves the loop. False if it is not understood. */
bool exit_test_find(const struct exit_scope *scope, const struct ir_ins *terminator, uint32_t edge,
                    struct exit_test *test);
/* Is the operand parameter `param` of the header plus a constant, modulo 2^width? */
bool exit_test_is_sum(const struct exit_scope *scope, ir_operand operand, uint32_t param,
                      unsigned width, uint64_t *constant);

#endif
