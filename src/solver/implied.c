/* Rewriting the last conjunct with what the others say: expressions that must have one
   value become that value, and the constructors simplify the rest. Known ranges are
   carried upwards through the operators, so that a bound on an index bounds an address;
   where they, or a known relation, decide a comparison, it becomes true or false.

   Only the last conjunct is rewritten. The others were rewritten when they were last, and
   the backend has them translated already; and a rewritten condition is new to it, so the
   old one is kept unless the new one depends on fewer inputs or was there before. Large
   conditions are left alone. */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "expr/support.h"
#include "solver/facts.h"
#include "solver/solver.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_NODES = 512, MEMO_SLOTS = 2048 };

struct memo {
  uint32_t id, stamp;
  struct expr *result;
  bool is_refined; /* more is known of its range than it says itself */
  struct expr_range range;
};

struct implied_link {
  struct solver solver;
  struct exprs *exprs;
  struct facts *facts;
  uint32_t support; /* that facts are about */
  VEC(struct expr *) stack;
  VEC(uint32_t) used;           /* facts that the result rests on */
  VEC(uint32_t) touching;       /* facts that refined ranges rest on */
  VEC(struct expr *) conjuncts; /* of the rewritten query */
  struct memo memo[MEMO_SLOTS];
  uint32_t stamp;
  size_t visited;
};

static struct memo *find_memo(struct implied_link *link, uint32_t id) {
  size_t at = (id * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (MEMO_SLOTS - 1);
  while (link->memo[at].stamp == link->stamp && link->memo[at].id != id)
    at = (at + 1) & (MEMO_SLOTS - 1);
  return &link->memo[at];
}

/* What the expression has been rewritten to, or NULL. */
static struct expr *rewritten(struct implied_link *link, struct expr *e) {
  struct memo *memo = find_memo(link, e->id);
  return memo->stamp == link->stamp ? memo->result : NULL;
}

static void settle(struct implied_link *link, struct expr *e, struct expr *result) {
  *find_memo(link, e->id) = (struct memo){.id = e->id, .stamp = link->stamp, .result = result};
  link->stack.count--;
}

static struct expr *constant_of(struct implied_link *link, struct expr *e) {
  uint32_t fact = facts_about(link->facts, e);
  struct expr *constant = fact ? facts_constant(link->facts, fact) : NULL;
  if (constant != NULL) vec_push(&link->used, fact);
  return constant;
}

/* Ranges. */

static bool has_range(const struct expr *e) {
  return e->width <= 64 && e->kind != EXPR_ARRAY && e->kind != EXPR_STORE;
}

/* What is known of a child, which has been rewritten unless it is a branch not taken. */
static struct expr_range range_of(struct implied_link *link, struct expr *e, bool *is_refined) {
  struct memo *memo = find_memo(link, e->id);
  if (memo->stamp != link->stamp) return expr_range_of(e);
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

/* True if more than expr_range_of is known of e, from a fact about it or its children. */
static bool refine(struct implied_link *link, struct expr *e, struct expr_range *range) {
  bool is_refined = false, has_ranges = has_range(e);
  struct expr_range children[3];
  for (unsigned i = 0; has_ranges && i < expr_child_count(e); i++) {
    has_ranges = has_range(expr_child(e, i));
    if (has_ranges) children[i] = range_of(link, expr_child(e, i), &is_refined);
  }
  if (!has_range(e)) return false;
  *range = expr_range_of(e);
  is_refined &= has_ranges;
  if (is_refined) {
    struct expr_range applied = expr_range_apply(e, children);
    narrow(range, &applied);
  }
  uint32_t fact = facts_about(link->facts, e);
  if (fact != 0) {
    struct expr_range known = facts_range(link->facts, fact);
    narrow(range, &known);
    vec_push(&link->touching, fact);
    is_refined = true;
  }
  /* An empty range: the conjuncts clash, which is for others to find out. */
  return is_refined && range->umin <= range->umax && range->smin <= range->smax;
}

static struct expr *decided(struct implied_link *link, unsigned width, uint64_t value) {
  for (size_t i = 0; i < link->touching.count; i++) vec_push(&link->used, link->touching.data[i]);
  vec_clear(&link->touching);
  return expr_const(link->exprs, width, value);
}

/* Comparisons. */

/* How a and b may compare, as far as ranges tell. */
static unsigned compare_ranges(const struct expr_range *a, const struct expr_range *b,
                               bool is_signed) {
  bool may_be_less = is_signed ? a->smin < b->smax : a->umin < b->umax;
  bool may_be_greater = is_signed ? a->smax > b->smin : a->umax > b->umin;
  bool may_be_equal = a->umin <= b->umax && b->umin <= a->umax && a->smin <= b->smax &&
                      b->smin <= a->smax && !(a->ones & b->zeros) && !(a->zeros & b->ones);
  return (may_be_less ? RELATION_LESS : 0) | (may_be_equal ? RELATION_EQUAL : 0) |
         (may_be_greater ? RELATION_GREATER : 0);
}

static unsigned relation_of(struct implied_link *link, struct expr *a, struct expr *b,
                            bool is_signed) {
  unsigned relation = RELATION_ANY;
  uint32_t pair = facts_about_pair(link->facts, a, b, is_signed);
  if (pair) {
    relation = facts_relation(link->facts, pair, a, b);
    vec_push(&link->touching, pair);
  }
  if (!has_range(a)) return relation;
  bool is_refined = false;
  struct expr_range of_a = range_of(link, a, &is_refined), of_b = range_of(link, b, &is_refined);
  return relation & compare_ranges(&of_a, &of_b, is_signed);
}

/* True or false for a comparison that is decided, else NULL. */
static struct expr *decide_comparison(struct implied_link *link, struct expr *e) {
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
  unsigned relation = relation_of(link, expr_child(e, 0), expr_child(e, 1), is_signed);
  if (relation != 0 && (relation & ~wanted) == 0) return decided(link, 1, 1);
  if (relation != 0 && (relation & wanted) == 0) return decided(link, 1, 0);
  return NULL;
}

/* Asks for the children that are needed; false when there were some. Of an ITE whose
   condition is settled only one branch is needed. */
static bool has_children(struct implied_link *link, struct expr *e, struct expr **children) {
  bool is_ready = true;
  for (unsigned i = 0; i < expr_child_count(e); i++) {
    struct expr *child = expr_child(e, i);
    children[i] = rewritten(link, child);
    if (e->kind == EXPR_ITE && i > 0) {
      if (children[0] == NULL) break;
      bool is_other = expr_is_const(children[0]) && expr_is_true(children[0]) != (i == 1);
      if (is_other) children[i] = child;
    }
    if (children[i] != NULL) continue;
    vec_push(&link->stack, child);
    is_ready = false;
  }
  return is_ready;
}

static void rewrite_node(struct implied_link *link, struct expr *e) {
  struct expr *children[3] = {0}, *constant;
  if (expr_is_const(e) || !support_intersects(link->exprs, e->support, link->support)) {
    settle(link, e, e);
    return;
  }
  bool is_array = e->kind == EXPR_ARRAY || e->kind == EXPR_STORE;
  if (!is_array && (constant = constant_of(link, e)) != NULL) {
    settle(link, e, constant);
    return;
  }
  if (!has_children(link, e, children)) return;
  bool is_changed = false;
  for (unsigned i = 0; i < expr_child_count(e); i++) is_changed |= children[i] != expr_child(e, i);
  struct expr *result = decide_comparison(link, e);
  if (result == NULL) result = is_changed ? expr_rebuild(link->exprs, e, children) : e;
  if (result != e && !is_array && !expr_is_const(result) &&
      (constant = constant_of(link, result)) != NULL)
    result = constant;
  struct expr_range range;
  bool is_refined = !is_array && !expr_is_const(result) && refine(link, e, &range);
  bool is_single = is_refined && range.umin == range.umax;
  settle(link, e, is_single ? decided(link, e->width, range.umin) : result);
  if (!is_refined || is_single) return;
  struct memo *memo = find_memo(link, e->id);
  memo->is_refined = true;
  memo->range = range;
}

/* The conjunct under the facts; itself when it is too large to look at. */
static struct expr *rewrite(struct implied_link *link, struct expr *conjunct) {
  link->stamp++;
  link->visited = 0;
  vec_clear(&link->used);
  vec_clear(&link->touching);
  vec_clear(&link->stack);
  vec_push(&link->stack, conjunct);
  while (link->stack.count > 0) {
    struct expr *e = vec_last(&link->stack);
    if (rewritten(link, e) != NULL) {
      link->stack.count--;
      continue;
    }
    if (link->visited++ > 2 * MAX_NODES) return conjunct;
    rewrite_node(link, e);
  }
  return rewritten(link, conjunct);
}

static bool *core_of(const struct implied_link *link, const struct query *query) {
  bool *in_core = alloc_zeroed(query->count * sizeof *in_core);
  for (size_t i = 0; i < link->used.count; i++)
    facts_flag_origins(link->facts, link->used.data[i], in_core);
  return in_core;
}

static enum answer answer_unsat(struct implied_link *link, const struct query *query,
                                struct result *result) {
  if (!query->wants_core) return ANSWER_UNSAT;
  result->in_core = core_of(link, query);
  result->in_core[query->count - 1] = true;
  return ANSWER_UNSAT;
}

/* The last conjunct follows from the others. */
static enum answer answer_implied(struct implied_link *link, const struct query *query,
                                  struct result *result) {
  if (query->witness != NULL) {
    if (query->wants_model) result->model = assignment_copy(query->witness);
    return ANSWER_SAT;
  }
  struct query rest = *query;
  rest.count--;
  enum answer answer = solver_ask_next(&link->solver, &rest, result);
  if (result->in_core != NULL) {
    result->in_core = alloc_resize(result->in_core, query->count * sizeof(bool));
    result->in_core[rest.count] = false;
  }
  return answer;
}

static enum answer ask_rewritten(struct implied_link *link, const struct query *query,
                                 struct expr *last, struct result *result) {
  struct query asked = *query;
  vec_clear(&link->conjuncts);
  vec_reserve(&link->conjuncts, query->count);
  memcpy(link->conjuncts.data, query->conjuncts, query->count * sizeof *link->conjuncts.data);
  link->conjuncts.data[query->count - 1] = last;
  asked.conjuncts = link->conjuncts.data;
  enum answer answer = solver_ask_next(&link->solver, &asked, result);
  if (result->in_core != NULL && result->in_core[query->count - 1])
    for (size_t i = 0; i < link->used.count; i++)
      facts_flag_origins(link->facts, link->used.data[i], result->in_core);
  return answer;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct implied_link *link = (struct implied_link *)solver;
  if (query->count == 0) return solver_ask_next(solver, query, result);
  struct expr *last = query->conjuncts[query->count - 1];
  facts_set(link->facts, query->conjuncts, query->count - 1);
  uint32_t contradiction = facts_contradiction(link->facts);
  if (contradiction && query->witness == NULL) {
    vec_clear(&link->used);
    vec_push(&link->used, contradiction);
    if (query->wants_core) result->in_core = core_of(link, query);
    return ANSWER_UNSAT;
  }
  link->support = facts_support(link->facts);
  struct expr *now = rewrite(link, last);
  if (expr_is_false(now)) return answer_unsat(link, query, result);
  if (expr_is_true(now)) return answer_implied(link, query, result);
  bool is_worth_it = now->id < last->id || (now->support != last->support);
  if (now == last || !is_worth_it) return solver_ask_next(solver, query, result);
  return ask_rewritten(link, query, now, result);
}

static void mark(struct solver *solver, struct exprs *exprs) {
  (void)exprs;
  facts_clear(((struct implied_link *)solver)->facts);
}

static void free_link(struct solver *solver) {
  struct implied_link *link = (struct implied_link *)solver;
  facts_free(link->facts);
  vec_free(&link->stack);
  vec_free(&link->used);
  vec_free(&link->touching);
  vec_free(&link->conjuncts);
  free(link);
}

static const struct solver_class class = {"implied", check, mark, free_link};

struct solver *implied_new(struct exprs *exprs, struct solver *next) {
  struct implied_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->exprs = exprs;
  link->facts = facts_new(exprs);
  return &link->solver;
}
