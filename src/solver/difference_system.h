/* Conjuncts as bounds of numbers and of differences of two numbers, where they have that form: a
   system that is decided without search. */
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

/* A number: an expression, signed or unsigned as the system is. Number 0 is the constant zero. */
struct difference_number {
  struct expr *e;
  wide low, high; /* from the conjuncts, or from the expression itself */
  bool is_word;   /* consecutive input bytes, so it can take any value */
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

/* The sum of e and a constant may wrap, depending on whether e <= border: if so, a positive
   constant does not wrap, and a negative one does. */
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
  VEC(struct difference_case) cases; /* assumptions, kept from reading to reading */
  struct difference_doubt doubt;     /* e is NULL if no sum may wrap */
  bool is_signed;                    /* the numbers are read as signed */
  bool is_impossible;                /* a byte has no possible value left */
};

/* Reads the conjuncts of the query, which has no path, with all numbers signed or all unsigned.
   False if there are too many, or if the last conjunct does not have the form. Others that do not
   are skipped: the system follows from the conjuncts whose parts are marked as read, and the
   cases. */
bool difference_system_read(struct difference_system *system, const struct query *query,
                            bool is_signed);
/* Whether some part compares two numbers with the other signedness. */
bool difference_system_has_other_orders(const struct difference_system *system);
/* The number that these bits of that width denote. */
wide difference_value(const struct difference_system *system, unsigned width, uint64_t bits);
void difference_system_free(struct difference_system *system);

/* The bytes of a word, lowest first; returns how many, or 0 if the expression is not a word. */
enum { DIFFERENCE_WORD_BYTES = 8 };
unsigned difference_word_bytes(struct expr *e, struct expr *bytes[DIFFERENCE_WORD_BYTES]);

#endif
