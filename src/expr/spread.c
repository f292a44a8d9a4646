/* Evaluation of an expression for all values of its only input at once: 256 lanes per node, in
   loops that the compiler vectorises.

   Everything in an expression of one input depends on that input alone or is constant, so the lanes
   of a node do not depend on the expression around it. They are kept by the node's id, which is
   never reused, until there are too many. */
#include "expr/spread.h"

#include "expr/expr.h"
#include "expr/float_value.h"
#include "expr/id_map.h"
#include "expr/support.h"
#include "expr/words.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
  LANES = SPREAD_VALUES,
  MAX_NEW = 1 << 12,  /* nodes per condition */
  MAX_KEPT = 1 << 12, /* nodes: 8 MiB of lanes */
  MAX_SETS = 1 << 17  /* conditions: 4 MiB of sets */
};

struct spread {
  struct exprs *exprs;
  struct id_map places; /* id to number of the node's lanes */
  VEC(uint64_t) lanes;
  struct id_map numbers; /* id of a condition to number of its set */
  VEC(struct value_set) sets;
  VEC(struct expr *) stack;
  struct spread_input input; /* of the current condition */
};

struct spread *spread_new(struct exprs *exprs) {
  struct spread *spread = alloc_zeroed(sizeof *spread);
  spread->exprs = exprs;
  return spread;
}

void spread_free(struct spread *spread) {
  if (spread == NULL) return;
  id_map_free(&spread->places);
  id_map_free(&spread->numbers);
  vec_free(&spread->lanes);
  vec_free(&spread->sets);
  vec_free(&spread->stack);
  free(spread);
}

/* ---- the input ---- */

struct element {
  const struct expr_array *array;
  uint64_t index;
};

static void note_element(const struct expr_array *array, uint64_t index, void *context) {
  *(struct element *)context = (struct element){array, index};
}

bool spread_find_input(const struct exprs *exprs, uint32_t support, struct spread_input *input) {
  if (support == SUPPORT_EMPTY || support_count(exprs, support) != 1) return false;
  struct element element = {0};
  support_walk(exprs, support, note_element, &element);
  if (element.index == SUPPORT_ALL || element.array->element_width > SPREAD_BITS) return false;
  *input = (struct spread_input){element.array->number, element.index};
  return true;
}

/* ---- lanes ---- */

static const uint64_t *find_lanes(const struct spread *spread, const struct expr *e) {
  const uint64_t *place = id_map_find(&spread->places, e->id);
  return place ? spread->lanes.data + *place * LANES : NULL;
}

/* The lanes of the node's children do not move until the next call. */
static uint64_t *add_lanes(struct spread *spread, const struct expr *e) {
  size_t number = spread->lanes.count / LANES;
  vec_reserve(&spread->lanes, spread->lanes.count + LANES);
  spread->lanes.count += LANES;
  id_map_add(&spread->places, e->id, number);
  return spread->lanes.data + number * LANES;
}

#define EACH_LANE(value)                                                                           \
  for (unsigned k = 0; k < LANES; k++) out[k] = (value);                                           \
  return true

static bool spread_binary(const struct expr *e, unsigned width, const uint64_t *a,
                          const uint64_t *b, uint64_t *out) {
  uint64_t mask = value_mask(width), sign = (uint64_t)1 << (width - 1);
  switch (e->kind) {
  case EXPR_ADD: EACH_LANE((a[k] + b[k]) & mask);
  case EXPR_MUL: EACH_LANE((a[k] * b[k]) & mask);
  case EXPR_AND: EACH_LANE(a[k] & b[k]);
  case EXPR_OR: EACH_LANE(a[k] | b[k]);
  case EXPR_XOR: EACH_LANE(a[k] ^ b[k]);
  case EXPR_EQ: EACH_LANE(a[k] == b[k]);
  case EXPR_ULT: EACH_LANE(a[k] < b[k]);
  case EXPR_ULE: EACH_LANE(a[k] <= b[k]);
  case EXPR_SLT: EACH_LANE((a[k] ^ sign) < (b[k] ^ sign));
  case EXPR_SLE: EACH_LANE((a[k] ^ sign) <= (b[k] ^ sign));
  default: EACH_LANE(value_binary(e->kind, width, a[k], b[k]));
  }
}

static bool spread_leaf(const struct expr *e, uint64_t *out) {
  if (e->kind == EXPR_CONST) {
    uint64_t value = expr_const_value(e);
    EACH_LANE(value);
  }
  if (e->kind != EXPR_INPUT) return false;
  uint64_t mask = value_mask(e->width);
  EACH_LANE(k & mask);
}

/* The element of an array without stores at an index; false if it is another input. */
static bool base_element(const struct spread *spread, const struct expr_array *array,
                         uint64_t index, uint64_t lane, uint64_t *value) {
  *value = 0;
  if (array->size != 0 && index >= array->size) return true;
  if (array->table != NULL) {
    *value = expr_table_element(array, index);
    return true;
  }
  *value = lane & value_mask(array->element_width);
  return array->number == spread->input.array && index == spread->input.index;
}

/* Walks down the stores lane by lane; the lanes of indices and values are known. */
static bool spread_read(const struct spread *spread, const struct expr *e, uint64_t *out) {
  const uint64_t *index = find_lanes(spread, expr_child(e, 1));
  for (unsigned k = 0; k < LANES; k++) {
    const struct expr *array = expr_child(e, 0);
    while (array->kind == EXPR_STORE && find_lanes(spread, expr_child(array, 1))[k] != index[k])
      array = expr_child(array, 0);
    if (array->kind == EXPR_STORE)
      out[k] = find_lanes(spread, expr_child(array, 2))[k];
    else if (!base_element(spread, expr_array_of(spread->exprs, array), index[k], k, &out[k]))
      return false;
  }
  return true;
}

static bool spread_float(const struct spread *spread, const struct expr *e, uint64_t *out) {
  const uint64_t *lanes[3];
  unsigned count = expr_child_count(e);
  for (unsigned i = 0; i < count; i++) lanes[i] = find_lanes(spread, expr_child(e, i));
  for (unsigned k = 0; k < LANES; k++) {
    const uint64_t *values[3];
    for (unsigned i = 0; i < count; i++) values[i] = &lanes[i][k];
    float_value(e->kind, e->width, expr_child(e, 1)->width, values, &out[k]);
  }
  return true;
}

static bool spread_node(struct spread *spread, struct expr *e) {
  uint64_t *out = add_lanes(spread, e);
  unsigned count = expr_child_count(e);
  if (expr_is_float(e)) return spread_float(spread, e, out);
  if (count == 0) return spread_leaf(e, out);
  if (e->kind == EXPR_READ) return spread_read(spread, e, out);
  const uint64_t *a = find_lanes(spread, expr_child(e, 0)),
                 *b = count > 1 ? find_lanes(spread, expr_child(e, 1)) : NULL,
                 *c = count > 2 ? find_lanes(spread, expr_child(e, 2)) : NULL;
  unsigned width = expr_child(e, 0)->width;
  uint64_t mask = value_mask(e->width), sign = (uint64_t)1 << (width - 1);
  switch (e->kind) {
  case EXPR_NOT: EACH_LANE(~a[k] & mask);
  case EXPR_ZEXT: EACH_LANE(a[k]);
  case EXPR_SEXT: EACH_LANE(((a[k] ^ sign) - sign) & mask);
  case EXPR_ITE: EACH_LANE(a[k] ? b[k] : c[k]);
  case EXPR_EXTRACT: {
    unsigned low = expr_extract_low(e);
    EACH_LANE(a[k] >> low & mask);
  }
  case EXPR_CONCAT: {
    unsigned low_width = expr_child(e, 1)->width;
    EACH_LANE(a[k] << low_width | b[k]);
  }
  default: return spread_binary(e, width, a, b, out);
  }
}

/* ---- walking ---- */

/* Pushes what is not known yet; true if everything is. */
static bool ask_for(struct spread *spread, struct expr *e) {
  if (find_lanes(spread, e) != NULL) return true;
  vec_push(&spread->stack, e);
  return false;
}

static bool has_children(struct spread *spread, struct expr *e) {
  bool is_ready = true;
  for (unsigned k = e->kind == EXPR_READ; k < expr_child_count(e); k++)
    is_ready &= ask_for(spread, expr_child(e, k));
  if (e->kind != EXPR_READ) return is_ready;
  for (struct expr *array = expr_child(e, 0); array->kind == EXPR_STORE;
       array = expr_child(array, 0)) {
    is_ready &= ask_for(spread, expr_child(array, 1));
    is_ready &= ask_for(spread, expr_child(array, 2));
  }
  return is_ready;
}

static void forget_lanes(struct spread *spread) {
  id_map_clear(&spread->places);
  vec_clear(&spread->lanes);
}

/* The lanes of e, or NULL. */
static const uint64_t *spread_all(struct spread *spread, struct expr *e, uint64_t *work) {
  if (spread->places.count > MAX_KEPT) forget_lanes(spread);
  size_t limit = spread->places.count + MAX_NEW;
  bool is_good = true;
  vec_clear(&spread->stack);
  vec_push(&spread->stack, e);
  while (spread->stack.count > 0 && is_good) {
    struct expr *top = vec_last(&spread->stack);
    if (find_lanes(spread, top) != NULL) {
      spread->stack.count--;
      continue;
    }
    is_good = top->width <= 64 && spread->places.count < limit && spread->stack.count < MAX_NEW;
    if (!is_good || !has_children(spread, top)) continue;
    spread->stack.count--;
    is_good = spread_node(spread, top);
    *work += LANES;
  }
  if (is_good) return find_lanes(spread, e);
  forget_lanes(spread); /* the lanes of the node that failed are invalid */
  return NULL;
}

bool spread_condition(struct spread *spread, struct expr *condition,
                      const struct spread_input *input, struct value_set *set, uint64_t *work) {
  const uint64_t *number = id_map_find(&spread->numbers, condition->id);
  if (number != NULL) {
    *set = spread->sets.data[*number];
    return true;
  }
  spread->input = *input;
  const uint64_t *lanes = spread_all(spread, condition, work);
  if (lanes == NULL) return false;
  *set = (struct value_set){{0}};
  for (unsigned k = 0; k < LANES; k++) set->words[k / 64] |= lanes[k] << k % 64;
  if (spread->sets.count == MAX_SETS) {
    id_map_clear(&spread->numbers);
    vec_clear(&spread->sets);
  }
  id_map_add(&spread->numbers, condition->id, spread->sets.count);
  vec_push(&spread->sets, *set);
  return true;
}
