/* Buckets of the node table; see struct bucket for the idea. */
#include "expr/node_table.h"

#include "expr/cells.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BUCKETS = 64 };

void node_table_init(struct node_table *table, size_t bucket_count) {
  size_t bytes = bucket_count * sizeof *table->buckets;
  size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : sizeof *table->buckets;
  table->buckets = aligned_alloc(alignment, bytes);
  if (table->buckets == NULL) FAULT("no memory for a table of %zu bytes", bytes);
  if (bytes >= HUGE_PAGE) madvise(table->buckets, bytes, MADV_HUGEPAGE);
  memset(table->buckets, 0, bytes);
  table->bucket_count = bucket_count;
  table->limit = bucket_count * BUCKET_PLACES * 3 / 4;
  table->count = 0;
}

void node_table_free(struct node_table *table) { free(table->buckets); }

size_t node_table_bytes(const struct node_table *table) {
  return table->bucket_count * sizeof *table->buckets;
}

size_t node_table_buckets_for(size_t count) {
  size_t bucket_count = FIRST_BUCKETS;
  while (count >= bucket_count * BUCKET_PLACES / 2) bucket_count *= 2;
  return bucket_count;
}

void node_table_insert_strewn(struct node_table *table, uint32_t key, uint64_t hash,
                              uint32_t reference) {
  size_t at = node_table_hashed(table, hash);
  unsigned place;
  table->buckets[node_table_first(table, key)].is_strewn = 1;
  while ((place = node_table_empty(&table->buckets[at])) == BUCKET_PLACES) {
    table->buckets[at].is_overrun = 1;
    at = node_table_after(table, hash, at);
  }
  node_table_put(table, &table->buckets[at], place, key, reference);
}
