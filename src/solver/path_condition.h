/* Path conditions: persistent lists of conjuncts. Appending is O(1) and leaves the old list as it
   was, so forked states share their common prefix, and a query refers to a path instead of listing
   its conjuncts.

   NULL is the empty path condition, and every function takes it. Lists are reference-counted: to
   keep one, hold a reference. */
#ifndef SOLVER_PATH_CONDITION_H
#define SOLVER_PATH_CONDITION_H

#include <stddef.h>
#include <stdint.h>

struct expr;
struct exprs;
struct knowledge;

/* The newest conjunct of a list; the fields are for reading. */
struct path_condition {
  struct path_condition *parent; /* all older conjuncts; holds a reference */
  struct expr *conjunct;         /* width 1 */
  uint32_t depth;                /* conjuncts in the list; this one's position is depth - 1 */
  /* The rest is private to src/solver. */
  uint32_t references;
  uint32_t round;              /* the collection that marked it last */
  struct path_condition *far;  /* an ancestor further up, for long walks; see path_condition.c */
  struct knowledge *knowledge; /* what the list implies; computed on demand */
};

/* The list with one more conjunct; returns a new reference. The caller keeps its own to `path`. A
   conjunction is appended as its parts, oldest first, and the constant true is left out, so the
   depth may grow by any number. */
struct path_condition *path_condition_append(struct path_condition *path, struct expr *conjunct);
/* The same without splitting the conjunct: it always gets the next position. */
struct path_condition *path_condition_append_whole(struct path_condition *path,
                                                   struct expr *conjunct);
/* Adds a reference; returns its argument. */
struct path_condition *path_condition_retain(struct path_condition *path);
/* Drops a reference. Safe on lists of any length. */
void path_condition_release(struct path_condition *path);

static inline uint32_t path_condition_depth(const struct path_condition *path) {
  return path == NULL ? 0 : path->depth;
}
/* The list of the oldest `depth` conjuncts; depth <= its own. O(log length). Borrowed: retain it to
   keep it. */
struct path_condition *path_condition_prefix(struct path_condition *path, uint32_t depth);
/* The longest common prefix, by identity of the nodes (conditions that were appended to one list
   after a fork), in O(log). Borrowed. */
struct path_condition *path_condition_common(struct path_condition *a, struct path_condition *b);
/* The conjunct at that position, 0 being the oldest. */
struct expr *path_condition_at(struct path_condition *path, uint32_t position);
/* Copies the conjuncts after the oldest `from`, oldest first, to conjuncts[].
 */
void path_condition_list(const struct path_condition *path, uint32_t from, struct expr **conjuncts);

/* Marks all conjuncts, in a visitor of roots of expr_collect. `round` is a different nonzero number
   for each collection; nodes that lists share are visited once. */
void path_condition_mark(struct path_condition *path, struct exprs *exprs, uint32_t round);

#endif
