/* Which memory is dead, by two analyses.

   Variables that are only accessed by name are dead if they are overwritten before they are read
   (analysis/direct_cells.h), also in programs that call undefined code.

   Other objects are dead if nothing reads them any more (analysis/live_memory.h): globals,
   variables of the frames on the stack that are made when the function is entered, and objects of
   the heap, by the calls that allocate them. With --externals=free the analyses know what the
   engine assumes of undefined code; unknown objects are all one to them. Where a libc is linked
   besides, they are not asked: its models look at memory by themselves. Of a dead object only the
   content is left out: it may still be written or freed, which fails if it is not there.

   This does not hold for a run that uses an unknown number as an address, which may be that of any
   variable: the engine notes it (machine.has_wild_access), nothing is left out from then on, and if
   states were dropped that differed in such variables, the run is not complete. Without undefined
   code the second analysis holds on all runs, also where inputs may be addresses: in programs that
   may use unknown numbers as addresses everything is live then.

   Nothing is dead where the engine itself looks at memory in the end (leaks), or a frame may go on
   at a setjmp. Answers are kept per call stack. */
#include "reduce/shape/dead_variables.h"

#include "analysis/builtin_effects.h"
#include "analysis/direct_cells.h"
#include "analysis/faint.h"
#include "analysis/live_memory.h"
#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "exec/machine.h"
#include "exec/state_live.h"
#include "exec/symbol.h"
#include "ir/ir.h"
#include "reduce/shape/origins.h"
#include "util/clock.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 10, MOST_KEPT = 1 << 14 };

struct answer {
  struct answer *next;
  uint32_t frame_count, slot_count, local_count, site_count;
  struct live_frame *frames; /* owned, like the next */
  uint32_t *slots;           /* of globals */
  struct dead_local *locals; /* in the order of frames */
  uint32_t *sites;           /* locations of calls that allocate dead objects, in order */
  bool is_unknown_dead;      /* unknown objects */
};

struct dead_variables {
  struct machine *machine;
  bool is_tried;
  struct faint *faint; /* NULL: there is no undefined code */
  struct points_to *points;
  struct mod_ref *mod_ref;
  struct live_memory *live;    /* NULL: nothing is known */
  struct direct_cells *direct; /* NULL: the same */
  struct answer *buckets[BUCKETS];
  uint64_t visited; /* objects, for the last question */
  double seconds;   /* that the analyses took */
  uint32_t kept;
  bool had_unknown; /* when the answers were worked out */
  VEC(struct live_frame) frames;
  struct origins origins;
  VEC(uint32_t) slots, contents;
  struct dead_locals locals;
  struct dead_sites sites;
  VEC(uint64_t) unknown; /* addresses of unknown objects, in order */
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
      free(answer->sites);
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
  faint_free(dead->faint);
  mod_ref_free(dead->mod_ref);
  points_to_free(dead->points);
  vec_free(&dead->frames);
  vec_free(&dead->slots);
  vec_free(&dead->contents);
  vec_free(&dead->locals.list);
  vec_free(&dead->sites.list);
  vec_free(&dead->unknown);
  origins_free(&dead->origins);
  free(dead);
}

/* What the engine assumes of undefined code: it reads nothing, and writes at most to what its
   arguments point at. */
static unsigned width_that_matters(const struct ir_func *func, void *context) {
  const struct machine *machine = context;
  if (builtin_effect_find(func->name) != NULL) return 0;
  return external_find(&machine->options.external, func->name).written != 0 ? 64 : FAINT_ALL;
}

static void run_analyses(struct dead_variables *dead) {
  struct machine *machine = dead->machine;
  const volatile bool *stop = &machine->watch->must_stop;
  dead->is_tried = true;
  if (machine->options.check_leaks) return;
  enum external_mode mode = machine->options.external.mode;
  bool is_free = mode == EXTERNAL_FREE;
  if (mode != EXTERNAL_ERROR)
    dead->faint = faint_new(machine->program, width_that_matters, machine);
  dead->direct = direct_cells_new(machine->program, dead->faint);
  if (mode == EXTERNAL_MODEL || (machine->options.has_open_globals && !is_free)) return;
  struct points_to_options options = {.stop = stop,
                                      .excludes_wild = is_free,
                                      .trusts_undefined = is_free,
                                      .has_open_globals = machine->options.has_open_globals};
  dead->points = points_to_new(machine->program, &options);
  dead->mod_ref = mod_ref_new_without(machine->program, dead->points, dead->faint, stop);
  if (!points_to_is_known(dead->points) || !mod_ref_is_known(dead->mod_ref)) return;
  dead->live = live_memory_new(machine->program, dead->points, dead->mod_ref);
  dead->origins = origins_find(machine->program, dead->points);
}

static void analyse(struct dead_variables *dead) {
  double before = clock_thread_seconds();
  run_analyses(dead);
  dead->seconds = clock_thread_seconds() - before;
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
  for (uint32_t i = 0; i < dead->frames.count; i++) {
    struct live_frame frame = dead->frames.data[i];
    uint32_t count;
    const struct direct_local *locals = direct_cells_locals(dead->direct, frame.func, &count);
    for (uint32_t k = 0; k < count; k++)
      if (direct_cells_is_dead_local(dead->direct, frame, i + 1 == dead->frames.count, k))
        vec_push(&dead->locals.list, ((struct dead_local){i, locals[k].reg, locals[k].size}));
  }
}

static void add_unread(struct dead_variables *dead, const struct state *state,
                       struct answer *answer) {
  const struct ir_program *program = dead->machine->program;
  struct sparse_set regions = {0}, live = {0};
  live_memory_add(dead->live, dead->frames.data, (uint32_t)dead->frames.count, &regions);
  if (mod_ref_list_objects(dead->mod_ref, &regions, &live)) {
    for (uint32_t i = 0; i < program->globals.count; i++) {
      const struct ir_global *global = program->globals.data[i];
      bool is_dead = !sparse_set_has(&live, points_to_global(dead->points, i));
      if (is_dead && !global->is_constant) add_global(dead, state, i, answer);
    }
    for (uint32_t i = 0; i < dead->frames.count; i++)
      origins_add_locals(&dead->origins, &live, dead->frames.data[i], i, &dead->locals);
    origins_add_sites(&dead->origins, &live, &dead->sites);
    answer->is_unknown_dead = !sparse_set_has(&live, points_to_unknown(dead->points));
  }
  sparse_set_free(&regions);
  sparse_set_free(&live);
}

static int compare_frames(const void *a, const void *b) {
  const struct dead_local *x = a, *y = b;
  if (x->frame != y->frame) return x->frame < y->frame ? -1 : 1;
  return (x->reg > y->reg) - (x->reg < y->reg);
}

static void *copy(const void *from, size_t size) {
  return memcpy(alloc_bytes(size + 1), from, size);
}

static void work_out(struct dead_variables *dead, const struct state *state,
                     struct answer *answer) {
  size_t most = 2 * dead->machine->program->globals.count + 1;
  bool is_free = dead->machine->options.external.mode == EXTERNAL_FREE;
  answer->slots = alloc_bytes(most * sizeof *answer->slots);
  vec_clear(&dead->locals.list);
  vec_clear(&dead->sites.list);
  if (dead->direct != NULL && direct_cells_is_known(dead->direct)) add_direct(dead, state, answer);
  if (dead->live != NULL && (is_free || !dead->machine->has_unknown))
    add_unread(dead, state, answer);
  struct dead_locals *locals = &dead->locals;
  if (locals->list.count > 1)
    qsort(locals->list.data, locals->list.count, sizeof *locals->list.data, compare_frames);
  answer->local_count = (uint32_t)locals->list.count;
  if (answer->local_count > 0)
    answer->locals = copy(locals->list.data, locals->list.count * sizeof *locals->list.data);
  answer->site_count = (uint32_t)dead->sites.list.count;
  if (answer->site_count > 0)
    answer->sites = copy(dead->sites.list.data, answer->site_count * sizeof *answer->sites);
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

/* ---- the heap ---- */

static int compare_addresses(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void list_unknown(struct dead_variables *dead, const struct state *state) {
  vec_clear(&dead->unknown);
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->is_assumed && symbol->address != 0) vec_push(&dead->unknown, symbol->address);
  if (dead->unknown.count > 1)
    qsort(dead->unknown.data, dead->unknown.count, sizeof *dead->unknown.data, compare_addresses);
}

struct heap_walk {
  struct dead_variables *dead;
  const struct answer *answer;
};

static bool is_dead_object(const struct heap_walk *walk, const struct object *object) {
  const struct dead_variables *dead = walk->dead;
  const struct answer *answer = walk->answer;
  if (dead->unknown.count > 0 && bsearch(&object->base, dead->unknown.data, dead->unknown.count,
                                         sizeof(uint64_t), compare_addresses) != NULL)
    return answer->is_unknown_dead;
  return answer->site_count > 0 && bsearch(&object->site, answer->sites, answer->site_count,
                                           sizeof(uint32_t), compare_slots) != NULL;
}

static int visit_object(struct object *object, void *context) {
  const struct heap_walk *walk = context;
  walk->dead->visited++;
  if (object->kind == OBJECT_HEAP && !(object->flags & OBJECT_FREED) && !object_is_large(object) &&
      is_dead_object(walk, object))
    vec_push(&walk->dead->contents, object->index);
  return 0;
}

static void add_heap(struct dead_variables *dead, const struct state *state,
                     const struct answer *answer) {
  vec_clear(&dead->contents);
  if (answer->site_count == 0 && !answer->is_unknown_dead) return;
  list_unknown(dead, state);
  tree_walk(&state->space.tree, visit_object, &(struct heap_walk){dead, answer});
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

/* With --lazy-alias unknown pointers may lead to what else is unknown, such as variables that no
   code names any more. */
static size_t remove_unknown(const struct dead_variables *dead, const struct state *state,
                             uint32_t *slots, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const struct object *object = tree_get(&state->space.tree, slots[i]);
    if (bsearch(&object->base, dead->unknown.data, dead->unknown.count, sizeof(uint64_t),
                compare_addresses) == NULL)
      slots[kept++] = slots[i];
  }
  return kept;
}

static void remove_aliased(struct dead_variables *dead, const struct state *state) {
  if (!dead->machine->options.external.may_alias) return;
  list_unknown(dead, state);
  if (dead->unknown.count == 0) return;
  dead->slots.count = remove_unknown(dead, state, dead->slots.data, dead->slots.count);
  dead->contents.count = remove_unknown(dead, state, dead->contents.data, dead->contents.count);
}

struct dead_memory dead_variables_of(struct dead_variables *dead, const struct state *state,
                                     uint32_t next) {
  static const struct dead_memory none;
  dead->visited = 0;
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
  add_heap(dead, state, answer);
  remove_aliased(dead, state);
  return (struct dead_memory){.variables = {dead->slots.data, dead->slots.count},
                              .contents = {dead->contents.data, dead->contents.count},
                              .visited = dead->visited};
}

bool dead_variables_ignores(struct dead_variables *dead, uint32_t func, uint32_t reg) {
  if (!dead->is_tried) analyse(dead);
  return dead->faint != NULL && faint_is(dead->faint, func, reg);
}

double dead_variables_seconds(const struct dead_variables *dead) { return dead->seconds; }
