/* What is attached to a node of a path condition: the facts that its conjuncts state, and an index
   of the conjuncts by their inputs. */
#ifndef SOLVER_KNOWLEDGE_H
#define SOLVER_KNOWLEDGE_H

#include "solver/components.h"
#include "solver/facts.h"

struct path_condition;

struct knowledge {
  struct facts facts;
  struct components components;
  uint32_t support; /* the inputs that the conjuncts depend on; see
                       knowledge_support */
  bool is_support_known;
  bool is_kept;        /* kept for lists that branch off near here */
  uint32_t kept_depth; /* of the nearest node above that keeps its own */
};

/* The knowledge of a path that is not empty; borrowed, until a longer list is used. */
struct knowledge *knowledge_of(struct exprs *exprs, struct path_condition *path);
void knowledge_free(struct knowledge *knowledge);
/* All inputs that the conjuncts depend on, as a set that is valid until the next
   collection. */
uint32_t knowledge_support(struct exprs *exprs, struct knowledge *knowledge);
/* Called at every collection. */
void knowledge_forget_sets(struct knowledge *knowledge);

#endif
