/* Facts in a persistent map by topic: an expression, or a pair of expressions and a signedness. A
   new fact replaces the weaker fact about the same topic and keeps a pointer to it, for its
   origins.

   A conjunct is taken apart: a conjunction into its parts, an equality with a constant into
   equalities of the pieces, a comparison with a constant into a bound, any other comparison into a
   relation of the pair. A part whose truth does not follow from these is also a fact by itself, so
   that it is found again as the condition of an ite.

   The map's keys are hashes of topics. When two topics collide, the later one is not recorded,
   which is sound. */
#include "solver/facts.h"

#include "expr/words.h"
#include "solver/trie.h"
#include "util/alloc.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum topic { TOPIC_VALUE, TOPIC_UNSIGNED, TOPIC_SIGNED };

/* Bits that say which bounds of a range are meant, to find where each comes from. */
enum { UMIN = 1, UMAX = 2, SMIN = 4, SMAX = 8, ALL_BOUNDS = 15 };

struct fact {
  uint32_t references;
  uint32_t origin; /* position of its conjunct */
  uint64_t a, b;   /* ids: of the expression, or of the pair, the smaller first */
  uint16_t width;  /* of the expression */
  uint8_t topic;
  uint8_t relation;
  bool is_constant;
  uint8_t stated;      /* bounds stated by this conjunct alone */
  uint8_t natural;     /* bounds that hold for every value */
  struct fact *weaker; /* the fact about the same topic that this one replaces, or NULL */
  struct expr_range range;
  uint64_t words[]; /* of a constant of more than 64 bits */
};

struct part {
  struct expr *e;
  bool is_true;
};

struct learner {
  struct facts *facts;
  struct exprs *exprs;
  uint32_t position;
  VEC(struct part) parts; /* still to be looked at */
};

/* The map. */

static void retain_fact(void *value) { ((struct fact *)value)->references++; }

static void release_fact(void *value) {
  for (struct fact *fact = value; fact != NULL && --fact->references == 0;) {
    struct fact *weaker = fact->weaker;
    free(fact);
    fact = weaker;
  }
}

static const struct trie_values fact_values = {retain_fact, release_fact};

struct facts facts_copy(const struct facts *facts) {
  if (facts->contradiction != NULL) retain_fact(facts->contradiction);
  return (struct facts){trie_share(facts->known), facts->inputs, facts->contradiction};
}

/* A bit of facts.inputs. */
static uint64_t input_bit(const struct expr *e) { return (uint64_t)1 << (e->id * 37 >> 2 & 63); }

void facts_free(struct facts *facts) {
  trie_release(facts->known, &fact_values);
  release_fact(facts->contradiction);
  *facts = (struct facts){0};
}

static uint64_t key_of(uint64_t a, uint64_t b, enum topic topic) {
  uint64_t key = (a << 2 | topic) * HASH_FACTOR;
  return (key ^ key >> 31) + b * UINT64_C(0xd6e8feb86659fd93);
}

static struct fact *find(const struct facts *facts, uint64_t a, uint64_t b, enum topic topic) {
  struct fact *fact = trie_find(facts->known, key_of(a, b, topic));
  return fact != NULL && fact->a == a && fact->b == b && fact->topic == topic ? fact : NULL;
}

static void contradict(struct learner *learner, struct fact *fact) {
  if (learner->facts->contradiction != NULL) return;
  retain_fact(fact);
  learner->facts->contradiction = fact;
}

/* Makes it the strongest fact of its topic and returns it; NULL if another topic has the slot. */
static struct fact *push_fact(struct learner *learner, struct fact new, const uint64_t *words) {
  uint64_t key = key_of(new.a, new.b, new.topic);
  struct fact *weaker = trie_find(learner->facts->known, key);
  if (weaker != NULL && (weaker->a != new.a || weaker->b != new.b || weaker->topic != new.topic))
    return NULL;
  size_t bytes = words ? (new.width + 63u) / 64 * sizeof *words : 0;
  struct fact *fact = alloc_bytes(sizeof *fact + bytes);
  *fact = new;
  if (words != NULL) memcpy(fact->words, words, bytes);
  fact->references = 1;
  fact->origin = learner->position;
  fact->weaker = weaker;
  if (weaker != NULL) retain_fact(weaker);
  trie_set(&learner->facts->known, &fact_values, key, fact);
  return fact;
}

/* Values and ranges. */

static void at_least(uint64_t *bound, uint64_t value) {
  if (value > *bound) *bound = value;
}
static void at_most(uint64_t *bound, uint64_t value) {
  if (value < *bound) *bound = value;
}
static void at_least_signed(int64_t *bound, int64_t value) {
  if (value > *bound) *bound = value;
}
static void at_most_signed(int64_t *bound, int64_t value) {
  if (value < *bound) *bound = value;
}

/* Derives bounds of one signedness from the other, where the range does not cross a sign change. */
static void share_bounds(struct expr_range *range, unsigned width) {
  uint64_t mask = value_mask(width), top = (uint64_t)1 << (width - 1);
  if (range->umax < top || range->umin >= top) {
    at_least_signed(&range->smin, value_signed(width, range->umin));
    at_most_signed(&range->smax, value_signed(width, range->umax));
  }
  if (range->smin >= 0 || range->smax < 0) {
    at_least(&range->umin, (uint64_t)range->smin & mask);
    at_most(&range->umax, (uint64_t)range->smax & mask);
  }
}

static struct expr_range known_range(const struct facts *facts, const struct expr *e) {
  const struct fact *fact = facts_about(facts, e);
  return fact ? fact_range(fact) : expr_range_of(e);
}

static unsigned equal_bounds(const struct expr_range *a, const struct expr_range *b) {
  return (a->umin == b->umin ? UMIN : 0) | (a->umax == b->umax ? UMAX : 0) |
         (a->smin == b->smin ? SMIN : 0) | (a->smax == b->smax ? SMAX : 0);
}

static void push_range(struct learner *learner, struct expr *e, struct expr_range range,
                       unsigned stated) {
  if (e->kind == EXPR_INPUT) learner->facts->inputs |= input_bit(e);
  struct expr_range natural = expr_range_of(e);
  share_bounds(&range, e->width);
  bool is_empty = range.umin > range.umax || range.smin > range.smax;
  struct fact fact = {.a = e->id,
                      .topic = TOPIC_VALUE,
                      .width = e->width,
                      .is_constant = !is_empty && range.umin == range.umax,
                      .stated = (uint8_t)stated,
                      .natural = (uint8_t)equal_bounds(&range, &natural),
                      .range = range};
  struct fact *pushed = push_fact(learner, fact, NULL);
  if (is_empty && pushed != NULL) contradict(learner, pushed);
}

static void push_wide_value(struct learner *learner, struct expr *e, struct expr *constant) {
  uint64_t words[EXPR_MAX_WIDTH / 64];
  const struct fact *old = facts_about(learner->facts, e);
  unsigned count = (e->width + 63u) / 64;
  expr_const_get_words(constant, words);
  if (old != NULL && memcmp(old->words, words, count * sizeof *words) == 0) return;
  struct fact fact = {.a = e->id, .topic = TOPIC_VALUE, .width = e->width, .is_constant = true};
  struct fact *pushed = push_fact(learner, fact, words);
  if (old != NULL && pushed != NULL) contradict(learner, pushed);
}

static void push_value(struct learner *learner, struct expr *e, struct expr *constant) {
  if (expr_is_const(e)) return;
  if (e->width > 64) {
    push_wide_value(learner, e, constant);
    return;
  }
  struct expr_range range = known_range(learner->facts, e);
  uint64_t value = expr_const_value(constant);
  if (range.umin == value && range.umax == value) return;
  at_least(&range.umin, value);
  at_most(&range.umax, value);
  at_least_signed(&range.smin, value_signed(e->width, value));
  at_most_signed(&range.smax, value_signed(e->width, value));
  bool is_new = range.umin == range.umax && range.smin == range.smax;
  push_range(learner, e, range, is_new ? ALL_BOUNDS : 0);
}

/* e equals the constant, and so do its pieces. */
static void learn_value(struct learner *learner, struct expr *e, struct expr *constant) {
  struct exprs *exprs = learner->exprs;
  for (;;) {
    push_value(learner, e, constant);
    if (e->kind == EXPR_ZEXT || e->kind == EXPR_SEXT) {
      e = expr_child(e, 0);
      constant = expr_extract(exprs, constant, 0, e->width);
    } else if (e->kind == EXPR_CONCAT) {
      struct expr *low = expr_child(e, 1);
      push_value(learner, low, expr_extract(exprs, constant, 0, low->width));
      e = expr_child(e, 0);
      constant = expr_extract(exprs, constant, low->width, e->width);
    } else {
      return;
    }
  }
}

/* Comparisons. */

/* kind (ULT … SLE) holds between e and a constant, on the side given. */
static void learn_bound(struct learner *learner, enum expr_kind kind, struct expr *e,
                        uint64_t bound, bool is_below) {
  if (e->width > 64) return;
  struct expr_range range = known_range(learner->facts, e), before = range;
  bool is_strict = kind == EXPR_ULT || kind == EXPR_SLT;
  bool is_signed = kind == EXPR_SLT || kind == EXPR_SLE;
  int64_t signed_bound = value_signed(e->width, bound);
  if (!is_signed) {
    if (is_strict && bound == (is_below ? 0 : value_mask(e->width))) return; /* constantly false */
    if (is_below)
      at_most(&range.umax, bound - is_strict);
    else
      at_least(&range.umin, bound + is_strict);
  } else {
    int64_t end = value_signed(e->width, (value_mask(e->width) >> 1) + is_below);
    if (is_strict && signed_bound == end) return;
    if (is_below)
      at_most_signed(&range.smax, signed_bound - is_strict);
    else
      at_least_signed(&range.smin, signed_bound + is_strict);
  }
  unsigned stated = is_signed ? is_below ? SMAX : SMIN : is_below ? UMAX : UMIN;
  if (equal_bounds(&range, &before) != ALL_BOUNDS) push_range(learner, e, range, stated);
}

/* e differs from the constant, which narrows the range if the constant is one of its ends. */
static void learn_distinct(struct learner *learner, struct expr *e, uint64_t value) {
  struct expr_range range = known_range(learner->facts, e), before = range;
  int64_t signed_value = value_signed(e->width, value);
  if (range.umin == value && range.umin < range.umax) range.umin++;
  if (range.umax == value && range.umin < range.umax) range.umax--;
  if (range.smin == signed_value && range.smin < range.smax) range.smin++;
  if (range.smax == signed_value && range.smin < range.smax) range.smax--;
  if (equal_bounds(&range, &before) != ALL_BOUNDS) push_range(learner, e, range, 0);
}

/* e lies in the range, and so does what it extends. */
static void learn_range(struct learner *learner, struct expr *e, struct expr_range other) {
  for (;;) {
    struct expr_range range = known_range(learner->facts, e), before = range;
    at_least(&range.umin, other.umin);
    at_most(&range.umax, other.umax);
    at_least_signed(&range.smin, other.smin);
    at_most_signed(&range.smax, other.smax);
    if (equal_bounds(&range, &before) == ALL_BOUNDS) return;
    push_range(learner, e, range, 0);
    bool is_signed = e->kind == EXPR_SEXT;
    if (!is_signed && e->kind != EXPR_ZEXT) return;
    e = expr_child(e, 0);
    if (is_signed) {
      other.umin = 0;
      other.umax = value_mask(e->width);
    } else {
      other.smin = INT64_MIN;
      other.smax = INT64_MAX;
    }
  }
}

/* The high part of e is a constant, which bounds e. */
static void learn_high_part(struct learner *learner, struct expr *e, uint64_t value) {
  struct expr *whole = expr_child(e, 0);
  unsigned low = expr_extract_low(e);
  if (whole->width > 64 || low + e->width != whole->width) return;
  struct expr_range range = {.umin = value << low,
                             .umax = value << low | value_mask(low),
                             .smin = (int64_t)((uint64_t)value_signed(e->width, value) << low)};
  range.smax = range.smin + (int64_t)value_mask(low);
  learn_range(learner, whole, range);
}

static unsigned swapped(unsigned relation) {
  return (relation & RELATION_EQUAL) | (relation & RELATION_LESS ? RELATION_GREATER : 0) |
         (relation & RELATION_GREATER ? RELATION_LESS : 0);
}

static void learn_relation(struct learner *learner, const struct expr *a, const struct expr *b,
                           bool is_signed, unsigned relation) {
  const struct fact *old = facts_about_pair(learner->facts, a, b, is_signed);
  unsigned before = old ? fact_relation(old, a, b) : RELATION_ANY;
  relation &= before;
  if (relation == before) return;
  bool is_in_order = a->id < b->id;
  struct fact fact = {.a = is_in_order ? a->id : b->id,
                      .b = is_in_order ? b->id : a->id,
                      .topic = is_signed ? TOPIC_SIGNED : TOPIC_UNSIGNED,
                      .relation = (uint8_t)(is_in_order ? relation : swapped(relation))};
  struct fact *pushed = push_fact(learner, fact, NULL);
  if (relation == 0 && pushed != NULL) contradict(learner, pushed);
}

static void learn_equality(struct learner *learner, struct expr *a, struct expr *b, bool is_equal) {
  if (expr_is_const(a)) {
    struct expr *constant = a;
    a = b;
    b = constant;
  }
  if (expr_is_const(b)) {
    if (is_equal && a->kind == EXPR_EXTRACT && a->width <= 64)
      learn_high_part(learner, a, expr_const_value(b));
    if (is_equal)
      learn_value(learner, a, b);
    else if (a->width <= 64)
      learn_distinct(learner, a, expr_const_value(b));
    return;
  }
  unsigned relation = is_equal ? RELATION_EQUAL : RELATION_LESS | RELATION_GREATER;
  learn_relation(learner, a, b, false, relation);
  learn_relation(learner, a, b, true, relation);
  if (!is_equal || a->width > 64) return;
  learn_range(learner, a, expr_range_of(b));
  learn_range(learner, b, expr_range_of(a));
}

static void learn_comparison(struct learner *learner, enum expr_kind kind, struct expr *a,
                             struct expr *b, bool is_true) {
  bool is_signed = kind == EXPR_SLT || kind == EXPR_SLE;
  bool is_strict = kind == EXPR_ULT || kind == EXPR_SLT;
  if (!is_true) { /* not a < b: b <= a */
    struct expr *swap = a;
    a = b;
    b = swap;
    is_strict = !is_strict;
    kind = is_signed ? is_strict ? EXPR_SLT : EXPR_SLE : is_strict ? EXPR_ULT : EXPR_ULE;
  }
  if (a->width <= 64 && expr_is_const(b))
    learn_bound(learner, kind, a, expr_const_value(b), true);
  else if (a->width <= 64 && expr_is_const(a))
    learn_bound(learner, kind, b, expr_const_value(a), false);
  else
    learn_relation(learner, a, b, is_signed, RELATION_LESS | (is_strict ? 0 : RELATION_EQUAL));
}

/* True if the truth of e can be found from what else is learnt: a negation from its operand, a
   bound from the range, an equality from the value. */
static bool is_said_otherwise(const struct expr *e, bool is_true) {
  if (e->kind == EXPR_NOT) return true;
  bool is_order =
      e->kind == EXPR_ULT || e->kind == EXPR_ULE || e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  if (!is_order && !(e->kind == EXPR_EQ && is_true)) return false;
  const struct expr *a = expr_child(e, 0), *b = expr_child(e, 1);
  return a->width <= 64 && (expr_is_const(a) || expr_is_const(b));
}

static void learn_part(struct learner *learner, struct part part) {
  struct expr *e = part.e;
  if (expr_is_const(e)) return;
  if (!is_said_otherwise(e, part.is_true))
    push_value(learner, e, expr_const(learner->exprs, 1, part.is_true));
  switch (e->kind) {
  case EXPR_NOT: vec_push(&learner->parts, ((struct part){expr_child(e, 0), !part.is_true})); break;
  case EXPR_AND:
  case EXPR_OR:
    if (part.is_true != (e->kind == EXPR_AND)) break;
    vec_push(&learner->parts, ((struct part){expr_child(e, 0), part.is_true}));
    vec_push(&learner->parts, ((struct part){expr_child(e, 1), part.is_true}));
    break;
  case EXPR_EXTRACT: learn_high_part(learner, e, part.is_true); break;
  case EXPR_EQ: learn_equality(learner, expr_child(e, 0), expr_child(e, 1), part.is_true); break;
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE:
    learn_comparison(learner, (enum expr_kind)e->kind, expr_child(e, 0), expr_child(e, 1),
                     part.is_true);
    break;
  default: break;
  }
}

void facts_learn(struct facts *facts, struct exprs *exprs, struct expr *conjunct,
                 uint32_t position) {
  struct learner learner = {.facts = facts, .exprs = exprs, .position = position};
  learn_part(&learner, (struct part){conjunct, true});
  while (learner.parts.count > 0) {
    struct part part = vec_pop(&learner.parts);
    learn_part(&learner, part);
  }
  vec_free(&learner.parts);
}

/* Looking up. */

const struct fact *facts_about(const struct facts *facts, const struct expr *e) {
  if (e->kind == EXPR_INPUT && e->width <= 64 && !(facts->inputs & input_bit(e))) return NULL;
  return find(facts, e->id, 0, TOPIC_VALUE);
}

const struct fact *facts_about_pair(const struct facts *facts, const struct expr *a,
                                    const struct expr *b, bool is_signed) {
  enum topic topic = is_signed ? TOPIC_SIGNED : TOPIC_UNSIGNED;
  return a->id < b->id ? find(facts, a->id, b->id, topic) : find(facts, b->id, a->id, topic);
}

struct expr *fact_constant(const struct fact *fact, struct exprs *exprs) {
  if (!fact->is_constant) return NULL;
  return fact->width > 64 ? expr_const_words(exprs, fact->width, fact->words)
                          : expr_const(exprs, fact->width, fact->range.umin);
}

struct expr_range fact_range(const struct fact *fact) { return fact->range; }

unsigned fact_relation(const struct fact *fact, const struct expr *a, const struct expr *b) {
  return a->id < b->id ? fact->relation : swapped(fact->relation);
}

/* A bound that the conjunct states needs no older fact. One that was derived, from a bound of the
   other signedness or by removing the end of the older range, may depend on all of them. */
static unsigned bounds_needed_before(const struct fact *fact, unsigned needed, bool *is_used) {
  needed &= ~(unsigned)fact->natural;
  unsigned changed = ALL_BOUNDS;
  if (fact->weaker != NULL) changed &= ~equal_bounds(&fact->range, &fact->weaker->range);
  changed &= needed;
  *is_used = changed != 0;
  if (changed & ~(unsigned)fact->stated) needed = ALL_BOUNDS & ~(unsigned)fact->natural;
  return *is_used ? needed & ~(unsigned)fact->stated : needed;
}

void fact_walk_origins(const struct fact *fact, void (*visit)(uint32_t position, void *context),
                       void *context) {
  bool has_bounds = fact->topic == TOPIC_VALUE && fact->width <= 64;
  unsigned needed = ALL_BOUNDS;
  for (; fact != NULL && needed != 0; fact = fact->weaker) {
    bool is_used = true;
    if (has_bounds) needed = bounds_needed_before(fact, needed, &is_used);
    if (is_used) visit(fact->origin, context);
  }
}
