/* Gates: boolean functions over free variables. Equal structure is the same gate, so a literal
   stands for a function, and sharing is found that expressions do not show.

   A literal is twice the gate's number, plus 1 where it is negated. Inputs of a gate have
   smaller numbers than the gate itself. */
#ifndef SOLVER_BLAST_GATES_H
#define SOLVER_BLAST_GATES_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t gate_lit;

enum { GATE_FALSE = 0, GATE_TRUE = 1 };

enum gate_kind {
  GATE_CONST, /* gate 0: false */
  GATE_FREE,  /* a: number of its definition, or 0; b, c: free for its owner */
  GATE_AND,   /* a < b */
  GATE_XOR,   /* a < b, both positive */
  GATE_MUX,   /* a ? b : c; a and b positive */
  GATE_SUM,   /* a ^ b ^ c; a < b < c, all positive */
  GATE_CARRY  /* at least two of a, b, c; a < b < c, a positive */
};

struct gate {
  uint32_t a, b, c;
  uint8_t kind;
  uint8_t uses;  /* gates that read it, up to GATE_MANY_USES */
  uint16_t hint; /* number of a fact that always holds and helps the readers of the gate; 0: none */
};

enum { GATE_MANY_USES = 2 };

/* Ties free gates to others: a user of one of them must assert the literals [0, asserted) and make
   sure that the `needed` literals after them get values, for later checks. The tag is the
   owner's. */
struct gate_definition {
  gate_lit *lits;
  uint32_t asserted, needed;
  uint32_t tag;
};

struct gates {
  VEC(struct gate) list;
  uint32_t *slots; /* gate numbers, 0 where empty */
  size_t slot_count, hashed;
  VEC(struct gate_definition) definitions; /* number 0 is unused */
  VEC(gate_lit) hints;                     /* number 0 is unused */
};

void gates_init(struct gates *gates);
void gates_free(struct gates *gates);
size_t gates_bytes(const struct gates *gates);

static inline gate_lit gate_not(gate_lit a) { return a ^ 1; }
static inline uint32_t gate_of(gate_lit a) { return a >> 1; }
static inline bool gate_is_negated(gate_lit a) { return (a & 1) != 0; }
static inline bool gate_is_const(gate_lit a) { return a <= GATE_TRUE; }

gate_lit gate_free(struct gates *gates, uint32_t definition, uint32_t b, uint32_t c);
gate_lit gate_and(struct gates *gates, gate_lit a, gate_lit b);
gate_lit gate_xor(struct gates *gates, gate_lit a, gate_lit b);
gate_lit gate_mux(struct gates *gates, gate_lit selector, gate_lit a, gate_lit b);
/* The two outputs of a full adder. */
gate_lit gate_sum(struct gates *gates, gate_lit a, gate_lit b, gate_lit c);
gate_lit gate_carry(struct gates *gates, gate_lit a, gate_lit b, gate_lit c);

static inline gate_lit gate_or(struct gates *gates, gate_lit a, gate_lit b) {
  return gate_not(gate_and(gates, gate_not(a), gate_not(b)));
}
static inline gate_lit gate_equal(struct gates *gates, gate_lit a, gate_lit b) {
  return gate_not(gate_xor(gates, a, b));
}

/* Attaches a fact to gates that have none yet; it must follow from the definition of the gates. */
void gates_add_hint(struct gates *gates, const gate_lit *lits, size_t count, gate_lit fact);

/* Definitions are numbered before their free gates exist and closed when they are complete. Borrows
   the literals. */
uint32_t gates_open_definition(struct gates *gates, uint32_t tag);
void gates_close_definition(struct gates *gates, uint32_t definition, const gate_lit *asserted,
                            size_t asserted_count, const gate_lit *needed, size_t needed_count);
/* Asserts one more literal from now on. */
void gates_extend_definition(struct gates *gates, uint32_t definition, gate_lit asserted);

#endif
