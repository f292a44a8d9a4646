/* Expressions that can have only one value on the path become that value, and the constructors
   simplify the rest. Known ranges are carried upwards through the operators, so that a bound on an
   index bounds an address; where they, or a known relation, decide a comparison, it becomes true or
   false. Large expressions are not rewritten. */
#include "solver/rewriter.h"

#include "expr/substitute.h"
#include "expr/support.h"
#include "expr/words.h"
#include "solver/facts.h"
#include "solver/knowledge.h"
#include "solver/path_condition.h"
#include "util/alloc.h"
#include "util/hash.h"

#include <stdlib.h>

enum { MAX_NODES = 512, MEMO_SLOTS = 2048, LARGE_SLOTS = 1024, MOST_SKIPS = 64 };

struct memo {
  uint64_t id, stamp;
  struct expr *result;
  bool is_refined; /* the range is narrower than the expression's own */
  struct expr_range range;
};

struct visit {
  struct expr *e;
  bool is_open;    /* nothing is known of it directly, and its children have been pushed */
  uint32_t opened; /* the number of visits before that */
};

/* An expression that was found too large. On another path it may not be (a decided ite needs one
   of its branches), so it is tried again, each time after skipping twice as many attempts. */
struct large {
  uint64_t id;
  uint32_t skips; /* that are left */
  uint32_t last;  /* how many there were after the last attempt */
};

struct rewriter {
  struct exprs *exprs;
  const struct facts *facts; /* of the current path */
  uint32_t support;          /* of the facts */
  uint32_t root_support;     /* of what is being rewritten */
  VEC(struct visit) stack;
  VEC(const struct fact *) used;     /* that the result depends on */
  VEC(const struct fact *) touching; /* that refined ranges depend on */
  VEC(uint32_t) origins;
  uint64_t stamp;
  size_t visited;
  struct memo memo[MEMO_SLOTS];
  struct large large[LARGE_SLOTS]; /* by hash; a later one replaces an earlier one */
};

struct rewriter *rewriter_new(struct exprs *exprs) {
  struct rewriter *rewriter = alloc_zeroed(sizeof *rewriter);
  rewriter->exprs = exprs;
  return rewriter;
}

void rewriter_free(struct rewriter *rewriter) {
  vec_free(&rewriter->stack);
  vec_free(&rewriter->used);
  vec_free(&rewriter->touching);
  vec_free(&rewriter->origins);
  free(rewriter);
}

static struct memo *find_memo(struct rewriter *rewriter, uint64_t id) {
  size_t at = (id * HASH_FACTOR >> 40) & (MEMO_SLOTS - 1);
  while (rewriter->memo[at].stamp == rewriter->stamp && rewriter->memo[at].id != id)
    at = (at + 1) & (MEMO_SLOTS - 1);
  return &rewriter->memo[at];
}

/* What the expression has been rewritten to, or NULL. */
static struct expr *rewritten(struct rewriter *rewriter, struct expr *e) {
  struct memo *memo = find_memo(rewriter, e->id);
  return memo->stamp == rewriter->stamp ? memo->result : NULL;
}

static struct memo *settle(struct rewriter *rewriter, struct expr *e, struct expr *result) {
  struct memo *memo = find_memo(rewriter, e->id);
  memo->id = e->id;
  memo->stamp = rewriter->stamp;
  memo->result = result;
  memo->is_refined = false;
  rewriter->stack.count--;
  return memo;
}

static struct expr *constant_of(struct rewriter *rewriter, struct expr *e) {
  const struct fact *fact = facts_about(rewriter->facts, e);
  struct expr *constant = fact ? fact_constant(fact, rewriter->exprs) : NULL;
  if (constant != NULL) vec_push(&rewriter->used, fact);
  return constant;
}

/* Ranges. */

static bool has_range(const struct expr *e) {
  return e->width <= 64 && e->kind != EXPR_ARRAY && e->kind != EXPR_STORE;
}

/* The range of a child, which has been rewritten unless it is a branch not taken. */
static struct expr_range range_of(struct rewriter *rewriter, struct expr *e, bool *is_refined) {
  struct memo *memo = find_memo(rewriter, e->id);
  if (memo->stamp != rewriter->stamp) return expr_range_of(e);
  *is_refined |= memo->is_refined;
  return memo->is_refined ? memo->range : expr_range_of(memo->result);
}

static void narrow(struct expr_range *range, const struct expr_range *other) {
  range->zeros |= other->zeros;
  range->ones |= other->ones;
  if (other->umin > range->umin) range->umin = other->umin;
  if (other->umax < range->umax) range->umax = other->umax;
  if (other->smin > range->smin) range->smin = other->smin;
  if (other->smax < range->smax) range->smax = other->smax;
}

/* True if the range is narrower than expr_range_of, by a fact about e or its children. */
static bool refine(struct rewriter *rewriter, struct expr *e, struct expr_range *range) {
  bool is_refined = false, has_ranges = has_range(e);
  struct expr_range children[3];
  for (unsigned i = 0; has_ranges && i < expr_child_count(e); i++) {
    has_ranges = has_range(expr_child(e, i));
    if (has_ranges) children[i] = range_of(rewriter, expr_child(e, i), &is_refined);
  }
  if (!has_range(e)) return false;
  *range = expr_range_of(e);
  is_refined &= has_ranges;
  if (is_refined) {
    struct expr_range applied = expr_range_apply(e, children);
    narrow(range, &applied);
  }
  const struct fact *fact = facts_about(rewriter->facts, e);
  if (fact != NULL) {
    struct expr_range known = fact_range(fact);
    narrow(range, &known);
    vec_push(&rewriter->touching, fact);
    is_refined = true;
  }
  if (!is_refined) return false;
  *range = expr_range_refine(e->width, *range);
  /* An empty range means that the conjuncts are contradictory, which is not decided here. */
  return range->umin <= range->umax && range->smin <= range->smax &&
         (range->zeros & range->ones) == 0;
}

static void use_touching(struct rewriter *rewriter) {
  for (size_t i = 0; i < rewriter->touching.count; i++)
    vec_push(&rewriter->used, rewriter->touching.data[i]);
  vec_clear(&rewriter->touching);
}

static struct expr *decided(struct rewriter *rewriter, unsigned width, uint64_t value) {
  use_touching(rewriter);
  return expr_const(rewriter->exprs, width, value);
}

/* Comparisons. */

/* How a and b may compare, judging by their ranges. */
static unsigned compare_ranges(const struct expr_range *a, const struct expr_range *b,
                               bool is_signed) {
  bool may_be_less = is_signed ? a->smin < b->smax : a->umin < b->umax;
  bool may_be_greater = is_signed ? a->smax > b->smin : a->umax > b->umin;
  bool may_be_equal = a->umin <= b->umax && b->umin <= a->umax && a->smin <= b->smax &&
                      b->smin <= a->smax && !(a->ones & b->zeros) && !(a->zeros & b->ones);
  return (may_be_less ? RELATION_LESS : 0) | (may_be_equal ? RELATION_EQUAL : 0) |
         (may_be_greater ? RELATION_GREATER : 0);
}

static unsigned relation_of(struct rewriter *rewriter, struct expr *a, struct expr *b,
                            bool is_signed) {
  unsigned relation = RELATION_ANY;
  bool is_pair = !has_range(a) || !(expr_is_const(a) || expr_is_const(b));
  const struct fact *pair = is_pair ? facts_about_pair(rewriter->facts, a, b, is_signed) : NULL;
  if (pair != NULL) {
    relation = fact_relation(pair, a, b);
    vec_push(&rewriter->touching, pair);
  }
  if (!has_range(a)) return relation;
  bool is_refined = false;
  struct expr_range of_a = range_of(rewriter, a, &is_refined),
                    of_b = range_of(rewriter, b, &is_refined);
  return relation & compare_ranges(&of_a, &of_b, is_signed);
}

/* True or false for a comparison that is decided, else NULL. */
static struct expr *decide_comparison(struct rewriter *rewriter, struct expr *e) {
  unsigned wanted;
  switch (e->kind) {
  case EXPR_EQ: wanted = RELATION_EQUAL; break;
  case EXPR_ULT:
  case EXPR_SLT: wanted = RELATION_LESS; break;
  case EXPR_ULE:
  case EXPR_SLE: wanted = RELATION_LESS | RELATION_EQUAL; break;
  default: return NULL;
  }
  bool is_signed = e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  unsigned relation = relation_of(rewriter, expr_child(e, 0), expr_child(e, 1), is_signed);
  if (relation != 0 && (relation & ~wanted) == 0) return decided(rewriter, 1, 1);
  if (relation != 0 && (relation & wanted) == 0) return decided(rewriter, 1, 0);
  return NULL;
}

/* A comparison of a sum with a constant: kind holds between x + added and the bound; is_below says
   on which side the sum is. */
struct sum_order {
  enum expr_kind kind;
  struct expr *sum;
  uint64_t bound;
  bool is_below; /* the sum is on the left */
};

static bool read_sum_order(struct expr *e, struct sum_order *order) {
  *order = (struct sum_order){.kind = (enum expr_kind)e->kind, .is_below = true};
  if (e->kind == EXPR_EXTRACT) { /* the sign: sum < 0 */
    order->kind = EXPR_SLT;
    order->sum = expr_child(e, 0);
    if (e->width != 1 || expr_extract_low(e) + 1 != order->sum->width) return false;
  } else if (e->kind == EXPR_ULT || e->kind == EXPR_ULE || e->kind == EXPR_SLT ||
             e->kind == EXPR_SLE) {
    struct expr *a = expr_child(e, 0), *b = expr_child(e, 1);
    order->is_below = expr_is_const(b);
    if (a->width > 64 || !(order->is_below || expr_is_const(a))) return false;
    order->sum = order->is_below ? a : b;
    order->bound = expr_const_value(order->is_below ? b : a);
  } else {
    return false;
  }
  return order->sum->width <= 64 && order->sum->kind == EXPR_ADD &&
         expr_is_const(expr_child(order->sum, 1));
}

/* x + C < D where x + C does not wrap on this path, as x < D - C, so that all iterations of a
   counting loop compare the same expression; or NULL. */
static struct expr *without_added(struct rewriter *rewriter, struct expr *e) {
  struct sum_order order;
  bool is_refined = false;
  if (!read_sum_order(e, &order)) return NULL;
  struct expr *x = expr_child(order.sum, 0);
  struct expr_range range = range_of(rewriter, x, &is_refined);
  if (!is_refined) return NULL; /* otherwise the constructor would have done it */
  bool is_signed = order.kind == EXPR_SLT || order.kind == EXPR_SLE;
  unsigned width = x->width;
  uint64_t constant = expr_const_value(expr_child(order.sum, 1));
  __int128 circle = (__int128)1 << width, least = is_signed ? -(circle >> 1) : 0;
  __int128 most = least + circle - 1;
  __int128 low = is_signed ? (__int128)range.smin : (__int128)range.umin;
  __int128 high = is_signed ? (__int128)range.smax : (__int128)range.umax;
  __int128 bound = is_signed ? (__int128)value_signed(width, order.bound) : (__int128)order.bound;
  for (unsigned k = 0; k < 2; k++) { /* the constant, or the constant minus 2^width */
    __int128 added = k == 0 ? (__int128)constant : (__int128)constant - circle;
    if (low + added < least || high + added > most) continue;
    bound -= added;
    if (bound < least || bound > most)
      return decided(rewriter, 1, (bound > most) == order.is_below);
    use_touching(rewriter);
    struct expr *other = expr_const(rewriter->exprs, width, (uint64_t)bound);
    return order.is_below ? expr_binary(rewriter->exprs, order.kind, x, other)
                          : expr_binary(rewriter->exprs, order.kind, other, x);
  }
  return NULL;
}

/* The array that a read reads, without stores at indices that differ on this path. */
static struct expr *skip_stores(struct rewriter *rewriter, struct expr *e) {
  struct expr *array = expr_child(e, 0);
  for (; array->kind == EXPR_STORE; array = expr_child(array, 0)) {
    struct expr *a = expr_child(e, 1), *b = expr_child(array, 1);
    while (a->kind == b->kind && (a->kind == EXPR_ZEXT || a->kind == EXPR_SEXT) &&
           expr_child(a, 0)->width == expr_child(b, 0)->width)
      a = expr_child(a, 0), b = expr_child(b, 0);
    unsigned relation = a == b ? RELATION_EQUAL : relation_of(rewriter, a, b, false);
    if (relation == 0 || relation & RELATION_EQUAL) break;
    use_touching(rewriter);
  }
  return array;
}

/* Pushes the children that are needed; false if there were some. An ite whose condition is decided
   needs only one branch. */
static bool has_children(struct rewriter *rewriter, struct expr *e, struct expr **children) {
  bool is_ready = true;
  for (unsigned i = 0; i < expr_child_count(e); i++) {
    struct expr *child = expr_child(e, i);
    children[i] = expr_is_const(child) ? child : rewritten(rewriter, child);
    if (e->kind == EXPR_ITE && i > 0) {
      if (children[0] == NULL) break;
      bool is_other = expr_is_const(children[0]) && expr_is_true(children[0]) != (i == 1);
      if (is_other) children[i] = child;
    }
    if (children[i] != NULL) continue;
    vec_push(&rewriter->stack, ((struct visit){.e = child}));
    is_ready = false;
  }
  return is_ready;
}

/* True if the path has facts about inputs of e. */
static bool is_concerned(const struct rewriter *rewriter, const struct expr *e) {
  return e->support == rewriter->root_support ||
         support_intersects(rewriter->exprs, e->support, rewriter->support);
}

/* The result if it is known without looking at the children, or NULL. */
static struct expr *known_directly(struct rewriter *rewriter, struct expr *e) {
  if (expr_is_const(e) || !is_concerned(rewriter, e)) return e;
  bool is_array = e->kind == EXPR_ARRAY || e->kind == EXPR_STORE;
  return is_array ? NULL : constant_of(rewriter, e);
}

static void rewrite_node(struct rewriter *rewriter, struct visit *visit) {
  struct expr *e = visit->e, *children[3] = {0}, *constant;
  if (!visit->is_open && (constant = known_directly(rewriter, e)) != NULL) {
    settle(rewriter, e, constant);
    return;
  }
  if (!visit->is_open) visit->opened = (uint32_t)rewriter->visited;
  visit->is_open = true; /* what follows may move the stack */
  if (!has_children(rewriter, e, children)) return;
  bool is_array = e->kind == EXPR_ARRAY || e->kind == EXPR_STORE;
  bool is_changed = false;
  for (unsigned i = 0; i < expr_child_count(e); i++) is_changed |= children[i] != expr_child(e, i);
  if (e->kind == EXPR_READ) {
    struct expr *array = skip_stores(rewriter, e);
    is_changed |= array != expr_child(e, 0);
    if (array != expr_child(e, 0) && (children[0] = rewritten(rewriter, array)) == NULL)
      children[0] = array;
  }
  struct expr *result = decide_comparison(rewriter, e);
  if (result == NULL && is_changed) result = expr_rebuild(rewriter->exprs, e, children);
  if (result == NULL) result = without_added(rewriter, e);
  if (result == NULL) result = e;
  if (result != e && !is_array && !expr_is_const(result) &&
      (constant = constant_of(rewriter, result)) != NULL)
    result = constant;
  struct expr_range range;
  bool is_refined = !is_array && !expr_is_const(result) && refine(rewriter, e, &range);
  bool is_single = is_refined && range.umin == range.umax;
  struct memo *memo =
      settle(rewriter, e, is_single ? decided(rewriter, e->width, range.umin) : result);
  if (!is_refined || is_single) return;
  memo->is_refined = true;
  memo->range = range;
}

static struct large *find_large(struct rewriter *rewriter, const struct expr *e) {
  return &rewriter->large[(e->id * HASH_FACTOR >> 40) & (LARGE_SLOTS - 1)];
}

static bool is_skipped(struct rewriter *rewriter, const struct expr *e) {
  struct large *large = find_large(rewriter, e);
  if (large->id != e->id || large->skips == 0) return false;
  large->skips--;
  return true;
}

/* After too many visits: whatever took half of them is too large. */
static void note_large(struct rewriter *rewriter) {
  for (size_t i = 0; i < rewriter->stack.count; i++) {
    const struct visit *visit = &rewriter->stack.data[i];
    if (!visit->is_open || rewriter->visited - visit->opened < MAX_NODES) continue;
    struct large *large = find_large(rewriter, visit->e);
    uint32_t last = large->id == visit->e->id ? 2 * large->last : 1;
    large->id = visit->e->id;
    large->last = large->skips = last < MOST_SKIPS ? last : MOST_SKIPS;
  }
}

/* e under the facts; e itself if it, or a part of it, is too large. */
static struct expr *rewrite(struct rewriter *rewriter, struct expr *e) {
  struct expr *known = known_directly(rewriter, e);
  if (known != NULL) return known;
  vec_push(&rewriter->stack, ((struct visit){.e = e, .is_open = true}));
  while (rewriter->stack.count > 0) {
    struct visit *next = &vec_last(&rewriter->stack);
    if (rewritten(rewriter, next->e) != NULL) {
      rewriter->stack.count--;
      continue;
    }
    bool is_new = !next->is_open || next->e == e;
    bool is_too_large = is_new && is_skipped(rewriter, next->e);
    if (!is_too_large && rewriter->visited++ > 2 * MAX_NODES) {
      note_large(rewriter);
      is_too_large = true;
    }
    if (is_too_large) {
      vec_clear(&rewriter->used);
      return e;
    }
    rewrite_node(rewriter, next);
  }
  return rewritten(rewriter, e);
}

/* False if the path has no facts that could matter to e. */
static bool begin(struct rewriter *rewriter, struct path_condition *path, const struct expr *e) {
  rewriter->stamp++;
  rewriter->visited = 0;
  vec_clear(&rewriter->used);
  vec_clear(&rewriter->touching);
  vec_clear(&rewriter->stack);
  if (path == NULL || e->support == SUPPORT_EMPTY) return false;
  struct knowledge *knowledge = knowledge_of(rewriter->exprs, path);
  rewriter->facts = &knowledge->facts;
  rewriter->support = knowledge_support(rewriter->exprs, knowledge);
  rewriter->root_support = e->support;
  return support_intersects(rewriter->exprs, e->support, rewriter->support);
}

struct expr *rewriter_rewrite(struct rewriter *rewriter, struct path_condition *path,
                              struct expr *e) {
  return begin(rewriter, path, e) ? rewrite(rewriter, e) : e;
}

struct expr_range rewriter_range(struct rewriter *rewriter, struct path_condition *path,
                                 struct expr *e) {
  if (!begin(rewriter, path, e)) return expr_range_of(e);
  struct expr *result = rewrite(rewriter, e);
  struct memo *memo = find_memo(rewriter, e->id);
  struct expr_range range = expr_range_of(result), own = expr_range_of(e);
  bool is_refined = memo->stamp == rewriter->stamp && memo->is_refined;
  if (is_refined) {
    narrow(&range, &memo->range);
    for (size_t i = 0; i < rewriter->touching.count; i++)
      vec_push(&rewriter->used, rewriter->touching.data[i]);
  }
  narrow(&range, &own);
  return range;
}

static void note_origin(uint32_t position, void *context) {
  struct rewriter *rewriter = context;
  vec_push(&rewriter->origins, position);
}

static int compare_positions(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

const uint32_t *rewriter_origins(struct rewriter *rewriter, size_t *count) {
  vec_clear(&rewriter->origins);
  for (size_t i = 0; i < rewriter->used.count; i++)
    fact_walk_origins(rewriter->used.data[i], note_origin, rewriter);
  uint32_t *origins = rewriter->origins.data;
  size_t kept = 0;
  if (rewriter->origins.count > 1)
    qsort(origins, rewriter->origins.count, sizeof *origins, compare_positions);
  for (size_t i = 0; i < rewriter->origins.count; i++)
    if (kept == 0 || origins[kept - 1] != origins[i]) origins[kept++] = origins[i];
  *count = rewriter->origins.count = kept;
  return origins;
}
