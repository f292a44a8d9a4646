/* Finding or making nodes.

   The hash of a node is over its kind, width, parameters and the ids of its children. It
   is not kept: the node has its key in the table, which is enough to put it into a larger
   one, unless it has to go where only the whole hash says. */
#include "expr/cells.h"
#include "expr/range.h"
#include "expr/support.h"
#include "expr/table.h"

enum {
  SMALL_TABLE = 1 << 16, /* buckets; up to here the table grows faster */
  AHEAD = 16,            /* buckets */
};

const uint8_t expr_kind_children[EXPR_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = children,
    EXPR_KINDS(X)
#undef X
};

/* Hashes */

static uint64_t mix(uint64_t hash, uint64_t value) {
  unsigned __int128 product = (unsigned __int128)(hash ^ value) * 0x9e3779b97f4a7c15;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_start(enum expr_kind kind, unsigned width) {
  return 0x2545f4914f6cdd1d ^ ((uint64_t)kind << 56 | (uint64_t)width << 40);
}

static uint32_t hash_end(uint64_t hash) { return (uint32_t)(hash >> 32); }

static uint32_t hash_const(unsigned width, const uint64_t *words) {
  uint64_t hash = hash_start(EXPR_CONST, width);
  for (unsigned k = 0; k < word_count(width); k++) hash = mix(hash, words[k]);
  return hash_end(mix(hash, 0));
}

static uint32_t hash_leaf(enum expr_kind kind, unsigned width, uint64_t array, uint64_t index) {
  return hash_end(mix(mix(hash_start(kind, width), index), array));
}

static uint32_t hash_unary(enum expr_kind kind, unsigned width, const struct expr *a,
                           unsigned low) {
  return hash_end(mix(hash_start(kind, width), (uint64_t)a->id << 32 | low));
}

static uint32_t hash_binary(enum expr_kind kind, unsigned width, const struct expr *a,
                            const struct expr *b) {
  return hash_end(mix(hash_start(kind, width), (uint64_t)a->id << 32 | b->id));
}

static uint32_t hash_ternary(enum expr_kind kind, unsigned width, const struct expr *a,
                             const struct expr *b, const struct expr *c) {
  return hash_end(mix(mix(hash_start(kind, width), (uint64_t)a->id << 32 | b->id), c->id));
}

static uint32_t hash_again(const struct expr *e) {
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
  case 2: return hash_binary(e->kind, e->width, child(e, 0), child(e, 1));
  default: return hash_ternary(e->kind, e->width, child(e, 0), child(e, 1), child(e, 2));
  }
}

/* Growing */

static void insert_all(struct exprs *exprs) {
  for (uint32_t s = 1; s < exprs->slabs.count; s++) {
    const struct slab *slab = &exprs->slabs.data[s];
    uint32_t reference = s << SLAB_GRAINS_LOG;
    for (uint32_t k = 0; k < slab->used; k++, reference += slab->cell_grains) {
      const struct expr *e = (const struct expr *)(slab->base + (size_t)k * slab->cell_grains * 8);
      if (e->kind == NODE_FREE || table_insert_first(&exprs->table, e->hash, reference)) continue;
      table_insert_spilt(&exprs->table, e->hash, hash_again(e), reference);
    }
  }
}

static void grow_table(struct exprs *exprs) {
  size_t factor = exprs->table.bucket_count < SMALL_TABLE ? 4 : 2;
  table_init(&exprs->table, exprs->table.bucket_count * factor);
  insert_all(exprs);
}

/* What a node is made of, apart from its range and support, which follow from it. */
struct recipe {
  enum expr_kind kind;
  unsigned width;
  unsigned grains;      /* of the payload */
  const grain *payload; /* as stored */
  uint32_t hash, key;
};

#define INLINE static inline __attribute__((always_inline))

INLINE bool is_made_of(const struct expr *e, const struct recipe *recipe) {
  if (e->hash != recipe->key || e->kind != recipe->kind || e->width != recipe->width) return false;
  const grain *payload = (const grain *)(e + 1);
  for (unsigned k = 0; k < recipe->grains; k++)
    if (payload[k] != recipe->payload[k]) return false;
  return true;
}

INLINE struct expr *find_in(const struct exprs *exprs, const struct bucket *bucket,
                            const struct recipe *recipe) {
  uint8_t tag = table_tag(recipe->key);
  for (unsigned first = 0; first < BUCKET_PLACES; first += 8) {
    uint64_t matches = table_match(bucket->tags + first, tag);
    for (; matches; matches &= matches - 1) {
      unsigned place = first + (unsigned)__builtin_ctzll(matches) / 8;
      if (bucket->tags[place] != tag) continue;
      struct expr *e = cell_at(exprs, bucket->references[place]);
      if (is_made_of(e, recipe)) return e;
    }
  }
  return NULL;
}

static struct expr *find_spilt(const struct exprs *exprs, const struct recipe *recipe) {
  const struct node_table *table = &exprs->table;
  size_t mask = table->bucket_count - 1;
  for (size_t at = table_hashed(table, recipe->hash);; at = (at + 1) & mask) {
    struct expr *e = find_in(exprs, &table->buckets[at], recipe);
    if (e || !table->buckets[at].is_overrun) return e;
  }
}

INLINE struct expr *find(const struct exprs *exprs, const struct recipe *recipe) {
  const struct bucket *bucket = table_first(&exprs->table, recipe->key);
  struct expr *e = find_in(exprs, bucket, recipe);
  return e || !bucket->is_spilt ? e : find_spilt(exprs, recipe);
}

static struct expr *make(struct exprs *exprs, const struct recipe *recipe, uint32_t support,
                         const struct expr_range *range) {
  if (table_is_full(&exprs->table)) grow_table(exprs);
  uint32_t reference, range_grains = range ? range_stored_grains(recipe->width) : 0;
  struct expr *e = cell_take(exprs, 2 + recipe->grains + range_grains, &reference);
  if (exprs->next_id == UINT32_MAX) FAULT("more than 4294967294 expressions made in one run");
  *e = (struct expr){.kind = (uint8_t)recipe->kind,
                     .mark = range ? MARK_RANGE : 0,
                     .width = (uint16_t)recipe->width,
                     .id = exprs->next_id++,
                     .support = support,
                     .hash = recipe->key};
  grain *payload = (grain *)(e + 1);
  payload[0] = recipe->payload[0];
  if (recipe->grains > 1) payload[1] = recipe->payload[1];
  for (unsigned k = 2; __builtin_expect(k < recipe->grains, 0); k++)
    payload[k] = recipe->payload[k];
  if (range) range_store(recipe->width, range, payload + recipe->grains);
  if (!table_insert_first(&exprs->table, recipe->key, reference))
    table_insert_spilt(&exprs->table, recipe->key, recipe->hash, reference);
  /* The parents of this node will be looked for near there. */
  __builtin_prefetch(table_first(&exprs->table, (e->id >> 2) + AHEAD), 1);
  exprs->live++;
  return e;
}

struct expr *node_const(struct exprs *exprs, unsigned width, const uint64_t *words) {
  uint32_t hash = hash_const(width, words);
  struct recipe recipe = {EXPR_CONST, width, word_count(width), words, hash, table_key(hash, hash)};
  struct expr *e = find(exprs, &recipe);
  return e ? e : make(exprs, &recipe, SUPPORT_EMPTY, NULL);
}

struct expr *node_leaf(struct exprs *exprs, enum expr_kind kind, const struct expr_array *array,
                       uint64_t index) {
  uint64_t payload[2] = {index, array->number};
  unsigned width = array->element_width;
  uint32_t hash = hash_leaf(kind, width, array->number, index);
  bool is_input = kind == EXPR_INPUT;
  struct recipe recipe = {
      kind, width, is_input ? 2 : 1, is_input ? payload : payload + 1, hash, table_key(hash, hash)};
  struct expr *e = find(exprs, &recipe);
  if (e) return e;
  uint32_t support = is_input ? support_of_element(exprs, array->number, index)
                              : support_of_array(exprs, array->number);
  return make(exprs, &recipe, support, NULL);
}

struct expr *node_unary(struct exprs *exprs, enum expr_kind kind, unsigned width,
                        struct expr *child, const struct expr_range *range) {
  uint32_t hash = hash_unary(kind, width, child, 0);
  struct recipe recipe = {kind, width, 1, (const grain *)&child, hash, table_key(child->id, hash)};
  struct expr *e = find(exprs, &recipe);
  return e ? e : make(exprs, &recipe, child->support, range);
}

struct expr *node_extract(struct exprs *exprs, unsigned width, struct expr *child, unsigned low,
                          const struct expr_range *range) {
  uint64_t payload[2] = {(uint64_t)(uintptr_t)child, low};
  uint32_t hash = hash_unary(EXPR_EXTRACT, width, child, low);
  struct recipe recipe = {EXPR_EXTRACT, width, 2, payload, hash, table_key(child->id, hash)};
  struct expr *e = find(exprs, &recipe);
  return e ? e : make(exprs, &recipe, child->support, range);
}

static uint32_t newer(const struct expr *a, const struct expr *b) {
  return a->id > b->id ? a->id : b->id;
}

INLINE struct expr *find_binary(struct exprs *exprs, enum expr_kind kind, unsigned width,
                                struct expr *const children[2], struct recipe *recipe) {
  uint32_t hash = hash_binary(kind, width, children[0], children[1]);
  *recipe = (struct recipe){kind, width,
                            2,    (const grain *)children,
                            hash, table_key(newer(children[0], children[1]), hash)};
  return find(exprs, recipe);
}

struct expr *node_binary(struct exprs *exprs, enum expr_kind kind, unsigned width, struct expr *a,
                         struct expr *b, const struct expr_range *range) {
  struct expr *const children[2] = {a, b};
  struct recipe recipe;
  struct expr *e = find_binary(exprs, kind, width, children, &recipe);
  return e ? e : make(exprs, &recipe, support_union(exprs, a->support, b->support), range);
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
  uint32_t hash = hash_ternary(kind, width, a, b, c), newest = newer(a, b);
  struct recipe recipe = {kind, width,
                          3,    (const grain *)children,
                          hash, table_key(newest > c->id ? newest : c->id, hash)};
  struct expr *e = find(exprs, &recipe);
  if (e) return e;
  uint32_t support = support_union(exprs, a->support, b->support);
  return make(exprs, &recipe, support_union(exprs, support, c->support), range);
}

void store_init(struct exprs *exprs) {
  cells_init(exprs);
  table_init(&exprs->table, table_buckets_for(0));
  exprs->next_id = 1;
}

void store_free(struct exprs *exprs) {
  cells_free(exprs);
  table_free(&exprs->table);
}

size_t store_bytes(const struct exprs *exprs) {
  return cells_bytes(exprs) + table_bytes(&exprs->table);
}

void store_sweep(struct exprs *exprs) {
  cells_sweep(exprs);
  table_init(&exprs->table, table_buckets_for(exprs->live));
  insert_all(exprs);
}
