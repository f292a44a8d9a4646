/* Printing annotations: the conjunction of the negated cubes, in C's operators, over the variables
   that the front end knows. Formulas beyond MOST_DEPTH are cut with `...`. */
#include "reduce/subsume/annotations.h"

#include "exec/machine.h"
#include "exec/state.h"
#include "exec/translate/op.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "reduce/subsume/fact.h"
#include "util/buffer.h"

#include <string.h>

enum { MOST_DEPTH = 12 };

struct printing {
  const struct machine *machine;
  const struct fact *fact;
  struct buffer *out;
};

/* ---- cells ---- */

static const char *name_of_register(const struct ir_program *program, const struct ir_func *func,
                                    uint32_t reg) {
  for (size_t i = 0; i < func->names.count; i++)
    if (func->names.data[i].reg == reg) return program->strings.data[func->names.data[i].text];
  return NULL;
}

/* Whether another cell of the frame holds a variable of that name: copies share their register. */
static bool is_shared(const struct printing *p, const struct ir_func *func, const struct cell *cell,
                      const char *name) {
  for (size_t i = 0; i < p->fact->shape->cells.count; i++) {
    const struct cell *other = &p->fact->shape->cells.data[i];
    if (other == cell || other->size > 0 || other->place.frame != cell->place.frame) continue;
    const char *its = name_of_register(p->machine->program, func, other->place.reg);
    if (its != NULL && strcmp(its, name) == 0) return true;
  }
  return false;
}

static void print_memory(const struct printing *p, const struct cell *cell) {
  const struct object *object = space_find(&p->fact->shape->model->space, cell->address);
  const char *name = object ? p->machine->program->strings.data[object->name] : "";
  buffer_add(p->out, "%s", *name != '\0' ? name : "object");
  if (object != NULL && cell->size < object->size)
    buffer_add(p->out, "[%llu]", (unsigned long long)(cell->address - object->base));
}

static void print_cell(const struct printing *p, const struct cell *cell) {
  if (cell->size > 0) {
    print_memory(p, cell);
    return;
  }
  const struct frame *frame = p->fact->shape->model->top;
  for (uint32_t i = 0; i < cell->place.frame; i++) frame = frame->caller;
  const char *name = name_of_register(p->machine->program, frame->code->func, cell->place.reg);
  if (name != NULL) buffer_add(p->out, "%s", name);
  if (name == NULL || is_shared(p, frame->code->func, cell, name))
    buffer_add(p->out, "%%%u", cell->place.reg);
}

static const struct cell *find_cell(const struct printing *p, const struct expr *e) {
  for (size_t i = 0; i < p->fact->shape->cells.count; i++)
    if (p->fact->shape->cells.data[i].value == e) return &p->fact->shape->cells.data[i];
  return NULL;
}

/* ---- formulas ---- */

static const char *operator_of(const struct expr *e) {
  switch (e->kind) {
  case EXPR_ADD: return "+";
  case EXPR_MUL: return "*";
  case EXPR_UDIV:
  case EXPR_SDIV: return "/";
  case EXPR_UREM:
  case EXPR_SREM: return "%";
  case EXPR_AND: return e->width == 1 ? "&&" : "&";
  case EXPR_OR: return e->width == 1 ? "||" : "|";
  case EXPR_XOR: return e->width == 1 ? "!=" : "^";
  case EXPR_SHL: return "<<";
  case EXPR_LSHR:
  case EXPR_ASHR: return ">>";
  case EXPR_EQ: return "==";
  case EXPR_ULT:
  case EXPR_SLT: return "<";
  case EXPR_ULE:
  case EXPR_SLE: return "<=";
  default: return NULL;
  }
}

/* The operator of the negation, if it has one. */
static const char *negated_operator_of(const struct expr *e) {
  switch (e->kind) {
  case EXPR_EQ: return "!=";
  case EXPR_ULT:
  case EXPR_SLT: return ">=";
  case EXPR_ULE:
  case EXPR_SLE: return ">";
  default: return NULL;
  }
}

static void print(const struct printing *p, struct expr *e, unsigned depth);

static void print_const(const struct printing *p, const struct expr *e) {
  if (e->width > 64) {
    buffer_add(p->out, "constant");
    return;
  }
  uint64_t value = expr_const_value(e), sign = (uint64_t)1 << (e->width - 1);
  long long number = e->width > 1 ? (long long)((value ^ sign) - sign) : (long long)value;
  buffer_add(p->out, "%lld", number);
}

static void print_binary(const struct printing *p, struct expr *e, const char *text,
                         unsigned depth) {
  if (depth > 0) buffer_add(p->out, "(");
  print(p, expr_child(e, 0), depth + 1);
  buffer_add(p->out, " %s ", text);
  print(p, expr_child(e, 1), depth + 1);
  if (depth > 0) buffer_add(p->out, ")");
}

static void print_call(const struct printing *p, struct expr *e, unsigned depth) {
  static const char *const names[] = {
#define X(name, text, smt, children) text,
      EXPR_KINDS(X)
#undef X
  };
  buffer_add(p->out, "%s(", names[e->kind]);
  for (unsigned i = 0; i < expr_child_count(e); i++) {
    if (i > 0) buffer_add(p->out, ", ");
    print(p, expr_child(e, i), depth + 1);
  }
  buffer_add(p->out, ")");
}

/* The sign of a value: an EXTRACT of its highest bit. */
static bool is_sign(const struct expr *e) {
  return e->kind == EXPR_EXTRACT && e->width == 1 &&
         expr_extract_low(e) + 1 == expr_child(e, 0)->width;
}

static void print_sign(const struct printing *p, struct expr *e, const char *text, unsigned depth) {
  if (depth > 0) buffer_add(p->out, "(");
  print(p, expr_child(e, 0), depth + 1);
  buffer_add(p->out, " %s 0", text);
  if (depth > 0) buffer_add(p->out, ")");
}

static void print_negated(const struct printing *p, struct expr *e, unsigned depth) {
  const char *text = negated_operator_of(e);
  if (text != NULL) {
    print_binary(p, e, text, depth);
  } else if (is_sign(e)) {
    print_sign(p, e, ">=", depth);
  } else if (e->kind == EXPR_NOT) {
    print(p, expr_child(e, 0), depth);
  } else {
    buffer_add(p->out, "!");
    print(p, e, depth + 1);
  }
}

static void print(const struct printing *p, struct expr *e, unsigned depth) {
  const struct cell *cell = find_cell(p, e);
  const char *text = operator_of(e);
  if (depth > MOST_DEPTH)
    buffer_add(p->out, "...");
  else if (cell != NULL)
    print_cell(p, cell);
  else if (expr_is_const(e))
    print_const(p, e);
  else if (text != NULL)
    print_binary(p, e, text, depth);
  else if (e->kind == EXPR_NOT && e->width == 1)
    print_negated(p, expr_child(e, 0), depth);
  else if (is_sign(e))
    print_sign(p, e, "<", depth);
  else if (e->kind == EXPR_ZEXT || e->kind == EXPR_SEXT)
    print(p, expr_child(e, 0), depth);
  else if (e->kind == EXPR_INPUT)
    buffer_add(p->out, "input");
  else
    print_call(p, e, depth);
}

static void print_outside(const struct printing *p, const struct cube *cube, bool is_alone) {
  bool is_one = cube->literals.count == 1;
  if (!is_one && !is_alone) buffer_add(p->out, "(");
  for (size_t i = 0; i < cube->literals.count; i++) {
    if (i > 0) buffer_add(p->out, " || ");
    print_negated(p, cube->literals.data[i], is_one && is_alone ? 0 : 1);
  }
  if (!is_one && !is_alone) buffer_add(p->out, ")");
}

static void print_fact(const struct machine *machine, const struct fact *fact, struct buffer *out) {
  struct printing p = {machine, fact, out};
  struct place place = state_place(fact->shape->model);
  const struct ir_func *func = machine->program->funcs.data[place.func];
  const struct ir_loc *loc = &machine->program->locs.data[func->ins.data[place.ins].loc];
  buffer_add(out, "subsume: %s:%u: ", func->name, loc->line);
  if (fact->cubes.count == 0) buffer_add(out, "true");
  for (size_t i = 0; i < fact->cubes.count; i++) {
    if (i > 0) buffer_add(out, " && ");
    if (fact->cubes.data[i].literals.count == 0)
      buffer_add(out, "false");
    else
      print_outside(&p, &fact->cubes.data[i], fact->cubes.count == 1);
  }
  buffer_add(out, "  (dropped %llu)\n", (unsigned long long)fact->drops);
}

void annotations_print(const struct sites *sites, struct buffer *out) {
  for (size_t i = 0; i < sites->list.count; i++) {
    const struct site *site = sites->list.data[i];
    for (size_t k = 0; k < site->facts.count; k++)
      if (site->facts.data[k]->is_proven) print_fact(sites->machine, site->facts.data[k], out);
  }
}
