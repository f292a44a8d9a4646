/* Piecewise constant expressions: only their conditions depend on inputs. */
#include "expr/piecewise.h"

#include "expr/expr.h"
#include "expr/id_map.h"
#include "util/alloc.h"

#include <stdlib.h>

enum { MOST_NODES = 1 << 16 };

static bool is_leaf(const struct expr *e) { return e->width == 1 || expr_is_const(e); }

bool expr_is_piecewise_constant(struct expr *e) {
  VEC(struct expr *) pending = {0};
  struct id_map seen = {0};
  bool is_piecewise = true;
  vec_push(&pending, e);
  while (pending.count > 0 && is_piecewise) {
    struct expr *part = vec_pop(&pending);
    if (is_leaf(part) || id_map_find(&seen, part->id)) continue;
    unsigned count = expr_child_count(part);
    is_piecewise = count > 0 && part->kind != EXPR_READ && seen.count < MOST_NODES;
    id_map_add(&seen, part->id, 1);
    for (unsigned i = 0; i < count; i++) vec_push(&pending, expr_child(part, i));
  }
  vec_free(&pending);
  id_map_free(&seen);
  return is_piecewise;
}

/* The first part, from the top, that satisfies is_good; parts of conditions are not examined. */
static struct expr *find_part(struct expr *e, bool (*is_good)(struct expr *part)) {
  enum { MOST_LOOKED_AT = 1024 };
  VEC(struct expr *) pending = {0};
  struct id_map seen = {0};
  struct expr *found = NULL;
  vec_push(&pending, e);
  while (pending.count > 0 && found == NULL && seen.count < MOST_LOOKED_AT) {
    struct expr *part = vec_pop(&pending);
    if (is_leaf(part) || id_map_find(&seen, part->id)) continue;
    id_map_add(&seen, part->id, 1);
    bool is_array = part->kind == EXPR_ARRAY || part->kind == EXPR_STORE;
    if (!is_array && part->width <= 64 && is_good(part)) found = part;
    for (unsigned i = 0; i < expr_child_count(part); i++) vec_push(&pending, expr_child(part, i));
  }
  vec_free(&pending);
  id_map_free(&seen);
  return found;
}

static bool is_ite(struct expr *e) { return e->kind == EXPR_ITE; }

struct expr *expr_find_piecewise_constant(struct expr *e) {
  return find_part(e, expr_is_piecewise_constant);
}
struct expr *expr_find_ite(struct expr *e) { return find_part(e, is_ite); }
