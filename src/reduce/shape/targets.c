/* Numbering the targets of pointers. Values are chains of ites over constants, which comparisons
   and address arithmetic go into (expr/rewrite_choice.c), so that an access through a pointer asks
   for its number. */
#include "reduce/shape/targets.h"

#include "expr/expr.h"
#include "expr/id_map.h"
#include "memory/address.h"
#include "util/alloc.h"

#include <stdlib.h>

enum { MOST_NODES = 256 };

bool targets_have(const struct targets *targets, uint64_t word, uint32_t *number) {
  for (uint32_t i = 0; i < targets->count; i++) {
    if (targets->words[i] != word) continue;
    *number = i;
    return true;
  }
  return false;
}

bool targets_add(struct targets *targets, uint64_t word) {
  uint32_t number;
  if (targets_have(targets, word, &number)) return true;
  if (targets->count == MOST_TARGETS) return false;
  targets->words[targets->count++] = word;
  return true;
}

bool targets_list(struct expr *value, struct targets *targets) {
  VEC(struct expr *) queue = {0};
  struct id_map visited = {0};
  bool is_good = value->width == 64;
  *targets = (struct targets){0};
  vec_push(&queue, value);
  for (size_t i = 0; i < queue.count && is_good; i++) {
    struct expr *e = queue.data[i];
    if (id_map_find(&visited, e->id) != NULL) continue;
    id_map_add(&visited, e->id, 1);
    if (expr_is_const(e)) {
      is_good = targets_add(targets, expr_const_value(e));
    } else if (e->kind == EXPR_ITE && queue.count < MOST_NODES) {
      vec_push(&queue, expr_child(e, 1));
      vec_push(&queue, expr_child(e, 2));
    } else {
      is_good = false;
    }
  }
  id_map_free(&visited);
  vec_free(&queue);
  return is_good;
}

bool targets_may_point(const struct targets *targets) {
  for (uint32_t i = 0; i < targets->count; i++)
    if (address_is_possible(targets->words[i])) return true;
  return false;
}

struct expr *targets_choose(struct exprs *exprs, const struct targets *targets,
                            struct expr *number) {
  if (targets->count == 0) return expr_const(exprs, 64, 0);
  uint32_t i = targets->count - 1;
  struct expr *word = expr_const(exprs, 64, targets->words[i]);
  while (i-- > 0)
    word = expr_ite(exprs, expr_eq(exprs, number, expr_const(exprs, TARGET_BITS, i)),
                    expr_const(exprs, 64, targets->words[i]), word);
  return word;
}
