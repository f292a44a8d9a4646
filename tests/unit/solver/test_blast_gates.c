/* Gates against truth tables: whatever a constructor simplifies, the function stays; and
   the clauses of a gate allow exactly its values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "solver/blast_cnf.h"
#include "solver/blast_cone.h"
#include "solver/blast_gates.h"
#include "solver/deadline.h"

enum { INPUTS = 6, ROUNDS = 300, STEPS = 60 };

static uint32_t next_random(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* A function of six inputs is 64 bits: bit k is its value where input i is bit i of k. */
static uint64_t input_table(unsigned input) {
  uint64_t table = 0;
  for (unsigned k = 0; k < 64; k++) table |= (uint64_t)(k >> input & 1) << k;
  return table;
}

/* What a literal really is, computed from the gates alone. */
static uint64_t *compute_tables(const struct gates *gates) {
  uint64_t *tables = alloc_zeroed(gates->list.count * sizeof *tables);
#define AT(lit) (tables[gate_of(lit)] ^ (gate_is_negated(lit) ? ~(uint64_t)0 : 0))
  for (size_t i = 1; i < gates->list.count; i++) {
    const struct gate *gate = &gates->list.data[i];
    if (gate->kind == GATE_FREE) {
      tables[i] = input_table(gate->c);
      continue;
    }
    assert_true(gate_of(gate->a) < i && gate_of(gate->b) < i && gate_of(gate->c) < i);
    uint64_t a = AT(gate->a), b = AT(gate->b), c = AT(gate->c);
    switch (gate->kind) {
    case GATE_AND: tables[i] = a & b; break;
    case GATE_XOR: tables[i] = a ^ b; break;
    case GATE_MUX: tables[i] = (a & b) | (~a & c); break;
    case GATE_SUM: tables[i] = a ^ b ^ c; break;
    default: tables[i] = (a & b) | (a & c) | (b & c); break;
    }
  }
#undef AT
  return tables;
}

struct sample {
  gate_lit lit;
  uint64_t table;
};

static struct sample make_sample(struct gates *gates, uint32_t *seed, const struct sample *known,
                                 unsigned count) {
  struct sample s[3];
  for (unsigned k = 0; k < 3; k++) {
    s[k] = known[next_random(seed) % count];
    if (next_random(seed) & 1) s[k] = (struct sample){gate_not(s[k].lit), ~s[k].table};
  }
  uint64_t a = s[0].table, b = s[1].table, c = s[2].table;
  switch (next_random(seed) % 6) {
  case 0: return (struct sample){gate_and(gates, s[0].lit, s[1].lit), a & b};
  case 1: return (struct sample){gate_or(gates, s[0].lit, s[1].lit), a | b};
  case 2: return (struct sample){gate_xor(gates, s[0].lit, s[1].lit), a ^ b};
  case 3: return (struct sample){gate_mux(gates, s[0].lit, s[1].lit, s[2].lit), (a & b) | (~a & c)};
  case 4: return (struct sample){gate_sum(gates, s[0].lit, s[1].lit, s[2].lit), a ^ b ^ c};
  default:
    return (struct sample){gate_carry(gates, s[0].lit, s[1].lit, s[2].lit),
                           (a & b) | (a & c) | (b & c)};
  }
}

static unsigned fill_samples(struct gates *gates, uint32_t *seed, struct sample *samples) {
  unsigned count = 0;
  samples[count++] = (struct sample){GATE_FALSE, 0};
  for (unsigned i = 0; i < INPUTS; i++)
    samples[count++] = (struct sample){gate_free(gates, 0, 0, i), input_table(i)};
  for (unsigned i = 0; i < STEPS; i++, count++)
    samples[count] = make_sample(gates, seed, samples, count);
  return count;
}

static void constructors_keep_the_function(void **state) {
  (void)state;
  uint32_t seed = 7;
  for (unsigned round = 0; round < ROUNDS; round++) {
    struct gates gates;
    struct sample samples[STEPS + INPUTS + 1];
    gates_init(&gates);
    unsigned count = fill_samples(&gates, &seed, samples);
    uint64_t *tables = compute_tables(&gates);
    for (unsigned i = 0; i < count; i++) {
      uint64_t found = tables[gate_of(samples[i].lit)];
      assert_true((gate_is_negated(samples[i].lit) ? ~found : found) == samples[i].table);
    }
    free(tables);
    gates_free(&gates);
  }
}

static void equal_gates_are_one(void **state) {
  (void)state;
  struct gates gates;
  gates_init(&gates);
  gate_lit a = gate_free(&gates, 0, 0, 0), b = gate_free(&gates, 0, 0, 1),
           c = gate_free(&gates, 0, 0, 2);
  assert_int_equal(gate_and(&gates, a, b), gate_and(&gates, b, a));
  assert_int_equal(gate_xor(&gates, a, gate_not(b)), gate_not(gate_xor(&gates, b, a)));
  assert_int_equal(gate_mux(&gates, gate_not(a), b, c), gate_mux(&gates, a, c, b));
  assert_int_equal(gate_mux(&gates, a, b, gate_not(b)), gate_equal(&gates, a, b));
  assert_int_equal(gate_sum(&gates, a, b, gate_not(c)), gate_not(gate_sum(&gates, c, a, b)));
  assert_int_equal(gate_carry(&gates, gate_not(a), gate_not(b), gate_not(c)),
                   gate_not(gate_carry(&gates, b, c, a)));
  assert_int_equal(gate_carry(&gates, a, gate_not(a), c), c);
  gates_free(&gates);
}

/* Under every input exactly one value of the gate is possible, and all values that the
   solver reports belong to one input. */
static void clauses_allow_what_gates_do(void **state) {
  (void)state;
  uint32_t seed = 99;
  const struct deadline never = {0};
  for (unsigned round = 0; round < ROUNDS / 10; round++) {
    struct gates gates;
    struct cnf cnf;
    struct sample samples[STEPS + INPUTS + 1];
    gates_init(&gates);
    unsigned count = fill_samples(&gates, &seed, samples);
    cnf_init(&cnf, &gates);
    for (unsigned i = INPUTS + 1; i < count; i++) {
      if (gate_is_const(samples[i].lit)) continue;
      int assumptions[INPUTS + 1], out = cnf_literal(&cnf, samples[i].lit, &never);
      unsigned k = next_random(&seed) % 64;
      for (unsigned input = 0; input < INPUTS; input++) {
        int literal = cnf_literal(&cnf, samples[input + 1].lit, &never);
        assumptions[input] = k >> input & 1 ? literal : -literal;
      }
      bool is_set = samples[i].table >> k & 1;
      assumptions[INPUTS] = is_set ? out : -out;
      assert_int_equal(cnf_solve(&cnf, assumptions, INPUTS + 1, 0, &never), ANSWER_SAT);
      assert_int_equal(cnf_value(&cnf, samples[i].lit), is_set);
      assumptions[INPUTS] = is_set ? -out : out;
      assert_int_equal(cnf_solve(&cnf, assumptions, INPUTS + 1, 0, &never), ANSWER_UNSAT);
      assert_true(cnf_is_failed(&cnf, assumptions[INPUTS]));
    }
    cnf_free(&cnf);
    gates_free(&gates);
  }
}

static void cones_hold_what_matters(void **state) {
  (void)state;
  struct gates gates;
  struct cone cone = {0};
  gates_init(&gates);
  gate_lit a = gate_free(&gates, 0, 10, 0), b = gate_free(&gates, 0, 11, 0),
           c = gate_free(&gates, 0, 12, 0);
  gate_lit left = gate_and(&gates, a, b), right = gate_xor(&gates, b, c);
  cone_walk(&cone, &gates, &left, 1);
  assert_int_equal(cone.elements.count, 2);
  assert_true(cone_has_element(&cone, 10) && cone_has_element(&cone, 11));
  assert_false(cone_has_element(&cone, 12));
  assert_int_equal(cone.gate_count, 3);
  uint32_t definition = gates_open_definition(&gates, 5);
  gate_lit tied = gate_free(&gates, definition, 0, 0);
  gates_close_definition(&gates, definition, &right, 1, &a, 1);
  cone_walk(&cone, &gates, &tied, 1);
  assert_int_equal(cone.elements.count, 3);
  assert_int_equal(cone.tags.count, 1);
  assert_int_equal(cone.tags.data[0], 5);
  cone_free(&cone);
  gates_free(&gates);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constructors_keep_the_function),
      cmocka_unit_test(equal_gates_are_one),
      cmocka_unit_test(clauses_allow_what_gates_do),
      cmocka_unit_test(cones_hold_what_matters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
