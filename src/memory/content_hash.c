/* Computing hashes, from the parts up.

   The hash of an object covers its slot, and that of a space is a sum over its objects, kept as
   partial sums in the nodes of the tree. A sum does not depend on the height of the tree, and
   single objects can be subtracted from it. The content of a large object is likewise a sum over
   its pages, where pages of zeros count 0 whether absent or present. It is updated
   incrementally: a page that is about to change is subtracted from the sum and noted, and is
   added again when the hash is next requested. Only if more than PAGE_SUM_MOST pages have
   changed is the sum recomputed, from the hashes that the pages keep.

   Of freed objects, what reports say about them is hashed. Marks of the leak search are ignored. */
#include "memory/content_hash.h"

#include "expr/expr.h"
#include "memory/hasher.h"
#include "util/alloc.h"
#include "util/fault.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum { ZEROS = 1 }; /* the hash of a part that is all zeros */

struct hasher *hasher_get(struct memory *memory) {
  if (memory->hasher == NULL) memory->hasher = alloc_zeroed(sizeof *memory->hasher);
  return memory->hasher;
}

uint64_t memory_hash_value(struct memory *memory, const struct expr *value) {
  return structure_hash(&hasher_get(memory)->values, memory->exprs, value);
}

struct hasher_counts hasher_get_counts(const struct memory *memory) {
  return memory->hasher ? memory->hasher->counts : (struct hasher_counts){0};
}

void hasher_free(struct memory *memory) {
  struct hasher *hasher = memory->hasher;
  if (hasher == NULL) return;
  span_cache_clear(&hasher->spans, &memory->pool);
  structure_hashes_free(&hasher->values);
  vec_free(&hasher->first.spans);
  vec_free(&hasher->second.spans);
  free(hasher);
}

void hasher_forget_freed(struct memory *memory) {
  struct hasher *hasher = memory->hasher;
  if (hasher == NULL) return;
  structure_hashes_clear(&hasher->values);
  span_cache_clear(&hasher->spans, &memory->pool);
}

/* One more round, since hash_mix leaves some of the bits poorly mixed and sums need all of them. */
static uint64_t finish(uint64_t hash) {
  hash = hash_mix(hash, hash >> 32);
  return hash > ZEROS ? hash : hash + 2;
}

/* ---- parts ---- */

static bool is_zero(const uint8_t *bytes, uint64_t size) {
  return size == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0);
}

static uint64_t hash_span(struct memory *memory, uint64_t hash, const struct canonical_span *span) {
  hash = hash_mix(hash, (uint64_t)span->start << 32 | span->end);
  hash = hash_mix(hash, (uint64_t)span->array << 8 | span->kind);
  hash = hash_mix(hash, span->first);
  return span->value ? hash_mix(hash, memory_hash_value(memory, span->value)) : hash;
}

/* An absent page has no bytes to read: they are 0. */
static uint64_t hash_part(struct memory *memory, const struct object *object,
                          const struct part_view *view, uint32_t from, uint32_t to,
                          bool is_absent) {
  struct hasher *hasher = hasher_get(memory);
  struct canonical *part = &hasher->first;
  canonical_list(memory, object, view, from, to, CANONICAL_NAMELESS, part);
  hasher->counts.parts += !is_absent;
  bool is_zeros = is_absent || is_zero(part->bytes, to - from);
  if (part->spans.count == 0 && is_zeros) return ZEROS;
  uint64_t hash = is_zeros ? 0 : hash_block(part->bytes, to - from);
  for (size_t i = 0; i < part->spans.count; i++)
    hash = hash_span(memory, hash, &part->spans.data[i]);
  return finish(hash);
}

/* ---- pages ---- */

/* The term of a page in the sum. */
static uint64_t page_term(struct memory *memory, const struct object *object, uint64_t number) {
  struct page *page = object->content.pages[number];
  hasher_get(memory)->counts.pages++;
  if (page == NULL && object->background == NULL) return 0;
  uint64_t hash = page ? page->hash : 0;
  if (hash == 0) {
    struct part_view view = object_view_part(object, number << ADDRESS_PAGE_BITS);
    hash = hash_part(memory, object, &view, 0, (uint32_t)view.size, page == NULL);
    if (page) page->hash = hash;
  }
  return hash == ZEROS ? 0 : finish(hash_mix(hash, number));
}

static uint64_t sum_all_pages(struct memory *memory, const struct object *object) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < object_page_count(object); i++) sum += page_term(memory, object, i);
  return sum;
}

static uint64_t sum_pages(struct memory *memory, const struct object *object) {
  struct page_sum *pages = object_page_sum(object);
  if (!pages->is_known)
    pages->sum = sum_all_pages(memory, object);
  else
    for (uint32_t i = 0; i < pages->changed_count; i++)
      pages->sum += page_term(memory, object, pages->changed[i]);
  pages->is_known = true;
  pages->changed_count = 0;
  return pages->sum;
}

void object_leave_page(struct memory *memory, struct object *object, uint64_t number) {
  struct page_sum *pages = object_page_sum(object);
  for (uint32_t i = 0; i < pages->changed_count; i++)
    if (pages->changed[i] == number) return;
  if (pages->changed_count == PAGE_SUM_MOST) {
    pages->is_known = false;
    return;
  }
  pages->sum -= page_term(memory, object, number);
  pages->changed[pages->changed_count++] = (uint32_t)number;
}

/* ---- objects ---- */

static uint64_t hash_place(const struct object *object) {
  uint64_t flags = object->flags & (uint8_t)~OBJECT_REACHED;
  uint64_t hash = hash_mix(1, (uint64_t)object->index << 32 | object->link);
  hash = hash_mix(hash, object->base);
  hash = hash_mix(hash, object->size);
  hash = hash_mix(hash, (uint64_t)object->site << 32 | object->name);
  return hash_mix(hash, (uint64_t)object->generation << 16 | flags << 8 | object->kind);
}

static uint64_t hash_plain(struct memory *memory, struct object *object) {
  uint64_t hash = hash_place(object);
  if (object->flags & OBJECT_FREED) return finish(hash_mix(hash, object->freed_site));
  if (object_is_large(object)) return finish(hash_mix(hash, sum_pages(memory, object)));
  struct part_view view = object_view_part(object, 0);
  return finish(hash_mix(hash, hash_part(memory, object, &view, 0, (uint32_t)view.size, false)));
}

static uint64_t hash_object(struct memory *memory, struct object *object);

/* A choice by the negation of a condition equals the choice by the condition with its sides
   swapped. */
static uint64_t hash_sides(struct memory *memory, const struct object *object, uint64_t then,
                           uint64_t other) {
  const struct expr *condition = object->content.choice.condition;
  bool is_not = condition->kind == EXPR_NOT;
  if (is_not) condition = expr_child(condition, 0);
  uint64_t hash = hash_mix(OBJECT_CHOICE, memory_hash_value(memory, condition));
  hash = hash_mix(hash, is_not ? other : then);
  return finish(hash_mix(hash, is_not ? then : other));
}

/* Nested choices are lists that lean to the right, and may be long. */
static uint64_t hash_choice(struct memory *memory, struct object *object) {
  VEC(struct object *) list = {0};
  for (; object != NULL && object->kind == OBJECT_CHOICE && object->hash == 0;
       object = object->content.choice.other)
    vec_push(&list, object);
  uint64_t hash = object ? hash_object(memory, object) : 0;
  while (list.count > 0) {
    object = vec_pop(&list);
    struct object *then = object->content.choice.then;
    hash = hash_sides(memory, object, then ? hash_object(memory, then) : 0, hash);
    object->hash = hash;
  }
  vec_free(&list);
  return hash;
}

static uint64_t hash_object(struct memory *memory, struct object *object) {
  if (object->hash == 0)
    object->hash =
        object->kind == OBJECT_CHOICE ? hash_choice(memory, object) : hash_plain(memory, object);
  return object->hash;
}

uint64_t object_hash(struct memory *memory, struct object *object) {
  if (object->hash == 0) memory_forget_writes(memory);
  return hash_object(memory, object);
}

uint64_t object_hash_range(struct memory *memory, struct object *object, uint64_t offset,
                           uint64_t size) {
  REQUIRE(object->kind != OBJECT_CHOICE && !(object->flags & OBJECT_FREED));
  REQUIRE(offset <= object->size && size <= object->size - offset);
  uint64_t hash = hash_mix(1, size);
  for (uint64_t end = offset + size; offset < end;) {
    struct part_view view = object_view_part(object, offset);
    uint64_t limit = view.start + view.size < end ? view.start + view.size : end;
    uint32_t from = (uint32_t)(offset - view.start), to = (uint32_t)(limit - view.start);
    hash = hash_mix(hash, hash_part(memory, object, &view, from, to, false));
    offset = limit;
  }
  return finish(hash);
}

/* ---- spaces ---- */

static struct tree_sums sum_node(struct memory *memory, struct tree_node *node, unsigned level) {
  if (node->sums.all != 0 || node->sums.live != 0) return node->sums;
  struct tree_sums sums = {0};
  bool is_symbolic = false;
  for (int i = 0; i < TREE_FANOUT; i++) {
    if (node->child[i] == NULL) continue;
    if (level > 1) {
      struct tree_sums below = sum_node(memory, node->child[i], level - 1);
      is_symbolic |= ((struct tree_node *)node->child[i])->may_be_symbolic;
      sums.live += below.live;
      sums.all += below.all;
    } else {
      uint64_t hash = hash_object(memory, node->child[i]);
      sums.all += hash;
      if (object_is_live(node->child[i])) sums.live += hash;
      is_symbolic |= object_may_be_symbolic(node->child[i]);
    }
  }
  node->may_be_symbolic = is_symbolic;
  return node->sums = sums;
}

static struct tree_sums sum_space(struct memory *memory, struct space *space) {
  struct tree_node *root = space->tree.root;
  if (root == NULL) return (struct tree_sums){0};
  if (root->sums.all == 0 && root->sums.live == 0) memory_forget_writes(memory);
  return sum_node(memory, root, space->tree.height);
}

void space_sum(struct memory *memory, struct space *space) { sum_space(memory, space); }

/* What a space has in addition to its objects. */
static uint64_t hash_space(const struct space *space, uint64_t sum, enum space_scope scope) {
  uint64_t hash = hash_mix(sum, space->stack_top);
  if (scope == SPACE_ALL) {
    hash = hash_mix(hash, hash_block(space->used, sizeof space->used));
    hash = hash_mix(hash, hash_block(space->stack_free, sizeof space->stack_free));
    hash = hash_mix(hash, hash_block(space->heap_free, sizeof space->heap_free));
    hash = hash_mix(hash, space->heap_live_objects);
    hash = hash_mix(hash, space->heap_live_bytes);
  }
  return finish(hash);
}

uint64_t space_hash_of(struct memory *memory, struct space *space, const struct slot_set *slots) {
  uint64_t sum = 0;
  for (size_t i = 0; i < slots->count; i++) {
    struct object *object = tree_get(&space->tree, slots->indices[i]);
    if (object != NULL) sum += object_hash(memory, object);
  }
  return sum;
}

static uint64_t sum_without(struct memory *memory, struct space *space, enum space_scope scope,
                            const struct slot_set *slots) {
  struct tree_sums sums = sum_space(memory, space);
  uint64_t sum = scope == SPACE_LIVE ? sums.live : sums.all;
  for (size_t i = 0; i < slots->count; i++) {
    struct object *object = tree_get(&space->tree, slots->indices[i]);
    if (object != NULL && (scope == SPACE_ALL || object_is_live(object)))
      sum -= object_hash(memory, object);
  }
  return sum;
}

uint64_t space_hash_without(struct memory *memory, struct space *space, enum space_scope scope,
                            const struct slot_set *slots) {
  return hash_space(space, sum_without(memory, space, scope, slots), scope);
}

uint64_t space_hash(struct memory *memory, struct space *space, enum space_scope scope) {
  return space_hash_without(memory, space, scope, &(struct slot_set){NULL, 0});
}
