/* Deferred reads, checked against an assignment that the SAT solver found (lemmas on
   demand: Brummayer and Biere, Lemmas on Demand for the Extensional Theory of Arrays,
   2009; without extensionality, since arrays are never compared).

   For a read of index i with value v, exactly one of these applies, and is added as a constraint if
   it is violated:
     over stores     the first store whose index equals i gives v; if none does, v is what
                     the array below all stores gives at i;
     in a table      v is the table's element; a whole block of the table around i is
                     added at once;
     in an input     v is the input's element where that matters to the query, and reads
                     of equal indices give equal values.
   The constraints are array axioms, so they are valid for all queries. Each excludes the assignment
   that violated it, and there are finitely many. */
#include "solver/blast_array.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/blast_cnf.h"
#include "solver/blast_cone.h"
#include "solver/blast_input.h"
#include "solver/blast_word.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_BLOCK_BITS = 10, INPUT_BLOCK_BITS = 6 };

/* Collected first and added later: adding a clause destroys the assignment. */
struct violation {
  enum { VIOLATED_STORE, VIOLATED_BASE, VIOLATED_TABLE, VIOLATED_INPUT, VIOLATED_PAIR } kind;
  uint32_t read;
  uint32_t other; /* the term of the store, or the other read */
  uint64_t index;
};

/* The read of an input array that was seen at an index. */
struct seen {
  uint64_t index;
  uint32_t array;
  uint32_t read; /* 0: empty */
};

struct refinement {
  struct arrays *arrays;
  struct cnf *cnf;
  const struct cone *cone;
  VEC(struct violation) violations;
  struct seen *seen;
  size_t seen_capacity;
};

static uint64_t value_of(const struct cnf *cnf, const gate_lit *lits, unsigned width) {
  uint64_t value = 0;
  for (unsigned i = 0; i < width; i++)
    if (cnf_value(cnf, lits[i])) value |= (uint64_t)1 << i;
  return value;
}

static uint64_t lits_value(const struct refinement *refinement, uint32_t place, unsigned width) {
  return value_of(refinement->cnf, refinement->arrays->lits.data + place, width);
}

static void add_violation(struct refinement *refinement, int kind, uint32_t read, uint32_t other,
                          uint64_t index) {
  struct violation violation = {.read = read, .other = other, .index = index};
  violation.kind = kind;
  vec_push(&refinement->violations, violation);
}

static struct seen *find_seen(const struct refinement *refinement, uint32_t array, uint64_t index) {
  size_t mask = refinement->seen_capacity - 1;
  size_t slot = (index ^ (uint64_t)array << 32) * HASH_FACTOR >> 20;
  struct seen *seen = refinement->seen;
  while (seen[slot & mask].read != 0 &&
         (seen[slot & mask].index != index || seen[slot & mask].array != array))
    slot++;
  return &seen[slot & mask];
}

static uint32_t element_number(const struct inputs *inputs, const struct input_element *element) {
  return (uint32_t)(element - inputs->list.data);
}

/* Against the first read of the same array at the same index. */
static void check_pair(struct refinement *refinement, uint32_t number, uint64_t index,
                       uint64_t value) {
  const struct arrays *arrays = refinement->arrays;
  const struct expr_array *array = arrays->terms.data[arrays->reads.data[number].term].array;
  struct seen *seen = find_seen(refinement, array->number, index);
  if (seen->read == 0) {
    *seen = (struct seen){index, array->number, number};
    return;
  }
  uint32_t other = arrays->reads.data[seen->read].lits + array->index_width;
  if (lits_value(refinement, other, array->element_width) != value)
    add_violation(refinement, VIOLATED_PAIR, number, seen->read, index);
}

static void check_input(struct refinement *refinement, uint32_t number, uint64_t index,
                        uint64_t value) {
  const struct arrays *arrays = refinement->arrays;
  const struct deferred_read *read = &arrays->reads.data[number];
  const struct expr_array *array = arrays->terms.data[read->term].array;
  const struct input_element *element = input_find(arrays->inputs, array->number, index);
  if (element != NULL &&
      cone_has_element(refinement->cone, element_number(arrays->inputs, element))) {
    for (unsigned bit = 0; bit < array->element_width; bit++) {
      gate_lit input = element->first + 2 * bit;
      /* Bits without a variable may have any value. */
      if (!cnf_has(refinement->cnf, input)) continue;
      if (cnf_value(refinement->cnf, input) == (value >> bit & 1)) continue;
      add_violation(refinement, VIOLATED_INPUT, number, 0, index);
      return;
    }
  }
  check_pair(refinement, number, index, value);
}

static void check_stores(struct refinement *refinement, uint32_t number, uint64_t index,
                         uint64_t value) {
  const struct arrays *arrays = refinement->arrays;
  const struct deferred_read *read = &arrays->reads.data[number];
  const struct expr_array *array = arrays->terms.data[read->term].array;
  uint32_t at = read->term;
  for (; arrays->terms.data[at].below != 0; at = arrays->terms.data[at].below) {
    uint32_t lits = arrays->terms.data[at].lits;
    if (lits_value(refinement, lits, array->index_width) != index) continue;
    if (lits_value(refinement, lits + array->index_width, array->element_width) != value)
      add_violation(refinement, VIOLATED_STORE, number, at, index);
    return;
  }
  if (!read->has_base) add_violation(refinement, VIOLATED_BASE, number, at, index);
}

static void check_read(struct refinement *refinement, uint32_t number) {
  const struct arrays *arrays = refinement->arrays;
  const struct deferred_read *read = &arrays->reads.data[number];
  const struct expr_array *array = arrays->terms.data[read->term].array;
  uint64_t index = lits_value(refinement, read->lits, array->index_width);
  uint64_t value = lits_value(refinement, read->lits + array->index_width, array->element_width);
  if (arrays->terms.data[read->term].below != 0) {
    check_stores(refinement, number, index, value);
    return;
  }
  if (array->size != 0 && index >= array->size) return; /* the reader masks it */
  if (array->table == NULL) {
    check_input(refinement, number, index, value);
    return;
  }
  if (expr_table_element(array, index) == value) return;
  add_violation(refinement, VIOLATED_TABLE, number, 0, index);
  check_pair(refinement, number, index, value);
}

/* Adding the violated constraints. */

/* premise -> a = b, permanently. As part of the read's definition it is also added to later
   instances of the SAT solver. */
static void add_constraint(struct refinement *refinement, uint32_t read, bool is_own,
                           gate_lit premise, unsigned width, const gate_lit *a, const gate_lit *b) {
  struct gates *gates = refinement->arrays->gates;
  for (unsigned i = 0; i < width; i++) {
    gate_lit is_equal = gate_equal(gates, a[i], b[i]);
    gate_lit clause[2] = {gate_not(premise), is_equal};
    cnf_add_clause(refinement->cnf, clause, 2);
    if (!is_own) continue;
    gate_lit asserted = gate_or(gates, clause[0], clause[1]);
    if (asserted != GATE_TRUE)
      gates_extend_definition(gates, refinement->arrays->reads.data[read].definition, asserted);
  }
}

/* A copy, because making gates and reads may move the original. */
static void copy_lits(const struct arrays *arrays, uint32_t place, unsigned width, gate_lit *out) {
  memcpy(out, arrays->lits.data + place, width * sizeof *out);
}

/* True where no store from the read's term down to `end` (exclusive) has the index. */
static gate_lit misses_stores(struct arrays *arrays, uint32_t term, uint32_t end, unsigned width,
                              const gate_lit *index) {
  gate_lit result = GATE_TRUE;
  for (; term != end; term = arrays->terms.data[term].below) {
    const gate_lit *other = arrays->lits.data + arrays->terms.data[term].lits;
    gate_lit is_hit = word_equal(arrays->gates, width, index, other);
    result = gate_and(arrays->gates, result, gate_not(is_hit));
  }
  return result;
}

static void add_store(struct refinement *refinement, const struct violation *violation,
                      const struct expr_array *array, const gate_lit *index,
                      const gate_lit *value) {
  struct arrays *arrays = refinement->arrays;
  struct deferred_read *read = &arrays->reads.data[violation->read];
  gate_lit premise = misses_stores(arrays, read->term, violation->other, array->index_width, index);
  if (violation->kind == VIOLATED_STORE) {
    uint32_t place = arrays->terms.data[violation->other].lits;
    const gate_lit *other = arrays->lits.data + place;
    gate_lit is_hit = word_equal(arrays->gates, array->index_width, index, other);
    add_constraint(refinement, violation->read, true, gate_and(arrays->gates, premise, is_hit),
                   array->element_width, value, other + array->index_width);
    return;
  }
  gate_lit below[64];
  arrays_read(arrays, violation->other, index, 0, UINT64_MAX >> (64 - array->index_width), below);
  arrays->reads.data[violation->read].has_base = true;
  add_constraint(refinement, violation->read, true, premise, array->element_width, value, below);
}

/* The aligned block of positions around the index. */
static void add_table(struct refinement *refinement, const struct violation *violation,
                      const struct expr_array *array, const gate_lit *index,
                      const gate_lit *value) {
  struct arrays *arrays = refinement->arrays;
  uint64_t first = violation->index >> TABLE_BLOCK_BITS << TABLE_BLOCK_BITS;
  uint64_t last = first | (((uint64_t)1 << TABLE_BLOCK_BITS) - 1);
  gate_lit bits[64], selected[64], is_here = GATE_TRUE;
  word_const(array->index_width, first, bits);
  for (unsigned i = 0; i < array->index_width; i++) {
    if (i < TABLE_BLOCK_BITS) {
      bits[i] = index[i];
      continue;
    }
    is_here = gate_and(arrays->gates, is_here, gate_equal(arrays->gates, bits[i], index[i]));
  }
  /* The reader masks what lies beyond the table. */
  arrays_select(arrays, array, bits, first, last, selected);
  add_constraint(refinement, violation->read, true, is_here, array->element_width, value, selected);
}

static void add_inputs(struct refinement *refinement, const struct violation *violation,
                       const struct expr_array *array, const gate_lit *index,
                       const gate_lit *value) {
  struct arrays *arrays = refinement->arrays;
  uint64_t mask = ((uint64_t)1 << INPUT_BLOCK_BITS) - 1, at = violation->index & ~mask;
  for (uint64_t end = at | mask;; at++) {
    const struct input_element *element = input_find(arrays->inputs, array->number, at);
    if (element != NULL &&
        cone_has_element(refinement->cone, element_number(arrays->inputs, element))) {
      gate_lit bits[64], input[64];
      for (unsigned bit = 0; bit < array->element_width; bit++)
        input[bit] = element->first + 2 * bit;
      word_const(array->index_width, at, bits);
      gate_lit is_here = word_equal(arrays->gates, array->index_width, index, bits);
      add_constraint(refinement, violation->read, false, is_here, array->element_width, value,
                     input);
    }
    if (at == end) return;
  }
}

static void add_violated(struct refinement *refinement, const struct violation *violation) {
  struct arrays *arrays = refinement->arrays;
  const struct deferred_read *read = &arrays->reads.data[violation->read];
  const struct expr_array *array = arrays->terms.data[read->term].array;
  gate_lit index[64], value[64];
  copy_lits(arrays, read->lits, array->index_width, index);
  copy_lits(arrays, read->lits + array->index_width, array->element_width, value);
  arrays->refinements++;
  switch (violation->kind) {
  case VIOLATED_STORE:
  case VIOLATED_BASE: add_store(refinement, violation, array, index, value); return;
  case VIOLATED_TABLE: add_table(refinement, violation, array, index, value); return;
  case VIOLATED_INPUT: add_inputs(refinement, violation, array, index, value); return;
  case VIOLATED_PAIR: break;
  }
  uint32_t place = arrays->reads.data[violation->other].lits;
  const gate_lit *other = arrays->lits.data + place;
  gate_lit is_same = word_equal(arrays->gates, array->index_width, index, other);
  add_constraint(refinement, violation->read, false, is_same, array->element_width, value,
                 other + array->index_width);
}

bool arrays_refine(struct arrays *arrays, struct cnf *cnf, const struct cone *cone) {
  if (cone->tags.count == 0) return false;
  struct refinement refinement = {.arrays = arrays, .cnf = cnf, .cone = cone};
  refinement.seen_capacity = 16;
  while (refinement.seen_capacity < 2 * cone->tags.count) refinement.seen_capacity *= 2;
  refinement.seen = alloc_zeroed(refinement.seen_capacity * sizeof *refinement.seen);
  for (size_t i = 0; i < cone->tags.count; i++) check_read(&refinement, cone->tags.data[i]);
  for (size_t i = 0; i < refinement.violations.count; i++)
    add_violated(&refinement, &refinement.violations.data[i]);
  bool has_any = refinement.violations.count > 0;
  vec_free(&refinement.violations);
  free(refinement.seen);
  return has_any;
}

void arrays_fill_model(const struct arrays *arrays, const struct cnf *cnf, const struct cone *cone,
                       struct assignment *model) {
  for (size_t i = 0; i < cone->tags.count; i++) {
    const struct deferred_read *read = &arrays->reads.data[cone->tags.data[i]];
    const struct array_term *term = &arrays->terms.data[read->term];
    if (term->below != 0 || term->array->table != NULL) continue;
    const gate_lit *lits = arrays->lits.data + read->lits;
    uint64_t index = value_of(cnf, lits, term->array->index_width);
    if (term->array->size != 0 && index >= term->array->size) continue;
    assignment_set(model, term->array->number, index,
                   value_of(cnf, lits + term->array->index_width, term->array->element_width));
  }
}
