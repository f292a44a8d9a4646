/* Translation of arrays: multiplexer trees, stores, and when to defer.

   A tree is built from the leaves up, by the lowest index bit first, over the positions that the
   index can take: its constant bits and its bounds exclude the rest. A position without sibling
   passes through: for the other value of the bit any result will do. Gates of equal structure
   collapse in tables with repetition. */
#include "solver/blast_array.h"

#include "expr/expr.h"
#include "solver/blast_input.h"
#include "solver/blast_word.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

void arrays_init(struct arrays *arrays, const struct array_limits *limits, struct gates *gates,
                 struct inputs *inputs) {
  *arrays = (struct arrays){.limits = *limits, .gates = gates, .inputs = inputs};
  vec_push(&arrays->terms, (struct array_term){0});
  vec_push(&arrays->reads, (struct deferred_read){0});
}

void arrays_free(struct arrays *arrays) {
  vec_free(&arrays->terms);
  vec_free(&arrays->reads);
  vec_free(&arrays->lits);
  free(arrays->slots);
  arrays->slots = NULL;
}

static uint32_t keep_lits(struct arrays *arrays, const gate_lit *lits, size_t count) {
  size_t place = arrays->lits.count;
  vec_reserve(&arrays->lits, place + count);
  memcpy(arrays->lits.data + place, lits, count * sizeof *lits);
  arrays->lits.count += count;
  return (uint32_t)place;
}

void arrays_mark(const struct arrays *arrays, struct exprs *exprs) {
  for (size_t i = 1; i < arrays->terms.count; i++)
    expr_mark_array(exprs, arrays->terms.data[i].array);
}

static bool is_uniform(const struct expr_array *array) {
  if (array->table == NULL) return false;
  for (uint64_t i = 1; i < array->size; i++)
    if (expr_table_element(array, i) != expr_table_element(array, 0)) return false;
  return true;
}

uint32_t arrays_add_base(struct arrays *arrays, const struct expr_array *array) {
  vec_push(&arrays->terms, ((struct array_term){.array = array, .is_uniform = is_uniform(array)}));
  return (uint32_t)(arrays->terms.count - 1);
}

uint32_t arrays_add_store(struct arrays *arrays, uint32_t below, const gate_lit *index,
                          const gate_lit *value) {
  const struct expr_array *array = arrays->terms.data[below].array;
  struct array_term term = {.array = array, .below = below};
  term.lits = keep_lits(arrays, index, array->index_width);
  keep_lits(arrays, value, array->element_width);
  vec_push(&arrays->terms, term);
  return (uint32_t)(arrays->terms.count - 1);
}

/* The positions that the index can take. */
struct positions {
  uint64_t free_bits, fixed_bits; /* of the index, within its width */
  uint64_t first, last;
  uint64_t count; /* upper bound; 0 stands for 2^64 */
  bool by_bits;   /* the free bits give fewer positions than the bounds */
};

static struct positions find_positions(const struct expr_array *array, const gate_lit *index,
                                       uint64_t first, uint64_t last) {
  struct positions positions = {.first = first, .last = last};
  if (array->size != 0 && last >= array->size) positions.last = array->size - 1;
  unsigned free_count = 0;
  for (unsigned i = 0; i < array->index_width; i++) {
    uint64_t bit = (uint64_t)1 << i;
    if (!gate_is_const(index[i])) {
      positions.free_bits |= bit;
      free_count++;
    } else if (index[i] == GATE_TRUE) {
      positions.fixed_bits |= bit;
    }
  }
  uint64_t span = positions.last - positions.first; /* one less than the number of positions */
  positions.by_bits = free_count < 64 && ((uint64_t)1 << free_count) - 1 < span;
  positions.count = positions.by_bits ? (uint64_t)1 << free_count : span + 1;
  return positions;
}

struct leaf {
  uint64_t position;
  size_t lits; /* index in the tree's literals */
};

struct tree {
  VEC(struct leaf) leaves; /* by position */
  VEC(gate_lit) lits;
};

static void add_leaf(struct arrays *arrays, const struct expr_array *array, uint64_t position,
                     struct tree *tree) {
  struct leaf leaf = {position, tree->lits.count};
  unsigned width = array->element_width;
  vec_push(&tree->leaves, leaf);
  vec_reserve(&tree->lits, leaf.lits + width);
  gate_lit *lits = tree->lits.data + leaf.lits;
  tree->lits.count += width;
  if (array->table != NULL) {
    word_const(width, expr_table_element(array, position), lits);
    return;
  }
  gate_lit first = input_bits(arrays->inputs, arrays->gates, array->number, position, width);
  for (unsigned bit = 0; bit < width; bit++) lits[bit] = first + 2 * bit;
}

static void collect_positions(struct arrays *arrays, const struct expr_array *array,
                              const struct positions *positions, struct tree *tree) {
  if (!positions->by_bits) {
    for (uint64_t i = positions->first;; i++) {
      if ((i & ~positions->free_bits) == positions->fixed_bits) add_leaf(arrays, array, i, tree);
      if (i == positions->last) return;
    }
  }
  uint64_t part = 0; /* counts through the free bits only */
  do {
    uint64_t i = part | positions->fixed_bits;
    if (i >= positions->first && i <= positions->last) add_leaf(arrays, array, i, tree);
    part = ((part | ~positions->free_bits) + 1) & positions->free_bits;
  } while (part != 0);
}

/* Joins siblings that differ in this bit of their position. */
static void join_level(struct gates *gates, struct tree *tree, unsigned bit, gate_lit selector,
                       unsigned width) {
  size_t kept = 0;
  struct leaf *leaves = tree->leaves.data;
  for (size_t i = 0; i < tree->leaves.count; i++) {
    struct leaf leaf = leaves[i];
    bool is_pair = i + 1 < tree->leaves.count &&
                   leaf.position >> bit != leaves[i + 1].position >> bit &&
                   leaf.position >> bit >> 1 == leaves[i + 1].position >> bit >> 1;
    if (is_pair) {
      gate_lit *low = tree->lits.data + leaf.lits, *high = tree->lits.data + leaves[++i].lits;
      word_mux(gates, width, selector, high, low, low);
    }
    leaves[kept++] = leaf;
  }
  tree->leaves.count = kept;
}

static void select_element(struct arrays *arrays, const struct expr_array *array,
                           const struct positions *positions, const gate_lit *index,
                           gate_lit *out) {
  struct tree tree = {0};
  collect_positions(arrays, array, positions, &tree);
  for (unsigned bit = 0; bit < array->index_width && tree.leaves.count > 1; bit++)
    join_level(arrays->gates, &tree, bit, index[bit], array->element_width);
  if (tree.leaves.count > 0)
    memcpy(out, tree.lits.data + tree.leaves.data[0].lits, array->element_width * sizeof *out);
  else
    word_const(array->element_width, 0, out);
  vec_free(&tree.leaves);
  vec_free(&tree.lits);
}

void arrays_select(struct arrays *arrays, const struct expr_array *array, const gate_lit *index,
                   uint64_t first, uint64_t last, gate_lit *out) {
  struct positions positions = find_positions(array, index, first, last);
  select_element(arrays, array, &positions, index, out);
}

/* Deferred reads. */

static size_t hash_read(uint32_t term, const gate_lit *index, unsigned width) {
  uint64_t h = term;
  for (unsigned i = 0; i < width; i++) h = (h ^ (h >> 29) ^ index[i]) * HASH_FACTOR;
  return (size_t)(h >> 16);
}

static void insert_read(struct arrays *arrays, uint32_t number) {
  const struct deferred_read *read = &arrays->reads.data[number];
  unsigned width = arrays->terms.data[read->term].array->index_width;
  size_t mask = arrays->slot_count - 1;
  size_t slot = hash_read(read->term, arrays->lits.data + read->lits, width);
  while (arrays->slots[slot & mask] != 0) slot++;
  arrays->slots[slot & mask] = number;
}

static uint32_t find_read(const struct arrays *arrays, uint32_t term, const gate_lit *index) {
  if (arrays->slot_count == 0) return 0;
  unsigned width = arrays->terms.data[term].array->index_width;
  size_t mask = arrays->slot_count - 1, slot = hash_read(term, index, width);
  for (; arrays->slots[slot & mask] != 0; slot++) {
    const struct deferred_read *read = &arrays->reads.data[arrays->slots[slot & mask]];
    if (read->term == term &&
        memcmp(arrays->lits.data + read->lits, index, width * sizeof *index) == 0)
      return arrays->slots[slot & mask];
  }
  return 0;
}

static void rehash_reads(struct arrays *arrays) {
  size_t slot_count = arrays->slot_count ? arrays->slot_count * 2 : 64;
  free(arrays->slots);
  arrays->slots = alloc_zeroed(slot_count * sizeof *arrays->slots);
  arrays->slot_count = slot_count;
  for (uint32_t i = 1; i < arrays->reads.count; i++) insert_read(arrays, i);
}

/* The read needs all bits of index and value, and for stores also their indices and values. */
static void close_read(struct arrays *arrays, const struct deferred_read *read) {
  const struct expr_array *array = arrays->terms.data[read->term].array;
  struct {
    gate_lit *data;
    size_t count, capacity;
  } needed = {0};
  unsigned both = array->index_width + array->element_width;
  for (unsigned i = 0; i < both; i++) vec_push(&needed, arrays->lits.data[read->lits + i]);
  for (uint32_t term = read->term; arrays->terms.data[term].below != 0;
       term = arrays->terms.data[term].below)
    for (unsigned i = 0; i < both; i++)
      vec_push(&needed, arrays->lits.data[arrays->terms.data[term].lits + i]);
  gates_close_definition(arrays->gates, read->definition, NULL, 0, needed.data, needed.count);
  vec_free(&needed);
}

static void defer_read(struct arrays *arrays, uint32_t term, const gate_lit *index, gate_lit *out) {
  const struct expr_array *array = arrays->terms.data[term].array;
  uint32_t number = find_read(arrays, term, index);
  if (number != 0) {
    const gate_lit *value =
        arrays->lits.data + arrays->reads.data[number].lits + array->index_width;
    memcpy(out, value, array->element_width * sizeof *out);
    return;
  }
  number = (uint32_t)arrays->reads.count;
  struct deferred_read read = {.term = term};
  read.definition = gates_open_definition(arrays->gates, number);
  for (unsigned i = 0; i < array->element_width; i++)
    out[i] = gate_free(arrays->gates, read.definition, 0, i);
  read.lits = keep_lits(arrays, index, array->index_width);
  keep_lits(arrays, out, array->element_width);
  vec_push(&arrays->reads, read);
  close_read(arrays, &read);
  if (arrays->reads.count * 2 > arrays->slot_count)
    rehash_reads(arrays);
  else
    insert_read(arrays, number);
}

static void read_base(struct arrays *arrays, uint32_t term, const gate_lit *index, uint64_t first,
                      uint64_t last, gate_lit *out) {
  const struct expr_array *array = arrays->terms.data[term].array;
  gate_lit bound[64], is_inside = GATE_TRUE;
  if (array->size != 0 && first >= array->size) {
    word_const(array->element_width, 0, out);
    return;
  }
  if (array->size != 0 && last >= array->size) {
    word_const(array->index_width, array->size - 1, bound);
    is_inside = word_less(arrays->gates, array->index_width, index, bound, true);
  }
  struct positions positions = find_positions(array, index, first, last);
  uint64_t limit =
      array->table != NULL ? arrays->limits.table_positions : arrays->limits.input_positions;
  if (arrays->terms.data[term].is_uniform) /* as memory is before any write */
    word_const(array->element_width, expr_table_element(array, 0), out);
  else if (positions.count != 0 && positions.count <= limit)
    select_element(arrays, array, &positions, index, out);
  else
    defer_read(arrays, term, index, out);
  for (unsigned i = 0; i < array->element_width; i++)
    out[i] = gate_and(arrays->gates, is_inside, out[i]);
}

void arrays_read(struct arrays *arrays, uint32_t term, const gate_lit *index, uint64_t first,
                 uint64_t last, gate_lit *out) {
  const struct expr_array *array = arrays->terms.data[term].array;
  struct hit {
    gate_lit is_hit;
    uint32_t value;
  };
  VEC(struct hit) hits = {0};
  bool is_settled = false;
  while (hits.count < arrays->limits.eager_stores && !is_settled) {
    const struct array_term *at = &arrays->terms.data[term];
    if (at->below == 0) break;
    struct hit hit = {.value = at->lits + array->index_width};
    hit.is_hit = word_equal(arrays->gates, array->index_width, index, arrays->lits.data + at->lits);
    if (hit.is_hit != GATE_FALSE) vec_push(&hits, hit);
    is_settled = hit.is_hit == GATE_TRUE;
    term = at->below;
  }
  if (is_settled)
    word_const(array->element_width, 0, out); /* all bits come from the store */
  else if (arrays->terms.data[term].below != 0)
    defer_read(arrays, term, index, out);
  else
    read_base(arrays, term, index, first, last, out);
  while (hits.count > 0) {
    struct hit hit = vec_pop(&hits);
    word_mux(arrays->gates, array->element_width, hit.is_hit, arrays->lits.data + hit.value, out,
             out);
  }
  vec_free(&hits);
}
