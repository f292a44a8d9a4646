/* Types of microc, inferred by unification: int, pointer, record, array, function. They may be
   recursive; there is no polymorphism: a variable has one type, and so has a function. */
#ifndef FRONT_MICROC_TYPES_H
#define FRONT_MICROC_TYPES_H

#include "front/microc/ast.h"

struct buffer;
struct microc_messages;

enum microc_type_kind {
  MICROC_TYPE_OPEN, /* nothing is known: no value of it is ever used */
  MICROC_TYPE_INT,
  MICROC_TYPE_POINTER,
  MICROC_TYPE_RECORD,
  MICROC_TYPE_ARRAY,
  MICROC_TYPE_FUNCTION,
};

/* Records of one type need not have the same fields: literals with different ones may be assigned
   to one variable. The type has all of them, and counts how many literals have each, so that the
   presence of a field that all have need not be checked. */
struct microc_type_field {
  const char *name;
  uint32_t type;
  uint32_t literal_count;
  struct microc_place at; /* of its first use */
};

struct microc_type {
  uint8_t kind;
  uint32_t parent; /* itself for the representative of its class */
  uint32_t target; /* of a pointer, an array (its elements), a function (its result) */
  VEC(uint32_t) params;
  VEC(struct microc_type_field) fields;
  uint32_t literal_count; /* of a record */
  uint32_t max_length;    /* of an array: of its longest literal */
  struct microc_place at; /* what determined it */
};

struct microc_types {
  VEC(struct microc_type) list;
};

/* Infers all types of a program that obeys the rules (rules.h) and fills in the `type` of every
   expression and declaration. Returns owned, even after errors. */
struct microc_types *microc_infer_types(struct microc_program *program,
                                        struct microc_messages *messages);
void microc_types_free(struct microc_types *types);
/* The number of the representative of its class. */
uint32_t microc_type_find(struct microc_types *types, uint32_t type);
struct microc_type *microc_type_get(struct microc_types *types, uint32_t type);

/* "int", "&T", "[T]", "{f: T, g?: T}" (g is in some literals only), "(T, T) -> T"; a recursive type
   has a name, t1, which is explained at the end. One line per declaration. */
void microc_print_types(const struct microc_program *program, struct microc_types *types,
                        struct buffer *out);

#endif
