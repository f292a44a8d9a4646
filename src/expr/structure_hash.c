/* Structural hashes, from the leaves up, with an explicit stack: expressions may be deep.

   Constructors order the operands of commutative operators by id, and ids change when an
   expression is made again. So the hashes of such operands are added, which does not depend on
   their order. */
#include "expr/structure_hash.h"

#include "util/alloc.h"
#include "util/hash.h"

#include <stdlib.h>

void structure_hashes_free(struct structure_hashes *hashes) { id_map_free(&hashes->known); }

void structure_hashes_clear(struct structure_hashes *hashes) { id_map_clear(&hashes->known); }

static bool is_commutative(enum expr_kind kind) {
  switch (kind) {
  case EXPR_ADD:
  case EXPR_MUL:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
  case EXPR_EQ: return true;
  default: return false;
  }
}

static uint64_t hash_constant(uint64_t hash, const struct expr *e) {
  uint64_t words[EXPR_MAX_WIDTH / 64];
  expr_const_get_words(e, words);
  return hash_mix(hash, hash_block(words, (e->width + 63) / 64 * sizeof *words));
}

/* Constant tables may be collected and made again under other numbers, so their content is
   hashed. */
static uint64_t hash_array(uint64_t hash, const struct expr_array *array) {
  if (array->table == NULL) return hash_mix(hash, array->number);
  hash = hash_mix(hash, array->element_width);
  return hash_mix(hash,
                  hash_block(array->table, array->size * expr_table_unit(array->element_width)));
}

static uint64_t hash_node(const struct structure_hashes *hashes, const struct exprs *exprs,
                          const struct expr *e) {
  uint64_t hash = hash_mix(1, (uint64_t)e->kind << 16 | e->width), sum = 0;
  unsigned count = expr_child_count(e);
  switch (e->kind) {
  case EXPR_CONST: return hash_constant(hash, e);
  case EXPR_INPUT: hash = hash_mix(hash, expr_input_index(e)); /* fall through */
  case EXPR_ARRAY: return hash_array(hash, expr_array_of(exprs, e));
  case EXPR_EXTRACT: hash = hash_mix(hash, expr_extract_low(e)); break;
  default: break;
  }
  for (unsigned i = 0; i < count; i++) {
    uint64_t child = *id_map_find(&hashes->known, expr_child(e, i)->id);
    sum += child;
    if (!is_commutative(e->kind)) hash = hash_mix(hash, child);
  }
  return is_commutative(e->kind) ? hash_mix(hash, sum) : hash;
}

uint64_t structure_hash(struct structure_hashes *hashes, const struct exprs *exprs,
                        const struct expr *e) {
  const uint64_t *known = id_map_find(&hashes->known, e->id);
  if (known != NULL) return *known;
  VEC(const struct expr *) stack = {0};
  vec_push(&stack, e);
  while (stack.count > 0) {
    const struct expr *last = vec_last(&stack);
    size_t before = stack.count;
    bool is_known = id_map_find(&hashes->known, last->id) != NULL;
    for (unsigned i = 0; !is_known && i < expr_child_count(last); i++) {
      const struct expr *child = expr_child(last, i);
      if (id_map_find(&hashes->known, child->id) == NULL) vec_push(&stack, child);
    }
    if (stack.count > before) continue;
    if (!is_known) id_map_add(&hashes->known, last->id, hash_node(hashes, exprs, last));
    stack.count--;
  }
  vec_free(&stack);
  return *id_map_find(&hashes->known, e->id);
}
