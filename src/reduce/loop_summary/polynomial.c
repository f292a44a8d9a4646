/* Polynomials over machine integers.

   The closed forms of loops are sums of products: n + n * (n - 1) for a sum that grows by n in each
   iteration. The program compares them with what it computes itself, n * n. The constructors of
   expressions keep products as they were written, and a solver needs long for a product of 32 bits.
   Multiplied out, sorted, and with equal terms added up, both are the same expression.

   What is no sum, product or shift by a constant is an atom. The low part of a sum is the sum of
   the low parts. Expressions that become too large are left as they are. */
#include "reduce/loop_summary/polynomial.h"

#include "expr/expr.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MOST_TERMS = 24, MOST_FACTORS = 3, MOST_NESTING = 24, MOST_READS = 256 };

struct term {
  uint64_t factor;
  unsigned count;
  struct expr *atoms[MOST_FACTORS]; /* by id */
};

struct polynomial {
  unsigned count;
  struct term terms[MOST_TERMS];
};

struct reader {
  struct exprs *exprs;
  unsigned width; /* of the polynomial; atoms may be wider */
  unsigned nesting;
  unsigned reads; /* shared parts are read again */
};

static int compare_terms(const struct term *a, const struct term *b) {
  if (a->count != b->count) return a->count > b->count ? -1 : 1;
  for (unsigned i = 0; i < a->count; i++)
    if (a->atoms[i] != b->atoms[i]) return a->atoms[i]->id < b->atoms[i]->id ? -1 : 1;
  return 0;
}

static bool add_term(struct polynomial *p, const struct term *term) {
  unsigned at = 0;
  while (at < p->count && compare_terms(&p->terms[at], term) < 0) at++;
  if (at < p->count && compare_terms(&p->terms[at], term) == 0) {
    p->terms[at].factor += term->factor;
    return true;
  }
  if (p->count == MOST_TERMS) return false;
  for (unsigned i = p->count++; i > at; i--) p->terms[i] = p->terms[i - 1];
  p->terms[at] = *term;
  return true;
}

static bool add_multiple(struct polynomial *p, const struct polynomial *more, uint64_t factor) {
  for (unsigned i = 0; i < more->count; i++) {
    struct term term = more->terms[i];
    term.factor *= factor;
    if (!add_term(p, &term)) return false;
  }
  return true;
}

static bool multiply_terms(const struct term *a, const struct term *b, struct term *product) {
  if (a->count + b->count > MOST_FACTORS) return false;
  *product = (struct term){.factor = a->factor * b->factor};
  for (unsigned i = 0, k = 0; i < a->count || k < b->count;) {
    bool is_first = k == b->count || (i < a->count && a->atoms[i]->id <= b->atoms[k]->id);
    product->atoms[product->count++] = is_first ? a->atoms[i++] : b->atoms[k++];
  }
  return true;
}

static bool multiply(struct polynomial *p, const struct polynomial *a, const struct polynomial *b) {
  for (unsigned i = 0; i < a->count; i++)
    for (unsigned k = 0; k < b->count; k++) {
      struct term term;
      if (!multiply_terms(&a->terms[i], &b->terms[k], &term) || !add_term(p, &term)) return false;
    }
  return true;
}

static bool add_constant(struct polynomial *p, uint64_t value) {
  struct term term = {.factor = value};
  return value == 0 || add_term(p, &term);
}

static bool add_atom(const struct reader *r, struct polynomial *p, struct expr *e) {
  if (e->width > r->width) e = expr_extract(r->exprs, e, 0, r->width);
  if (expr_is_const(e)) return add_constant(p, expr_const_value(e));
  struct term term = {.factor = 1, .count = 1, .atoms = {e}};
  return add_term(p, &term);
}

static bool read(struct reader *r, struct expr *e, struct polynomial *p);

static bool read_product(struct reader *r, struct expr *e, struct polynomial *p) {
  struct polynomial a = {0}, b = {0};
  if (read(r, expr_child(e, 0), &a) && read(r, expr_child(e, 1), &b) && multiply(p, &a, &b))
    return true;
  p->count = 0;
  return add_atom(r, p, e);
}

static bool read_shift(struct reader *r, struct expr *e, struct polynomial *p) {
  struct polynomial a = {0};
  struct expr *distance = expr_child(e, 1);
  if (!expr_is_const(distance) || distance->width > 64 || expr_const_value(distance) >= r->width)
    return add_atom(r, p, e);
  return read(r, expr_child(e, 0), &a) &&
         add_multiple(p, &a, (uint64_t)1 << expr_const_value(distance));
}

/* Adds the expression's polynomial, of the reader's width, to one that is empty. */
static bool read_kind(struct reader *r, struct expr *e, struct polynomial *p) {
  struct polynomial part = {0};
  if (e->width > 64) return add_atom(r, p, e);
  switch (e->kind) {
  case EXPR_CONST: return add_constant(p, expr_const_value(e));
  case EXPR_ADD:
    return read(r, expr_child(e, 0), p) && read(r, expr_child(e, 1), &part) &&
           add_multiple(p, &part, 1);
  case EXPR_NOT: /* - x - 1 */
    return read(r, expr_child(e, 0), &part) && add_multiple(p, &part, UINT64_MAX) &&
           add_constant(p, UINT64_MAX);
  case EXPR_MUL: return read_product(r, e, p);
  case EXPR_SHL: return read_shift(r, e, p);
  case EXPR_EXTRACT:
    if (expr_extract_low(e) == 0) return read(r, expr_child(e, 0), p);
    return add_atom(r, p, e);
  default: return add_atom(r, p, e);
  }
}

static bool read(struct reader *r, struct expr *e, struct polynomial *p) {
  if (r->reads++ >= MOST_READS) return false;
  if (r->nesting == MOST_NESTING) return add_atom(r, p, e);
  r->nesting++;
  bool is_good = read_kind(r, e, p);
  r->nesting--;
  return is_good;
}

static struct expr *write_term(struct exprs *exprs, unsigned width, const struct term *term,
                               uint64_t factor) {
  struct expr *product = NULL;
  for (unsigned i = 0; i < term->count; i++)
    product = product == NULL ? term->atoms[i] : expr_mul(exprs, product, term->atoms[i]);
  struct expr *constant = expr_const(exprs, width, factor);
  return product == NULL ? constant : expr_mul(exprs, constant, product);
}

static struct expr *write(struct exprs *exprs, unsigned width, const struct polynomial *p) {
  uint64_t mask = UINT64_MAX >> (64 - width);
  struct expr *sum = expr_const(exprs, width, 0);
  for (unsigned i = 0; i < p->count; i++) {
    uint64_t factor = p->terms[i].factor & mask;
    if (factor != 0) sum = expr_add(exprs, sum, write_term(exprs, width, &p->terms[i], factor));
  }
  return sum;
}

struct expr *polynomial_normalise(struct exprs *exprs, struct expr *e) {
  struct polynomial p = {0};
  if (e->width < 2 || e->width > 64) return e;
  struct reader reader = {.exprs = exprs, .width = (unsigned)e->width};
  return read(&reader, e, &p) ? write(exprs, (unsigned)e->width, &p) : e;
}

struct expr *polynomial_difference(struct exprs *exprs, struct expr *a, struct expr *b) {
  return polynomial_normalise(exprs, expr_sub(exprs, a, b));
}
