/* How fast expressions are made, and what they take: prints nodes a second and bytes a
   node for loads of different shapes.

     nodes [MILLIONS [LOAD]]

   `mixed` is what running programs make, in random order: sixteen operations alike often
   on 64 variables of 32 bits, namely + constant, +, -, * constant, &, & constant, ^,
   << constant, a byte taken out and extended, ite(a < constant), ite(a < b signed),
   == constant, a product of 64 bits, two values' parts put together, >> constant, and
   four fresh input bytes put together. Nothing in it repeats, so no branch predictor and
   no cache knows what comes next: it is harder than programs are.

   `programs` is what loops of programs make: a string hash, the parsing of a number, a
   checksum modulo 255, a bitwise crc, a sorting network of ites, and words that go
   through memory byte by byte, in turn, over random parts of the input.

   `chain` is one long sum over an input, `distinct` makes sure that nothing simplifies,
   `again` builds what is already there. Calls are those of constructors by the load. */
#include "expr/assignment.h"
#include "expr/expr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Programs. The constants that accumulators begin with make every run of one new. */

static struct expr *constant(struct load *load, uint64_t value) {
  load->calls++;
  return expr_const(load->exprs, 32, value);
}

static struct expr *input(struct load *load, unsigned at) {
  load->calls += 2;
  return expr_zext(load->exprs, expr_input(load->exprs, load->input, at % INPUTS), 32);
}

static void hash_string(struct load *load, unsigned at) {
  struct expr *hash = constant(load, draw(load));
  for (unsigned k = 0; k < 16; k++, load->calls += 2)
    hash =
        expr_add(load->exprs, expr_mul(load->exprs, hash, constant(load, 31)), input(load, at + k));
}

static void parse_number(struct load *load, unsigned at) {
  struct expr *number = constant(load, draw(load)), *is_valid = expr_const(load->exprs, 1, 1);
  for (unsigned k = 0; k < 10; k++, load->calls += 5) {
    struct expr *digit = expr_sub(load->exprs, input(load, at + k), constant(load, '0'));
    struct expr *is_digit = expr_ult(load->exprs, digit, constant(load, 10));
    is_valid = expr_and(load->exprs, is_valid, is_digit);
    number = expr_add(load->exprs, expr_mul(load->exprs, number, constant(load, 10)), digit);
  }
}

static void sum_check(struct load *load, unsigned at) {
  struct expr *low = constant(load, draw(load) & 0xff), *high = constant(load, 0);
  for (unsigned k = 0; k < 12; k++, load->calls += 4) {
    low = expr_urem(load->exprs, expr_add(load->exprs, low, input(load, at + k)),
                    constant(load, 255));
    high = expr_urem(load->exprs, expr_add(load->exprs, high, low), constant(load, 255));
  }
}

static void crc(struct load *load, unsigned at) {
  struct expr *crc = constant(load, draw(load));
  for (unsigned k = 0; k < 4; k++, load->calls++) {
    crc = expr_xor(load->exprs, crc, input(load, at + k));
    for (unsigned bit = 0; bit < 8; bit++, load->calls += 5) {
      struct expr *is_odd = expr_and(load->exprs, crc, constant(load, 1));
      struct expr *mask = expr_sub(load->exprs, constant(load, 0), is_odd);
      crc = expr_xor(load->exprs, expr_lshr(load->exprs, crc, constant(load, 1)),
                     expr_and(load->exprs, mask, constant(load, 0xedb88320)));
    }
  }
}

static void sort(struct load *load, unsigned at) {
  struct expr *values[6];
  for (unsigned k = 0; k < 6; k++, load->calls++)
    values[k] = expr_xor(load->exprs, word(load, at + 4 * k), constant(load, draw(load)));
  for (unsigned round = 0; round < 6; round++)
    for (unsigned k = round % 2; k + 1 < 6; k += 2, load->calls += 3) {
      struct expr *is_less = expr_slt(load->exprs, values[k + 1], values[k]);
      struct expr *least = expr_ite(load->exprs, is_less, values[k + 1], values[k]);
      values[k + 1] = expr_ite(load->exprs, is_less, values[k], values[k + 1]);
      values[k] = least;
    }
}

static void copy_words(struct load *load, unsigned at) {
  struct expr *value = expr_add(load->exprs, word(load, at), constant(load, draw(load)));
  for (unsigned k = 0; k < 8; k++) {
    struct expr *bytes[4], *read;
    for (unsigned byte = 0; byte < 4; byte++)
      bytes[byte] = expr_extract(load->exprs, value, byte * 8, 8);
    read = bytes[0];
    for (unsigned byte = 1; byte < 4; byte++) read = expr_concat(load->exprs, bytes[byte], read);
    value = expr_xor(load->exprs, expr_shl(load->exprs, read, constant(load, 3)),
                     expr_concat(load->exprs, expr_extract(load->exprs, read, 0, 16),
                                 expr_extract(load->exprs, read, 16, 16)));
    load->calls += 12;
  }
}

static void run_programs(struct load *load, uint64_t nodes) {
  static void (*const programs[])(struct load *load, unsigned at) = {
      hash_string, parse_number, sum_check, crc, sort, copy_words};
  for (uint64_t k = 0; exprs_count(load->exprs) < nodes; k++)
    programs[k % (sizeof programs / sizeof *programs)](load, (unsigned)draw(load) % INPUTS);
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
  static const struct {
    const char *name;
    void (*run)(struct load *load, uint64_t nodes);
    uint64_t divisor; /* makes fewer nodes by that */
  } loads[] = {{"mixed", run_mixed, 1},
               {"programs", run_programs, 1},
               {"chain", run_chain, 1},
               {"distinct", run_distinct, 1},
               {"again", run_again, 4}};
  uint64_t nodes = (uint64_t)((argc > 1 ? strtod(argv[1], NULL) : 4) * 1e6);
  for (size_t k = 0; k < sizeof loads / sizeof *loads; k++)
    if (argc < 3 || strcmp(argv[2], loads[k].name) == 0)
      measure(loads[k].name, loads[k].run, nodes / loads[k].divisor);
  return 0;
}
