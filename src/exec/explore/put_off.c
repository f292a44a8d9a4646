/* Two binary heaps. A state knows its place in the one that it is in, so that it can be taken out
   when it is cut off. */
#include "exec/explore/put_off.h"

#include "exec/explore/exploration.h"
#include "exec/explore/fork_tree.h"
#include "util/fault.h"

#include <stdlib.h>

enum { MOST_PATIENCE = 40 };

static void set(state_heap *heap, size_t place, struct state *state) {
  heap->data[place] = state;
  state->wait_place = (uint32_t)place;
}

static void rise(state_heap *heap, size_t place, struct state *state) {
  for (; place > 0; place = (place - 1) / 2) {
    struct state *above = heap->data[(place - 1) / 2];
    if (above->wait_key <= state->wait_key) break;
    set(heap, place, above);
  }
  set(heap, place, state);
}

static void sink(state_heap *heap, size_t place, struct state *state) {
  for (size_t child; (child = 2 * place + 1) < heap->count; place = child) {
    bool is_right =
        child + 1 < heap->count && heap->data[child + 1]->wait_key < heap->data[child]->wait_key;
    child += is_right;
    if (state->wait_key <= heap->data[child]->wait_key) break;
    set(heap, place, heap->data[child]);
  }
  set(heap, place, state);
}

static state_heap *heap_of(struct exploration *exploration, const struct state *state) {
  return state->wait == WAIT_FOR_ANSWER ? &exploration->put_off.unanswered
                                        : &exploration->put_off.resting;
}

static void add(struct exploration *exploration, struct state *state, enum state_wait wait,
                uint64_t key) {
  REQUIRE(state->wait == WAIT_NOT);
  state->wait = (uint8_t)wait;
  state->wait_key = key;
  state_heap *heap = heap_of(exploration, state);
  vec_push(heap, state);
  rise(heap, heap->count - 1, state);
  fork_tree_sleep(state, true);
}

void put_off_add(struct exploration *exploration, struct state *state) {
  if (state->patience < MOST_PATIENCE) state->patience++;
  uint64_t rank = exploration->put_off.count++;
  add(exploration, state, WAIT_FOR_ANSWER, (uint64_t)state->patience << 56 | rank);
}

void put_off_rest(struct exploration *exploration, struct state *state, uint64_t work) {
  add(exploration, state, WAIT_FOR_OTHERS, exploration->total_work + work);
}

void put_off_remove(struct exploration *exploration, struct state *state) {
  state_heap *heap = heap_of(exploration, state);
  size_t place = state->wait_place;
  REQUIRE(place < heap->count && heap->data[place] == state);
  struct state *last = vec_pop(heap);
  if (last != state) {
    sink(heap, place, last);
    rise(heap, last->wait_place, last);
  }
  state->wait = WAIT_NOT;
  fork_tree_sleep(state, false);
}

size_t put_off_count_held(const struct exploration *exploration) {
  const struct put_off *put_off = &exploration->put_off;
  return exploration->alive - put_off->unanswered.count - put_off->resting.count;
}

static struct state *take(struct exploration *exploration, struct state *state) {
  put_off_remove(exploration, state);
  return state;
}

struct state *put_off_take_rested(struct exploration *exploration) {
  const state_heap *resting = &exploration->put_off.resting;
  if (resting->count == 0) return NULL;
  bool is_over = resting->data[0]->wait_key <= exploration->total_work;
  if (!is_over && put_off_count_held(exploration) > 0) return NULL;
  return take(exploration, resting->data[0]);
}

struct state *put_off_take_unanswered(struct exploration *exploration, bool is_due) {
  const state_heap *unanswered = &exploration->put_off.unanswered;
  if (unanswered->count == 0) return NULL;
  if (!is_due && put_off_count_held(exploration) > 0) return NULL;
  return take(exploration, unanswered->data[0]);
}

bool put_off_has_only_unanswered(const struct exploration *exploration) {
  size_t count = exploration->put_off.unanswered.count;
  return count > 0 && count == exploration->alive;
}

void put_off_clear(struct put_off *put_off) {
  vec_free(&put_off->unanswered);
  vec_free(&put_off->resting);
}
