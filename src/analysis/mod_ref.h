/* What may be written and read: by instructions, calls, and on the sides of branches. */
#ifndef ANALYSIS_MOD_REF_H
#define ANALYSIS_MOD_REF_H

#include "analysis/abstract.h"
#include "analysis/sparse_set.h"

#include <stdbool.h>
#include <stdint.h>

struct faint;
struct ir_program;
struct mod_ref;
struct points_to;

/* Bytes of an object: `size` from a location on; UINT32_MAX: any number. */
struct region {
  uint32_t location; /* in points_to_abstracts */
  uint32_t size;
};

/* Numbers of regions; see mod_ref_region. */
struct effects {
  struct sparse_set writes, reads;
};

/* Returns an owned analysis; borrows the others. `stop` as in points_to_options. If it was stopped,
   or points-to is not known, nothing is known. */
struct mod_ref *mod_ref_new(const struct ir_program *program, const struct points_to *points,
                            const volatile bool *stop);
/* The same, without reads whose results decide nothing (analysis/faint.h). */
struct mod_ref *mod_ref_new_without(const struct ir_program *program,
                                    const struct points_to *points, const struct faint *faint,
                                    const volatile bool *stop);
void mod_ref_free(struct mod_ref *mod_ref);
/* False: no other function here may be called but free. */
bool mod_ref_is_known(const struct mod_ref *mod_ref);

struct region mod_ref_region(const struct mod_ref *mod_ref, uint32_t number);
uint32_t mod_ref_region_count(const struct mod_ref *mod_ref);

/* Each adds to the effects, which the caller frees. What a function does to its own variables on
   the stack is left out of the effects of calls of it: they are gone when it returns.
   ensures: a run writes and reads no byte that existed before and is outside of the regions. */
void mod_ref_add_instance(const struct mod_ref *mod_ref, uint32_t instance,
                          struct effects *effects);
/* Of one instruction in an instance; of a call also what the callees do. */
void mod_ref_add_ins(const struct mod_ref *mod_ref, uint32_t instance, uint32_t ins,
                     struct effects *effects);
/* The same in all instances of the function. */
void mod_ref_add_call(const struct mod_ref *mod_ref, uint32_t func, uint32_t ins,
                      struct effects *effects);
void mod_ref_add_block(const struct mod_ref *mod_ref, uint32_t func, uint32_t block,
                       struct effects *effects);
/* From the edge on until the immediate postdominator of the block that it leaves, or the end of the
   function. */
void mod_ref_add_side(struct mod_ref *mod_ref, uint32_t func, uint32_t block, uint32_t edge,
                      struct effects *effects);
void effects_free(struct effects *effects);

/* Adds the abstract objects that the regions are in. False: any object may be meant. */
bool mod_ref_list_objects(const struct mod_ref *mod_ref, const struct sparse_set *regions,
                          struct sparse_set *objects);
/* May one of the regions have a byte of that object at these offsets? */
bool mod_ref_touches(const struct mod_ref *mod_ref, const struct sparse_set *regions,
                     uint32_t object, int64_t offset, uint64_t size);

#endif
