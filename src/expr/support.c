/* Sets of inputs as hash-consed Patricia tries (Okasaki and Gill, "Fast Mergeable Integer Maps",
   1998) whose leaves are bitmaps of 256 members: most programs have no more input than that, and
   then a set is a single leaf.

   Sums over a long input make sets that differ by one member from node to node; as lists they would
   take quadratic memory, as tries each costs a path. Consing makes equal sets equal numbers, so
   that the union of a set with itself or with a subset, which is the case for nearly every union,
   ends at the first equal number.

   Each array owns a run of consecutive keys from its creation on, so a set of consecutive
   bytes is dense in the leaves. Recursion here goes down a trie and is bounded by the
   bits of a key. */
#include "expr/support.h"

#include "expr/node.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
  LEAF_LOG = 8,
  LEAF_WORDS = (1 << LEAF_LOG) / 64,
  KEYS_MAX = 1 << 20,   /* arrays with more elements have one key */
  KEY_LIMIT = 1u << 31, /* beyond this every array has one key */
  MEMO_LOG = 12,
  TAG_LEAF = 1,
  TAG_BRANCH = 2,
};

/* The bits of a leaf, or the children of a branch and zeros. */
union content {
  uint64_t bits[LEAF_WORDS];
  uint32_t children[2];
};

/* A leaf: bits of the 256 keys that begin at place << 8. A branch: place is the prefix of all keys'
   leaf places, with the first differing bit set and all below it clear, so the branching bit is the
   lowest one set; children are set numbers. */
struct set {
  union content content;
  uint32_t place;
  uint32_t next;  /* chain of free numbers */
  uint32_t count; /* members */
  uint8_t tag;    /* 0: free */
  bool is_marked;
};

struct memo {
  uint32_t a, b, result;
};

/* The table that finds equal sets, by linear probing. */
struct slot {
  uint32_t hash;
  uint32_t number; /* 0: empty */
};

struct supports {
  VEC(struct set) sets; /* number 0 is the empty set */
  uint32_t free;
  struct slot *slots;
  size_t slot_count, live;
  struct memo memo[1 << MEMO_LOG];
};

struct supports *supports_new(void) {
  struct supports *supports = alloc_zeroed(sizeof *supports);
  vec_push(&supports->sets, ((struct set){0}));
  supports->slot_count = 256;
  supports->slots = alloc_zeroed(supports->slot_count * sizeof *supports->slots);
  return supports;
}

void supports_free(struct supports *supports) {
  vec_free(&supports->sets);
  free(supports->slots);
  free(supports);
}

size_t supports_bytes(const struct supports *supports) {
  return sizeof *supports + supports->sets.capacity * sizeof(struct set) +
         supports->slot_count * sizeof *supports->slots;
}

static bool are_equal(const union content *a, const union content *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

static uint32_t hash_set(const union content *content, uint32_t place, uint8_t tag) {
  uint64_t hash = (uint64_t)place << 2 | tag;
  for (unsigned k = 0; k < LEAF_WORDS; k++) hash = hash_mix(hash, content->bits[k]);
  return (uint32_t)hash;
}

static void put_slot(struct supports *supports, uint32_t hash, uint32_t number) {
  size_t mask = supports->slot_count - 1, at = hash & mask;
  while (supports->slots[at].number) at = (at + 1) & mask;
  supports->slots[at] = (struct slot){hash, number};
}

static void grow_slots(struct supports *supports) {
  struct slot *old = supports->slots;
  size_t old_count = supports->slot_count;
  supports->slot_count *= 2;
  supports->slots = alloc_zeroed(supports->slot_count * sizeof *supports->slots);
  for (size_t k = 0; k < old_count; k++)
    if (old[k].number) put_slot(supports, old[k].hash, old[k].number);
  free(old);
}

static uint32_t intern(struct supports *supports, const union content *content, uint32_t place,
                       uint8_t tag, uint32_t count) {
  uint32_t hash = hash_set(content, place, tag);
  size_t mask = supports->slot_count - 1;
  for (size_t at = hash & mask; supports->slots[at].number; at = (at + 1) & mask) {
    if (supports->slots[at].hash != hash) continue;
    const struct set *set = &supports->sets.data[supports->slots[at].number];
    if (are_equal(&set->content, content) && set->place == place && set->tag == tag)
      return supports->slots[at].number;
  }
  if (supports->live >= supports->slot_count / 2) grow_slots(supports);
  uint32_t number = supports->free;
  if (number) {
    supports->free = supports->sets.data[number].next;
  } else {
    number = (uint32_t)supports->sets.count;
    vec_push(&supports->sets, ((struct set){0}));
  }
  supports->sets.data[number] =
      (struct set){.content = *content, .place = place, .tag = tag, .count = count};
  put_slot(supports, hash, number);
  supports->live++;
  return number;
}

static uint32_t new_leaf(struct supports *supports, uint32_t place, const union content *content) {
  unsigned count = 0;
  for (unsigned k = 0; k < LEAF_WORDS; k++)
    count += (unsigned)__builtin_popcountll(content->bits[k]);
  return intern(supports, content, place, TAG_LEAF, count);
}

static uint32_t new_branch(struct supports *supports, uint32_t place, uint32_t left,
                           uint32_t right) {
  union content content = {0};
  content.children[0] = left;
  content.children[1] = right;
  return intern(supports, &content, place, TAG_BRANCH,
                supports->sets.data[left].count + supports->sets.data[right].count);
}

static uint32_t deciding_bit(const struct set *branch) { return branch->place & -branch->place; }

/* True if the place lies under the branch. */
static bool is_under(const struct set *branch, uint32_t place) {
  uint32_t bit = deciding_bit(branch);
  return ((branch->place ^ place) & ~(bit | (bit - 1))) == 0;
}

/* Both nonempty; neither prefix contains the other. */
static uint32_t join(struct supports *supports, uint32_t a, uint32_t a_place, uint32_t b,
                     uint32_t b_place) {
  uint32_t bit = (uint32_t)1 << (31 - __builtin_clz(a_place ^ b_place));
  uint32_t place = (a_place & ~(bit - 1)) | bit;
  return a_place & bit ? new_branch(supports, place, b, a) : new_branch(supports, place, a, b);
}

static uint32_t unite(struct supports *supports, uint32_t a, uint32_t b);

/* Adds b, which lies under the branch a, on the side given by its place. */
static uint32_t unite_below(struct supports *supports, uint32_t a, uint32_t b) {
  struct set branch = supports->sets.data[a];
  bool side = (supports->sets.data[b].place & deciding_bit(&branch)) != 0;
  uint32_t joined = unite(supports, branch.content.children[side], b);
  if (joined == branch.content.children[side]) return a;
  return side ? new_branch(supports, branch.place, branch.content.children[0], joined)
              : new_branch(supports, branch.place, joined, branch.content.children[1]);
}

static uint32_t unite_leaves(struct supports *supports, uint32_t a, uint32_t b) {
  const struct set *first = &supports->sets.data[a], *second = &supports->sets.data[b];
  union content both;
  uint64_t beyond_first = 0, beyond_second = 0;
  for (unsigned k = 0; k < LEAF_WORDS; k++) {
    both.bits[k] = first->content.bits[k] | second->content.bits[k];
    beyond_first |= both.bits[k] ^ first->content.bits[k];
    beyond_second |= both.bits[k] ^ second->content.bits[k];
  }
  if (beyond_first == 0) return a;
  return beyond_second == 0 ? b : new_leaf(supports, first->place, &both);
}

/* For two branches with the same prefix and branching bit. Making sets moves them all, hence the
   copies. */
static uint32_t unite_branches(struct supports *supports, uint32_t a, uint32_t b) {
  struct set first = supports->sets.data[a], second = supports->sets.data[b];
  uint32_t left = unite(supports, first.content.children[0], second.content.children[0]);
  uint32_t right = unite(supports, first.content.children[1], second.content.children[1]);
  if (left == first.content.children[0] && right == first.content.children[1]) return a;
  if (left == second.content.children[0] && right == second.content.children[1]) return b;
  return new_branch(supports, first.place, left, right);
}

static uint32_t unite(struct supports *supports, uint32_t a, uint32_t b) {
  if (a == b) return a;
  const struct set *first = &supports->sets.data[a], *second = &supports->sets.data[b];
  uint32_t a_place = first->place, b_place = second->place;
  if (first->tag == TAG_LEAF && second->tag == TAG_LEAF)
    return a_place == b_place ? unite_leaves(supports, a, b)
                              : join(supports, a, a_place, b, b_place);
  if (first->tag == TAG_BRANCH && second->tag == TAG_BRANCH && a_place == b_place)
    return unite_branches(supports, a, b);
  bool a_above = first->tag == TAG_BRANCH && is_under(first, b_place) &&
                 (second->tag == TAG_LEAF || deciding_bit(second) < deciding_bit(first));
  if (a_above) return unite_below(supports, a, b);
  bool b_above = second->tag == TAG_BRANCH && is_under(second, a_place) &&
                 (first->tag == TAG_LEAF || deciding_bit(first) < deciding_bit(second));
  if (b_above) return unite_below(supports, b, a);
  return join(supports, a, a_place, b, b_place);
}

uint32_t support_unite(struct exprs *exprs, uint32_t a, uint32_t b) {
  struct supports *supports = exprs->supports;
  uint32_t low = a < b ? a : b, high = a < b ? b : a;
  uint32_t hash = (low * 0x9e3779b1u) ^ (high * 0x85ebca77u);
  struct memo *memo = &supports->memo[hash >> (32 - MEMO_LOG)];
  if (memo->a != low || memo->b != high)
    *memo = (struct memo){.a = low, .b = high, .result = unite(supports, low, high)};
  return memo->result;
}

static bool have_common(const union content *a, const union content *b) {
  uint64_t common = 0;
  for (unsigned k = 0; k < LEAF_WORDS; k++) common |= a->bits[k] & b->bits[k];
  return common != 0;
}

static bool intersects(const struct supports *supports, uint32_t a, uint32_t b) {
  for (;;) {
    if (a == b) return true;
    const struct set *first = &supports->sets.data[a], *second = &supports->sets.data[b];
    if (first->tag == TAG_LEAF && second->tag == TAG_LEAF)
      return first->place == second->place && have_common(&first->content, &second->content);
    if (first->tag == TAG_BRANCH && second->tag == TAG_BRANCH && first->place == second->place) {
      if (intersects(supports, first->content.children[0], second->content.children[0]))
        return true;
      a = first->content.children[1];
      b = second->content.children[1];
      continue;
    }
    if (first->tag == TAG_LEAF ||
        (second->tag == TAG_BRANCH && deciding_bit(second) > deciding_bit(first))) {
      uint32_t swap = a;
      a = b;
      b = swap;
      const struct set *other = first;
      first = second;
      second = other;
    }
    if (!is_under(first, second->place)) return false;
    if (second->tag == TAG_BRANCH && deciding_bit(second) == deciding_bit(first)) return false;
    a = first->content.children[(second->place & deciding_bit(first)) != 0];
  }
}

bool support_intersects(const struct exprs *exprs, uint32_t a, uint32_t b) {
  if (a == SUPPORT_EMPTY || b == SUPPORT_EMPTY) return false;
  return intersects(exprs->supports, a, b);
}

static bool is_within(const union content *part, const union content *whole) {
  uint64_t beyond = 0;
  for (unsigned k = 0; k < LEAF_WORDS; k++) beyond |= part->bits[k] & ~whole->bits[k];
  return beyond == 0;
}

static bool includes(const struct supports *supports, uint32_t whole, uint32_t part) {
  for (;;) {
    if (whole == part) return true;
    const struct set *outer = &supports->sets.data[whole], *inner = &supports->sets.data[part];
    if (inner->count > outer->count) return false;
    if (outer->tag == TAG_LEAF)
      return inner->tag == TAG_LEAF && inner->place == outer->place &&
             is_within(&inner->content, &outer->content);
    if (inner->tag == TAG_BRANCH && inner->place == outer->place) {
      if (!includes(supports, outer->content.children[0], inner->content.children[0])) return false;
      whole = outer->content.children[1];
      part = inner->content.children[1];
      continue;
    }
    if (!is_under(outer, inner->place)) return false;
    if (inner->tag == TAG_BRANCH && deciding_bit(inner) >= deciding_bit(outer)) return false;
    whole = outer->content.children[(inner->place & deciding_bit(outer)) != 0];
  }
}

bool support_includes(const struct exprs *exprs, uint32_t whole, uint32_t part) {
  if (part == SUPPORT_EMPTY) return true;
  if (whole == SUPPORT_EMPTY) return false;
  return includes(exprs->supports, whole, part);
}

static bool has_key(const struct supports *supports, uint32_t number, uint32_t key) {
  if (number == SUPPORT_EMPTY) return false;
  const struct set *set = &supports->sets.data[number];
  uint32_t place = key >> LEAF_LOG;
  while (set->tag == TAG_BRANCH)
    set = &supports->sets.data[set->content.children[(place & deciding_bit(set)) != 0]];
  return set->place == place && (set->content.bits[key / 64 % LEAF_WORDS] >> (key % 64) & 1);
}

static uint32_t key_of(const struct array_entry *entry, uint64_t index) {
  return entry->first_key + (entry->key_count > 1 ? (uint32_t)index : 0);
}

bool support_contains(const struct exprs *exprs, uint32_t set, uint32_t array, uint64_t index) {
  const struct array_entry *entry = &exprs->arrays.data[array];
  if (entry->array->size && index >= entry->array->size) return false;
  return entry->key_count && has_key(exprs->supports, set, key_of(entry, index));
}

size_t support_count(const struct exprs *exprs, uint32_t set) {
  return exprs->supports->sets.data[set].count;
}

uint32_t support_key_limit(const struct exprs *exprs) {
  if (exprs->arrays.count == 0) return 0;
  const struct array_entry *last = &vec_last(&exprs->arrays);
  return last->first_key + last->key_count;
}

static void walk_keys(const struct supports *supports, uint32_t number, support_visit_key *visit,
                      void *context) {
  const struct set *set = &supports->sets.data[number];
  for (; set->tag == TAG_BRANCH; set = &supports->sets.data[set->content.children[1]])
    walk_keys(supports, set->content.children[0], visit, context);
  for (unsigned k = 0; k < LEAF_WORDS; k++)
    for (uint64_t bits = set->content.bits[k]; bits; bits &= bits - 1)
      visit((set->place << LEAF_LOG) + k * 64 + (uint32_t)__builtin_ctzll(bits), context);
}

void support_walk_keys(const struct exprs *exprs, uint32_t set, support_visit_key *visit,
                       void *context) {
  if (set != SUPPORT_EMPTY) walk_keys(exprs->supports, set, visit, context);
}

struct walk {
  const struct exprs *exprs;
  support_visit *visit;
  void *context;
  size_t at; /* array of the last key: keys come in order */
};

static void visit_member(uint32_t key, void *context) {
  struct walk *walk = context;
  const struct array_entry *entries = walk->exprs->arrays.data;
  if (key >= entries[walk->at].first_key + entries[walk->at].key_count) {
    size_t low = walk->at + 1, high = walk->exprs->arrays.count;
    while (high - low > 1) {
      size_t middle = low + (high - low) / 2;
      if (entries[middle].first_key <= key)
        low = middle;
      else
        high = middle;
    }
    walk->at = low;
  }
  const struct array_entry *entry = &entries[walk->at];
  bool stands_for_all = entry->key_count == 1 && entry->array->size != 1;
  walk->visit(entry->array, stands_for_all ? SUPPORT_ALL : key - entry->first_key, walk->context);
}

void support_walk(const struct exprs *exprs, uint32_t set, support_visit *visit, void *context) {
  struct walk walk = {.exprs = exprs, .visit = visit, .context = context};
  support_walk_keys(exprs, set, visit_member, &walk);
}

uint32_t support_keys_for(const struct exprs *exprs, uint64_t size) {
  if (size == 0 || size > KEYS_MAX || support_key_limit(exprs) + size > KEY_LIMIT) return 1;
  return (uint32_t)size;
}

uint32_t support_of_element(struct exprs *exprs, uint32_t array, uint64_t index) {
  const struct array_entry *entry = &exprs->arrays.data[array];
  if (entry->key_count == 0) return SUPPORT_EMPTY;
  uint32_t key = key_of(entry, index);
  union content content = {0};
  content.bits[key / 64 % LEAF_WORDS] = (uint64_t)1 << (key % 64);
  return new_leaf(exprs->supports, key >> LEAF_LOG, &content);
}

uint32_t support_of_elements(struct exprs *exprs, uint32_t array, uint64_t first, uint64_t last) {
  const struct array_entry *entry = &exprs->arrays.data[array];
  if (entry->key_count == 0) return SUPPORT_EMPTY;
  uint32_t set = SUPPORT_EMPTY, key = key_of(entry, first), end = key_of(entry, last) + 1;
  while (key < end) {
    uint32_t place = key >> LEAF_LOG;
    union content content = {0};
    while (key < end && key >> LEAF_LOG == place) {
      uint32_t next = (key | 63) + 1 < end ? (key | 63) + 1 : end;
      content.bits[key / 64 % LEAF_WORDS] = value_mask(next - key) << (key % 64);
      key = next;
    }
    uint32_t leaf = new_leaf(exprs->supports, place, &content);
    set = set == SUPPORT_EMPTY ? leaf : unite(exprs->supports, set, leaf);
  }
  return set;
}

uint32_t support_of_array(struct exprs *exprs, uint32_t array) {
  uint32_t count = exprs->arrays.data[array].key_count;
  return support_of_elements(exprs, array, 0, count ? count - 1 : 0);
}

void supports_mark(struct supports *supports, uint32_t number) {
  struct set *set = &supports->sets.data[number];
  while (number != SUPPORT_EMPTY && !set->is_marked) {
    set->is_marked = true;
    if (set->tag == TAG_LEAF) return;
    supports_mark(supports, set->content.children[0]);
    number = set->content.children[1];
    set = &supports->sets.data[number];
  }
}

void supports_sweep(struct supports *supports) {
  supports->free = 0;
  supports->live = 0;
  memset(supports->slots, 0, supports->slot_count * sizeof *supports->slots);
  for (uint32_t number = (uint32_t)supports->sets.count; number-- > 1;) {
    struct set *set = &supports->sets.data[number];
    if (set->is_marked) {
      set->is_marked = false;
      supports->live++;
      put_slot(supports, hash_set(&set->content, set->place, set->tag), number);
      continue;
    }
    *set = (struct set){.next = supports->free};
    supports->free = number;
  }
  memset(supports->memo, 0, sizeof supports->memo);
}
