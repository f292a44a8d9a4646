/* The memory layout of expressions; private to src/expr.

   A node is a header (struct expr), a payload by kind, and, if more is known about its value than
   follows from its kind, a range after the payload. Nodes are cells of slabs, one cell size per
   slab, and are named by 32-bit references (slab, offset) in the table that makes equal structure
   the same pointer.

   Invariants: children are older than their parent (smaller id); a node of width 1 has no range,
   because any knowledge would make it a constant; a free cell has the kind NODE_FREE. */
#ifndef EXPR_NODE_H
#define EXPR_NODE_H

#include "expr/expr.h"
#include "expr/rewrite_rules.h"
#include "expr/words.h"
#include "util/alloc.h"
#include "util/fault.h"
#include "util/hash.h"

enum {
  NODE_FREE = 0xff,
  MARK_LIVE = 1,  /* reached by the current collection */
  MARK_RANGE = 2, /* a range follows the payload */

  SLAB_GRAINS_LOG = 15, /* a grain is 8 bytes: slabs of 256 KiB */
  SLAB_BYTES = 8 << SLAB_GRAINS_LOG,
  WORDS_MAX = EXPR_MAX_WIDTH / 64,
  RECENT_CONSTANTS = 4096,
  RECENT_COMPARISONS_LOG = 9,
  CELL_CLASSES = 2 + WORDS_MAX + 1, /* by size in grains: the largest cell is a wide constant */
};

#define EXPR_ID_MAX (((uint64_t)1 << EXPR_ID_BITS) - 1)

/* 8 bytes of a node, of any type. */
typedef uint64_t grain __attribute__((may_alias));

struct node_const {
  struct expr head;
  uint64_t words[];
};
struct node_input {
  struct expr head;
  uint64_t index;
  uint64_t array;
};
struct node_array {
  struct expr head;
  uint64_t array;
};
struct node_extract {
  struct expr head;
  struct expr *child;
  uint64_t low;
};
struct node_inner {
  struct expr head;
  struct expr *children[];
};

/* Cells of one size. */
struct slab {
  char *base; /* NULL: freed */
  uint32_t cell_grains;
};

struct cells {
  char *bump, *bump_end;   /* the part of its newest slab that was never used */
  uint32_t bump_reference; /* of the cell at bump */
  uint32_t free;           /* chain of free cells (through expr.support), 0: none */
};

/* A bucket is a cache line: a search that fails reads one, a search that succeeds reads
   one and the node. A tag is seven bits of the hash and the highest bit; 0 is an empty
   place. Places fill from the first on.

   Nodes that are made together are looked up together. So the first bucket to search is determined
   by the age of the newest child, and programs that work on recent values stay within few cache
   lines, whatever the size of the table. If that bucket is full, the node goes to the adjacent one;
   if that is full too, to the bucket given by its hash, or the first one after it with an empty
   place, in steps that its hash gives.

   Nodes are removed only by a collection, which rebuilds the table. */
enum { BUCKET_PLACES = 12 };
struct bucket {
  uint8_t tags[BUCKET_PLACES];
  uint8_t is_spilt;   /* a node with this first bucket is in the adjacent one */
  uint8_t is_strewn;  /* a node with this first bucket is where its hash says */
  uint8_t is_overrun; /* a node whose hash leads here is further on */
  uint8_t unused;
  uint32_t references[BUCKET_PLACES];
};

struct node_table {
  struct bucket *buckets;
  size_t bucket_count, count, limit; /* limit: the count at which the table is full */
};

struct array_entry {
  struct expr_array *array;      /* NULL: a constant table that was reclaimed */
  uint32_t first_key, key_count; /* its members in supports; see support.c */
  struct expr_range range;       /* of the elements of a constant table */
  bool is_marked;                /* a constant table that the current collection has reached */
};

/* Avoids reading the node itself, which is often not in the cache. */
struct recent_constant {
  uint64_t value;
  uint32_t width;     /* 0: none */
  uint32_t reference; /* of its cell */
};

struct recent_comparison {
  uint64_t operation; /* the id of the first operand, and the kind; 0: none */
  uint64_t b;         /* the id of the second */
  struct expr *result;
};

struct exprs {
  struct node_table table;
  VEC(struct slab) slabs;
  VEC(uint32_t) empty_slabs; /* numbers to be reused */
  VEC(char *) arenas;        /* from which slabs are cut once there are many */
  VEC(char *)
  spare; /* parts of arenas without a slab; their memory is returned to the
            system */
  struct cells cells[CELL_CLASSES];
  expr_id next_id;
  size_t live;

  VEC(struct array_entry) arrays; /* by number, never reused */
  size_t node_table_bytes;        /* of constant tables */
  struct supports *supports;
  struct expr *booleans[2];
  struct recent_constant recent_constants[RECENT_CONSTANTS]; /* by hash of width and value */
  struct recent_comparison recent_comparisons[1 << RECENT_COMPARISONS_LOG]; /* by hash */

  /* Rewriting calls constructors, which rewrite. Both limits are per outermost call. */
  unsigned depth;
  unsigned fuel;
  uint64_t rule_hits[EXPR_RULE_COUNT];

  VEC(struct expr *) mark_stack;
};

/* A number for a constant; close for small constants that are close. */
static inline uint64_t const_neighbourhood(unsigned width, uint64_t value) {
  return (value + width * 331) ^ ((value >> 12) * HASH_FACTOR >> 40);
}

/* expr.c: frees constant tables without a mark and clears the marks of the others. */
void arrays_sweep(struct exprs *exprs);

/* store.c: cells and the table */
void store_init(struct exprs *exprs);
void store_free(struct exprs *exprs);
size_t store_bytes(const struct exprs *exprs);
/* Finds or makes the node; `range` is NULL if nothing is known beyond the kind. */
struct expr *node_const(struct exprs *exprs, unsigned width, const uint64_t *words);
/* The same for up to 64 bits; bits above the width must be zero. Also returns the reference of the
   cell. */
struct expr *node_value(struct exprs *exprs, unsigned width, uint64_t value, uint32_t *reference);
/* INPUT or ARRAY. */
struct expr *node_leaf(struct exprs *exprs, enum expr_kind kind, const struct expr_array *array,
                       uint64_t index);
struct expr *node_unary(struct exprs *exprs, enum expr_kind kind, unsigned width,
                        struct expr *child, const struct expr_range *range);
struct expr *node_extract(struct exprs *exprs, unsigned width, struct expr *child, unsigned low,
                          const struct expr_range *range);
struct expr *node_binary(struct exprs *exprs, enum expr_kind kind, unsigned width, struct expr *a,
                         struct expr *b, const struct expr_range *range);
/* The same with a range computed from those of the operands, only when the node is new; if the
   range is a single value, the constant. */
typedef struct expr_range range_operator(unsigned width, const struct expr_range *a,
                                         const struct expr_range *b);
struct expr *node_in_range(struct exprs *exprs, enum expr_kind kind, struct expr *a, struct expr *b,
                           range_operator *range_of_result);
/* NULL if there is no such node; saves the caller computing its range. */
struct expr *node_find_unary(const struct exprs *exprs, enum expr_kind kind, unsigned width,
                             struct expr *child);
/* A READ of an array without stores whose index stays within the elements of that support. */
struct expr *node_read(struct exprs *exprs, struct expr *array, struct expr *index,
                       uint32_t support, const struct expr_range *range);
struct expr *node_ternary(struct exprs *exprs, enum expr_kind kind, unsigned width, struct expr *a,
                          struct expr *b, struct expr *c, const struct expr_range *range);
/* Frees every cell without MARK_LIVE, clears the mark of the others, rebuilds the table. */
void store_sweep(struct exprs *exprs);

static inline unsigned word_count(unsigned width) { return (width + 63) / 64; }

static inline bool is_kind(const struct expr *e, enum expr_kind kind) { return e->kind == kind; }
static inline bool is_const(const struct expr *e) { return e->kind == EXPR_CONST; }
static inline bool is_array(const struct expr *e) {
  return e->kind == EXPR_ARRAY || e->kind == EXPR_STORE;
}
/* The k-th child of a node that has one, EXTRACT included. */
static inline struct expr *child(const struct expr *e, unsigned k) {
  return ((const struct node_inner *)e)->children[k];
}
static inline unsigned extract_low(const struct expr *e) {
  return (unsigned)((const struct node_extract *)e)->low;
}
static inline const uint64_t *const_words(const struct expr *e) {
  return ((const struct node_const *)e)->words;
}
static inline uint64_t const_value(const struct expr *e) { return const_words(e)[0]; }
static inline uint64_t leaf_array(const struct expr *e) {
  return e->kind == EXPR_ARRAY ? ((const struct node_array *)e)->array
                               : ((const struct node_input *)e)->array;
}

extern const uint8_t expr_kind_children[EXPR_KIND_COUNT];

#endif
