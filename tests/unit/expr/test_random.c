/* Random expressions of every kind and many widths: what the constructors return has the
   values that plain arithmetic gives, and lies within its range. */
#include "expr/rewrite.h"
#include "terms.h"

enum { POOL = 48 };

static const enum expr_kind binaries[] = {
    EXPR_ADD, EXPR_MUL,  EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM, EXPR_AND, EXPR_OR, EXPR_XOR,
    EXPR_SHL, EXPR_LSHR, EXPR_ASHR, EXPR_EQ,   EXPR_ULT,  EXPR_ULE,  EXPR_SLT, EXPR_SLE};
enum { BINARY_COUNT = sizeof binaries / sizeof *binaries };

struct pool {
  struct term *terms;
  unsigned count;
  struct array_term arrays[4];
};

/* Newer terms more often, so that depth comes about. */
static const struct term *pick(struct rig *rig, struct pool *pool) {
  unsigned at = rig_below(rig, pool->count);
  if (rig_below(rig, 2)) at = pool->count - 1 - rig_below(rig, pool->count < 8 ? pool->count : 8);
  return &pool->terms[at];
}

/* A term of that width: one from the pool, made fit, or a constant. */
static struct term pick_width(struct rig *rig, struct pool *pool, unsigned width) {
  if (rig_below(rig, 4) == 0) return term_const(rig, rig_value(rig, width));
  for (unsigned attempt = 0; attempt < 6; attempt++) {
    const struct term *term = pick(rig, pool);
    if (term->e->width == width) return *term;
  }
  const struct term *term = pick(rig, pool);
  if (term->e->width > width)
    return term_extract(rig, term, rig_below(rig, term->e->width - width + 1), width);
  if (term->e->width == width) return *term;
  return term_extend(rig, term, width, rig_below(rig, 2));
}

static struct term make_read(struct rig *rig, struct pool *pool) {
  struct array_term *array = &pool->arrays[rig_below(rig, 4)];
  struct term index = pick_width(rig, pool, array->base->index_width);
  if (rig_below(rig, 3) == 0) {
    struct term bound = term_const(rig, naive_of(array->base->index_width, 7));
    index = term_binary(rig, EXPR_AND, &index, &bound);
  }
  if (array->store_count < 8 && rig_below(rig, 4) == 0) {
    struct term value = pick_width(rig, pool, array->base->element_width);
    array_store(rig, array, &index, &value);
    return value;
  }
  return term_read(rig, array, &index);
}

static struct term make(struct rig *rig, struct pool *pool, unsigned max_width) {
  const struct term *a = pick(rig, pool);
  unsigned width = a->e->width, limit;
  switch (rig_below(rig, 16)) {
  case 0: return term_not(rig, a);
  case 1: return term_neg(rig, a);
  case 2: {
    struct term b = pick_width(rig, pool, width);
    return term_sub(rig, a, &b);
  }
  case 3:
  case 4: {
    unsigned low = rig_below(rig, width);
    return term_extract(rig, a, low, 1 + rig_below(rig, width - low));
  }
  case 5: {
    const struct term *b = pick(rig, pool);
    if (width + b->e->width > max_width) return term_not(rig, a);
    return term_concat(rig, a, b);
  }
  case 6:
    limit = max_width > width ? max_width - width + 1 : 1;
    return term_extend(rig, a, width + rig_below(rig, limit), rig_below(rig, 2));
  case 7:
  case 8: {
    struct term c = pick_width(rig, pool, 1), b = pick_width(rig, pool, width);
    return term_ite(rig, &c, a, &b);
  }
  case 9: return make_read(rig, pool);
  default: {
    struct term b = pick_width(rig, pool, width);
    enum expr_kind kind = binaries[rig_below(rig, BINARY_COUNT)];
    return rig_below(rig, 2) ? term_binary(rig, kind, a, &b) : term_binary(rig, kind, &b, a);
  }
  }
}

static void open_arrays(struct rig *rig, struct pool *pool) {
  uint8_t table[20];
  for (unsigned k = 0; k < sizeof table; k++) table[k] = (uint8_t)(rig_random(rig) & 0x7c);
  const struct expr_array *arrays[4] = {
      expr_new_array(rig->exprs, "in", 8, 64, 16, NULL),
      expr_new_array(rig->exprs, "table", 8, 64, sizeof table, table),
      expr_new_array(rig->exprs, "small", 13, 3, 0, NULL),
      expr_new_array(rig->exprs, "wide", 64, 32, 0, NULL)};
  for (unsigned k = 0; k < 4; k++) {
    pool->arrays[k] =
        (struct array_term){.e = expr_array_value(rig->exprs, arrays[k]), .base = arrays[k]};
    for (unsigned s = 0; s < SAMPLES && !arrays[k]->table; s++)
      for (uint64_t index = 0; index < 16; index++) {
        struct naive value = rig_value(rig, arrays[k]->element_width);
        assignment_set(rig->assignments[s], arrays[k]->number, index, naive_low(&value));
      }
  }
}

/* One round: some inputs, then a hundred terms from them and from one another. */
static uint64_t play(uint64_t seed, unsigned first_width, unsigned max_width, unsigned steps,
                     bool is_hostile, uint64_t *hits) {
  struct rig rig;
  struct pool pool = {.terms = alloc_bytes(POOL * sizeof(struct term))};
  rig_open(&rig, seed);
  open_arrays(&rig, &pool);
  pool.terms[pool.count++] = term_input(&rig, first_width);
  pool.terms[pool.count++] = term_input(&rig, first_width);
  pool.terms[pool.count++] = term_input(&rig, 1);
  pool.terms[pool.count++] = term_input(&rig, 1 + rig_below(&rig, max_width));
  pool.terms[pool.count++] = term_input(&rig, 8);
  rig_evaluate(&rig);
  for (unsigned k = 0; k < steps; k++) {
    if (is_hostile) {
      rig.exprs->depth = REWRITE_DEPTH - rig_below(&rig, 4);
      rig.exprs->fuel = rig_below(&rig, 3);
    }
    struct term term = make(&rig, &pool, max_width);
    unsigned at = pool.count < POOL ? pool.count++ : 5 + rig_below(&rig, POOL - 5);
    pool.terms[at] = term;
  }
  if (!is_hostile) assert_int_equal(rig.exprs->depth, 0);
  for (unsigned k = 0; k < EXPR_RULE_COUNT; k++) hits[k] += rig.exprs->rule_hits[k];
  uint64_t checked = rig.checked;
  rig_close(&rig);
  free(pool.terms);
  return checked;
}

static const char *argument;

static void test_random_expressions(void **state) {
  (void)state;
  static uint64_t hits[EXPR_RULE_COUNT];
  static const unsigned widths[] = {1, 2, 3, 4, 5, 8, 8, 16, 32, 32, 33, 64, 64, 65, 96, 128, 130};
  uint64_t rounds = argument ? strtoull(argument, NULL, 0) : 2500, checked = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    unsigned width = widths[round % (sizeof widths / sizeof *widths)];
    unsigned max_width = width <= 8 ? 16 : width <= 64 ? 72 : 130;
    checked += play(round, width, max_width, 60, false, hits);
  }
  print_message("%lu expressions checked\n", checked);
}

static void test_wide_expressions(void **state) {
  (void)state;
  static uint64_t hits[EXPR_RULE_COUNT];
  static const unsigned widths[] = {192, 256, 511, 512, 1000, 1024};
  for (uint64_t round = 0; round < 24; round++)
    play(round, widths[round % 6], 1024, 40, false, hits);
}

/* As if every constructor were called from deep within rewriting, with no fuel left:
   forms that are otherwise always simplified meet the rules. */
static void test_interrupted_rewriting(void **state) {
  (void)state;
  static uint64_t hits[EXPR_RULE_COUNT];
  static const unsigned widths[] = {1, 2, 3, 4, 8, 16, 32, 64, 65, 128};
  for (uint64_t round = 0; round < 1500; round++)
    play(round, widths[round % 10], round % 10 < 5 ? 16 : 130, 60, true, hits);
}

int main(int argc, char **argv) {
  if (argc > 1) argument = argv[1];
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_expressions),
      cmocka_unit_test(test_wide_expressions),
      cmocka_unit_test(test_interrupted_rewriting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
