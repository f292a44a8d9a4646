/* Collecting the exits of a loop, and combining them into one expression. */
#include "exec/models/scan.h"

#include "exec/uninitialised.h"
#include "memory/symbolic.h"
#include "solver/path_condition.h"
#include "solver/rewriter.h"

struct expr *scan_read(struct scan *scan, uint64_t address) {
  struct machine *m = scan->m;
  struct access_fault fault;
  uint8_t byte;
  scan->is_long |= ++scan->reads > SCAN_BYTES;
  if (scan->is_long) return NULL;
  if (memory_read(&m->memory, &m->state->space, address, &byte, 1, &fault))
    return expr_const(scan->exprs, 8, byte);
  struct expr *value = NULL;
  if (fault.result == ACCESS_SYMBOLIC)
    value = memory_read_value(&m->memory, &m->state->space, address, 1, &fault);
  if (value != NULL && !uninitialised_is_defined(m, &value))
    value = NULL; /* the function's code will report it */
  scan->is_off = value == NULL;
  scan->is_mixed |= value != NULL && value->kind != EXPR_INPUT;
  return value;
}

void scan_end(struct scan *scan) { path_condition_release(scan->context); }

/* The path condition, and that none of the exits so far is taken. */
static struct path_condition *context_of(struct scan *scan) {
  if (scan->context == NULL) scan->context = path_condition_retain(scan->m->state->path);
  for (; scan->known < scan->count; scan->known++) {
    struct expr *is_not = expr_not(scan->exprs, scan->exits[scan->known].condition);
    struct path_condition *longer = path_condition_append(scan->context, is_not);
    path_condition_release(scan->context);
    scan->context = longer;
  }
  return scan->context;
}

struct expr *scan_simplify(struct scan *scan, struct expr *condition) {
  if (expr_is_const(condition)) return condition;
  return rewriter_rewrite(scan->m->rewriter, scan->m->state->path, condition);
}

bool scan_exit(struct scan *scan, struct expr *condition, struct scan_exit what) {
  condition = scan_simplify(scan, condition);
  if (scan->is_mixed && !expr_is_const(condition))
    condition = rewriter_rewrite(scan->m->rewriter, context_of(scan), condition);
  if (expr_is_false(condition)) return true;
  if (scan->count == SCAN_MOST) {
    scan->is_long = true;
    return false;
  }
  what.condition = condition;
  scan->exits[scan->count++] = what;
  scan->is_certain = expr_is_true(condition);
  return !scan->is_certain;
}

struct expr *scan_is_good(struct scan *scan) {
  struct expr *is_good = scan_bool(scan, scan->is_certain);
  for (unsigned i = 0; !scan->is_certain && i < scan->count; i++)
    is_good = expr_or(scan->exprs, is_good, scan->exits[i].condition);
  return is_good;
}

struct expr *scan_hit(struct scan *scan) {
  struct expr *result = scan->exits[scan->count - 1].is_hit;
  for (unsigned i = scan->count - 1; i-- > 0;)
    result = expr_ite(scan->exprs, scan->exits[i].condition, scan->exits[i].is_hit, result);
  return result;
}

/* Not the negation of scan_hit, so that equal bytes give a conjunction, which a path condition
   splits. */
struct expr *scan_miss(struct scan *scan) {
  struct expr *result = expr_not(scan->exprs, scan->exits[scan->count - 1].is_hit);
  for (unsigned i = scan->count - 1; i-- > 0;)
    result = expr_ite(scan->exprs, scan->exits[i].condition,
                      expr_not(scan->exprs, scan->exits[i].is_hit), result);
  return result;
}

/* The value is arbitrary at exits that are not hits: they take that of the next. */
struct expr *scan_value(struct scan *scan, unsigned number) {
  struct expr *result = NULL;
  for (unsigned i = scan->count; i-- > 0;) {
    const struct scan_exit *at = &scan->exits[i];
    if (expr_is_false(at->is_hit)) continue;
    result = result == NULL ? at->values[number]
                            : expr_ite(scan->exprs, at->condition, at->values[number], result);
  }
  return result;
}
