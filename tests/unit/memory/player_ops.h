/* The operations that traces are made of. Those on ranges come in pairs: the long way
   (memory_read and the like) and the way of threaded code, which asks the caches first. */
#ifndef TESTS_PLAYER_OPS_H
#define TESTS_PLAYER_OPS_H

#include "hash_check.h"
#include "player.h"

/* X(name, weight) */
#define PLAYER_OPS(X)                                                                              \
  X(allocate, 14)                                                                                  \
  X(free, 5)                                                                                       \
  X(mark, 4)                                                                                       \
  X(pop, 4)                                                                                        \
  X(read, 8)                                                                                       \
  X(write, 12)                                                                                     \
  X(set, 4)                                                                                        \
  X(copy, 8)                                                                                       \
  X(move_block, 2)                                                                                 \
  X(load, 12)                                                                                      \
  X(store, 14)                                                                                     \
  X(probe, 10)                                                                                     \
  X(initialise, 3)                                                                                 \
  X(string, 2)                                                                                     \
  X(fork, 4)                                                                                       \
  X(release, 3)                                                                                    \
  X(switch_to, 6)                                                                                  \
  X(siblings, 1)                                                                                   \
  X(churn, 1)                                                                                      \
  X(hash, 5)                                                                                       \
  X(check, 4)

enum player_op_kind {
#define X(name, weight) PLAYER_##name,
  PLAYER_OPS(X)
#undef X
      PLAYER_KIND_COUNT
};

static inline bool player_play(struct player *p, const struct player_op *op);

/* ---- objects come and go ---- */

static inline struct model_object *player_new_object(struct player *p,
                                                     const struct space_request *request) {
  struct player_place *here = player_here(p);
  struct object *object = space_allocate(&p->memory, &here->space, request);
  if (object == NULL) {
    player_fail(p, "no room for %" PRIu64 " bytes", request->size);
    return NULL;
  }
  const char *why;
  struct model_object *wanted = model_allocate(&here->model, request, object->base, &why);
  p->address_sum = (p->address_sum ^ object->base) * 0x100000001b3u;
  if (wanted == NULL) player_fail(p, "object at 0x%" PRIx64 ": %s", object->base, why);
  player_log(p, "allocate kind %d flags %u size %" PRIu64 " align %" PRIu64 ": 0x%" PRIx64 "\n",
             request->kind, request->flags, request->size, request->align, object->base);
  return wanted;
}

static inline bool player_do_allocate(struct player *p, const struct player_op *op) {
  struct random random = {op->a};
  struct space_request request = {.size = player_pick_size(op->b),
                                  .align = random_chance(&random, 50)   ? 0
                                           : random_chance(&random, 80) ? 1 << op->c % 13
                                                                        : 1 << op->c % 25,
                                  .kind = OBJECT_HEAP,
                                  .site = (uint32_t)op->d % 1000,
                                  .name = (uint32_t)(op->d >> 32) % 1000};
  switch (random_below(&random, 12)) {
  case 0: request.kind = OBJECT_CODE, request.flags = OBJECT_CONSTANT; break;
  case 1: request.kind = OBJECT_GLOBAL, request.flags = OBJECT_UNDEFINED; break;
  case 2: request.kind = OBJECT_GLOBAL, request.flags = OBJECT_CONSTANT; break;
  case 3: request.kind = OBJECT_GLOBAL; break;
  case 4 ... 7: request.kind = OBJECT_STACK; break;
  default: break;
  }
  struct model_object *object = player_new_object(p, &request);
  return object != NULL && player_check_object(p, &player_here(p)->space, object);
}

static inline bool player_end_object(struct player *p, struct model_object *object, uint32_t site) {
  struct player_place *here = player_here(p);
  struct object *real = space_find(&here->space, object->base);
  if (real == NULL) return player_fail(p, "no object at 0x%" PRIx64, object->base);
  player_log(p, "free 0x%" PRIx64 "\n", object->base);
  space_free(&p->memory, &here->space, real, site);
  model_end(&here->model, object, site);
  return true;
}

static inline bool player_do_free(struct player *p, const struct player_op *op) {
  struct model_object *object = player_pick_object(p, op->a, false);
  if (object == NULL || (object->kind != OBJECT_HEAP && object->kind != OBJECT_GLOBAL)) return true;
  return player_end_object(p, object, (uint32_t)op->b % 1000);
}

static inline bool player_do_mark(struct player *p, const struct player_op *op) {
  (void)op;
  struct player_place *here = player_here(p);
  vec_push(&here->marks, ((struct player_mark){here->space.stack_top, here->model.stack.count}));
  return true;
}

static inline bool player_do_pop(struct player *p, const struct player_op *op) {
  struct player_place *here = player_here(p);
  struct player_mark mark = {0, 0};
  uint32_t site = (uint32_t)op->b % 1000;
  for (uint64_t i = 0; here->marks.count > 0 && i <= op->a % 3; i++) mark = vec_pop(&here->marks);
  player_log(p, "pop to depth %zu of %zu\n", mark.depth, here->model.stack.count);
  space_pop_stack(&p->memory, &here->space, mark.real, site);
  model_pop(&here->model, mark.depth, site);
  return true;
}

/* Enough objects to come round the quarantine of the heap and through some generations. */
static inline bool player_do_churn(struct player *p, const struct player_op *op) {
  struct random random = {op->b};
  struct player_place *here = player_here(p);
  uint64_t count = (uint64_t)1 << random_below(&random, 11);
  bool is_heap = op->a % 2 == 0;
  for (uint64_t i = 0; i < count; i++) {
    struct space_request request = {.size = random_below(&random, op->c % 8 ? 40 : 9000),
                                    .kind = is_heap ? OBJECT_HEAP : OBJECT_STACK};
    uint32_t top = here->space.stack_top;
    size_t depth = here->model.stack.count;
    struct model_object *object = player_new_object(p, &request);
    if (object == NULL) return false;
    if (is_heap) {
      if (!player_end_object(p, object, 1)) return false;
    } else {
      space_pop_stack(&p->memory, &here->space, top, 1);
      model_pop(&here->model, depth, 1);
    }
  }
  return true;
}

/* ---- ranges, the long way ---- */

static inline void player_fill(struct player *p, uint64_t seed, uint64_t size) {
  struct random random = {seed};
  for (uint64_t i = 0; i < size; i++) p->buffer[i] = (uint8_t)random_next(&random);
}

/* What an operation on one range needs: the range and what the model says of it. */
static inline bool player_take_range(struct player *p, const struct player_op *op, bool is_write,
                                     uint64_t *address, uint64_t *size,
                                     struct model_verdict *verdict) {
  struct model_object *object = player_pick_object(p, op->a, op->d % 8 == 0);
  if (object == NULL) return false;
  player_pick_range(object, op->b, address, size);
  *verdict = model_check(&player_here(p)->model, *address, *size, is_write);
  player_log(p, "%s 0x%" PRIx64 " + %" PRIu64 ": %s\n", is_write ? "change" : "read", *address,
             *size, player_result_name(verdict->result));
  return true;
}

static inline bool player_do_read(struct player *p, const struct player_op *op) {
  uint64_t address, size;
  struct model_verdict verdict;
  struct access_fault fault;
  if (!player_take_range(p, op, false, &address, &size, &verdict)) return true;
  bool is_good = memory_read(&p->memory, &player_here(p)->space, address, p->buffer, size, &fault);
  if (!player_judge(p, "read", address, size, is_good, &fault, &verdict)) return false;
  if (!is_good) return true;
  model_read(verdict.object, (uint64_t)verdict.offset, p->wanted, size);
  return player_same_bytes(p, "read", address, p->buffer, p->wanted, size);
}

static inline bool player_do_write(struct player *p, const struct player_op *op) {
  uint64_t address, size;
  struct model_verdict verdict;
  struct access_fault fault;
  if (!player_take_range(p, op, true, &address, &size, &verdict)) return true;
  player_fill(p, op->c, size);
  bool is_good = memory_write(&p->memory, &player_here(p)->space, address, p->buffer, size, &fault);
  if (is_good && verdict.result == ACCESS_GOOD)
    model_write(verdict.object, (uint64_t)verdict.offset, p->buffer, size);
  return player_judge(p, "write", address, size, is_good, &fault, &verdict);
}

static inline bool player_do_set(struct player *p, const struct player_op *op) {
  uint64_t address, size;
  struct model_verdict verdict;
  struct access_fault fault;
  if (!player_take_range(p, op, true, &address, &size, &verdict)) return true;
  bool is_good =
      memory_set(&p->memory, &player_here(p)->space, address, (uint8_t)op->c, size, &fault);
  memset(p->buffer, (uint8_t)op->c, size);
  if (is_good && verdict.result == ACCESS_GOOD)
    model_write(verdict.object, (uint64_t)verdict.offset, p->buffer, size);
  return player_judge(p, "set", address, size, is_good, &fault, &verdict);
}

static inline bool player_copy(struct player *p, uint64_t to, uint64_t from, uint64_t size) {
  struct model_space *model = &player_here(p)->model;
  struct access_fault fault;
  bool was_write;
  struct model_verdict target = model_check(model, to, size, true);
  struct model_verdict source = model_check(model, from, size, false);
  player_log(p, "copy 0x%" PRIx64 " from 0x%" PRIx64 " + %" PRIu64 ": %s, %s\n", to, from, size,
             player_result_name(target.result), player_result_name(source.result));
  bool is_good =
      memory_copy(&p->memory, &player_here(p)->space, to, from, size, &fault, &was_write);
  if (is_good && target.result == ACCESS_GOOD && source.result == ACCESS_GOOD) {
    model_read(source.object, (uint64_t)source.offset, p->buffer, size);
    model_write(target.object, (uint64_t)target.offset, p->buffer, size);
    return true;
  }
  bool is_target_bad = target.result != ACCESS_GOOD;
  if (!is_good && was_write != is_target_bad)
    return player_fail(p, "the wrong side of a copy is said to be bad");
  return player_judge(p, "copy", is_target_bad ? to : from, size, is_good, &fault,
                      is_target_bad ? &target : &source);
}

static inline bool player_do_copy(struct player *p, const struct player_op *op) {
  struct model_object *object = player_pick_object(p, op->a, op->d % 16 == 0);
  struct random random = {op->c};
  uint64_t to, from, size, ignored;
  if (object == NULL) return true;
  player_pick_range(object, op->b, &to, &size);
  if (random_chance(&random, 50)) { /* close by, so that the ranges overlap */
    from = to + random_below(&random, 10000) - 5000;
    if (random_chance(&random, 50)) from = to + random_below(&random, 41) - 20;
    if (random_chance(&random, 85)) {
      if (from < object->base) from = object->base;
      if (from - object->base > object->size) from = object->base + object->size;
      if (size > object->base + object->size - from) size = object->base + object->size - from;
    }
  } else {
    object = player_pick_object(p, random_next(&random), random_chance(&random, 5));
    if (object == NULL) return true;
    player_pick_range(object, random_next(&random), &from, &ignored);
    if (random_chance(&random, 85) && size > ignored) size = ignored;
  }
  return random_chance(&random, 50) ? player_copy(p, to, from, size)
                                    : player_copy(p, from, to, size);
}

/* As realloc does it. */
static inline bool player_do_move_block(struct player *p, const struct player_op *op) {
  struct model_object *object = player_pick_object(p, op->a, false);
  if (object == NULL || object->kind != OBJECT_HEAP) return true;
  struct space_request request = {.size = player_pick_size(op->b) % 300000, .kind = OBJECT_HEAP};
  uint64_t base = object->base, size = object->size;
  struct model_object *moved = player_new_object(p, &request);
  if (moved == NULL) return false;
  if (size > request.size) size = request.size;
  if (size > PLAYER_MAX_RANGE) size = PLAYER_MAX_RANGE;
  return player_copy(p, moved->base, base, size) &&
         player_end_object(p, model_occupant(&player_here(p)->model, base), 7);
}

static inline bool player_do_initialise(struct player *p, const struct player_op *op) {
  struct model_object *object = player_pick_object(p, op->a, false);
  uint64_t address, size;
  if (object == NULL) return true;
  player_pick_range(object, op->b, &address, &size);
  uint64_t offset = address - object->base;
  if (offset > object->size || size > object->size - offset) return true;
  player_fill(p, op->c, size);
  player_log(p, "initialise 0x%" PRIx64 " + %" PRIu64 "\n", address, size);
  struct space *space = &player_here(p)->space;
  memory_initialise(&p->memory, space, space_find(space, object->base), offset, p->buffer, size);
  model_write(object, offset, p->buffer, size);
  return true;
}

static inline bool player_do_string(struct player *p, const struct player_op *op) {
  struct model_object *object = player_pick_object(p, op->a, op->d % 8 == 0);
  uint64_t address, size, limit = op->c % 10000, length = 0;
  struct access_fault fault;
  char *text;
  if (object == NULL) return true;
  player_pick_range(object, op->b, &address, &size);
  struct model_verdict verdict = {ACCESS_GOOD, NULL, 0};
  for (; length < limit; length++) {
    verdict = model_check(&player_here(p)->model, address + length, 1, false);
    if (verdict.result != ACCESS_GOOD) break;
    model_read(verdict.object, (uint64_t)verdict.offset, p->wanted + length, 1);
    if (p->wanted[length] == 0) break;
  }
  bool is_good =
      memory_read_string(&p->memory, &player_here(p)->space, address, limit, &text, &fault);
  if (!player_judge(p, "string", address + length, 1, is_good, &fault, &verdict)) return false;
  if (!is_good) return true;
  p->wanted[length] = 0;
  bool is_same = player_same_bytes(p, "string", address, (uint8_t *)text, p->wanted, length + 1);
  free(text);
  return is_same;
}

/* ---- as threaded code does it ---- */

static inline bool player_do_load(struct player *p, const struct player_op *op) {
  uint64_t address, size;
  struct model_verdict verdict;
  struct access_fault fault;
  if (!player_take_range(p, op, false, &address, &size, &verdict)) return true;
  unsigned log = op->c % 4;
  size = (uint64_t)1 << log;
  verdict = model_check(&player_here(p)->model, address, size, false);
  const struct cache_entry *entry = &p->memory.read_cache[cache_index(address)];
  uint64_t offset = address - entry->base;
  bool is_good = true;
  if (offset < entry->limit[log])
    memcpy(p->buffer, entry->data + offset, size);
  else
    is_good = memory_read(&p->memory, &player_here(p)->space, address, p->buffer, size, &fault);
  if (!player_judge(p, "load", address, size, is_good, &fault, &verdict)) return false;
  if (!is_good) return true;
  model_read(verdict.object, (uint64_t)verdict.offset, p->wanted, size);
  return player_same_bytes(p, "load", address, p->buffer, p->wanted, size);
}

static inline bool player_do_store(struct player *p, const struct player_op *op) {
  uint64_t address, size;
  struct model_verdict verdict;
  struct access_fault fault;
  if (!player_take_range(p, op, true, &address, &size, &verdict)) return true;
  unsigned log = op->c % 4;
  size = (uint64_t)1 << log;
  player_fill(p, op->c, size);
  verdict = model_check(&player_here(p)->model, address, size, true);
  const struct cache_entry *entry = &p->memory.write_cache[cache_index(address)];
  uint64_t offset = address - entry->base;
  bool is_good = true;
  if (offset < entry->limit[log])
    memcpy(entry->data + offset, p->buffer, size);
  else
    is_good = memory_write(&p->memory, &player_here(p)->space, address, p->buffer, size, &fault);
  if (is_good && verdict.result == ACCESS_GOOD)
    model_write(verdict.object, (uint64_t)verdict.offset, p->buffer, size);
  return player_judge(p, "store", address, size, is_good, &fault, &verdict);
}

/* Asks about any address at all. */
static inline bool player_do_probe(struct player *p, const struct player_op *op) {
  uint64_t address = player_pick_address(p, op->a);
  uint64_t size = op->b % 4 ? op->c % 20 : op->c >> op->d % 64;
  bool is_write = op->b % 2;
  struct access_fault fault;
  struct model_verdict verdict = model_check(&player_here(p)->model, address, size, is_write);
  player_log(p, "probe 0x%" PRIx64 " + %" PRIu64 ": %s\n", address, size,
             player_result_name(verdict.result));
  bool is_good = memory_check(&player_here(p)->space, address, size, is_write, &fault);
  return player_judge(p, "probe", address, size, is_good, &fault, &verdict);
}

/* Asks for a hash, or also whether those that are kept are right. */
static inline bool player_do_hash(struct player *p, const struct player_op *op) {
  unsigned number = op->b % 2 ? p->current : (unsigned)(op->a % PLAYER_PLACES);
  struct player_place *place = &p->places[number];
  if (!place->is_used) return true;
  player_log(p, "hash %u\n", number);
  if (op->c % 4) {
    space_hash(&p->memory, &place->space, SPACE_LIVE);
    return true;
  }
  return hash_is_right(&p->memory, &place->space) ||
         player_fail(p, "a hash that is kept is not that of the content");
}

/* ---- spaces come and go ---- */

static inline void player_fork_into(struct player *p, unsigned from, unsigned to) {
  struct player_place *source = &p->places[from], *sibling = &p->places[to];
  *sibling = (struct player_place){.is_used = true};
  sibling->space = space_fork(&source->space);
  sibling->model = model_fork(&source->model);
  for (size_t i = 0; i < source->marks.count; i++) vec_push(&sibling->marks, source->marks.data[i]);
  if (from == p->current) memory_forget_writes(&p->memory);
}

static inline void player_release(struct player *p, unsigned number) {
  struct player_place *place = &p->places[number];
  space_release(&p->memory, &place->space);
  model_release(&place->model);
  vec_free(&place->marks);
  place->is_used = false;
}

static inline void player_switch(struct player *p, unsigned number) {
  p->current = number;
  memory_forget_all(&p->memory);
}

/* A number of a place that is (not) in use, or PLAYER_PLACES. */
static inline unsigned player_find_place(const struct player *p, uint64_t choice, bool is_used) {
  for (unsigned i = 0; i < PLAYER_PLACES; i++) {
    unsigned number = (unsigned)((choice + i) % PLAYER_PLACES);
    if (p->places[number].is_used == is_used) return number;
  }
  return PLAYER_PLACES;
}

static inline bool player_do_fork(struct player *p, const struct player_op *op) {
  unsigned to = player_find_place(p, op->a, false);
  unsigned from = op->b % 4 ? p->current : player_find_place(p, op->c, true);
  if (to == PLAYER_PLACES) return true;
  player_log(p, "fork %u into %u\n", from, to);
  player_fork_into(p, from, to);
  return true;
}

static inline bool player_do_release(struct player *p, const struct player_op *op) {
  unsigned number = player_find_place(p, op->a, true);
  if (number == p->current) return true;
  player_log(p, "release %u\n", number);
  player_release(p, number);
  return true;
}

static inline bool player_do_switch_to(struct player *p, const struct player_op *op) {
  unsigned number = player_find_place(p, op->a, true);
  player_log(p, "switch to %u\n", number);
  player_switch(p, number);
  return true;
}

/* Two forks that allocate alike get the same addresses. */
static inline bool player_do_siblings(struct player *p, const struct player_op *op) {
  static const unsigned kinds[] = {PLAYER_allocate, PLAYER_allocate, PLAYER_free, PLAYER_mark,
                                   PLAYER_pop,      PLAYER_churn,    PLAYER_store};
  unsigned here = p->current, sibling = player_find_place(p, op->a, false);
  if (sibling == PLAYER_PLACES) return true;
  player_fork_into(p, here, sibling);
  uint64_t sums[2], before = p->address_sum;
  for (int side = 0; side < 2; side++) {
    struct random random = {op->b};
    player_log(p, "sibling %d:\n", side);
    p->address_sum = before;
    for (uint64_t i = 0; i < op->c % 12; i++) {
      struct player_op step = {kinds[random_below(&random, sizeof kinds / sizeof *kinds)],
                               random_next(&random), random_next(&random), random_next(&random),
                               random_next(&random)};
      if (!player_play(p, &step)) return false;
    }
    sums[side] = p->address_sum;
    player_switch(p, side == 0 ? sibling : here);
  }
  player_release(p, sibling);
  return sums[0] == sums[1] || player_fail(p, "siblings that allocate alike got other addresses");
}

static inline bool player_do_check(struct player *p, const struct player_op *op) {
  unsigned number = player_find_place(p, op->a, true);
  return player_check_caches(p) && player_check_place(p, &p->places[number]);
}

static inline bool player_play(struct player *p, const struct player_op *op) {
  switch ((enum player_op_kind)op->kind) {
#define X(name, weight)                                                                            \
  case PLAYER_##name: return player_do_##name(p, op);
    PLAYER_OPS(X)
#undef X
  default: return player_fail(p, "no operation %u", op->kind);
  }
}

#endif
