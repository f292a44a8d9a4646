/* The interface to solving: is a conjunction satisfiable, by which input, and if not, which
   conjuncts are contradictory. UNKNOWN is an answer of its own and never treated as UNSAT. */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct assignment;
struct evaluator;
struct expr;
struct exprs;
struct path_condition;
struct solver;
struct worth;

enum answer { ANSWER_SAT, ANSWER_UNSAT, ANSWER_UNKNOWN };

/* Of somebody who wants to look up from time to time while a query is under way. */
struct onlooker {
  void (*look)(void *context); /* every few milliseconds; must leave solvers alone */
  void *context;
};

struct budget {
  int64_t conflicts;         /* 0: no limit */
  double seconds;            /* 0: no limit */
  double until;              /* the same as a time of the monotonic clock; 0: no limit */
  uint64_t work;             /* of each call of the backend, in units of solver.work; 0: no limit */
  const volatile bool *stop; /* borrowed; the solver gives up soon after it becomes true; or NULL */
  const struct onlooker *onlooker; /* borrowed; or NULL */
};

/* A query: the conjunction of the path's conjuncts and the others (width 1). Borrows all of
   them. */
struct query {
  struct path_condition *path; /* NULL: empty */
  struct expr *const *conjuncts;
  size_t count;
  struct budget budget;
  const struct assignment *witness; /* an input that satisfies all but the last conjunct, or NULL */
  bool witness_fails;               /* the witness is known not to satisfy the last conjunct */
  bool wants_model, wants_core;
};

struct result {
  enum answer answer;
  struct assignment *model; /* owned; set when SAT and wanted */
  bool *in_core;            /* owned; a flag per conjunct, when UNSAT and wanted */
  uint32_t *path_core;      /* owned; the core in the path: positions, ascending, each once */
  size_t path_core_count;
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
  bool takes_paths;    /* otherwise queries arrive with all conjuncts in the array */
  uint64_t asked, answered, unknown;
  double seconds; /* in this link alone */
  /* Work done by the links that take long, the same on every machine; a unit is about one
     instruction. */
  uint64_t work;
  /* Frees memory that only makes later queries faster; or NULL. */
  void (*forget)(struct solver *solver);
};

/* Asks the link, which may ask those behind it. Sets all of *result, also for UNKNOWN. */
enum answer solver_check(struct solver *solver, const struct query *query, struct result *result);
void result_free(struct result *result);
void solver_free(struct solver *solver);
/* For links: asks the next one, and does not count its time as this link's. */
enum answer solver_ask_next(struct solver *solver, const struct query *query,
                            struct result *result);
/* The same, and notes the work of all links behind this one. */
enum answer solver_ask_behind(struct solver *solver, const struct query *query,
                              struct result *result, struct worth *worth);
/* For links: resets the evaluator to another assignment, and frees its memory if something large
   has grown it: clearing that would cost every later query. */
void solver_reset_evaluator(struct evaluator **evaluator, struct exprs *exprs,
                            const struct assignment *assignment);
/* For links: answers SAT with that model, which is taken. */
enum answer solver_answer_model(const struct query *query, struct assignment *model,
                                struct result *result);
/* Marks what the solver and all behind it refer to, before a collection. */
void solver_mark(struct solver *solver, struct exprs *exprs);
/* Frees memory that only makes later queries faster, in the solver and all behind it. */
void solver_forget(struct solver *solver);
/* The work of the solver and all behind it. */
uint64_t solver_work(const struct solver *solver);
/* The one table of statistics: a row per link, in the order in which they are asked. */
struct solver_row {
  const char *name;
  uint64_t asked, answered, unknown; /* answered: by itself */
  double seconds;                    /* in this link alone */
};
typedef void solver_visit_row(const struct solver_row *row, void *context);
void solver_walk_statistics(const struct solver *solver, solver_visit_row *visit, void *context);
void solver_print_statistics(const struct solver *solver, FILE *out);

/* True if every conjunct, including those of the path, holds under the assignment. */
bool query_holds(struct exprs *exprs, const struct query *query,
                 const struct assignment *assignment);
/* Conjuncts in all, and all of them in one array of that length (owned). */
size_t query_length(const struct query *query);
struct expr **query_list(const struct query *query);

#endif
