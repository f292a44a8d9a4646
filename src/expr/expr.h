/* Expressions: bit-vectors over the program's inputs, immutable and shared. Equal
   structure is the same pointer, and order is by creation (expr.id), never by address.

   Every constructor simplifies; the result has the requested meaning but not necessarily the
   requested kind. Boolean expressions are bit-vectors of width 1. Division by zero and oversized
   shifts mean what SMT-LIB says: x udiv 0 is all ones, x urem 0 is x, sdiv and srem follow from
   them by sign; shifts by the width or more give 0 or the sign.

   Nothing here recurses over expressions. Memory is reclaimed by expr_collect, at a
   point where the caller can name everything it still refers to. */
#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H

#include "expr/ops.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXPR_MAX_WIDTH = 1024 };

struct exprs;   /* all expressions of a run */
struct support; /* which inputs an expression depends on; see expr/support.h */

struct expr_array {
  char *name;
  uint32_t number;
  uint16_t element_width; /* 8 for the program's inputs */
  uint16_t index_width;   /* of the indices of READ and STORE: 64 for the program's inputs */
  uint64_t size;          /* elements; 0: as many as indices. Reads beyond give 0 */
  const void *table;      /* owned; constant content, not symbolic: see expr_table_element */
};

/* Constant content is an array of elements of 1, 2, 4 or 8 bytes, whichever is the smallest that
   fits. */
static inline unsigned expr_table_unit(unsigned element_width) {
  return element_width <= 8 ? 1 : element_width <= 16 ? 2 : element_width <= 32 ? 4 : 8;
}
static inline uint64_t expr_table_get(const void *table, unsigned unit, uint64_t index) {
  return unit == 1   ? ((const uint8_t *)table)[index]
         : unit == 2 ? ((const uint16_t *)table)[index]
         : unit == 4 ? ((const uint32_t *)table)[index]
                     : ((const uint64_t *)table)[index];
}
static inline void expr_table_set(void *table, unsigned unit, uint64_t index, uint64_t value) {
  switch (unit) {
  case 1: ((uint8_t *)table)[index] = (uint8_t)value; break;
  case 2: ((uint16_t *)table)[index] = (uint16_t)value; break;
  case 4: ((uint32_t *)table)[index] = (uint32_t)value; break;
  default: ((uint64_t *)table)[index] = value;
  }
}
/* The index must be less than the size. */
static inline uint64_t expr_table_element(const struct expr_array *array, uint64_t index) {
  return expr_table_get(array->table, expr_table_unit(array->element_width), index);
}

/* What is known of a value of w <= 64 bits. Wider values have no range. */
struct expr_range {
  uint64_t zeros, ones; /* known bits (of the low 64) */
  uint64_t umin, umax;
  int64_t smin, smax;
};

/* Use this type to keep ids. The header has room for 43 bits, which last a hundred days at a
   million new expressions a second. */
enum { EXPR_ID_BITS = 43 };
typedef uint64_t expr_id;

struct expr {
  uint64_t kind : 8; /* enum expr_kind */
  uint64_t width : 11;
  uint64_t mark : 2;          /* private to src/expr */
  uint64_t id : EXPR_ID_BITS; /* never 0 and never reused; children have smaller ones */
  uint32_t support;           /* number of the set */
  uint32_t key;               /* in the table; see expr/node_table.h */
  /* Further fields are private to src/expr (expr/node.h); use the accessors. */
};

/* Returns owned. */
struct exprs *exprs_new(void);
void exprs_free(struct exprs *exprs);
size_t exprs_count(const struct exprs *exprs); /* live nodes */
size_t exprs_bytes(const struct exprs *exprs); /* memory of all expressions */

/* Leaves. Arrays are numbered in order of creation; names may repeat. The table, if any,
   is copied. */
const struct expr_array *expr_new_array(struct exprs *exprs, const char *name,
                                        unsigned element_width, unsigned index_width, uint64_t size,
                                        const void *table);
/* NULL if there is no such array, or no longer. */
const struct expr_array *expr_find_array(const struct exprs *exprs, uint32_t number);
struct expr *expr_const(struct exprs *exprs, unsigned width, uint64_t value);
/* Words from low to high, (width + 63) / 64 of them. */
struct expr *expr_const_words(struct exprs *exprs, unsigned width, const uint64_t *words);
struct expr *expr_input(struct exprs *exprs, const struct expr_array *array, uint64_t index);
struct expr *expr_array_value(struct exprs *exprs, const struct expr_array *array);
struct expr *expr_store(struct exprs *exprs, struct expr *array, struct expr *index,
                        struct expr *value);
struct expr *expr_read(struct exprs *exprs, struct expr *array, struct expr *index);

/* Operators. Operands of binary ones have equal widths. */
struct expr *expr_not(struct exprs *exprs, struct expr *a);
struct expr *expr_neg(struct exprs *exprs, struct expr *a);
struct expr *expr_binary(struct exprs *exprs, enum expr_kind kind, struct expr *a, struct expr *b);
/* clang-format off */
#define EXPR_OPERATORS(X)                                                                          \
  X(add, ADD) X(mul, MUL) X(udiv, UDIV) X(sdiv, SDIV) X(urem, UREM) X(srem, SREM) X(and, AND)      \
  X(or, OR) X(xor, XOR) X(shl, SHL) X(lshr, LSHR) X(ashr, ASHR)
#define EXPR_COMPARISONS(X) X(eq, EQ) X(ult, ULT) X(ule, ULE) X(slt, SLT) X(sle, SLE)
/* clang-format on */
#define X(name, kind) struct expr *expr_##name(struct exprs *exprs, struct expr *a, struct expr *b);
EXPR_OPERATORS(X)
EXPR_COMPARISONS(X)
#undef X
struct expr *expr_sub(struct exprs *exprs, struct expr *a, struct expr *b);
struct expr *expr_ne(struct exprs *exprs, struct expr *a, struct expr *b);
struct expr *expr_concat(struct exprs *exprs, struct expr *high, struct expr *low);
struct expr *expr_extract(struct exprs *exprs, struct expr *a, unsigned low_bit, unsigned width);
struct expr *expr_zext(struct exprs *exprs, struct expr *a, unsigned width);
struct expr *expr_sext(struct exprs *exprs, struct expr *a, unsigned width);
struct expr *expr_ite(struct exprs *exprs, struct expr *condition, struct expr *a, struct expr *b);

/* Floating point: operands and results are the bits of numbers, whose format follows from the width
   (16, 32, 64, or 80 for x87 extended), with the meaning of expr/softfloat.h. The rounding mode is
   an expression of FLOAT_ROUNDING_BITS bits. Comparisons with a NaN are false. */
static inline bool expr_is_float(const struct expr *e) {
  return e->kind >= EXPR_FADD && e->kind <= EXPR_FLE;
}
struct expr *expr_fadd(struct exprs *exprs, struct expr *rounding, struct expr *a, struct expr *b);
struct expr *expr_fsub(struct exprs *exprs, struct expr *rounding, struct expr *a, struct expr *b);
struct expr *expr_fmul(struct exprs *exprs, struct expr *rounding, struct expr *a, struct expr *b);
struct expr *expr_fdiv(struct exprs *exprs, struct expr *rounding, struct expr *a, struct expr *b);
struct expr *expr_frem(struct exprs *exprs, struct expr *a, struct expr *b); /* C's fmod */
struct expr *expr_fma(struct exprs *exprs, struct expr *rounding, struct expr *a, struct expr *b,
                      struct expr *c);
struct expr *expr_fsqrt(struct exprs *exprs, struct expr *rounding, struct expr *a);
struct expr *expr_frint(struct exprs *exprs, struct expr *rounding, struct expr *a);
struct expr *expr_fconv(struct exprs *exprs, struct expr *rounding, struct expr *a, unsigned width);
/* To and from signed integers of any width; extend unsigned ones by a bit. Out of range, and for a
   NaN, the integer is the least one. */
struct expr *expr_ftosi(struct exprs *exprs, struct expr *rounding, struct expr *a, unsigned width);
struct expr *expr_sitof(struct exprs *exprs, struct expr *rounding, struct expr *a, unsigned width);
struct expr *expr_feq(struct exprs *exprs, struct expr *a, struct expr *b);
struct expr *expr_flt(struct exprs *exprs, struct expr *a, struct expr *b);
struct expr *expr_fle(struct exprs *exprs, struct expr *a, struct expr *b);
/* Built from the bits. */
struct expr *expr_fneg(struct exprs *exprs, struct expr *a);
struct expr *expr_fabs(struct exprs *exprs, struct expr *a);
struct expr *expr_fcopysign(struct exprs *exprs, struct expr *a, struct expr *sign);
struct expr *expr_fis_nan(struct exprs *exprs, struct expr *a);
/* The children of any of these kinds, as they are in a node. */
struct expr *expr_float(struct exprs *exprs, enum expr_kind kind, unsigned width,
                        struct expr *const *children);

/* Looking inside. */
unsigned expr_child_count(const struct expr *e);
struct expr *expr_child(const struct expr *e, unsigned number);
bool expr_is_const(const struct expr *e);
uint64_t expr_const_value(const struct expr *e); /* width <= 64 */
void expr_const_get_words(const struct expr *e, uint64_t *words);
unsigned expr_extract_low(const struct expr *e); /* EXTRACT */
const struct expr_array *expr_array_of(const struct exprs *exprs,
                                       const struct expr *e); /* INPUT, ARRAY */
uint64_t expr_input_index(const struct expr *e);              /* INPUT */
struct expr_range expr_range_of(const struct expr *e);        /* width <= 64 */
static inline bool expr_is_true(const struct expr *e) {
  return e->width == 1 && expr_is_const(e) && expr_const_value(e) == 1;
}
static inline bool expr_is_false(const struct expr *e) {
  return e->width == 1 && expr_is_const(e) && expr_const_value(e) == 0;
}

/* Reclamation: the callback marks every root by expr_mark_root; what is not reachable from a root
   is freed. Pointers to freed expressions are invalid afterwards. Ids of the others do not change.
   Constant tables that no live expression uses are freed too, unless they are marked by
   expr_mark_array; their numbers are not reused. */
typedef void expr_visit_roots(struct exprs *exprs, void *context);
void expr_collect(struct exprs *exprs, expr_visit_roots *visit, void *context);
void expr_mark_root(struct exprs *exprs, struct expr *e);
void expr_mark_array(struct exprs *exprs, const struct expr_array *array);

#endif
