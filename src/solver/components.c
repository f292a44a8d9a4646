/* Union-find over the inputs, with a list of conjuncts per class, that can be undone: no
   path compression, union by size, and a record of every union. A conjunct is put on in
   time of the inputs it names, and mostly in no time, because another one before it names
   the same set. */
#include "solver/components.h"

#include "expr/expr.h"
#include "expr/support.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = 0 }; /* of conjunct numbers, which count from 1 */
#define NO_KEY UINT32_MAX

struct member {
  struct expr *conjunct;
  uint32_t support, first_key; /* NO_KEY: depends on nothing */
  uint32_t next;               /* in the list of its class */
  uint32_t tail_before;        /* of that list, before this was put on */
  size_t unions_before;
};

struct key_class {
  uint32_t parent, size;
  uint32_t head, tail; /* of the list, at roots */
  uint32_t stamp;      /* of the last visit */
};

struct joining {
  uint32_t small, large, large_tail;
};

struct components {
  struct exprs *exprs;
  VEC(struct member) members;
  VEC(struct key_class) keys; /* by input */
  VEC(struct joining) unions;
  /* By number of a set of inputs: how many members depend on just it, and one of its
     inputs. */
  VEC(uint32_t) set_uses, set_keys;
  VEC(uint32_t) walked; /* inputs of the set at hand */
  uint32_t stamp;
};

struct components *components_new(struct exprs *exprs) {
  struct components *components = alloc_zeroed(sizeof *components);
  components->exprs = exprs;
  return components;
}

void components_free(struct components *components) {
  vec_free(&components->members);
  vec_free(&components->keys);
  vec_free(&components->unions);
  vec_free(&components->set_uses);
  vec_free(&components->set_keys);
  vec_free(&components->walked);
  free(components);
}

static void collect_key(uint32_t key, void *context) {
  struct components *components = context;
  vec_push(&components->walked, key);
}

static void walk_keys(struct components *components, uint32_t support) {
  uint32_t limit = support_key_limit(components->exprs);
  for (uint32_t key = (uint32_t)components->keys.count; key < limit; key++)
    vec_push(&components->keys, ((struct key_class){.parent = key, .size = 1}));
  vec_clear(&components->walked);
  support_walk_keys(components->exprs, support, collect_key, components);
}

static uint32_t find_root(const struct components *components, uint32_t key) {
  while (components->keys.data[key].parent != key) key = components->keys.data[key].parent;
  return key;
}

static uint32_t join(struct components *components, uint32_t a, uint32_t b) {
  struct key_class *keys = components->keys.data;
  if (a == b) return a;
  uint32_t large = keys[a].size >= keys[b].size ? a : b, small = a ^ b ^ large;
  vec_push(&components->unions, ((struct joining){small, large, keys[large].tail}));
  keys[small].parent = large;
  keys[large].size += keys[small].size;
  if (keys[small].head == NONE) return large;
  if (keys[large].tail == NONE)
    keys[large].head = keys[small].head;
  else
    components->members.data[keys[large].tail - 1].next = keys[small].head;
  keys[large].tail = keys[small].tail;
  return large;
}

static void undo_join(struct components *components) {
  struct joining joining = vec_pop(&components->unions);
  struct key_class *large = &components->keys.data[joining.large];
  components->keys.data[joining.small].parent = joining.small;
  large->size -= components->keys.data[joining.small].size;
  large->tail = joining.large_tail;
  if (large->tail == NONE)
    large->head = NONE;
  else
    components->members.data[large->tail - 1].next = NONE;
}

static void reserve_set(struct components *components, uint32_t support) {
  while (components->set_uses.count <= support) {
    vec_push(&components->set_uses, 0);
    vec_push(&components->set_keys, NO_KEY);
  }
}

static void put_on(struct components *components, struct expr *conjunct) {
  uint32_t support = conjunct->support;
  struct member member = {.conjunct = conjunct,
                          .support = support,
                          .first_key = NO_KEY,
                          .unions_before = components->unions.count};
  if (support == SUPPORT_EMPTY) {
    vec_push(&components->members, member);
    return;
  }
  reserve_set(components, support);
  if (components->set_uses.data[support]++ == 0) {
    walk_keys(components, support);
    uint32_t root = find_root(components, components->walked.data[0]);
    for (size_t i = 1; i < components->walked.count; i++)
      root = join(components, root, find_root(components, components->walked.data[i]));
    components->set_keys.data[support] = components->walked.data[0];
  }
  member.first_key = components->set_keys.data[support];
  struct key_class *root = &components->keys.data[find_root(components, member.first_key)];
  member.tail_before = root->tail;
  vec_push(&components->members, member);
  uint32_t number = (uint32_t)components->members.count;
  if (root->tail == NONE)
    root->head = number;
  else
    components->members.data[root->tail - 1].next = number;
  root->tail = number;
}

static void take_off(struct components *components) {
  struct member member = vec_pop(&components->members);
  if (member.first_key == NO_KEY) return;
  components->set_uses.data[member.support]--;
  struct key_class *root = &components->keys.data[find_root(components, member.first_key)];
  root->tail = member.tail_before;
  if (root->tail == NONE)
    root->head = NONE;
  else
    components->members.data[root->tail - 1].next = NONE;
  while (components->unions.count > member.unions_before) undo_join(components);
}

void components_set(struct components *components, struct expr *const *conjuncts, size_t count) {
  size_t common = 0;
  while (common < count && common < components->members.count &&
         components->members.data[common].conjunct == conjuncts[common])
    common++;
  while (components->members.count > common) take_off(components);
  for (size_t i = common; i < count; i++) put_on(components, conjuncts[i]);
}

void components_clear(struct components *components) {
  while (components->members.count > 0) take_off(components);
}

static int compare_positions(const void *a, const void *b) {
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* Adds the list of the class unless this visit has seen it. */
static size_t add_class(struct components *components, uint32_t key, size_t *positions,
                        size_t count) {
  struct key_class *root = &components->keys.data[find_root(components, key)];
  if (root->stamp == components->stamp) return count;
  root->stamp = components->stamp;
  for (uint32_t at = root->head; at != NONE; at = components->members.data[at - 1].next)
    positions[count++] = at - 1;
  return count;
}

static size_t sort_positions(size_t *positions, size_t count) {
  bool is_sorted = true;
  for (size_t i = 1; is_sorted && i < count; i++) is_sorted = positions[i - 1] < positions[i];
  if (!is_sorted) qsort(positions, count, sizeof *positions, compare_positions);
  return count;
}

size_t components_touching(struct components *components, uint32_t support, size_t *positions) {
  size_t count = 0;
  if (support == SUPPORT_EMPTY) return 0;
  components->stamp++;
  reserve_set(components, support);
  if (components->set_uses.data[support] > 0)
    return sort_positions(positions,
                          add_class(components, components->set_keys.data[support], positions, 0));
  walk_keys(components, support);
  for (size_t i = 0; i < components->walked.count; i++)
    count = add_class(components, components->walked.data[i], positions, count);
  return sort_positions(positions, count);
}

size_t components_around(struct components *components, size_t position, size_t *positions) {
  const struct member *member = &components->members.data[position];
  if (member->first_key == NO_KEY) {
    positions[0] = position;
    return 1;
  }
  components->stamp++;
  return sort_positions(positions, add_class(components, member->first_key, positions, 0));
}
