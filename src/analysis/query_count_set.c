/* Shared sets: binary tries of fixed height over leaves of 64 bits, with all nodes hash-consed.

   The registers of a long function lead to different queries, but their sets differ mostly in
   where they begin: in x1 = f(x0), x0 leads to all that x1 leads to and a little more. Tries
   store such a family in O(n log n) space, where arrays or bit sets take O(n^2). And since equal
   sets have the same number, counts can be looked up by set.

   The recursion is as deep as the trie is high: at most 26 levels. */
#include "analysis/query_count_set.h"

#include <stdlib.h>

static uint32_t slot_of(const struct query_words *table, uint64_t word) {
  uint64_t hash = word * 0x9e3779b97f4a7c15u;
  uint32_t slot = (uint32_t)(hash >> 32) & (table->slot_count - 1);
  while (table->slots[slot] != 0 && table->words.data[table->slots[slot]] != word)
    slot = (slot + 1) & (table->slot_count - 1);
  return slot;
}

static void grow(struct query_words *table) {
  free(table->slots);
  table->slot_count = table->slot_count == 0 ? 64 : table->slot_count * 2;
  table->slots = alloc_zeroed(table->slot_count * sizeof *table->slots);
  for (uint32_t i = 1; i < table->words.count; i++)
    table->slots[slot_of(table, table->words.data[i])] = i;
}

static uint32_t intern(struct query_words *table, uint64_t word) {
  if (word == 0) return 0;
  if (table->words.count == 0) vec_push(&table->words, 0);
  if (table->words.count * 2 >= table->slot_count) grow(table);
  uint32_t slot = slot_of(table, word);
  if (table->slots[slot] == 0) {
    table->slots[slot] = (uint32_t)table->words.count;
    vec_push(&table->words, word);
  }
  return table->slots[slot];
}

struct query_sets query_sets_new(uint32_t size) {
  struct query_sets sets = {0};
  while (((uint64_t)64 << sets.height) < size) sets.height++;
  return sets;
}

void query_sets_free(struct query_sets *sets) {
  vec_free(&sets->leaves.words);
  vec_free(&sets->inner.words);
  free(sets->leaves.slots);
  free(sets->inner.slots);
  *sets = (struct query_sets){0};
}

static uint32_t left_of(const struct query_sets *sets, uint32_t node) {
  return (uint32_t)(sets->inner.words.data[node] >> 32);
}
static uint32_t right_of(const struct query_sets *sets, uint32_t node) {
  return (uint32_t)sets->inner.words.data[node];
}
static uint32_t join(struct query_sets *sets, uint32_t left, uint32_t right) {
  return intern(&sets->inner, (uint64_t)left << 32 | right);
}

query_set query_set_single(struct query_sets *sets, uint32_t number) {
  uint32_t node = intern(&sets->leaves, (uint64_t)1 << (number % 64));
  for (uint32_t level = 0; level < sets->height; level++)
    node = number >> (6 + level) & 1 ? join(sets, 0, node) : join(sets, node, 0);
  return node;
}

static uint32_t unite(struct query_sets *sets, uint32_t level, uint32_t a, uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (level == 0)
    return intern(&sets->leaves, sets->leaves.words.data[a] | sets->leaves.words.data[b]);
  uint32_t left = unite(sets, level - 1, left_of(sets, a), left_of(sets, b));
  return join(sets, left, unite(sets, level - 1, right_of(sets, a), right_of(sets, b)));
}

query_set query_set_unite(struct query_sets *sets, query_set a, query_set b) {
  return unite(sets, sets->height, a, b);
}

/* `from` is relative to the first number under the node, and less than their count. */
static uint32_t cut(struct query_sets *sets, uint32_t level, uint32_t node, uint32_t from) {
  if (node == 0 || from == 0) return node;
  if (level == 0) return intern(&sets->leaves, sets->leaves.words.data[node] >> from << from);
  uint32_t half = (uint32_t)32 << level, left = left_of(sets, node), right = right_of(sets, node);
  if (from >= half) return join(sets, 0, cut(sets, level - 1, right, from - half));
  return join(sets, cut(sets, level - 1, left, from), right);
}

query_set query_set_from(struct query_sets *sets, query_set set, uint32_t from) {
  if (from >= (uint64_t)64 << sets->height) return 0;
  return cut(sets, sets->height, set, from);
}

static void list_leaf(uint64_t word, uint32_t base, uint32_t from, uint32_t to,
                      query_numbers *list) {
  for (; word != 0; word &= word - 1) {
    uint32_t number = base + (uint32_t)__builtin_ctzll(word);
    if (number >= from && number < to) vec_push(list, number);
  }
}

static void list_node(const struct query_sets *sets, uint32_t level, uint32_t node, uint32_t base,
                      uint32_t from, uint32_t to, query_numbers *list) {
  uint64_t size = (uint64_t)64 << level;
  if (node == 0 || base + size <= from || base >= to) return;
  if (level == 0) {
    list_leaf(sets->leaves.words.data[node], base, from, to, list);
    return;
  }
  list_node(sets, level - 1, left_of(sets, node), base, from, to, list);
  list_node(sets, level - 1, right_of(sets, node), base + (uint32_t)(size / 2), from, to, list);
}

void query_set_list(const struct query_sets *sets, query_set set, uint32_t from, uint32_t to,
                    query_numbers *list) {
  list_node(sets, sets->height, set, 0, from, to, list);
}
