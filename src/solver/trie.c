/* A hash trie (Bagwell, "Ideal Hash Trees", 2001): a node branches by five bits of the mixed key
   and stores only the branches that exist. Mixing is a bijection, so two keys differ at some level,
   which bounds the recursion. */
#include "solver/trie.h"

#include "util/alloc.h"
#include "util/hash.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 5, MASK = (1 << BITS) - 1 };

struct slot {
  uint64_t key; /* of a value */
  union {
    void *value;
    struct trie *child;
  };
};

struct trie {
  uint32_t references;
  uint32_t used;     /* a bit per branch */
  uint32_t is_child; /* the same, for branches to nodes */
  struct slot slots[];
};

static uint64_t mix(uint64_t key) {
  key = (key ^ key >> 32) * HASH_FACTOR;
  key = (key ^ key >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  return key ^ key >> 32;
}

static uint32_t bit_of(uint64_t mixed, unsigned level) {
  return (uint32_t)1 << (mixed >> (BITS * level) & MASK);
}

static unsigned place_of(const struct trie *trie, uint32_t bit) {
  return (unsigned)__builtin_popcount(trie->used & (bit - 1));
}

static unsigned count_of(const struct trie *trie) {
  return (unsigned)__builtin_popcount(trie->used);
}

static size_t bytes_for(unsigned count) {
  return sizeof(struct trie) + count * sizeof(struct slot);
}

struct trie *trie_share(struct trie *trie) {
  if (trie != NULL) trie->references++;
  return trie;
}

void trie_release(struct trie *trie, const struct trie_values *values) {
  if (trie == NULL || --trie->references > 0) return;
  unsigned place = 0;
  for (uint32_t left = trie->used; left != 0; left &= left - 1, place++) {
    if (trie->is_child & left & -left)
      trie_release(trie->slots[place].child, values);
    else
      values->release(trie->slots[place].value);
  }
  free(trie);
}

void *trie_find(const struct trie *trie, uint64_t key) {
  uint64_t mixed = mix(key);
  for (unsigned level = 0; trie != NULL; level++) {
    uint32_t bit = bit_of(mixed, level);
    if (!(trie->used & bit)) return NULL;
    const struct slot *slot = &trie->slots[place_of(trie, bit)];
    if (!(trie->is_child & bit)) return slot->key == key ? slot->value : NULL;
    trie = slot->child;
  }
  return NULL;
}

/* The node itself, or a copy if it is shared. */
static struct trie *own(struct trie *trie, const struct trie_values *values) {
  if (trie->references == 1) return trie;
  size_t bytes = bytes_for(count_of(trie));
  struct trie *copy = alloc_bytes(bytes);
  memcpy(copy, trie, bytes);
  copy->references = 1;
  trie->references--;
  unsigned place = 0;
  for (uint32_t left = copy->used; left != 0; left &= left - 1, place++) {
    if (copy->is_child & left & -left)
      copy->slots[place].child->references++;
    else
      values->retain(copy->slots[place].value);
  }
  return copy;
}

static struct trie *insert(struct trie *trie, uint32_t bit, struct slot slot) {
  unsigned count = trie ? count_of(trie) : 0;
  struct trie *grown = alloc_resize(trie, bytes_for(count + 1));
  if (trie == NULL) *grown = (struct trie){.references = 1};
  unsigned place = place_of(grown, bit);
  memmove(&grown->slots[place + 1], &grown->slots[place], (count - place) * sizeof slot);
  grown->slots[place] = slot;
  grown->used |= bit;
  return grown;
}

void trie_set(struct trie **at, const struct trie_values *values, uint64_t key, void *value) {
  uint64_t mixed = mix(key);
  struct slot new = {.key = key, .value = value};
  for (unsigned level = 0;; level++) {
    uint32_t bit = bit_of(mixed, level);
    if (*at != NULL) *at = own(*at, values);
    if (*at == NULL || !((*at)->used & bit)) {
      *at = insert(*at, bit, new);
      return;
    }
    struct slot *slot = &(*at)->slots[place_of(*at, bit)];
    if (!((*at)->is_child & bit)) {
      if (slot->key == key) {
        values->release(slot->value);
        slot->value = value;
        return;
      }
      struct slot old = *slot;
      slot->child = insert(NULL, bit_of(mix(old.key), level + 1), old);
      (*at)->is_child |= bit;
    }
    at = &slot->child;
  }
}

void trie_walk(const struct trie *trie, trie_visit *visit, void *context) {
  if (trie == NULL) return;
  unsigned place = 0;
  for (uint32_t left = trie->used; left != 0; left &= left - 1, place++) {
    const struct slot *slot = &trie->slots[place];
    if (trie->is_child & left & -left)
      trie_walk(slot->child, visit, context);
    else
      visit(slot->key, slot->value, context);
  }
}
