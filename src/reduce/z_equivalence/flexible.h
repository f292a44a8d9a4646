/* Flexible sub-expressions: those that can have any value, whatever the rest of a constraint is
   (Li, Cheung, Zhang, Liu: Scaling Up Symbolic Analysis by Removing Z-Equivalent States, TOSEM
   2014, section 3.3).

   A system is a set of conditions, which hold, and of values, which are observed. Inputs are
   existentially quantified unless they are rigid. Solving eliminates what cannot be told from
   outside; what remains has the same solutions for the observed values and the rigid inputs. */
#ifndef REDUCE_Z_EQUIVALENCE_FLEXIBLE_H
#define REDUCE_Z_EQUIVALENCE_FLEXIBLE_H

#include "expr/id_map.h"
#include "util/alloc.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct exprs;

/* What is known of the value of a node. */
enum flex_status {
  FLEX_FIXED,   /* constants, rigid inputs, and what is made of these alone: Rule 0 */
  FLEX_DEFINED, /* it follows from its children */
  FLEX_FREE,    /* any value */
  FLEX_KEPT,    /* an input that may be renamed, but not become one with what is computed from it */
  FLEX_GONE     /* nobody uses it */
};

/* The rules of Figure 6; Rule 0 annotates before the others. */
enum flex_rule {
  FLEX_SINGLE = 1, /* Rule 1: an unobservable variable with a single occurrence */
  FLEX_TYPE_1,     /* Rule 2: a flexible operand is enough */
  FLEX_TYPE_2,     /* Rule 3: all operands are flexible */
  FLEX_SIBLING,    /* Rule 4: an operand of a flexible node */
  FLEX_LAST,       /* Rule 5: the last occurrence */
  FLEX_TRIED       /* beyond the paper: cones.c */
};

struct flex_step {
  struct expr *e;
  enum flex_rule rule;
};

/* A root is a condition or an observed value; it has no expression of its own. */
enum flex_root { FLEX_INNER, FLEX_CONDITION, FLEX_VALUE };

struct flex_node {
  struct expr *e; /* of a root: of its only child */
  uint8_t status; /* enum flex_status */
  uint8_t root;   /* enum flex_root */
  bool is_single; /* Rule 1 or 5 has been noted */
  uint32_t first; /* its edges to its children begin here */
  uint32_t uses;  /* edges from nodes whose value depends on it */
  uint64_t users; /* the sum of the numbers of these edges: the edge itself once there is one */
};

struct flex_edge {
  uint32_t parent, child;
};

#define FLEX_NO_ARRAY UINT32_MAX
struct flex_array {
  uint32_t number; /* FLEX_NO_ARRAY: one of which no element is in the system */
  uint64_t class;
};

struct flexible {
  struct exprs *exprs; /* borrowed */
  VEC(struct flex_node) nodes;
  VEC(struct flex_edge) edges;
  VEC(uint32_t) queue; /* nodes that may free others, in order; those before `taken` have */
  size_t taken;
  VEC(uint32_t) stack;
  VEC(uint32_t) roots;
  VEC(struct flex_step) steps; /* what was annotated, in order */
  struct id_map numbers;       /* from ids to nodes */
  bool has_rigid;              /* inputs, of those below */
  uint64_t *rigid;             /* bits by the keys of supports */
  size_t rigid_words;
  uint64_t *rigid_arrays; /* bits by the numbers of arrays, all of whose elements are rigid */
  size_t rigid_array_words;
  /* Arrays whose elements are kept, with what must be equal for one to stand for another. The first
     `named_arrays` have their names already, in this order; the others get them when a form is
     made. */
  VEC(struct flex_array) kept_arrays;
  struct word_map kept_places; /* of their numbers + 1: place in the list + 1 */
  uint32_t named_arrays;
  bool keeps_steps; /* for a person, and tests */
};

void flexible_init(struct flexible *f, struct exprs *exprs);
void flexible_free(struct flexible *f);
/* Forgets the system, for the next one. */
void flexible_clear(struct flexible *f);

/* The same, but what is rigid stays so. */
void flexible_restart(struct flexible *f);

/* The inputs of a support are rigid: known outside. Before anything is added that depends on them.
 */
void flexible_fix(struct flexible *f, uint32_t support);
/* All elements of an array, in constant time. */
void flexible_fix_array(struct flexible *f, uint32_t array);
bool flexible_has_rigid_array(const struct flexible *f, uint32_t array);
/* The elements of an array are kept, unless they are rigid. Before anything is added. */
void flexible_keep_array(struct flexible *f, uint32_t array, uint64_t class);
/* The same for one that gets the next name at once. */
uint32_t flexible_name_array(struct flexible *f, uint32_t array, uint64_t class);
bool flexible_is_rigid(const struct flexible *f, uint32_t support);
/* Both return the number of the root. */
uint32_t flexible_add_condition(struct flexible *f, struct expr *condition);
uint32_t flexible_add_value(struct flexible *f, struct expr *value);
/* Applies the rules until none applies; linear in the size of the system. */
void flexible_solve(struct flexible *f);

/* A condition says nothing after all. Continue by flexible_resume. */
void flexible_drop_condition(struct flexible *f, uint32_t root);
void flexible_resume(struct flexible *f);
/* The same for a node that turns out to be flexible, although no rule says so. */
void flexible_free_node(struct flexible *f, uint32_t node);

static inline uint32_t flexible_child(const struct flexible *f, uint32_t node, unsigned number) {
  return f->edges.data[f->nodes.data[node].first + number].child;
}
unsigned flexible_child_count(const struct flexible *f, uint32_t node);

#endif
