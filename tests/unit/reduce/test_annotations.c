/* Proven annotations against concrete execution: from random states that satisfy an annotation no
   error is met. Nothing of the proof is used: only the formula, the shape, and the interpreter on
   concrete values. Inputs that are read later are symbolic, so all of them are tried. Loops that
   take too long are cut off; most of the states must get to their end.

   The same samples refute annotations that were weakened, so they can tell right from wrong. */
#include "subsumed.h"

#include "exec/explore/scratch.h"
#include "expr/substitute.h"
#include "reduce/subsume/stretch.h"
#include "util/random.h"

enum { SAMPLES = 100000, REFUTING_SAMPLES = 20000, MOST_DRAWS = 40 };

struct sampler {
  struct reducer reducer; /* of the scratch exploration */
  struct subsumed *subject;
  struct scratch *scratch;
  struct random_source random;
  uint64_t errors, cut_off, ended;
};

static void count_end(struct reducer *reducer, struct state *state, const struct state_end *end) {
  struct sampler *sampler = (struct sampler *)reducer;
  (void)state;
  sampler->errors += end->cause == END_ERROR;
  sampler->cut_off += end->cause == END_CUT_OFF;
  sampler->ended += end->cause == END_EXITED || end->cause == END_RETURNED;
}

static const struct reducer_class sampler_class = {
    .name = "sampler", .keeps = KEEPS_ALL, .end = count_end};

static void begin(struct sampler *sampler, struct subsumed *subject) {
  *sampler = (struct sampler){
      .reducer = {.class = &sampler_class}, .subject = subject, .random = random_source_new(18, 0)};
  sampler->scratch = scratch_new(subject->rig.machine, (struct reducer *[]){&sampler->reducer}, 1);
}

static void end(struct sampler *sampler) { scratch_free(sampler->scratch); }

/* Mostly small, so that loops end and values are often equal. */
static uint64_t draw(struct sampler *sampler) {
  uint64_t kind = random_draw_below(&sampler->random, 256);
  if (kind == 0) return random_draw(&sampler->random);
  if (kind == 1) return UINT64_C(0x7fffffff) - 2 + random_draw_below(&sampler->random, 5);
  return random_draw_below(&sampler->random, kind < 128 ? 7 : 21) - (kind < 128 ? 3 : 10);
}

static void draw_state(struct sampler *sampler, const struct shape *shape, expr_list *values) {
  vec_clear(values);
  for (size_t i = 0; i < shape->cells.count; i++) {
    unsigned width = shape->cells.data[i].value->width;
    uint64_t mask = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
    vec_push(values, expr_const(sampler->subject->rig.machine->exprs, width, draw(sampler) & mask));
  }
}

/* Whether the state is in no cube, whatever is read later. */
static bool satisfies(struct sampler *sampler, const struct fact *fact, struct expr *bad,
                      const expr_list *values) {
  struct substitution *substitution = substitution_new(sampler->subject->rig.machine->exprs);
  shape_substitute(&sampler->subject->sites->names, fact->shape, values, substitution);
  bool is_good = expr_is_false(substitution_apply(substitution, bad));
  substitution_free(substitution);
  return is_good;
}

/* States outside of `bad` that were run. */
static uint64_t sample(struct sampler *sampler, struct fact *fact, struct expr *bad,
                       uint64_t count) {
  static const struct scratch_limits limits = {.max_work = 4096, .max_states = 64};
  struct machine *machine = sampler->subject->rig.machine;
  expr_list values = {0};
  uint64_t done = 0;
  for (uint64_t i = 0; i < count * MOST_DRAWS && done < count && sampler->errors == 0; i++) {
    draw_state(sampler, fact->shape, &values);
    if (!satisfies(sampler, fact, bad, &values)) continue;
    struct state *state = shape_make_state(machine, fact->shape, &values);
    assert_non_null(state);
    scratch_run(sampler->scratch, state, &limits);
    done++;
  }
  vec_free(&values);
  return done;
}

/* ---- right annotations ---- */

static void list_proven(const struct sites *sites, fact_list *list) {
  for (size_t i = 0; i < sites->list.count; i++)
    for (size_t k = 0; k < sites->list.data[i]->facts.count; k++)
      if (sites->list.data[i]->facts.data[k]->is_proven &&
          !expr_is_true(sites->list.data[i]->facts.data[k]->bad)) /* else it drops nothing */
        vec_push(list, sites->list.data[i]->facts.data[k]);
}

static void check_facts(struct sampler *sampler, const fact_list *facts) {
  uint64_t count = SAMPLES / facts->count + 1;
  for (size_t i = 0; i < facts->count; i++) {
    struct fact *fact = facts->data[i];
    uint64_t ended = sampler->ended;
    assert_int_equal(sample(sampler, fact, fact->bad, count), count);
    assert_int_equal(sampler->errors, 0);
    assert_true(sampler->ended - ended > count / 2);
  }
}

/* ---- weakened ones ---- */

/* Without one of the cubes. */
static struct expr *weakened(struct sampler *sampler, const struct fact *fact, size_t without) {
  struct exprs *exprs = sampler->subject->rig.machine->exprs;
  struct expr *bad = expr_const(exprs, 1, 0);
  for (size_t i = 0; i < fact->cubes.count; i++)
    if (i != without) bad = expr_or(exprs, bad, cube_formula(exprs, &fact->cubes.data[i]));
  return bad;
}

static unsigned refute_facts(struct sampler *sampler, const fact_list *facts) {
  unsigned refuted = 0;
  for (size_t i = 0; i < facts->count; i++)
    for (size_t k = 0; k < facts->data[i]->cubes.count; k++) {
      struct fact *fact = facts->data[i];
      sample(sampler, fact, weakened(sampler, fact, k), REFUTING_SAMPLES);
      refuted += sampler->errors > 0;
      sampler->errors = 0;
    }
  return refuted;
}

/* So many annotations are refuted when one of their cubes is left out. */
static void check(const char *text, bool is_microc, unsigned refuted) {
  struct subsumed subject;
  struct sampler sampler;
  fact_list facts = {0};
  subsumed_begin(&subject, text, is_microc);
  begin(&sampler, &subject);
  list_proven(subject.sites, &facts);
  assert_true(facts.count > 0);
  check_facts(&sampler, &facts);
  assert_int_equal(refute_facts(&sampler, &facts), refuted);
  vec_free(&facts);
  end(&sampler);
  subsumed_end(&subject);
}

/* ---- the programs ---- */

static void listing_4_2(void **state) {
  (void)state;
  check("main() { var x, y; x = 0; if (input) { } else { y = input;\n"
        "if (y < 0) { y = 0 - y; } x = x + y; }\n"
        "if (x >= 0) { } else { x = 1 / 0; } return 0; }\n",
        true, 2);
}

static void listing_4_3(void **state) {
  (void)state;
  check("main() { var x, y, i, n; x = input; i = input; n = input; y = x;\n"
        "while (i < n) { x = x + 1; i = i + 1; }\n"
        "if (x < y) { x = 1 / 0; } return 0; }\n",
        true, 1);
}

static void listing_4_5(void **state) {
  (void)state;
  check("main() { var x, y, i, j, n; x = input; i = input; j = input; n = input; y = x;\n"
        "while (i < n) { i = i + 1; while (j < n) { x = x + 1; j = j + 1; } }\n"
        "if (x < y) { x = 1 / 0; } return 0; }\n",
        true, 2);
}

static void listing_5_5_without_its_error(void **state) {
  (void)state;
  check("main() { var a, b, c, i, n; n = input; a = input; b = 0; c = [1, 2, 3]; i = 0;\n"
        "if (a == 0) { a = 1; }\n"
        "while (i < n) { b = b / a; if (i == -1) { b = c[3]; } i = i + 1; } return b; }\n",
        true, 6);
}

static void listing_5_7(void **state) {
  (void)state;
  check("main() { var x, y, i; x = input; i = input; y = x;\n"
        "if (i == 0) { i = 1; } i = 1 / i; if (x < y) { x = 1 / 0; } return 0; }\n",
        true, 1);
}

static void a_ring_that_is_read(void **state) {
  (void)state;
  check("extern int __VERIFIER_nondet_int(void);\n"
        "volatile int ring[16];\n"
        "int main(void) { int n = __VERIFIER_nondet_int(), i = 0;\n"
        "  while (n > 0) { (void)ring[i]; i++; if (i == 16) i = 0; n--; }\n"
        "  return 0; }\n",
        false, 1);
}

static void a_buffer_that_is_filled_and_checked(void **state) {
  (void)state;
  check("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
        "int a[4];\n"
        "int main(void) { int k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();\n"
        "  for (; k > 0; k--) { if (n < 0 || n > 4) return 0;\n"
        "    for (int i = 0; i < n; i++) a[i] = 1;\n"
        "    for (int i = 0; i < n; i++) if (a[i] != 1) reach_error();\n"
        "    n = n * 5 + 1; } return 0; }\n",
        false, 20);
}

static void counters_that_differ_while_a_flag_is_set(void **state) {
  (void)state;
  check("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
        "int main(void) { int locked = 1, coins = 0, passed = 0;\n"
        "  for (unsigned x = __VERIFIER_nondet_int(); x != 0; x >>= 2) { int what = x & 3;\n"
        "    if (what == 1 && locked) locked = 0, coins = (coins + 1) & 3;\n"
        "    if (what == 2 && !locked) { passed = (passed + 1) & 3; locked = 1; }\n"
        "    if (locked && coins != passed) reach_error(); }\n"
        "  return 0; }\n",
        false, 4);
}

static void records_made_in_a_loop(void **state) {
  (void)state;
  check("main() { var n, i, x, y, r; n = input; i = 0; x = 1; y = 2;\n"
        "r = {f: 1, p: &x};\n"
        "while (i < n) { if (input) { r = {f: 1, p: &y}; } else { r = {f: 2, p: alloc 3}; }\n"
        "  x = 6 / *r.p; y = 6 / r.f; if (y < 1) { y = 1; } i = i + 1; }\n"
        "return 0; }\n",
        true, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(listing_4_2),
      cmocka_unit_test(listing_4_3),
      cmocka_unit_test(listing_4_5),
      cmocka_unit_test(listing_5_5_without_its_error),
      cmocka_unit_test(listing_5_7),
      cmocka_unit_test(a_ring_that_is_read),
      cmocka_unit_test(a_buffer_that_is_filled_and_checked),
      cmocka_unit_test(counters_that_differ_while_a_flag_is_set),
      cmocka_unit_test(records_made_in_a_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
