/* Finding or making nodes.

   The hash of a node is over its kind, width, parameters and the ids of its children. It is not
   stored: the node has its key in the table, which is enough to insert it into a larger one, except
   where the full hash is needed. */
#include "expr/build.h"
#include "expr/cells.h"
#include "expr/node_table.h"
#include "expr/range.h"
#include "expr/support.h"
#include "util/hash.h"

#include <inttypes.h>

enum {
  SMALL_TABLE = 1 << 16, /* buckets; smaller tables grow faster */
  AHEAD = 16,            /* buckets or nodes */
};

const uint8_t expr_kind_children[EXPR_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = children,
    EXPR_KINDS(X)
#undef X
};

#define INLINE static inline __attribute__((always_inline))

/* Hashes */

INLINE uint64_t mix(uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)(a ^ HASH_FACTOR) * (b ^ 0xbf58476d1ce4e5b9);
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

INLINE uint64_t hash_start(enum expr_kind kind, unsigned width) {
  return (uint64_t)kind << 56 | (uint64_t)width << 45;
}

static uint64_t hash_const(unsigned width, const uint64_t *words) {
  uint64_t hash = hash_start(EXPR_CONST, width);
  for (unsigned k = 0; k < word_count(width); k++) hash = mix(hash, words[k]);
  return hash;
}

static uint64_t hash_leaf(enum expr_kind kind, unsigned width, uint64_t array, uint64_t index) {
  return mix(hash_start(kind, width) ^ array, index);
}

INLINE uint64_t hash_unary(enum expr_kind kind, unsigned width, const struct expr *a,
                           unsigned low) {
  return mix(hash_start(kind, width) ^ low, a->id);
}

/* The widths follow from the kind and the children. */
INLINE uint64_t hash_binary(enum expr_kind kind, const struct expr *a, const struct expr *b) {
  return mix(hash_start(kind, 0) ^ a->id, b->id);
}

INLINE uint64_t hash_ternary(enum expr_kind kind, const struct expr *a, const struct expr *b,
                             const struct expr *c) {
  return mix(mix(hash_start(kind, 0) ^ a->id, b->id), c->id);
}

static uint64_t hash_again(const struct expr *e) {
  switch (e->kind) {
  case EXPR_CONST: return hash_const(e->width, const_words(e));
  case EXPR_INPUT:
    return hash_leaf(e->kind, e->width, leaf_array(e), ((const struct node_input *)e)->index);
  case EXPR_ARRAY: return hash_leaf(e->kind, e->width, leaf_array(e), 0);
  case EXPR_EXTRACT: return hash_unary(e->kind, e->width, child(e, 0), extract_low(e));
  default: break;
  }
  switch (expr_kind_children[e->kind]) {
  case 1: return hash_unary(e->kind, e->width, child(e, 0), 0);
  case 2: return hash_binary(e->kind, child(e, 0), child(e, 1));
  default: return hash_ternary(e->kind, child(e, 0), child(e, 1), child(e, 2));
  }
}

/* Resizing the table. */

static void insert_slab(struct exprs *exprs, uint32_t number) {
  const struct slab *slab = &exprs->slabs.data[number];
  uint32_t count = cells_used(exprs, slab), reference = number << SLAB_GRAINS_LOG;
  const char *at = slab->base;
  size_t step = slab->cell_grains * 8;
  for (uint32_t k = 0; k < count; k++, at += step, reference += slab->cell_grains) {
    const struct expr *e = (const struct expr *)at;
    if (k + AHEAD < count) {
      const struct expr *later = (const struct expr *)(at + AHEAD * step);
      __builtin_prefetch(&exprs->table.buckets[node_table_first(&exprs->table, later->key)], 1);
    }
    if (e->kind == NODE_FREE || node_table_insert(&exprs->table, e->key, reference)) continue;
    node_table_insert_strewn(&exprs->table, e->key, hash_again(e), reference);
  }
}

static void renew_table(struct exprs *exprs, size_t bucket_count) {
  node_table_free(&exprs->table);
  node_table_init(&exprs->table, bucket_count);
  for (uint32_t s = 1; s < exprs->slabs.count; s++)
    if (exprs->slabs.data[s].base) insert_slab(exprs, s);
}

static __attribute__((noinline)) void grow_table(struct exprs *exprs) {
  renew_table(exprs, exprs->table.bucket_count * (exprs->table.bucket_count < SMALL_TABLE ? 4 : 2));
}

/* What defines a node; its range and support follow from it. */
struct recipe {
  enum expr_kind kind;
  unsigned width;
  unsigned grains;      /* of the payload */
  const grain *payload; /* as stored */
  uint64_t hash;
  uint32_t key;
  uint32_t reference; /* of the node's cell, once it is found or made */
};

INLINE bool is_made_of(const struct expr *e, const struct recipe *recipe) {
  const grain *payload = (const grain *)(e + 1);
  for (unsigned k = 0; k < recipe->grains; k++)
    if (payload[k] != recipe->payload[k]) return false;
  return e->kind == recipe->kind && e->width == recipe->width;
}

INLINE struct expr *find_in(const struct exprs *exprs, const struct bucket *bucket,
                            struct recipe *recipe) {
  unsigned matches = node_table_match(bucket, node_table_tag(recipe->key));
  for (; matches; matches &= matches - 1) {
    recipe->reference = bucket->references[__builtin_ctz(matches)];
    struct expr *e = cell_at(exprs, recipe->reference);
    if (is_made_of(e, recipe)) return e;
  }
  return NULL;
}

static __attribute__((noinline)) struct expr *find_elsewhere(const struct exprs *exprs,
                                                             struct recipe *recipe) {
  const struct node_table *table = &exprs->table;
  size_t first = node_table_first(table, recipe->key);
  struct expr *e = find_in(exprs, &table->buckets[node_table_other(first)], recipe);
  if (e || !table->buckets[first].is_strewn) return e;
  for (size_t at = node_table_hashed(table, recipe->hash);;) {
    e = find_in(exprs, &table->buckets[at], recipe);
    if (e || !table->buckets[at].is_overrun) return e;
    at = node_table_after(table, recipe->hash, at);
  }
}

INLINE struct expr *find(const struct exprs *exprs, struct recipe *recipe) {
  const struct bucket *bucket = &exprs->table.buckets[node_table_first(&exprs->table, recipe->key)];
  struct expr *e = find_in(exprs, bucket, recipe);
  if (e || __builtin_expect(!bucket->is_spilt, 1)) return e;
  struct recipe copy = *recipe; /* lets the compiler keep the original in registers */
  e = find_elsewhere(exprs, &copy);
  recipe->reference = copy.reference;
  return e;
}

static _Noreturn void report_no_ids(void) {
  FAULT("more than %" PRIu64 " expressions made in one run", EXPR_ID_MAX);
}

INLINE struct expr *make_here(struct exprs *exprs, struct recipe *recipe, uint32_t support,
                              const struct expr_range *range) {
  if (__builtin_expect(node_table_is_full(&exprs->table), 0)) grow_table(exprs);
  if (__builtin_expect(exprs->next_id == EXPR_ID_MAX, 0)) report_no_ids();
  uint32_t range_grains = range ? range_stored_grains(recipe->width) : 0;
  struct expr *e = cell_take(exprs, 2 + recipe->grains + range_grains, &recipe->reference);
  expr_id id = exprs->next_id++;
  *e = (struct expr){.kind = (uint8_t)recipe->kind,
                     .mark = range ? MARK_RANGE : 0,
                     .width = recipe->width,
                     .id = id,
                     .support = support,
                     .key = recipe->key};
  grain *payload = (grain *)(e + 1);
  for (unsigned k = 0; k < recipe->grains; k++) payload[k] = recipe->payload[k];
  if (range) range_store(recipe->width, range, payload + recipe->grains);
  if (__builtin_expect(!node_table_insert(&exprs->table, recipe->key, recipe->reference), 0))
    node_table_insert_strewn(&exprs->table, recipe->key, recipe->hash, recipe->reference);
  /* The parents of this node will be searched near there. */
  __builtin_prefetch(
      &exprs->table.buckets[node_table_first(&exprs->table, (uint32_t)(id >> 2) + AHEAD)], 1);
  exprs->live++;
  return e;
}

/* One copy for the less frequent kinds. */
static __attribute__((noinline)) struct expr *
make(struct exprs *exprs, struct recipe *recipe, uint32_t support, const struct expr_range *range) {
  return make_here(exprs, recipe, support, range);
}

struct expr *node_const(struct exprs *exprs, unsigned width, const uint64_t *words) {
  uint64_t hash = hash_const(width, words);
  struct recipe recipe = {
      EXPR_CONST, width, word_count(width),
      words,      hash,  node_table_key(const_neighbourhood(width, words[0]), hash),
      0};
  struct expr *e = find(exprs, &recipe);
  return e ? e : make(exprs, &recipe, SUPPORT_EMPTY, NULL);
}

struct expr *node_value(struct exprs *exprs, unsigned width, uint64_t value, uint32_t *reference) {
  uint64_t hash = hash_const(width, &value);
  struct recipe recipe = {
      EXPR_CONST, width, 1, &value, hash, node_table_key(const_neighbourhood(width, value), hash),
      0};
  struct expr *e = find(exprs, &recipe);
  if (e == NULL) e = make(exprs, &recipe, SUPPORT_EMPTY, NULL);
  *reference = recipe.reference;
  return e;
}

struct expr *node_leaf(struct exprs *exprs, enum expr_kind kind, const struct expr_array *array,
                       uint64_t index) {
  uint64_t payload[2] = {index, array->number};
  unsigned width = array->element_width;
  uint64_t hash = hash_leaf(kind, width, array->number, index);
  bool is_input = kind == EXPR_INPUT;
  struct recipe recipe = {kind,
                          width,
                          is_input ? 2 : 1,
                          is_input ? payload : payload + 1,
                          hash,
                          node_table_key(index + array->number * (uint64_t)0x9e3779b9, hash),
                          0};
  struct expr *e = find(exprs, &recipe);
  if (e) return e;
  uint32_t support = is_input ? support_of_element(exprs, array->number, index)
                              : support_of_array(exprs, array->number);
  return make(exprs, &recipe, support, NULL);
}

struct expr *node_unary(struct exprs *exprs, enum expr_kind kind, unsigned width,
                        struct expr *child, const struct expr_range *range) {
  uint64_t hash = hash_unary(kind, width, child, 0);
  struct recipe recipe = {
      kind, width, 1, (const grain *)&child, hash, node_table_key(child->id, hash), 0};
  struct expr *e = find(exprs, &recipe);
  return e ? e : make_here(exprs, &recipe, child->support, range);
}

struct expr *node_find_unary(const struct exprs *exprs, enum expr_kind kind, unsigned width,
                             struct expr *child) {
  uint64_t hash = hash_unary(kind, width, child, 0);
  struct recipe recipe = {
      kind, width, 1, (const grain *)&child, hash, node_table_key(child->id, hash), 0};
  return find(exprs, &recipe);
}

struct expr *node_extract(struct exprs *exprs, unsigned width, struct expr *child, unsigned low,
                          const struct expr_range *range) {
  uint64_t payload[2] = {(uint64_t)(uintptr_t)child, low};
  uint64_t hash = hash_unary(EXPR_EXTRACT, width, child, low);
  struct recipe recipe = {
      EXPR_EXTRACT, width, 2, payload, hash, node_table_key(child->id, hash), 0};
  struct expr *e = find(exprs, &recipe);
  return e ? e : make(exprs, &recipe, child->support, range);
}

INLINE expr_id newer(const struct expr *a, const struct expr *b) {
  return a->id > b->id ? a->id : b->id;
}

INLINE struct expr *find_binary(struct exprs *exprs, enum expr_kind kind, unsigned width,
                                struct expr *const children[2], struct recipe *recipe) {
  uint64_t hash = hash_binary(kind, children[0], children[1]);
  *recipe = (struct recipe){kind, width,
                            2,    (const grain *)children,
                            hash, node_table_key(newer(children[0], children[1]), hash),
                            0};
  return find(exprs, recipe);
}

struct expr *node_binary(struct exprs *exprs, enum expr_kind kind, unsigned width, struct expr *a,
                         struct expr *b, const struct expr_range *range) {
  struct expr *const children[2] = {a, b};
  struct recipe recipe;
  struct expr *e = find_binary(exprs, kind, width, children, &recipe);
  return e ? e : make_here(exprs, &recipe, support_union(exprs, a->support, b->support), range);
}

/* One copy for all operators; several would evict each other from the cache. */
struct expr *node_in_range(struct exprs *exprs, enum expr_kind kind, struct expr *a, struct expr *b,
                           range_operator *range_of_result) {
  struct expr *const children[2] = {a, b};
  unsigned width = a->width;
  struct recipe recipe;
  struct expr *e = find_binary(exprs, kind, width, children, &recipe);
  if (e) return e;
  struct expr_range first = range_of(a), second = range_of(b);
  struct expr_range range = kind == EXPR_MUL && a == b ? range_square(width, &first)
                                                       : range_of_result(width, &first, &second);
  if (range_is_single(&range)) return make_single(exprs, width, &range);
  return make(exprs, &recipe, support_union(exprs, a->support, b->support),
              worth_storing(width, &range));
}

struct expr *node_read(struct exprs *exprs, struct expr *array, struct expr *index,
                       uint32_t support, const struct expr_range *range) {
  struct expr *const children[2] = {array, index};
  struct recipe recipe;
  struct expr *e = find_binary(exprs, EXPR_READ, array->width, children, &recipe);
  return e ? e : make(exprs, &recipe, support_union(exprs, support, index->support), range);
}

struct expr *node_ternary(struct exprs *exprs, enum expr_kind kind, unsigned width, struct expr *a,
                          struct expr *b, struct expr *c, const struct expr_range *range) {
  struct expr *const children[3] = {a, b, c};
  uint64_t hash = hash_ternary(kind, a, b, c);
  expr_id newest = newer(a, b);
  struct recipe recipe = {kind, width,
                          3,    (const grain *)children,
                          hash, node_table_key(newest > c->id ? newest : c->id, hash),
                          0};
  struct expr *e = find(exprs, &recipe);
  if (e) return e;
  uint32_t support = support_union(exprs, a->support, b->support);
  return make(exprs, &recipe, support_union(exprs, support, c->support), range);
}

void store_init(struct exprs *exprs) {
  cells_init(exprs);
  node_table_init(&exprs->table, node_table_buckets_for(0));
  exprs->next_id = 1;
}

void store_free(struct exprs *exprs) {
  cells_free(exprs);
  node_table_free(&exprs->table);
}

size_t store_bytes(const struct exprs *exprs) {
  return cells_bytes(exprs) + node_table_bytes(&exprs->table);
}

void store_sweep(struct exprs *exprs) {
  cells_sweep(exprs);
  renew_table(exprs, node_table_buckets_for(exprs->live));
}
