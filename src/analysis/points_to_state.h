/* The inside of points-to analysis, shared by its files.

   Nodes stand for what holds addresses: the registers and results of the instances, constants, and
   the content of memory. A node has a set of locations and edges to nodes whose sets include it,
   shifted. Nodes that turn out to include each other become one (`parent`). */
#ifndef ANALYSIS_POINTS_TO_STATE_H
#define ANALYSIS_POINTS_TO_STATE_H

#include "analysis/abstract.h"
#include "analysis/points_to.h"
#include "analysis/sparse_set.h"
#include "util/word_map.h"

struct builtin_effect;
struct ir_call;
struct ir_func;
struct ir_ins;

#define NODE_NONE UINT32_MAX
/* An address has 45 bits: memory/address.h. */
enum { LEAST_ADDRESS = 45, LEAST_BYTES = 6 };

struct node_edge {
  uint32_t target;
  uint32_t shift; /* number in points_to.shifts; 0: none */
};

enum constraint_kind {
  CONSTRAINT_LOAD,  /* other includes what lies where the node points, `size` bytes */
  CONSTRAINT_STORE, /* what other includes goes there */
  CONSTRAINT_COPY,  /* a block copy from where the node points; other: number of the copy */
  CONSTRAINT_PASTE, /* the same, to where the node points */
  CONSTRAINT_CALL,  /* other: number in points_to.indirect */
  CONSTRAINT_SUM,   /* other: number in points_to.sums, of which the node is a term */
  CONSTRAINT_ESCAPE /* whatever is there is read, overwritten and called by the unknown */
};

struct constraint {
  uint8_t kind; /* enum constraint_kind */
  uint32_t other;
  uint64_t size; /* UINT64_MAX: any */
};

struct node {
  uint32_t parent; /* itself, for one that stands for others */
  uint32_t rank;   /* of the last ordering */
  bool is_waiting; /* in a list of nodes with fresh members */
  struct sparse_set all;
  struct sparse_set fresh; /* members of all that the edges and constraints have not seen */
  VEC(struct node_edge) edges;
  VEC(struct constraint) constraints;
};

/* Words of an object that accesses name, and what is known to lie there. */
struct cell {
  struct location at;        /* of a multiple of 8 */
  uint32_t written, reading; /* nodes: what is stored there; what is there for loads */
  uint32_t whole, pieces;    /* nodes: what loads of addresses see; what narrower ones see */
};

struct block_copy {
  uint32_t from, to; /* nodes */
  uint64_t size;
  struct sparse_set sources, targets; /* locations that have arrived */
  bool is_smeared;                    /* too many: everything goes anywhere, through `pipe` */
  uint32_t pipe;
};

/* A copy that is established: what is written to the source's range goes to the target's object. */
struct copy_link {
  int64_t first, last; /* of the source's offsets */
  int64_t distance;    /* from these to the target's */
  uint32_t target;     /* object */
};

/* Bytes that are written singly: addresses around them change. */
struct blur {
  struct location at;
  uint64_t size;
};

struct object_memory {
  VEC(uint32_t) cells;
  VEC(struct copy_link) links;
  VEC(struct blur) blurs;
};

/* Of two registers, of which either may be an address. */
struct sum {
  uint32_t a, b, result; /* nodes */
};

struct indirect_call {
  uint32_t instance, ins;
};

/* A builtin that a pointer led to. */
struct called_builtin {
  uint32_t instance, ins, func;
};

struct instance {
  uint32_t func;
  uint32_t caller, call_ins; /* of a clone; NODE_NONE for the common instance of a function */
  uint32_t depth;            /* of clones in clones */
  uint32_t first_node;       /* of register 0 */
  uint32_t first_result;
  uint32_t varargs; /* object, or ABSTRACT_NONE */
  uint64_t *values; /* per register: the number that it always has, if is_number */
  bool *is_number;  /* per register; NULL: none has */
  bool *is_live;    /* per block; NULL: all */
  VEC(struct points_to_arc) calls;
};

/* Results of a shift, by location: number + 1, or 0 if not worked out yet. */
struct shift_table {
  uint32_t *results;
  size_t count;
};

struct points_to {
  const struct ir_program *program;
  struct points_to_options options;
  bool is_stopped;
  uint64_t work;        /* done by solving */
  bool is_initialising; /* globals: constants are written, too */
  struct abstracts abstracts;
  VEC(struct instance) instances;
  uint32_t done_instances; /* whose constraints are there */
  uint32_t *common;        /* per function: its common instance, or NODE_NONE */
  struct func_shape *shapes;
  uint64_t clone_room; /* instructions that may still be cloned */
  uint32_t *global_objects, *func_objects;
  VEC(struct node) nodes;
  VEC(struct shift) shifts;
  VEC(struct shift_table) tables; /* per shift */
  struct word_map edge_set, constant_nodes, cell_numbers;
  struct word_map derived; /* of a node and a shift or a size: the node that gets that, + 1 */
  VEC(struct cell) cells;
  VEC(uint32_t) new_cells;          /* whose links have not been followed */
  VEC(struct object_memory) memory; /* per object */
  VEC(struct block_copy) copies;
  VEC(struct indirect_call) indirect;
  VEC(struct sum) sums;
  VEC(struct called_builtin) called;
  uint32_t escaped;      /* node: all that the unknown may know */
  uint32_t world;        /* location: anywhere in what is unknown */
  uint32_t any;          /* location: an unknown number */
  uint32_t any_nodes[2]; /* nodes: unknown numbers, too small for an address, and not */
  /* The order of work. */
  VEC(uint32_t) order;   /* nodes, sources first */
  VEC(uint32_t) waiting; /* nodes that are not in the order yet */
  size_t waiting_count;  /* nodes with fresh members */
  uint64_t edge_count, ordered_edges;
};

static inline bool points_to_must_stop(struct points_to *points) {
  if (points->options.stop != NULL && *points->options.stop) points->is_stopped = true;
  if (points->options.most_work != 0 && points->work > points->options.most_work)
    points->is_stopped = true;
  return points->is_stopped;
}

/* points_to_wild.c: unknown numbers. */
void points_to_add_any(struct points_to *points);
/* The node that is an unknown number, large enough to be an address or not. */
uint32_t points_to_any_node(struct points_to *points, bool is_address);
bool points_to_is_any(const struct points_to *points, uint32_t location);
/* Is it in the range of the engine's addresses? */
bool points_to_could_be_address(uint64_t number);
/* An unknown number has come to where an address is wanted. */
void points_to_meet_any(struct points_to *points, const struct constraint *constraint);

/* points_to_solve.c */
uint32_t points_to_new_node(struct points_to *points);
uint32_t points_to_find_node(struct points_to *points, uint32_t node);
void points_to_add_location(struct points_to *points, uint32_t node, uint32_t location);
void points_to_add_edge(struct points_to *points, uint32_t from, uint32_t to, struct shift shift);
/* Makes the node one with another, if nothing has been done to it yet. Only where the two must have
   equal sets in the end. */
bool points_to_become(struct points_to *points, uint32_t node, uint32_t other);
/* An edge, or a load, that is all that gives the target members. Targets that get the same become
   one (offline variable substitution: Rountev and Chandra, PLDI 2000). */
void points_to_derive(struct points_to *points, uint32_t from, uint32_t to, struct shift shift);
void points_to_derive_load(struct points_to *points, uint32_t address, uint32_t to, uint64_t size);
void points_to_add_constraint(struct points_to *points, uint32_t node, struct constraint added);
void points_to_solve(struct points_to *points);

/* points_to_memory.c: accesses, by location. */
void points_to_add_object(struct points_to *points, uint32_t object);
/* Fewer bytes than an address has give pieces; more may put pieces together. */
void points_to_load(struct points_to *points, uint32_t location, uint64_t size, uint32_t to);
void points_to_store(struct points_to *points, uint32_t location, uint64_t size, uint32_t from);
/* The same for a word of an initialiser, of which the object may be constant. */
void points_to_initialise(struct points_to *points, uint32_t location, uint32_t from);
/* Bytes are written that need not be whole words. */
void points_to_blur(struct points_to *points, uint32_t location, uint64_t size);
/* A byte, of which the node says what it may be a piece of, is written so many times. */
void points_to_add_set(struct points_to *points, uint32_t to, uint32_t byte, uint64_t size);
#define COPY_WHOLE ((uint64_t)INT64_MAX & -8) /* any number of words */
void points_to_add_copy(struct points_to *points, uint32_t to, uint32_t from, uint64_t size);
/* The source is anywhere. */
void points_to_copy_any(struct points_to *points, uint32_t copy);
void points_to_copy_arrives(struct points_to *points, uint32_t copy, uint32_t location,
                            bool is_source);

/* points_to_generate.c: the constraints of an instance. */
void points_to_generate(struct points_to *points, uint32_t instance);
/* The node of an operand, or NODE_NONE if it is never an address. */
uint32_t points_to_operand_node(struct points_to *points, uint32_t instance, uint32_t operand);
/* The number that an operand always is. */
bool points_to_operand_value(const struct points_to *points, uint32_t instance, uint32_t operand,
                             uint64_t *value);

/* points_to_calls.c */
void points_to_generate_call(struct points_to *points, uint32_t instance, uint32_t ins);
void points_to_call_function(struct points_to *points, uint32_t instance, uint32_t ins,
                             uint32_t func);
void points_to_escape(struct points_to *points, uint32_t location);

/* points_to_instances.c */
uint32_t points_to_common_instance(struct points_to *points, uint32_t func);
/* The instance that a direct call goes to: a clone of its own if that is worth it. */
uint32_t points_to_instance_for(struct points_to *points, uint32_t caller, uint32_t ins,
                                uint32_t func);

/* instance_values.c: numbers that follow from constant arguments, and the blocks they rule out. */
void instance_find_values(const struct ir_func *func, struct instance *instance);

#endif
