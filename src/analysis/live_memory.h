/* What the rest of a run may still read: registers of the frames on the stack, and memory. */
#ifndef ANALYSIS_LIVE_MEMORY_H
#define ANALYSIS_LIVE_MEMORY_H

#include "analysis/sparse_set.h"

#include <stdbool.h>
#include <stdint.h>

struct bitset;
struct ir_program;
struct live_memory;
struct mod_ref;
struct points_to;

/* A frame: of the topmost one, the instruction to be executed next; of the others, the call that is
   under way. */
struct live_frame {
  uint32_t func, ins;
};

/* Returns an owned analysis, which knows what mod/ref knows; borrows the others. */
struct live_memory *live_memory_new(const struct ir_program *program,
                                    const struct points_to *points, struct mod_ref *mod_ref);
void live_memory_free(struct live_memory *live);
bool live_memory_is_known(const struct live_memory *live);

/* The regions (mod_ref.h) that may be read from here on, `frames` listed from the bottom of the
   stack up. Added to the set, which the caller frees; see mod_ref_touches.
   ensures: a run reads no byte outside of them that exists now, under the assumptions of
   points_to.c. Bytes that are overwritten before they are read may be in them. */
void live_memory_add(struct live_memory *live, const struct live_frame *frames, uint32_t count,
                     struct sparse_set *regions);

/* The registers of one frame that may still be read. The caller frees the set. */
struct bitset live_registers(struct live_memory *live, struct live_frame frame, bool is_top);

#endif
