/* Unwritten values.

   A byte that was never written reads as an input of a special kind: it is in no test, and
   nothing in the program may depend on it (exec/uninitialised.h). These inputs belong to arrays
   that this table makes as they are needed; it knows which allocation each came from. A byte
   that is read twice is the same input; bytes of two allocations never are.

   Registers that no definition reaches (LLVM's undef) are such values too, one for each place in
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

/* The content of bytes that an allocation leaves unwritten. */
enum unwritten_mode {
  UNWRITTEN_ZERO,
  UNWRITTEN_ANY,  /* any value, unknown which */
  UNWRITTEN_ERROR /* the same, and what depends on it is an error */
};

enum { UNWRITTEN_REGISTER = 0xff }; /* a kind in addition to those of objects */

/* The origin of an unwritten byte. */
struct unwritten_source {
  uint8_t kind;        /* enum object_kind, or UNWRITTEN_REGISTER */
  uint32_t site, name; /* of the object; of a register: its function, 0 */
  uint64_t size;       /* of the object */
  bool is_copy;        /* the byte was copied from the object, and is in another */
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
  const struct expr_array *other; /* for other values of the same bytes, for comparing */
  struct expr *value;             /* all of them as one value; keeps its set of inputs alive */
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
/* Marks what the table needs in the current collection. */
void unwritten_mark(struct memory *memory);

/* The input that stands for an unwritten byte at that offset of a live object. */
struct expr *unwritten_byte(struct memory *memory, struct object *object, uint64_t offset);
/* The array with the inputs of all its bytes, and the number of the first. */
struct expr *unwritten_array_of(struct memory *memory, struct object *object, uint64_t *first);
/* The value, of `width` bits, of an undefined constant of a function in one activation of it. */
struct expr *unwritten_register(struct memory *memory, uint32_t func, uint32_t constant,
                                uint64_t activation, unsigned width);
/* The object's unwritten bytes are copies of those of `from`, or of the unwritten byte given. */
void unwritten_note_copy(struct memory *memory, struct object *object, struct object *from);
void unwritten_note_origin(struct memory *memory, struct object *object, struct expr *byte);

/* Whether an expression depends on unwritten bytes. */
bool unwritten_concerns(const struct memory *memory, const struct expr *e);
/* Whether the expression is an unwritten byte. */
bool unwritten_is_byte(const struct memory *memory, const struct expr *e);
const struct unwritten_array *unwritten_find_array(const struct memory *memory, uint32_t number);
struct unwritten_source unwritten_find_source(const struct memory *memory, uint32_t array,
                                              uint64_t index);

#endif
