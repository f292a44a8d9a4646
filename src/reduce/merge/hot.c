/* Lists of hot variables by frames. In deep recursion every level has frames of its own, so when
   there are too many lists, all are dropped. */
#include "reduce/merge/hot.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LISTS = 1 << 14 };

void hot_lists_free(struct hot_lists *lists) {
  for (size_t i = 0; i < lists->first.capacity; i++) {
    struct hot_list *list = (struct hot_list *)(uintptr_t)lists->first.entries[i].value;
    while (list != NULL) {
      struct hot_list *next = list->next;
      vec_free(&list->variables);
      vec_free(&list->frames);
      free(list);
      list = next;
    }
  }
  word_map_free(&lists->first);
  *lists = (struct hot_lists){0};
}

static bool has_frames(const struct hot_list *list, const uint64_t *frames, uint32_t count) {
  return list->frames.count == count &&
         memcmp(list->frames.data, frames, count * sizeof *frames) == 0;
}

struct hot_list *hot_lists_get(struct hot_lists *lists, uint64_t hash, const uint64_t *frames,
                               uint32_t count, bool *is_new) {
  if (lists->count >= MOST_LISTS) hot_lists_free(lists);
  uint64_t *first = word_map_place(&lists->first, hash | 1);
  struct hot_list *list = (struct hot_list *)(uintptr_t)*first;
  while (list != NULL && !has_frames(list, frames, count)) list = list->next;
  *is_new = list == NULL;
  if (list != NULL) return list;
  list = alloc_zeroed(sizeof *list);
  for (uint32_t i = 0; i < count; i++) vec_push(&list->frames, frames[i]);
  list->next = (struct hot_list *)(uintptr_t)*first;
  *first = (uint64_t)(uintptr_t)list;
  lists->count++;
  return list;
}
