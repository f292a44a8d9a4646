/* The generator of random microc programs.

   Seven parameters are those of Chapter 5.1 of the thesis that smew takes microc from, under their
   names there; the rest is what its last chapter asks for: large programs with many expressions
   that could fail, and few that do. Every program is well typed, and assigns all variables before
   anything else. The same parameters give the same program everywhere. */
#ifndef FRONT_MICROC_GEN_GEN_H
#define FRONT_MICROC_GEN_GEN_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;

/* Shares and probabilities are in millionths. */
enum { MICROC_GEN_ALWAYS = 1000000 };

struct microc_gen_options {
  int64_t seed;
  int64_t for_loop_prob, loop_prob; /* probability of a statement to be such a loop; together at
                                       most 1 */
  int64_t max_block_depth;          /* nesting of blocks; 0: only the functions' own */
  int64_t max_top_stmts;            /* of main */
  int64_t max_block_stmts;
  bool error_guaranteed; /* the program has a statement that always fails */
  bool generate_divisions;

  int64_t risky_prob;    /* probability of a number to be an expression that could fail, above the
                            usual */
  int64_t guard_prob;    /* probability of such expressions to be in an if that makes them safe */
  bool variable_indices; /* arrays are indexed by variables too */
  int64_t functions;     /* in addition to main */
  int64_t recursion;     /* how deep functions may call themselves; 0: they do not */
  int64_t max_rounds;    /* iterations of each loop; 0: no bound, as in the thesis */
  int64_t max_inputs;    /* uses of input, none in loops and functions; 0: anywhere, no limit */
  int64_t max_stmts;     /* of the whole program */
  int64_t main_args;     /* parameters of main */
  bool nested_types;     /* pointers to pointers and records, arrays of pointers and arrays */
  bool function_values;  /* variables that hold functions */
};

struct microc_gen_options microc_gen_defaults(void);
/* What is wrong with the parameters: a static text, or NULL. */
const char *microc_gen_complaint(const struct microc_gen_options *options);
/* Appends a program to the text. */
void microc_gen_program(const struct microc_gen_options *options, struct buffer *text);

#endif
