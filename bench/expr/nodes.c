/* How fast expressions are made, and what they take: prints nodes a second and bytes a
   node for loads of different shapes.

     nodes [MILLIONS]

   `mixed` is what running programs make: 8 to 64 bits, sums, products by constants,
   logic, comparisons with constants and with one another, bytes taken out and put
   together, selections. `chain` is one long sum over an input, `distinct` makes sure that
   nothing simplifies, `again` builds what is already there. */
#include "expr/assignment.h"
#include "expr/expr.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { VARIABLES = 64, INPUTS = 256 };

struct load {
  struct exprs *exprs;
  const struct expr_array *input;
  struct expr *variables[VARIABLES];
  uint64_t random, calls;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static uint64_t draw(struct load *load) {
  load->random ^= load->random << 13;
  load->random ^= load->random >> 7;
  load->random ^= load->random << 17;
  return load->random >> 11;
}

static struct expr *word(struct load *load, unsigned at) {
  struct exprs *exprs = load->exprs;
  struct expr *value = expr_input(exprs, load->input, at % INPUTS);
  for (unsigned k = 1; k < 4; k++)
    value = expr_concat(exprs, expr_input(exprs, load->input, (at + k) % INPUTS), value);
  load->calls += 7;
  return value;
}

static struct expr *mixed_step(struct load *load) {
  struct exprs *exprs = load->exprs;
  uint64_t random = draw(load);
  struct expr *a = load->variables[random % VARIABLES];
  struct expr *b = load->variables[random / VARIABLES % VARIABLES];
  struct expr *c = expr_const(exprs, 32, random >> 20 & 0xff);
  load->calls += 2;
  switch (random >> 12 & 15) {
  case 0: return expr_add(exprs, a, c);
  case 1: return expr_add(exprs, a, b);
  case 2: return expr_sub(exprs, a, b);
  case 3: return expr_mul(exprs, a, c);
  case 4: return expr_and(exprs, a, b);
  case 5: return expr_and(exprs, a, c);
  case 6: return expr_xor(exprs, a, b);
  case 7: return expr_shl(exprs, a, expr_const(exprs, 32, random >> 20 & 7));
  case 8: load->calls++; return expr_zext(exprs, expr_extract(exprs, a, 8, 8), 32);
  case 9: load->calls++; return expr_ite(exprs, expr_ult(exprs, a, c), a, b);
  case 10: load->calls++; return expr_ite(exprs, expr_slt(exprs, a, b), b, a);
  case 11: load->calls++; return expr_zext(exprs, expr_eq(exprs, a, c), 32);
  case 12:
    load->calls += 2;
    return expr_extract(exprs, expr_mul(exprs, expr_sext(exprs, a, 64), expr_sext(exprs, b, 64)), 0,
                        32);
  case 13:
    load->calls++;
    return expr_concat(exprs, expr_extract(exprs, a, 0, 24), expr_extract(exprs, b, 24, 8));
  case 14: return expr_lshr(exprs, a, expr_const(exprs, 32, random >> 20 & 31));
  default: return word(load, (unsigned)(random >> 20));
  }
}

static void run_mixed(struct load *load, uint64_t nodes) {
  for (unsigned k = 0; k < VARIABLES; k++) load->variables[k] = word(load, k * 4);
  while (exprs_count(load->exprs) < nodes) {
    struct expr *value = mixed_step(load);
    load->variables[draw(load) % VARIABLES] = value;
  }
}

static void run_chain(struct load *load, uint64_t nodes) {
  struct expr *sum = word(load, 0);
  for (uint64_t k = 0; exprs_count(load->exprs) < nodes; k++) {
    struct expr *byte = expr_input(load->exprs, load->input, k % INPUTS);
    sum = expr_xor(load->exprs, expr_add(load->exprs, sum, expr_zext(load->exprs, byte, 32)),
                   word(load, (unsigned)(k * 7)));
    load->calls += 4;
  }
}

static void run_distinct(struct load *load, uint64_t nodes) {
  struct exprs *exprs = load->exprs;
  for (unsigned k = 0; k < VARIABLES; k++) load->variables[k] = word(load, k * 4);
  while (exprs_count(exprs) < nodes) {
    uint64_t random = draw(load);
    struct expr **a = &load->variables[random % VARIABLES];
    struct expr *b = load->variables[random / VARIABLES % VARIABLES];
    static const enum expr_kind kinds[] = {EXPR_ADD, EXPR_XOR,  EXPR_AND, EXPR_OR,
                                           EXPR_MUL, EXPR_UREM, EXPR_ADD, EXPR_UDIV};
    *a = expr_binary(exprs, kinds[random >> 20 & 7], *a, b);
    load->calls++;
  }
}

static void run_again(struct load *load, uint64_t nodes) {
  struct exprs *exprs = load->exprs;
  for (uint64_t k = 0; k < nodes; k++) {
    struct expr *a = word(load, (unsigned)(k % 1000) * 4);
    expr_ult(exprs, a, expr_const(exprs, 32, k % 100));
    load->calls += 2;
  }
}

static void measure(const char *name, void (*run)(struct load *load, uint64_t nodes),
                    uint64_t nodes) {
  struct load load = {.exprs = exprs_new(), .random = 88172645463325252};
  load.input = expr_new_array(load.exprs, "in", 8, 64, INPUTS, NULL);
  double start = now();
  run(&load, nodes);
  double seconds = now() - start;
  double count = (double)exprs_count(load.exprs);
  printf("%-10s %10.0f nodes %8.2f million nodes/s %8.2f million calls/s %7.1f bytes/node\n", name,
         count, count / seconds / 1e6, (double)load.calls / seconds / 1e6,
         (double)exprs_bytes(load.exprs) / count);
  exprs_free(load.exprs);
}

int main(int argc, char **argv) {
  uint64_t nodes = (argc > 1 ? strtoull(argv[1], NULL, 10) : 4) * 1000000;
  measure("mixed", run_mixed, nodes);
  measure("chain", run_chain, nodes);
  measure("distinct", run_distinct, nodes);
  measure("again", run_again, nodes / 4);
  return 0;
}
