/* Understanding the exits of loops. The computation of the value that decides an exit is followed
   back to a parameter p of the loop's header, keeping the question in the form "does scale * value
   + offset modulo 2^width lie in this arc?", which comparisons, extensions, truncations, masks and
   arithmetic with constants all preserve (progression.h has the arcs).

   requires: the def-use chains of the same verified function.
   ensures:  the test is equivalent to the exit not being taken, in every iteration
             that reaches the terminator.

   Not handled: several parameters in one condition, bounds that are not constant, loads. */
#include "ir/exit_test.h"

#include "ir/def_use.h"
#include "ir/operands.h"

/* The walk gives up after that many instructions. */
enum { MAX_STEPS = 64 };

static const struct ir_const *const_of(const struct exit_scope *scope, ir_operand operand) {
  return ir_is_const(operand) ? &scope->func->consts.data[operand & ~IR_CONST] : NULL;
}

/* Walking back from the deciding value. */

/* Folds scale and offset into the arc, which needs a scale of 1 or -1. */
static bool normalise(struct exit_test *test) {
  uint64_t mask = ir_mask(test->stay.width);
  uint64_t scale = test->scale & mask;
  if (scale == 1)
    test->stay = arc_minus(&test->stay, test->offset);
  else if (scale == mask)
    test->stay = arc_mirror(&test->stay, test->offset);
  else
    return false;
  test->scale = 1;
  test->offset = 0;
  return true;
}

/* The value is the extension of its low `width` bits, which are those of the operand. */
static bool step_over_extension(struct exit_test *test, ir_operand operand, unsigned width,
                                bool is_signed) {
  if (test->stay.width > width) {
    if (test->is_affine || test->base != IR_NONE || !normalise(test)) return false;
    test->stay = arc_before_extension(&test->stay, width, is_signed);
  }
  test->operand = operand;
  return true;
}

/* Arithmetic with a constant on either side. */
static bool step_over_arithmetic(const struct exit_scope *scope, struct exit_test *test,
                                 const struct ir_ins *ins) {
  uint64_t value;
  bool const_first = ir_const_value(scope->func, ins->a, &value);
  if (!const_first && !ir_const_value(scope->func, ins->b, &value)) return false;
  bool is_mask = (value & (value + 1)) == 0 && value != 0;
  test->operand = const_first ? ins->b : ins->a;
  switch (ins->op) {
  case IR_ADD: test->offset += test->scale * value; return true;
  case IR_SUB:
    test->offset += const_first ? test->scale * value : -(test->scale * value);
    if (const_first) test->scale = -test->scale;
    return true;
  case IR_MUL: test->scale *= value; return true;
  case IR_SHL:
    if (const_first || value >= ins->width) return false;
    test->scale <<= value;
    return true;
  case IR_XOR: /* with all ones it is -1 - x; for one bit this covers every case except 0 */
    if (value != ir_mask(ins->width)) return false;
    test->offset -= test->scale;
    test->scale = -test->scale;
    return true;
  case IR_AND:
    return is_mask &&
           step_over_extension(test, test->operand, (unsigned)__builtin_popcountll(value), false);
  default: return false;
  }
}

/* The values for which a comparison with a constant on the right is true. */
static struct arc arc_of_comparison(unsigned op, unsigned width, uint64_t value) {
  uint64_t least = op == IR_SLT || op == IR_SLE ? (uint64_t)1 << (width - 1) : 0;
  struct arc point = arc_between(width, value, value);
  switch (op) {
  case IR_EQ: return point;
  case IR_NE: return arc_complement(&point);
  case IR_ULE:
  case IR_SLE: return arc_between(width, least, value);
  default: return value == least ? arc_empty(width) : arc_between(width, least, value - 1);
  }
}

/* Turns a test of the result of a comparison into a test of the compared value. */
static bool step_over_comparison(const struct exit_scope *scope, struct exit_test *test,
                                 const struct ir_ins *ins) {
  bool const_first = ir_is_const(ins->a);
  const struct ir_const *bound = const_of(scope, const_first ? ins->a : ins->b);
  bool is_ordered = ins->op != IR_EQ && ins->op != IR_NE;
  unsigned op = ins->op;
  if (bound == NULL || ins->width > 64 || test->is_affine || !normalise(test)) return false;
  if (bound->kind == IR_CONST_GLOBAL) {
    if (op == IR_SLT || op == IR_SLE) return false;
    test->base = bound->ref;
    test->bound = bound->value;
    test->is_ordered = is_ordered;
  } else if (bound->kind != IR_CONST_INT) {
    return false;
  }
  /* c < x is not (x <= c). */
  if (const_first && is_ordered) {
    static const uint16_t opposite[] = {
        [IR_ULT] = IR_ULE, [IR_ULE] = IR_ULT, [IR_SLT] = IR_SLE, [IR_SLE] = IR_SLT};
    op = opposite[op];
  }
  struct arc holds = arc_of_comparison(op, ins->width, bound->value);
  if (const_first && is_ordered) holds = arc_complement(&holds);
  bool if_true = arc_has(&test->stay, 1), if_false = arc_has(&test->stay, 0);
  if (if_true && if_false)
    test->stay = arc_full(ins->width);
  else if (if_true)
    test->stay = holds;
  else if (if_false)
    test->stay = arc_complement(&holds);
  else
    test->stay = arc_empty(ins->width);
  test->operand = const_first ? ins->b : ins->a;
  return true;
}

static bool step_over(const struct exit_scope *scope, struct exit_test *test,
                      const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_MOV: test->operand = ins->a; return true;
  case IR_TRUNC: test->operand = ins->a; return ins->c <= 64;
  case IR_ZEXT:
  case IR_SEXT: return step_over_extension(test, ins->a, ins->c, ins->op == IR_SEXT);
  case IR_EQ:
  case IR_NE:
  case IR_ULT:
  case IR_ULE:
  case IR_SLT:
  case IR_SLE: return step_over_comparison(scope, test, ins);
  default:
    return ir_opcode_formats[ins->op] == IR_FORMAT_BINARY && ins->width <= 64 &&
           step_over_arithmetic(scope, test, ins);
  }
}

/* Turns a test of any value into one of a header parameter (or of a constant). */
static bool trace_to_header(const struct exit_scope *scope, struct exit_test *test) {
  test->scale = 1;
  test->offset = 0;
  test->base = IR_NONE;
  test->is_ordered = false;
  for (int step = 0; step < MAX_STEPS; step++) {
    if (ir_is_const(test->operand)) return true;
    const struct def_site *def = &scope->def_use->defs[test->operand];
    if (def->kind == DEF_BLOCK_PARAM && def->block == scope->header) {
      test->param = def->index;
      return true;
    }
    if (def->kind != DEF_INS || !step_over(scope, test, &scope->func->ins.data[def->ins]))
      return false;
  }
  return false;
}

/* One exiting case, or a default that exits when it is not the only case. */
static bool find_switch_test(const struct exit_scope *scope, const struct ir_ins *end,
                             uint32_t edge, struct exit_test *test) {
  uint32_t uses = end->dst == edge, which = 0;
  bool is_default = end->dst == edge;
  if (end->c == 0 || (is_default && end->c != 1)) return false;
  for (uint32_t i = 0; i < end->c; i++) {
    if (scope->func->cases.data[end->b + i].edge != edge) continue;
    which = i;
    uses++;
  }
  if (uses != 1) return false;
  uint64_t value = scope->func->cases.data[end->b + which].value;
  test->stay = arc_between(end->width, value, value);
  if (!is_default) test->stay = arc_complement(&test->stay);
  return true;
}

bool exit_test_find(const struct exit_scope *scope, const struct ir_ins *terminator, uint32_t edge,
                    struct exit_test *test) {
  *test = (struct exit_test){.operand = terminator->a};
  if (terminator->op == IR_CONDBR && terminator->b != terminator->c) {
    uint64_t stay = terminator->b == edge ? 0 : 1;
    test->stay = arc_between(1, stay, stay);
  } else if (terminator->op != IR_SWITCH || !find_switch_test(scope, terminator, edge, test)) {
    return false;
  }
  return trace_to_header(scope, test);
}

bool exit_test_is_sum(const struct exit_scope *scope, ir_operand operand, uint32_t param,
                      unsigned width, uint64_t *constant) {
  struct exit_test test = {.operand = operand, .stay = arc_full(width), .is_affine = true};
  if (!trace_to_header(scope, &test) || ir_is_const(test.operand)) return false;
  *constant = test.offset & ir_mask(width);
  return test.param == param && (test.scale & ir_mask(width)) == 1;
}
