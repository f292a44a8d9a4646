/* Tagged values, for running a program without types. A value owns its items; everything else lives
   as long as the heap, so that a run that stops early leaks nothing. */
#ifndef FRONT_MICROC_UNTYPED_VALUE_H
#define FRONT_MICROC_UNTYPED_VALUE_H

#include "front/microc/ast.h"

enum value_kind {
  VALUE_UNSET,
  VALUE_NUMBER,
  VALUE_POINTER,
  VALUE_FUNCTION,
  VALUE_ARRAY,
  VALUE_RECORD,
  VALUE_CELL, /* not a value of the language: a local with an address, stored in the target */
};

struct value {
  uint8_t kind;
  int32_t number;
  uint32_t count;                         /* of the items */
  struct cell *target;                    /* NULL is null */
  const struct microc_function *function; /* of VALUE_FUNCTION */
  struct value *items;                    /* of an array or a record */
  const struct microc_field_name *names;  /* of a record: those of its literal */
};

/* The target of a pointer. It records whether a local is dead. */
struct cell {
  struct value value;
  const char *name; /* of a local; NULL for what alloc made */
  bool is_dead;
  struct cell *next; /* of the heap's */
};

struct heap {
  struct cell *cells;
  struct value_block *blocks;
};

struct value value_of_number(int64_t number); /* wraps around to 32 bits */
struct value value_of_pointer(struct cell *target);
/* "a number", "a pointer", … */
const char *value_kind_name(enum value_kind kind);
/* Unset items; owned by the value that gets them. */
struct value *value_new_items(struct heap *heap, uint32_t count);
/* Returns owned. */
struct value value_copy(struct heap *heap, const struct value *value);
void value_free(struct heap *heap, struct value *value);
/* A cell with an unset value, which lasts as long as the heap. */
struct cell *heap_new_cell(struct heap *heap, const char *name);
void heap_free(struct heap *heap);

#endif
