/* A hash table of arrays by their content. Keeping a table with the object that it was made from
   would save the hashing, but threaded code changes objects without notice, and two states that
   have copied an object would no longer agree. The table does not keep arrays alive: a
   collection may free them, and then they are removed here. */
#include "memory/constant_tables.h"

#include "expr/expr.h"
#include "util/alloc.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

struct table_slot {
  uint64_t hash;
  const struct expr_array *array; /* NULL where empty; borrowed */
  uint32_t number;                /* of the array */
};

struct constant_tables {
  struct table_slot *slots;
  size_t count, capacity; /* a power of two */
};

void constant_tables_free(struct constant_tables *tables) {
  if (tables == NULL) return;
  free(tables->slots);
  free(tables);
}

static struct table_slot *find_slot(const struct constant_tables *tables, uint64_t hash,
                                    const void *content, size_t count, unsigned unit) {
  size_t mask = tables->capacity - 1;
  for (size_t at = hash & mask;; at = (at + 1) & mask) {
    struct table_slot *slot = &tables->slots[at];
    if (slot->array == NULL) return slot;
    if (slot->hash == hash && slot->array->size == count &&
        slot->array->element_width == 8 * unit &&
        memcmp(slot->array->table, content, count * unit) == 0)
      return slot;
  }
}

static void put_slot(struct constant_tables *tables, const struct table_slot *slot) {
  size_t mask = tables->capacity - 1, at = slot->hash & mask;
  while (tables->slots[at].array != NULL) at = (at + 1) & mask;
  tables->slots[at] = *slot;
  tables->count++;
}

/* Rebuilds it with that many slots, without arrays that no longer exist. */
static void renew(struct constant_tables *tables, const struct exprs *exprs, size_t capacity) {
  struct constant_tables renewed = {.capacity = capacity};
  renewed.slots = alloc_zeroed(capacity * sizeof *renewed.slots);
  for (size_t i = 0; i < tables->capacity; i++) {
    const struct table_slot *slot = &tables->slots[i];
    if (slot->array != NULL && expr_find_array(exprs, slot->number) != NULL)
      put_slot(&renewed, slot);
  }
  free(tables->slots);
  *tables = renewed;
}

void constant_tables_forget_freed(struct constant_tables *tables, const struct exprs *exprs) {
  if (tables != NULL && tables->capacity > 0) renew(tables, exprs, tables->capacity);
}

const struct expr_array *constant_tables_find(struct constant_tables **place, struct exprs *exprs,
                                              const void *content, size_t count, unsigned unit) {
  if (*place == NULL) *place = alloc_zeroed(sizeof **place);
  struct constant_tables *tables = *place;
  if (tables->count * 2 >= tables->capacity)
    renew(tables, exprs, tables->capacity ? tables->capacity * 2 : 16);
  uint64_t hash = hash_block(content, count * unit) + unit;
  struct table_slot *slot = find_slot(tables, hash, content, count, unit);
  if (slot->array == NULL) {
    const struct expr_array *array = expr_new_array(exprs, "table", 8 * unit, 64, count, content);
    *slot = (struct table_slot){hash, array, array->number};
    tables->count++;
  }
  return slot->array;
}
