/* Which branches decide whether a block runs. */
#ifndef IR_CONTROL_DEPENDENCE_H
#define IR_CONTROL_DEPENDENCE_H

#include <stdint.h>

struct cfg;
struct dominators;

/* The block runs if this edge of the controller is taken, and need not run if another is. */
struct control_source {
  uint32_t controller; /* block */
  uint32_t edge;       /* number of the IR edge */
};

struct control_dependence {
  uint32_t block_count;
  uint32_t *start; /* of block b: sources start[b] to start[b + 1] - 1 */
  struct control_source *sources;
};

/* Owned by the caller. */
struct control_dependence control_dependence_build(const struct cfg *cfg,
                                                   const struct dominators *postdominators);
void control_dependence_free(struct control_dependence *dependence);

#endif
