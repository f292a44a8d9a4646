/* The table that finds equal nodes. It holds keys and references and knows nothing of nodes.
   Private to src/expr.

   A key is 8 bits of tag, made from the hash, above 24 bits of the place to search first. */
#ifndef EXPR_NODE_TABLE_H
#define EXPR_NODE_TABLE_H

#include "expr/node.h"
#include "util/hash.h"

enum { KEY_PLACE_BITS = 24, KEY_PLACE_MASK = (1 << KEY_PLACE_BITS) - 1 };

void node_table_init(struct node_table *table, size_t bucket_count);
void node_table_free(struct node_table *table);
size_t node_table_bytes(const struct node_table *table);
/* How many buckets to have for that many nodes and some more. */
size_t node_table_buckets_for(size_t count);
/* For a node whose first bucket and the adjacent one are full. */
void node_table_insert_strewn(struct node_table *table, uint32_t key, uint64_t hash,
                              uint32_t reference);

static inline bool node_table_is_full(const struct node_table *table) {
  return table->count >= table->limit;
}

/* The key: near other nodes whose newest child has that age, spread a little for children with many
   parents. */
static inline uint32_t node_table_key(uint64_t newest, uint64_t hash) {
  return (uint32_t)(((newest >> 2) + (hash & 7)) & KEY_PLACE_MASK) |
         ((uint32_t)(hash >> 32) | 0x80000000) >> KEY_PLACE_BITS << KEY_PLACE_BITS;
}
static inline uint8_t node_table_tag(uint32_t key) { return (uint8_t)(key >> KEY_PLACE_BITS); }
/* Above 2^24 buckets, the index includes bits of the tag. */
static inline size_t node_table_first(const struct node_table *table, uint32_t key) {
  return key & (table->bucket_count - 1);
}
static inline size_t node_table_other(size_t at) { return at ^ 1; }
static inline size_t node_table_hashed(const struct node_table *table, uint64_t hash) {
  return (hash * HASH_FACTOR >> 24) & (table->bucket_count - 1);
}
/* The bucket to search after that one. Not the next one, since nodes of an age fill long stretches
   of the table, which would all have to be crossed; the step is odd, so that no bucket is left out.
 */
static inline size_t node_table_after(const struct node_table *table, uint64_t hash, size_t at) {
  return (at + (hash >> 32 | 1)) & (table->bucket_count - 1);
}

/* A bit for each place of the bucket that has the tag. */
static inline unsigned node_table_match(const struct bucket *bucket, uint8_t tag) {
#ifdef __SSE2__
  typedef char tags __attribute__((vector_size(16)));
  tags group, wanted = (tags){0} + (char)tag;
  __builtin_memcpy(&group, bucket, sizeof group);
  return (unsigned)__builtin_ia32_pmovmskb128((tags)(group == wanted)) &
         ((1u << BUCKET_PLACES) - 1);
#else
  unsigned places = 0;
  for (unsigned k = 0; k < BUCKET_PLACES; k++) places |= (unsigned)(bucket->tags[k] == tag) << k;
  return places;
#endif
}

/* The first empty place, or BUCKET_PLACES. */
static inline unsigned node_table_empty(const struct bucket *bucket) {
#ifdef __SSE2__
  typedef char tags __attribute__((vector_size(16)));
  tags group;
  __builtin_memcpy(&group, bucket, sizeof group);
  unsigned taken = (unsigned)__builtin_ia32_pmovmskb128(group) & ((1u << BUCKET_PLACES) - 1);
  return (unsigned)__builtin_ctz(~taken);
#else
  unsigned place = 0;
  while (place < BUCKET_PLACES && bucket->tags[place]) place++;
  return place;
#endif
}

static inline void node_table_put(struct node_table *table, struct bucket *bucket, unsigned place,
                                  uint32_t key, uint32_t reference) {
  bucket->tags[place] = node_table_tag(key);
  bucket->references[place] = reference;
  table->count++;
}

/* False if there is no room: then node_table_insert_strewn is needed. */
static inline bool node_table_insert(struct node_table *table, uint32_t key, uint32_t reference) {
  size_t at = node_table_first(table, key);
  struct bucket *bucket = &table->buckets[at];
  unsigned place = node_table_empty(bucket);
  if (__builtin_expect(place == BUCKET_PLACES, 0)) {
    bucket->is_spilt = 1;
    bucket = &table->buckets[node_table_other(at)];
    place = node_table_empty(bucket);
    if (place == BUCKET_PLACES) return false;
  }
  node_table_put(table, bucket, place, key, reference);
  return true;
}

#endif
