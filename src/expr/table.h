/* The table that finds equal nodes: keys and references, no idea of nodes. Private to
   src/expr.

   A key is 7 bits of the hash, the tag, above 25 bits that say where to look first. */
#ifndef EXPR_TABLE_H
#define EXPR_TABLE_H

#include "expr/node.h"

enum { KEY_PLACE_BITS = 25, KEY_PLACE_MASK = (1 << KEY_PLACE_BITS) - 1 };

void table_init(struct node_table *table, size_t bucket_count);
void table_free(struct node_table *table);
size_t table_bytes(const struct node_table *table);
bool table_is_full(const struct node_table *table);
/* How many buckets to have for so many nodes and some more. */
size_t table_buckets_for(size_t count);
/* False if the first bucket is full: then the hash must be given. */
bool table_insert_first(struct node_table *table, uint32_t key, uint32_t reference);
void table_insert_spilt(struct node_table *table, uint32_t key, uint32_t hash, uint32_t reference);

/* Beside others whose newest child is of that age, spread a little for children with many
   parents. */
static inline uint32_t table_key(uint32_t newest, uint32_t hash) {
  return (((newest >> 2) + (hash & 7)) & KEY_PLACE_MASK) | (hash & ~(uint32_t)KEY_PLACE_MASK);
}
static inline uint8_t table_tag(uint32_t key) { return (uint8_t)(key >> KEY_PLACE_BITS | 0x80); }
static inline struct bucket *table_first(const struct node_table *table, uint32_t key) {
  return &table->buckets[key & KEY_PLACE_MASK & (table->bucket_count - 1)];
}
static inline size_t table_hashed(const struct node_table *table, uint32_t hash) {
  return (hash * (uint64_t)0x9e3779b97f4a7c15 >> 24) & (table->bucket_count - 1);
}

/* In each byte of the result, the highest bit is set where the tag is equal, and perhaps
   in bytes above such a one. The bytes behind the tags of a bucket never match. */
static inline uint64_t table_match(const uint8_t *tags, uint8_t tag) {
  const uint64_t each_byte = 0x0101010101010101, each_top = 0x8080808080808080;
  uint64_t group;
  __builtin_memcpy(&group, tags, sizeof group);
  uint64_t differing = group ^ tag * each_byte;
  return (differing - each_byte) & ~differing & each_top;
}

#endif
