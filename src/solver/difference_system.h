/* Conjuncts as bounds of numbers and of differences of two numbers, as far as they say such
   things: a system that is decided without search. */
#ifndef SOLVER_DIFFERENCE_SYSTEM_H
#define SOLVER_DIFFERENCE_SYSTEM_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr;
struct exprs;
struct query;

typedef __int128 wide;

/* A number: an expression, read as the system reads all. The one at 0 is zero itself. */
struct difference_number {
  struct expr *e;
  wide low, high; /* which the conjuncts say, or the expression itself */
  bool is_word;   /* input bytes side by side, which can be given any value */
};

/* An input byte, read as unsigned. */
struct difference_byte {
  struct expr *input;
  uint64_t low, high;
};

/* Numbers a and b: a - b <= most; of a disequality a - b != most. */
struct difference_edge {
  uint32_t a, b;
  wide most;
};

struct difference_inequality {
  struct difference_edge edge;
  size_t conjunct;
};

struct difference_part {
  struct expr *e;
  bool is_true;
  bool is_read;
  size_t conjunct;
};

/* An assumption: the value of an expression is in the range. */
struct difference_case {
  struct expr *e;
  wide low, high;
};

/* A sum of e and a constant may wrap, which depends on whether e is at most `border`: a positive
   constant does not let it wrap there, a negative one does. */
struct difference_doubt {
  struct expr *e;
  wide border;
  bool is_negative;
};

struct difference_system {
  VEC(struct difference_number) numbers;
  VEC(struct difference_byte) bytes;
  VEC(struct difference_edge) edges;
  VEC(struct difference_inequality) inequalities;
  VEC(struct difference_part) parts; /* what the conjuncts consist of */
  VEC(struct difference_case) cases; /* that are assumed, kept from reading to reading */
  struct difference_doubt doubt;     /* e is NULL: no sum may wrap */
  bool is_signed;                    /* how numbers are read */
  bool is_impossible;                /* a byte has no value left */
};

/* Reads the conjuncts of the query, which has no path, with numbers as signed or unsigned ones.
   False when there are too many, or when the last says something else. Others that do are passed
   over: what is read follows from the conjuncts whose parts are marked as read, and the cases. */
bool difference_system_read(struct difference_system *system, const struct query *query,
                            bool is_signed);
/* Whether a part of what was looked at compares two numbers the other way. */
bool difference_system_has_other_orders(const struct difference_system *system);
/* The number that the bits of that width are. */
wide difference_value(const struct difference_system *system, unsigned width, uint64_t bits);
void difference_system_free(struct difference_system *system);

/* The bytes of a word, the lowest first; how many, or 0 when the expression is none. */
enum { DIFFERENCE_WORD_BYTES = 8 };
unsigned difference_word_bytes(struct expr *e, struct expr *bytes[DIFFERENCE_WORD_BYTES]);

#endif
