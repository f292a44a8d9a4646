/* A naive model of an address space, for comparison with the real one: a list of all
   objects there ever were, each with its bytes. Nothing is shared, a fork is a deep
   copy, and the owner of an address is found by looking through the list. Where an
   object lies is the real space's choice; the model checks that it was a good one. */
#ifndef TESTS_MODEL_H
#define TESTS_MODEL_H

#include "memory/access.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Content is kept in chunks only so that a 70 MB object costs what is written to it. */
enum { MODEL_CHUNK = 1 << 16 };

struct model_object {
  uint64_t base, size;
  enum object_kind kind;
  uint8_t flags;
  uint32_t site, freed_site, name;
  uint32_t slot, slot_count, generation;
  bool is_live;
  uint8_t **chunks; /* owned; NULL where all is zero */
};

struct model_space {
  VEC(struct model_object) objects; /* in order of allocation; the ended ones too */
  VEC(uint32_t) stack;              /* numbers of the live stack objects */
  uint64_t heap_live_objects, heap_live_bytes;
};

static inline uint64_t model_chunk_count(const struct model_object *object) {
  return (object->size + MODEL_CHUNK - 1) / MODEL_CHUNK;
}

static inline void model_read(const struct model_object *object, uint64_t offset, uint8_t *out,
                              uint64_t size) {
  for (uint64_t i = 0, part; i < size; i += part) {
    uint64_t at = offset + i;
    part = MODEL_CHUNK - at % MODEL_CHUNK;
    if (part > size - i) part = size - i;
    const uint8_t *chunk = object->chunks[at / MODEL_CHUNK];
    if (chunk)
      memcpy(out + i, chunk + at % MODEL_CHUNK, part);
    else
      memset(out + i, 0, part);
  }
}

static inline void model_write(struct model_object *object, uint64_t offset, const uint8_t *in,
                               uint64_t size) {
  for (uint64_t i = 0, part; i < size; i += part) {
    uint64_t at = offset + i;
    part = MODEL_CHUNK - at % MODEL_CHUNK;
    if (part > size - i) part = size - i;
    uint8_t **chunk = &object->chunks[at / MODEL_CHUNK];
    if (*chunk == NULL) *chunk = alloc_zeroed(MODEL_CHUNK);
    memcpy(*chunk + at % MODEL_CHUNK, in + i, part);
  }
}

static inline void model_drop_content(struct model_object *object) {
  if (object->chunks == NULL) return;
  for (uint64_t i = 0; i < model_chunk_count(object); i++) free(object->chunks[i]);
  free(object->chunks);
  object->chunks = NULL;
}

static inline void model_release(struct model_space *space) {
  for (size_t i = 0; i < space->objects.count; i++) model_drop_content(&space->objects.data[i]);
  vec_free(&space->objects);
  vec_free(&space->stack);
  space->heap_live_objects = space->heap_live_bytes = 0;
}

static inline struct model_space model_fork(const struct model_space *space) {
  struct model_space sibling = {.heap_live_objects = space->heap_live_objects,
                                .heap_live_bytes = space->heap_live_bytes};
  for (size_t i = 0; i < space->stack.count; i++) vec_push(&sibling.stack, space->stack.data[i]);
  for (size_t i = 0; i < space->objects.count; i++) {
    struct model_object copy = space->objects.data[i];
    if (copy.chunks) {
      uint64_t count = model_chunk_count(&copy);
      uint8_t **chunks = alloc_zeroed((count + 1) * sizeof *chunks);
      for (uint64_t k = 0; k < count; k++)
        if (copy.chunks[k])
          chunks[k] = memcpy(alloc_bytes(MODEL_CHUNK), copy.chunks[k], MODEL_CHUNK);
      copy.chunks = chunks;
    }
    vec_push(&sibling.objects, copy);
  }
  return sibling;
}

static inline bool model_overlaps(const struct model_object *a, const struct model_object *b) {
  return a->base < b->base + b->size && b->base < a->base + a->size;
}

/* Bytes of the slot that must be free on each side. */
static inline uint64_t model_margin(uint32_t slot) {
  return (uint64_t)1 << (address_region_of(slot)->slot_bits - 2);
}

/* Why the place of a new object is bad, or NULL. */
static inline const char *model_judge_place(const struct model_space *space,
                                            struct model_object *object, uint64_t align) {
  uint64_t end = object->base + object->size, margin = model_margin(object->slot);
  if (object->base >> 44 != 1 || end >> 44 != 1) return "address out of range";
  if (object->base % (align > 16 ? align : 16) != 0) return "address not aligned";
  if (address_index(object->base - margin) != object->slot) return "no room in front of the object";
  if (address_index(end + margin - 1) != object->slot + object->slot_count - 1)
    return "no room behind the object";
  if (object->size > ADDRESS_PAGE_SIZE
          ? object->base % ADDRESS_PAGE_SIZE != 0
          : object->base % ADDRESS_PAGE_SIZE + object->size > ADDRESS_PAGE_SIZE)
    return "object badly placed in its page";
  for (size_t i = 0; i < space->objects.count; i++) {
    const struct model_object *other = &space->objects.data[i];
    if (object->slot >= other->slot + other->slot_count ||
        other->slot >= object->slot + object->slot_count)
      continue;
    if (other->is_live) return "overlap with a live object";
    if (other->slot_count != object->slot_count || other->slot != object->slot)
      return "slots of an object of several slots were reused one by one";
    if (other->kind != object->kind) return "slot reused for an object of another kind";
    object->generation = other->generation + 1;
  }
  if (object->size > ADDRESS_PAGE_SIZE || align > ADDRESS_PAGE_SIZE) return NULL;
  for (size_t i = 0; i < space->objects.count; i++) {
    const struct model_object *other = &space->objects.data[i];
    if (other->slot == object->slot && other->generation + 4 > object->generation &&
        other->size <= ADDRESS_PAGE_SIZE && model_overlaps(other, object))
      return "an old address came back too early";
  }
  return NULL;
}

/* Takes over an object that the real space has made. NULL with the reason in *why when
   its place is bad. */
static inline struct model_object *model_allocate(struct model_space *space,
                                                  const struct space_request *request,
                                                  uint64_t base, const char **why) {
  struct model_object object = {.base = base,
                                .size = request->size,
                                .kind = request->kind,
                                .flags = request->flags,
                                .site = request->site,
                                .name = request->name,
                                .slot = address_index(base),
                                .slot_count = 1,
                                .is_live = true};
  uint64_t last = base + request->size + model_margin(object.slot) - 1;
  if (request->size > ADDRESS_PAGE_SIZE) object.slot_count = address_index(last) - object.slot + 1;
  *why = model_judge_place(space, &object, request->align);
  if (*why) return NULL;
  object.chunks = alloc_zeroed((model_chunk_count(&object) + 1) * sizeof *object.chunks);
  if (object.kind == OBJECT_STACK) vec_push(&space->stack, (uint32_t)space->objects.count);
  if (object.kind == OBJECT_HEAP) {
    space->heap_live_objects++;
    space->heap_live_bytes += object.size;
  }
  vec_push(&space->objects, object);
  return &vec_last(&space->objects);
}

static inline void model_end(struct model_space *space, struct model_object *object,
                             uint32_t site) {
  model_drop_content(object);
  object->is_live = false;
  object->freed_site = site;
  if (object->kind == OBJECT_HEAP) {
    space->heap_live_objects--;
    space->heap_live_bytes -= object->size;
  }
}

static inline void model_pop(struct model_space *space, size_t depth, uint32_t site) {
  while (space->stack.count > depth)
    model_end(space, &space->objects.data[vec_pop(&space->stack)], site);
}

struct model_verdict {
  enum access_result result;
  struct model_object *object; /* NULL where none is known */
  int64_t offset;
};

/* The newest object in whose slots the address lies, of whatever generation. */
static inline struct model_object *model_occupant(const struct model_space *space,
                                                  uint64_t address) {
  uint32_t slot = address_index(address);
  for (size_t i = space->objects.count; i-- > 0;) {
    struct model_object *object = &space->objects.data[i];
    if (slot >= object->slot && slot < object->slot + object->slot_count) return object;
  }
  return NULL;
}

/* What an access must lead to. */
static inline struct model_verdict model_check(const struct model_space *space, uint64_t address,
                                               uint64_t size, bool is_write) {
  if (address < ADDRESS_NULL_END) return (struct model_verdict){ACCESS_NULL, NULL, 0};
  struct model_object *object = address >> 44 != 1 ? NULL : model_occupant(space, address);
  if (object == NULL) return (struct model_verdict){ACCESS_WILD, NULL, 0};
  enum access_result ended = object->kind == OBJECT_STACK ? ACCESS_DEAD_STACK : ACCESS_FREED;
  if (address - object->base > object->size &&
      address_is_of_earlier(object->slot, object->generation, object->base, address))
    return (struct model_verdict){ended, NULL, 0};
  struct model_verdict verdict = {ACCESS_GOOD, object, (int64_t)(address - object->base)};
  bool is_inside = verdict.offset >= 0 && (uint64_t)verdict.offset <= object->size &&
                   size <= object->size - (uint64_t)verdict.offset;
  if (!object->is_live)
    verdict.result = ended;
  else if (object->kind == OBJECT_CODE)
    verdict.result = ACCESS_CODE;
  else if (object->flags & OBJECT_UNDEFINED)
    verdict.result = ACCESS_UNDEFINED;
  else if (!is_inside)
    verdict.result = ACCESS_BEYOND;
  else if (is_write && (object->flags & OBJECT_CONSTANT))
    verdict.result = ACCESS_READ_ONLY;
  return verdict;
}

#endif
