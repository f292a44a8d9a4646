/* What functions without a definition write: the structure that they return by a pointer, and, if
   that is assumed of them, objects that their arguments point into, from there to the end.

   All targets are found before anything is written, since finding one may fork, and then the call
   is executed again. A pointer of undefined code that was not accessed yet leads to unknown
   content anyway, unless it may be equal to an earlier one: then it is decided here. At a symbolic
   offset every byte that may be behind it becomes a conditional value, the new one or the old one;
   in objects of more than MOST_BYTES the offset is made concrete, which is counted.

   Objects that are constant or have ended stay what they are, and so does what a null pointer leads
   to. A number that leads nowhere is one that undefined code might make sense of: the run is not
   complete then. */
#include "exec/builtin/unknown_writes.h"

#include "exec/builtin/unknown.h"
#include "exec/careful/careful.h"
#include "exec/choose.h"
#include "exec/decide.h"
#include "exec/external.h"
#include "exec/machine.h"
#include "exec/symbol.h"
#include "exec/translate/code.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/space.h"
#include "memory/symbolic.h"
#include "solver/rewriter.h"
#include "util/fault.h"

#include <stdlib.h>

enum { MOST_BYTES = 4096 };

/* ---- targets ---- */

static bool is_writable(const struct object *object) {
  return object != NULL && object->kind != OBJECT_CODE &&
         !(object->flags & (OBJECT_CONSTANT | OBJECT_FREED | OBJECT_UNDEFINED));
}

/* At most `most` bytes from an address on. */
static bool find_known(struct machine *m, uint64_t address, uint64_t most,
                       struct unknown_write *write) {
  if (choose_at(m, address)) return false;
  const struct object *object = space_find(&m->state->space, address);
  if (!is_writable(object) || address - object->base >= object->size) return true;
  uint64_t room = object->base + object->size - address;
  *write = (struct unknown_write){.address = address, .size = room < most ? room : most};
  return true;
}

static bool note_nowhere(struct machine *m) {
  findings_add_incomplete(&m->found, "what an undefined function writes by a number is not known",
                          machine_current_ins(m)->loc);
  return true;
}

/* The object in which the pointer is on the running path; the path keeps it in that. */
static bool find_symbolic(struct machine *m, struct expr *pointer, uint64_t most,
                          struct unknown_write *write) {
  uint64_t at = decide_witness_value(m, pointer);
  if (choose_at(m, at)) return false;
  const struct object *object = space_find(&m->state->space, at);
  uint64_t base = object != NULL ? object->base : 0, size = object != NULL ? object->size : 0;
  if (at != 0 && (object == NULL || at - base > size)) return note_nowhere(m);
  struct expr *offset = expr_sub(m->exprs, pointer, expr_const(m->exprs, 64, base));
  struct expr *inside = expr_ule(m->exprs, offset, expr_const(m->exprs, 64, size));
  if (decide(m, inside) == DECIDE_STOP) return false;
  object = space_find(&m->state->space, at);
  if (!is_writable(object)) return true;
  if (size > MOST_BYTES) {
    const char *what = "symbolic address that an undefined function writes to made concrete";
    return decide_concrete(m, pointer, what, &at) && find_known(m, at, most, write);
  }
  *write = (struct unknown_write){.address = base, .size = size, .offset = offset, .most = most};
  return true;
}

static bool find(struct machine *m, ir_operand operand, uint64_t most,
                 struct unknown_write *write) {
  struct value value = value_of(m, operand);
  if (value.expr == NULL) return find_known(m, value.words[0], most, write);
  struct expr *pointer = rewriter_rewrite(m->rewriter, m->state->path, value.expr);
  if (unknown_has_pointer(m, pointer)) {
    if (!m->options.external.may_alias) return true;
    if (!unknown_resolve(m, pointer)) return false;
    pointer = rewriter_rewrite(m->rewriter, m->state->path, pointer);
  }
  if (expr_is_const(pointer)) return find_known(m, expr_const_value(pointer), most, write);
  return find_symbolic(m, pointer, most, write);
}

static bool find_one(struct machine *m, ir_operand operand, uint64_t most,
                     struct unknown_writes *writes, bool is_result) {
  struct unknown_write write = {0};
  if (!find(m, operand, most, &write)) return false;
  write.is_result = is_result;
  if (write.size > 0) vec_push(&writes->list, write);
  return true;
}

bool unknown_find_writes(struct machine *m, const struct ir_call *call,
                         const struct external *external, struct unknown_writes *writes) {
  const struct ir_func *func = m->state->top->code->func;
  const ir_operand *args = func->operands.data + call->first_arg;
  for (uint32_t i = 0; i < call->arg_count; i++) {
    bool is_pointer = i < 64 && (call->pointers >> i & 1);
    bool is_result = i + 1 == call->struct_result;
    if (!is_result && !(is_pointer && external_writes(external, i))) continue;
    if (!find_one(m, args[i], is_result ? call->struct_size : UINT64_MAX, writes, is_result))
      return false;
  }
  for (uint32_t i = 0; i < call->vararg_count; i++) {
    const struct ir_vararg *vararg = &func->varargs.data[call->first_vararg + i];
    if (vararg->is_pointer && external_writes(external, call->arg_count + i) &&
        !find_one(m, vararg->operand, UINT64_MAX, writes, false))
      return false;
  }
  return true;
}

/* ---- writing ---- */

/* Byte `at` of the object, if the offset is not behind it and `most` bytes do not end before. */
static void write_byte(struct machine *m, const struct unknown_write *write, uint64_t at,
                       struct expr *fresh) {
  struct exprs *exprs = m->exprs;
  struct access_fault fault;
  uint64_t address = write->address + at;
  struct expr *old = memory_read_value(&m->memory, &m->state->space, address, 1, &fault);
  struct expr *back = expr_sub(exprs, expr_const(exprs, 64, at), write->offset);
  uint64_t last = write->most == UINT64_MAX ? at : write->most - 1;
  struct expr *is_behind = expr_ule(exprs, back, expr_const(exprs, 64, last));
  bool is_good = memory_write_value(&m->memory, &m->state->space, address, 1,
                                    expr_ite(exprs, is_behind, fresh, old), &fault);
  REQUIRE(is_good);
}

void unknown_write(struct machine *m, const struct unknown_write *write, const char *name) {
  const struct symbol *symbol = symbol_add(m, name, write->size, machine_current_ins(m)->loc);
  if (write->offset == NULL) {
    struct access_fault fault;
    bool is_good = memory_make_symbolic(&m->memory, &m->state->space, write->address, write->size,
                                        symbol->array, &fault);
    REQUIRE(is_good);
    return;
  }
  for (uint64_t i = 0; i < write->size; i++)
    write_byte(m, write, i, expr_input(m->exprs, symbol->array, i));
}
