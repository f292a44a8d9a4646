/* The inside of mod/ref analysis, shared by its files. */
#ifndef ANALYSIS_MOD_REF_STATE_H
#define ANALYSIS_MOD_REF_STATE_H

#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "ir/graph.h"
#include "ir/ir.h"
#include "util/word_map.h"

struct flow;

struct mod_ref {
  const struct ir_program *program;
  const struct points_to *points;
  const struct faint *faint; /* NULL: loads read whatever becomes of their results */
  bool is_stopped;
  VEC(struct region) regions;
  VEC(uint32_t)
  owners;                         /* per region: the instance whose variable it is in, or
                                     ABSTRACT_NONE */
  struct word_map region_numbers; /* of location and size: number + 1 */
  struct region_table {
    uint32_t *numbers; /* per location: number of the region + 1, or 0 */
    uint32_t count;
  } tables[5];                        /* the same, for the sizes that most accesses have */
  struct graph calls;                 /* between instances, labelled with instructions */
  struct graph_components components; /* of that */
  struct graph instances;             /* from functions to their instances */
  struct effects *effects;            /* per component */
  struct flow **flows;                /* per function; NULL until asked for */
};

/* mod_ref_ins.c: what instructions of an instance do themselves, without callees. */
void mod_ref_add_ins_effects(struct mod_ref *mod_ref, const struct ir_func *func, uint32_t instance,
                             uint32_t ins, struct effects *effects);
void mod_ref_add_own_effects(struct mod_ref *mod_ref, const struct ir_func *func, uint32_t instance,
                             struct effects *effects);

/* mod_ref_blocks.c */
void mod_ref_free_flows(struct mod_ref *mod_ref);

#endif
