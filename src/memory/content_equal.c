/* Comparing content exactly. Shared parts are skipped, then hashes find most differences, and
   the rest is compared in canonical form. An absent page of inputs equals a present one. */
#include "memory/content_hash.h"

#include "expr/expr.h"
#include "memory/background.h"
#include "memory/hasher.h"
#include "util/fault.h"

#include <string.h>

bool object_is_equal_range(struct memory *memory, const struct object *a, const struct object *b,
                           uint64_t offset, uint64_t size) {
  struct hasher *hasher = hasher_get(memory);
  for (uint64_t end = offset + size; offset < end;) {
    struct part_view x = object_view_part(a, offset), y = object_view_part(b, offset);
    uint64_t limit = x.start + x.size < end ? x.start + x.size : end;
    if (y.start + y.size < limit) limit = y.start + y.size;
    REQUIRE(offset < limit && x.start == y.start);
    uint32_t from = (uint32_t)(offset - x.start), to = (uint32_t)(limit - x.start);
    canonical_list(memory, a, &x, from, to, CANONICAL_NAMED, &hasher->first);
    canonical_list(memory, b, &y, from, to, CANONICAL_NAMED, &hasher->second);
    if (!canonical_is_same(&hasher->first, &hasher->second, to - from)) return false;
    offset = limit;
  }
  return true;
}

/* Whether both have the same part. Unwritten bytes that were read as different inputs are not
   equal, even in one page. */
static bool is_shared_part(const struct object *a, const struct object *b, uint64_t offset) {
  if (!object_is_large(a)) return false;
  const struct page *page = a->content.pages[offset >> ADDRESS_PAGE_BITS];
  if (page != b->content.pages[offset >> ADDRESS_PAGE_BITS]) return false;
  bool is_named_alike = object_unwritten_id(a) == object_unwritten_id(b);
  if (page != NULL) return is_named_alike || page->written.word == 0;
  return a->background == b->background && (is_named_alike || a->background == NULL);
}

static bool is_same_place(const struct object *a, const struct object *b) {
  return a->index == b->index && a->kind == b->kind && a->generation == b->generation &&
         (a->flags | OBJECT_REACHED) == (b->flags | OBJECT_REACHED) && a->site == b->site &&
         a->name == b->name && a->link == b->link && a->base == b->base && a->size == b->size;
}

static bool is_equal_plain(struct memory *memory, const struct object *a, const struct object *b) {
  if (!is_same_place(a, b)) return false;
  if (a->flags & OBJECT_FREED) return a->freed_site == b->freed_site;
  for (uint64_t at = 0; at < a->size; at += ADDRESS_PAGE_SIZE) {
    uint64_t left = a->size - at, size = left < ADDRESS_PAGE_SIZE ? left : ADDRESS_PAGE_SIZE;
    if (!is_shared_part(a, b, at) && !object_is_equal_range(memory, a, b, at, size)) return false;
  }
  return true;
}

/* The choice with a condition that is not a NOT, and its sides in that order. */
static struct object_choice straighten(const struct object *object) {
  struct object_choice choice = object->content.choice;
  if (choice.condition->kind != EXPR_NOT) return choice;
  return (struct object_choice){expr_child(choice.condition, 0), choice.other, choice.then};
}

static bool is_equal_side(struct memory *memory, struct object *a, struct object *b) {
  if (a == NULL || b == NULL) return a == b;
  return object_is_equal(memory, a, b);
}

bool object_is_equal(struct memory *memory, struct object *a, struct object *b) {
  while (a != b) {
    if (a == NULL || b == NULL) return false;
    if (object_hash(memory, a) != object_hash(memory, b)) return false;
    bool is_choice = a->kind == OBJECT_CHOICE;
    if (is_choice != (b->kind == OBJECT_CHOICE)) return false;
    if (!is_choice) return is_equal_plain(memory, a, b);
    struct object_choice x = straighten(a), y = straighten(b);
    if (x.condition != y.condition || !is_equal_side(memory, x.then, y.then)) return false;
    a = x.other, b = y.other;
  }
  return true;
}

static bool is_same_stack(const struct space *a, const struct space *b) {
  return a->stack_top == b->stack_top;
}

/* Whether further objects will get the same places, as far as the space itself determines it;
   the rest is in the links of free slots. */
static bool is_same_future(const struct space *a, const struct space *b) {
  return memcmp(a->used, b->used, sizeof a->used) == 0 &&
         memcmp(a->stack_free, b->stack_free, sizeof a->stack_free) == 0 &&
         memcmp(a->heap_free, b->heap_free, sizeof a->heap_free) == 0 &&
         a->heap_live_objects == b->heap_live_objects && a->heap_live_bytes == b->heap_live_bytes;
}

struct comparison {
  struct memory *memory;
  enum space_scope scope;
  const struct slot_set *slots; /* those to ignore, from `next` on */
  size_t next;
};

static bool counts(const struct comparison *c, const struct object *object) {
  return object != NULL && (c->scope == SPACE_ALL || object_is_live(object));
}

static int compare_slot(uint32_t index, struct object *a, struct object *b, void *context) {
  struct comparison *c = context;
  while (c->next < c->slots->count && c->slots->indices[c->next] < index) c->next++;
  if (c->next < c->slots->count && c->slots->indices[c->next] == index) return 0;
  if (!counts(c, a) || !counts(c, b)) return counts(c, a) != counts(c, b);
  return !object_is_equal(c->memory, a, b);
}

bool space_is_equal_without(struct memory *memory, struct space *a, struct space *b,
                            enum space_scope scope, const struct slot_set *slots) {
  if (space_hash_without(memory, a, scope, slots) != space_hash_without(memory, b, scope, slots))
    return false;
  struct comparison comparison = {memory, scope, slots, 0};
  return is_same_stack(a, b) && (scope == SPACE_LIVE || is_same_future(a, b)) &&
         space_walk_differences(a, b, compare_slot, &comparison) == 0;
}

bool space_is_equal(struct memory *memory, struct space *a, struct space *b,
                    enum space_scope scope) {
  return space_is_equal_without(memory, a, b, scope, &(struct slot_set){NULL, 0});
}
