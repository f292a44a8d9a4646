/* Arcs and progressions, exhaustively on small circles. */
#include "support.h"

#include "ir/progression.h"

static uint64_t mask_of(unsigned width) { return UINT64_MAX >> (64 - width); }

/* Arc number n of a circle: 0 is empty, 1 full, the rest by first and span. */
static uint32_t arc_count(unsigned width) { return (1u << (2 * width)) + 1; }

static struct arc nth_arc(unsigned width, uint32_t n) {
  if (n == 0) return arc_empty(width);
  return (struct arc){width, false, (n - 1) >> width, (n - 1) & mask_of(width)};
}

/* The definition, without any arithmetic on the arc itself. */
static bool is_member(const struct arc *arc, uint64_t value) {
  uint64_t at = arc->first;
  for (uint64_t i = 0; !arc->is_empty && i <= arc->span; i++, at = (at + 1) & mask_of(arc->width))
    if (at == value) return true;
  return false;
}

static void sets_follow_their_definitions(void **state) {
  (void)state;
  for (unsigned width = 1; width <= 4; width++) {
    for (uint32_t n = 0; n < arc_count(width); n++) {
      struct arc arc = nth_arc(width, n), rest = arc_complement(&arc);
      uint64_t members = 0;
      for (uint64_t x = 0; x <= mask_of(width); x++) {
        bool is_in = is_member(&arc, x);
        members += is_in;
        assert_int_equal(arc_has(&arc, x), is_in);
        assert_int_equal(arc_has(&rest, x), !is_in);
        for (uint64_t offset = 0; offset <= mask_of(width); offset++) {
          struct arc moved = arc_minus(&arc, offset), mirrored = arc_mirror(&arc, offset);
          assert_int_equal(arc_has(&moved, x), is_member(&arc, (x + offset) & mask_of(width)));
          assert_int_equal(arc_has(&mirrored, x), is_member(&arc, (offset - x) & mask_of(width)));
        }
      }
      assert_int_equal(arc_is_full(&arc), members == mask_of(width) + 1);
    }
  }
}

static void extensions_have_arcs_as_preimages(void **state) {
  (void)state;
  for (unsigned wide = 2; wide <= 5; wide++)
    for (unsigned width = 1; width < wide; width++)
      for (uint32_t n = 0; n < arc_count(wide); n++) {
        struct arc arc = nth_arc(wide, n);
        struct arc zero = arc_before_extension(&arc, width, false);
        struct arc sign = arc_before_extension(&arc, width, true);
        assert_int_equal(zero.width, width);
        for (uint64_t x = 0; x <= mask_of(width); x++) {
          uint64_t top = x >> (width - 1) ? mask_of(wide) & ~mask_of(width) : 0;
          assert_int_equal(arc_has(&zero, x), is_member(&arc, x));
          assert_int_equal(arc_has(&sign, x), is_member(&arc, x | top));
        }
      }
}

static bool leaves_by_trying(uint64_t start, uint64_t step, const struct arc *arc, uint64_t *k) {
  uint64_t mask = mask_of(arc->width), value = start & mask;
  for (*k = 0; *k <= mask; ++*k, value = (value + step) & mask)
    if (!arc_has(arc, value)) return true;
  return false;
}

static void check_progression(uint64_t start, uint64_t step, const struct arc *arc) {
  uint64_t expected, actual;
  bool leaves = leaves_by_trying(start, step, arc, &expected);
  assert_int_equal(progression_leaves_arc(start, step, arc, &actual), leaves);
  if (leaves) assert_int_equal(actual, expected);
}

static void every_small_progression_is_right(void **state) {
  (void)state;
  for (unsigned width = 1; width <= 4; width++)
    for (uint32_t n = 0; n < arc_count(width); n++) {
      struct arc arc = nth_arc(width, n);
      for (uint64_t start = 0; start <= mask_of(width); start++)
        for (uint64_t step = 0; step <= mask_of(width); step++)
          check_progression(start, step, &arc);
    }
}

static void larger_progressions_are_right(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int round = 0; round < 20000; round++) {
    unsigned width = 5 + random_below(&seed, 9);
    uint64_t mask = mask_of(width);
    struct arc arc = {width, false, random_bits(&seed) & mask, random_bits(&seed) & mask};
    if (random_below(&seed, 2) == 0) arc.span = mask - 1 - random_below(&seed, 4);
    check_progression(random_bits(&seed) & mask, random_bits(&seed) & mask, &arc);
  }
}

/* On 64 bits the answer is checked by its two sides: outside then, and by the
   answer for the arc without its last part, never before. */
static void the_full_width_works(void **state) {
  (void)state;
  uint64_t k;
  struct arc not_zero = arc_between(64, 1, UINT64_MAX);
  assert_true(progression_leaves_arc(1, 1, &not_zero, &k));
  assert_true(k == UINT64_MAX);
  assert_true(progression_leaves_arc(10, UINT64_MAX, &not_zero, &k));
  assert_int_equal(k, 10);
  assert_true(progression_leaves_arc(3, 3, &not_zero, &k));
  /* 3 + 3k = 2^64 m has its first solution at 3(k + 1) = 3 * 2^64 */
  assert_true(k == UINT64_MAX);
  assert_false(progression_leaves_arc(1, 2, &not_zero, &k));
  struct arc below = arc_between(64, 0, 99);
  assert_true(progression_leaves_arc(0, 7, &below, &k));
  assert_int_equal(k, 15);
  assert_true(progression_leaves_arc(5, (uint64_t)-1, &below, &k));
  assert_int_equal(k, 6);
  uint64_t seed = 6;
  for (int round = 0; round < 2000; round++) {
    uint64_t start = random_bits(&seed), step = random_bits(&seed);
    struct arc arc = {64, false, start - random_below(&seed, 1000), UINT64_MAX - 1};
    arc.span -= random_bits(&seed) >> random_below(&seed, 64);
    if (!progression_leaves_arc(start, step, &arc, &k)) continue;
    assert_false(arc_has(&arc, start + k * step));
    for (uint64_t i = 0; i < k && i < 1000; i++) {
      assert_true(arc_has(&arc, start + i * step));
      assert_true(arc_has(&arc, start + (k - 1 - i) * step));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sets_follow_their_definitions),
      cmocka_unit_test(extensions_have_arcs_as_preimages),
      cmocka_unit_test(every_small_progression_is_right),
      cmocka_unit_test(larger_progressions_are_right),
      cmocka_unit_test(the_full_width_works),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
