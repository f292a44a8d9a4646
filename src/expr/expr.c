/* The owner of all expressions: arrays, leaves, and accessors.

   The constructors of inner nodes are in build.c and binary.c; their simplifications are in the
   rewrite_*.c files, by theme. */
#include "expr/expr.h"

#include "expr/cells.h"
#include "expr/node.h"
#include "expr/range.h"
#include "expr/support.h"

#include <stdlib.h>
#include <string.h>

struct exprs *exprs_new(void) {
  struct exprs *exprs = alloc_zeroed(sizeof *exprs);
  exprs->supports = supports_new();
  store_init(exprs);
  for (uint64_t value = 0; value < 2; value++)
    exprs->booleans[value] = node_const(exprs, 1, &value);
  return exprs;
}

static void free_array(struct expr_array *array) {
  if (array == NULL) return;
  free(array->name);
  free((void *)(uintptr_t)array->table);
  free(array);
}

void exprs_free(struct exprs *exprs) {
  if (exprs == NULL) return;
  for (size_t k = 0; k < exprs->arrays.count; k++) free_array(exprs->arrays.data[k].array);
  vec_free(&exprs->arrays);
  vec_free(&exprs->mark_stack);
  supports_free(exprs->supports);
  store_free(exprs);
  free(exprs);
}

size_t exprs_count(const struct exprs *exprs) { return exprs->live; }

size_t exprs_bytes(const struct exprs *exprs) {
  return sizeof *exprs + store_bytes(exprs) + supports_bytes(exprs->supports) +
         exprs->arrays.capacity * sizeof *exprs->arrays.data +
         exprs->arrays.count * sizeof(struct expr_array) + exprs->node_table_bytes +
         exprs->mark_stack.capacity * sizeof *exprs->mark_stack.data;
}

/* Arrays. */

static size_t table_bytes_of(const struct expr_array *array) {
  return array->size * expr_table_unit(array->element_width);
}

const struct expr_array *expr_new_array(struct exprs *exprs, const char *name,
                                        unsigned element_width, unsigned index_width, uint64_t size,
                                        const void *table) {
  REQUIRE(element_width >= 1 && element_width <= 64 && index_width >= 1 && index_width <= 64);
  REQUIRE(table == NULL || size > 0);
  struct expr_array *array = alloc_zeroed(sizeof *array);
  array->name = alloc_string(name);
  array->number = (uint32_t)exprs->arrays.count;
  array->element_width = (uint16_t)element_width;
  array->index_width = (uint16_t)index_width;
  array->size = size;
  uint64_t last = value_mask(index_width);
  if (size == 0 || size - 1 > last) size = last == UINT64_MAX ? 0 : last + 1;
  if (table) {
    unsigned unit = expr_table_unit(element_width);
    void *copy = alloc_bytes(array->size * unit);
    for (uint64_t k = 0; k < array->size; k++)
      expr_table_set(copy, unit, k, expr_table_get(table, unit, k) & value_mask(element_width));
    array->table = copy;
    exprs->node_table_bytes += table_bytes_of(array);
  }
  struct array_entry entry = {.array = array, .first_key = support_key_limit(exprs)};
  if (table)
    entry.range = range_of_table(array);
  else
    entry.key_count = support_keys_for(exprs, size);
  vec_push(&exprs->arrays, entry);
  return array;
}

const struct expr_array *expr_find_array(const struct exprs *exprs, uint32_t number) {
  return number < exprs->arrays.count ? exprs->arrays.data[number].array : NULL;
}

void expr_mark_array(struct exprs *exprs, const struct expr_array *array) {
  exprs->arrays.data[array->number].is_marked = true;
}

void arrays_sweep(struct exprs *exprs) {
  for (size_t k = 0; k < exprs->arrays.count; k++) {
    struct array_entry *entry = &exprs->arrays.data[k];
    bool is_table = entry->array != NULL && entry->array->table != NULL;
    if (is_table && !entry->is_marked) {
      exprs->node_table_bytes -= table_bytes_of(entry->array);
      free_array(entry->array);
      entry->array = NULL;
    }
    entry->is_marked = false;
  }
}

struct expr *expr_array_value(struct exprs *exprs, const struct expr_array *array) {
  return node_leaf(exprs, EXPR_ARRAY, array, 0);
}

struct expr *expr_input(struct exprs *exprs, const struct expr_array *array, uint64_t index) {
  index &= value_mask(array->index_width);
  if (array->size && index >= array->size) return expr_const(exprs, array->element_width, 0);
  if (array->table)
    return expr_const(exprs, array->element_width, expr_table_element(array, index));
  return node_leaf(exprs, EXPR_INPUT, array, index);
}

/* Constants. */

static struct expr *wide_const(struct exprs *exprs, unsigned width, uint64_t value) {
  REQUIRE(width >= 1 && width <= EXPR_MAX_WIDTH);
  uint64_t words[WORDS_MAX] = {value};
  return node_const(exprs, width, words);
}

struct expr *expr_const(struct exprs *exprs, unsigned width, uint64_t value) {
  if (__builtin_expect(width - 1 >= 64, 0)) return wide_const(exprs, width, value);
  value &= ~(uint64_t)0 >> (64 - width);
  struct recent_constant *recent =
      &exprs->recent_constants[const_neighbourhood(width, value) % RECENT_CONSTANTS];
  if (recent->value == value && recent->width == width) return cell_at(exprs, recent->reference);
  recent->value = value;
  recent->width = width;
  return node_value(exprs, width, value, &recent->reference);
}

struct expr *expr_const_words(struct exprs *exprs, unsigned width, const uint64_t *words) {
  REQUIRE(width >= 1 && width <= EXPR_MAX_WIDTH);
  if (width <= 64) return expr_const(exprs, width, words[0]);
  uint64_t copy[WORDS_MAX];
  memcpy(copy, words, word_count(width) * sizeof *words);
  if (width % 64) copy[width / 64] &= value_mask(width % 64);
  return node_const(exprs, width, copy);
}

/* Looking inside. */

unsigned expr_child_count(const struct expr *e) { return expr_kind_children[e->kind]; }

struct expr *expr_child(const struct expr *e, unsigned number) {
  REQUIRE(number < expr_kind_children[e->kind]);
  return child(e, number);
}

bool expr_is_const(const struct expr *e) { return is_const(e); }

uint64_t expr_const_value(const struct expr *e) {
  REQUIRE(is_const(e) && e->width <= 64);
  return const_value(e);
}

void expr_const_get_words(const struct expr *e, uint64_t *words) {
  REQUIRE(is_const(e));
  memcpy(words, const_words(e), word_count(e->width) * sizeof *words);
}

unsigned expr_extract_low(const struct expr *e) {
  REQUIRE(is_kind(e, EXPR_EXTRACT));
  return extract_low(e);
}

const struct expr_array *expr_array_of(const struct exprs *exprs, const struct expr *e) {
  REQUIRE(is_kind(e, EXPR_INPUT) || is_kind(e, EXPR_ARRAY));
  return exprs->arrays.data[leaf_array(e)].array;
}

uint64_t expr_input_index(const struct expr *e) {
  REQUIRE(is_kind(e, EXPR_INPUT));
  return ((const struct node_input *)e)->index;
}

struct expr_range expr_range_of(const struct expr *e) {
  REQUIRE(e->width <= 64);
  return range_of(e);
}
