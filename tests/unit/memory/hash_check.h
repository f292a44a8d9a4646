/* Whether the hashes that a space keeps are still right: forgetting all of them and finding them
   again must give the same. */
#ifndef TESTS_HASH_CHECK_H
#define TESTS_HASH_CHECK_H

#include "memory/content_hash.h"

static inline void hash_forget_object(struct object *object) {
  for (; object != NULL && object->kind == OBJECT_CHOICE; object = object->content.choice.other) {
    object->hash = 0;
    if (object->content.choice.then) hash_forget_object(object->content.choice.then);
  }
  if (object == NULL) return;
  object->hash = 0;
  if (!object_is_large(object) || (object->flags & OBJECT_FREED)) return;
  object_page_sum(object)->is_known = false;
  for (uint64_t i = 0; i < object_page_count(object); i++)
    if (object->content.pages[i]) object->content.pages[i]->hash = 0;
}

static inline void hash_forget_node(struct tree_node *node, unsigned level) {
  node->sums = (struct tree_sums){0};
  for (int i = 0; i < TREE_FANOUT; i++) {
    if (node->child[i] == NULL) continue;
    if (level == 1)
      hash_forget_object(node->child[i]);
    else
      hash_forget_node(node->child[i], level - 1);
  }
}

static inline bool hash_is_right(struct memory *memory, struct space *space) {
  uint64_t live = space_hash(memory, space, SPACE_LIVE), all = space_hash(memory, space, SPACE_ALL);
  if (space->tree.root) hash_forget_node(space->tree.root, space->tree.height);
  return live == space_hash(memory, space, SPACE_LIVE) &&
         all == space_hash(memory, space, SPACE_ALL);
}

#endif
