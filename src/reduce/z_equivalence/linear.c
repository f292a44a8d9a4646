/* Gaussian elimination over machine integers.

   In (a1 + a2 = b1) and (a2 + a3 = b2) and (a1 + a3 = b3 + a1) every unobservable variable occurs
   in two equations, so no rule for single occurrences applies. But an equation in which a variable
   has an odd coefficient, which has an inverse modulo 2^w, determines that variable: it is solved
   for it, the solution is substituted in the other equations, and the equation is dropped. That is
   exact for a variable that occurs in equations only.

   Products of variables and comparisons other than = are left out, as are systems of more than
   MOST_ROWS equations or MOST_COLUMNS different terms. */
#include "reduce/z_equivalence/linear.h"

#include "expr/expr.h"
#include "reduce/z_equivalence/flexible.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32, MOST_COLUMNS = 64, NO_COLUMN = UINT32_MAX };

struct row {
  uint32_t root;
  unsigned width;
  bool is_dropped;
  uint64_t terms[MOST_COLUMNS]; /* coefficients; their sum with the constant is 0 */
  uint64_t constant;
};

struct term {
  uint32_t node;
  uint64_t factor;
};

struct matrix {
  struct flexible *f;
  VEC(struct row) rows;
  uint32_t columns[MOST_COLUMNS]; /* nodes */
  uint32_t column_count;
  bool *is_tied; /* per node: something other than a sum of an equation depends on it */
  VEC(uint32_t) stack;
};

static uint64_t mask_of(unsigned width) { return UINT64_MAX >> (64 - width); }

/* ---- reading equations ---- */

static bool is_equation(const struct flexible *f, uint32_t root) {
  const struct flex_node *n = &f->nodes.data[root];
  if (n->root != FLEX_CONDITION || n->status != FLEX_DEFINED) return false;
  const struct flex_node *child = &f->nodes.data[flexible_child(f, root, 0)];
  if (child->status != FLEX_DEFINED || child->e->kind != EXPR_EQ || child->uses > 1) return false;
  unsigned width = expr_child(child->e, 0)->width;
  return width > 1 && width <= 64;
}

static uint32_t column_of(struct matrix *m, uint32_t node) {
  for (uint32_t i = 0; i < m->column_count; i++)
    if (m->columns[i] == node) return i;
  if (m->column_count == MOST_COLUMNS) return NO_COLUMN;
  m->columns[m->column_count] = node;
  return m->column_count++;
}

static bool is_number(const struct flexible *f, uint32_t node) {
  return expr_is_const(f->nodes.data[node].e);
}
static uint64_t number_of(const struct flexible *f, uint32_t node) {
  return expr_const_value(f->nodes.data[node].e);
}

typedef VEC(struct term) term_list;

/* Takes a term apart; false if it is one by itself. */
static bool take_apart(const struct flexible *f, struct term term, struct row *row,
                       term_list *terms) {
  const struct flex_node *n = &f->nodes.data[term.node];
  if (is_number(f, term.node)) {
    row->constant += term.factor * number_of(f, term.node);
    return true;
  }
  if (n->status != FLEX_DEFINED) return false;
  uint32_t a = flexible_child(f, term.node, 0);
  uint32_t b = expr_child_count(n->e) > 1 ? flexible_child(f, term.node, 1) : a;
  switch (n->e->kind) {
  case EXPR_ADD:
    vec_push(terms, ((struct term){a, term.factor}));
    vec_push(terms, ((struct term){b, term.factor}));
    return true;
  case EXPR_NOT: /* -x - 1 */
    row->constant -= term.factor;
    vec_push(terms, ((struct term){a, -term.factor}));
    return true;
  case EXPR_MUL:
    if (is_number(f, a))
      vec_push(terms, ((struct term){b, term.factor * number_of(f, a)}));
    else if (is_number(f, b))
      vec_push(terms, ((struct term){a, term.factor * number_of(f, b)}));
    else
      return false;
    return true;
  case EXPR_SHL:
    if (!is_number(f, b) || number_of(f, b) >= n->e->width) return false;
    vec_push(terms, ((struct term){a, term.factor << number_of(f, b)}));
    return true;
  default: return false;
  }
}

static bool read_equation(struct matrix *m, uint32_t root) {
  struct flexible *f = m->f;
  uint32_t equation = flexible_child(f, root, 0);
  struct row row = {.root = root, .width = expr_child(f->nodes.data[equation].e, 0)->width};
  term_list terms = {0};
  bool is_good = true;
  vec_push(&terms, ((struct term){flexible_child(f, equation, 0), 1}));
  vec_push(&terms, ((struct term){flexible_child(f, equation, 1), UINT64_MAX}));
  while (terms.count > 0 && is_good) {
    struct term term = vec_pop(&terms);
    if (take_apart(f, term, &row, &terms)) continue;
    uint32_t column = column_of(m, term.node);
    is_good = column != NO_COLUMN;
    if (is_good) row.terms[column] += term.factor;
    if (f->nodes.data[term.node].status == FLEX_DEFINED) vec_push(&m->stack, term.node);
  }
  vec_free(&terms);
  for (uint32_t i = 0; i < MOST_COLUMNS; i++) row.terms[i] &= mask_of(row.width);
  row.constant &= mask_of(row.width);
  vec_push(&m->rows, row);
  return is_good && m->rows.count <= MOST_ROWS;
}

/* Everything below the nodes on the stack is tied. */
static void tie(struct matrix *m) {
  while (m->stack.count > 0) {
    uint32_t node = vec_pop(&m->stack);
    if (m->is_tied[node]) continue;
    m->is_tied[node] = true;
    if (m->f->nodes.data[node].status != FLEX_DEFINED) continue;
    for (unsigned i = 0; i < flexible_child_count(m->f, node); i++)
      vec_push(&m->stack, flexible_child(m->f, node, i));
  }
}

static bool read_system(struct matrix *m) {
  bool is_good = true;
  for (size_t i = 0; i < m->f->roots.count && is_good; i++) {
    uint32_t root = m->f->roots.data[i];
    if (is_equation(m->f, root))
      is_good = read_equation(m, root);
    else if (m->f->nodes.data[root].status == FLEX_DEFINED)
      vec_push(&m->stack, root);
  }
  tie(m);
  return is_good && m->rows.count > 1;
}

/* ---- elimination ---- */

/* Newton's iteration doubles the number of bits that are right. */
static uint64_t inverse_of(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
  return x;
}

static void subtract(struct row *row, const struct row *pivot, uint64_t factor) {
  for (uint32_t i = 0; i < MOST_COLUMNS; i++)
    row->terms[i] = (row->terms[i] - factor * pivot->terms[i]) & mask_of(row->width);
  row->constant = (row->constant - factor * pivot->constant) & mask_of(row->width);
}

/* Solves an equation for the variable of the column, if one can be. */
static bool eliminate(struct matrix *m, uint32_t column) {
  struct row *pivot = NULL;
  for (size_t i = 0; i < m->rows.count && pivot == NULL; i++)
    if (!m->rows.data[i].is_dropped && (m->rows.data[i].terms[column] & 1))
      pivot = &m->rows.data[i];
  if (pivot == NULL) return false;
  pivot->is_dropped = true;
  uint64_t inverse = inverse_of(pivot->terms[column]);
  for (size_t i = 0; i < m->rows.count; i++) {
    struct row *row = &m->rows.data[i];
    if (!row->is_dropped && row->terms[column] != 0)
      subtract(row, pivot, row->terms[column] * inverse);
  }
  return true;
}

/* ---- what remains ---- */

static struct expr *write_equation(struct matrix *m, const struct row *row) {
  struct exprs *exprs = m->f->exprs;
  struct expr *sum = expr_const(exprs, row->width, row->constant);
  for (uint32_t i = 0; i < m->column_count; i++) {
    if (row->terms[i] == 0) continue;
    struct expr *factor = expr_const(exprs, row->width, row->terms[i]);
    sum = expr_add(exprs, sum, expr_mul(exprs, factor, m->f->nodes.data[m->columns[i]].e));
  }
  return expr_eq(exprs, sum, expr_const(exprs, row->width, 0));
}

static void list_remaining(struct matrix *m, struct linear_conditions *remaining) {
  vec_clear(&remaining->list);
  for (size_t i = 0; i < m->f->roots.count; i++) {
    uint32_t root = m->f->roots.data[i];
    const struct flex_node *n = &m->f->nodes.data[root];
    if (n->root == FLEX_CONDITION && n->status == FLEX_DEFINED && !is_equation(m->f, root))
      vec_push(&remaining->list, n->e);
  }
  for (size_t i = 0; i < m->rows.count; i++)
    if (!m->rows.data[i].is_dropped)
      vec_push(&remaining->list, write_equation(m, &m->rows.data[i]));
}

unsigned linear_eliminate(struct flexible *f, struct linear_conditions *remaining) {
  struct matrix m = {.f = f, .is_tied = alloc_zeroed(f->nodes.count + 1)};
  unsigned dropped = 0;
  if (read_system(&m))
    for (uint32_t i = 0; i < m.column_count; i++)
      if (f->nodes.data[m.columns[i]].status == FLEX_FREE && !m.is_tied[m.columns[i]])
        dropped += eliminate(&m, i);
  if (dropped > 0) list_remaining(&m, remaining);
  vec_free(&m.rows);
  vec_free(&m.stack);
  free(m.is_tied);
  return dropped;
}
