/* Decisions: which way a path goes where its inputs permit both. */
#ifndef EXEC_DECIDE_H
#define EXEC_DECIDE_H

#include "solver/solver.h"

#include <stdbool.h>
#include <stdint.h>

struct assignment;
struct expr;
struct machine;
struct state;
struct witness;

enum decision {
  DECIDE_FALSE,
  DECIDE_TRUE,
  DECIDE_STOP /* machine.event was set: the path ends, or the instruction starts over */
};

/* Whether the condition (width 1) holds on the running path. If both answers are possible, the
   path takes the side of its witness, and a sibling that will execute the running instruction
   again takes the other. */
enum decision decide(struct machine *machine, struct expr *condition);
/* The same for the condition that the running instruction is not an error: a path on which it is
   one runs next, before all others. */
enum decision decide_good(struct machine *machine, struct expr *condition);
/* The same for branches: the sibling, if any, is returned in *sibling instead of executing the
   instruction again; the caller sets where it continues. */
enum decision decide_branch(struct machine *machine, struct expr *condition,
                            struct state **sibling);

/* Whether the running state, of which that is open (state.pending), is a path: then it is one as
   any other. DECIDE_STOP: still unknown; machine.event is EVENT_PUT_OFF, or EVENT_EARLY if there is
   no more hope, which was noted. */
enum decision decide_pending(struct machine *machine);

/* Adds any condition, and finds a new witness if needed. DECIDE_FALSE: the condition cannot
   hold, and was not added; DECIDE_STOP: unknown, and the instruction starts over later, or the path
   ends early. */
enum decision decide_restrict(struct machine *machine, struct expr *condition);
/* The same for an instruction that cannot start over, since it has made an input. */
enum decision decide_restrict_now(struct machine *machine, struct expr *condition);
/* The same, for one who can do without an answer: if it is DECIDE_STOP, nothing was changed or
   noted. */
enum decision decide_try(struct machine *machine, struct expr *condition);
/* Changes the witness to one that satisfies the condition, if there is one. */
void decide_prefer(struct machine *machine, struct expr *condition);
/* Whether the condition can hold on the running path; an unknown answer counts as no and is
   noted. */
bool decide_may(struct machine *machine, struct expr *condition);
/* An input of the running path under which it holds, owned; NULL if there is none, or unknown. */
struct witness *decide_find(struct machine *machine, struct expr *condition);
/* The same within a small share of time; if that is not enough, *is_known is false. */
struct witness *decide_find_soon(struct machine *machine, struct expr *condition, bool *is_known);
/* Whether an input of the state, which is the running one or its sibling, takes the edge is found
   out later. */
void decide_probe_later(struct machine *machine, struct state *state, struct expr *taken,
                        uint32_t edge);
/* Tries to find it out, for the running state, which is what decide_probe_later has left. False:
   later again. */
bool decide_probe(struct machine *machine);

/* Asks the solver, within the run's limits; sets query.budget and all of *result. */
enum answer decide_check(struct machine *machine, struct query *query, struct result *result);
/* Lowers the limit on conflicts of each query to that, if it is not 0. Returns the limit there was,
   which the caller puts back into machine.limits. */
int64_t decide_limit_conflicts(struct machine *machine, int64_t most);
/* Whether the run ends, so that further answers do not matter. */
bool decide_must_end(const struct machine *machine);

/* Inputs of the running path that satisfy the condition; NULL if there are none, or none could
   be found, which is noted. Owned. */
struct assignment *decide_find_model(struct machine *machine, struct expr *condition);

/* The value of an expression of at most 64 bits under the running path's witness. */
uint64_t decide_witness_value(struct machine *machine, struct expr *e);
void decide_witness_words(struct machine *machine, struct expr *e, uint64_t *words);
/* Separates paths that were merged into the value, as far as possible; returns the value on this
   one. A value that depends on unwritten bytes is an error. NULL if machine.event was set. */
struct expr *decide_apart(struct machine *machine, struct expr *e);
/* The witness's value, to which the path is restricted. If others are possible, that is counted
   as `what`; if these are a choice among constants, siblings take them instead. False if
   machine.event was set. */
bool decide_concrete(struct machine *machine, struct expr *e, const char *what, uint64_t *number);

#endif
