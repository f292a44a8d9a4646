/* The translation of expressions. Children first, with a stack of our own; results lie in
   one vector of literals and are found by the expression's id.

   Extracts of what is translated are not copied but point into it. Subtraction arrives as addition
   of a product with -1 and is recognised: both become one sum.

   Translations of expressions that are no longer queried are dropped at collections, but their
   gates stay: a later translation of the same expression finds them. The owner decides when too
   many gates are dead and then starts again. */
#include "solver/blast.h"

#include "expr/expr.h"
#include "solver/blast_divide.h"
#include "solver/blast_float.h"
#include "solver/blast_multiply.h"
#include "solver/blast_shift.h"
#include "solver/blast_word.h"
#include "solver/deadline.h"
#include "util/fault.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_PER_LOOK = 256, GATES_PER_LOOK = 1 << 14 };

struct blaster *blaster_new(struct exprs *exprs, const struct array_limits *limits) {
  struct blaster *blaster = alloc_zeroed(sizeof *blaster);
  blaster->exprs = exprs;
  gates_init(&blaster->gates);
  arrays_init(&blaster->arrays, limits, &blaster->gates, &blaster->inputs);
  blaster->slot_count = 1024;
  blaster->slots = alloc_zeroed(blaster->slot_count * sizeof *blaster->slots);
  return blaster;
}

void blaster_free(struct blaster *blaster) {
  if (blaster == NULL) return;
  arrays_free(&blaster->arrays);
  inputs_free(&blaster->inputs);
  gates_free(&blaster->gates);
  vec_free(&blaster->entries);
  vec_free(&blaster->lits);
  vec_free(&blaster->stack);
  free(blaster->slots);
  free(blaster);
}

size_t blaster_bytes(const struct blaster *blaster) {
  return sizeof *blaster + gates_bytes(&blaster->gates) +
         blaster->entries.capacity * sizeof *blaster->entries.data +
         blaster->lits.capacity * sizeof *blaster->lits.data +
         blaster->slot_count * sizeof *blaster->slots;
}

/* The table of translations. */

static size_t hash_id(uint64_t id) { return (size_t)(id * HASH_FACTOR >> 28); }

static struct blasted *find_entry(const struct blaster *blaster, const struct expr *e) {
  size_t mask = blaster->slot_count - 1, slot = hash_id(e->id);
  for (; blaster->slots[slot & mask] != 0; slot++) {
    struct blasted *entry = &blaster->entries.data[blaster->slots[slot & mask] - 1];
    if (entry->id == e->id) return entry;
  }
  return NULL;
}

static void insert_slot(struct blaster *blaster, uint32_t number) {
  size_t mask = blaster->slot_count - 1, slot = hash_id(blaster->entries.data[number].id);
  while (blaster->slots[slot & mask] != 0) slot++;
  blaster->slots[slot & mask] = number + 1;
}

static void rehash(struct blaster *blaster, size_t slot_count) {
  free(blaster->slots);
  blaster->slots = alloc_zeroed(slot_count * sizeof *blaster->slots);
  blaster->slot_count = slot_count;
  for (uint32_t i = 0; i < blaster->entries.count; i++) insert_slot(blaster, i);
}

static void add_entry(struct blaster *blaster, const struct expr *e, size_t place) {
  REQUIRE(place <= UINT32_MAX);
  bool is_array = e->kind == EXPR_ARRAY || e->kind == EXPR_STORE;
  struct blasted entry = {.id = e->id, .place = (uint32_t)place, .width = is_array ? 0 : e->width};
  vec_push(&blaster->entries, entry);
  if (blaster->entries.count * 2 > blaster->slot_count)
    rehash(blaster, blaster->slot_count * 2);
  else
    insert_slot(blaster, (uint32_t)blaster->entries.count - 1);
}

static const struct blasted *find_child(const struct blaster *blaster, const struct expr *e,
                                        unsigned number) {
  return find_entry(blaster, expr_child(e, number));
}

/* Valid until the next make_room. */
static const gate_lit *child_lits(const struct blaster *blaster, const struct expr *e,
                                  unsigned number) {
  return blaster->lits.data + find_child(blaster, e, number)->place;
}

/* Room for a result, which add_entry then records. Look up the children's literals after this
   call. */
static gate_lit *make_room(struct blaster *blaster, unsigned width) {
  vec_reserve(&blaster->lits, blaster->lits.count + width);
  gate_lit *room = blaster->lits.data + blaster->lits.count;
  blaster->lits.count += width;
  return room;
}

/* One kind each. */

static void blast_const(const struct expr *e, gate_lit *out) {
  uint64_t words[EXPR_MAX_WIDTH / 64];
  expr_const_get_words(e, words);
  for (unsigned i = 0; i < e->width; i++)
    out[i] = words[i / 64] >> (i % 64) & 1 ? GATE_TRUE : GATE_FALSE;
}

static void blast_input(struct blaster *blaster, const struct expr *e, gate_lit *out) {
  const struct expr_array *array = expr_array_of(blaster->exprs, e);
  gate_lit first =
      input_bits(&blaster->inputs, &blaster->gates, array->number, expr_input_index(e), e->width);
  for (unsigned i = 0; i < e->width; i++) out[i] = first + 2 * i;
}

static void blast_read(struct blaster *blaster, const struct expr *e, gate_lit *out) {
  struct expr_range range = expr_range_of(expr_child(e, 1));
  arrays_read(&blaster->arrays, find_child(blaster, e, 0)->place, child_lits(blaster, e, 1),
              range.umin, range.umax, out);
}

static bool is_minus_one(const struct expr *e) {
  if (!expr_is_const(e)) return false;
  uint64_t words[EXPR_MAX_WIDTH / 64];
  expr_const_get_words(e, words);
  for (unsigned i = 0; i < e->width; i++)
    if ((words[i / 64] >> (i % 64) & 1) == 0) return false;
  return true;
}

/* The operand x if e is x * -1. */
static const struct expr *negated_operand(const struct expr *e) {
  if (e->kind != EXPR_MUL) return NULL;
  if (is_minus_one(expr_child(e, 0))) return expr_child(e, 1);
  return is_minus_one(expr_child(e, 1)) ? expr_child(e, 0) : NULL;
}

static void blast_add(struct blaster *blaster, const struct expr *e, gate_lit *out) {
  struct gates *gates = &blaster->gates;
  for (unsigned k = 0; k < 2; k++) {
    const struct expr *negated = negated_operand(expr_child(e, k));
    if (negated == NULL) continue;
    const gate_lit *a = child_lits(blaster, e, 1 - k);
    const gate_lit *b = blaster->lits.data + find_entry(blaster, negated)->place;
    for (unsigned i = 0; i < e->width; i++) out[i] = gate_not(b[i]);
    word_add(gates, e->width, a, out, GATE_TRUE, out);
    return;
  }
  word_add(gates, e->width, child_lits(blaster, e, 0), child_lits(blaster, e, 1), GATE_FALSE, out);
}

static void blast_division(struct blaster *blaster, const struct expr *e, const gate_lit *a,
                           const gate_lit *b, gate_lit *out) {
  struct gates *gates = &blaster->gates;
  gate_lit other[EXPR_MAX_WIDTH];
  switch (e->kind) {
  case EXPR_UDIV: word_divide(gates, e->width, a, b, out, other); break;
  case EXPR_UREM: word_divide(gates, e->width, a, b, other, out); break;
  case EXPR_SDIV: word_signed_divide(gates, e->width, a, b, out, other); break;
  default: word_signed_divide(gates, e->width, a, b, other, out); break;
  }
}

static const struct expr *without_extension(const struct expr *e, enum expr_kind kind) {
  return e->kind == kind ? expr_child(e, 0) : e;
}

/* If e is a product of a division and its divisor, the division, else NULL; both factors may be
   extended according to their sign. */
static const struct expr *find_quotient(const struct expr *e) {
  for (unsigned k = 0; k < 2; k++) {
    for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
      enum expr_kind extension = is_signed ? EXPR_SEXT : EXPR_ZEXT;
      const struct expr *factor = without_extension(expr_child(e, k), extension);
      const struct expr *other = without_extension(expr_child(e, 1 - k), extension);
      if (factor->kind == (is_signed ? EXPR_SDIV : EXPR_UDIV) && expr_child(factor, 1) == other)
        return factor;
    }
  }
  return NULL;
}

/* The least number divided by -1: the quotient is too large by one, which matters only in a wider
   product. */
static gate_lit is_too_large(struct gates *gates, unsigned width, const gate_lit *a,
                             const gate_lit *b) {
  gate_lit result = gate_and(gates, a[width - 1], b[width - 1]);
  for (unsigned i = 0; i + 1 < width; i++)
    result = gate_and(gates, result, gate_and(gates, gate_not(a[i]), b[i]));
  return result;
}

static void extend(unsigned from, unsigned to, bool is_signed, gate_lit *word) {
  for (unsigned i = from; i < to; i++) word[i] = is_signed ? word[from - 1] : GATE_FALSE;
}

/* (a / b) * b + a % b = a is too hard to prove from the gates of a division and a product, so it is
   asserted wherever such a product occurs. Asserting it for every division made programs that print
   numbers two to three times slower. */
static void relate_product(struct blaster *blaster, const struct expr *e, gate_lit *product) {
  struct gates *gates = &blaster->gates;
  const struct expr *division = find_quotient(e);
  if (division == NULL) return;
  const struct blasted *a_entry = find_child(blaster, division, 0);
  const struct blasted *b_entry = find_child(blaster, division, 1);
  if (a_entry == NULL || b_entry == NULL)
    return; /* the entry was dropped after the division was
               made */
  unsigned width = division->width;
  bool is_signed = division->kind == EXPR_SDIV;
  const gate_lit *b = blaster->lits.data + b_entry->place;
  gate_lit a[EXPR_MAX_WIDTH], quotient[EXPR_MAX_WIDTH], remainder[EXPR_MAX_WIDTH];
  gate_lit fact = GATE_TRUE, is_excepted = GATE_FALSE;
  memcpy(a, blaster->lits.data + a_entry->place, width * sizeof *a);
  if (is_signed) {
    word_signed_divide(gates, width, a, b, quotient, remainder);
    if (width < e->width) is_excepted = is_too_large(gates, width, a, b);
  } else {
    word_divide(gates, width, a, b, quotient, remainder);
  }
  extend(width, e->width, is_signed, a);
  extend(width, e->width, is_signed, remainder);
  if (!is_signed) fact = word_less(gates, e->width, product, a, true);
  word_add(gates, e->width, product, remainder, GATE_FALSE, remainder);
  fact = gate_and(gates, fact, word_equal(gates, e->width, remainder, a));
  gates_add_hint(gates, product, e->width, gate_or(gates, is_excepted, fact));
}

static void blast_bitwise(struct gates *gates, const struct expr *e, const gate_lit *a,
                          const gate_lit *b, gate_lit *out) {
  for (unsigned i = 0; i < e->width; i++)
    out[i] = e->kind == EXPR_AND  ? gate_and(gates, a[i], b[i])
             : e->kind == EXPR_OR ? gate_or(gates, a[i], b[i])
                                  : gate_xor(gates, a[i], b[i]);
}

static void blast_binary(struct blaster *blaster, const struct expr *e, gate_lit *out) {
  struct gates *gates = &blaster->gates;
  const gate_lit *a = child_lits(blaster, e, 0), *b = child_lits(blaster, e, 1);
  unsigned width = expr_child(e, 0)->width;
  switch (e->kind) {
  case EXPR_CONCAT:
    memcpy(out, b, expr_child(e, 1)->width * sizeof *out);
    memcpy(out + expr_child(e, 1)->width, a, width * sizeof *out);
    return;
  case EXPR_MUL:
    word_multiply(gates, width, a, b, out);
    relate_product(blaster, e, out);
    return;
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM: blast_division(blaster, e, a, b, out); return;
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR: blast_bitwise(gates, e, a, b, out); return;
  case EXPR_SHL: word_shift_left(gates, width, a, b, out); return;
  case EXPR_LSHR: word_shift_right(gates, width, a, b, GATE_FALSE, out); return;
  case EXPR_ASHR: word_shift_right(gates, width, a, b, a[width - 1], out); return;
  case EXPR_EQ: *out = word_equal(gates, width, a, b); return;
  case EXPR_ULT: *out = word_less(gates, width, a, b, false); return;
  case EXPR_ULE: *out = word_less(gates, width, a, b, true); return;
  case EXPR_SLT: *out = word_signed_less(gates, width, a, b, false); return;
  case EXPR_SLE: *out = word_signed_less(gates, width, a, b, true); return;
  default: FAULT("no translation for expressions of kind %d", e->kind);
  }
}

static void blast_extension(struct blaster *blaster, const struct expr *e, gate_lit *out) {
  const gate_lit *a = child_lits(blaster, e, 0);
  unsigned width = expr_child(e, 0)->width;
  memcpy(out, a, width * sizeof *out);
  for (unsigned i = width; i < e->width; i++)
    out[i] = e->kind == EXPR_SEXT ? a[width - 1] : GATE_FALSE;
}

static void blast_value(struct blaster *blaster, const struct expr *e, gate_lit *out) {
  switch (e->kind) {
  case EXPR_CONST: blast_const(e, out); return;
  case EXPR_INPUT: blast_input(blaster, e, out); return;
  case EXPR_READ: blast_read(blaster, e, out); return;
  case EXPR_NOT: {
    const gate_lit *a = child_lits(blaster, e, 0);
    for (unsigned i = 0; i < e->width; i++) out[i] = gate_not(a[i]);
    return;
  }
  case EXPR_ZEXT:
  case EXPR_SEXT: blast_extension(blaster, e, out); return;
  case EXPR_ADD: blast_add(blaster, e, out); return;
  case EXPR_ITE:
    word_mux(&blaster->gates, e->width, *child_lits(blaster, e, 0), child_lits(blaster, e, 1),
             child_lits(blaster, e, 2), out);
    return;
  default: break;
  }
  if (!expr_is_float(e)) {
    blast_binary(blaster, e, out);
    return;
  }
  const gate_lit *children[3];
  for (unsigned k = 0; k < expr_child_count(e); k++) children[k] = child_lits(blaster, e, k);
  blast_float(&blaster->gates, e, children, out);
}

/* Bits known from the ranges of expressions but not from the gates, such as the high bits of a sum
   of a hundred bits: to the gates, each addition may make it longer. */
static void fix_known_bits(const struct expr *e, gate_lit *out) {
  if (e->width > 64 || e->kind <= EXPR_INPUT) return;
  struct expr_range range = expr_range_of(e);
  if ((range.zeros | range.ones) == 0) return;
  for (unsigned i = 0; i < e->width; i++)
    if ((range.zeros | range.ones) >> i & 1) out[i] = range.ones >> i & 1 ? GATE_TRUE : GATE_FALSE;
}

static void blast_node(struct blaster *blaster, struct expr *e) {
  struct arrays *arrays = &blaster->arrays;
  switch (e->kind) {
  case EXPR_ARRAY:
    add_entry(blaster, e, arrays_add_base(arrays, expr_array_of(blaster->exprs, e)));
    return;
  case EXPR_STORE:
    add_entry(blaster, e,
              arrays_add_store(arrays, find_child(blaster, e, 0)->place, child_lits(blaster, e, 1),
                               child_lits(blaster, e, 2)));
    return;
  case EXPR_EXTRACT:
    add_entry(blaster, e, find_child(blaster, e, 0)->place + expr_extract_low(e));
    return;
  default: break;
  }
  size_t place = blaster->lits.count;
  gate_lit *out = make_room(blaster, e->width);
  blast_value(blaster, e, out);
  fix_known_bits(e, out);
  add_entry(blaster, e, place);
}

/* Pushes the children that are not translated yet; false if there were any. The children of a
   negation inside a sum count as the sum's. */
static bool has_children(struct blaster *blaster, struct expr *e) {
  size_t before = blaster->stack.count;
  for (unsigned k = expr_child_count(e); k-- > 0;) {
    struct expr *child = expr_child(e, k);
    if (e->kind == EXPR_ADD) {
      const struct expr *other = expr_child(e, 1 - k);
      const struct expr *negated = negated_operand(child);
      bool is_taken = negated != NULL && (k == 0 || negated_operand(other) == NULL);
      if (is_taken) child = (struct expr *)negated;
    }
    struct blasted *entry = find_entry(blaster, child);
    if (entry == NULL)
      vec_push(&blaster->stack, child);
    else
      entry->age = 0;
  }
  return blaster->stack.count == before;
}

/* NULL if the deadline passed; what has been translated by then stays. */
static const struct blasted *translate(struct blaster *blaster, struct expr *root,
                                       const struct deadline *deadline) {
  struct blasted *known = find_entry(blaster, root);
  if (known != NULL) {
    known->age = 0;
    return known;
  }
  unsigned steps = 0;
  size_t gates = blaster->gates.list.count; /* a division has thousands */
  vec_push(&blaster->stack, root);
  while (blaster->stack.count > 0) {
    struct expr *e = vec_last(&blaster->stack);
    bool is_due =
        ++steps % STEPS_PER_LOOK == 0 || blaster->gates.list.count - gates > GATES_PER_LOOK;
    if (is_due && deadline_is_over(deadline)) {
      vec_clear(&blaster->stack);
      return NULL;
    }
    if (is_due) gates = blaster->gates.list.count;
    if (find_entry(blaster, e) != NULL) {
      vec_pop(&blaster->stack); /* two parents pushed it */
    } else if (has_children(blaster, e)) {
      vec_pop(&blaster->stack);
      blast_node(blaster, e);
    }
  }
  return find_entry(blaster, root);
}

bool blaster_literal(struct blaster *blaster, struct expr *e, const struct deadline *deadline,
                     gate_lit *literal) {
  REQUIRE(e->width == 1);
  const struct blasted *entry = translate(blaster, e, deadline);
  if (entry != NULL) *literal = blaster->lits.data[entry->place];
  return entry != NULL;
}

/* Removes the literals of dropped translations; extracts stop sharing. */
static void compact_entries(struct blaster *blaster) {
  gate_lit *old = blaster->lits.data;
  blaster->lits.data = NULL;
  blaster->lits.count = blaster->lits.capacity = 0;
  for (size_t i = 0; i < blaster->entries.count; i++) {
    struct blasted *entry = &blaster->entries.data[i];
    if (entry->width == 0) continue;
    size_t place = blaster->lits.count;
    memcpy(make_room(blaster, entry->width), old + entry->place, entry->width * sizeof *old);
    entry->place = (uint32_t)place;
  }
  free(old);
  size_t slot_count = 1024;
  while (slot_count < 2 * blaster->entries.count) slot_count *= 2;
  rehash(blaster, slot_count);
}

void blaster_grow_older(struct blaster *blaster) {
  size_t kept = 0;
  for (size_t i = 0; i < blaster->entries.count; i++) {
    struct blasted entry = blaster->entries.data[i];
    if (entry.age++ < 2) blaster->entries.data[kept++] = entry;
  }
  if (kept == blaster->entries.count) return;
  blaster->entries.count = kept;
  compact_entries(blaster);
}
