/* Which variables are dead, by two analyses.

   Variables that are only accessed by name are dead if they are overwritten before they are read
   (analysis/direct_cells.h), also in programs that call undefined code. That does not hold for a
   run that uses an unknown number as an address, which may be that of any variable: the engine
   notes it (machine.has_wild_access), nothing is left out from then on, and if states were dropped
   that differed in such variables, the run is not complete.

   Other globals are dead if nothing reads them any more (analysis/live_memory.h). These analyses
   are asked for claims that hold on all runs, also where inputs may be addresses; in programs that
   may use unknown numbers as addresses everything is live then. Assumptions about undefined code
   are not known to them, so they are not asked in programs that call such code.

   Nothing is dead where the engine itself looks at memory in the end (leaks), or a frame may go on
   at a setjmp. Answers are kept per call stack. Objects of the heap are live, as are variables on
   the stack whose addresses are kept or passed on. */
#include "reduce/z_equivalence/dead_variables.h"

#include "analysis/direct_cells.h"
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

/* A variable on the stack: of a frame, counted from the bottom. */
struct dead_local {
  uint32_t frame, reg;
  uint64_t size;
};

struct answer {
  struct answer *next;
  uint32_t frame_count, slot_count, local_count;
  struct live_frame *frames; /* owned, like the next */
  uint32_t *slots;           /* of globals */
  struct dead_local *locals;
};

struct dead_variables {
  struct machine *machine;
  bool is_tried;
  struct points_to *points;
  struct mod_ref *mod_ref;
  struct live_memory *live;    /* NULL: nothing is known */
  struct direct_cells *direct; /* NULL: the same */
  struct answer *buckets[BUCKETS];
  uint32_t kept;
  bool had_unknown; /* when the answers were worked out */
  VEC(struct live_frame) frames;
  VEC(uint32_t) slots;
};

struct dead_variables *dead_variables_new(struct machine *machine) {
  struct dead_variables *dead = alloc_zeroed(sizeof *dead);
  dead->machine = machine;
  return dead;
}

static void forget_answers(struct dead_variables *dead) {
  for (int i = 0; i < BUCKETS; i++) {
    for (struct answer *answer = dead->buckets[i], *next; answer; answer = next) {
      next = answer->next;
      free(answer->frames);
      free(answer->slots);
      free(answer->locals);
      free(answer);
    }
    dead->buckets[i] = NULL;
  }
  dead->kept = 0;
}

void dead_variables_free(struct dead_variables *dead) {
  forget_answers(dead);
  live_memory_free(dead->live);
  direct_cells_free(dead->direct);
  mod_ref_free(dead->mod_ref);
  points_to_free(dead->points);
  vec_free(&dead->frames);
  vec_free(&dead->slots);
  free(dead);
}

static void analyse(struct dead_variables *dead) {
  struct machine *machine = dead->machine;
  const volatile bool *stop = &machine->watch->must_stop;
  dead->is_tried = true;
  if (machine->options.check_leaks) return;
  dead->direct = direct_cells_new(machine->program, NULL);
  if (machine->options.external.mode != EXTERNAL_ERROR || machine->options.has_open_globals) return;
  dead->points = points_to_new(machine->program, &(struct points_to_options){.stop = stop});
  dead->mod_ref = mod_ref_new(machine->program, dead->points, stop);
  if (!points_to_is_known(dead->points) || !mod_ref_is_known(dead->mod_ref)) return;
  dead->live = live_memory_new(machine->program, dead->points, dead->mod_ref);
}

static void list_frames(struct dead_variables *dead, const struct state *state, uint32_t next) {
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

static void add_global(const struct dead_variables *dead, const struct state *state,
                       uint32_t number, struct answer *answer) {
  struct object *object = space_find(&state->space, dead->machine->layout.global_addresses[number]);
  if (object != NULL && object->kind == OBJECT_GLOBAL)
    answer->slots[answer->slot_count++] = object->index;
}

static void add_direct(struct dead_variables *dead, const struct state *state,
                       struct answer *answer) {
  struct bitset live =
      direct_cells_live(dead->direct, dead->frames.data, (uint32_t)dead->frames.count);
  for (uint32_t i = 0; i < direct_cells_count(dead->direct); i++)
    if (!bitset_has(&live, i))
      add_global(dead, state, direct_cells_global(dead->direct, i), answer);
  bitset_free(&live);
  VEC(struct dead_local) found = {0};
  for (uint32_t i = 0; i < dead->frames.count; i++) {
    struct live_frame frame = dead->frames.data[i];
    uint32_t count;
    const struct direct_local *locals = direct_cells_locals(dead->direct, frame.func, &count);
    for (uint32_t k = 0; k < count; k++)
      if (direct_cells_is_dead_local(dead->direct, frame, i + 1 == dead->frames.count, k))
        vec_push(&found, ((struct dead_local){i, locals[k].reg, locals[k].size}));
  }
  answer->locals = found.data;
  answer->local_count = (uint32_t)found.count;
}

static void add_unread(struct dead_variables *dead, const struct state *state,
                       struct answer *answer) {
  const struct ir_program *program = dead->machine->program;
  struct sparse_set live = {0};
  live_memory_add(dead->live, dead->frames.data, (uint32_t)dead->frames.count, &live);
  for (uint32_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    if (global->is_constant || global->size == 0) continue;
    if (!mod_ref_touches(dead->mod_ref, &live, points_to_global(dead->points, i), 0, global->size))
      add_global(dead, state, i, answer);
  }
  sparse_set_free(&live);
}

static void work_out(struct dead_variables *dead, const struct state *state,
                     struct answer *answer) {
  size_t most = 2 * dead->machine->program->globals.count + 1;
  answer->slots = alloc_bytes(most * sizeof *answer->slots);
  if (dead->direct != NULL && direct_cells_is_known(dead->direct)) add_direct(dead, state, answer);
  if (dead->live != NULL && !dead->machine->has_unknown) add_unread(dead, state, answer);
}

static struct answer *find(struct dead_variables *dead, struct answer *answer) {
  size_t size = dead->frames.count * sizeof(struct live_frame);
  while (answer != NULL && (answer->frame_count != dead->frames.count ||
                            memcmp(answer->frames, dead->frames.data, size) != 0))
    answer = answer->next;
  return answer;
}

static struct answer *add(struct dead_variables *dead, const struct state *state, uint64_t bucket) {
  size_t size = dead->frames.count * sizeof(struct live_frame);
  if (dead->kept++ == MOST_KEPT) forget_answers(dead);
  struct answer *answer = alloc_zeroed(sizeof *answer);
  answer->frame_count = (uint32_t)dead->frames.count;
  answer->frames = memcpy(alloc_bytes(size), dead->frames.data, size);
  work_out(dead, state, answer);
  answer->next = dead->buckets[bucket];
  return dead->buckets[bucket] = answer;
}

/* The variable of a frame, if it is there. */
static const struct object *find_local(const struct state *state, const struct frame *frame,
                                       const struct dead_local *local) {
  uint64_t address = frame->slots[local->reg];
  const struct object *object = space_find(&state->space, address);
  bool is_it = object != NULL && object->kind == OBJECT_STACK && object->base == address &&
               object->size == local->size && !(object->flags & OBJECT_FREED);
  return is_it ? object : NULL;
}

static void add_locals(struct dead_variables *dead, const struct state *state,
                       const struct answer *answer) {
  uint32_t depth = answer->frame_count, next = answer->local_count;
  for (const struct frame *frame = state->top; frame; frame = frame->caller) {
    depth--;
    for (; next > 0 && answer->locals[next - 1].frame == depth; next--) {
      const struct object *object = find_local(state, frame, &answer->locals[next - 1]);
      if (object != NULL) vec_push(&dead->slots, object->index);
    }
  }
}

/* In ascending order, each once. */
static void sort_slots(struct dead_variables *dead) {
  size_t kept = 0;
  if (dead->slots.count > 1)
    qsort(dead->slots.data, dead->slots.count, sizeof *dead->slots.data, compare_slots);
  for (size_t i = 0; i < dead->slots.count; i++)
    if (kept == 0 || dead->slots.data[kept - 1] != dead->slots.data[i])
      dead->slots.data[kept++] = dead->slots.data[i];
  dead->slots.count = kept;
}

struct slot_set dead_variables_of(struct dead_variables *dead, const struct state *state,
                                  uint32_t next) {
  static const struct slot_set none = {NULL, 0};
  if (!dead->is_tried) analyse(dead);
  if (state->has_set_jump || dead->machine->has_wild_access) return none;
  if (dead->had_unknown != dead->machine->has_unknown) forget_answers(dead);
  dead->had_unknown = dead->machine->has_unknown;
  list_frames(dead, state, next);
  uint64_t bucket =
      hash_block(dead->frames.data, dead->frames.count * sizeof(struct live_frame)) % BUCKETS;
  struct answer *answer = find(dead, dead->buckets[bucket]);
  if (answer == NULL) answer = add(dead, state, bucket);
  vec_clear(&dead->slots);
  for (uint32_t i = 0; i < answer->slot_count; i++) vec_push(&dead->slots, answer->slots[i]);
  add_locals(dead, state, answer);
  sort_slots(dead);
  return (struct slot_set){dead->slots.data, dead->slots.count};
}
