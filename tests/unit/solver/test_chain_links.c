/* What each link settles by itself, and what it passes on. Behind the link stands a
   backend that remembers what it was asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/backend_cadical.h"
#include "solver/links.h"
#include "solver/solver.h"
#include "util/alloc.h"

enum { MAX_CONJUNCTS = 16 };

struct recorder {
  struct solver solver;
  struct solver *real;
  struct query last;
  struct expr *conjuncts[MAX_CONJUNCTS]; /* of the last query */
  bool is_mute;                          /* answers UNKNOWN */
  enum answer lie;                       /* with is_liar */
  bool is_liar;
};

static enum answer record(struct solver *solver, const struct query *query, struct result *result) {
  struct recorder *recorder = (struct recorder *)solver;
  recorder->last = *query;
  memcpy(recorder->conjuncts, query->conjuncts, query->count * sizeof *query->conjuncts);
  if (recorder->is_mute) return ANSWER_UNKNOWN;
  if (!recorder->is_liar) return solver_check(recorder->real, query, result);
  if (recorder->lie == ANSWER_SAT && query->wants_model) result->model = assignment_new();
  if (recorder->lie == ANSWER_UNSAT && query->wants_core)
    result->in_core = alloc_zeroed(query->count);
  return recorder->lie;
}

static void free_recorder(struct solver *solver) {
  solver_free(((struct recorder *)solver)->real);
  free(solver);
}

struct bench {
  struct exprs *exprs;
  const struct expr_array *input;
  struct recorder *backend;
  struct solver *link;
  struct assignment *witness;
  struct expr *conjuncts[MAX_CONJUNCTS];
  size_t count;
  struct result result;
};

typedef struct solver *new_link(struct exprs *exprs, struct solver *next);

static struct recorder *recorder_new(struct exprs *exprs) {
  static const struct solver_class class = {"recorder", record, NULL, free_recorder};
  struct recorder *recorder = alloc_zeroed(sizeof *recorder);
  recorder->solver.class = &class;
  recorder->real = backend_cadical_new(exprs);
  return recorder;
}

static void start(struct bench *b, new_link *make) {
  *b = (struct bench){.exprs = exprs_new(), .witness = assignment_new()};
  b->input = expr_new_array(b->exprs, "input", 8, 64, 16, NULL);
  b->backend = recorder_new(b->exprs);
  b->link = paths_new(make(b->exprs, &b->backend->solver));
}

static void finish(struct bench *b) {
  result_free(&b->result);
  assignment_free(b->witness);
  solver_free(b->link);
  exprs_free(b->exprs);
}

static struct expr *byte(struct bench *b, uint64_t index) {
  return expr_input(b->exprs, b->input, index);
}
static struct expr *word(struct bench *b, uint64_t index) {
  struct expr *e = byte(b, index);
  for (unsigned i = 1; i < 4; i++) e = expr_concat(b->exprs, byte(b, index + i), e);
  return e;
}
static struct expr *number(struct bench *b, unsigned width, uint64_t value) {
  return expr_const(b->exprs, width, value);
}
static void set(struct bench *b, uint64_t index, uint64_t value) {
  assignment_set(b->witness, b->input->number, index, value);
}
static void add(struct bench *b, struct expr *conjunct) { b->conjuncts[b->count++] = conjunct; }

/* Asks about what was added, with the witness (which must satisfy all but the last) or
   without. */
static enum answer ask(struct bench *b, bool has_witness) {
  struct query query = {.conjuncts = b->conjuncts,
                        .count = b->count,
                        .witness = has_witness ? b->witness : NULL,
                        .wants_model = true,
                        .wants_core = true};
  struct query prefix = query;
  prefix.count -= b->count > 0;
  if (has_witness) assert_true(query_holds(b->exprs, &prefix, b->witness));
  result_free(&b->result);
  enum answer answer = solver_check(b->link, &query, &b->result);
  if (answer == ANSWER_SAT) assert_true(query_holds(b->exprs, &query, b->result.model));
  return answer;
}

static uint64_t asked(const struct bench *b) { return b->backend->solver.asked; }

static void core_is(const struct bench *b, const char *expected) {
  assert_int_equal(strlen(expected), b->count);
  for (size_t i = 0; i < b->count; i++) assert_int_equal(b->result.in_core[i], expected[i] == '1');
}

static struct solver *new_independence(struct exprs *exprs, struct solver *next) {
  return link_independence_new(exprs, next, 96);
}

static void witness_answers_what_it_satisfies(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_witness_new);
  set(&b, 0, 7);
  add(&b, expr_ult(b.exprs, byte(&b, 0), number(&b, 8, 10)));
  add(&b, expr_ne(b.exprs, byte(&b, 0), number(&b, 8, 6)));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 0);
  assert_int_equal(assignment_get(b.result.model, b.input->number, 0), 7);
  b.conjuncts[1] = expr_eq(b.exprs, byte(&b, 0), number(&b, 8, 6));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 1);
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  assert_int_equal(asked(&b), 2);
  finish(&b);
}

/* Facts are put on in two steps and off in one: all ways through the stack of facts. */
static void implied_decides_by_order(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_implied_new);
  set(&b, 4, 1);
  set(&b, 8, 2);
  add(&b, expr_slt(b.exprs, word(&b, 0), word(&b, 4)));
  add(&b, expr_sle(b.exprs, word(&b, 4), word(&b, 8)));
  add(&b, expr_slt(b.exprs, word(&b, 4), word(&b, 0)));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  core_is(&b, "101");
  b.conjuncts[2] = expr_slt(b.exprs, word(&b, 8), word(&b, 4));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  core_is(&b, "011");
  b.conjuncts[2] = expr_sle(b.exprs, word(&b, 0), word(&b, 4));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 0);
  b.count = 2;
  b.conjuncts[1] = expr_slt(b.exprs, word(&b, 8), word(&b, 4)); /* nothing is known of it now */
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 1);
  b.conjuncts[1] = expr_ult(b.exprs, word(&b, 4), word(&b, 0)); /* signed order says nothing */
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 2);
  finish(&b);
}

static void implied_decides_equality(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_implied_new);
  set(&b, 1, 1);
  add(&b, expr_ult(b.exprs, byte(&b, 0), byte(&b, 1)));
  add(&b, expr_eq(b.exprs, byte(&b, 0), byte(&b, 1)));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  b.conjuncts[1] = expr_ne(b.exprs, byte(&b, 1), byte(&b, 0));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  b.count = 0;
  set(&b, 1, 0);
  add(&b, expr_ule(b.exprs, byte(&b, 0), byte(&b, 1)));
  add(&b, expr_ule(b.exprs, byte(&b, 1), byte(&b, 0)));
  add(&b, expr_ne(b.exprs, byte(&b, 0), byte(&b, 1)));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  core_is(&b, "111");
  assert_int_equal(asked(&b), 0);
  finish(&b);
}

static void implied_carries_ranges_upwards(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_implied_new);
  struct expr *index = expr_zext(b.exprs, byte(&b, 0), 64);
  struct expr *address =
      expr_add(b.exprs, expr_mul(b.exprs, index, number(&b, 64, 4)), number(&b, 64, 4096));
  add(&b, expr_ult(b.exprs, byte(&b, 3), byte(&b, 4)));
  add(&b, expr_ult(b.exprs, byte(&b, 0), number(&b, 8, 10)));
  set(&b, 4, 1);
  add(&b, expr_ule(b.exprs, number(&b, 64, 4096 + 40), address));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  core_is(&b, "011");
  assert_int_equal(asked(&b), 0);
  b.conjuncts[2] = expr_ule(b.exprs, number(&b, 64, 4096 + 36), address);
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 1);
  finish(&b);
}

static void implied_decides_by_range(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_implied_new);
  set(&b, 0, 12);
  add(&b, expr_ult(b.exprs, byte(&b, 0), number(&b, 8, 20)));
  add(&b, expr_ult(b.exprs, number(&b, 8, 10), byte(&b, 0)));
  add(&b, expr_ult(b.exprs, byte(&b, 0), number(&b, 8, 11)));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  core_is(&b, "111"); /* the range is one fact; its origins are not told apart */
  b.conjuncts[2] = expr_eq(b.exprs, byte(&b, 0), number(&b, 8, 25));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  b.conjuncts[2] = expr_slt(b.exprs, byte(&b, 0), number(&b, 8, 0));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  b.conjuncts[2] = expr_sle(b.exprs, number(&b, 8, 11), byte(&b, 0));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 0);
  b.conjuncts[2] = expr_ult(b.exprs, byte(&b, 0), number(&b, 8, 12));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 1);
  finish(&b);
}

static void implied_puts_values_in(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_implied_new);
  set(&b, 0, 5);
  set(&b, 8, 1);
  add(&b, expr_eq(b.exprs, word(&b, 0), number(&b, 32, 5)));
  add(&b, expr_ult(b.exprs, word(&b, 8), number(&b, 32, 100)));
  struct expr *sum = expr_mul(b.exprs, word(&b, 8), word(&b, 0));
  add(&b, expr_eq(b.exprs, sum, number(&b, 32, 15)));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 1);
  assert_int_equal(b.backend->last.count, 3);
  /* What is asked no longer depends on the first word. */
  assert_int_equal(b.backend->conjuncts[2]->support, word(&b, 8)->support);
  b.conjuncts[2] =
      expr_eq(b.exprs, expr_add(b.exprs, word(&b, 0), number(&b, 32, 2)), number(&b, 32, 8));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  core_is(&b, "101");
  /* A single byte of the word is known too. */
  b.conjuncts[2] = expr_ult(b.exprs, number(&b, 8, 5), byte(&b, 0));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  assert_int_equal(asked(&b), 1);
  finish(&b);
}

static void implied_core_keeps_what_was_put_in(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_implied_new);
  set(&b, 0, 5);
  set(&b, 8, 3);
  set(&b, 12, 9);
  add(&b, expr_eq(b.exprs, byte(&b, 0), number(&b, 8, 5)));
  add(&b, expr_eq(b.exprs, expr_and(b.exprs, word(&b, 8), number(&b, 32, 1)), number(&b, 32, 1)));
  add(&b, expr_ult(b.exprs, byte(&b, 12), number(&b, 8, 10)));
  struct expr *product = expr_mul(b.exprs, expr_zext(b.exprs, byte(&b, 0), 32), word(&b, 8));
  add(&b, expr_eq(b.exprs, product, number(&b, 32, 10))); /* even, but 5 times odd is odd */
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  assert_true(b.result.in_core[0] && b.result.in_core[1] && b.result.in_core[3]);
  assert_false(b.result.in_core[2]);
  finish(&b);
}

static void implied_settles_conditions_of_choices(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_implied_new);
  struct expr *condition =
      expr_eq(b.exprs, expr_and(b.exprs, byte(&b, 0), byte(&b, 1)), byte(&b, 2));
  struct expr *choice = expr_ite(b.exprs, condition, byte(&b, 3), byte(&b, 4));
  set(&b, 3, 9);
  add(&b, condition);
  add(&b, expr_ult(b.exprs, choice, number(&b, 8, 4)));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_ptr_equal(b.backend->conjuncts[1], expr_ult(b.exprs, byte(&b, 3), number(&b, 8, 4)));
  finish(&b);
}

static void implied_finds_contradictions_without_witness(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_implied_new);
  add(&b, expr_ult(b.exprs, byte(&b, 1), number(&b, 8, 9)));
  add(&b, expr_ult(b.exprs, byte(&b, 0), number(&b, 8, 3)));
  add(&b, expr_ult(b.exprs, number(&b, 8, 5), byte(&b, 0)));
  add(&b, expr_ult(b.exprs, byte(&b, 3), byte(&b, 4)));
  assert_int_equal(ask(&b, false), ANSWER_UNSAT);
  core_is(&b, "0110");
  assert_int_equal(asked(&b), 0);
  b.conjuncts[2] = expr_ult(b.exprs, byte(&b, 2), byte(&b, 1));
  b.conjuncts[3] = expr_ult(b.exprs, byte(&b, 0), number(&b, 8, 4)); /* follows */
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  assert_int_equal(b.backend->last.count, 3);
  finish(&b);
}

static void independence_asks_for_the_slice(void **state) {
  (void)state;
  struct bench b;
  start(&b, new_independence);
  set(&b, 1, 1);
  set(&b, 9, 77);
  add(&b, expr_ult(b.exprs, byte(&b, 0), byte(&b, 1)));
  add(&b, expr_eq(b.exprs, byte(&b, 9), number(&b, 8, 77)));
  add(&b, expr_ule(b.exprs, byte(&b, 1), expr_add(b.exprs, byte(&b, 2), number(&b, 8, 1))));
  add(&b, expr_ult(b.exprs, byte(&b, 4), number(&b, 8, 5)));
  add(&b, expr_ult(b.exprs, number(&b, 8, 7), byte(&b, 0)));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(b.backend->last.count, 3);
  assert_ptr_equal(b.backend->conjuncts[0], b.conjuncts[0]);
  assert_ptr_equal(b.backend->conjuncts[1], b.conjuncts[2]);
  assert_ptr_equal(b.backend->conjuncts[2], b.conjuncts[4]);
  assert_int_equal(assignment_get(b.result.model, b.input->number, 9), 77);
  b.conjuncts[4] = expr_eq(b.exprs, byte(&b, 1), number(&b, 8, 0));
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  core_is(&b, "10001");
  /* A conjunct that was taken off ties nothing together any more. */
  b.conjuncts[2] = b.conjuncts[3];
  b.conjuncts[3] = expr_ult(b.exprs, byte(&b, 2), number(&b, 8, 1));
  b.count = 4;
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), 3);
  assert_int_equal(b.backend->last.count, 1);
  finish(&b);
}

static void independence_asks_for_every_component_without_witness(void **state) {
  (void)state;
  struct bench b;
  start(&b, new_independence);
  add(&b, expr_ult(b.exprs, byte(&b, 0), byte(&b, 1)));
  add(&b, expr_eq(b.exprs, byte(&b, 5), number(&b, 8, 77)));
  add(&b, expr_ult(b.exprs, byte(&b, 1), byte(&b, 2)));
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  assert_int_equal(asked(&b), 2);
  add(&b, expr_ult(b.exprs, byte(&b, 5), byte(&b, 6)));
  add(&b, expr_ult(b.exprs, byte(&b, 6), number(&b, 8, 78)));
  assert_int_equal(ask(&b, false), ANSWER_UNSAT);
  core_is(&b, "01011");
  finish(&b);
}

static struct solver *new_exact(struct exprs *exprs, struct solver *next) {
  return link_exact_new(exprs, next, 1 << 20);
}
static struct solver *new_subset(struct exprs *exprs, struct solver *next) {
  return link_subset_new(exprs, next, 1 << 20);
}

static void enumeration_answers_about_one_byte(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_enumeration_new);
  struct expr *x = expr_zext(b.exprs, byte(&b, 3), 32);
  struct expr *square = expr_mul(b.exprs, x, x);
  add(&b, expr_ult(b.exprs, number(&b, 32, 1), x));
  add(&b, expr_ne(b.exprs, x, number(&b, 32, 9)));
  add(&b, expr_eq(b.exprs, expr_urem(b.exprs, square, number(&b, 32, 251)), number(&b, 32, 7)));
  enum answer expected = ANSWER_UNSAT;
  for (unsigned k = 2; k < 256; k++)
    if (k != 9 && k * k % 251 == 7) expected = ANSWER_SAT;
  assert_int_equal(ask(&b, false), expected);
  b.conjuncts[2] = expr_eq(b.exprs, square, number(&b, 32, 81));
  assert_int_equal(ask(&b, false), ANSWER_UNSAT);
  core_is(&b, "011");
  assert_int_equal(asked(&b), 0);
  add(&b, expr_ult(b.exprs, byte(&b, 3), byte(&b, 4)));
  assert_int_equal(ask(&b, false), ANSWER_UNSAT);
  assert_int_equal(asked(&b), 1);
  finish(&b);
}

static void exact_remembers_in_any_order(void **state) {
  (void)state;
  struct bench b;
  start(&b, new_exact);
  add(&b, expr_ult(b.exprs, byte(&b, 0), byte(&b, 1)));
  add(&b, expr_ult(b.exprs, byte(&b, 1), byte(&b, 2)));
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  struct expr *first = b.conjuncts[0];
  b.conjuncts[0] = b.conjuncts[1];
  b.conjuncts[1] = first;
  add(&b, first);
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  assert_int_equal(asked(&b), 1);
  b.conjuncts[2] = expr_ult(b.exprs, byte(&b, 2), byte(&b, 0));
  add(&b, expr_ult(b.exprs, byte(&b, 7), byte(&b, 8)));
  assert_int_equal(ask(&b, false), ANSWER_UNSAT);
  core_is(&b, "1110");
  first = b.conjuncts[0];
  b.conjuncts[0] = b.conjuncts[3];
  b.conjuncts[3] = first;
  assert_int_equal(ask(&b, false), ANSWER_UNSAT);
  core_is(&b, "0111");
  assert_int_equal(asked(&b), 2);
  finish(&b);
}

static void exact_does_not_remember_unknown(void **state) {
  (void)state;
  struct bench b;
  start(&b, new_exact);
  b.backend->is_mute = true;
  add(&b, expr_ult(b.exprs, byte(&b, 0), byte(&b, 1)));
  assert_int_equal(ask(&b, false), ANSWER_UNKNOWN);
  b.backend->is_mute = false;
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  assert_int_equal(asked(&b), 2);
  finish(&b);
}

static void subset_reasons_with_sets(void **state) {
  (void)state;
  struct bench b;
  start(&b, new_subset);
  struct expr *below = expr_ult(b.exprs, byte(&b, 0), byte(&b, 1));
  struct expr *above = expr_ult(b.exprs, byte(&b, 1), byte(&b, 0));
  struct expr *other = expr_ult(b.exprs, byte(&b, 2), byte(&b, 3));
  struct expr *third = expr_ult(b.exprs, byte(&b, 3), byte(&b, 4));
  set(&b, 1, 1);
  set(&b, 3, 1);
  add(&b, other);
  add(&b, below);
  add(&b, third);
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  b.count = 2; /* a subset */
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  assert_int_equal(asked(&b), 1);
  b.count = 0;
  add(&b, other);
  add(&b, below);
  add(&b, above);
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  core_is(&b, "011");
  assert_int_equal(asked(&b), 2);
  b.count = 0; /* a superset of the core only */
  add(&b, third);
  add(&b, above);
  set(&b, 0, 2);
  set(&b, 4, 2);
  add(&b, below);
  assert_int_equal(ask(&b, true), ANSWER_UNSAT);
  core_is(&b, "011");
  assert_int_equal(ask(&b, false), ANSWER_UNSAT);
  assert_int_equal(asked(&b), 2);
  finish(&b);
}

static void caches_keep_what_is_recent(new_link *make) {
  struct bench b;
  start(&b, make);
  enum { QUERIES = 3000, RECENT = 20 };
  b.count = 2;
  for (int round = 0; round < 2; round++) {
    for (unsigned i = round ? QUERIES - RECENT : 0; i < QUERIES; i++) {
      b.conjuncts[0] = expr_eq(b.exprs, byte(&b, i % 16), number(&b, 8, i / 16));
      b.conjuncts[1] = expr_eq(b.exprs, byte(&b, (i + 1) % 16), number(&b, 8, i % 7));
      assert_int_equal(ask(&b, false), ANSWER_SAT);
    }
    assert_int_equal(asked(&b), QUERIES);
  }
  b.conjuncts[0] = expr_eq(b.exprs, byte(&b, 0), number(&b, 8, 0));
  b.conjuncts[1] = expr_eq(b.exprs, byte(&b, 1), number(&b, 8, 0));
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  assert_int_equal(asked(&b), QUERIES + 1); /* the first has been dropped */
  finish(&b);
}

static struct solver *new_small_exact(struct exprs *exprs, struct solver *next) {
  return link_exact_new(exprs, next, 1 << 16);
}
static struct solver *new_small_subset(struct exprs *exprs, struct solver *next) {
  return link_subset_new(exprs, next, 1 << 17);
}

static void caches_are_bounded(void **state) {
  (void)state;
  caches_keep_what_is_recent(new_small_exact);
  caches_keep_what_is_recent(new_small_subset);
}

/* Something must stay, or the memory goes back as a whole. */
static void mark_one(struct exprs *exprs, void *context) {
  struct bench *b = context;
  expr_mark_root(exprs, b->conjuncts[MAX_CONJUNCTS - 1]);
  solver_mark(b->link, exprs);
}

/* Another expression may come to lie where one was that the link has seen. */
static void collections_are_survived(void **state) {
  (void)state;
  new_link *const links[] = {new_independence, link_implied_new};
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
    struct bench b;
    start(&b, links[i]);
    set(&b, 0, 9);
    int same_place = 0;
    b.conjuncts[MAX_CONJUNCTS - 1] = expr_ult(b.exprs, byte(&b, 0), byte(&b, 1));
    for (unsigned round = 0; round < 50; round++) {
      struct expr *before = b.conjuncts[0], *now = NULL;
      unsigned about = (round + 1) % 2; /* byte 0 is 9, byte 1 is 0 */
      for (unsigned k = 0; k < 100 && (now == NULL || now != before); k++)
        now = expr_ult(b.exprs, byte(&b, about), number(&b, 8, 10 + k));
      same_place += now == before;
      b.count = 0;
      add(&b, now);
      add(&b, expr_ult(b.exprs, number(&b, 8, 200), byte(&b, 0)));
      assert_int_equal(ask(&b, true), about == 0 ? ANSWER_UNSAT : ANSWER_SAT);
      expr_collect(b.exprs, mark_one, &b);
    }
    assert_true(same_place > 10); /* else this tests nothing */
    finish(&b);
  }
}

static void models_are_tried_again(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_models_new);
  add(&b, expr_eq(b.exprs, byte(&b, 0), number(&b, 8, 200)));
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  b.conjuncts[0] = expr_ult(b.exprs, number(&b, 8, 100), byte(&b, 0));
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  assert_int_equal(asked(&b), 1);
  b.conjuncts[0] = expr_ult(b.exprs, byte(&b, 0), number(&b, 8, 100));
  assert_int_equal(ask(&b, false), ANSWER_SAT);
  assert_int_equal(asked(&b), 2);
  finish(&b);
}

/* Asks for a value of an expression over two words that the witness does not give. */
static void repairs(struct bench *b, struct expr *condition) {
  uint64_t before = asked(b);
  b->count = 0;
  add(b, expr_ult(b->exprs, byte(b, 3), number(b, 8, 200)));
  add(b, condition);
  assert_int_equal(ask(b, true), ANSWER_SAT);
  assert_int_equal(asked(b), before);
}

static void witnesses_are_repaired(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_repair_new);
  struct exprs *exprs = b.exprs;
  struct expr *x = word(&b, 0), *y = word(&b, 4), *k = number(&b, 32, 1234567);
  static const uint8_t table[4] = {4, 8, 15, 16};
  const struct expr_array *constants = expr_new_array(exprs, "table", 8, 64, 4, table);
  set(&b, 4, 3);
  repairs(&b, expr_eq(exprs, expr_add(exprs, x, number(&b, 32, 5)), k));
  repairs(&b, expr_eq(exprs, expr_mul(exprs, x, number(&b, 32, 77)), k));
  repairs(&b, expr_eq(exprs, expr_mul(exprs, x, y), k));
  repairs(&b, expr_eq(exprs, expr_udiv(exprs, x, number(&b, 32, 10)), k));
  repairs(&b, expr_eq(exprs, expr_urem(exprs, x, number(&b, 32, 10)), number(&b, 32, 7)));
  repairs(&b, expr_eq(exprs, expr_udiv(exprs, k, y), number(&b, 32, 7)));
  repairs(&b, expr_eq(exprs, expr_sdiv(exprs, x, y), number(&b, 32, 100)));
  repairs(&b, expr_eq(exprs, expr_srem(exprs, x, number(&b, 32, 100)), number(&b, 32, 42)));
  repairs(&b, expr_eq(exprs, expr_and(exprs, x, number(&b, 32, 0x0ff0)), number(&b, 32, 0x0aa0)));
  repairs(&b, expr_eq(exprs, expr_or(exprs, x, y), number(&b, 32, 0x1ff0)));
  repairs(&b, expr_eq(exprs, expr_xor(exprs, x, y), k));
  repairs(&b, expr_eq(exprs, expr_shl(exprs, x, number(&b, 32, 4)), number(&b, 32, 0xabc0)));
  repairs(&b, expr_eq(exprs, expr_lshr(exprs, x, y), number(&b, 32, 0xabc)));
  repairs(&b, expr_eq(exprs, expr_extract(exprs, expr_mul(exprs, x, k), 0, 8), number(&b, 8, 9)));
  repairs(&b, expr_slt(exprs, expr_add(exprs, x, y), number(&b, 32, -100)));
  repairs(&b, expr_ult(exprs, k, expr_sub(exprs, y, x)));
  repairs(&b, expr_ult(exprs, expr_not(exprs, x), y));
  repairs(&b, expr_eq(exprs, expr_sext(exprs, byte(&b, 1), 64), number(&b, 64, -5)));
  repairs(&b, expr_eq(exprs, expr_ite(exprs, expr_ult(exprs, y, number(&b, 32, 2)), x, y), k));
  struct expr *index = expr_zext(exprs, byte(&b, 1), 64);
  repairs(&b, expr_eq(exprs, expr_read(exprs, expr_array_value(exprs, constants), index),
                      number(&b, 8, 15)));
  struct expr *element = expr_read(exprs, expr_array_value(exprs, b.input), index);
  repairs(&b, expr_eq(exprs, element, number(&b, 8, 99)));
  struct expr *stored = expr_store(exprs, expr_array_value(exprs, b.input), index, byte(&b, 6));
  repairs(&b, expr_eq(exprs, expr_read(exprs, stored, expr_zext(exprs, byte(&b, 7), 64)),
                      number(&b, 8, 98)));
  finish(&b);
}

static void what_cannot_be_repaired_is_passed_on(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_repair_new);
  for (unsigned i = 0; i < 200; i++) {
    b.count = 0;
    add(&b, expr_ult(b.exprs, byte(&b, i % 8), number(&b, 8, 1 + i)));
    add(&b, expr_ult(b.exprs, number(&b, 8, i), byte(&b, i % 8)));
    assert_int_equal(ask(&b, true), ANSWER_UNSAT);
    assert_int_equal(ask(&b, false), ANSWER_UNSAT);
  }
  assert_int_equal(asked(&b), 400);
  finish(&b);
}

/* In a child, since a fault ends the process; true if it did. */
static bool faults(enum answer lie, bool has_judge) {
  pid_t child = fork();
  if (child == 0) {
    char directory[] = "/tmp/smew-test-XXXXXX";
    if (mkdtemp(directory) == NULL || chdir(directory) != 0) _exit(0);
    if (freopen("messages", "w", stderr) == NULL) _exit(0);
    struct bench b;
    start(&b, link_witness_new);
    struct solver *judge = has_judge ? backend_cadical_new(b.exprs) : NULL;
    b.link = validate_new(b.exprs, b.link, judge);
    add(&b, expr_eq(b.exprs, byte(&b, 0), number(&b, 8, lie == ANSWER_SAT ? 3 : 0)));
    b.backend->is_liar = true;
    b.backend->lie = lie;
    struct query query = {
        .conjuncts = b.conjuncts, .count = 1, .wants_model = true, .wants_core = true};
    solver_check(b.link, &query, &b.result);
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void validate_catches_lies(void **state) {
  (void)state;
  assert_true(faults(ANSWER_SAT, false)); /* the model does not hold */
  assert_true(faults(ANSWER_SAT, true));
  assert_true(faults(ANSWER_UNSAT, true));
  assert_false(faults(ANSWER_UNSAT, false)); /* nobody there who knows better */
}

static void repair_still_works_after_something_large(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_repair_new);
  struct expr *sum = word(&b, 0);
  for (uint64_t i = 1; i < 6000; i++)
    sum = expr_xor(b.exprs, expr_add(b.exprs, sum, word(&b, i % 12)), number(&b, 32, i));
  set(&b, 0, 1);
  add(&b, expr_eq(b.exprs, sum, number(&b, 32, 12345)));
  b.backend->is_mute = true;
  ask(&b, true);
  uint64_t before = asked(&b);
  b.conjuncts[0] = expr_eq(b.exprs, byte(&b, 0), number(&b, 8, 77));
  assert_int_equal(ask(&b, true), ANSWER_SAT);
  assert_int_equal(asked(&b), before);
  finish(&b);
}

/* Each part of a hash depends on all of the one before, so that a wish for it becomes two, four,
   eight: the attempt is given up, and the query passed on. */
static void repair_gives_up_on_a_hash(void **state) {
  (void)state;
  struct bench b;
  start(&b, link_repair_new);
  struct expr *hash = word(&b, 0);
  for (unsigned i = 0; i < 100; i++) {
    struct expr *sum = expr_add(b.exprs, hash, number(&b, 32, 0x9e3779b9 + i));
    struct expr *product = expr_mul(b.exprs, hash, number(&b, 32, 0x85ebca6b));
    hash = expr_concat(b.exprs, expr_extract(b.exprs, sum, 0, 16),
                       expr_extract(b.exprs, product, 16, 16));
  }
  add(&b, expr_eq(b.exprs, hash, number(&b, 32, 12345)));
  b.backend->is_mute = true;
  assert_int_equal(ask(&b, true), ANSWER_UNKNOWN);
  assert_int_equal(asked(&b), 1);
  finish(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(witness_answers_what_it_satisfies),
      cmocka_unit_test(implied_decides_by_order),
      cmocka_unit_test(implied_decides_equality),
      cmocka_unit_test(implied_carries_ranges_upwards),
      cmocka_unit_test(implied_decides_by_range),
      cmocka_unit_test(implied_puts_values_in),
      cmocka_unit_test(implied_core_keeps_what_was_put_in),
      cmocka_unit_test(implied_settles_conditions_of_choices),
      cmocka_unit_test(implied_finds_contradictions_without_witness),
      cmocka_unit_test(independence_asks_for_the_slice),
      cmocka_unit_test(independence_asks_for_every_component_without_witness),
      cmocka_unit_test(enumeration_answers_about_one_byte),
      cmocka_unit_test(exact_remembers_in_any_order),
      cmocka_unit_test(exact_does_not_remember_unknown),
      cmocka_unit_test(subset_reasons_with_sets),
      cmocka_unit_test(caches_are_bounded),
      cmocka_unit_test(collections_are_survived),
      cmocka_unit_test(models_are_tried_again),
      cmocka_unit_test(witnesses_are_repaired),
      cmocka_unit_test(what_cannot_be_repaired_is_passed_on),
      cmocka_unit_test(repair_still_works_after_something_large),
      cmocka_unit_test(validate_catches_lies),
      cmocka_unit_test(repair_gives_up_on_a_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
