/* Plays operations on real address spaces and on their models side by side.

   An operation is a kind and four random numbers; what they mean (which object, which
   range) is decided when it is played, from what the model has at that moment. So any
   subsequence of a trace is a trace, which is what the shrinker needs. */
#ifndef TESTS_PLAYER_H
#define TESTS_PLAYER_H

#include "../util/random.h"
#include "model.h"
#include "pool_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { PLAYER_PLACES = 6, PLAYER_MAX_RANGE = 1 << 18 };

struct player_op {
  unsigned kind; /* in the table of player_ops.h */
  uint64_t a, b, c, d;
};

struct player_mark {
  uint32_t real; /* space.stack_top */
  size_t depth;  /* of the model's stack */
};

/* A space and its model. */
struct player_place {
  bool is_used;
  struct space space;
  struct model_space model;
  VEC(struct player_mark) marks;
};

struct player {
  struct memory memory;
  struct player_place places[PLAYER_PLACES];
  unsigned current;     /* the place that runs */
  uint64_t address_sum; /* of all addresses given, for the test of determinism */
  FILE *log;            /* where each operation is printed; NULL: nowhere */
  char why[512];        /* what went wrong */
  uint8_t buffer[PLAYER_MAX_RANGE], wanted[PLAYER_MAX_RANGE];
};

static inline bool player_fail(struct player *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline void player_log(struct player *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static inline bool player_fail(struct player *p, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(p->why, sizeof p->why, format, arguments);
  va_end(arguments);
  return false;
}

static inline void player_log(struct player *p, const char *format, ...) {
  if (p->log == NULL) return;
  va_list arguments;
  va_start(arguments, format);
  vfprintf(p->log, format, arguments);
  va_end(arguments);
}

static inline struct player_place *player_here(struct player *p) { return &p->places[p->current]; }

static inline const char *player_result_name(enum access_result result) {
  static const char *const names[] = {"good",       "null",      "wild",      "beyond", "freed",
                                      "dead stack", "read only", "undefined", "code",   "symbolic"};
  return (unsigned)result < sizeof names / sizeof *names ? names[result] : "?";
}

/* ---- choosing objects and ranges ---- */

/* A live object, or with `any` an ended one too; NULL if there is none. */
static inline struct model_object *player_pick_object(struct player *p, uint64_t choice, bool any) {
  struct model_space *model = &player_here(p)->model;
  size_t count = model->objects.count;
  for (size_t i = 0; i < count; i++) {
    struct model_object *object = &model->objects.data[(choice + i) % count];
    if (any || object->is_live) return object;
  }
  return NULL;
}

static inline uint64_t player_pick_size(uint64_t choice) {
  struct random random = {choice};
  switch (random_below(&random, 16)) {
  case 0: return 0;
  case 1 ... 5: return random_between(&random, 1, 32);
  case 6 ... 8: return random_between(&random, 1, 5000);
  case 9: return ADDRESS_PAGE_SIZE + random_below(&random, 17) - 8;
  case 10 ... 11:
    return random_between(&random, 1, 5) * ADDRESS_PAGE_SIZE + random_below(&random, 17) - 8;
  case 12: return (uint64_t)1 << random_below(&random, 17);
  case 13: return random_between(&random, 1, 1 << 17);
  case 14: return random_between(&random, 1, 1 << 20);
  default: return random_between(&random, 1, (uint64_t)70 << 20);
  }
}

/* A range in or near an object, often at an edge of it or of one of its pages. */
static inline void player_pick_range(const struct model_object *object, uint64_t choice,
                                     uint64_t *address, uint64_t *size) {
  struct random random = {choice};
  uint64_t point = random_below(&random, object->size + 1);
  switch (random_below(&random, 6)) {
  case 0: point = 0; break;
  case 1: point = object->size; break;
  case 2 ... 3: point &= -(uint64_t)ADDRESS_PAGE_SIZE; break;
  default: break;
  }
  if (random_chance(&random, 70)) point += random_below(&random, 25) - 12;
  switch (random_below(&random, 8)) {
  case 0 ... 3: *size = random_between(&random, 0, 24); break;
  case 4: *size = ADDRESS_PAGE_SIZE + random_below(&random, 5) - 2; break;
  case 5: *size = object->size; break;
  default: *size = random_between(&random, 1, 20000);
  }
  if (*size > PLAYER_MAX_RANGE) *size = PLAYER_MAX_RANGE;
  if (random_chance(&random, 85)) { /* mostly inside */
    if (point > object->size) point = (int64_t)point < 0 ? 0 : object->size;
    if (*size > object->size - point) *size = object->size - point;
  }
  *address = object->base + point;
}

/* Any address at all: near objects, low, high, in slots never used. */
static inline uint64_t player_pick_address(struct player *p, uint64_t choice) {
  struct random random = {choice};
  struct model_object *object = player_pick_object(p, random_next(&random), true);
  uint64_t address, size;
  switch (random_below(&random, 8)) {
  case 0: return random_below(&random, 100);
  case 1: return random_next(&random);
  case 2: return random_below(&random, ADDRESS_NULL_END + 10);
  default: break;
  }
  if (object == NULL) return random_next(&random) >> random_below(&random, 64);
  player_pick_range(object, random_next(&random), &address, &size);
  switch (random_below(&random, 6)) {
  case 0: return address ^ (uint64_t)1 << random_between(&random, 16, 63);
  case 1: return address + random_below(&random, 1 << 20) - (1 << 19);
  default: return address;
  }
}

/* ---- comparing ---- */

/* Whether what an access did is what the model says of it. */
static inline bool player_judge(struct player *p, const char *what, uint64_t address, uint64_t size,
                                bool is_good, const struct access_fault *fault,
                                const struct model_verdict *verdict) {
  if (is_good && verdict->result == ACCESS_GOOD) return true;
  enum access_result result = is_good ? ACCESS_GOOD : fault->result;
  if (result != verdict->result)
    return player_fail(p, "%s of %" PRIu64 " bytes at 0x%" PRIx64 ": %s instead of %s", what, size,
                       address, player_result_name(result), player_result_name(verdict->result));
  if ((fault->object != NULL) != (verdict->object != NULL))
    return player_fail(p, "%s at 0x%" PRIx64 ": object %sknown", what, address,
                       fault->object ? "" : "un");
  if (fault->object == NULL) return true;
  if (fault->object->base != verdict->object->base || fault->offset != verdict->offset ||
      fault->object->size != verdict->object->size ||
      fault->object->name != verdict->object->name ||
      fault->object->site != verdict->object->site || fault->object->kind != verdict->object->kind)
    return player_fail(p, "%s at 0x%" PRIx64 ": another object or offset", what, address);
  if (!verdict->object->is_live && fault->object->freed_site != verdict->object->freed_site)
    return player_fail(p, "%s at 0x%" PRIx64 ": another place of the end", what, address);
  return true;
}

static inline bool player_same_bytes(struct player *p, const char *what, uint64_t address,
                                     const uint8_t *actual, const uint8_t *wanted, uint64_t size) {
  for (uint64_t i = 0; i < size; i++)
    if (actual[i] != wanted[i])
      return player_fail(p, "%s: byte at 0x%" PRIx64 " is 0x%02x instead of 0x%02x", what,
                         address + i, actual[i], wanted[i]);
  return true;
}

/* Compares a real object with its model, page by page and past all caches. */
static inline bool player_check_object(struct player *p, const struct space *space,
                                       const struct model_object *wanted) {
  const struct object *object = space_find(space, wanted->base);
  if (object == NULL || object->base != wanted->base || object->size != wanted->size ||
      object->kind != wanted->kind || object->flags != wanted->flags)
    return player_fail(p, "the object at 0x%" PRIx64 " is not what it was", wanted->base);
  if (wanted->size <= ADDRESS_PAGE_SIZE) {
    model_read(wanted, 0, p->wanted, wanted->size);
    return player_same_bytes(p, "content", wanted->base, object->content.bytes, p->wanted,
                             wanted->size);
  }
  for (uint64_t i = 0; i < object_page_count(object); i++) {
    const struct page *page = object->content.pages[i];
    uint64_t at = i * ADDRESS_PAGE_SIZE, size = wanted->size - at;
    if (size > ADDRESS_PAGE_SIZE) size = ADDRESS_PAGE_SIZE;
    if (page == NULL && wanted->chunks[at / MODEL_CHUNK] == NULL) continue;
    model_read(wanted, at, p->wanted, size);
    if (page == NULL) memset(p->buffer, 0, size);
    if (!player_same_bytes(p, "content", wanted->base + at, page ? page->bytes : p->buffer,
                           p->wanted, size))
      return false;
  }
  return true;
}

static inline bool player_check_place(struct player *p, const struct player_place *place) {
  const struct model_space *model = &place->model;
  if (place->space.heap_live_objects != model->heap_live_objects ||
      place->space.heap_live_bytes != model->heap_live_bytes)
    return player_fail(p, "the heap is said to have %" PRIu64 " objects instead of %" PRIu64,
                       place->space.heap_live_objects, model->heap_live_objects);
  uint32_t top = model->stack.count ? model->objects.data[vec_last(&model->stack)].slot : 0;
  if (place->space.stack_top != top)
    return player_fail(p, "the stack's top is slot %u instead of %u", place->space.stack_top, top);
  for (size_t i = 0; i < model->objects.count; i++)
    if (model->objects.data[i].is_live &&
        !player_check_object(p, &place->space, &model->objects.data[i]))
      return false;
  return true;
}

static inline bool player_check_entry(struct player *p, const struct cache_entry *entry,
                                      bool is_write) {
  uint64_t size = entry->limit[0];
  const char *what = is_write ? "write cache" : "read cache";
  for (unsigned k = 1; k < 4; k++) {
    uint64_t bytes = (uint64_t)1 << k, limit = size >= bytes ? size - bytes + 1 : 0;
    if (entry->limit[k] != limit) return player_fail(p, "%s: limits differ", what);
  }
  if (size == 0) return true;
  struct model_verdict verdict = model_check(&player_here(p)->model, entry->base, size, is_write);
  if (verdict.result != ACCESS_GOOD)
    return player_fail(p, "%s has 0x%" PRIx64 ", which is %s", what, entry->base,
                       player_result_name(verdict.result));
  model_read(verdict.object, (uint64_t)verdict.offset, p->wanted, size);
  return player_same_bytes(p, what, entry->base, entry->data, p->wanted, size);
}

static inline bool player_check_caches(struct player *p) {
  for (int i = 0; i < CACHE_SIZE; i++)
    if (!player_check_entry(p, &p->memory.read_cache[i], false) ||
        !player_check_entry(p, &p->memory.write_cache[i], true))
      return false;
  return true;
}

#endif
