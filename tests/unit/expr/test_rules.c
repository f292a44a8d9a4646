/* Every rewrite rule fires, and what it gives is right: shallow expressions over few
   variables, where operands are often equal, related or constant, and for what chance
   rarely builds the shape itself. */
#include "expr/print.h"
#include "float_terms.h"
#include "terms.h"
#include "util/buffer.h"

static const enum expr_kind binaries[] = {
    EXPR_ADD, EXPR_MUL,  EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM, EXPR_AND, EXPR_OR, EXPR_XOR,
    EXPR_SHL, EXPR_LSHR, EXPR_ASHR, EXPR_EQ,   EXPR_ULT,  EXPR_ULE,  EXPR_SLT, EXPR_SLE};
enum { BINARY_COUNT = sizeof binaries / sizeof *binaries };

static uint64_t hits[EXPR_RULE_COUNT];

static void count_hits(struct rig *rig) {
  for (unsigned k = 0; k < EXPR_RULE_COUNT; k++) hits[k] += rig->exprs->rule_hits[k];
}

/* Three values of one width, a condition each, and narrower parts. */
struct scene {
  struct rig rig;
  unsigned width;
  struct term value[3], condition[2], half[2];
};

static void scene_open(struct scene *scene, uint64_t seed, unsigned width) {
  rig_open(&scene->rig, seed);
  scene->width = width;
  for (unsigned k = 0; k < 3; k++) scene->value[k] = term_input(&scene->rig, width);
  for (unsigned k = 0; k < 2; k++) scene->condition[k] = term_input(&scene->rig, 1);
  for (unsigned k = 0; k < 2; k++)
    scene->half[k] = term_input(&scene->rig, width > 1 ? width / 2 : 1);
  rig_evaluate(&scene->rig);
}

static void scene_close(struct scene *scene) {
  count_hits(&scene->rig);
  rig_close(&scene->rig);
}

static struct term constant(struct scene *scene, unsigned width) {
  return term_const(&scene->rig, rig_value(&scene->rig, width));
}

static struct term small(struct scene *scene, uint64_t value) {
  return term_const(&scene->rig, naive_of(scene->width, value));
}

static struct term shallow_bool(struct scene *scene, unsigned depth);

static struct term shallow(struct scene *scene, unsigned depth) {
  struct rig *rig = &scene->rig;
  unsigned choice = rig_below(rig, 24);
  if (depth == 0 || choice < 3) return scene->value[rig_below(rig, 3)];
  if (choice < 6) return constant(scene, scene->width);
  struct term a = shallow(scene, depth - 1), b;
  switch (choice) {
  case 6: return term_not(rig, &a);
  case 7: return term_neg(rig, &a);
  case 8: b = shallow(scene, depth - 1); return term_sub(rig, &a, &b);
  case 9:
  case 10: {
    struct term c = shallow_bool(scene, depth - 1);
    b = shallow(scene, depth - 1);
    return term_ite(rig, &c, &a, &b);
  }
  case 11: {
    struct term c = shallow_bool(scene, depth - 1), high = constant(scene, scene->width);
    b = constant(scene, scene->width);
    return term_ite(rig, &c, &high, &b);
  }
  case 12: return term_extend(rig, &scene->half[rig_below(rig, 2)], scene->width, depth & 1);
  case 13: {
    unsigned part = 1 + rig_below(rig, scene->width);
    a = term_extract(rig, &a, rig_below(rig, scene->width - part + 1), part);
    return term_extend(rig, &a, scene->width, rig_below(rig, 2));
  }
  case 14: {
    if (scene->width == 1) return a;
    unsigned low = 1 + rig_below(rig, scene->width - 1);
    b = shallow(scene, depth - 1);
    a = term_extract(rig, &a, low, scene->width - low);
    b = term_extract(rig, &b, 0, low);
    return term_concat(rig, &a, &b);
  }
  default: {
    enum expr_kind kind = binaries[rig_below(rig, 12)];
    b = rig_below(rig, 2) ? constant(scene, scene->width) : shallow(scene, depth - 1);
    return rig_below(rig, 3) ? term_binary(rig, kind, &a, &b) : term_binary(rig, kind, &b, &a);
  }
  }
}

static struct term shallow_bool(struct scene *scene, unsigned depth) {
  struct rig *rig = &scene->rig;
  unsigned choice = rig_below(rig, 16);
  if (depth == 0 || choice < 3) return scene->condition[rig_below(rig, 2)];
  if (choice < 7) {
    struct term a = shallow_bool(scene, depth - 1), b = shallow_bool(scene, depth - 1);
    if (choice == 3) return term_not(rig, &a);
    return term_binary(rig, binaries[6 + rig_below(rig, 3)], &a, &b);
  }
  struct term a = shallow(scene, depth - 1);
  struct term b = choice < 12 ? constant(scene, scene->width) : shallow(scene, depth - 1);
  enum expr_kind kind = binaries[12 + rig_below(rig, 5)];
  return choice & 1 ? term_binary(rig, kind, &a, &b) : term_binary(rig, kind, &b, &a);
}

static void test_shallow(void **state) {
  (void)state;
  static const unsigned widths[] = {1, 2, 3, 4, 5, 8, 12, 16, 32, 63, 64, 65, 128};
  uint64_t checked = 0;
  for (uint64_t seed = 0; seed < 1300; seed++) {
    struct scene scene;
    scene_open(&scene, seed + 1000, widths[seed % 13]);
    for (unsigned k = 0; k < 25; k++) {
      shallow(&scene, 2 + k % 4);
      shallow_bool(&scene, 2 + k % 4);
    }
    assert_int_equal(scene.rig.exprs->depth, 0);
    checked += scene.rig.checked;
    scene_close(&scene);
  }
  print_message("%lu shallow expressions\n", checked);
}

/* All operators on all small operands: x op C, C op x, (x op1 C) op2 D. */
static void test_small_widths(void **state) {
  (void)state;
  for (unsigned width = 1; width <= 3; width++) {
    struct scene scene;
    scene_open(&scene, width, width);
    for (unsigned first = 0; first < 12; first++)
      for (uint64_t c = 0; c < 1u << width; c++) {
        struct term constant = small(&scene, c);
        struct term sides[2] = {
            term_binary(&scene.rig, binaries[first], &scene.value[0], &constant),
            term_binary(&scene.rig, binaries[first], &constant, &scene.value[0])};
        for (unsigned second = 0; second < BINARY_COUNT; second++)
          for (uint64_t d = 0; d < 1u << width; d++) {
            struct term other = small(&scene, d);
            for (unsigned k = 0; k < 2; k++) {
              term_binary(&scene.rig, binaries[second], &sides[k], &other);
              term_binary(&scene.rig, binaries[second], &other, &sides[k]);
              term_binary(&scene.rig, binaries[second], &sides[k], &scene.value[k]);
              term_binary(&scene.rig, binaries[second], &scene.value[k], &sides[k]);
            }
          }
      }
    scene_close(&scene);
  }
}

/* Takes a value apart into bytes and puts it together again. */
static struct term through_memory(struct scene *scene, const struct term *value) {
  struct term whole = term_extract(&scene->rig, value, 0, 8);
  for (unsigned low = 8; low < scene->width; low += 8) {
    struct term byte = term_extract(&scene->rig, value, low, 8);
    whole = term_concat(&scene->rig, &byte, &whole);
  }
  return whole;
}

static void test_bytes_come_together(void **state) {
  (void)state;
  static const unsigned widths[] = {16, 32, 64, 128};
  for (uint64_t seed = 0; seed < 200; seed++) {
    struct scene scene;
    scene_open(&scene, seed, widths[seed % 4]);
    struct rig *rig = &scene.rig;
    for (unsigned k = 0; k < 12; k++) {
      struct term c = constant(&scene, scene.width);
      struct term values[] = {
          term_binary(rig, binaries[k], &scene.value[0], &scene.value[1]),
          term_binary(rig, binaries[k], &scene.value[0], &c),
          term_ite(rig, &scene.condition[0], &scene.value[0], &scene.value[1]),
          term_ite(rig, &scene.condition[0], &scene.value[0], &c),
          term_not(rig, &scene.value[2]),
          term_neg(rig, &scene.value[2]),
          term_extend(rig, &scene.half[0], scene.width, false),
          term_extend(rig, &scene.half[0], scene.width, true),
      };
      /* Constants that decide some bytes of a logic operator leave two forms of one
         value; whatever else it is comes back as the same pointer. */
      bool is_odd = binaries[k] == EXPR_AND || binaries[k] == EXPR_OR || binaries[k] == EXPR_SDIV;
      for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
        struct term again = through_memory(&scene, &values[v]);
        if (scene.width > 64 || (v == 1 && is_odd) || again.e == values[v].e) continue;
        struct buffer text = {0};
        expr_print(rig->exprs, values[v].e, 0, &text);
        buffer_add(&text, "\n  came back as\n");
        expr_print(rig->exprs, again.e, 0, &text);
        print_message("%s\n", text.text);
        buffer_free(&text);
        fail();
      }
    }
    scene_close(&scene);
  }
}

/* Shapes that chance rarely builds, by theme. */

static void build_bounds(struct scene *scene, uint64_t seed) {
  struct rig *rig = &scene->rig;
  const struct term *x = &scene->value[0], *y = &scene->value[1];
  struct term c = constant(scene, scene->width), d = constant(scene, scene->width);
  struct term few = small(scene, 3 + seed % 9), t, u, v;
  t = term_binary(rig, EXPR_UDIV, x, &few);
  term_binary(rig, EXPR_ULT, &t, &d);
  term_binary(rig, EXPR_ULT, &d, &t);
  term_binary(rig, EXPR_EQ, &t, &d);
  term_binary(rig, EXPR_UDIV, &t, &few);
  t = term_binary(rig, EXPR_UDIV, x, &c);
  term_binary(rig, EXPR_UDIV, &t, &d);
  t = term_binary(rig, EXPR_ADD, x, &c);
  u = term_binary(rig, EXPR_ADD, y, &d);
  term_binary(rig, EXPR_EQ, &t, &u);
  t = term_binary(rig, EXPR_ULE, x, &c);
  u = term_binary(rig, EXPR_ULE, &c, x);
  term_binary(rig, EXPR_AND, &t, &u);
  term_binary(rig, EXPR_OR, &t, &u);
  v = term_binary(rig, EXPR_SLT, x, &d);
  term_binary(rig, EXPR_AND, &t, &v);
  term_binary(rig, EXPR_OR, &u, &v);
  t = term_binary(rig, EXPR_EQ, x, &c);
  u = term_binary(rig, EXPR_ULE, &c, x);
  term_binary(rig, EXPR_OR, &t, &u);
  term_binary(rig, EXPR_OR, &u, &t);
}

static void build_parts(struct scene *scene, uint64_t seed) {
  struct rig *rig = &scene->rig;
  const struct term *x = &scene->value[0], *y = &scene->value[1];
  struct term c = constant(scene, scene->width), t, u;
  unsigned half = scene->width / 2;
  struct term low = term_extract(rig, x, 0, half), high = term_extract(rig, y, 1, half);
  t = term_concat(rig, &low, &scene->half[0]);
  u = term_concat(rig, &high, &scene->half[0]);
  term_binary(rig, EXPR_ULT, &t, &u);
  term_binary(rig, EXPR_SLE, &t, &u);
  t = term_concat(rig, &scene->half[0], &low);
  u = term_concat(rig, &scene->half[0], &high);
  term_binary(rig, EXPR_ULT, &t, &u);
  term_binary(rig, EXPR_SLE, &t, &u);
  t = term_extract(rig, &c, 0, half);
  t = term_concat(rig, &low, &t);
  term_binary(rig, binaries[6 + seed % 3], &t, &u);
  term_binary(rig, binaries[6 + seed % 3], &u, &t);
  struct term amount = small(scene, seed % scene->width);
  t = term_binary(rig, EXPR_LSHR, x, &amount);
  term_binary(rig, EXPR_SHL, &t, &amount);
  t = term_binary(rig, EXPR_ASHR, x, &amount);
  term_binary(rig, EXPR_SHL, &t, &amount);
}

static void build_ite_trees(struct scene *scene, uint64_t seed) {
  (void)seed;
  struct rig *rig = &scene->rig;
  const struct term *x = &scene->value[0], *y = &scene->value[1], *z = &scene->value[2];
  const struct term *p = &scene->condition[0], *q = &scene->condition[1];
  struct term c = constant(scene, scene->width), one = small(scene, 1), t, u, v;
  t = term_ite(rig, q, x, y);
  u = term_ite(rig, q, x, &c);
  term_ite(rig, p, &t, &u);
  t = term_ite(rig, q, &c, y);
  u = term_ite(rig, q, x, y);
  term_ite(rig, p, &t, &u);
  t = term_ite(rig, p, x, y);
  u = term_ite(rig, p, x, z);
  term_binary(rig, EXPR_EQ, &t, &u);
  u = term_binary(rig, EXPR_ADD, x, &one);
  v = term_ite(rig, p, x, &u);
  term_binary(rig, EXPR_EQ, &v, x);
  v = term_not(rig, z);
  v = term_ite(rig, p, z, &v);
  term_binary(rig, EXPR_EQ, &v, z);
  u = term_binary(rig, EXPR_XOR, x, y);
  v = term_not(rig, &u);
  v = term_ite(rig, q, &v, &u);
  term_binary(rig, EXPR_EQ, &v, &u);
  t = term_binary(rig, EXPR_EQ, x, y);
  term_ite(rig, &t, x, y);
  term_ite(rig, &t, y, x);
  t = term_binary(rig, EXPR_EQ, x, &c);
  term_ite(rig, &t, x, y);
  term_ite(rig, &t, &c, x);
}

static void build_bits(struct scene *scene, uint64_t seed) {
  struct rig *rig = &scene->rig;
  const struct term *x = &scene->value[0], *y = &scene->value[1];
  struct term c = constant(scene, scene->width), d = constant(scene, scene->width);
  struct term amount = small(scene, seed % scene->width), few = small(scene, 3 + seed % 9), t, u, v;
  t = term_binary(rig, EXPR_SHL, x, &amount);
  u = small(scene, ((uint64_t)1 << seed % scene->width) - 1);
  u = term_binary(rig, EXPR_AND, y, &u);
  term_binary(rig, EXPR_ADD, &t, &u);
  term_binary(rig, EXPR_OR, &u, &t);
  term_binary(rig, EXPR_XOR, &u, &t);
  u = term_binary(rig, EXPR_OR, x, &c);
  v = term_binary(rig, EXPR_AND, &c, &d);
  term_binary(rig, EXPR_OR, &u, &v);
  u = term_binary(rig, EXPR_MUL, &u, &few);
  term_binary(rig, EXPR_OR, &u, &v);
  t = term_not(rig, x);
  u = term_not(rig, y);
  term_binary(rig, EXPR_AND, &t, &u);
  term_binary(rig, EXPR_OR, &t, &u);
}

static void build_sums(struct scene *scene, uint64_t seed) {
  struct rig *rig = &scene->rig;
  const struct term *x = &scene->value[0], *y = &scene->value[1], *z = &scene->value[2];
  struct term few = small(scene, 3 + seed % 9), t, u;
  enum expr_kind kind = seed & 1 ? EXPR_ADD : EXPR_XOR;
  t = term_binary(rig, EXPR_MUL, x, &few);
  t = term_binary(rig, EXPR_ADD, &t, y);
  t = term_binary(rig, EXPR_ADD, &t, z);
  t = term_sub(rig, &t, x);
  term_sub(rig, &t, y);
  t = term_binary(rig, kind, x, y);
  u = term_binary(rig, kind, z, x);
  term_binary(rig, EXPR_EQ, &t, &u);
  term_binary(rig, EXPR_EQ, &t, y);
}

/* What string comparison does with two characters. */
static void build_differences(struct scene *scene, uint64_t seed) {
  struct rig *rig = &scene->rig;
  unsigned width = scene->width;
  struct term x = term_extend(rig, &scene->value[0], width + 5, seed & 1);
  struct term y = term_extend(rig, &scene->value[1], width + 5, seed & 1);
  struct term t = term_sub(rig, &x, &y), zero = term_const(rig, naive_of(width + 5, 0));
  struct term orders[] = {
      term_binary(rig, EXPR_SLT, &t, &zero), term_binary(rig, EXPR_SLT, &zero, &t),
      term_binary(rig, EXPR_SLE, &t, &zero), term_binary(rig, EXPR_SLE, &zero, &t),
      term_extract(rig, &t, width + 4, 1),   term_binary(rig, EXPR_EQ, &t, &zero),
  };
  for (unsigned k = 0; k < 6; k++) assert_int_equal(expr_child(orders[k].e, 0)->width, width);
}

static void test_rare_shapes(void **state) {
  (void)state;
  static const unsigned widths[] = {8, 16, 32, 64};
  static void (*const builders[])(struct scene *scene, uint64_t seed) = {
      build_bounds, build_parts, build_ite_trees, build_bits, build_sums, build_differences};
  for (uint64_t seed = 0; seed < 2400; seed++) {
    struct scene scene;
    scene_open(&scene, seed + 77, widths[seed / 6 % 4]);
    builders[seed % 6](&scene, seed / 6);
    scene_close(&scene);
  }
}

/* Deep ite trees over constants are compared without growing. */
static void test_merged_constants(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 20; seed++) {
    struct rig rig;
    struct term conditions[100];
    rig_open(&rig, seed);
    for (unsigned k = 0; k < 100; k++) conditions[k] = term_input(&rig, 1);
    rig_evaluate(&rig);
    struct term value = term_const(&rig, naive_of(32, 1000));
    for (unsigned k = 0; k < 100; k++) {
      struct term other = term_const(&rig, naive_of(32, k));
      value = term_ite(&rig, &conditions[k], &other, &value);
    }
    size_t before = exprs_count(rig.exprs);
    struct term probe = term_const(&rig, naive_of(32, 7));
    term_binary(&rig, EXPR_EQ, &value, &probe);
    assert_true(exprs_count(rig.exprs) < before + 250);
    probe = term_const(&rig, naive_of(32, 2000));
    struct term never = term_binary(&rig, EXPR_EQ, &value, &probe);
    assert_true(expr_is_false(never.e));
    struct term always = term_binary(&rig, EXPR_SLT, &value, &probe);
    assert_true(expr_is_true(always.e));
    count_hits(&rig);
    rig_close(&rig);
  }
}

/* A byte of a text that was put together on several paths: a comparison asks about the bytes that
   it may be, not about their bits. */
static void test_merged_bytes(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 20; seed++) {
    struct rig rig;
    struct term conditions[8], bytes[5], fixed;
    rig_open(&rig, seed);
    for (unsigned k = 0; k < 8; k++) conditions[k] = term_input(&rig, 1);
    for (unsigned k = 0; k < 5; k++) bytes[k] = term_input(&rig, 8);
    rig_evaluate(&rig);
    struct term value = fixed = term_const(&rig, naive_of(8, '/'));
    for (unsigned k = 0; k < 8; k++)
      value = term_ite(&rig, &conditions[k], k % 2 ? &fixed : &bytes[k / 2], &value);
    struct term end = term_const(&rig, naive_of(8, 0));
    struct term is_end = term_binary(&rig, EXPR_EQ, &value, &end);
    assert_int_not_equal(is_end.e->kind, EXPR_EQ);
    value = term_ite(&rig, &conditions[1], &bytes[4], &value); /* one too many */
    is_end = term_binary(&rig, EXPR_EQ, &value, &end);
    assert_int_equal(is_end.e->kind, EXPR_EQ);
    count_hits(&rig);
    rig_close(&rig);
  }
}

static void test_arrays(void **state) {
  (void)state;
  uint8_t table[16];
  for (unsigned k = 0; k < 16; k++) table[k] = (uint8_t)(k * 16 + 3);
  for (uint64_t seed = 0; seed < 300; seed++) {
    struct rig rig;
    rig_open(&rig, seed);
    struct term x = term_input(&rig, 64), b = term_input(&rig, 8), p = term_input(&rig, 1);
    const struct expr_array *in = expr_new_array(rig.exprs, "in", 8, 64, 12, NULL);
    const struct expr_array *constant = expr_new_array(rig.exprs, "t", 8, 64, 16, table);
    for (unsigned s = 0; s < SAMPLES; s++)
      for (uint64_t k = 0; k < 12; k++)
        assignment_set(rig.assignments[s], in->number, k, rig_random(&rig) & 255);
    rig_evaluate(&rig);
    struct array_term array = {.e = expr_array_value(rig.exprs, in), .base = in};
    struct array_term fixed = {.e = expr_array_value(rig.exprs, constant), .base = constant};
    struct term two = term_const(&rig, naive_of(64, 2)), five = term_const(&rig, naive_of(64, 5));
    struct term next = term_binary(&rig, EXPR_ADD, &x, &five);
    struct term mask = term_const(&rig, naive_of(64, 7));
    struct term small_index = term_binary(&rig, EXPR_AND, &x, &mask);
    struct term either = term_ite(&rig, &p, &two, &five);
    struct term beyond = term_const(&rig, naive_of(64, 100 + seed));
    beyond = term_binary(&rig, EXPR_OR, &small_index, &beyond);
    const struct term *indices[] = {&x, &two, &five, &next, &small_index, &either, &beyond};
    for (unsigned k = 0; k < 8; k++) {
      for (unsigned i = 0; i < 7; i++) {
        term_read(&rig, &array, indices[i]);
        term_read(&rig, &fixed, indices[i]);
      }
      struct term index = *indices[rig_below(&rig, 7)], same = term_read(&rig, &array, &index);
      array_store(&rig, &array, &index, rig_below(&rig, 3) ? &b : &same);
    }
    struct term last = term_read(&rig, &array, &x);
    assert_int_equal(last.e->width, 8);
    count_hits(&rig);
    rig_close(&rig);
  }
}

static void test_floats(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 1500; seed++) {
    struct rig rig;
    struct float_pool pool;
    rig_open(&rig, seed);
    float_open(&rig, &pool);
    for (unsigned k = 0; k < 60; k++) float_step(&rig, &pool);
    count_hits(&rig);
    rig_close(&rig);
  }
}

static void test_every_rule_fired(void **state) {
  (void)state;
  unsigned silent = 0;
  for (unsigned k = 0; k < EXPR_RULE_COUNT; k++) {
    if (hits[k] >= 3) continue;
    print_message("rule %s fired %lu times\n", rule_names[k], hits[k]);
    silent++;
  }
  assert_int_equal(silent, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shallow),          cmocka_unit_test(test_small_widths),
      cmocka_unit_test(test_rare_shapes),      cmocka_unit_test(test_bytes_come_together),
      cmocka_unit_test(test_merged_constants), cmocka_unit_test(test_merged_bytes),
      cmocka_unit_test(test_arrays),           cmocka_unit_test(test_floats),
      cmocka_unit_test(test_every_rule_fired),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
