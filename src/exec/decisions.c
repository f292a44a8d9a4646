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
  if (list == NULL || list->used == 64) {
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

bool decisions_begin_with(const struct decisions *list, const struct decisions *other) {
  uint64_t size = decisions_count(other), count = decisions_count(list);
  if (count < size) return false;
  /* Down to the node that has the other's last decision. Before it all nodes are full. */
  for (; list != NULL && count - list->used >= size && size > 0; list = list->before)
    count -= list->used;
  for (; size > 0 && list != other; list = list->before, other = other->before) {
    unsigned used = other->used;
    if (used < 64 && ((list->bits ^ other->bits) & (((uint64_t)1 << used) - 1)) != 0) return false;
    if (used == 64 && list->bits != other->bits) return false;
    size -= used;
  }
  return true;
}

char *decisions_text(const struct decisions *list) {
  uint64_t at = decisions_count(list);
  char *text = alloc_bytes(at + 1);
  text[at] = '\0';
  for (; list != NULL; list = list->before)
    for (unsigned k = list->used; k-- > 0;) text[--at] = (char)('0' + (list->bits >> k & 1));
  return text;
}
