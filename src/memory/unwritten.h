/* Values that nobody wrote.

   A byte that was never written reads as an input of a kind of its own: it is in no test, and
   nothing in the program may depend on it (exec/uninitialised.h). The inputs belong to arrays that
   this table makes as they are needed; it knows which allocation each came from. A byte that is
   read twice is the same input; bytes of two allocations never are.

   Registers that no definition reaches (LLVM's undef) are such values too, one for every place in
   the code and activation of its function. */
#ifndef MEMORY_UNWRITTEN_H
#define MEMORY_UNWRITTEN_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct expr_array;
struct exprs;
struct memory;
struct object;

/* What bytes are that an allocation leaves unwritten. */
enum unwritten_mode {
  UNWRITTEN_ZERO,
  UNWRITTEN_ANY,  /* whatever value; which one is not known */
  UNWRITTEN_ERROR /* the same, and whatever depends on it is an error */
};

enum { UNWRITTEN_REGISTER = 0xff }; /* a kind beside those of objects */

/* Where an unwritten byte comes from. */
struct unwritten_source {
  uint8_t kind;        /* enum object_kind, or UNWRITTEN_REGISTER */
  uint32_t site, name; /* of the object; of a register: its function, 0 */
  uint64_t size;       /* of the object */
  bool is_copy;        /* the byte was copied from the object, and lies in another */
  uint64_t offset;     /* of the byte in it; of a register: number of the constant */
};

/* The inputs of one object: as many as it has bytes, from `first` on. */
struct unwritten_run {
  uint32_t array;
  uint64_t first;
  struct unwritten_source source; /* of its first byte */
};

struct unwritten_array {
  const struct expr_array *array;
  const struct expr_array *other; /* of other values of the same bytes, for comparing */
  struct expr *value;             /* of all of them; keeps the set of them alive */
  uint32_t func;                  /* of registers: the function; else UINT32_MAX */
};

struct unwritten {
  enum unwritten_mode mode;
  VEC(struct unwritten_run) runs; /* by array and first; number k has the id k + 1 */
  VEC(struct unwritten_array) arrays;
  const struct expr_array *open; /* has room from `used` on, or NULL */
  uint64_t used;
};

void unwritten_free(struct unwritten *unwritten);
/* Marks what the table needs in the collection under way. */
void unwritten_mark(struct memory *memory);

/* The byte at that offset of a live object, if nobody wrote it. */
struct expr *unwritten_byte(struct memory *memory, struct object *object, uint64_t offset);
/* The array of all its bytes, and the number of the first. */
struct expr *unwritten_array_of(struct memory *memory, struct object *object, uint64_t *first);
/* The value of so many bits of the undefined constant of a function, in one activation of it. */
struct expr *unwritten_register(struct memory *memory, uint32_t func, uint32_t constant,
                                uint64_t activation, unsigned width);
/* The object's unwritten bytes came by copying from another; `id` is the other's. */
void unwritten_note_copy(struct memory *memory, struct object *object, struct object *from);
void unwritten_note_origin(struct memory *memory, struct object *object, struct expr *byte);

/* Whether unwritten bytes are among the inputs of an expression. */
bool unwritten_concerns(const struct memory *memory, const struct expr *e);
/* Whether the expression is an unwritten byte, or one of some kind of array. */
bool unwritten_is_byte(const struct memory *memory, const struct expr *e);
const struct unwritten_array *unwritten_find_array(const struct memory *memory, uint32_t number);
struct unwritten_source unwritten_find_source(const struct memory *memory, uint32_t array,
                                              uint64_t index);

#endif
