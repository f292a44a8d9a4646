/* Which addresses are good and which are not, for pointers that are not concrete.

   The good addresses of an object are one range, and the ranges are in order of generation,
   then slot. What surrounds a bad address is most often an object of its own
   generation in a slot nearby; only when there is none, all objects are looked at. */
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

/* The bad addresses found so far around one of them. */
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

/* Whether the object's addresses are of the same generation as the gap's: then no other
   object between the two slots can be nearer. */
static bool bounds_gap(const struct gap *gap, const struct object *object) {
  struct address_range good;
  return object->generation == gap->address >> ADDRESS_GENERATION_SHIFT &&
         !(gap->is_write && (object->flags & OBJECT_CONSTANT)) &&
         space_good_range(NULL, object, gap->size, &good);
}

void space_bad_range(const struct space *space, uint64_t address, uint64_t size, bool is_write,
                     struct address_range *range) {
  struct gap gap = {address, size, is_write, {0, UINT64_MAX}};
  uint32_t index = address_index(address);
  bool is_bounded[2] = {false, false};
  for (uint32_t i = 0; i <= NEARBY && !(is_bounded[0] && is_bounded[1]); i++)
    for (int side = 0; side < 2; side++) {
      if (is_bounded[side] || (side == 0 && i > index) || address >> 63) continue;
      struct object *object = tree_get(&space->tree, side == 0 ? index - i : index + i);
      if (object && object->kind == OBJECT_PART) object = tree_get(&space->tree, object->link);
      if (object == NULL || !bounds_gap(&gap, object)) continue;
      narrow_gap(object, &gap);
      is_bounded[object->base > address] = true;
    }
  if (!is_bounded[0] || !is_bounded[1]) tree_walk(&space->tree, narrow_gap, &gap);
  *range = gap.range;
}

int space_walk_differences(const struct space *a, const struct space *b,
                           tree_visit_difference *visit, void *context) {
  return tree_walk_differences(&a->tree, &b->tree, visit, context);
}
