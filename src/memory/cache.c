/* Filling and emptying the caches. Code that makes a part unshared, and so moves it, fills its
   entries in the same step. The caches are emptied often (at every fork and every change of
   state), and most entries are empty then, so those in use are marked. */
#include "memory/cache.h"

#include "memory/access.h"

static void use(uint64_t *marks, unsigned index) { marks[index / 64] |= (uint64_t)1 << index % 64; }

/* Removes one marked entry and returns its number in *index; false if there is none. */
static bool take_used(uint64_t *marks, unsigned *index) {
  for (unsigned i = 0; i < CACHE_SIZE / 64; i++) {
    if (marks[i] == 0) continue;
    *index = i * 64 + (unsigned)__builtin_ctzll(marks[i]);
    marks[i] &= marks[i] - 1;
    return true;
  }
  return false;
}

void memory_forget_writes(struct memory *memory) {
  unsigned index;
  while (take_used(memory->cache_written, &index)) {
    memory->write_cache[index] = (struct cache_entry){0};
    memory->partial_cache[index].is_writable = false;
  }
}

void memory_forget_all(struct memory *memory) {
  unsigned index;
  memory_forget_writes(memory);
  while (take_used(memory->cache_used, &index)) {
    memory->read_cache[index] = (struct cache_entry){0};
    memory->partial_cache[index].base = memory->partial_cache[index].size = 0;
  }
}

void cache_forget_part(struct memory *memory, uint64_t base, uint64_t size) {
  unsigned index = cache_index(base);
  if (memory->read_cache[index].base - base < size)
    memory->read_cache[index] = (struct cache_entry){0};
  if (memory->write_cache[index].base - base < size)
    memory->write_cache[index] = (struct cache_entry){0};
  if (memory->partial_cache[index].base == base)
    memory->partial_cache[index].base = memory->partial_cache[index].size = 0;
}

void memory_forget_object(struct memory *memory, const struct object *object) {
  uint64_t pages = object->size ? object_page_count(object) : 1;
  if (pages > CACHE_SIZE) {
    memory_forget_all(memory);
    return;
  }
  for (uint64_t i = 0; i < pages; i++)
    cache_forget_part(memory, object->base + i * ADDRESS_PAGE_SIZE, ADDRESS_PAGE_SIZE);
}

static inline void fill_entry(struct cache_entry *entry, uint64_t base, uint8_t *data,
                              uint64_t size) {
  entry->base = base;
  entry->data = data;
  cache_set_size(entry, (uint32_t)size);
}

static inline void fill_entries(struct memory *memory, unsigned index, uint64_t base, uint8_t *data,
                                uint64_t size, bool is_own) {
  fill_entry(&memory->read_cache[index], base, data, size);
  if (is_own) memory->write_cache[index] = memory->read_cache[index];
}

/* A part that is only partly written gets ordinary entries once it is used repeatedly. */
static void keep_partial(struct memory *memory, uint64_t base, uint8_t *bytes, uint64_t size,
                         const struct written *written, bool is_own) {
  struct cache_partial *partial = &memory->partial_cache[cache_index(base)];
  bool is_same = partial->base == base && partial->data == bytes;
  bool is_writable = is_own || (is_same && partial->is_writable);
  partial->base = partial->size = 0;
  if (written_bits(written) == NULL) return;
  struct written_map *map = written_find_map(written);
  *partial = (struct cache_partial){.base = base,
                                    .data = bytes,
                                    .bits = written_bits(written),
                                    .written = (struct written *)(uintptr_t)written,
                                    .map = map,
                                    .size = (uint32_t)size,
                                    .patience = CACHE_PATIENCE,
                                    .is_writable = is_writable};
}

void cache_keep(struct memory *memory, uint64_t base, uint8_t *bytes, uint64_t size,
                const struct written *written, bool is_own) {
  unsigned index = cache_index(base);
  use(memory->cache_used, index);
  if (is_own) use(memory->cache_written, index);
  if (written != NULL && written->word != 0) {
    keep_partial(memory, base, bytes, size, written, is_own);
    return;
  }
  if (memory->partial_cache[index].base == base)
    memory->partial_cache[index].base = memory->partial_cache[index].size = 0;
  fill_entries(memory, index, base, bytes, size, is_own);
}

void memory_expect_write(struct memory *memory, struct object *object) {
  if (!object_is_large(object) && object->size != 0)
    cache_keep(memory, object->base, object->content.bytes, object->size, &object->written, true);
}

void cache_refresh(struct memory *memory, struct cache_partial *partial, uint32_t at) {
  struct written *written = partial->written;
  unsigned index = cache_index(partial->base);
  uint32_t from, to;
  if (written->word == WRITTEN_BITS || (partial->map != NULL && partial->map->left == 0)) {
    written_release(&memory->pool, written);
    fill_entries(memory, index, partial->base, partial->data, partial->size, partial->is_writable);
    partial->base = partial->size = 0;
    return;
  }
  partial->patience = CACHE_PATIENCE;
  if (!written_covers(written, at, at + 1)) return;
  written_range(written, partial->size, at, &from, &to);
  fill_entries(memory, index, partial->base + from, partial->data + from, to - from,
               partial->is_writable);
}
