/* Sets of conjunct ids. Along a path conjuncts are mostly made in order, so insertion sort is used
   unless it has to move too much. */
#include "solver/id_set.h"

#include "expr/expr.h"
#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

static int compare_ids(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_ids(uint64_t *ids, size_t count) {
  size_t moves = 0, allowed = 4 * count + 64;
  for (size_t i = 1; i < count; i++) {
    uint64_t id = ids[i];
    size_t at = i;
    for (; at > 0 && ids[at - 1] > id; at--) ids[at] = ids[at - 1];
    ids[at] = id;
    moves += i - at;
    if (moves > allowed) {
      qsort(ids, count, sizeof *ids, compare_ids);
      return;
    }
  }
}

static void finish(struct id_set *set) {
  uint64_t *ids = set->ids.data;
  size_t count = 0;
  sort_ids(ids, set->ids.count);
  set->hash = set->signature = 0;
  for (size_t i = 0; i < set->ids.count; i++) {
    if (count > 0 && ids[count - 1] == ids[i]) continue;
    uint64_t hash = id_hash(ids[i]);
    ids[count++] = ids[i];
    set->hash += hash;
    set->signature |= (uint64_t)1 << (hash & 63);
  }
  set->ids.count = count;
}

void id_set_of_query(struct id_set *set, const struct query *query) {
  vec_clear(&set->ids);
  for (size_t i = 0; i < query->count; i++)
    if (!expr_is_true(query->conjuncts[i])) vec_push(&set->ids, query->conjuncts[i]->id);
  finish(set);
}

void id_set_of_core(struct id_set *set, const struct query *query, const bool *in_core) {
  vec_clear(&set->ids);
  for (size_t i = 0; i < query->count; i++)
    if (in_core[i]) vec_push(&set->ids, query->conjuncts[i]->id);
  finish(set);
}

void id_set_free(struct id_set *set) { vec_free(&set->ids); }

static bool has_id(const uint64_t *ids, size_t count, uint64_t id) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (ids[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && ids[low] == id;
}

bool id_set_includes(const uint64_t *whole, size_t whole_count, const uint64_t *part,
                     size_t part_count) {
  if (part_count > whole_count) return false;
  if (part_count * 8 < whole_count) {
    for (size_t i = part_count; i-- > 0;)
      if (!has_id(whole, whole_count, part[i])) return false;
    return true;
  }
  size_t at = 0;
  for (size_t i = 0; i < part_count; i++) {
    while (at < whole_count && whole[at] < part[i]) at++;
    if (at == whole_count || whole[at] != part[i]) return false;
  }
  return true;
}

bool *id_set_flags(const struct query *query, const uint64_t *ids, size_t count) {
  bool *flags = alloc_zeroed((query->count ? query->count : 1) * sizeof *flags);
  for (size_t i = 0; i < query->count; i++) flags[i] = has_id(ids, count, query->conjuncts[i]->id);
  return flags;
}
