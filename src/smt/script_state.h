/* The state of a running script; private to src/smt. */
#ifndef SMT_SCRIPT_STATE_H
#define SMT_SCRIPT_STATE_H

#include "smt/reader.h"
#include "smt/script.h"

/* A declared constant. Wide bit-vectors are inputs of 64 bits each, from low to high. */
struct constant {
  uint32_t name;
  struct sort sort;
  uint32_t array;
};

struct assertion {
  struct expr *expr;
  uint32_t name; /* SCOPE_NONE: it has none */
};

/* The state at a push, and how often it was pushed in a row. */
struct level {
  size_t assertions, constants, functions, sorts, macros;
  uint64_t times;
};

struct named {
  uint32_t name;
  struct term term;
};

struct script {
  struct reader reader; /* first: callbacks cast it back to the script */
  const struct script_options *options;
  VEC(struct constant) constants;
  VEC(struct assertion) assertions;
  VEC(struct level) levels;
  uint64_t level_count;    /* all their times */
  VEC(struct named) named; /* of the current command, bound when it ends */
  bool is_done, prints_success, is_contrary;
  int expected; /* enum answer, or -1: from (set-info :status …) */

  /* The last check-sat: its assertions and then its assumptions. */
  bool has_answer;
  enum answer answer;
  struct assignment *model;
  size_t completed; /* equalities and constant arrays that the model covers */
  VEC(struct expr *) conjuncts;
  VEC(struct term) assumptions;
  VEC(uint32_t) assumption_starts; /* offsets in the text */
  VEC(uint32_t) assumption_ends;
  bool *in_core;
  size_t core_assertions; /* how many of the conjuncts are assertions */
};

/* script_answer.c: the responses to queries about the last answer. */
void script_check(struct script *script, size_t start);
void script_forget_answer(struct script *script);
void script_print_model(struct script *script, size_t start);
void script_print_values(struct script *script, size_t start);
void script_print_core(struct script *script, size_t start);
void script_print_failed_assumptions(struct script *script, size_t start);

#endif
