/* Which inputs an expression depends on: shared immutable sets, named by number (the
   field `support` of an expression). Equal sets have equal numbers. A number stays valid
   as long as an expression that carries it; after a collection all others are gone.

   A member is an element of a symbolic array. An unbounded or huge array has only one member, which
   stands for all its elements. */
#ifndef EXPR_SUPPORT_H
#define EXPR_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr_array;
struct exprs;

#define SUPPORT_EMPTY ((uint32_t)0)
#define SUPPORT_ALL UINT64_MAX /* index of the member that stands for a whole array */

/* The union of two different nonempty sets. */
uint32_t support_unite(struct exprs *exprs, uint32_t a, uint32_t b);
static inline uint32_t support_union(struct exprs *exprs, uint32_t a, uint32_t b) {
  if (a == b || b == SUPPORT_EMPTY) return a;
  return a == SUPPORT_EMPTY ? b : support_unite(exprs, a, b);
}
/* True if the sets have a common member. */
bool support_intersects(const struct exprs *exprs, uint32_t a, uint32_t b);
/* True if every member of `part` is one of `whole`. */
bool support_includes(const struct exprs *exprs, uint32_t whole, uint32_t part);
bool support_contains(const struct exprs *exprs, uint32_t set, uint32_t array, uint64_t index);
size_t support_count(const struct exprs *exprs, uint32_t set);

/* A member as one number, dense over all arrays, for the caller's own tables. */
typedef void support_visit_key(uint32_t key, void *context);
void support_walk_keys(const struct exprs *exprs, uint32_t set, support_visit_key *visit,
                       void *context);
/* Keys are below this. */
uint32_t support_key_limit(const struct exprs *exprs);
/* Calls visit in order of array and index (or SUPPORT_ALL). */
typedef void support_visit(const struct expr_array *array, uint64_t index, void *context);
void support_walk(const struct exprs *exprs, uint32_t set, support_visit *visit, void *context);

/* The rest is for src/expr. */
struct supports;
struct supports *supports_new(void);
void supports_free(struct supports *supports);
size_t supports_bytes(const struct supports *supports);
/* How many members an array of that many elements gets (0 elements: unbounded). */
uint32_t support_keys_for(const struct exprs *exprs, uint64_t size);
uint32_t support_of_element(struct exprs *exprs, uint32_t array, uint64_t index);
/* The elements from first to last, which are in the array. */
uint32_t support_of_elements(struct exprs *exprs, uint32_t array, uint64_t first, uint64_t last);
uint32_t support_of_array(struct exprs *exprs, uint32_t array);
void supports_mark(struct supports *supports, uint32_t set);
void supports_sweep(struct supports *supports);

#endif
