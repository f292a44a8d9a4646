/* The one interface to solving: is a conjunction satisfiable, by which input, and if
   not, which conjuncts clash. UNKNOWN is an answer of its own and never read as UNSAT. */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct assignment;
struct expr;
struct exprs;
struct solver;

enum answer { ANSWER_SAT, ANSWER_UNSAT, ANSWER_UNKNOWN };

struct budget {
  int64_t conflicts; /* 0: no limit */
  double seconds;    /* 0: no limit */
};

/* A query: all conjuncts (width 1) at once. Borrows the array and the expressions. */
struct query {
  struct expr *const *conjuncts;
  size_t count;
  struct budget budget;
  const struct assignment *witness; /* an input that satisfies all but the last conjunct, or NULL */
  bool wants_model, wants_core;
};

struct result {
  enum answer answer;
  struct assignment *model; /* owned; set when SAT and wanted */
  bool *in_core;            /* owned; per conjunct, when UNSAT and wanted */
};

/* A link of the chain or a backend at its end. */
struct solver_class {
  const char *name;
  enum answer (*check)(struct solver *solver, const struct query *query, struct result *result);
  /* Marks the expressions it refers to, before a collection. */
  void (*mark)(struct solver *solver, struct exprs *exprs);
  void (*free)(struct solver *solver);
};

struct solver {
  const struct solver_class *class;
  struct solver *next; /* owned; NULL for a backend */
  uint64_t asked, answered, unknown;
  double seconds; /* in this link alone */
};

/* Asks the link, which may ask those behind it. Sets all of *result, also for UNKNOWN. */
enum answer solver_check(struct solver *solver, const struct query *query, struct result *result);
void result_free(struct result *result);
void solver_free(struct solver *solver);
/* For links: asks the next one, and takes its time off this link's. */
enum answer solver_ask_next(struct solver *solver, const struct query *query,
                            struct result *result);
/* Marks what the solver and all behind it refer to, before a collection. */
void solver_mark(struct solver *solver, struct exprs *exprs);
/* One row per link: asked, answered by itself, unknown, time. */
void solver_print_statistics(const struct solver *solver, FILE *out);

/* Every conjunct holds under the assignment. */
bool query_holds(struct exprs *exprs, const struct query *query,
                 const struct assignment *assignment);

#endif
