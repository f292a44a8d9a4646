/* Finding out what makes states differ. A state that was kept is compared with the last LAST ones
   that were kept at the same place with the same call stack. What differs from the closest of them
   is counted by name: if it is a single thing, the state would have been dropped without it.

   Snapshots are taken once more, with tags that say what each word and value is. First everything
   concrete is compared, part by part. Only if that is the same are the forms made and compared: the
   first value that differs (the variables of later ones are numbered after it), or else the
   conditions.

   Earlier states stay in memory, so this is for finding out, not for every run. */
#include "reduce/z_equivalence/differences.h"

#include "analysis/query_name.h"
#include "exec/machine.h"
#include "exec/state_live.h"
#include "expr/expr.h"
#include "expr/print.h"
#include "ir/ir.h"
#include "memory/content_hash.h"
#include "reduce/z_equivalence/z_equivalence.h"
#include "util/buffer.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
  LAST = 8,
  MOST_NAMES = 8,  /* of one comparison */
  MOST_WORDS = 3,  /* of one object */
  MOST_NODES = 24, /* of a condition that is shown */
  WORD = 8
};

/* States at a place with the same call stack: the last ones, in a ring. */
struct differences_group {
  struct snapshot last[LAST];
  uint32_t count;
};

struct comparison {
  struct differences *d;
  struct snapshot *a, *b;
  VEC(char *) names; /* owned */
};

struct differences *differences_new(struct machine *machine, const struct snapshots *like) {
  struct differences *d = alloc_zeroed(sizeof *d);
  d->machine = machine;
  snapshots_init(&d->snapshots, machine);
  d->snapshots.dead = like->dead;
  d->snapshots.moves_heap = like->moves_heap;
  d->snapshots.solves_equations = like->solves_equations;
  d->snapshots.has_tags = true;
  return d;
}

static uint32_t ring_size(const struct differences_group *group) {
  return group->count < LAST ? group->count : LAST;
}

void differences_forget(struct differences *d) {
  for (size_t i = 0; i < d->groups.count; i++)
    for (uint32_t k = 0; k < ring_size(&d->groups.data[i]); k++)
      snapshot_free(&d->snapshots, &d->groups.data[i].last[k]);
  vec_clear(&d->groups);
  word_map_clear(&d->group_numbers);
}

void differences_free(struct differences *d) {
  if (d == NULL) return;
  differences_forget(d);
  for (size_t i = 0; i < d->places.count; i++) {
    strmap_free(&d->places.data[i].alone);
    strmap_free(&d->places.data[i].among);
  }
  vec_free(&d->places);
  vec_free(&d->groups);
  word_map_free(&d->numbers);
  word_map_free(&d->group_numbers);
  snapshots_free(&d->snapshots);
  free(d);
}

void differences_mark(struct differences *d) {
  if (d == NULL) return;
  form_variables_mark(&d->snapshots.variables, d->machine->exprs);
  for (size_t i = 0; i < d->groups.count; i++)
    for (uint32_t k = 0; k < ring_size(&d->groups.data[i]); k++)
      snapshot_mark(&d->snapshots, &d->groups.data[i].last[k]);
}

/* ---- names ---- */

static void add_name(struct comparison *c, char *name) {
  for (size_t i = 0; i < c->names.count; i++)
    if (strcmp(c->names.data[i], name) == 0) {
      free(name);
      return;
    }
  vec_push(&c->names, name);
}

static char *name_register(const struct differences *d, uint32_t func, uint32_t reg) {
  const struct ir_func *f = d->machine->program->funcs.data[func];
  struct query_names names = query_names_of(d->machine->program, f);
  char *name = query_name_register(&names, reg);
  char *full = alloc_format("%s in %s", name, f->name);
  free(name);
  query_names_free(&names);
  return full;
}

static char *name_object(const struct differences *d, const struct object *object) {
  const struct ir_program *program = d->machine->program;
  if (object == NULL) return alloc_string("an object that is gone");
  const char *name = object->name != 0 ? program->strings.data[object->name] : NULL;
  const struct ir_loc *loc = &program->locs.data[object->site];
  if (object->kind != OBJECT_HEAP) return alloc_string(name != NULL ? name : "a nameless variable");
  return alloc_format("%s%sheap object of %s:%u", name != NULL ? name : "",
                      name != NULL ? ", " : "", program->strings.data[loc->file], loc->line);
}

static char *name_cell(const struct comparison *c, uint32_t slot, uint64_t offset) {
  const struct object *object = tree_get(&c->b->space.tree, slot);
  if (object == NULL) object = tree_get(&c->a->space.tree, slot);
  char *name = name_object(c->d, object);
  char *full = alloc_format("%s+%llu", name, (unsigned long long)offset);
  free(name);
  return full;
}

static char *name_tag(const struct comparison *c, const struct snapshot_tag *tag) {
  if (tag->part == PART_STACK) return alloc_string("objects on the stack");
  if (tag->part == PART_MODE) return alloc_string("modes and unknown objects");
  if (tag->part == PART_REGISTER) return name_register(c->d, tag->owner, (uint32_t)tag->at);
  return name_cell(c, tag->owner, tag->at);
}

/* ---- the layout, part by part ---- */

struct layout_part {
  struct snapshot_tag tag;
  uint64_t hash;
};
struct layout_parts {
  VEC(struct layout_part) list;
};

static int compare_tags(const struct snapshot_tag *x, const struct snapshot_tag *y) {
  if (x->part != y->part) return x->part < y->part ? -1 : 1;
  if (x->owner != y->owner) return x->owner < y->owner ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

static int compare_parts(const void *a, const void *b) {
  return compare_tags(&((const struct layout_part *)a)->tag, &((const struct layout_part *)b)->tag);
}

/* In the order of tags; words of the same tag are hashed together. */
static struct layout_parts list_parts(const struct snapshot *snapshot) {
  struct layout_parts parts = {0};
  size_t count = snapshot->layout.count;
  for (size_t i = 0; i < count; i++) {
    const struct snapshot_tag *tag = &snapshot->word_tags.data[i];
    if (i == 0 || compare_tags(tag, &snapshot->word_tags.data[i - 1]) != 0)
      vec_push(&parts.list, ((struct layout_part){*tag, 1}));
    struct layout_part *last = &parts.list.data[parts.list.count - 1];
    last->hash = hash_mix(last->hash, snapshot->layout.data[i]);
  }
  if (parts.list.count > 1)
    qsort(parts.list.data, parts.list.count, sizeof *parts.list.data, compare_parts);
  return parts;
}

/* An object that has values in one of them only is named by its cells. */
static void compare_layouts(struct comparison *c) {
  struct layout_parts lists[] = {list_parts(c->a), list_parts(c->b)};
  const struct layout_part *x = lists[0].list.data, *x_end = x + lists[0].list.count;
  const struct layout_part *y = lists[1].list.data, *y_end = y + lists[1].list.count;
  while (x < x_end || y < y_end) {
    int order = x == x_end ? 1 : y == y_end ? -1 : compare_parts(x, y);
    const struct snapshot_tag *tag = order <= 0 ? &x->tag : &y->tag;
    bool is_header = tag->part == PART_OBJECT;
    if (order != 0 ? !is_header : x->hash != y->hash)
      add_name(c, is_header ? name_cell(c, tag->owner, 0) : name_tag(c, tag));
    x += order <= 0, y += order >= 0;
  }
  vec_free(&lists[0].list);
  vec_free(&lists[1].list);
}

/* ---- memory ---- */

static bool is_separate(const struct snapshot *snapshot, uint32_t slot) {
  for (size_t i = 0; i < snapshot->slots.count; i++)
    if (snapshot->slots.data[i] == slot) return true;
  return false;
}

static void compare_range(struct comparison *c, const struct object *x, const struct object *y,
                          uint64_t from, uint64_t to) {
  struct memory *memory = &c->d->machine->memory;
  unsigned found = 0;
  if (from >= to || object_is_equal_range(memory, x, y, from, to - from)) return;
  for (uint64_t at = from, next; at < to && found < MOST_WORDS; at = next) {
    next = (at / WORD + 1) * WORD;
    if (next > to) next = to;
    if (object_is_equal_range(memory, x, y, at, next - at)) continue;
    add_name(c, name_cell(c, y->index, at));
    found++;
  }
}

static bool is_live(const struct object *object) {
  return object != NULL && !(object->flags & OBJECT_FREED);
}

static int compare_objects(uint32_t index, struct object *a, struct object *b, void *context) {
  struct comparison *c = context;
  if (is_separate(c->a, index) || is_separate(c->b, index)) return 0;
  if (!is_live(a) && !is_live(b)) return 0;
  if (is_live(a) != is_live(b) || a->kind != b->kind || a->size != b->size || a->base != b->base) {
    char *name = name_object(c->d, is_live(b) ? b : a);
    add_name(c, alloc_format("whether there is %s", name));
    free(name);
  } else if (a->kind != OBJECT_CODE && a->kind != OBJECT_PART && a->kind != OBJECT_CHOICE) {
    compare_range(c, a, b, 0, a->size);
  }
  return c->names.count > MOST_NAMES;
}

static const struct symbolic_object *find_symbolic(const struct snapshot *snapshot, uint32_t slot) {
  for (size_t i = 0; i < snapshot->symbolic.objects.count; i++)
    if (snapshot->symbolic.objects.data[i].object->index == slot)
      return &snapshot->symbolic.objects.data[i];
  return NULL;
}

/* Bytes between the values; their places are the same in both if the layouts are. */
static void compare_gaps(struct comparison *c) {
  for (size_t i = 0; i < c->a->by_bytes.count; i++) {
    const struct symbolic_object *x = &c->a->symbolic.objects.data[c->a->by_bytes.data[i]];
    const struct symbolic_object *y = find_symbolic(c->b, x->object->index);
    if (y == NULL || x->count != y->count || x->object->size != y->object->size) continue;
    uint64_t at = 0;
    for (uint32_t k = 0; k < x->count; k++) {
      const struct symbolic_span *span = &c->a->symbolic.spans.data[x->first + k];
      compare_range(c, x->object, y->object, at, span->start);
      at = span->start + span->size;
    }
    compare_range(c, x->object, y->object, at, x->object->size);
  }
}

/* ---- forms ---- */

static bool has_condition(const struct form *form, const struct expr *e) {
  for (uint32_t i = form->value_count; i < form->count; i++)
    if (form->exprs[i] == e) return true;
  return false;
}

static void compare_conditions(struct comparison *c, const struct form *x, const struct form *y) {
  for (uint32_t i = x->value_count; i < x->count && c->names.count < MOST_NAMES; i++) {
    if (has_condition(y, x->exprs[i])) continue;
    struct buffer text = {0};
    expr_print(c->d->machine->exprs, x->exprs[i], MOST_NODES, &text);
    for (char *at = text.text; at != NULL && (at = strchr(at, '\n')) != NULL;) *at = ';';
    add_name(c, alloc_format("condition %s", text.text));
    buffer_free(&text);
  }
}

/* In which inputs that are in memory something depends on. */
static void compare_patterns(struct comparison *c) {
  const struct snapshot *a = c->a, *b = c->b;
  for (size_t i = 0; i < a->pattern.count && i < b->pattern.count; i++) {
    if (a->pattern.data[i] == b->pattern.data[i]) continue;
    char *name = name_tag(c, &b->pattern_tags.data[i]);
    add_name(c, alloc_format("inputs of %s", name));
    free(name);
    return;
  }
  if (a->pattern.count != b->pattern.count) add_name(c, alloc_string("inputs of the last object"));
}

static void compare_forms(struct comparison *c) {
  struct snapshots *all = &c->d->snapshots;
  if (!snapshot_complete(all, c->a) || !snapshot_complete(all, c->b)) {
    add_name(c, alloc_string("too many values"));
    return;
  }
  const struct form *x = &c->a->form, *y = &c->b->form;
  compare_patterns(c);
  if (c->names.count > 0) return;
  for (uint32_t i = 0; i < x->value_count && i < y->value_count; i++) {
    if (x->exprs[i] == y->exprs[i]) continue;
    char *name = name_tag(c, &c->b->value_tags.data[i]);
    add_name(c, alloc_format("value of %s", name));
    free(name);
    return;
  }
  compare_conditions(c, x, y);
  compare_conditions(c, y, x);
}

static void compare(struct comparison *c) {
  compare_layouts(c);
  space_walk_differences(&c->a->space, &c->b->space, compare_objects, c);
  compare_gaps(c);
  if (c->names.count == 0) compare_forms(c);
}

/* ---- states ---- */

static uint64_t hash_place(const struct state *state, int kind) {
  struct place at = state_place(state);
  uint64_t hash = hash_mix(at.ins, (uint64_t)kind);
  for (const struct frame *frame = state->top; frame; frame = frame->caller) {
    hash = hash_mix(hash, frame->code->func->number);
    if (frame->caller != NULL) hash = hash_mix(hash, frame_call_site(frame));
  }
  return hash | 1;
}

static struct differences_place *have_place(struct differences *d, const struct state *state,
                                            int kind) {
  const struct ir_func *func = state->top->code->func;
  struct place at = state_place(state);
  uint64_t key = ((uint64_t)func->number << 34 | (uint64_t)at.ins << 2 | (uint64_t)kind) + 1;
  uint64_t *number = word_map_place(&d->numbers, key);
  if (*number == 0) {
    uint32_t loc = func->ins.data[at.ins].loc;
    vec_push(&d->places,
             ((struct differences_place){.func = func->number, .loc = loc, .kind = kind}));
    *number = d->places.count;
  }
  return &d->places.data[*number - 1];
}

static struct differences_group *have_group(struct differences *d, const struct state *state,
                                            int kind) {
  uint64_t *number = word_map_place(&d->group_numbers, hash_place(state, kind));
  if (*number == 0) {
    vec_push(&d->groups, (struct differences_group){.count = 0});
    *number = d->groups.count;
  }
  return &d->groups.data[*number - 1];
}

static void count_name(struct strmap *map, const char *name) {
  uint32_t count = strmap_get(map, name);
  strmap_set(map, name, count == STRMAP_NONE ? 1 : count + 1);
}

static void free_names(struct comparison *c) {
  for (size_t i = 0; i < c->names.count; i++) free(c->names.data[i]);
  vec_free(&c->names);
}

static void count_closest(struct differences *d, struct differences_place *place,
                          struct differences_group *group, struct snapshot *snapshot) {
  struct comparison closest = {0};
  for (uint32_t i = 0; i < ring_size(group); i++) {
    struct comparison c = {.d = d, .a = &group->last[i], .b = snapshot};
    compare(&c);
    bool is_closer = i == 0 || c.names.count < closest.names.count;
    free_names(is_closer ? &closest : &c);
    if (is_closer) closest = c;
  }
  place->first += group->count == 0;
  place->alike += group->count > 0 && closest.names.count == 0;
  for (size_t i = 0; i < closest.names.count; i++)
    count_name(closest.names.count == 1 ? &place->alone : &place->among, closest.names.data[i]);
  free_names(&closest);
}

void differences_note(struct differences *d, struct state *state, int kind, uint32_t rigid,
                      bool is_dropped) {
  struct differences_place *place = have_place(d, state, kind);
  struct snapshot snapshot;
  place->kept += !is_dropped;
  place->dropped += is_dropped;
  if (is_dropped) return;
  if (!snapshot_take(&d->snapshots, state, kind == Z_AT_RETURNS, rigid, &snapshot)) {
    count_name(&place->alone, "something that cannot be compared");
    return;
  }
  struct differences_group *group = have_group(d, state, kind);
  count_closest(d, place, group, &snapshot);
  struct snapshot *slot = &group->last[group->count % LAST];
  if (group->count >= LAST) snapshot_free(&d->snapshots, slot);
  *slot = snapshot;
  group->count++;
}
