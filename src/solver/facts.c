/* Facts as a stack: a conjunct puts its facts on, each hiding the older one about the
   same thing that it strengthens. Taking the conjunct off uncovers them again.

   A conjunct is taken apart: conjunctions into their parts, an equality with a constant
   into the constant's pieces, a comparison with a constant into a bound, any other
   comparison into a relation of the pair. Every part is also a fact by its own truth, so
   that it is found again as the condition of an ITE. */
#include "solver/facts.h"

#include "expr/support.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum topic { TOPIC_VALUE, TOPIC_UNSIGNED, TOPIC_SIGNED };

struct fact {
  uint32_t a, b; /* ids: of the expression, or of the pair, the smaller first */
  enum topic topic;
  unsigned relation;
  struct expr *constant;
  struct expr_range range;
  uint32_t weaker;  /* the fact about the same that this one hides, or 0 */
  uint32_t origin;  /* position of its conjunct */
  uint32_t support; /* of this and all below */
};

struct part {
  struct expr *e;
  bool is_true;
};

struct member {
  struct expr *conjunct;
  size_t facts_before;
};

struct facts {
  struct exprs *exprs;
  VEC(struct member) members;
  VEC(struct fact) stack; /* 0 is not used */
  VEC(struct part) parts; /* of the conjunct at hand, still to be looked at */
  uint32_t contradiction;
  /* From topics to their strongest fact, by hash. An entry stays when its facts are taken
     off, with fact 0. */
  struct slot {
    uint32_t a, b;
    uint32_t topic_and_used; /* topic + 1; 0: empty */
    uint32_t fact;
  } *slots;
  size_t slot_count, slots_used;
};

struct facts *facts_new(struct exprs *exprs) {
  struct facts *facts = alloc_zeroed(sizeof *facts);
  facts->exprs = exprs;
  vec_push(&facts->stack, (struct fact){0});
  facts->slot_count = 64;
  facts->slots = alloc_zeroed(facts->slot_count * sizeof *facts->slots);
  return facts;
}

void facts_free(struct facts *facts) {
  vec_free(&facts->members);
  vec_free(&facts->stack);
  vec_free(&facts->parts);
  free(facts->slots);
  free(facts);
}

static struct slot *find_slot(const struct facts *facts, uint32_t a, uint32_t b, enum topic topic) {
  uint64_t hash = (((uint64_t)a << 32 | b) ^ topic) * UINT64_C(0x9e3779b97f4a7c15);
  hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  size_t at = (hash >> 32) & (facts->slot_count - 1);
  for (;; at = (at + 1) & (facts->slot_count - 1)) {
    struct slot *slot = &facts->slots[at];
    if (slot->topic_and_used == 0) return slot;
    if (slot->a == a && slot->b == b && slot->topic_and_used == topic + 1) return slot;
  }
}

/* Builds the table anew from the stack, which drops the entries without a fact. */
static void rebuild_slots(struct facts *facts) {
  size_t count = 64;
  while (count < 4 * facts->stack.count) count *= 2;
  free(facts->slots);
  facts->slots = alloc_zeroed(count * sizeof *facts->slots);
  facts->slot_count = count;
  facts->slots_used = 0;
  for (uint32_t i = 1; i < facts->stack.count; i++) {
    const struct fact *fact = &facts->stack.data[i];
    struct slot *slot = find_slot(facts, fact->a, fact->b, fact->topic);
    if (slot->topic_and_used == 0) facts->slots_used++;
    *slot = (struct slot){fact->a, fact->b, fact->topic + 1, i};
  }
}

static void push_fact(struct facts *facts, struct fact fact, uint32_t support) {
  if (2 * (facts->slots_used + 1) > facts->slot_count) rebuild_slots(facts);
  struct slot *slot = find_slot(facts, fact.a, fact.b, fact.topic);
  if (slot->topic_and_used == 0) facts->slots_used++;
  fact.weaker = slot->fact;
  fact.origin = (uint32_t)facts->members.count;
  fact.support = support_union(facts->exprs, vec_last(&facts->stack).support, support);
  *slot = (struct slot){fact.a, fact.b, fact.topic + 1, (uint32_t)facts->stack.count};
  vec_push(&facts->stack, fact);
}

static void contradict(struct facts *facts) {
  if (facts->contradiction == 0) facts->contradiction = (uint32_t)facts->stack.count - 1;
}

/* Values and ranges. */

static uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static int64_t signed_of(unsigned width, uint64_t value) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

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

/* Lets the bounds of one sign tell those of the other, where no sign change lies between. */
static void share_bounds(struct expr_range *range, unsigned width) {
  uint64_t mask = mask_of(width), top = (uint64_t)1 << (width - 1);
  if (range->umax < top || range->umin >= top) {
    at_least_signed(&range->smin, signed_of(width, range->umin));
    at_most_signed(&range->smax, signed_of(width, range->umax));
  }
  if (range->smin >= 0 || range->smax < 0) {
    at_least(&range->umin, (uint64_t)range->smin & mask);
    at_most(&range->umax, (uint64_t)range->smax & mask);
  }
}

static struct expr_range known_range(const struct facts *facts, const struct expr *e) {
  uint32_t fact = facts_about(facts, e);
  return fact ? facts_range(facts, fact) : expr_range_of(e);
}

static void push_range(struct facts *facts, struct expr *e, struct expr_range range) {
  struct fact fact = {.a = e->id, .topic = TOPIC_VALUE, .range = range};
  share_bounds(&fact.range, e->width);
  bool is_empty = fact.range.umin > fact.range.umax || fact.range.smin > fact.range.smax;
  if (!is_empty && fact.range.umin == fact.range.umax)
    fact.constant = expr_const(facts->exprs, e->width, fact.range.umin);
  push_fact(facts, fact, e->support);
  if (is_empty) contradict(facts);
}

static void push_value(struct facts *facts, struct expr *e, struct expr *constant) {
  uint32_t old = facts_about(facts, e);
  struct expr *before = old ? facts->stack.data[old].constant : NULL;
  if (before == constant || expr_is_const(e)) return;
  if (e->width <= 64) {
    struct expr_range range = known_range(facts, e);
    uint64_t value = expr_const_value(constant);
    at_least(&range.umin, value);
    at_most(&range.umax, value);
    at_least_signed(&range.smin, signed_of(e->width, value));
    at_most_signed(&range.smax, signed_of(e->width, value));
    push_range(facts, e, range);
    return;
  }
  struct fact fact = {.a = e->id, .topic = TOPIC_VALUE, .constant = constant};
  push_fact(facts, fact, e->support);
  if (before != NULL) contradict(facts);
}

/* e is the constant, and so are its pieces. */
static void learn_value(struct facts *facts, struct expr *e, struct expr *constant) {
  struct exprs *exprs = facts->exprs;
  for (;;) {
    push_value(facts, e, constant);
    if (e->kind == EXPR_ZEXT || e->kind == EXPR_SEXT) {
      e = expr_child(e, 0);
      constant = expr_extract(exprs, constant, 0, e->width);
    } else if (e->kind == EXPR_CONCAT) {
      struct expr *low = expr_child(e, 1);
      push_value(facts, low, expr_extract(exprs, constant, 0, low->width));
      e = expr_child(e, 0);
      constant = expr_extract(exprs, constant, low->width, e->width);
    } else {
      return;
    }
  }
}

/* Comparisons. */

/* kind (ULT … SLE) holds between e and a constant, on the side given. */
static void learn_bound(struct facts *facts, enum expr_kind kind, struct expr *e, uint64_t bound,
                        bool is_below) {
  if (e->width > 64) return;
  struct expr_range range = known_range(facts, e), before = range;
  bool is_strict = kind == EXPR_ULT || kind == EXPR_SLT;
  int64_t signed_bound = signed_of(e->width, bound);
  if (kind == EXPR_ULT || kind == EXPR_ULE) {
    if (is_strict && bound == (is_below ? 0 : mask_of(e->width))) return; /* constantly false */
    if (is_below)
      at_most(&range.umax, bound - is_strict);
    else
      at_least(&range.umin, bound + is_strict);
  } else {
    int64_t end = signed_of(e->width, (mask_of(e->width) >> 1) + is_below);
    if (is_strict && signed_bound == end) return;
    if (is_below)
      at_most_signed(&range.smax, signed_bound - is_strict);
    else
      at_least_signed(&range.smin, signed_bound + is_strict);
  }
  if (memcmp(&range, &before, sizeof range) != 0) push_range(facts, e, range);
}

/* e is not the constant, which tells something when it is at an end. */
static void learn_distinct(struct facts *facts, struct expr *e, uint64_t value) {
  if (e->width > 64) return;
  struct expr_range range = known_range(facts, e), before = range;
  int64_t signed_value = signed_of(e->width, value);
  if (range.umin == value && range.umin < range.umax) range.umin++;
  if (range.umax == value && range.umin < range.umax) range.umax--;
  if (range.smin == signed_value && range.smin < range.smax) range.smin++;
  if (range.smax == signed_value && range.smin < range.smax) range.smax--;
  if (memcmp(&range, &before, sizeof range) != 0) push_range(facts, e, range);
}

static unsigned swapped(unsigned relation) {
  return (relation & RELATION_EQUAL) | (relation & RELATION_LESS ? RELATION_GREATER : 0) |
         (relation & RELATION_GREATER ? RELATION_LESS : 0);
}

static void learn_relation(struct facts *facts, const struct expr *a, const struct expr *b,
                           bool is_signed, unsigned relation) {
  uint32_t old = facts_about_pair(facts, a, b, is_signed);
  unsigned before = old ? facts_relation(facts, old, a, b) : RELATION_ANY;
  relation &= before;
  if (relation == before) return;
  bool is_in_order = a->id < b->id;
  struct fact fact = {.a = is_in_order ? a->id : b->id,
                      .b = is_in_order ? b->id : a->id,
                      .topic = is_signed ? TOPIC_SIGNED : TOPIC_UNSIGNED,
                      .relation = is_in_order ? relation : swapped(relation)};
  push_fact(facts, fact, support_union(facts->exprs, a->support, b->support));
  if (relation == 0) contradict(facts);
}

static void learn_equality(struct facts *facts, struct expr *a, struct expr *b, bool is_equal) {
  if (expr_is_const(a)) {
    struct expr *constant = a;
    a = b;
    b = constant;
  }
  if (expr_is_const(b)) {
    if (is_equal)
      learn_value(facts, a, b);
    else if (a->width <= 64)
      learn_distinct(facts, a, expr_const_value(b));
    return;
  }
  unsigned relation = is_equal ? RELATION_EQUAL : RELATION_LESS | RELATION_GREATER;
  learn_relation(facts, a, b, false, relation);
  learn_relation(facts, a, b, true, relation);
}

static void learn_comparison(struct facts *facts, enum expr_kind kind, struct expr *a,
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
    learn_bound(facts, kind, a, expr_const_value(b), true);
  else if (a->width <= 64 && expr_is_const(a))
    learn_bound(facts, kind, b, expr_const_value(a), false);
  else
    learn_relation(facts, a, b, is_signed, RELATION_LESS | (is_strict ? 0 : RELATION_EQUAL));
}

static void learn_part(struct facts *facts, struct part part) {
  struct expr *e = part.e;
  if (expr_is_const(e)) return;
  push_value(facts, e, expr_const(facts->exprs, 1, part.is_true));
  switch (e->kind) {
  case EXPR_NOT: vec_push(&facts->parts, ((struct part){expr_child(e, 0), !part.is_true})); break;
  case EXPR_AND:
  case EXPR_OR:
    if (part.is_true != (e->kind == EXPR_AND)) break;
    vec_push(&facts->parts, ((struct part){expr_child(e, 0), part.is_true}));
    vec_push(&facts->parts, ((struct part){expr_child(e, 1), part.is_true}));
    break;
  case EXPR_EQ: learn_equality(facts, expr_child(e, 0), expr_child(e, 1), part.is_true); break;
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE:
    learn_comparison(facts, (enum expr_kind)e->kind, expr_child(e, 0), expr_child(e, 1),
                     part.is_true);
    break;
  default: break;
  }
}

/* The list. */

static void put_on(struct facts *facts, struct expr *conjunct) {
  size_t before = facts->stack.count;
  vec_push(&facts->parts, ((struct part){conjunct, true}));
  while (facts->parts.count > 0) {
    struct part part = vec_pop(&facts->parts);
    learn_part(facts, part);
  }
  vec_push(&facts->members, ((struct member){conjunct, before}));
}

static void take_off(struct facts *facts) {
  struct member member = vec_pop(&facts->members);
  while (facts->stack.count > member.facts_before) {
    struct fact fact = vec_pop(&facts->stack);
    find_slot(facts, fact.a, fact.b, fact.topic)->fact = fact.weaker;
  }
  if (facts->contradiction >= facts->stack.count) facts->contradiction = 0;
}

void facts_set(struct facts *facts, struct expr *const *conjuncts, size_t count) {
  size_t common = 0;
  while (common < count && common < facts->members.count &&
         facts->members.data[common].conjunct == conjuncts[common])
    common++;
  while (facts->members.count > common) take_off(facts);
  for (size_t i = common; i < count; i++) put_on(facts, conjuncts[i]);
}

void facts_clear(struct facts *facts) {
  vec_clear(&facts->members);
  facts->stack.count = 1;
  facts->contradiction = 0;
  rebuild_slots(facts);
}

/* Looking up. */

uint32_t facts_support(const struct facts *facts) { return vec_last(&facts->stack).support; }

uint32_t facts_about(const struct facts *facts, const struct expr *e) {
  return find_slot(facts, e->id, 0, TOPIC_VALUE)->fact;
}

uint32_t facts_about_pair(const struct facts *facts, const struct expr *a, const struct expr *b,
                          bool is_signed) {
  enum topic topic = is_signed ? TOPIC_SIGNED : TOPIC_UNSIGNED;
  return a->id < b->id ? find_slot(facts, a->id, b->id, topic)->fact
                       : find_slot(facts, b->id, a->id, topic)->fact;
}

uint32_t facts_contradiction(const struct facts *facts) { return facts->contradiction; }

struct expr *facts_constant(const struct facts *facts, uint32_t fact) {
  return facts->stack.data[fact].constant;
}

struct expr_range facts_range(const struct facts *facts, uint32_t fact) {
  return facts->stack.data[fact].range;
}

unsigned facts_relation(const struct facts *facts, uint32_t fact, const struct expr *a,
                        const struct expr *b) {
  unsigned relation = facts->stack.data[fact].relation;
  return a->id < b->id ? relation : swapped(relation);
}

void facts_flag_origins(const struct facts *facts, uint32_t fact, bool *flags) {
  for (; fact != 0; fact = facts->stack.data[fact].weaker)
    flags[facts->stack.data[fact].origin] = true;
}
