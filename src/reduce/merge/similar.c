/* Similarity by query counts. The counts of a state are sums over its frames (query_count.h):
   the total first, then every register and piece of memory that a frame's point lists. Inside a
   function nothing is known about the use of its result; the frames below know, so what flows to
   a result gets the count of that result in addition.

   Memory is counted frame by frame, not summed over frames that know it under different names. A
   variable that is hot only in the sum is missed, which costs queries but no correctness. */
#include "reduce/merge/similar.h"

#include "analysis/query_count.h"
#include "analysis/query_name.h"
#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/translate/code.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/overlay.h"
#include "reduce/merge/hot.h"
#include "util/hash.h"

#include <stdlib.h>

/* Only this many frames from the top are examined: otherwise, in deep recursion, every block
   would cost as much as the whole stack. */
enum { MOST_VIEWS = 64 };

/* One frame of a state at its point. */
struct view {
  const struct frame *frame;
  uint32_t ins;
  const struct query_point *point; /* NULL: nothing is known of it */
  struct query_number result;      /* queries that depend on a result of the function in frames
                                      below */
};

struct views {
  const struct state *state;
  uint32_t count;
  struct query_number total;
  struct view list[MOST_VIEWS]; /* the top frame first */
};

static void list_frames(const struct state *state, struct views *views) {
  const struct frame *frame = state->top;
  uint32_t ins = state_place(state).ins;
  views->state = state;
  views->count = 0;
  while (frame != NULL && views->count < MOST_VIEWS) {
    views->list[views->count++] = (struct view){frame, ins, NULL, QUERY_NUMBER_ZERO};
    if (frame->caller) ins = frame->caller->code->origins[frame->call - frame->caller->code->ops];
    frame = frame->caller;
  }
}

static void find_points(struct query_count *counts, struct views *views) {
  for (uint32_t i = 0; i < views->count; i++) {
    struct view *view = &views->list[i];
    const struct code *code = view->frame->code;
    uint32_t func = code->func->number;
    view->point = i == 0 ? query_count_at_block(counts, func, code->ins_block[view->ins])
                         : query_count_after_call(counts, func, view->ins);
  }
}

static void count_views(struct query_count *counts, struct views *views) {
  find_points(counts, views);
  views->total = QUERY_NUMBER_ZERO;
  for (uint32_t i = views->count; i-- > 0;) {
    struct view *view = &views->list[i];
    if (view->point) views->total = query_number_add(views->total, view->point->total);
    if (i == 0 || view->point == NULL) continue;
    struct query_number *above = &views->list[i - 1].result;
    *above = view->point->result;
    if (view->point->result_flows) *above = query_number_add(*above, view->result);
  }
}

/* ---- variables ---- */

/* The value of a variable as far as similarity is concerned: a hash whose lowest bit says that
   the value is concrete. */
typedef uint64_t content;
static const content UNKNOWN = 1; /* not found, or not readable */
static const content SYMBOLIC = 2;

static bool is_concrete(content content) { return content & 1; }

static content register_content(const struct frame *frame, uint32_t reg) {
  const struct expr *value = registers_get(frame->symbolic, reg);
  return value != NULL ? hash_mix(SYMBOLIC, (uintptr_t)value) & ~(content)1
                       : hash_mix(UNKNOWN, frame->slots[reg]) | 1;
}

/* The address of a cell's base in a frame; false if it is not concrete. */
static bool base_address(const struct machine *machine, const struct frame *frame,
                         const struct query_cell *cell, uint64_t *address) {
  uint32_t reg = cell->base;
  switch (cell->kind) {
  case QUERY_GLOBAL: *address = machine->layout.global_addresses[cell->base]; return true;
  case QUERY_ARGUMENT: reg = frame->code->func->params.data[cell->base]; break;
  case QUERY_LOCAL:
  case QUERY_POINTER: break;
  }
  *address = frame->slots[reg];
  return registers_get(frame->symbolic, reg) == NULL;
}

/* The values in [start, end). */
static uint64_t hash_values(uint64_t hash, const struct overlay *overlay, uint32_t start,
                            uint32_t end) {
  for (uint32_t i = overlay_find(overlay, start);
       i < overlay->count && overlay->entries[i].start < end; i++) {
    hash = hash_mix(hash, (uintptr_t)overlay->entries[i].value);
    hash = hash_mix(hash, (uint64_t)overlay->entries[i].start - start);
    hash = hash_mix(hash, overlay->entries[i].first);
  }
  return hash;
}

/* Where all symbolic values count as one, their hash is not needed. */
static content bytes_content(const struct object *object, uint64_t offset, uint64_t size,
                             bool is_hot) {
  content hash = size;
  bool is_symbolic = false;
  while (size > 0) {
    struct part_view part = object_view_part(object, offset);
    uint64_t room = part.start + part.size - offset, step = size < room ? size : room;
    uint32_t from = (uint32_t)(offset - part.start), to = from + (uint32_t)step;
    if (part.array != NULL || overlay_covers(part.overlay, from, to)) {
      if (is_hot) return SYMBOLIC;
      is_symbolic = true;
      hash = part.array ? hash_mix(hash, part.array->number + part.shift)
                        : hash_values(hash, part.overlay, from, to);
    }
    hash = hash_mix(hash, hash_block(part.bytes + from, step));
    offset += step, size -= step;
  }
  return is_symbolic ? hash & ~(content)1 : hash | 1;
}

/* Objects already read in this state: cells of one base are adjacent, and several frames may
   know the same global. */
enum { MEMO_SIZE = 64 }; /* a power of two */
struct memo {
  uint64_t address;
  const struct object *object; /* at the address; NULL: nothing readable */
  struct {
    const struct object *object;
    content content; /* of the whole object */
  } whole[MEMO_SIZE];
};

static const struct object *find_object(const struct space *space, uint64_t address,
                                        struct memo *memo) {
  if (memo->address == address && address != 0) return memo->object;
  const struct object *object = space_find(space, address);
  bool is_good = object != NULL && object->kind != OBJECT_CHOICE && object->kind != OBJECT_CODE &&
                 !(object->flags & OBJECT_FREED);
  memo->address = address;
  memo->object = is_good ? object : NULL;
  return memo->object;
}

static content whole_content(const struct object *object, bool is_hot, struct memo *memo) {
  uint32_t at = object->index % MEMO_SIZE;
  if (memo->whole[at].object != object) {
    memo->whole[at].object = object;
    memo->whole[at].content = bytes_content(object, 0, object->size, is_hot);
  }
  return memo->whole[at].content;
}

static content cell_content(const struct machine *machine, const struct state *state,
                            const struct frame *frame, const struct query_cell *cell, bool is_hot,
                            struct memo *memo) {
  uint64_t address;
  if (!base_address(machine, frame, cell, &address)) return SYMBOLIC;
  const struct object *object = find_object(&state->space, address, memo);
  if (object == NULL) return UNKNOWN;
  if (cell->size == 0) return whole_content(object, is_hot, memo);
  uint64_t start = address - object->base + (uint64_t)cell->offset;
  if (start > object->size || cell->size > object->size - start) return UNKNOWN;
  return bytes_content(object, start, cell->size, is_hot);
}

/* ---- profiles ---- */

static void add_content(struct profile *profile, content content, struct query_number count) {
  if (profile->only_hot && !is_concrete(content)) content = SYMBOLIC;
  vec_push(&profile->contents, content);
  if (!profile->only_hot) vec_push(&profile->counts, count);
  profile->hash = hash_mix(profile->hash, content);
}

/* What flows to a result gets the count of the result in addition. */
static struct query_number count_in(const struct view *view, struct query_number count,
                                    bool flows) {
  return flows ? query_number_add(count, view->result) : count;
}

/* Steps through the variables of all frames, in the order of the profile. */
struct cursor {
  uint32_t view, number;
};

struct variable {
  const struct view *view;
  const struct query_register *reg; /* NULL: it is a cell */
  const struct query_cell *cell;
  struct query_number count;
};

/* False behind the last. */
static bool next_variable(const struct views *views, struct cursor *at, struct variable *next) {
  for (; at->view < views->count; at->view++, at->number = 0) {
    const struct view *view = &views->list[at->view];
    if (view->point == NULL) continue;
    uint32_t registers = view->point->register_count, number = at->number;
    if (number >= registers + view->point->cell_count) continue;
    *next = (struct variable){.view = view};
    if (number < registers) {
      next->reg = &view->point->registers[number];
      next->count = count_in(view, next->reg->count, next->reg->flows);
    } else {
      next->cell = &view->point->cells[number - registers];
      next->count = count_in(view, next->cell->count, next->cell->flows);
    }
    at->number++;
    return true;
  }
  return false;
}

/* Where the frame is. */
static uint64_t point_of(const struct view *view) {
  return (uint64_t)view->frame->code->func->number << 32 | view->ins;
}

static uint64_t hash_frames(const struct views *views) {
  uint64_t hash = hash_mix(views->list[0].ins, views->state->space.heap_live_objects);
  for (uint32_t i = 0; i < views->count; i++) hash = hash_mix(hash, point_of(&views->list[i]));
  return hash;
}

static void list_hot(struct query_count *counts, struct views *views, struct hot_list *list) {
  const struct query_count_options *options = query_count_get_options(counts);
  struct cursor at = {0};
  struct variable next;
  count_views(counts, views);
  struct query_number threshold = query_count_threshold(options, views->total);
  while (next_variable(views, &at, &next)) {
    if (!query_count_passes(options, next.count, threshold)) continue;
    uint32_t frame = (uint32_t)(next.view - views->list);
    vec_push(&list->variables,
             ((struct hot_variable){frame, next.reg ? next.reg->reg : 0, next.cell}));
  }
}

static const struct hot_list *hot_of(struct query_count *counts, struct hot_lists *lists,
                                     struct views *views) {
  uint64_t frames[MOST_VIEWS], hash = 1;
  for (uint32_t i = 0; i < views->count; i++) {
    frames[i] = point_of(&views->list[i]);
    hash = hash_mix(hash, frames[i]);
  }
  bool is_new;
  struct hot_list *list = hot_lists_get(lists, hash, frames, views->count, &is_new);
  if (is_new) list_hot(counts, views, list);
  return list;
}

static void take_hot(const struct machine *machine, const struct views *views,
                     const struct hot_list *list, struct profile *profile) {
  struct memo memo = {0};
  for (size_t i = 0; i < list->variables.count; i++) {
    const struct hot_variable *hot = &list->variables.data[i];
    const struct frame *frame = views->list[hot->frame].frame;
    content content = hot->cell == NULL
                          ? register_content(frame, hot->reg)
                          : cell_content(machine, views->state, frame, hot->cell, true, &memo);
    add_content(profile, content, QUERY_NUMBER_ZERO);
  }
}

static void take_all(const struct machine *machine, const struct views *views,
                     struct profile *profile) {
  struct memo memo = {0};
  struct cursor at = {0};
  struct variable next;
  while (next_variable(views, &at, &next)) {
    const struct frame *frame = next.view->frame;
    content content = next.reg
                          ? register_content(frame, next.reg->reg)
                          : cell_content(machine, views->state, frame, next.cell, false, &memo);
    add_content(profile, content, next.count);
  }
}

void profile_take(struct machine *machine, struct query_count *counts, struct hot_lists *hot,
                  const struct state *state, struct profile *profile) {
  struct views views;
  list_frames(state, &views);
  vec_clear(&profile->contents);
  vec_clear(&profile->counts);
  profile->only_hot = hot != NULL;
  profile->hash = hash_frames(&views);
  if (hot != NULL) {
    take_hot(machine, &views, hot_of(counts, hot, &views), profile);
  } else {
    count_views(counts, &views);
    profile->total = views.total;
    take_all(machine, &views, profile);
  }
  profile->is_taken = true;
}

char *profile_name(const struct machine *machine, struct query_count *counts,
                   const struct state *state, const struct profile *profile, size_t number) {
  const struct query_count_options *options = query_count_get_options(counts);
  struct views views;
  list_frames(state, &views);
  count_views(counts, &views);
  struct cursor at = {0};
  struct variable next;
  while (next_variable(&views, &at, &next)) {
    if (profile->only_hot && !query_count_is_hot(options, next.count, views.total)) continue;
    if (number-- > 0) continue;
    const struct ir_func *func = next.view->frame->code->func;
    struct query_names names = query_names_of(machine->program, func);
    char *name =
        next.reg ? query_name_register(&names, next.reg->reg) : query_name_cell(&names, next.cell);
    char *full = alloc_format("%s in %s", name, func->name);
    free(name);
    query_names_free(&names);
    return full;
  }
  return alloc_string("?");
}

void profile_drop(struct profile *profile) {
  vec_free(&profile->contents);
  vec_free(&profile->counts);
  profile->is_taken = false;
}

bool similar_by_hot(const struct profile *a, const struct profile *b) {
  if (a->contents.count != b->contents.count) return false;
  for (size_t i = 0; i < a->contents.count; i++)
    if (a->contents.data[i] != b->contents.data[i] && is_concrete(a->contents.data[i]) &&
        is_concrete(b->contents.data[i]))
      return false;
  return true;
}

size_t similar_first_difference(const struct profile *a, const struct profile *b) {
  size_t symbolic = SIZE_MAX;
  for (size_t i = 0; i < a->contents.count && i < b->contents.count; i++) {
    if (a->contents.data[i] == b->contents.data[i]) continue;
    if (is_concrete(a->contents.data[i]) && is_concrete(b->contents.data[i])) return i;
    if (symbolic == SIZE_MAX) symbolic = i;
  }
  return symbolic;
}

bool similar_by_cost(const struct query_count_options *options, const struct profile *a,
                     const struct profile *b) {
  struct query_number symbolic = QUERY_NUMBER_ZERO, concrete = QUERY_NUMBER_ZERO;
  if (a->contents.count != b->contents.count) return false;
  for (size_t i = 0; i < a->contents.count; i++) {
    content x = a->contents.data[i], y = b->contents.data[i];
    if (x == y) continue;
    struct query_number *most = is_concrete(x) && is_concrete(y) ? &concrete : &symbolic;
    if (query_number_less(*most, a->counts.data[i])) *most = a->counts.data[i];
  }
  return query_count_pays(options, symbolic, concrete, a->total);
}

bool similar_by_limit(const struct query_count_options *options, const struct profile *a,
                      const struct profile *b) {
  struct query_number sum = QUERY_NUMBER_ZERO, limit = query_number_of(options->limit);
  for (size_t i = 0; i < a->contents.count && query_number_less(sum, limit); i++)
    if (a->contents.data[i] != b->contents.data[i]) sum = query_number_add(sum, a->counts.data[i]);
  return query_number_less(sum, limit);
}
