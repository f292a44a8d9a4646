/* Gaussian elimination over machine integers.

   In (a1 + a2 = b1) and (a2 + a3 = b2) and (a1 + a3 = b3 + a1) every unobservable variable occurs
   in two equations, so no rule for single occurrences applies. But an equation in which a variable
   has an odd coefficient, which has an inverse modulo 2^w, determines that variable: it is solved
   for it, the solution is substituted in the other equations, and the equation is dropped. That is
   exact for a variable that occurs in equations only.

   Observed values are such equations, too: x = a1 + a2, y = a2 + a3 and z = a1 + a3 + a3 can be any
   three numbers, although no value by itself is flexible. Here the solution for a1 is a sum with x,
   so x becomes a free variable, for which a1 is a good name since it is gone otherwise. Values are
   taken in order: what is left of one that can be computed from those before it says how, and does
   not depend on how they were computed.

   Products of variables and comparisons other than = are left out, and so are equations after
   MOST_ROWS or with more than MOST_COLUMNS different terms in all, and sums with addresses of
   objects, which are not like other numbers (flex_class.c): nothing that they depend on is
   eliminated. */
#include "reduce/z_equivalence/linear.h"

#include "expr/expr.h"
#include "reduce/z_equivalence/flex_class.h"
#include "reduce/z_equivalence/flexible.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32, MOST_COLUMNS = 64, NO_COLUMN = UINT32_MAX };

struct row {
  uint32_t root;
  unsigned width;
  bool is_value, is_dropped;
  bool has_address;             /* perhaps */
  uint64_t terms[MOST_COLUMNS]; /* coefficients; their sum with the constant is 0, or the value */
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
  bool is_named[MOST_COLUMNS]; /* the column stands for a value */
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
    row->has_address |= flex_may_be_address(n->e);
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

/* Adds the terms of the row; the nodes below them that are no terms follow on the stack. False if
   there are too many. */
static bool add_terms(struct matrix *m, struct row *row, term_list *terms) {
  struct flexible *f = m->f;
  while (terms->count > 0) {
    struct term term = vec_pop(terms);
    if (take_apart(f, term, row, terms)) continue;
    uint32_t column = column_of(m, term.node);
    if (column == NO_COLUMN) return false;
    row->terms[column] += term.factor;
    if (f->nodes.data[term.node].status == FLEX_DEFINED) vec_push(&m->stack, term.node);
  }
  for (uint32_t i = 0; i < MOST_COLUMNS; i++) row->terms[i] &= mask_of(row->width);
  row->constant &= mask_of(row->width);
  return true;
}

/* The equation of a root, or its value. */
static bool read_row(struct matrix *m, uint32_t root) {
  struct flexible *f = m->f;
  uint32_t child = flexible_child(f, root, 0);
  bool is_value = f->nodes.data[root].root == FLEX_VALUE;
  uint32_t first = is_value ? child : flexible_child(f, child, 0);
  struct row row = {.root = root, .width = f->nodes.data[first].e->width, .is_value = is_value};
  term_list terms = {0};
  vec_push(&terms, ((struct term){first, 1}));
  if (!is_value) vec_push(&terms, ((struct term){flexible_child(f, child, 1), UINT64_MAX}));
  bool is_good = m->rows.count < MOST_ROWS && add_terms(m, &row, &terms) && !row.has_address;
  vec_free(&terms);
  if (is_good) vec_push(&m->rows, row);
  return is_good;
}

/* An observed number that is a sum, or a variable that others depend on, too. */
static bool is_linear_value(const struct flexible *f, uint32_t root) {
  if (f->nodes.data[root].root != FLEX_VALUE) return false;
  const struct flex_node *child = &f->nodes.data[flexible_child(f, root, 0)];
  if (child->e->width == 1 || child->e->width > 64) return false;
  if (child->status == FLEX_FREE) return child->uses > 1;
  enum expr_kind kind = child->e->kind;
  return child->status == FLEX_DEFINED &&
         (kind == EXPR_ADD || kind == EXPR_NOT || kind == EXPR_MUL || kind == EXPR_SHL);
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
  for (size_t i = 0; i < m->f->roots.count; i++) {
    uint32_t root = m->f->roots.data[i];
    if (m->f->nodes.data[root].status != FLEX_DEFINED) continue;
    bool is_row = is_equation(m->f, root) || is_linear_value(m->f, root);
    if (!is_row || !read_row(m, root)) vec_push(&m->stack, root);
  }
  tie(m);
  return m->rows.count > 1;
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

static bool can_eliminate(const struct matrix *m, uint32_t column) {
  uint32_t node = m->columns[column];
  return m->f->nodes.data[node].status == FLEX_FREE && !m->is_tied[node] && !m->is_named[column];
}

/* Solves an equation for the variable of the column, if one can be. */
static bool eliminate(struct matrix *m, uint32_t column) {
  struct row *pivot = NULL;
  for (size_t i = 0; i < m->rows.count && pivot == NULL; i++) {
    struct row *row = &m->rows.data[i];
    if (!row->is_dropped && !row->is_value && (row->terms[column] & 1)) pivot = row;
  }
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

static bool is_variable(const struct row *row, uint32_t column) {
  for (uint32_t i = 0; i < MOST_COLUMNS; i++)
    if (row->terms[i] != (i == column)) return false;
  return row->constant == 0;
}

/* Lets the column stand for the value of the row, if its variable can be computed from that. False
   if nothing has changed. */
static bool name_value(struct matrix *m, struct row *value) {
  uint32_t column = 0;
  while (column < m->column_count && !((value->terms[column] & 1) && can_eliminate(m, column)))
    column++;
  if (column == m->column_count) return false;
  m->is_named[column] = true;
  if (is_variable(value, column)) return false;
  uint64_t inverse = inverse_of(value->terms[column]);
  for (size_t i = 0; i < m->rows.count; i++) {
    struct row *row = &m->rows.data[i];
    uint64_t factor = row->terms[column] * inverse & mask_of(row->width);
    if (row == value || row->is_dropped || factor == 0) continue;
    subtract(row, value, factor);
    row->terms[column] = factor;
  }
  memset(value->terms, 0, sizeof value->terms);
  value->terms[column] = 1;
  value->constant = 0;
  return true;
}

/* ---- what remains ---- */

static struct expr *write_sum(struct matrix *m, const struct row *row) {
  struct exprs *exprs = m->f->exprs;
  struct expr *sum = expr_const(exprs, row->width, row->constant);
  for (uint32_t i = 0; i < m->column_count; i++) {
    if (row->terms[i] == 0) continue;
    struct expr *factor = expr_const(exprs, row->width, row->terms[i]);
    sum = expr_add(exprs, sum, expr_mul(exprs, factor, m->f->nodes.data[m->columns[i]].e));
  }
  return sum;
}

static const struct row *row_of(const struct matrix *m, uint32_t root) {
  for (size_t i = 0; i < m->rows.count; i++)
    if (m->rows.data[i].root == root) return &m->rows.data[i];
  return NULL;
}

static void list_remaining(struct matrix *m, struct linear_remainder *remainder) {
  struct exprs *exprs = m->f->exprs;
  vec_clear(&remainder->conditions);
  vec_clear(&remainder->values);
  for (size_t i = 0; i < m->f->roots.count; i++) {
    uint32_t root = m->f->roots.data[i];
    const struct flex_node *n = &m->f->nodes.data[root];
    const struct row *row = row_of(m, root);
    if (n->root == FLEX_VALUE)
      vec_push(&remainder->values, row != NULL ? write_sum(m, row) : n->e);
    else if (row == NULL && n->status == FLEX_DEFINED)
      vec_push(&remainder->conditions, n->e);
    else if (row != NULL && !row->is_dropped)
      vec_push(&remainder->conditions,
               expr_eq(exprs, write_sum(m, row), expr_const(exprs, row->width, 0)));
  }
}

unsigned linear_eliminate(struct flexible *f, struct linear_remainder *remainder) {
  struct matrix m = {.f = f, .is_tied = alloc_zeroed(f->nodes.count + 1)};
  unsigned solved = 0;
  if (read_system(&m)) {
    for (uint32_t i = 0; i < m.column_count; i++)
      if (can_eliminate(&m, i)) solved += eliminate(&m, i);
    for (size_t i = 0; i < m.rows.count; i++)
      if (m.rows.data[i].is_value) solved += name_value(&m, &m.rows.data[i]);
  }
  if (solved > 0) list_remaining(&m, remainder);
  vec_free(&m.rows);
  vec_free(&m.stack);
  free(m.is_tied);
  return solved;
}
