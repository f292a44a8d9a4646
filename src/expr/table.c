/* Buckets of the node table; see struct bucket for the idea. */
#include "expr/table.h"

#include "expr/cells.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BUCKETS = 64 };

void table_init(struct node_table *table, size_t bucket_count) {
  size_t bytes = bucket_count * sizeof *table->buckets;
  size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : sizeof *table->buckets;
  free(table->buckets);
  table->buckets = aligned_alloc(alignment, bytes);
  if (table->buckets == NULL) FAULT("no memory for a table of %zu bytes", bytes);
  if (bytes >= HUGE_PAGE) madvise(table->buckets, bytes, MADV_HUGEPAGE);
  memset(table->buckets, 0, bytes);
  table->bucket_count = bucket_count;
  table->count = 0;
}

void table_free(struct node_table *table) { free(table->buckets); }

size_t table_bytes(const struct node_table *table) {
  return table->bucket_count * sizeof *table->buckets;
}

bool table_is_full(const struct node_table *table) {
  return table->count >= table->bucket_count * BUCKET_PLACES * 3 / 4;
}

size_t table_buckets_for(size_t count) {
  size_t bucket_count = FIRST_BUCKETS;
  while (count >= bucket_count * BUCKET_PLACES / 2) bucket_count *= 2;
  return bucket_count;
}

/* The first empty place, or BUCKET_PLACES; places fill from the start, and the bytes
   behind the tags count as empty. */
static unsigned empty_place(const struct bucket *bucket) {
  const uint64_t each_top = 0x8080808080808080;
  uint64_t groups[2];
  memcpy(groups, bucket->tags, sizeof groups);
  uint64_t low = ~groups[0] & each_top, high = ~groups[1] & each_top;
  if (low) return (unsigned)__builtin_ctzll(low) / 8;
  return 8 + (unsigned)__builtin_ctzll(high) / 8;
}

static void put(struct node_table *table, struct bucket *bucket, unsigned place, uint32_t key,
                uint32_t reference) {
  bucket->tags[place] = table_tag(key);
  bucket->references[place] = reference;
  table->count++;
}

bool table_insert_first(struct node_table *table, uint32_t key, uint32_t reference) {
  struct bucket *bucket = table_first(table, key);
  unsigned place = empty_place(bucket);
  if (place == BUCKET_PLACES) return false;
  put(table, bucket, place, key, reference);
  return true;
}

void table_insert_spilt(struct node_table *table, uint32_t key, uint32_t hash, uint32_t reference) {
  size_t at = table_hashed(table, hash);
  unsigned place;
  table_first(table, key)->is_spilt = 1;
  while ((place = empty_place(&table->buckets[at])) == BUCKET_PLACES) {
    table->buckets[at].is_overrun = 1;
    at = (at + 1) & (table->bucket_count - 1);
  }
  put(table, &table->buckets[at], place, key, reference);
}
