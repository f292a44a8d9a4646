/* Functions without a definition, and unknown objects: what a program gets from code that nobody
   can model (Li et al., TOSEM 2014, section 4.3; Khurshid, Pasareanu, Visser: Generalized Symbolic
   Execution, TACAS 2003).

   Such a function returns a fresh value. It may be used as an address. Then the pointer is decided
   when it is first accessed: it is null, or, if that was asked for, the address of an earlier
   unknown object, or that of a new one, whose bytes are unknown in turn. So structures grow as far
   as the program looks into them. Objects have a fixed size, since bitcode has no types of what
   pointers point to; an access beyond it is an error that rests on an assumption, and is marked
   so.

   Pointers into the middle of unknown objects, and arrays of them before their first element, are
   left out. */
#include "exec/builtin/unknown.h"

#include "exec/builtin/builtin_list.h"
#include "exec/builtin/builtin_symbolic.h"
#include "exec/builtin/unknown_writes.h"
#include "exec/careful/careful.h"
#include "exec/decide.h"
#include "exec/external.h"
#include "exec/symbol.h"
#include "exec/translate/code.h"
#include "exec/translate/op.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/space.h"

#include <stdlib.h>
#include <string.h>

/* ---- which values are unknown pointers ---- */

static const struct symbol *find_symbol(const struct state *state, const struct expr_array *array) {
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->array == array) return symbol;
  return NULL;
}

/* Byte `number`, counted from the low one, of a value that is a concatenation of inputs. */
static const struct expr *byte_of(const struct expr *e, unsigned number) {
  while (e->kind == EXPR_CONCAT) {
    const struct expr *low = expr_child(e, 1);
    bool is_low = number * 8 < low->width;
    if (!is_low) number -= low->width / 8;
    e = is_low ? low : expr_child(e, 0);
  }
  return e->kind == EXPR_INPUT && number == 0 ? e : NULL;
}

/* The symbol that eight bytes in a row of which are the value, if it is one of unknown content. */
static const struct symbol *symbol_of(struct machine *m, const struct expr *e) {
  if (e->width != 64 || e->kind != EXPR_CONCAT) return NULL;
  const struct expr *first = byte_of(e, 0);
  if (first == NULL) return NULL;
  const struct expr_array *array = expr_array_of(m->exprs, first);
  for (unsigned i = 1; i < 8; i++) {
    const struct expr *byte = byte_of(e, i);
    if (byte == NULL || expr_array_of(m->exprs, byte) != array ||
        expr_input_index(byte) != expr_input_index(first) + i)
      return NULL;
  }
  const struct symbol *symbol = find_symbol(m->state, array);
  return symbol != NULL && symbol->is_assumed && !symbol->is_number ? symbol : NULL;
}

/* The unknown pointer that an address is computed from; sums lean either way. */
static struct expr *find_pointer(struct machine *m, struct expr *address, unsigned depth) {
  if (symbol_of(m, address) != NULL) return address;
  if (address->kind != EXPR_ADD || depth == 0) return NULL;
  struct expr *found = find_pointer(m, expr_child(address, 0), depth - 1);
  return found != NULL ? found : find_pointer(m, expr_child(address, 1), depth - 1);
}

bool unknown_has_pointer(struct machine *m, struct expr *address) {
  return find_pointer(m, address, 4) != NULL;
}

/* ---- unknown objects ---- */

static void assume(struct machine *m, const char *format, const char *name) {
  char *text = alloc_format(format, name);
  findings_add_assumption(&m->found, text);
  free(text);
}

/* The newest input. */
static void mark_assumed(struct machine *m) {
  m->state->symbols->is_assumed = true;
  m->has_unknown = true;
}

/* Unknown content of a range; false if machine.event was set. */
static bool make_unknown(struct machine *m, uint64_t address, uint64_t size, const char *name) {
  if (!builtin_make_symbolic(m, address, size, name)) return false;
  mark_assumed(m);
  m->state->symbols->address = address;
  return true;
}

static struct object *allocate(struct machine *m) {
  struct space_request request = {
      .size = m->options.external.size, .kind = OBJECT_HEAP, .site = machine_current_ins(m)->loc};
  return space_allocate(&m->memory, &m->state->space, &request);
}

static bool new_object(struct machine *m, struct expr *pointer, const struct symbol *from) {
  struct object *object = allocate(m);
  if (object == NULL) return true;
  uint64_t base = object->base;
  char *name = alloc_format("%s_object", from->asked);
  size_t length = strlen(name), suffix = strlen("_object");
  while (length > 2 * suffix && strcmp(name + length - 2 * suffix, "_object_object") == 0)
    name[length -= suffix] = '\0'; /* names of long lists stay short */
  assume(m, "what '%s' points to is an object of unknown content", from->asked);
  const struct expr_array *holder = from->array;
  bool is_good = make_unknown(m, base, m->options.external.size, name);
  free(name);
  if (!is_good) return false;
  m->state->symbols->holder = holder;
  switch (decide_restrict_now(m, expr_eq(m->exprs, pointer, expr_const(m->exprs, 64, base)))) {
  case DECIDE_STOP: return false;
  default: return true; /* if the pointer is something else already, it stays that */
  }
}

/* The path may take the pointer for the address of an earlier unknown object. */
static enum decision find_alias(struct machine *m, struct expr *pointer) {
  for (const struct symbol *symbol = m->state->symbols; symbol; symbol = symbol->before) {
    if (!symbol->is_assumed || symbol->address == 0) continue;
    struct expr *base = expr_const(m->exprs, 64, symbol->address);
    enum decision decision = decide(m, expr_eq(m->exprs, pointer, base));
    if (decision != DECIDE_FALSE) return decision;
  }
  return DECIDE_FALSE;
}

bool unknown_resolve(struct machine *m, struct expr *address) {
  struct expr *pointer = find_pointer(m, address, 4);
  if (pointer == NULL) return true;
  const struct symbol *from = symbol_of(m, pointer);
  if (!from->is_object) {
    switch (decide(m, expr_eq(m->exprs, pointer, expr_const(m->exprs, 64, 0)))) {
    case DECIDE_STOP: return false;
    case DECIDE_TRUE: return true; /* and an error */
    default: break;
    }
  }
  if (m->options.external.may_alias) {
    switch (find_alias(m, pointer)) {
    case DECIDE_STOP: return false;
    case DECIDE_TRUE: return true;
    default: break;
    }
  }
  return new_object(m, pointer, from);
}

/* ---- variables ---- */

bool unknown_define(struct machine *m, struct object *variable) {
  if (m->options.external.mode == EXTERNAL_ERROR || variable->size == 0) return false;
  m->symbolic_size = 0; /* nothing needs to be concretised */
  if (!m->is_careful) {
    code_go_careful(m);
    return true;
  }
  const char *name = m->program->strings.data[variable->name];
  struct object *own = space_own_object(&m->memory, &m->state->space, variable);
  own->flags &= (uint8_t)~OBJECT_UNDEFINED;
  assume(m, "the variable '%s' has any value", name);
  if (make_unknown(m, own->base, own->size, name)) m->event = EVENT_CAREFUL;
  return true;
}

/* ---- calls ---- */

/* The newest input, of that kind. */
static void mark_result(struct machine *m, enum external_result result, unsigned width) {
  mark_assumed(m);
  m->state->symbols->is_number = result == EXTERNAL_NUMBER;
  m->state->symbols->is_object = result == EXTERNAL_OBJECT && width == 64;
}

struct value unknown_value(struct machine *m, const char *name, enum external_result result,
                           unsigned width) {
  unsigned size = (width + 7) / 8;
  struct expr *fresh = builtin_fresh(m, name, size);
  mark_result(m, result, width);
  return value_from(expr_extract(m->exprs, fresh, 0, width));
}

static void assume_call(struct machine *m, const struct external *external, const char *name) {
  char *what = external_describe(external);
  char *text = alloc_format("'%s' %s", name, what);
  findings_add_assumption(&m->found, text);
  free(text);
  free(what);
}

/* False if machine.event was set. */
static bool write_all(struct machine *m, const struct ir_call *call,
                      const struct external *external, const char *name) {
  struct unknown_writes writes = {0};
  bool is_good = unknown_find_writes(m, call, external, &writes);
  char *written = alloc_format("%s_written", name);
  for (size_t i = 0; is_good && i < writes.list.count; i++) {
    const struct unknown_write *write = &writes.list.data[i];
    unknown_write(m, write, write->is_result ? name : written);
    mark_result(m, write->is_result ? external->result : EXTERNAL_ANY, 0);
  }
  free(written);
  vec_free(&writes.list);
  return is_good;
}

bool unknown_call(struct machine *m, const struct ir_call *call, const char *name) {
  const struct ir_func *func = m->state->top->code->func;
  struct external external = external_find(&m->options.external, name);
  if (!external.never_returns && !write_all(m, call, &external, name)) return false;
  assume_call(m, &external, name);
  if (external.never_returns) {
    m->event = EVENT_EXIT;
    return false;
  }
  for (uint32_t i = 0; i < call->result_count; i++) {
    uint32_t reg = func->operands.data[call->first_result + i];
    struct value value = unknown_value(m, name, external.result, func->reg_widths.data[reg]);
    value_set(m, reg, &value);
  }
  return true;
}

/* ---- entry points that are no main ---- */

bool builtin_unknown(struct machine *m, const struct value *args, struct value *result) {
  char *name = alloc_format("parameter%llu", (unsigned long long)args[0].words[0]);
  assume(m, "the entry point may be called with any '%s'", name);
  *result = unknown_value(m, name, EXTERNAL_ANY, 64);
  free(name);
  return true;
}

bool builtin_open_globals(struct machine *m, const struct value *args, struct value *result) {
  (void)args;
  (void)result;
  for (size_t i = 0; m->options.has_open_globals && i < m->program->globals.count; i++) {
    const struct ir_global *global = m->program->globals.data[i];
    if (global->is_constant || !global->is_defined || global->size == 0) continue;
    assume(m, "the variable '%s' has any value when the entry point is called", global->name);
    if (!make_unknown(m, m->layout.global_addresses[i], global->size, global->name)) return false;
  }
  return true;
}
