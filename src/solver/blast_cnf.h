/* Gates as clauses of a SAT solver: a gate gets its variable and its clauses when it is first
   needed, once per instance. */
#ifndef SOLVER_BLAST_CNF_H
#define SOLVER_BLAST_CNF_H

#include "solver/blast_gates.h"
#include "solver/solver.h"

struct CCaDiCaL;
struct deadline;

struct cnf {
  struct gates *gates; /* borrowed */
  struct CCaDiCaL *sat;
  VEC(int) variable_of;  /* by gate number; 0: none yet */
  VEC(uint32_t) pending; /* gates with a variable but without clauses yet */
  VEC(bool) is_defined;  /* by definition number */
  VEC(bool) is_hinted;   /* by number of the hint */
  VEC(gate_lit) leaves;
  VEC(gate_lit) stack;
  int variable_count;
  uint64_t clause_count;
  uint64_t looks; /* times the SAT solver has asked whether to stop: once in some steps of its
                     search */
};

/* Borrows the gates. */
void cnf_init(struct cnf *cnf, struct gates *gates);
void cnf_free(struct cnf *cnf);

static inline bool cnf_has(const struct cnf *cnf, gate_lit a) {
  return gate_of(a) < cnf->variable_of.count && cnf->variable_of.data[gate_of(a)] != 0;
}

/* The solver's literal, with everything it depends on, unless the deadline passes first; a must not
   be constant. */
int cnf_literal(struct cnf *cnf, gate_lit a, const struct deadline *deadline);
/* Makes the clauses of all gates that have a variable; false if the deadline passed first. */
bool cnf_complete(struct cnf *cnf, const struct deadline *deadline);
/* Adds a clause permanently; constant literals are allowed. */
void cnf_add_clause(struct cnf *cnf, const gate_lit *lits, size_t count);

/* Solves under the assumptions (the solver's literals), with at most that many conflicts (0: no
   limit). */
enum answer cnf_solve(struct cnf *cnf, const int *assumptions, size_t count, int64_t conflicts,
                      const struct deadline *deadline);
/* After SAT: the value of a constant or of a gate that has a variable. */
bool cnf_value(const struct cnf *cnf, gate_lit a);
/* After UNSAT: was the assumption needed? */
bool cnf_is_failed(const struct cnf *cnf, int literal);

#endif
