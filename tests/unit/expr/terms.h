/* Terms for tests: an expression with the values that it must have under a handful of
   assignments. Every constructor here calls the real one and computes the values by
   naive.h from those of the operands, then compares the value and the range.
   Whatever simplification did, the first wrong result is found where it arises, and the
   rules that fired for it are named. */
#ifndef TEST_EXPR_TERMS_H
#define TEST_EXPR_TERMS_H

#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/float_value.h"
#include "expr/node.h"
#include "expr/support.h"
#include "naive.h"
#include "util/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SAMPLES = 6 };

struct term {
  struct expr *e;
  struct naive value[SAMPLES];
};

/* An array with its stores, newest last. */
struct array_term {
  struct expr *e;
  const struct expr_array *base;
  struct {
    uint64_t index[SAMPLES], value[SAMPLES];
  } store[8];
  unsigned store_count;
};

struct rig {
  struct exprs *exprs;
  struct assignment *assignments[SAMPLES];
  struct evaluator *evaluators[SAMPLES];
  uint64_t random;
  uint64_t hits_before[EXPR_RULE_COUNT];
  uint64_t checked;
};

static const char *const rule_names[] = {
#define X(name) #name,
    EXPR_RULES(X)
#undef X
};

static const char *const kind_names[] = {
#define X(name, text, smt, children) text,
    EXPR_KINDS(X)
#undef X
};

static inline uint64_t rig_random(struct rig *rig) {
  rig->random ^= rig->random << 13;
  rig->random ^= rig->random >> 7;
  rig->random ^= rig->random << 17;
  return rig->random * 0x2545f4914f6cdd1d >> 8;
}

static inline unsigned rig_below(struct rig *rig, unsigned limit) {
  return (unsigned)(rig_random(rig) % limit);
}

/* Corner values as often as arbitrary ones. */
static inline struct naive rig_value(struct rig *rig, unsigned width) {
  struct naive r = naive_zero(width), one = naive_of(width, 1);
  switch (rig_below(rig, 12)) {
  case 0: return r;
  case 1: return one;
  case 2: return naive_not(&r);
  case 3: r.bit[width - 1] = 1; return r;
  case 4: r.bit[width - 1] = 1; return naive_not(&r);
  case 5: r.bit[rig_below(rig, width)] = 1; return r;
  case 6:
    for (unsigned k = rig_below(rig, width); k < width; k++) r.bit[k] = 1;
    return rig_below(rig, 2) ? r : naive_not(&r);
  case 7: return naive_of(width, rig_below(rig, 16));
  case 8: r = naive_of(width, rig_below(rig, 16)); return naive_neg(&r);
  default:
    for (unsigned k = 0; k < width; k++) r.bit[k] = rig_random(rig) & 1;
    return r;
  }
}

static inline void rig_open(struct rig *rig, uint64_t seed) {
  memset(rig, 0, sizeof *rig);
  rig->random = seed * 0x9e3779b97f4a7c15 + 1;
  rig->exprs = exprs_new();
  for (unsigned s = 0; s < SAMPLES; s++) rig->assignments[s] = assignment_new();
}

/* After all inputs have their values. */
static inline void rig_evaluate(struct rig *rig) {
  for (unsigned s = 0; s < SAMPLES; s++)
    rig->evaluators[s] = evaluator_new(rig->exprs, rig->assignments[s]);
}

static inline void rig_close(struct rig *rig) {
  for (unsigned s = 0; s < SAMPLES; s++) {
    evaluator_free(rig->evaluators[s]);
    assignment_free(rig->assignments[s]);
  }
  exprs_free(rig->exprs);
}

static inline void rig_watch(struct rig *rig) {
  memcpy(rig->hits_before, rig->exprs->rule_hits, sizeof rig->hits_before);
}

static inline void rig_complain(struct rig *rig, const struct term *term, const char *what,
                                unsigned sample) {
  fprintf(stderr, "%s: got %s of width %u, sample %u; rules:", what, kind_names[term->e->kind],
          term->e->width, sample);
  for (unsigned k = 0; k < EXPR_RULE_COUNT; k++)
    if (rig->exprs->rule_hits[k] != rig->hits_before[k]) fprintf(stderr, " %s", rule_names[k]);
  fprintf(stderr, "\n");
  fail_msg("%s", what);
}

static inline void rig_check_range(struct rig *rig, const struct term *term, const char *what) {
  unsigned width = term->e->width;
  if (width > 64) return;
  struct expr_range range = expr_range_of(term->e);
  for (unsigned s = 0; s < SAMPLES; s++) {
    uint64_t value = naive_low(&term->value[s]);
    int64_t as_signed = (int64_t)(value << (64 - width)) >> (64 - width);
    bool is_inside = (value & range.zeros) == 0 && (~value & range.ones) == 0 &&
                     value >= range.umin && value <= range.umax && as_signed >= range.smin &&
                     as_signed <= range.smax &&
                     ((range.zeros | range.ones) >> (width - 1) >> 1) == 0;
    if (!is_inside) {
      fprintf(stderr, "value %#lx zeros %#lx ones %#lx u [%#lx, %#lx] s [%ld, %ld]\n", value,
              range.zeros, range.ones, range.umin, range.umax, range.smin, range.smax);
      rig_complain(rig, term, what, s);
    }
  }
}

/* The expression has the values that the term says. */
static inline struct term rig_check(struct rig *rig, const struct term *term, const char *what) {
  for (unsigned s = 0; s < SAMPLES; s++) {
    uint64_t expected[NAIVE_BITS / 64], got[NAIVE_BITS / 64];
    if (term->e->width != term->value[s].width) rig_complain(rig, term, what, s);
    naive_words(&term->value[s], expected);
    evaluator_words(rig->evaluators[s], term->e, got);
    if (memcmp(expected, got, (term->e->width + 63) / 64 * 8)) {
      fprintf(stderr, "expected ...%#lx got ...%#lx\n", expected[0], got[0]);
      rig_complain(rig, term, what, s);
    }
  }
  rig_check_range(rig, term, what);
  rig->checked++;
  return *term;
}

static inline struct term term_const(struct rig *rig, struct naive value) {
  struct term term;
  uint64_t words[NAIVE_BITS / 64];
  naive_words(&value, words);
  term.e = expr_const_words(rig->exprs, value.width, words);
  for (unsigned s = 0; s < SAMPLES; s++) term.value[s] = value;
  return rig_check(rig, &term, "const");
}

/* A fresh symbolic value: an array with one element up to 64 bits, else a concatenation.
   Only before rig_evaluate. */
static inline struct term term_input(struct rig *rig, unsigned width) {
  struct term term = {.e = NULL};
  for (unsigned done = 0; done < width;) {
    unsigned part = width - done < 64 ? width - done : 64;
    const struct expr_array *array = expr_new_array(rig->exprs, "x", part, 8, 1, NULL);
    struct expr *input = expr_input(rig->exprs, array, 0);
    for (unsigned s = 0; s < SAMPLES; s++) {
      struct naive value = rig_value(rig, part);
      assignment_set(rig->assignments[s], array->number, 0, naive_low(&value));
      term.value[s] = done ? naive_concat(&value, &term.value[s]) : value;
    }
    term.e = term.e ? expr_concat(rig->exprs, input, term.e) : input;
    done += part;
  }
  return term;
}

static inline struct term term_binary(struct rig *rig, enum expr_kind kind, const struct term *a,
                                      const struct term *b) {
  struct term term;
  rig_watch(rig);
  term.e = expr_binary(rig->exprs, kind, a->e, b->e);
  for (unsigned s = 0; s < SAMPLES; s++)
    term.value[s] = naive_binary(kind, &a->value[s], &b->value[s]);
  return rig_check(rig, &term, kind_names[kind]);
}

/* Floating point; plain arithmetic is that of softfloat.h, which has tests of its own. */
static inline struct term term_float(struct rig *rig, enum expr_kind kind, unsigned width,
                                     const struct term *a, const struct term *b,
                                     const struct term *c) {
  const struct term *operands[] = {a, b, c};
  struct expr *children[3];
  struct term term;
  unsigned count = expr_kind_children[kind];
  for (unsigned k = 0; k < count; k++) children[k] = operands[k]->e;
  rig_watch(rig);
  term.e = expr_float(rig->exprs, kind, width, children);
  for (unsigned s = 0; s < SAMPLES; s++) {
    uint64_t words[3][NAIVE_BITS / 64], out[NAIVE_BITS / 64] = {0};
    const uint64_t *values[] = {words[0], words[1], words[2]};
    for (unsigned k = 0; k < count; k++) naive_words(&operands[k]->value[s], words[k]);
    float_value(kind, width, b->e->width, values, out);
    term.value[s] = naive_from_words(width, out);
  }
  return rig_check(rig, &term, kind_names[kind]);
}

static inline struct term term_not(struct rig *rig, const struct term *a) {
  struct term term;
  rig_watch(rig);
  term.e = expr_not(rig->exprs, a->e);
  for (unsigned s = 0; s < SAMPLES; s++) term.value[s] = naive_not(&a->value[s]);
  return rig_check(rig, &term, "not");
}

static inline struct term term_neg(struct rig *rig, const struct term *a) {
  struct term term;
  rig_watch(rig);
  term.e = expr_neg(rig->exprs, a->e);
  for (unsigned s = 0; s < SAMPLES; s++) term.value[s] = naive_neg(&a->value[s]);
  return rig_check(rig, &term, "neg");
}

static inline struct term term_sub(struct rig *rig, const struct term *a, const struct term *b) {
  struct term term;
  rig_watch(rig);
  term.e = expr_sub(rig->exprs, a->e, b->e);
  for (unsigned s = 0; s < SAMPLES; s++) {
    struct naive minus = naive_neg(&b->value[s]);
    term.value[s] = naive_add(&a->value[s], &minus);
  }
  return rig_check(rig, &term, "sub");
}

static inline struct term term_extract(struct rig *rig, const struct term *a, unsigned low,
                                       unsigned width) {
  struct term term;
  rig_watch(rig);
  term.e = expr_extract(rig->exprs, a->e, low, width);
  for (unsigned s = 0; s < SAMPLES; s++) term.value[s] = naive_extract(&a->value[s], low, width);
  return rig_check(rig, &term, "extract");
}

static inline struct term term_concat(struct rig *rig, const struct term *a, const struct term *b) {
  struct term term;
  rig_watch(rig);
  term.e = expr_concat(rig->exprs, a->e, b->e);
  for (unsigned s = 0; s < SAMPLES; s++) term.value[s] = naive_concat(&a->value[s], &b->value[s]);
  return rig_check(rig, &term, "concat");
}

static inline struct term term_extend(struct rig *rig, const struct term *a, unsigned width,
                                      bool with_sign) {
  struct term term;
  rig_watch(rig);
  term.e = with_sign ? expr_sext(rig->exprs, a->e, width) : expr_zext(rig->exprs, a->e, width);
  for (unsigned s = 0; s < SAMPLES; s++)
    term.value[s] = naive_extend(&a->value[s], width, with_sign);
  return rig_check(rig, &term, with_sign ? "sext" : "zext");
}

static inline struct term term_ite(struct rig *rig, const struct term *c, const struct term *a,
                                   const struct term *b) {
  struct term term;
  rig_watch(rig);
  term.e = expr_ite(rig->exprs, c->e, a->e, b->e);
  for (unsigned s = 0; s < SAMPLES; s++)
    term.value[s] = c->value[s].bit[0] ? a->value[s] : b->value[s];
  return rig_check(rig, &term, "ite");
}

static inline void array_store(struct rig *rig, struct array_term *array, const struct term *index,
                               const struct term *value) {
  unsigned at = array->store_count++;
  rig_watch(rig);
  array->e = expr_store(rig->exprs, array->e, index->e, value->e);
  for (unsigned s = 0; s < SAMPLES; s++) {
    array->store[at].index[s] = naive_low(&index->value[s]);
    array->store[at].value[s] = naive_low(&value->value[s]);
  }
}

static inline struct term term_read(struct rig *rig, const struct array_term *array,
                                    const struct term *index) {
  struct term term;
  rig_watch(rig);
  term.e = expr_read(rig->exprs, array->e, index->e);
  for (unsigned s = 0; s < SAMPLES; s++) {
    const struct expr_array *base = array->base;
    uint64_t at = naive_low(&index->value[s]), value;
    if (base->size && at >= base->size)
      value = 0;
    else if (base->table)
      value = expr_table_element(base, at);
    else
      value = assignment_get(rig->assignments[s], base->number, at);
    for (unsigned k = 0; k < array->store_count; k++)
      if (array->store[k].index[s] == at) value = array->store[k].value[s];
    term.value[s] = naive_of(base->element_width, value);
  }
  return rig_check(rig, &term, "read");
}

#endif
