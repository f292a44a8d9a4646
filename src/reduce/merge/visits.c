/* Lists of the states at a place, by hash. */
#include "reduce/merge/merger.h"

void visit_link(struct word_map *map, struct visit *visit) {
  uint64_t *first = word_map_place(map, visit->hash);
  visit->before = NULL;
  visit->after = (struct visit *)(uintptr_t)*first;
  if (visit->after) visit->after->before = visit;
  *first = (uint64_t)(uintptr_t)visit;
}

void visit_unlink(struct word_map *map, struct visit *visit) {
  if (visit->after) visit->after->before = visit->before;
  if (visit->before)
    visit->before->after = visit->after;
  else if (visit->after)
    *word_map_place(map, visit->hash) = (uint64_t)(uintptr_t)visit->after;
  else
    word_map_remove(map, visit->hash);
}

struct visit *visit_first(const struct word_map *map, uint64_t hash) {
  const uint64_t *first = word_map_find(map, hash);
  return first ? (struct visit *)(uintptr_t)*first : NULL;
}
