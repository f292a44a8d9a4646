/* Translation for Z3. Width 1 becomes Z3's Booleans and is converted to a bit-vector only where an
   operator needs one.

   An input element is a constant of its own, since most queries have no symbolic index at all.
   Where the whole array occurs as well, an axiom ties the two together. Z3's arrays have no end and
   ours do, so only an array without bound is stored into natively; otherwise a read over stores is
   a chain of ites over a guarded select. */
#include "solver/backend_z3_terms.h"

#include "expr/expr.h"
#include "solver/backend_z3_float.h"
#include "solver/deadline.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

void z3_terms_init(struct z3_terms *terms, struct exprs *exprs, Z3_context context) {
  *terms = (struct z3_terms){.exprs = exprs, .context = context};
}

void z3_terms_release(struct z3_terms *terms, size_t count) {
  while (terms->kept.count > count) Z3_dec_ref(terms->context, vec_pop(&terms->kept));
}

void z3_terms_abandon(struct z3_terms *terms) {
  vec_free(&terms->kept);
  vec_free(&terms->axioms);
  vec_free(&terms->elements);
  vec_free(&terms->arrays);
  vec_free(&terms->stack);
  id_map_free(&terms->memo);
}

void z3_terms_clear(struct z3_terms *terms) {
  struct exprs *exprs = terms->exprs;
  z3_terms_release(terms, 0);
  z3_terms_abandon(terms);
  z3_terms_init(terms, exprs, terms->context);
}

Z3_ast z3_terms_keep(struct z3_terms *terms, Z3_ast term) {
  Z3_inc_ref(terms->context, term);
  vec_push(&terms->kept, term);
  return term;
}

/* NULL if the expression has not been translated. */
static Z3_ast find_term(const struct z3_terms *terms, const struct expr *e) {
  const uint64_t *term = id_map_find(&terms->memo, e->id);
  return term != NULL ? (Z3_ast)(uintptr_t)*term : NULL;
}

#define KEEP(term) z3_terms_keep(terms, (term))

/* Sorts are terms too: without a reference, the next term made could free them. */
static Z3_sort keep_sort(struct z3_terms *terms, Z3_sort sort) {
  KEEP(Z3_sort_to_ast(terms->context, sort));
  return sort;
}

static Z3_sort make_sort(struct z3_terms *terms, unsigned width) {
  return keep_sort(terms, Z3_mk_bv_sort(terms->context, width));
}

static Z3_ast make_number(struct z3_terms *terms, unsigned width, uint64_t value) {
  return KEEP(Z3_mk_unsigned_int64(terms->context, value, make_sort(terms, width)));
}

static Z3_ast to_bits(struct z3_terms *terms, Z3_ast boolean) {
  Z3_ast one = make_number(terms, 1, 1), zero = make_number(terms, 1, 0);
  return KEEP(Z3_mk_ite(terms->context, boolean, one, zero));
}

static Z3_ast to_boolean(struct z3_terms *terms, Z3_ast bit) {
  return KEEP(Z3_mk_eq(terms->context, bit, make_number(terms, 1, 1)));
}

static Z3_ast child_term(struct z3_terms *terms, const struct expr *e, unsigned number) {
  return find_term(terms, expr_child(e, number));
}

/* As a bit-vector, whatever its width. */
static Z3_ast child_bits(struct z3_terms *terms, const struct expr *e, unsigned number) {
  Z3_ast term = child_term(terms, e, number);
  return expr_child(e, number)->width == 1 ? to_bits(terms, term) : term;
}

static Z3_ast make_const(struct z3_terms *terms, const struct expr *e) {
  bool bits[EXPR_MAX_WIDTH];
  uint64_t words[EXPR_MAX_WIDTH / 64];
  if (e->width == 1)
    return KEEP(expr_is_true(e) ? Z3_mk_true(terms->context) : Z3_mk_false(terms->context));
  expr_const_get_words(e, words);
  for (unsigned i = 0; i < e->width; i++) bits[i] = words[i / 64] >> (i % 64) & 1;
  return KEEP(Z3_mk_bv_numeral(terms->context, e->width, bits));
}

static Z3_ast make_symbol(struct z3_terms *terms, const char *prefix,
                          const struct expr_array *array, uint64_t index, Z3_sort sort) {
  char *name = alloc_format("%s!%u!%llu", prefix, array->number, (unsigned long long)index);
  Z3_ast term = KEEP(Z3_mk_const(terms->context, Z3_mk_string_symbol(terms->context, name), sort));
  free(name);
  return term;
}

/* Arrays. */

static Z3_ast find_whole(const struct z3_terms *terms, uint32_t number) {
  for (size_t i = 0; i < terms->arrays.count; i++)
    if (terms->arrays.data[i].number == number) return terms->arrays.data[i].term;
  return NULL;
}

static Z3_ast select_at(struct z3_terms *terms, Z3_ast whole, const struct expr_array *array,
                        uint64_t index) {
  return KEEP(Z3_mk_select(terms->context, whole, make_number(terms, array->index_width, index)));
}

static void tie_element(struct z3_terms *terms, const struct z3_element *element, Z3_ast whole) {
  const struct expr_array *array = expr_find_array(terms->exprs, element->array);
  Z3_ast selected = select_at(terms, whole, array, element->index);
  Z3_ast axiom = KEEP(Z3_mk_eq(terms->context, element->term, selected));
  vec_push(&terms->axioms, axiom);
}

static Z3_ast make_input(struct z3_terms *terms, const struct expr *e) {
  const struct expr_array *array = expr_array_of(terms->exprs, e);
  struct z3_element element = {array->number, expr_input_index(e), NULL};
  Z3_sort sort = make_sort(terms, array->element_width);
  element.term = make_symbol(terms, "input", array, element.index, sort);
  vec_push(&terms->elements, element);
  Z3_ast whole = find_whole(terms, array->number);
  if (whole != NULL) tie_element(terms, &element, whole);
  return e->width == 1 ? to_boolean(terms, element.term) : element.term;
}

static Z3_ast make_array(struct z3_terms *terms, const struct expr *e) {
  const struct expr_array *array = expr_array_of(terms->exprs, e);
  Z3_sort index = make_sort(terms, array->index_width);
  Z3_sort value = make_sort(terms, array->element_width);
  Z3_sort sort = keep_sort(terms, Z3_mk_array_sort(terms->context, index, value));
  struct z3_array whole = {array->number, make_symbol(terms, "array", array, 0, sort)};
  vec_push(&terms->arrays, whole);
  for (size_t i = 0; i < terms->elements.count; i++)
    if (terms->elements.data[i].array == array->number)
      tie_element(terms, &terms->elements.data[i], whole.term);
  return whole.term;
}

static const struct expr *array_below(const struct expr *e) {
  while (e->kind == EXPR_STORE) e = expr_child(e, 0);
  return e;
}

static bool is_native(const struct z3_terms *terms, const struct expr *array) {
  const struct expr_array *base = expr_array_of(terms->exprs, array_below(array));
  return base->size == 0 && base->table == NULL;
}

static Z3_ast make_store(struct z3_terms *terms, const struct expr *e) {
  if (!is_native(terms, e)) return child_term(terms, e, 0); /* reads look at the stores */
  return KEEP(Z3_mk_store(terms->context, child_term(terms, e, 0), child_bits(terms, e, 1),
                          child_bits(terms, e, 2)));
}

/* A tree of ites on the bits of the index, built from the leaves up. */
static Z3_ast select_from_table(struct z3_terms *terms, const struct expr_array *array,
                                Z3_ast index) {
  size_t count = array->size;
  Z3_ast *level = alloc_bytes(count * sizeof *level);
  for (size_t i = 0; i < count; i++)
    level[i] = make_number(terms, array->element_width, expr_table_element(array, i));
  for (unsigned bit = 0; count > 1 && bit < array->index_width; bit++) {
    Z3_ast extracted = KEEP(Z3_mk_extract(terms->context, bit, bit, index));
    Z3_ast is_set = to_boolean(terms, extracted);
    for (size_t i = 0; i < count; i += 2) {
      Z3_ast high = i + 1 < count ? level[i + 1] : level[i];
      level[i / 2] =
          high == level[i] ? high : KEEP(Z3_mk_ite(terms->context, is_set, high, level[i]));
    }
    count = (count + 1) / 2;
  }
  Z3_ast result = level[0];
  free(level);
  return result;
}

static Z3_ast read_below(struct z3_terms *terms, const struct expr *base, Z3_ast index) {
  const struct expr_array *array = expr_array_of(terms->exprs, base);
  Z3_ast value = array->table != NULL
                     ? select_from_table(terms, array, index)
                     : KEEP(Z3_mk_select(terms->context, find_term(terms, base), index));
  if (array->size == 0 || (array->index_width < 64 && array->size >> array->index_width != 0))
    return value;
  Z3_ast end = make_number(terms, array->index_width, array->size);
  Z3_ast is_inside = KEEP(Z3_mk_bvult(terms->context, index, end));
  Z3_ast zero = make_number(terms, array->element_width, 0);
  return KEEP(Z3_mk_ite(terms->context, is_inside, value, zero));
}

static Z3_ast make_read(struct z3_terms *terms, const struct expr *e) {
  const struct expr *array = expr_child(e, 0);
  Z3_ast index = child_bits(terms, e, 1), value;
  if (is_native(terms, array)) {
    value = KEEP(Z3_mk_select(terms->context, child_term(terms, e, 0), index));
  } else {
    VEC(const struct expr *) stores = {0};
    for (; array->kind == EXPR_STORE; array = expr_child(array, 0)) vec_push(&stores, array);
    value = read_below(terms, array, index);
    while (stores.count > 0) {
      const struct expr *store = vec_pop(&stores);
      Z3_ast is_hit = KEEP(Z3_mk_eq(terms->context, index, child_bits(terms, store, 1)));
      value = KEEP(Z3_mk_ite(terms->context, is_hit, child_bits(terms, store, 2), value));
    }
    vec_free(&stores);
  }
  return e->width == 1 ? to_boolean(terms, value) : value;
}

/* Operators. */

static Z3_ast make_logic(struct z3_terms *terms, const struct expr *e) {
  Z3_context context = terms->context;
  Z3_ast operands[2] = {child_term(terms, e, 0), child_term(terms, e, 1)};
  switch (e->kind) {
  case EXPR_AND: return KEEP(Z3_mk_and(context, 2, operands));
  case EXPR_OR: return KEEP(Z3_mk_or(context, 2, operands));
  default: return KEEP(Z3_mk_xor(context, operands[0], operands[1]));
  }
}

static Z3_ast make_comparison(struct z3_terms *terms, const struct expr *e) {
  Z3_context context = terms->context;
  if (e->kind == EXPR_EQ)
    return KEEP(Z3_mk_eq(context, child_term(terms, e, 0), child_term(terms, e, 1)));
  Z3_ast a = child_bits(terms, e, 0), b = child_bits(terms, e, 1);
  switch (e->kind) {
  case EXPR_ULT: return KEEP(Z3_mk_bvult(context, a, b));
  case EXPR_ULE: return KEEP(Z3_mk_bvule(context, a, b));
  case EXPR_SLT: return KEEP(Z3_mk_bvslt(context, a, b));
  default: return KEEP(Z3_mk_bvsle(context, a, b));
  }
}

static Z3_ast make_arithmetic(struct z3_terms *terms, const struct expr *e) {
  Z3_context context = terms->context;
  Z3_ast a = child_bits(terms, e, 0), b = child_bits(terms, e, 1);
  switch (e->kind) {
  case EXPR_CONCAT: return KEEP(Z3_mk_concat(context, a, b));
  case EXPR_ADD: return KEEP(Z3_mk_bvadd(context, a, b));
  case EXPR_MUL: return KEEP(Z3_mk_bvmul(context, a, b));
  case EXPR_UDIV: return KEEP(Z3_mk_bvudiv(context, a, b));
  case EXPR_SDIV: return KEEP(Z3_mk_bvsdiv(context, a, b));
  case EXPR_UREM: return KEEP(Z3_mk_bvurem(context, a, b));
  case EXPR_SREM: return KEEP(Z3_mk_bvsrem(context, a, b));
  case EXPR_AND: return KEEP(Z3_mk_bvand(context, a, b));
  case EXPR_OR: return KEEP(Z3_mk_bvor(context, a, b));
  case EXPR_XOR: return KEEP(Z3_mk_bvxor(context, a, b));
  case EXPR_SHL: return KEEP(Z3_mk_bvshl(context, a, b));
  case EXPR_LSHR: return KEEP(Z3_mk_bvlshr(context, a, b));
  case EXPR_ASHR: return KEEP(Z3_mk_bvashr(context, a, b));
  default: FAULT("no Z3 term for expressions of kind %d", e->kind);
  }
}

static Z3_ast make_unary(struct z3_terms *terms, const struct expr *e) {
  Z3_context context = terms->context;
  if (e->kind == EXPR_NOT && e->width == 1)
    return KEEP(Z3_mk_not(context, child_term(terms, e, 0)));
  Z3_ast a = child_bits(terms, e, 0);
  unsigned more = e->width - expr_child(e, 0)->width;
  switch (e->kind) {
  case EXPR_NOT: return KEEP(Z3_mk_bvnot(context, a));
  case EXPR_ZEXT: return KEEP(Z3_mk_zero_ext(context, more, a));
  case EXPR_SEXT: return KEEP(Z3_mk_sign_ext(context, more, a));
  default: break;
  }
  unsigned low = expr_extract_low(e);
  Z3_ast bits = KEEP(Z3_mk_extract(context, low + e->width - 1, low, a));
  return e->width == 1 ? to_boolean(terms, bits) : bits;
}

static Z3_ast make_float(struct z3_terms *terms, const struct expr *e) {
  Z3_ast children[3] = {NULL};
  for (unsigned k = 0; k < expr_child_count(e); k++) children[k] = child_bits(terms, e, k);
  Z3_ast term = z3_float_make(terms, e, children);
  return e->kind == EXPR_FTOSI && e->width == 1 ? to_boolean(terms, term) : term;
}

static Z3_ast make_term(struct z3_terms *terms, const struct expr *e) {
  if (expr_is_float(e)) return make_float(terms, e);
  switch (e->kind) {
  case EXPR_CONST: return make_const(terms, e);
  case EXPR_INPUT: return make_input(terms, e);
  case EXPR_ARRAY: return make_array(terms, e);
  case EXPR_STORE: return make_store(terms, e);
  case EXPR_READ: return make_read(terms, e);
  case EXPR_NOT:
  case EXPR_ZEXT:
  case EXPR_SEXT:
  case EXPR_EXTRACT: return make_unary(terms, e);
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE: return make_comparison(terms, e);
  case EXPR_ITE:
    return KEEP(Z3_mk_ite(terms->context, child_term(terms, e, 0), child_term(terms, e, 1),
                          child_term(terms, e, 2)));
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
    if (e->width == 1) return make_logic(terms, e);
    break;
  default: break;
  }
  Z3_ast term = make_arithmetic(terms, e);
  return e->width == 1 ? to_boolean(terms, term) : term;
}

Z3_ast z3_terms_translate(struct z3_terms *terms, struct expr *root,
                          const struct deadline *deadline) {
  enum { STEPS_PER_LOOK = 256 };
  vec_push(&terms->stack, root);
  for (unsigned steps = 1; terms->stack.count > 0; steps++) {
    if (deadline != NULL && steps % STEPS_PER_LOOK == 0 && deadline_is_over(deadline)) {
      vec_clear(&terms->stack);
      return NULL;
    }
    struct expr *e = vec_last(&terms->stack);
    size_t before = terms->stack.count;
    if (find_term(terms, e) == NULL)
      for (unsigned k = 0; k < expr_child_count(e); k++)
        if (find_term(terms, expr_child(e, k)) == NULL) vec_push(&terms->stack, expr_child(e, k));
    if (terms->stack.count > before) continue;
    vec_pop(&terms->stack);
    if (find_term(terms, e) == NULL)
      id_map_add(&terms->memo, e->id, (uintptr_t)make_term(terms, e));
  }
  return find_term(terms, root);
}

Z3_ast z3_terms_element(struct z3_terms *terms, const struct expr_array *array, uint64_t index) {
  Z3_ast whole = find_whole(terms, array->number);
  if (whole != NULL) return select_at(terms, whole, array, index);
  for (size_t i = 0; i < terms->elements.count; i++)
    if (terms->elements.data[i].array == array->number && terms->elements.data[i].index == index)
      return terms->elements.data[i].term;
  return NULL;
}
