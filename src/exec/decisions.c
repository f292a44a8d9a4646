/* Names of paths. A node is changed in place as long as one path alone has it. */
#include "exec/decisions.h"

#include "util/alloc.h"

#include <stdlib.h>

static struct decisions *new_node(struct decisions *before) {
  struct decisions *node = alloc_bytes(sizeof *node);
  *node = (struct decisions){.refs = 1, .before = before};
  return node;
}

struct decisions *decisions_add(struct decisions *list, unsigned bit) {
  struct decisions *node = list;
  if (list == NULL || list->used == 64 || list->is_open) {
    node = new_node(list);
  } else if (list->refs > 1) {
    node = new_node(decisions_share(list->before));
    node->bits = list->bits;
    node->used = list->used;
    list->refs--;
  }
  node->bits |= (uint64_t)(bit & 1) << node->used++;
  return node;
}

struct decisions *decisions_add_open(struct decisions *list, unsigned bit) {
  struct decisions *node = new_node(list);
  node->bits = bit & 1;
  node->used = 1;
  node->is_open = true;
  return node;
}

void decisions_settle(struct decisions *list, bool was_decision) {
  list->is_open = false;
  if (!was_decision) list->used = 0;
}

struct decisions *decisions_share(struct decisions *list) {
  if (list != NULL) list->refs++;
  return list;
}

void decisions_release(struct decisions *list) {
  while (list != NULL && --list->refs == 0) {
    struct decisions *before = list->before;
    free(list);
    list = before;
  }
}

uint64_t decisions_count(const struct decisions *list) {
  uint64_t count = 0;
  for (; list != NULL; list = list->before) count += list->used;
  return count;
}

/* The first `size` decisions of the list: the node that has the last of them, and how many of them
   are in it. */
static const struct decisions *find_prefix(const struct decisions *list, uint64_t size,
                                           unsigned *used) {
  uint64_t count = decisions_count(list);
  for (; list != NULL && count - list->used >= size; list = list->before) count -= list->used;
  *used = (unsigned)(size - (list != NULL ? count - list->used : 0));
  return list;
}

static unsigned bit_before(const struct decisions **list, unsigned *used) {
  while (*used == 0) {
    *list = (*list)->before;
    *used = (*list)->used;
  }
  return (*list)->bits >> --*used & 1;
}

bool decisions_begin_with(const struct decisions *list, const struct decisions *other) {
  uint64_t left = decisions_count(other);
  unsigned used, other_used;
  if (decisions_count(list) < left) return false;
  list = find_prefix(list, left, &used);
  other = find_prefix(other, left, &other_used);
  for (; left > 0 && (list != other || used != other_used); left--)
    if (bit_before(&list, &used) != bit_before(&other, &other_used)) return false;
  return true;
}

char *decisions_text(const struct decisions *list) {
  uint64_t at = decisions_count(list);
  char *text = alloc_bytes(at + 1);
  text[at] = '\0';
  for (; list != NULL; list = list->before)
    for (unsigned k = list->used; k-- > 0;)
      text[--at] = list->is_open ? '?' : (char)('0' + (list->bits >> k & 1));
  return text;
}
