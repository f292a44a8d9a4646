/* Types of the source, as far as debug information has them and reports need them: of the
   parameters of an entry point that is no main, and of the variables of such programs. The IR
   itself has only widths. */
#ifndef IR_SOURCE_TYPES_H
#define IR_SOURCE_TYPES_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

enum source_kind {
  SOURCE_UNKNOWN, /* number 0, and what C cannot name */
  SOURCE_SIGNED,
  SOURCE_UNSIGNED, /* also bool, enumerations */
  SOURCE_CHARACTER,
  SOURCE_FLOAT,
  SOURCE_POINTER,
  SOURCE_ARRAY,
  SOURCE_STRUCT,
  SOURCE_UNION,
  SOURCE_ALIAS /* another name of `target` */
};

struct source_type {
  uint8_t kind;    /* enum source_kind */
  uint32_t name;   /* string number: as C spells it; 0: it has none */
  uint64_t size;   /* bytes */
  uint32_t target; /* of a pointer or array: the type that it points to, of its elements */
  uint64_t count;  /* of an array */
  uint32_t first_member, member_count;
};

struct source_member {
  uint32_t name; /* string number; 0: its own members belong to what is around it */
  uint32_t type;
  uint64_t offset;     /* in bits */
  uint32_t field_bits; /* of a bit-field; else 0 */
};

struct source_types {
  VEC(struct source_type) types; /* number 0 is unknown */
  VEC(struct source_member) members;
  uint32_t entry;        /* string number: the entry point's name; 0: it is main */
  VEC(uint32_t) params;  /* types of its parameters, in their order */
  VEC(uint32_t) globals; /* by the number of the global; those beyond the end are unknown */
};

void source_types_free(struct source_types *types);
/* The type behind aliases, under the name of the first of them. */
struct source_type source_type_of(const struct source_types *types, uint32_t number);

#endif
