/* Which objects a state has, and in which slots. See memory/address.h for the layout of
   addresses and memory/space.h for how slots are reused. */
#include "memory/space.h"

#include "memory/access.h"
#include "util/fault.h"

#include <string.h>

/* Lists of free slots: one per region, and one for objects with several slots. */
enum { RUNS = ADDRESS_REGIONS };

void space_init(struct space *space) { memset(space, 0, sizeof *space); }

struct space space_fork(const struct space *space) {
  struct space copy = *space;
  copy.tree = tree_share(&space->tree);
  return copy;
}

void space_release(struct memory *memory, struct space *space) {
  tree_release(&memory->pool, &space->tree);
}

/* The last region whose slots are large enough, or RUNS if an object needs several slots. */
static unsigned last_region(uint64_t size, uint64_t align) {
  if (size <= ADDRESS_PAGE_SIZE && align <= ADDRESS_PAGE_SIZE) return ADDRESS_REGIONS - 1;
  for (unsigned i = ADDRESS_REGIONS; i-- > 0;)
    if (address_fits(&address_regions[i], size, align)) return i;
  return RUNS;
}

/* The list that a slot of an object is on when it is free. */
unsigned space_list_of(const struct object *object) {
  const struct address_region *region = address_region_of(object->index);
  if (object->size <= ADDRESS_PAGE_SIZE) return (unsigned)(region - address_regions);
  return address_fits(region, object->size, 1) ? (unsigned)(region - address_regions) : RUNS;
}

static void place_object(struct space *space, struct object *object, uint32_t index,
                         uint32_t generation, const struct space_request *request, uint64_t align) {
  object->hash = 0;
  object->index = index;
  object->generation = (uint16_t)generation;
  object->kind = (uint8_t)request->kind;
  object->flags = request->flags;
  object->site = request->site;
  object->freed_site = 0;
  object->name = request->name;
  object->link = 0;
  object->base = address_place(index, object->generation, request->size, align);
  if (request->kind == OBJECT_STACK) {
    object->link = space->stack_top;
    space->stack_top = index;
  } else if (request->kind == OBJECT_HEAP) {
    space->heap_live_objects++;
    space->heap_live_bytes += request->size;
  }
}

/* Whether objects of these sizes need equal room for their content. */
static bool is_same_room(uint64_t a, uint64_t b) {
  if (a <= ADDRESS_PAGE_SIZE || b <= ADDRESS_PAGE_SIZE) return a == b;
  return object_room(a) == object_room(b);
}

/* A slot from a free list holds the remains of its last object. If they are unshared and of the
   right size, they become the new object. */
static struct object *replace_remains(struct memory *memory, struct object **place, uint64_t size) {
  struct object *remains = *place;
  if (remains->refs == 1 && is_same_room(remains->size, size)) {
    remains->size = size;
    memset(&remains->content, 0, object_room(size));
    remains->overlay = NULL;
    remains->written = (struct written){0};
    return remains;
  }
  object_release(&memory->pool, remains);
  return *place = object_new(&memory->pool, size);
}

static uint32_t list_first(const struct space *space, enum object_kind kind, unsigned list) {
  return kind == OBJECT_STACK ? space->stack_free[list] : space->heap_free[list].first;
}

/* Takes a slot off its list; `before` is its predecessor there, 0 if it is the first. */
static void unlink_slot(struct memory *memory, struct space *space, enum object_kind kind,
                        unsigned list, uint32_t before, uint32_t index) {
  uint32_t next = tree_get(&space->tree, index)->link;
  struct slot_list *heap = &space->heap_free[list];
  if (before != 0)
    space_own_object(memory, space, tree_get(&space->tree, before))->link = next;
  else if (kind == OBJECT_STACK)
    space->stack_free[list] = next;
  else
    heap->first = next;
  if (kind == OBJECT_STACK) return;
  heap->count--;
  if (heap->last == index) heap->last = before;
}

static struct object *use_again(struct memory *memory, struct space *space, uint32_t index,
                                const struct space_request *request, uint64_t align) {
  struct object **place = tree_own_place(&memory->pool, &space->tree, index);
  uint32_t generation = (*place)->generation + 1u;
  struct object *object = replace_remains(memory, place, request->size);
  place_object(space, object, index, generation, request, align);
  return object;
}

/* A free object with as many slots as needed, the oldest first. */
static struct object *reuse_run(struct memory *memory, struct space *space,
                                const struct space_request *request, uint64_t align) {
  uint64_t count = address_slots_of_run(request->size);
  uint32_t before = 0, index = list_first(space, request->kind, RUNS);
  while (index != 0) {
    const struct object *remains = tree_get(&space->tree, index);
    if (address_slots_of_run(remains->size) == count) {
      unlink_slot(memory, space, request->kind, RUNS, before, index);
      return use_again(memory, space, index, request, align);
    }
    before = index, index = remains->link;
  }
  return NULL;
}

/* A used slot of the first region that has one. Heap slots stay in quarantine until there are
   enough on their list. */
static struct object *reuse_slot(struct memory *memory, struct space *space,
                                 const struct space_request *request, uint64_t align, unsigned last,
                                 uint32_t quarantine) {
  bool is_heap = request->kind == OBJECT_HEAP;
  if (!is_heap && request->kind != OBJECT_STACK) return NULL;
  if (last == RUNS) {
    if (is_heap && space->heap_free[RUNS].count <= quarantine / SPACE_SLOTS_PER_RUN) return NULL;
    return reuse_run(memory, space, request, align);
  }
  for (unsigned i = 0; i <= last; i++) {
    uint32_t index = list_first(space, request->kind, i);
    if (index == 0 || (is_heap && space->heap_free[i].count <= quarantine)) continue;
    unlink_slot(memory, space, request->kind, i, 0, index);
    return use_again(memory, space, index, request, align);
  }
  return NULL;
}

/* The first of `count` consecutive slots that were never used; 0 if there are none. */
static uint32_t take_new_slots(struct space *space, unsigned region_number, uint64_t count,
                               bool is_last) {
  const struct address_region *region = &address_regions[region_number];
  uint64_t limit = is_last ? region->slots : region->slots / 2, first = space->used[region_number];
  for (uint64_t i = 0; i < count && first + count <= limit;) {
    if (address_is_plausible_constant(region->first_index + (uint32_t)(first + i)))
      first += i + 1, i = 0;
    else
      i++;
  }
  if (first + count > limit) return 0;
  space->used[region_number] = (uint32_t)(first + count);
  return region->first_index + (uint32_t)first;
}

static struct object *fill_new_slots(struct memory *memory, struct space *space,
                                     const struct space_request *request, uint64_t align,
                                     unsigned last) {
  uint64_t count = last == RUNS ? address_slots_of_run(request->size) : 1;
  uint32_t index = 0;
  if (last == RUNS) last = 0;
  for (unsigned i = 0; i <= last && index == 0; i++)
    index = take_new_slots(space, i, count, i == last);
  if (index == 0) return NULL;
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
  if (request->size > limit || request->align > SPACE_MAX_ALIGN) return NULL;
  uint64_t align = request->align < 16 ? 16 : request->align;
  unsigned last = last_region(request->size, align);
  struct object *object = reuse_slot(memory, space, request, align, last, SPACE_HEAP_QUARANTINE);
  if (object == NULL) object = fill_new_slots(memory, space, request, align, last);
  if (object == NULL) object = reuse_slot(memory, space, request, align, last, 0);
  if (object != NULL && request->is_unwritten && memory->unwritten.mode != UNWRITTEN_ZERO)
    object_make_unwritten(&memory->pool, object);
  if (object != NULL) memory_notify(memory, MEMORY_NEW, object->base, object->size);
  return object;
}

struct object *space_own_object(struct memory *memory, struct space *space, struct object *object) {
  struct object **place = tree_own_place(&memory->pool, &space->tree, object->index);
  if ((*place)->refs > 1) {
    struct object *copy = object_copy(&memory->pool, *place);
    object_release(&memory->pool, *place);
    *place = copy;
  }
  (*place)->hash = 0;
  return *place;
}

/* Ends an object; its remains are unshared, and on no list. */
static struct object *end_object(struct memory *memory, struct space *space, struct object *object,
                                 uint32_t site) {
  memory_forget_object(memory, object);
  object = space_own_object(memory, space, object);
  object_drop_content(&memory->pool, object);
  object->flags |= OBJECT_FREED;
  object->freed_site = site;
  object->link = 0;
  return object;
}

static void append_heap_slot(struct memory *memory, struct space *space, unsigned number,
                             uint32_t index) {
  struct slot_list *list = &space->heap_free[number];
  if (list->last != 0) {
    struct object *last = tree_get(&space->tree, list->last);
    space_own_object(memory, space, last)->link = index;
  } else {
    list->first = index;
  }
  list->last = index;
  list->count++;
}

void space_free(struct memory *memory, struct space *space, struct object *object, uint32_t site) {
  bool is_heap = object->kind == OBJECT_HEAP;
  if (is_heap) {
    space->heap_live_objects--;
    space->heap_live_bytes -= object->size;
  }
  object = end_object(memory, space, object, site);
  if (is_heap) append_heap_slot(memory, space, space_list_of(object), object->index);
}

void space_pop_stack(struct memory *memory, struct space *space, uint32_t mark, uint32_t site) {
  while (space->stack_top != mark && space->stack_top != 0) {
    struct object *object = tree_get(&space->tree, space->stack_top);
    space->stack_top = object->link;
    object = end_object(memory, space, object, site);
    unsigned list = space_list_of(object);
    object->link = space->stack_free[list];
    space->stack_free[list] = object->index;
  }
}

/* The last object of the slot, NULL if there was none. */
static inline struct object *find_occupant(const struct space *space, uint64_t address) {
  struct object *object = tree_get(&space->tree, address_index(address));
  if (object != NULL && object->kind == OBJECT_PART) object = tree_get(&space->tree, object->link);
  return object;
}

static bool is_of_earlier(const struct object *object, uint64_t address) {
  return address - object->base > object->size && object->generation != 0 &&
         address_is_of_earlier(object->index, object->generation, object->base, address);
}

struct object *space_find(const struct space *space, uint64_t address) {
  struct object *object = find_occupant(space, address);
  if (object == NULL || object->kind == OBJECT_CHOICE) return object;
  return is_of_earlier(object, address) ? NULL : object;
}

bool space_was_used(const struct space *space, uint64_t address, enum object_kind *kind) {
  const struct object *object = find_occupant(space, address);
  if (object == NULL || object->kind == OBJECT_CHOICE || !is_of_earlier(object, address))
    return false;
  *kind = object->kind;
  return true;
}
