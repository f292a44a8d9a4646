/* Clauses on demand (Tseitin, both directions, since the same gate is assumed in either polarity by
   different queries). Variables are handed out from the outputs towards the inputs without
   recursion: a gate gets its variable when it is first mentioned, and is put on the pending list.

   Conjunctions whose inner gates have no other reader become one gate of many inputs: the
   comparison of two words is a single variable instead of a chain of them. If an inner gate is
   needed later it gets its own clauses. */
#include "solver/blast_cnf.h"

#include "solver/deadline.h"
#include "util/fault.h"

#include <ccadical.h>
#include <limits.h>
#include <stdlib.h>

enum { GATES_PER_LOOK = 4096 };

void cnf_init(struct cnf *cnf, struct gates *gates) {
  *cnf = (struct cnf){.gates = gates, .sat = ccadical_init()};
  ccadical_set_option(cnf->sat, "quiet", 1);
  /* Many small queries on one growing instance: shrinking learnt clauses costs more than it saves,
     and eliminated variables are restored by the next query. Measured by bench/solver/replay.c, see
     docs/solver.md. */
  ccadical_set_option(cnf->sat, "shrink", 0);
  ccadical_set_option(cnf->sat, "elim", 0);
}

void cnf_free(struct cnf *cnf) {
  ccadical_release(cnf->sat);
  vec_free(&cnf->variable_of);
  vec_free(&cnf->pending);
  vec_free(&cnf->is_defined);
  vec_free(&cnf->is_hinted);
  vec_free(&cnf->leaves);
  vec_free(&cnf->stack);
  cnf->sat = NULL;
}

static int variable_of(struct cnf *cnf, uint32_t gate) {
  if (gate >= cnf->variable_of.count) {
    vec_reserve(&cnf->variable_of, cnf->gates->list.count);
    while (cnf->variable_of.count < cnf->gates->list.count) vec_push(&cnf->variable_of, 0);
  }
  int *variable = &cnf->variable_of.data[gate];
  if (*variable == 0) {
    REQUIRE(cnf->variable_count < INT_MAX / 2);
    *variable = ++cnf->variable_count;
    vec_push(&cnf->pending, gate);
  }
  return *variable;
}

static int literal_of(struct cnf *cnf, gate_lit a) {
  int variable = variable_of(cnf, gate_of(a));
  return gate_is_negated(a) ? -variable : variable;
}

static void clause2(struct cnf *cnf, int a, int b) {
  ccadical_add(cnf->sat, a);
  ccadical_add(cnf->sat, b);
  ccadical_add(cnf->sat, 0);
  cnf->clause_count++;
}

static void clause3(struct cnf *cnf, int a, int b, int c) {
  ccadical_add(cnf->sat, a);
  clause2(cnf, b, c);
}

static void clause4(struct cnf *cnf, int a, int b, int c, int d) {
  ccadical_add(cnf->sat, a);
  clause3(cnf, b, c, d);
}

/* Collects the literals of which `root` is the conjunction. */
static void collect_leaves(struct cnf *cnf, gate_lit root) {
  const struct gate *list = cnf->gates->list.data;
  vec_clear(&cnf->leaves);
  vec_clear(&cnf->stack);
  vec_push(&cnf->stack, list[gate_of(root)].b);
  vec_push(&cnf->stack, list[gate_of(root)].a);
  while (cnf->stack.count > 0) {
    gate_lit a = vec_pop(&cnf->stack);
    const struct gate *gate = &list[gate_of(a)];
    bool is_inner = !gate_is_negated(a) && gate->kind == GATE_AND && gate->uses < GATE_MANY_USES &&
                    !cnf_has(cnf, a);
    if (is_inner) {
      vec_push(&cnf->stack, gate->b);
      vec_push(&cnf->stack, gate->a);
    } else {
      vec_push(&cnf->leaves, a);
    }
  }
}

static void emit_and(struct cnf *cnf, uint32_t number, int out) {
  collect_leaves(cnf, number << 1);
  for (size_t i = 0; i < cnf->leaves.count; i++)
    clause2(cnf, -out, literal_of(cnf, cnf->leaves.data[i]));
  for (size_t i = 0; i < cnf->leaves.count; i++)
    ccadical_add(cnf->sat, -literal_of(cnf, cnf->leaves.data[i]));
  ccadical_add(cnf->sat, out);
  ccadical_add(cnf->sat, 0);
  cnf->clause_count++;
}

static void emit_xor(struct cnf *cnf, int out, int a, int b) {
  clause3(cnf, -out, a, b);
  clause3(cnf, -out, -a, -b);
  clause3(cnf, out, -a, b);
  clause3(cnf, out, a, -b);
}

/* The last two clauses are redundant but imply the output before the selector is known. */
static void emit_mux(struct cnf *cnf, int out, int s, int a, int b) {
  clause3(cnf, -out, -s, a);
  clause3(cnf, out, -s, -a);
  clause3(cnf, -out, s, b);
  clause3(cnf, out, s, -b);
  clause3(cnf, -out, a, b);
  clause3(cnf, out, -a, -b);
}

static void emit_sum(struct cnf *cnf, int out, int a, int b, int c) {
  for (unsigned i = 0; i < 8; i++) {
    int x = i & 1 ? -a : a, y = i & 2 ? -b : b, z = i & 4 ? -c : c;
    clause4(cnf, __builtin_parity(i) ? out : -out, x, y, z);
  }
}

static void emit_carry(struct cnf *cnf, int out, int a, int b, int c) {
  clause3(cnf, -out, a, b);
  clause3(cnf, -out, a, c);
  clause3(cnf, -out, b, c);
  clause3(cnf, out, -a, -b);
  clause3(cnf, out, -a, -c);
  clause3(cnf, out, -b, -c);
}

/* The carry of a, b and the carry of x, y, z, which has no variable. */
static void emit_two_carries(struct cnf *cnf, int out, int a, int b, int x, int y, int z) {
  int pairs[3][2] = {{x, y}, {x, z}, {y, z}};
  clause3(cnf, -out, a, b);
  clause3(cnf, out, -a, -b);
  for (unsigned i = 0; i < 3; i++) {
    int p = pairs[i][0], q = pairs[i][1];
    clause4(cnf, -out, a, p, q);
    clause4(cnf, -out, b, p, q);
    clause4(cnf, out, -a, -p, -q);
    clause4(cnf, out, -b, -p, -q);
  }
}

/* Two steps of a carry chain without other readers, as in comparisons, take one variable: twelve
   clauses become fourteen. */
static bool emit_carry_chain(struct cnf *cnf, int out, const struct gate *gate) {
  const gate_lit inputs[3] = {gate->a, gate->b, gate->c};
  for (unsigned i = 0; i < 3; i++) {
    const struct gate *inner = &cnf->gates->list.data[gate_of(inputs[i])];
    if (inner->kind != GATE_CARRY || inner->uses >= GATE_MANY_USES || cnf_has(cnf, inputs[i]))
      continue;
    gate_lit sign = gate_is_negated(inputs[i]);
    int a = literal_of(cnf, inputs[(i + 1) % 3]), b = literal_of(cnf, inputs[(i + 2) % 3]);
    emit_two_carries(cnf, out, a, b, literal_of(cnf, inner->a ^ sign),
                     literal_of(cnf, inner->b ^ sign), literal_of(cnf, inner->c ^ sign));
    return true;
  }
  return false;
}

/* Asserts a literal permanently; conjunctions are split into their parts. */
static void assert_literal(struct cnf *cnf, gate_lit root) {
  VEC(gate_lit) stack = {0};
  vec_push(&stack, root);
  while (stack.count > 0) {
    gate_lit a = vec_pop(&stack);
    if (a == GATE_TRUE) continue;
    const struct gate *gate = &cnf->gates->list.data[gate_of(a)];
    if (gate->kind != GATE_AND) {
      cnf_add_clause(cnf, &a, 1);
    } else if (!gate_is_negated(a)) {
      vec_push(&stack, gate->b);
      vec_push(&stack, gate->a);
    } else {
      collect_leaves(cnf, a);
      for (size_t i = 0; i < cnf->leaves.count; i++) cnf->leaves.data[i] ^= 1;
      cnf_add_clause(cnf, cnf->leaves.data, cnf->leaves.count);
    }
  }
  vec_free(&stack);
}

static void emit_hint(struct cnf *cnf, uint16_t number) {
  while (cnf->is_hinted.count <= number) vec_push(&cnf->is_hinted, false);
  if (cnf->is_hinted.data[number]) return;
  cnf->is_hinted.data[number] = true;
  assert_literal(cnf, cnf->gates->hints.data[number]);
}

static void emit_definition(struct cnf *cnf, uint32_t number) {
  while (cnf->is_defined.count <= number) vec_push(&cnf->is_defined, false);
  if (cnf->is_defined.data[number]) return;
  cnf->is_defined.data[number] = true;
  const struct gate_definition definition = cnf->gates->definitions.data[number];
  const gate_lit *lits = definition.lits;
  for (uint32_t i = 0; i < definition.asserted; i++) assert_literal(cnf, lits[i]);
  for (uint32_t i = 0; i < definition.needed; i++) {
    gate_lit a = lits[definition.asserted + i];
    if (!gate_is_const(a)) literal_of(cnf, a);
  }
}

static void emit_gate(struct cnf *cnf, uint32_t number) {
  struct gate gate = cnf->gates->list.data[number];
  int out = cnf->variable_of.data[number];
  if (gate.hint != 0) emit_hint(cnf, gate.hint);
  if (gate.kind == GATE_FREE) {
    if (gate.a != 0) emit_definition(cnf, gate.a);
    return;
  }
  if (gate.kind == GATE_AND) {
    emit_and(cnf, number, out);
    return;
  }
  if (gate.kind == GATE_CARRY && emit_carry_chain(cnf, out, &gate)) return;
  int a = literal_of(cnf, gate.a), b = literal_of(cnf, gate.b);
  if (gate.kind == GATE_XOR) {
    emit_xor(cnf, out, a, b);
    return;
  }
  int c = literal_of(cnf, gate.c);
  if (gate.kind == GATE_MUX)
    emit_mux(cnf, out, a, b, c);
  else if (gate.kind == GATE_SUM)
    emit_sum(cnf, out, a, b, c);
  else
    emit_carry(cnf, out, a, b, c);
}

/* False if the deadline passed; the rest stays pending. */
static bool emit_pending(struct cnf *cnf, const struct deadline *deadline) {
  for (unsigned steps = 1; cnf->pending.count > 0; steps++) {
    if (steps % GATES_PER_LOOK == 0 && deadline_is_over(deadline)) return false;
    emit_gate(cnf, vec_pop(&cnf->pending));
  }
  return true;
}

int cnf_literal(struct cnf *cnf, gate_lit a, const struct deadline *deadline) {
  REQUIRE(!gate_is_const(a));
  int literal = literal_of(cnf, a);
  emit_pending(cnf, deadline);
  return literal;
}

bool cnf_complete(struct cnf *cnf, const struct deadline *deadline) {
  return emit_pending(cnf, deadline);
}

/* Only mentions its gates, so it may be called while clauses are emitted. */
void cnf_add_clause(struct cnf *cnf, const gate_lit *lits, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (lits[i] == GATE_TRUE) return;
  for (size_t i = 0; i < count; i++)
    if (lits[i] != GATE_FALSE) ccadical_add(cnf->sat, literal_of(cnf, lits[i]));
  ccadical_add(cnf->sat, 0);
  cnf->clause_count++;
}

struct search {
  struct cnf *cnf;
  const struct deadline *deadline;
};

static int is_over(void *context) {
  const struct search *search = context;
  search->cnf->looks++;
  return deadline_is_over(search->deadline);
}

enum answer cnf_solve(struct cnf *cnf, const int *assumptions, size_t count, int64_t conflicts,
                      const struct deadline *deadline) {
  if (!emit_pending(cnf, deadline)) return ANSWER_UNKNOWN;
  for (size_t i = 0; i < count; i++) ccadical_assume(cnf->sat, assumptions[i]);
  if (conflicts > 0 && conflicts < INT_MAX) ccadical_limit(cnf->sat, "conflicts", (int)conflicts);
  struct search search = {.cnf = cnf, .deadline = deadline};
  ccadical_set_terminate(cnf->sat, &search, is_over);
  int status = ccadical_solve(cnf->sat);
  ccadical_set_terminate(cnf->sat, NULL, NULL);
  return status == 10 ? ANSWER_SAT : status == 20 ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

bool cnf_value(const struct cnf *cnf, gate_lit a) {
  if (gate_is_const(a)) return a == GATE_TRUE;
  REQUIRE(cnf_has(cnf, a));
  bool is_set = ccadical_val(cnf->sat, cnf->variable_of.data[gate_of(a)]) > 0;
  return is_set != gate_is_negated(a);
}

bool cnf_is_failed(const struct cnf *cnf, int literal) {
  return ccadical_failed(cnf->sat, literal) != 0;
}
