/* Which globals are dead, by liveness across calls (analysis/live_memory.h).

   The analyses are asked for claims that hold on all runs, also where inputs may be addresses; in
   programs that may use unknown numbers as addresses everything is live then. Assumptions about
   undefined code are not known to them, so with these nothing is dead; nor is it where the engine
   itself looks at memory in the end (leaks), or a frame may go on at a setjmp.

   Answers are kept per call stack. Only whole variables are left out, and no objects of the stack
   or heap. */
#include "reduce/z_equivalence/dead_globals.h"

#include "analysis/live_memory.h"
#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "exec/machine.h"
#include "exec/state_live.h"
#include "ir/ir.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 10, MOST_KEPT = 1 << 14 };

struct answer {
  struct answer *next;
  uint32_t frame_count, slot_count;
  struct live_frame *frames; /* owned, like the next */
  uint32_t *slots;
};

struct dead_globals {
  struct machine *machine;
  bool is_tried;
  struct points_to *points;
  struct mod_ref *mod_ref;
  struct live_memory *live; /* NULL: nothing is known */
  struct answer *buckets[BUCKETS];
  uint32_t kept;
  VEC(struct live_frame) frames;
};

struct dead_globals *dead_globals_new(struct machine *machine) {
  struct dead_globals *dead = alloc_zeroed(sizeof *dead);
  dead->machine = machine;
  return dead;
}

static void forget_answers(struct dead_globals *dead) {
  for (int i = 0; i < BUCKETS; i++) {
    for (struct answer *answer = dead->buckets[i], *next; answer; answer = next) {
      next = answer->next;
      free(answer->frames);
      free(answer->slots);
      free(answer);
    }
    dead->buckets[i] = NULL;
  }
  dead->kept = 0;
}

void dead_globals_free(struct dead_globals *dead) {
  forget_answers(dead);
  live_memory_free(dead->live);
  mod_ref_free(dead->mod_ref);
  points_to_free(dead->points);
  vec_free(&dead->frames);
  free(dead);
}

static void analyse(struct dead_globals *dead) {
  struct machine *machine = dead->machine;
  const volatile bool *stop = &machine->watch->must_stop;
  dead->is_tried = true;
  if (machine->options.external.mode != EXTERNAL_ERROR || machine->options.has_open_globals ||
      machine->options.check_leaks)
    return;
  dead->points = points_to_new(machine->program, &(struct points_to_options){.stop = stop});
  dead->mod_ref = mod_ref_new(machine->program, dead->points, stop);
  if (!points_to_is_known(dead->points) || !mod_ref_is_known(dead->mod_ref)) return;
  dead->live = live_memory_new(machine->program, dead->points, dead->mod_ref);
}

static void list_frames(struct dead_globals *dead, const struct state *state, uint32_t next) {
  vec_clear(&dead->frames);
  uint32_t ins = next;
  for (const struct frame *frame = state->top; frame; frame = frame->caller) {
    vec_push(&dead->frames, ((struct live_frame){frame->code->func->number, ins}));
    if (frame->caller != NULL) ins = frame_call_site(frame);
  }
  for (size_t i = 0, k = dead->frames.count; i + 1 < k--; i++) { /* the bottom comes first */
    struct live_frame frame = dead->frames.data[i];
    dead->frames.data[i] = dead->frames.data[k];
    dead->frames.data[k] = frame;
  }
}

static int compare_slots(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void work_out(struct dead_globals *dead, const struct state *state, struct answer *answer) {
  const struct ir_program *program = dead->machine->program;
  struct sparse_set live = {0};
  live_memory_add(dead->live, dead->frames.data, (uint32_t)dead->frames.count, &live);
  answer->slots = alloc_bytes((program->globals.count + 1) * sizeof *answer->slots);
  for (uint32_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    if (global->is_constant || global->size == 0) continue;
    if (mod_ref_touches(dead->mod_ref, &live, points_to_global(dead->points, i), 0, global->size))
      continue;
    struct object *object = space_find(&state->space, dead->machine->layout.global_addresses[i]);
    if (object != NULL && object->kind == OBJECT_GLOBAL)
      answer->slots[answer->slot_count++] = object->index;
  }
  qsort(answer->slots, answer->slot_count, sizeof *answer->slots, compare_slots);
  sparse_set_free(&live);
}

static struct answer *find(struct dead_globals *dead, struct answer *answer) {
  size_t size = dead->frames.count * sizeof(struct live_frame);
  while (answer != NULL && (answer->frame_count != dead->frames.count ||
                            memcmp(answer->frames, dead->frames.data, size) != 0))
    answer = answer->next;
  return answer;
}

static struct answer *add(struct dead_globals *dead, const struct state *state, uint64_t bucket) {
  size_t size = dead->frames.count * sizeof(struct live_frame);
  if (dead->kept++ == MOST_KEPT) forget_answers(dead);
  struct answer *answer = alloc_zeroed(sizeof *answer);
  answer->frame_count = (uint32_t)dead->frames.count;
  answer->frames = memcpy(alloc_bytes(size), dead->frames.data, size);
  work_out(dead, state, answer);
  answer->next = dead->buckets[bucket];
  return dead->buckets[bucket] = answer;
}

struct slot_set dead_globals_of(struct dead_globals *dead, const struct state *state,
                                uint32_t next) {
  static const struct slot_set none = {NULL, 0};
  if (!dead->is_tried) analyse(dead);
  if (dead->live == NULL || state->has_set_jump || dead->machine->has_unknown) return none;
  list_frames(dead, state, next);
  uint64_t bucket =
      hash_block(dead->frames.data, dead->frames.count * sizeof(struct live_frame)) % BUCKETS;
  struct answer *answer = find(dead, dead->buckets[bucket]);
  if (answer == NULL) answer = add(dead, state, bucket);
  return (struct slot_set){answer->slots, answer->slot_count};
}
