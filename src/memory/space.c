/* Which objects a state has, and where. See memory/address.h for the layout of
   addresses and memory/space.h for how slots are reused. */
#include "memory/space.h"

#include "memory/access.h"
#include "util/fault.h"

#include <string.h>

#define LAST_LEAD ((uint64_t)ADDRESS_LEAD)

void space_init(struct space *space) {
  memset(space, 0, sizeof *space);
  space->next_index = SPACE_CODE_INDEX;
}

struct space space_fork(const struct space *space) {
  struct space copy = *space;
  copy.tree = tree_share(&space->tree);
  return copy;
}

void space_release(struct memory *memory, struct space *space) {
  tree_release(&memory->pool, &space->tree);
}

static uint64_t round_up(uint64_t value, uint64_t align) { return (value + align - 1) & -align; }

/* Offset in the slot at which an object starts: see memory/address.h. */
static uint64_t start_offset(uint32_t index, uint64_t size, uint64_t align) {
  if (align > ADDRESS_PAGE_SIZE) return round_up(ADDRESS_LEAD, align);
  if (size > ADDRESS_PAGE_SIZE) return ADDRESS_LEAD + (uint64_t)(index & 15) * ADDRESS_PAGE_SIZE;
  uint64_t room = ADDRESS_PAGE_SIZE - size;
  uint64_t spread = (uint64_t)index * 0x9e3779b97f4a7c15u >> 52; /* 0 … 4095 */
  return ADDRESS_LEAD + ((room * spread >> 12) & -align);
}

static uint64_t slots_needed(uint32_t index, uint64_t size, uint64_t align) {
  uint64_t end = start_offset(index, size, align) + size + LAST_LEAD;
  return (end + ((uint64_t)1 << ADDRESS_SLOT_BITS) - 1) >> ADDRESS_SLOT_BITS;
}

static void place_object(struct space *space, struct object *object, uint32_t index,
                         uint32_t generation, const struct space_request *request, uint64_t align) {
  object->index = index;
  object->generation = (uint16_t)generation;
  object->kind = (uint8_t)request->kind;
  object->flags = request->flags;
  object->site = request->site;
  object->freed_site = 0;
  object->name = request->name;
  object->link = 0;
  object->base = address_slot_start(index, generation) + start_offset(index, request->size, align);
  if (request->kind == OBJECT_STACK) {
    object->link = space->stack_top;
    space->stack_top = index;
  } else if (request->kind == OBJECT_HEAP) {
    space->heap_live_objects++;
    space->heap_live_bytes += request->size;
  }
}

/* The slot taken from a free list keeps the remains of its last object; when nobody
   else refers to them and they are of the right size, they become the new object. */
static struct object *replace_remains(struct memory *memory, struct object **place, uint64_t size) {
  struct object *remains = *place;
  if (remains->refs == 1 && remains->capacity == object_room(size) &&
      object_is_large(remains) == (size > ADDRESS_PAGE_SIZE)) {
    remains->size = size;
    memset(&remains->content, 0, remains->capacity);
    remains->overlay = NULL;
    return remains;
  }
  object_release(&memory->pool, remains);
  return *place = object_new(&memory->pool, size);
}

static struct object *reuse_slot(struct memory *memory, struct space *space,
                                 const struct space_request *request, uint64_t align) {
  uint32_t index;
  if (request->kind == OBJECT_STACK && space->stack_free != 0)
    index = space->stack_free;
  else if (request->kind == OBJECT_HEAP && space->heap_free_count > SPACE_HEAP_QUARANTINE)
    index = space->heap_free_first;
  else
    return NULL;
  if (slots_needed(index, request->size, align) != 1) return NULL;
  struct object **place = tree_own_place(&memory->pool, &space->tree, index);
  uint32_t generation = (*place)->generation + 1u;
  uint32_t next = (*place)->link;
  if (request->kind == OBJECT_STACK) {
    space->stack_free = next;
  } else {
    space->heap_free_first = next;
    if (--space->heap_free_count == 0) space->heap_free_last = 0;
  }
  struct object *object = replace_remains(memory, place, request->size);
  place_object(space, object, index, generation, request, align);
  return object;
}

static struct object *fill_new_slots(struct memory *memory, struct space *space,
                                     const struct space_request *request, uint64_t align) {
  uint32_t index = space->next_index;
  uint64_t count = slots_needed(index, request->size, align);
  if (count > ADDRESS_MAX_INDEX || index + count > ADDRESS_MAX_INDEX) return NULL;
  space->next_index = index + (uint32_t)count;
  struct object *object = object_new(&memory->pool, request->size);
  *tree_own_place(&memory->pool, &space->tree, index) = object;
  place_object(space, object, index, 0, request, align);
  for (uint32_t i = 1; i < count; i++) {
    struct object *part = object_new(&memory->pool, 0);
    part->kind = OBJECT_PART;
    part->index = index + i;
    part->link = index;
    *tree_own_place(&memory->pool, &space->tree, index + i) = part;
  }
  return object;
}

struct object *space_allocate(struct memory *memory, struct space *space,
                              const struct space_request *request) {
  uint64_t limit = request->kind == OBJECT_STACK ? SPACE_MAX_STACK_OBJECT : SPACE_MAX_OBJECT;
  if (request->size > limit || request->align > (uint64_t)1 << 24) return NULL;
  uint64_t align = request->align < 16 ? 16 : request->align;
  struct object *object = reuse_slot(memory, space, request, align);
  return object ? object : fill_new_slots(memory, space, request, align);
}

struct object *space_own_object(struct memory *memory, struct space *space, struct object *object) {
  struct object **place = tree_own_place(&memory->pool, &space->tree, object->index);
  if ((*place)->refs > 1) {
    struct object *copy = object_copy(&memory->pool, *place);
    object_release(&memory->pool, *place);
    *place = copy;
  }
  return *place;
}

/* Ends an object; its slot joins a free list unless its generations are used up or it
   had company (an object of several slots is never reused). */
static void end_object(struct memory *memory, struct space *space, struct object *object,
                       uint32_t site, bool *is_reusable) {
  memory_forget_object(memory, object);
  object = space_own_object(memory, space, object);
  object_drop_content(&memory->pool, object);
  object->flags |= OBJECT_FREED;
  object->freed_site = site;
  object->link = 0;
  uint64_t end = object->base - address_slot_start(object->index, object->generation) +
                 object->size + LAST_LEAD;
  *is_reusable = object->generation < ADDRESS_MAX_GENERATION && end <= (uint64_t)1
                                                                           << ADDRESS_SLOT_BITS;
}

static void append_heap_slot(struct memory *memory, struct space *space, uint32_t index) {
  if (space->heap_free_last != 0) {
    struct object *last = tree_get(&space->tree, space->heap_free_last);
    space_own_object(memory, space, last)->link = index;
  } else {
    space->heap_free_first = index;
  }
  space->heap_free_last = index;
  space->heap_free_count++;
}

void space_free(struct memory *memory, struct space *space, struct object *object, uint32_t site) {
  bool is_reusable;
  uint32_t index = object->index;
  bool is_heap = object->kind == OBJECT_HEAP;
  if (is_heap) {
    space->heap_live_objects--;
    space->heap_live_bytes -= object->size;
  }
  end_object(memory, space, object, site, &is_reusable);
  if (is_heap && is_reusable) append_heap_slot(memory, space, index);
}

void space_pop_stack(struct memory *memory, struct space *space, uint32_t mark, uint32_t site) {
  while (space->stack_top != mark && space->stack_top != 0) {
    struct object *object = tree_get(&space->tree, space->stack_top);
    uint32_t index = object->index, below = object->link;
    bool is_reusable;
    end_object(memory, space, object, site, &is_reusable);
    space->stack_top = below;
    if (is_reusable) {
      tree_get(&space->tree, index)->link = space->stack_free; /* end_object owns it */
      space->stack_free = index;
    }
  }
}

struct object *space_find(const struct space *space, uint64_t address) {
  if (address >> 63) return NULL;
  struct object *object = tree_get(&space->tree, address_index(address));
  if (object == NULL) return NULL;
  if (object->kind == OBJECT_PART) object = tree_get(&space->tree, object->link);
  if (object->kind == OBJECT_CHOICE) return object;
  return object->generation == address >> ADDRESS_GENERATION_SHIFT ? object : NULL;
}

bool space_was_used(const struct space *space, uint64_t address, enum object_kind *kind) {
  if (address >> 63) return false;
  struct object *object = tree_get(&space->tree, address_index(address));
  if (object == NULL || object->kind == OBJECT_PART) return false;
  if (address >> ADDRESS_GENERATION_SHIFT >= object->generation) return false;
  *kind = object->kind;
  return true;
}
