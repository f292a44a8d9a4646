/* What points-to analysis speaks of: abstract objects, each standing for all objects that one place
   in the program makes, and locations in them. */
#ifndef ANALYSIS_ABSTRACT_H
#define ANALYSIS_ABSTRACT_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct ir_program;

enum abstract_kind {
  ABSTRACT_WORLD,  /* what the engine hands to the program (number: by which parameter of its first
                      function), or 0: all that is unknown */
  ABSTRACT_ANY,    /* no object: an unknown number, which may be the address of any object */
  ABSTRACT_GLOBAL, /* number: of the global; ABSTRACT_NONE: all constants that hold no addresses */
  ABSTRACT_FUNC,   /* number: of the function, whose address it is */
  ABSTRACT_STACK,  /* made by the alloca `ins` of the instance `number` */
  ABSTRACT_HEAP,   /* made by the call `ins` of the instance `number` */
  ABSTRACT_VARARGS /* the variable arguments of the instance `number` */
};

#define ABSTRACT_UNKNOWN_SIZE UINT64_MAX
#define ABSTRACT_NONE UINT32_MAX

struct abstract_object {
  uint8_t kind; /* enum abstract_kind */
  uint32_t number, ins;
  uint64_t size;     /* bytes, at most */
  bool is_constant;  /* never written */
  bool holds_none;   /* no addresses: constant, and none is in its initialiser */
  uint32_t advanced; /* exact locations that were found by moving others */
};

enum piece {
  PIECE_NOT,      /* an address */
  PIECE_NUMBER,   /* in a register, or in a word of memory */
  PIECE_NEGATIVE, /* the same, of an address that was taken away from a number */
  PIECE_SCATTERED /* in memory, stored by less than an address: with others it may be one */
};

/* Addresses in an object. Stride 0: that offset. Stride 1: any offset from `offset` on. Else a
   multiple of 8: any offset that is congruent to `offset`, which is less than the stride.
   Pieces are some bits of such an address, too few to be one, or distances from it (stride 1). */
struct location {
  uint32_t object;
  uint32_t stride;
  int64_t offset;
  uint8_t piece; /* enum piece */
};

enum shift_turn {
  TURN_NOTHING,
  TURN_TO_PIECES,  /* the result is too narrow for an address */
  TURN_TO_ADDRESS, /* the result may be put together from pieces */
  TURN_NEGATE,     /* it is taken away from something */
  TURN_SCATTER,    /* pieces are stored */
  TURN_GATHER      /* scattered ones are put together */
};

/* How an operation moves an address: by `offset`, and by any multiple of the stride if that is
   not 0; with a stride of 1, by any distance that is at least `offset`. */
#define SHIFT_DOWN                                                                                 \
  INT32_MIN /* the offset of shifts of stride 1 that may lead to the very start                    \
             */
struct shift {
  int64_t offset;
  uint32_t stride;
  enum shift_turn turn;
  bool widens;         /* unknown numbers too small for an address may become one */
  bool ends_addresses; /* only unknown numbers go on */
};

/* Both tables hand out numbers in order of creation. Equal locations have equal numbers. */
struct abstracts {
  VEC(struct abstract_object) objects;
  VEC(struct location) locations;
  uint32_t *slots; /* hash index of locations: number + 1 */
  size_t slot_count;
};

void abstracts_free(struct abstracts *abstracts);
uint32_t abstracts_add_object(struct abstracts *abstracts, struct abstract_object object);
/* The number of the location, which is first brought into the form above. */
uint32_t abstracts_locate(struct abstracts *abstracts, struct location location);
/* ABSTRACT_NONE if nothing of the location remains. */
uint32_t abstracts_shift(struct abstracts *abstracts, uint32_t location, struct shift shift);

/* The normal form of a stride: 0, 1, or a multiple of 8. */
uint32_t abstract_stride(uint64_t stride);
/* May accesses of so many bytes at the two locations touch the same byte? */
bool abstract_overlaps(struct location a, uint64_t a_size, struct location b, uint64_t b_size);

#endif
