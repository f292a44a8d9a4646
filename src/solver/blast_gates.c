/* Gates with structural hashing. Every constructor first tries to do without a new gate:
   constants, equal and opposite inputs, and rules that look one level down (for
   conjunctions those of Brummayer and Biere, Local Two-Level And-Inverter Graph
   Minimization without Blowup, 2006). Negations are pulled out of exclusive-or and
   full adders, so that a < b and b <= a, or a + b and a - ~b - 1, are the same gates.

   Sum and carry of a full adder are gates of their own rather than five conjunctions:
   they become two variables and 14 clauses that propagate in all directions. */
#include "solver/blast_gates.h"

#include "util/fault.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1 << 10 };

void gates_init(struct gates *gates) {
  *gates = (struct gates){.slot_count = FIRST_SLOTS};
  gates->slots = alloc_zeroed(FIRST_SLOTS * sizeof *gates->slots);
  vec_push(&gates->list, (struct gate){.kind = GATE_CONST});
  vec_push(&gates->definitions, (struct gate_definition){0});
  vec_push(&gates->hints, GATE_TRUE);
}

void gates_free(struct gates *gates) {
  vec_free(&gates->list);
  for (size_t i = 0; i < gates->definitions.count; i++) free(gates->definitions.data[i].lits);
  vec_free(&gates->definitions);
  vec_free(&gates->hints);
  free(gates->slots);
  gates->slots = NULL;
}

size_t gates_bytes(const struct gates *gates) {
  size_t bytes = gates->list.capacity * sizeof *gates->list.data +
                 gates->slot_count * sizeof *gates->slots +
                 gates->definitions.capacity * sizeof *gates->definitions.data;
  for (size_t i = 0; i < gates->definitions.count; i++)
    bytes += (gates->definitions.data[i].asserted + gates->definitions.data[i].needed) *
             sizeof *gates->definitions.data[i].lits;
  return bytes;
}

static inline size_t hash_gate(uint8_t kind, uint32_t a, uint32_t b, uint32_t c) {
  uint64_t h = (uint64_t)a * HASH_FACTOR;
  h = (h ^ (h >> 29) ^ b) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 32) ^ c ^ (uint64_t)kind << 40) * 0x94d049bb133111ebu;
  return (size_t)(h >> 20);
}

static void insert_slot(struct gates *gates, uint32_t number) {
  const struct gate *gate = &gates->list.data[number];
  size_t mask = gates->slot_count - 1, slot = hash_gate(gate->kind, gate->a, gate->b, gate->c);
  while (gates->slots[slot & mask] != 0) slot++;
  gates->slots[slot & mask] = number;
}

static void rehash(struct gates *gates, size_t slot_count) {
  free(gates->slots);
  gates->slots = alloc_zeroed(slot_count * sizeof *gates->slots);
  gates->slot_count = slot_count;
  gates->hashed = 0;
  for (uint32_t i = 1; i < gates->list.count; i++) {
    if (gates->list.data[i].kind == GATE_FREE) continue;
    insert_slot(gates, i);
    gates->hashed++;
  }
}

static inline void use(struct gates *gates, gate_lit a) {
  uint8_t *uses = &gates->list.data[gate_of(a)].uses;
  if (*uses < GATE_MANY_USES) ++*uses;
}

static gate_lit add_gate(struct gates *gates, struct gate gate) {
  REQUIRE(gates->list.count < UINT32_MAX / 2);
  vec_push(&gates->list, gate);
  return (gate_lit)(gates->list.count - 1) << 1;
}

static gate_lit find_gate(struct gates *gates, enum gate_kind kind, uint32_t a, uint32_t b,
                          uint32_t c) {
  size_t mask = gates->slot_count - 1, slot = hash_gate((uint8_t)kind, a, b, c);
  for (; gates->slots[slot & mask] != 0; slot++) {
    uint32_t number = gates->slots[slot & mask];
    const struct gate *gate = &gates->list.data[number];
    if (gate->a == a && gate->b == b && gate->c == c && gate->kind == kind) return number << 1;
  }
  gates->slots[slot & mask] = (uint32_t)gates->list.count;
  use(gates, a);
  use(gates, b);
  if (kind >= GATE_MUX) use(gates, c);
  gate_lit result = add_gate(gates, (struct gate){.a = a, .b = b, .c = c, .kind = (uint8_t)kind});
  if (++gates->hashed * 2 > gates->slot_count) rehash(gates, gates->slot_count * 2);
  return result;
}

gate_lit gate_free(struct gates *gates, uint32_t definition, uint32_t b, uint32_t c) {
  return add_gate(gates, (struct gate){.a = definition, .b = b, .c = c, .kind = GATE_FREE});
}

static inline void swap(gate_lit *a, gate_lit *b) {
  gate_lit t = *a;
  *a = *b;
  *b = t;
}

static inline void sort_two(gate_lit *a, gate_lit *b) {
  if (*a > *b) swap(a, b);
}

static inline const struct gate *inside(const struct gates *gates, gate_lit a) {
  return &gates->list.data[gate_of(a)];
}

enum step { STEP_NONE, STEP_DONE, STEP_AGAIN };

/* a & b, looking only inside a. STEP_DONE: *a is the result; STEP_AGAIN: *a was replaced by
   something smaller. */
static enum step look_into_one(const struct gates *gates, gate_lit *a, gate_lit b) {
  const struct gate *in = inside(gates, *a);
  if (in->kind == GATE_AND) {
    bool is_same = in->a == b || in->b == b;
    bool is_opposite = in->a == gate_not(b) || in->b == gate_not(b);
    if (!is_same && !is_opposite) return STEP_NONE;
    if (!gate_is_negated(*a)) { /* (x & y) & x = x & y; (x & y) & ~x = 0 */
      if (is_opposite) *a = GATE_FALSE;
      return STEP_DONE;
    }
    if (is_opposite) { /* ~(x & y) & ~x = ~x */
      *a = b;
      return STEP_DONE;
    }
    *a = gate_not(in->a == b ? in->b : in->a); /* ~(x & y) & x = x & ~y */
    return STEP_AGAIN;
  }
  if (in->kind == GATE_XOR) { /* (x ^ y) & x = ~y & x */
    gate_lit other;
    if (gate_of(in->a) == gate_of(b))
      other = in->b;
    else if (gate_of(in->b) == gate_of(b))
      other = in->a;
    else
      return STEP_NONE;
    *a = other ^ (gate_is_negated(b) ^ gate_is_negated(*a) ^ 1);
    return STEP_AGAIN;
  }
  if (in->kind == GATE_MUX && gate_of(in->a) == gate_of(b)) { /* (s ? x : y) & s = x & s */
    *a = (gate_is_negated(b) ? in->c : in->b) ^ gate_is_negated(*a);
    return STEP_AGAIN;
  }
  return STEP_NONE;
}

/* a & b where both are conjunctions or their negations. */
static enum step look_into_both(const struct gates *gates, gate_lit *a, gate_lit *b) {
  const struct gate *x = inside(gates, *a), *y = inside(gates, *b);
  if (x->kind != GATE_AND || y->kind != GATE_AND) return STEP_NONE;
  bool is_a_negated = gate_is_negated(*a), is_b_negated = gate_is_negated(*b);
  bool clashes = x->a == gate_not(y->a) || x->a == gate_not(y->b) || x->b == gate_not(y->a) ||
                 x->b == gate_not(y->b);
  if (!is_a_negated && !is_b_negated) { /* (x & y) & (~x & z) = 0 */
    if (clashes) *a = GATE_FALSE;
    return clashes ? STEP_DONE : STEP_NONE;
  }
  if (is_a_negated && is_b_negated) { /* ~(x & y) & ~(x & ~y) = ~x */
    if ((x->a == y->a && x->b == gate_not(y->b)) || (x->a == y->b && x->b == gate_not(y->a))) {
      *a = gate_not(x->a);
      return STEP_DONE;
    }
    if ((x->b == y->b && x->a == gate_not(y->a)) || (x->b == y->a && x->a == gate_not(y->b))) {
      *a = gate_not(x->b);
      return STEP_DONE;
    }
    return STEP_NONE;
  }
  gate_lit *negated = is_a_negated ? a : b;
  const struct gate *in = is_a_negated ? x : y, *other = is_a_negated ? y : x;
  if (clashes) { /* ~(x & y) & (~x & z) = ~x & z */
    *a = is_a_negated ? *b : *a;
    return STEP_DONE;
  }
  if (in->a == other->a || in->a == other->b) { /* ~(x & y) & (x & z) = ~y & (x & z) */
    *negated = gate_not(in->b);
    return STEP_AGAIN;
  }
  if (in->b == other->a || in->b == other->b) {
    *negated = gate_not(in->a);
    return STEP_AGAIN;
  }
  return STEP_NONE;
}

gate_lit gate_and(struct gates *gates, gate_lit a, gate_lit b) {
  for (;;) {
    sort_two(&a, &b);
    if (a == GATE_FALSE || a == gate_not(b)) return GATE_FALSE;
    if (a == GATE_TRUE || a == b) return b;
    enum step step = look_into_one(gates, &a, b);
    if (step == STEP_DONE) return a;
    if (step == STEP_AGAIN) continue;
    step = look_into_one(gates, &b, a);
    if (step == STEP_DONE) return b;
    if (step == STEP_AGAIN) continue;
    step = look_into_both(gates, &a, &b);
    if (step == STEP_DONE) return a;
    if (step == STEP_NONE) return find_gate(gates, GATE_AND, a, b, 0);
  }
}

gate_lit gate_xor(struct gates *gates, gate_lit a, gate_lit b) {
  gate_lit sign = (a ^ b) & 1;
  a &= ~1u, b &= ~1u;
  sort_two(&a, &b);
  if (a == b) return sign;
  if (a == GATE_FALSE) return b ^ sign;
  const struct gate *in = inside(gates, b); /* x ^ (x ^ y) = y */
  if (in->kind == GATE_XOR && in->a == a) return in->b ^ sign;
  if (in->kind == GATE_XOR && in->b == a) return in->a ^ sign;
  return find_gate(gates, GATE_XOR, a, b, 0) ^ sign;
}

/* s ? (s ? x : y) : z = s ? x : z; returns the branch taken, or a itself. */
static gate_lit follow_selector(const struct gates *gates, gate_lit s, gate_lit a, bool is_then) {
  const struct gate *in = inside(gates, a);
  if (in->kind != GATE_MUX || in->a != s) return a;
  return (is_then ? in->b : in->c) ^ gate_is_negated(a);
}

/* Rules that turn s ? a : b with a nested multiplexer into one multiplexer; true if the three
   changed. The new selector is one gate for all bits of a word. */
static bool join_nested(struct gates *gates, gate_lit *s, gate_lit *a, gate_lit *b) {
  const struct gate *in = inside(gates, *b);
  gate_lit sign = gate_is_negated(*b);
  if (in->kind == GATE_MUX && (in->b ^ sign) == *a) { /* s ? x : (t ? x : y) = s|t ? x : y */
    gate_lit rest = in->c ^ sign;
    *s = gate_or(gates, *s, in->a);
    *b = rest;
    return true;
  }
  if (in->kind == GATE_MUX && (in->c ^ sign) == *a) { /* s ? x : (t ? y : x) = s|~t ? x : y */
    gate_lit rest = in->b ^ sign;
    *s = gate_or(gates, *s, gate_not(in->a));
    *b = rest;
    return true;
  }
  in = inside(gates, *a);
  sign = gate_is_negated(*a);
  if (in->kind == GATE_MUX && (in->c ^ sign) == *b) { /* s ? (t ? x : y) : y = s&t ? x : y */
    gate_lit rest = in->b ^ sign;
    *s = gate_and(gates, *s, in->a);
    *a = rest;
    return true;
  }
  if (in->kind == GATE_MUX && (in->b ^ sign) == *b) { /* s ? (t ? y : x) : y = s&~t ? x : y */
    gate_lit rest = in->c ^ sign;
    *s = gate_and(gates, *s, gate_not(in->a));
    *a = rest;
    return true;
  }
  return false;
}

gate_lit gate_mux(struct gates *gates, gate_lit s, gate_lit a, gate_lit b) {
  do {
    if (gate_is_negated(s)) {
      s = gate_not(s);
      swap(&a, &b);
    }
    if (s == GATE_FALSE) return b;
    a = follow_selector(gates, s, a, true);
    b = follow_selector(gates, s, b, false);
    if (a == b) return a;
    if (a == GATE_TRUE || a == s) return gate_or(gates, s, b);
    if (a == GATE_FALSE || a == gate_not(s)) return gate_and(gates, gate_not(s), b);
    if (b == GATE_TRUE || b == gate_not(s)) return gate_or(gates, gate_not(s), a);
    if (b == GATE_FALSE || b == s) return gate_and(gates, s, a);
    if (a == gate_not(b)) return gate_xor(gates, s, b);
  } while (join_nested(gates, &s, &a, &b));
  gate_lit sign = gate_is_negated(a);
  return find_gate(gates, GATE_MUX, s, a ^ sign, b ^ sign) ^ sign;
}

gate_lit gate_sum(struct gates *gates, gate_lit a, gate_lit b, gate_lit c) {
  gate_lit sign = (a ^ b ^ c) & 1;
  a &= ~1u, b &= ~1u, c &= ~1u;
  sort_two(&a, &b);
  sort_two(&b, &c);
  sort_two(&a, &b);
  if (a == GATE_FALSE) return gate_xor(gates, b, c) ^ sign;
  if (a == b) return c ^ sign;
  if (b == c) return a ^ sign;
  return find_gate(gates, GATE_SUM, a, b, c) ^ sign;
}

gate_lit gate_carry(struct gates *gates, gate_lit a, gate_lit b, gate_lit c) {
  sort_two(&a, &b);
  sort_two(&b, &c);
  sort_two(&a, &b);
  if (a == GATE_FALSE) return gate_and(gates, b, c);
  if (a == GATE_TRUE) return gate_or(gates, b, c);
  if (a == b) return a;
  if (b == c) return b;
  if (a == gate_not(b)) return c;
  if (b == gate_not(c)) return a;
  gate_lit sign = gate_is_negated(a); /* the majority of negated inputs is the negated majority */
  return find_gate(gates, GATE_CARRY, a ^ sign, b ^ sign, c ^ sign) ^ sign;
}

void gates_add_hint(struct gates *gates, const gate_lit *lits, size_t count, gate_lit fact) {
  if (fact == GATE_TRUE || gates->hints.count > UINT16_MAX) return;
  vec_push(&gates->hints, fact);
  for (size_t i = 0; i < count; i++) {
    struct gate *gate = &gates->list.data[gate_of(lits[i])];
    if (gate->kind >= GATE_AND && gate->hint == 0) gate->hint = (uint16_t)(gates->hints.count - 1);
  }
}

uint32_t gates_open_definition(struct gates *gates, uint32_t tag) {
  vec_push(&gates->definitions, (struct gate_definition){.tag = tag});
  return (uint32_t)(gates->definitions.count - 1);
}

void gates_close_definition(struct gates *gates, uint32_t number, const gate_lit *asserted,
                            size_t asserted_count, const gate_lit *needed, size_t needed_count) {
  struct gate_definition *definition = &gates->definitions.data[number];
  definition->lits = alloc_bytes((asserted_count + needed_count) * sizeof *definition->lits);
  definition->asserted = (uint32_t)asserted_count;
  definition->needed = (uint32_t)needed_count;
  if (asserted_count > 0) memcpy(definition->lits, asserted, asserted_count * sizeof *asserted);
  if (needed_count > 0)
    memcpy(definition->lits + asserted_count, needed, needed_count * sizeof *needed);
}

void gates_extend_definition(struct gates *gates, uint32_t number, gate_lit asserted) {
  struct gate_definition *definition = &gates->definitions.data[number];
  size_t count = (size_t)definition->asserted + definition->needed;
  definition->lits = alloc_resize(definition->lits, (count + 1) * sizeof *definition->lits);
  definition->lits[count] = definition->lits[definition->asserted];
  definition->lits[definition->asserted++] = asserted;
}
