/* Unification of types. */
#ifndef FRONT_MICROC_UNIFY_H
#define FRONT_MICROC_UNIFY_H

#include "front/microc/types.h"

uint32_t microc_type_new(struct microc_types *types, enum microc_type_kind kind,
                         struct microc_place at);
/* Unifies the types. If they disagree, an error at the place names both, and where each came
   from. */
void microc_type_unify(struct microc_types *types, struct microc_messages *messages, uint32_t a,
                       uint32_t b, struct microc_place at);
const char *microc_type_kind_name(enum microc_type_kind kind);

#endif
