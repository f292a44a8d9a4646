/* Where nodes live: cells in slabs, and the table that finds equal ones.

   A cell's size follows from its kind and from whether it has a range, so a slab of one
   cell size can be walked from end to end; that is how the table grows and how a
   collection sweeps, in the order of memory rather than of hashes. A slab without a live
   node goes back to the host, so a run under a memory cap shrinks again. */
#include "expr/node.h"
#include "expr/range.h"
#include "expr/support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  HUGE_PAGE = 2 << 20,
  ARENA_BYTES = 2 * HUGE_PAGE,
  SMALL_SLABS = 16,      /* before arenas are used */
  SMALL_TABLE = 1 << 14, /* buckets; up to here it grows faster */
  AHEAD = 16,            /* buckets */
};

const uint8_t expr_kind_children[EXPR_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = children,
    EXPR_KINDS(X)
#undef X
};

static struct expr *node_at(const struct exprs *exprs, uint32_t reference) {
  char *base = exprs->slabs.data[reference >> SLAB_GRAINS_LOG].base;
  return (struct expr *)(base + (size_t)(reference & ((1u << SLAB_GRAINS_LOG) - 1)) * 8);
}

/* A run with many nodes is slowed down more by the translation of addresses than by
   anything else, so beyond a few slabs they are parts of huge pages. */
static char *take_slab_memory(struct exprs *exprs) {
  if (exprs->slabs.count < SMALL_SLABS) return alloc_bytes(SLAB_BYTES);
  if (exprs->spare.count == 0) {
    char *arena = aligned_alloc(HUGE_PAGE, ARENA_BYTES);
    if (arena == NULL) FAULT("no memory for %d bytes of expressions", ARENA_BYTES);
    madvise(arena, ARENA_BYTES, MADV_HUGEPAGE);
    vec_push(&exprs->arenas, arena);
    for (size_t at = ARENA_BYTES; at > 0; at -= SLAB_BYTES)
      vec_push(&exprs->spare, arena + at - SLAB_BYTES);
  }
  return vec_pop(&exprs->spare);
}

static bool is_in_arena(const struct exprs *exprs, const char *base) {
  for (size_t k = 0; k < exprs->arenas.count; k++)
    if (base >= exprs->arenas.data[k] && base < exprs->arenas.data[k] + ARENA_BYTES) return true;
  return false;
}

static void give_slab_memory(struct exprs *exprs, char *base) {
  if (!is_in_arena(exprs, base)) {
    free(base);
    return;
  }
  madvise(base, SLAB_BYTES, MADV_DONTNEED);
  vec_push(&exprs->spare, base);
}

/* Slab 0 stays unused, so that reference 0 is none. */
static uint32_t new_slab(struct exprs *exprs, uint32_t grains) {
  uint32_t number;
  if (exprs->empty_slabs.count) {
    number = vec_pop(&exprs->empty_slabs);
  } else {
    number = (uint32_t)exprs->slabs.count;
    if (number >> (32 - SLAB_GRAINS_LOG)) FAULT("more than 32 GiB of expressions");
    vec_push(&exprs->slabs, ((struct slab){0}));
  }
  exprs->slabs.data[number] =
      (struct slab){.base = take_slab_memory(exprs), .cell_grains = grains, .used = 0};
  return number;
}

static struct expr *take_cell(struct exprs *exprs, uint32_t grains, uint32_t *reference) {
  struct cells *cells = &exprs->cells[grains];
  if (cells->free) {
    struct expr *e = node_at(exprs, cells->free);
    *reference = cells->free;
    cells->free = e->support;
    return e;
  }
  if (cells->bump == cells->bump_end) {
    cells->bump_slab = new_slab(exprs, grains);
    cells->bump = exprs->slabs.data[cells->bump_slab].base;
    cells->bump_end = cells->bump + (SLAB_BYTES / 8 / grains) * (size_t)grains * 8;
  }
  struct slab *slab = &exprs->slabs.data[cells->bump_slab];
  struct expr *e = (struct expr *)cells->bump;
  *reference = cells->bump_slab << SLAB_GRAINS_LOG | slab->used * grains;
  slab->used++;
  cells->bump += (size_t)grains * 8;
  return e;
}

/* The table */

static const uint64_t each_byte = 0x0101010101010101, each_top = 0x8080808080808080;

static uint8_t tag_of(uint32_t hash) { return (uint8_t)(hash >> 25 | 0x80); }

/* In each byte, the highest bit is set where the tags are equal, and perhaps in bytes
   above such a one. The bytes behind the tags never match. */
static uint64_t match_tags(const uint8_t *tags, uint8_t tag) {
  uint64_t group;
  memcpy(&group, tags, sizeof group);
  uint64_t differing = group ^ tag * each_byte;
  return (differing - each_byte) & ~differing & each_top;
}

/* The first empty place, or BUCKET_PLACES; places fill from the start. */
static unsigned empty_place(const struct bucket *bucket) {
  uint64_t groups[2];
  memcpy(groups, bucket->tags, sizeof groups);
  uint64_t low = ~groups[0] & each_top, high = ~groups[1] & each_top;
  if (low) return (unsigned)__builtin_ctzll(low) / 8;
  return 8 + (unsigned)__builtin_ctzll(high) / 8;
}

/* Where to look first: beside others whose newest child is of that age, spread a little
   for children with many parents. */
static size_t first_bucket(const struct node_table *table, uint32_t newest, uint32_t hash) {
  return ((newest >> 2) + (hash & 7)) & (table->bucket_count - 1);
}

static size_t hashed_bucket(const struct node_table *table, uint32_t hash) {
  return (hash * (uint64_t)0x9e3779b97f4a7c15 >> 24) & (table->bucket_count - 1);
}

static void insert(struct node_table *table, uint32_t newest, uint32_t hash, uint32_t reference) {
  struct bucket *bucket = &table->buckets[first_bucket(table, newest, hash)];
  unsigned place = empty_place(bucket);
  if (place == BUCKET_PLACES) {
    bucket->is_spilt = 1;
    size_t mask = table->bucket_count - 1, at = hashed_bucket(table, hash);
    while ((place = empty_place(&table->buckets[at])) == BUCKET_PLACES) {
      table->buckets[at].is_overrun = 1;
      at = (at + 1) & mask;
    }
    bucket = &table->buckets[at];
  }
  bucket->tags[place] = tag_of(hash);
  bucket->references[place] = reference;
  table->count++;
}

static void make_table(struct node_table *table, size_t bucket_count) {
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

/* The age that places a node in the table; of leaves, any number that the hash gives. */
static uint32_t newest_child(const struct expr *e) {
  unsigned count = expr_kind_children[e->kind];
  if (count == 0) return e->hash;
  uint32_t newest = 0;
  for (unsigned k = 0; k < count; k++)
    if (child(e, k)->id > newest) newest = child(e, k)->id;
  return newest;
}

static void insert_all(struct exprs *exprs) {
  for (uint32_t s = 1; s < exprs->slabs.count; s++) {
    const struct slab *slab = &exprs->slabs.data[s];
    for (uint32_t k = 0; k < slab->used; k++) {
      const struct expr *e = (const struct expr *)(slab->base + (size_t)k * slab->cell_grains * 8);
      if (e->kind == NODE_FREE) continue;
      insert(&exprs->table, newest_child(e), e->hash, s << SLAB_GRAINS_LOG | k * slab->cell_grains);
    }
  }
}

static bool is_full(const struct node_table *table) {
  return table->count >= table->bucket_count * BUCKET_PLACES * 3 / 4;
}

/* What a node is made of, apart from its range and support, which follow from it. */
struct recipe {
  enum expr_kind kind;
  unsigned width;
  unsigned grains;         /* of the payload */
  const uint64_t *payload; /* as stored */
  uint32_t hash;
  uint32_t newest; /* id of the newest child; of leaves the hash */
};

static uint64_t mix(uint64_t hash, uint64_t value) {
  unsigned __int128 product = (unsigned __int128)(hash ^ value) * 0x9e3779b97f4a7c15;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_start(enum expr_kind kind, unsigned width) {
  return 0x2545f4914f6cdd1d ^ ((uint64_t)kind << 56 | (uint64_t)width << 40);
}

static uint32_t hash_end(uint64_t hash) { return (uint32_t)(hash >> 32); }

#define INLINE static inline __attribute__((always_inline))

INLINE bool is_made_of(const struct expr *e, const struct recipe *recipe) {
  if (e->hash != recipe->hash || e->kind != recipe->kind || e->width != recipe->width) return false;
  const uint64_t *payload = (const uint64_t *)(e + 1);
  for (unsigned k = 0; k < recipe->grains; k++)
    if (payload[k] != recipe->payload[k]) return false;
  return true;
}

INLINE struct expr *find_in(const struct exprs *exprs, const struct bucket *bucket,
                            const struct recipe *recipe) {
  uint8_t tag = tag_of(recipe->hash);
  for (unsigned first = 0; first < BUCKET_PLACES; first += 8) {
    uint64_t matches = match_tags(bucket->tags + first, tag);
    for (; matches; matches &= matches - 1) {
      unsigned place = first + (unsigned)__builtin_ctzll(matches) / 8;
      if (place >= BUCKET_PLACES || bucket->tags[place] != tag) continue;
      struct expr *e = node_at(exprs, bucket->references[place]);
      if (is_made_of(e, recipe)) return e;
    }
  }
  return NULL;
}

INLINE struct expr *find(const struct exprs *exprs, const struct recipe *recipe) {
  const struct node_table *table = &exprs->table;
  const struct bucket *bucket = &table->buckets[first_bucket(table, recipe->newest, recipe->hash)];
  struct expr *e = find_in(exprs, bucket, recipe);
  if (e || !bucket->is_spilt) return e;
  size_t mask = table->bucket_count - 1;
  for (size_t at = hashed_bucket(table, recipe->hash);; at = (at + 1) & mask) {
    bucket = &table->buckets[at];
    e = find_in(exprs, bucket, recipe);
    if (e || !bucket->is_overrun) return e;
  }
}

static struct expr *make(struct exprs *exprs, const struct recipe *recipe, uint32_t support,
                         const struct expr_range *range) {
  if (is_full(&exprs->table)) {
    size_t factor = exprs->table.bucket_count < SMALL_TABLE ? 4 : 2;
    make_table(&exprs->table, exprs->table.bucket_count * factor);
    insert_all(exprs);
  }
  uint32_t reference, range_grains = range ? range_stored_grains(recipe->width) : 0;
  struct expr *e = take_cell(exprs, 2 + recipe->grains + range_grains, &reference);
  if (exprs->next_id == UINT32_MAX) FAULT("more than 4294967294 expressions made in one run");
  *e = (struct expr){.kind = (uint8_t)recipe->kind,
                     .mark = range ? MARK_RANGE : 0,
                     .width = (uint16_t)recipe->width,
                     .id = exprs->next_id++,
                     .support = support,
                     .hash = recipe->hash};
  uint64_t *payload = (uint64_t *)(e + 1);
  for (unsigned k = 0; k < recipe->grains; k++) payload[k] = recipe->payload[k];
  if (range) range_store(recipe->width, range, payload + recipe->grains);
  insert(&exprs->table, recipe->newest, e->hash, reference);
  __builtin_prefetch(&exprs->table.buckets[first_bucket(&exprs->table, e->id, 0) + AHEAD], 1);
  exprs->live++;
  return e;
}

struct expr *node_const(struct exprs *exprs, unsigned width, const uint64_t *words) {
  struct recipe recipe = {EXPR_CONST, width, word_count(width), words, 0, 0};
  uint64_t hash = hash_start(EXPR_CONST, width);
  for (unsigned k = 0; k < recipe.grains; k++) hash = mix(hash, words[k]);
  recipe.newest = recipe.hash = hash_end(mix(hash, 0));
  struct expr *e = find(exprs, &recipe);
  return e ? e : make(exprs, &recipe, SUPPORT_EMPTY, NULL);
}

struct expr *node_leaf(struct exprs *exprs, enum expr_kind kind, const struct expr_array *array,
                       uint64_t index) {
  uint64_t payload[2] = {index, array->number};
  unsigned width = array->element_width;
  bool is_input = kind == EXPR_INPUT;
  struct recipe recipe = {kind, width, is_input ? 2 : 1, is_input ? payload : payload + 1, 0, 0};
  recipe.newest = recipe.hash = hash_end(mix(mix(hash_start(kind, width), index), array->number));
  struct expr *e = find(exprs, &recipe);
  if (e) return e;
  uint32_t support = is_input ? support_of_element(exprs, array->number, index)
                              : support_of_array(exprs, array->number);
  return make(exprs, &recipe, support, NULL);
}

struct expr *node_unary(struct exprs *exprs, enum expr_kind kind, unsigned width,
                        struct expr *child, const struct expr_range *range) {
  uint64_t payload[1] = {(uint64_t)(uintptr_t)child};
  struct recipe recipe = {kind, width, 1, payload, 0, child->id};
  recipe.hash = hash_end(mix(hash_start(kind, width), child->id));
  struct expr *e = find(exprs, &recipe);
  return e ? e : make(exprs, &recipe, child->support, range);
}

struct expr *node_extract(struct exprs *exprs, unsigned width, struct expr *child, unsigned low,
                          const struct expr_range *range) {
  uint64_t payload[2] = {(uint64_t)(uintptr_t)child, low};
  struct recipe recipe = {EXPR_EXTRACT, width, 2, payload, 0, child->id};
  recipe.hash = hash_end(mix(hash_start(EXPR_EXTRACT, width), (uint64_t)child->id << 32 | low));
  struct expr *e = find(exprs, &recipe);
  return e ? e : make(exprs, &recipe, child->support, range);
}

static uint32_t newer(uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint32_t hash_binary(enum expr_kind kind, unsigned width, const struct expr *a,
                            const struct expr *b) {
  return hash_end(mix(hash_start(kind, width), (uint64_t)a->id << 32 | b->id));
}

struct expr *node_binary(struct exprs *exprs, enum expr_kind kind, unsigned width, struct expr *a,
                         struct expr *b, const struct expr_range *range) {
  uint64_t payload[2] = {(uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b};
  struct recipe recipe = {kind, width, 2, payload, 0, newer(a->id, b->id)};
  recipe.hash = hash_binary(kind, width, a, b);
  struct expr *e = find(exprs, &recipe);
  return e ? e : make(exprs, &recipe, support_union(exprs, a->support, b->support), range);
}

struct expr *node_ternary(struct exprs *exprs, enum expr_kind kind, unsigned width, struct expr *a,
                          struct expr *b, struct expr *c, const struct expr_range *range) {
  uint64_t payload[3] = {(uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b, (uint64_t)(uintptr_t)c};
  struct recipe recipe = {kind, width, 3, payload, 0, newer(newer(a->id, b->id), c->id)};
  recipe.hash = hash_end(mix(mix(hash_start(kind, width), (uint64_t)a->id << 32 | b->id), c->id));
  struct expr *e = find(exprs, &recipe);
  if (e) return e;
  uint32_t support = support_union(exprs, a->support, b->support);
  return make(exprs, &recipe, support_union(exprs, support, c->support), range);
}

void store_init(struct exprs *exprs) {
  vec_push(&exprs->slabs, ((struct slab){0}));
  make_table(&exprs->table, 64);
  exprs->next_id = 1;
}

void store_free(struct exprs *exprs) {
  for (size_t s = 0; s < exprs->slabs.count; s++)
    if (!is_in_arena(exprs, exprs->slabs.data[s].base)) free(exprs->slabs.data[s].base);
  for (size_t k = 0; k < exprs->arenas.count; k++) free(exprs->arenas.data[k]);
  vec_free(&exprs->arenas);
  vec_free(&exprs->spare);
  vec_free(&exprs->slabs);
  vec_free(&exprs->empty_slabs);
  free(exprs->table.buckets);
}

size_t store_bytes(const struct exprs *exprs) {
  size_t slabs = exprs->slabs.count - 1 - exprs->empty_slabs.count;
  return slabs * SLAB_BYTES + exprs->slabs.capacity * sizeof *exprs->slabs.data +
         exprs->table.bucket_count * sizeof *exprs->table.buckets;
}

/* Sweeping. */

/* Frees the slab's unmarked cells; the chain of free cells is built from the end, so
   that cells are handed out again in the order of memory. True if any cell is live. */
static bool sweep_slab(struct exprs *exprs, uint32_t number) {
  struct slab *slab = &exprs->slabs.data[number];
  struct cells *cells = &exprs->cells[slab->cell_grains];
  uint32_t before = cells->free;
  bool has_live = false;
  for (uint32_t k = slab->used; k-- > 0;) {
    struct expr *e = (struct expr *)(slab->base + (size_t)k * slab->cell_grains * 8);
    if (e->kind != NODE_FREE && (e->mark & MARK_LIVE)) {
      e->mark &= (uint8_t)~MARK_LIVE;
      has_live = true;
      continue;
    }
    if (e->kind != NODE_FREE) exprs->live--;
    e->kind = NODE_FREE;
    e->support = cells->free;
    cells->free = number << SLAB_GRAINS_LOG | k * slab->cell_grains;
  }
  if (!has_live) cells->free = before;
  return has_live;
}

static void release_slab(struct exprs *exprs, uint32_t number) {
  struct slab *slab = &exprs->slabs.data[number];
  give_slab_memory(exprs, slab->base);
  *slab = (struct slab){0};
  vec_push(&exprs->empty_slabs, number);
}

void store_sweep(struct exprs *exprs) {
  for (unsigned c = 0; c < CELL_CLASSES; c++) exprs->cells[c].free = 0;
  for (uint32_t s = (uint32_t)exprs->slabs.count; s-- > 1;) {
    struct slab *slab = &exprs->slabs.data[s];
    if (slab->base == NULL || sweep_slab(exprs, s)) continue;
    struct cells *cells = &exprs->cells[slab->cell_grains];
    if (cells->bump_slab == s) *cells = (struct cells){.free = cells->free};
    release_slab(exprs, s);
  }
  size_t bucket_count = 64;
  while (exprs->live >= bucket_count * BUCKET_PLACES / 2) bucket_count *= 2;
  make_table(&exprs->table, bucket_count);
  insert_all(exprs);
}

void store_each(struct exprs *exprs, void (*visit)(struct exprs *exprs, struct expr *e)) {
  for (uint32_t s = 1; s < exprs->slabs.count; s++) {
    struct slab *slab = &exprs->slabs.data[s];
    for (uint32_t k = 0; k < slab->used; k++) {
      struct expr *e = (struct expr *)(slab->base + (size_t)k * slab->cell_grains * 8);
      if (e->kind != NODE_FREE) visit(exprs, e);
    }
  }
}
