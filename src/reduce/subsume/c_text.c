/* Writing C. Values are computed in unsigned types of their widths, so nothing overflows, and are
   converted to signed ones to be compared so. Types are those of LP64. What has no simple form in
   C (shifts by variables, divisions that may be by 0, values of other widths) is not
   expressed. */
#include "reduce/subsume/c_text.h"

#include "expr/expr.h"
#include "util/buffer.h"

#include <stddef.h>

enum { MOST_DEPTH = 16 };

struct writing {
  struct buffer *out;
  c_variable *variable;
  void *context;
};

static const char *type_of(unsigned width, bool is_signed) {
  switch (width) {
  case 8: return is_signed ? "signed char" : "unsigned char";
  case 16: return is_signed ? "short" : "unsigned short";
  case 32: return is_signed ? "int" : "unsigned int";
  case 64: return is_signed ? "long" : "unsigned long";
  default: return NULL;
  }
}

static bool add_value(const struct writing *w, struct expr *e, unsigned depth);
static bool add_formula(const struct writing *w, struct expr *e, unsigned depth);

/* ---- values of several bits ---- */

static bool add_operation(const struct writing *w, struct expr *e, const char *text,
                          unsigned depth) {
  buffer_add(w->out, "(%s)((%s)", type_of(e->width, false),
             e->width < 64 ? "unsigned int" : "unsigned long");
  if (!add_value(w, expr_child(e, 0), depth)) return false;
  buffer_add(w->out, " %s ", text);
  if (!add_value(w, expr_child(e, 1), depth)) return false;
  buffer_add(w->out, ")");
  return true;
}

static bool add_converted(const struct writing *w, struct expr *e, unsigned depth) {
  struct expr *child = expr_child(e, 0);
  if (e->kind == EXPR_ZEXT && child->width == 1) {
    buffer_add(w->out, "(%s)", type_of(e->width, false));
    return add_formula(w, child, depth);
  }
  if (type_of(child->width, true) == NULL) return false;
  buffer_add(w->out, "(%s)", type_of(e->width, false));
  if (e->kind == EXPR_SEXT) buffer_add(w->out, "(%s)", type_of(child->width, true));
  return add_value(w, child, depth);
}

static bool is_small_constant(const struct expr *e, uint64_t most) {
  return expr_is_const(e) && e->width <= 64 && expr_const_value(e) != 0 &&
         expr_const_value(e) <= most;
}

static bool add_compound(const struct writing *w, struct expr *e, unsigned depth) {
  switch (e->kind) {
  case EXPR_ADD: return add_operation(w, e, "+", depth);
  case EXPR_MUL: return add_operation(w, e, "*", depth);
  case EXPR_AND: return add_operation(w, e, "&", depth);
  case EXPR_OR: return add_operation(w, e, "|", depth);
  case EXPR_XOR: return add_operation(w, e, "^", depth);
  case EXPR_UDIV:
    return is_small_constant(expr_child(e, 1), UINT64_MAX) && add_operation(w, e, "/", depth);
  case EXPR_UREM:
    return is_small_constant(expr_child(e, 1), UINT64_MAX) && add_operation(w, e, "%", depth);
  case EXPR_SHL:
    return is_small_constant(expr_child(e, 1), e->width - 1) && add_operation(w, e, "<<", depth);
  case EXPR_LSHR:
    return is_small_constant(expr_child(e, 1), e->width - 1) && add_operation(w, e, ">>", depth);
  case EXPR_ZEXT:
  case EXPR_SEXT: return add_converted(w, e, depth);
  case EXPR_EXTRACT: return expr_extract_low(e) == 0 && add_converted(w, e, depth);
  default: return false;
  }
}

static bool add_value(const struct writing *w, struct expr *e, unsigned depth) {
  const char *type = type_of(e->width, false), *name = w->variable(w->context, e);
  if (type == NULL || depth > MOST_DEPTH) return false;
  buffer_add(w->out, "(");
  bool is_good = true;
  if (name != NULL)
    buffer_add(w->out, "(%s)%s", type, name);
  else if (expr_is_const(e))
    buffer_add(w->out, "(%s)%llu%s", type, (unsigned long long)expr_const_value(e),
               e->width == 64 ? "UL" : "U");
  else
    is_good = add_compound(w, e, depth + 1);
  buffer_add(w->out, ")");
  return is_good;
}

/* ---- formulas ---- */

static bool add_comparison(const struct writing *w, struct expr *e, const char *text,
                           bool is_signed, unsigned depth) {
  for (unsigned i = 0; i < 2; i++) {
    struct expr *child = expr_child(e, i);
    if (type_of(child->width, false) == NULL) return false;
    if (i == 1) buffer_add(w->out, " %s ", text);
    buffer_add(w->out, "(%s)", type_of(child->width, is_signed));
    if (!add_value(w, child, depth)) return false;
  }
  return true;
}

static bool add_logic(const struct writing *w, struct expr *e, const char *text, unsigned depth) {
  if (!add_formula(w, expr_child(e, 0), depth)) return false;
  buffer_add(w->out, " %s ", text);
  return add_formula(w, expr_child(e, 1), depth);
}

static bool add_bit(const struct writing *w, struct expr *e, unsigned depth) {
  if (!add_value(w, expr_child(e, 0), depth)) return false;
  buffer_add(w->out, " >> %u & 1", (unsigned)expr_extract_low(e));
  return true;
}

static bool add_inside(const struct writing *w, struct expr *e, unsigned depth) {
  bool is_bits = expr_child_count(e) == 2 && expr_child(e, 0)->width == 1;
  switch (e->kind) {
  case EXPR_EQ:
    return is_bits ? add_logic(w, e, "==", depth) : add_comparison(w, e, "==", false, depth);
  case EXPR_ULT: return !is_bits && add_comparison(w, e, "<", false, depth);
  case EXPR_ULE: return !is_bits && add_comparison(w, e, "<=", false, depth);
  case EXPR_SLT: return !is_bits && add_comparison(w, e, "<", true, depth);
  case EXPR_SLE: return !is_bits && add_comparison(w, e, "<=", true, depth);
  case EXPR_AND: return add_logic(w, e, "&&", depth);
  case EXPR_OR: return add_logic(w, e, "||", depth);
  case EXPR_XOR: return add_logic(w, e, "!=", depth);
  case EXPR_EXTRACT: return add_bit(w, e, depth);
  default: return false;
  }
}

static bool add_formula(const struct writing *w, struct expr *e, unsigned depth) {
  if (depth > MOST_DEPTH) return false;
  if (expr_is_const(e)) {
    buffer_add(w->out, "%d", expr_is_true(e));
    return true;
  }
  if (e->kind == EXPR_NOT) {
    buffer_add(w->out, "!");
    return add_formula(w, expr_child(e, 0), depth + 1);
  }
  buffer_add(w->out, "(");
  bool is_good = add_inside(w, e, depth + 1);
  buffer_add(w->out, ")");
  return is_good;
}

bool c_text_add(struct buffer *out, struct expr *formula, c_variable *variable, void *context) {
  struct writing w = {out, variable, context};
  return add_formula(&w, formula, 0);
}
