/* Which addresses are valid and which are not, for symbolic pointers.

   The valid addresses of an object are one range, and the ranges are in the order of the slots.
   The neighbours of a bad address are usually objects in nearby slots; only if there are none
   are all objects searched. */
#include "memory/space.h"

#include "util/fault.h"

enum { NEARBY = 64 };

bool space_good_range(const struct space *space, const struct object *object, uint64_t size,
                      struct address_range *range) {
  (void)space;
  if (object->kind == OBJECT_CODE || object->kind == OBJECT_PART || object->kind == OBJECT_CHOICE ||
      (object->flags & (OBJECT_FREED | OBJECT_UNDEFINED)) || size > object->size)
    return false;
  *range = (struct address_range){object->base, object->base + (object->size - size)};
  return true;
}

/* The bad addresses found so far around a bad address. */
struct gap {
  uint64_t address, size;
  bool is_write;
  struct address_range range;
};

static int narrow_gap(struct object *object, void *context) {
  struct gap *gap = context;
  struct address_range good;
  for (; object != NULL && object->kind == OBJECT_CHOICE; object = object->content.choice.other)
    if (object->content.choice.then != NULL) narrow_gap(object->content.choice.then, gap);
  if (object == NULL) return 0;
  if (gap->is_write && (object->flags & OBJECT_CONSTANT)) return 0;
  if (!space_good_range(NULL, object, gap->size, &good)) return 0;
  REQUIRE(gap->address < good.first || gap->address > good.last);
  if (good.first > gap->address) {
    if (good.first <= gap->range.last) gap->range.last = good.first - 1;
  } else if (good.last >= gap->range.first) {
    gap->range.first = good.last + 1;
  }
  return 0;
}

/* Searches the nearest slots on one side, starting with that of the address; returns whether
   something there ends the gap. */
static bool bound_gap(const struct space *space, struct gap *gap, bool is_above) {
  uint32_t index = address_index(gap->address);
  for (uint32_t i = 0; i <= NEARBY && (is_above || i < index); i++) {
    struct object *object = tree_get(&space->tree, is_above ? index + i : index - i);
    if (object != NULL && object->kind == OBJECT_PART)
      object = tree_get(&space->tree, object->link);
    if (object == NULL) continue;
    narrow_gap(object, gap);
    if (is_above ? gap->range.last != UINT64_MAX : gap->range.first != 0) return true;
  }
  return false;
}

void space_bad_range(const struct space *space, uint64_t address, uint64_t size, bool is_write,
                     struct address_range *range) {
  struct gap gap = {address, size, is_write, {0, UINT64_MAX}};
  bool is_bounded =
      address_is_possible(address) && bound_gap(space, &gap, false) && bound_gap(space, &gap, true);
  if (!is_bounded) tree_walk(&space->tree, narrow_gap, &gap);
  *range = gap.range;
}

int space_walk_differences(const struct space *a, const struct space *b,
                           tree_visit_difference *visit, void *context) {
  return tree_walk_differences(&a->tree, &b->tree, visit, context);
}
