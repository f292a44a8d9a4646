/* KLEE's intrinsics. */
#include "exec/builtin/builtin_list.h"
#include "exec/builtin/builtin_symbolic.h"
#include "exec/careful/careful.h"
#include "exec/choose.h"
#include "exec/decide.h"
#include "exec/own_place.h"
#include "exec/symbol.h"
#include "exec/uninitialised.h"
#include "expr/expr.h"
#include "expr/piecewise.h"
#include "expr/print.h"
#include "memory/symbolic.h"
#include "util/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 4096, MAX_NODES = 1000 };

/* Whether a value is a constant on each of the paths that were merged. Parts of it may be of other
   paths, and anything. */
static bool is_known(struct machine *machine, struct expr *e) {
  if (expr_is_piecewise_constant(e)) return true;
  struct expr *value = expr_const(machine->exprs, e->width, decide_witness_value(machine, e));
  return !decide_may(machine, expr_ne(machine->exprs, e, value));
}

/* Merged paths may have different strings in one place: they are separated again at each byte. */
static bool choose_byte(struct machine *machine, uint64_t address) {
  struct space *space = &machine->state->space;
  struct access_fault fault;
  struct value value = {memory_read_value(&machine->memory, space, address, 1, &fault), {0}};
  uint64_t number = 0;
  if (!uninitialised_check(machine, &value.expr, "text")) return false;
  bool is_text = is_known(machine, value.expr);
  if (is_text && !resolve_number(machine, &value, &number)) return false;
  uint8_t byte = (uint8_t)number;
  if (is_text && memory_write(&machine->memory, space, address, &byte, 1, &fault)) return true;
  error_raise(machine, ERROR_USER, "a text for an intrinsic is symbolic");
  return false;
}

/* Where a string begins; a symbolic pointer is decided, 0 is the null pointer. */
static bool resolve_text(struct machine *machine, const struct value *value, uint64_t *address) {
  static const struct many_places many = {
      64, 1, "symbolic address of a text for an intrinsic made concrete"};
  *address = value->words[0];
  if (value->expr == NULL) return true;
  *address = 0;
  switch (decide(machine, builtin_is_true(machine, value))) {
  case DECIDE_STOP: return false;
  case DECIDE_FALSE: return true;
  default: return resolve_place(machine, value, 1, false, &many, address);
  }
}

/* The string at an address, owned; "unnamed" for a null pointer, NULL with an event. */
static char *read_text(struct machine *machine, const struct value *value) {
  uint64_t address;
  char *text;
  struct access_fault fault;
  if (!resolve_text(machine, value, &address)) return NULL;
  if (address == 0) return alloc_string("unnamed");
  while (!memory_read_string(&machine->memory, &machine->state->space, address, MAX_TEXT, &text,
                             &fault)) {
    if (fault.result == ACCESS_SYMBOLIC) {
      if (choose_byte(machine, fault.object->base + (uint64_t)fault.offset)) continue;
    } else {
      error_raise_access(machine, &fault, address, 1, false);
    }
    return NULL;
  }
  return text;
}

static char *read_text_at(struct machine *machine, uint64_t address) {
  struct value value = value_concrete(address);
  return read_text(machine, &value);
}

/* A fresh symbolic value of that many bytes. */
struct expr *builtin_fresh(struct machine *machine, const char *name, unsigned size) {
  const struct symbol *symbol =
      symbol_add(machine, *name ? name : "unnamed", size, machine_current_ins(machine)->loc);
  struct expr *value = expr_input(machine->exprs, symbol->array, 0);
  for (unsigned i = 1; i < size; i++)
    value = expr_concat(machine->exprs, expr_input(machine->exprs, symbol->array, i), value);
  return value;
}

static bool fail(struct machine *machine, const char *message) {
  error_raise(machine, ERROR_USER, "%s", message);
  return false;
}

/* Everything is checked before the symbol is made. */
bool builtin_make_symbolic(struct machine *machine, uint64_t address, uint64_t size,
                           const char *name) {
  struct space *space = &machine->state->space;
  struct access_fault fault;
  if (size == 0) return true;
  if (!memory_check(space, address, size, true, &fault)) {
    error_raise_access(machine, &fault, address, size, true);
    return false;
  }
  const struct symbol *symbol =
      symbol_add(machine, *name ? name : "unnamed", size, machine_current_ins(machine)->loc);
  if (memory_make_symbolic(&machine->memory, space, address, size, symbol->array, &fault))
    return true;
  error_raise_access(machine, &fault, address, size, true);
  return false;
}

bool builtin_resolve_block(struct machine *machine, const struct value *pointer,
                           const struct value *length, uint64_t *address, uint64_t *size) {
  static const struct many_places many = {1024, 1024,
                                          "symbolic address or size of a new input made concrete"};
  bool is_open = pointer->expr != NULL || length->expr != NULL;
  *address = pointer->words[0];
  *size = length->words[0];
  switch (is_open ? decide(machine, builtin_is_true(machine, length)) : DECIDE_TRUE) {
  case DECIDE_STOP: return false;
  case DECIDE_FALSE: *size = 0; return true;
  default: break;
  }
  uint64_t first = length->expr == NULL ? *size : 1;
  return resolve_place(machine, pointer, first, true, &many, address) &&
         resolve_length(machine, length, *address, true, many.what, size);
}

bool klee_make_symbolic(struct machine *machine, const struct value *args, struct value *result) {
  uint64_t address, size;
  (void)result;
  if (!builtin_resolve_block(machine, &args[0], &args[1], &address, &size)) return false;
  char *name = read_text(machine, &args[2]);
  bool is_good = name != NULL && builtin_make_symbolic(machine, address, size, name);
  free(name);
  return is_good;
}

bool klee_int(struct machine *machine, const struct value *args, struct value *result) {
  char *name = read_text(machine, &args[0]);
  if (name == NULL) return false;
  *result = value_from(builtin_fresh(machine, name, 4));
  free(name);
  return true;
}

bool klee_range(struct machine *machine, const struct value *args, struct value *result) {
  struct exprs *exprs = machine->exprs;
  struct expr *begin = value_expr(machine, &args[0], 32), *end = value_expr(machine, &args[1], 32);
  switch (decide_good(machine, expr_slt(exprs, begin, end))) {
  case DECIDE_STOP: return false;
  case DECIDE_FALSE: return fail(machine, "invalid klee_range: the range is empty");
  default: break;
  }
  *result = args[0];
  if (expr_is_true(expr_eq(exprs, end, expr_add(exprs, begin, expr_const(exprs, 32, 1)))))
    return true; /* nothing to choose from */
  char *name = read_text(machine, &args[2]);
  if (name == NULL) return false;
  struct expr *value = builtin_fresh(machine, name, 4);
  free(name);
  struct expr *is_within =
      expr_and(exprs, expr_sle(exprs, begin, value), expr_slt(exprs, value, end));
  *result = value_from(value);
  return decide_restrict_now(machine, is_within) == DECIDE_TRUE;
}

bool klee_choose(struct machine *machine, const struct value *args, struct value *result) {
  struct exprs *exprs = machine->exprs;
  struct expr *limit = value_expr(machine, &args[0], 64);
  switch (decide_good(machine, expr_ne(exprs, limit, expr_const(exprs, 64, 0)))) {
  case DECIDE_STOP: return false;
  case DECIDE_FALSE: return fail(machine, "invalid klee_choose: there is nothing to choose from");
  default: break;
  }
  struct expr *value = builtin_fresh(machine, "klee_choose", 8);
  *result = value_from(value);
  return decide_restrict_now(machine, expr_ult(exprs, value, limit)) == DECIDE_TRUE;
}

struct expr *builtin_is_true(struct machine *machine, const struct value *value) {
  if (value->expr == NULL) return expr_const(machine->exprs, 1, value->words[0] != 0);
  return expr_ne(machine->exprs, value->expr, expr_const(machine->exprs, value->expr->width, 0));
}

bool klee_assume(struct machine *machine, const struct value *args, struct value *result) {
  (void)result;
  switch (decide_restrict(machine, builtin_is_true(machine, &args[0]))) {
  case DECIDE_TRUE: return true;
  case DECIDE_FALSE:
    if (!machine->limits.silent_assume)
      return fail(machine, "invalid klee_assume call (provably false)");
    machine->event = EVENT_SILENT;
    return false;
  default: return false;
  }
}

bool klee_report_error(struct machine *machine, const uint64_t *args, uint64_t *result) {
  char *message = read_text_at(machine, args[2]);
  (void)result;
  if (message == NULL) return false;
  error_raise(machine, ERROR_USER, "%s", message);
  free(message);
  return false;
}

bool klee_report_error_values(struct machine *machine, const struct value *args,
                              struct value *result) {
  uint64_t words[4] = {0};
  (void)result;
  return resolve_text(machine, &args[2], &words[2]) && klee_report_error(machine, words, NULL);
}

bool klee_silent_exit(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  machine->state->exit_status = (int)(args[0] & 0xff);
  machine->event = EVENT_SILENT;
  return false;
}

bool klee_silent_exit_values(struct machine *machine, const struct value *args,
                             struct value *result) {
  (void)args;
  (void)result;
  machine->event = EVENT_SILENT;
  return false;
}

bool klee_prefer_cex(struct machine *machine, const struct value *args, struct value *result) {
  (void)result;
  decide_prefer(machine, builtin_is_true(machine, &args[1]));
  return true;
}

bool klee_is_symbolic(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)machine;
  (void)args;
  *result = 0;
  return true;
}

bool klee_is_symbolic_value(struct machine *machine, const struct value *args,
                            struct value *result) {
  (void)machine;
  *result = value_concrete(args[0].expr != NULL);
  return true;
}

bool klee_is_replay(struct machine *machine, const uint64_t *args, uint64_t *result) {
  return klee_is_symbolic(machine, args, result);
}

/* A value that is possible on this path, without restricting the path. */
bool klee_get_value(struct machine *machine, const struct value *args, struct value *result) {
  *result = args[0];
  if (args[0].expr != NULL) *result = value_concrete(decide_witness_value(machine, args[0].expr));
  return true;
}

bool klee_get_obj_size(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct access_fault fault;
  if (choose_at(machine, args[0])) return false;
  struct object *object = space_find(&machine->state->space, args[0]);
  if (object == NULL || (object->flags & OBJECT_FREED) || args[0] - object->base > object->size) {
    memory_check(&machine->state->space, args[0], 1, false, &fault);
    error_raise_access(machine, &fault, args[0], 1, false);
    return false;
  }
  *result = object->size;
  return true;
}

bool klee_get_obj_size_values(struct machine *machine, const struct value *args,
                              struct value *result) {
  struct target target;
  if (!resolve_access(machine, &args[0], 1, false, &target)) return false;
  *result = value_concrete(target.object->size);
  return true;
}

bool klee_get_errno(struct machine *machine, const uint64_t *args, uint64_t *result) {
  const struct ir_global *global = ir_find_global(machine->program, "__smew_errno");
  struct space *space = &machine->state->space;
  struct access_fault fault;
  uint64_t address;
  uint32_t value = 0;
  (void)args;
  if (global != NULL &&
      memory_read(&machine->memory, space, machine->layout.global_addresses[global->number],
                  &address, 8, &fault) &&
      address != 0)
    memory_read(&machine->memory, space, address, &value, 4, &fault);
  *result = value;
  return true;
}

bool klee_check_memory_access(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct access_fault fault;
  (void)result;
  if (args[1] == 0 || memory_check(&machine->state->space, args[0], args[1], false, &fault))
    return true;
  error_raise_access(machine, &fault, args[0], args[1], false);
  return false;
}

bool klee_check_memory_access_values(struct machine *machine, const struct value *args,
                                     struct value *result) {
  struct target target;
  (void)result;
  switch (decide(machine, builtin_is_true(machine, &args[1]))) {
  case DECIDE_STOP: return false;
  case DECIDE_FALSE: return true;
  default: break;
  }
  if (args[1].expr == NULL)
    return resolve_access(machine, &args[0], args[1].words[0], false, &target);
  if (!resolve_access(machine, &args[0], 1, false, &target)) return false;
  struct exprs *exprs = machine->exprs;
  struct expr *offset = target.offset;
  if (offset == NULL) offset = expr_const(exprs, 64, target.address - target.object->base);
  struct expr *room = expr_sub(exprs, expr_const(exprs, 64, target.object->size), offset);
  struct expr *size = value_expr(machine, &args[1], 64);
  switch (decide_good(machine, expr_ule(exprs, size, room))) {
  case DECIDE_STOP: return false;
  case DECIDE_TRUE: return true;
  default: break;
  }
  uint64_t words[2] = {target.object->base + decide_witness_value(machine, offset),
                       decide_witness_value(machine, size)};
  return klee_check_memory_access(machine, words, NULL);
}

bool klee_define_fixed_object(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  error_raise(machine, ERROR_MODEL, "unsupported: klee_define_fixed_object at 0x%llx",
              (unsigned long long)args[0]);
  return false;
}

bool klee_nothing(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)machine;
  (void)args;
  *result = 0;
  return true;
}

bool klee_open_merge(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)args;
  (void)result;
  reducers_open(&machine->state->exploration->reducers, machine->state);
  return true;
}

/* Stops before the call; when the state resumes, the call returns. */
bool klee_close_merge(struct machine *machine, const struct value *args, struct value *result) {
  struct state *state = machine->state;
  (void)args;
  (void)result;
  bool is_passing = state->is_closing || !(machine->places & REDUCER_CLOSE);
  state->is_closing = !is_passing;
  state->arrived = is_passing ? 0 : REDUCER_CLOSE;
  if (!is_passing) machine->event = EVENT_JOIN;
  return is_passing;
}

/* "file:line" of the call; the function if there is no debug information. */
static void add_place(struct machine *machine, struct buffer *out) {
  struct own_place place = own_place_find(machine);
  const struct ir_loc *loc = &machine->program->locs.data[place.loc];
  if (place.loc == 0)
    buffer_add(out, "%s: ", place.func->name);
  else
    buffer_add(out, "%s:%u: ", machine->program->strings.data[loc->file], loc->line);
}

/* In a portfolio, only the first exploration prints: the others reach the same calls. */
static bool is_silent(const struct machine *machine) {
  return machine->exploration != machine->explorations.data[0];
}

static void say(struct machine *machine, struct buffer *text) {
  if (!is_silent(machine)) machine_say(machine, "%s", text->text);
  buffer_free(text);
}

/* Only the first variable argument is available as a value: the others are in memory, in KLEE
   too, where their types are unknown. */
bool klee_print_expr(struct machine *machine, const struct value *args, struct value *result) {
  struct buffer text = {0};
  char *message = read_text(machine, &args[0]);
  (void)result;
  if (message == NULL) return false;
  add_place(machine, &text);
  buffer_add(&text, "%s", message);
  free(message);
  if (args[1].expr != NULL) {
    buffer_add(&text, ": ");
    expr_print(machine->exprs, args[1].expr, MAX_NODES, &text);
  } else {
    buffer_add(&text, ": %lld", (long long)args[1].words[0]);
  }
  say(machine, &text);
  return true;
}

/* The smallest or the largest signed value, by bisection. */
static int64_t find_extreme(struct machine *machine, struct expr *e, bool is_largest) {
  struct expr_range range = expr_range_of(e);
  int64_t low = range.smin, high = range.smax;
  struct exprs *exprs = machine->exprs;
  while (low < high) {
    int64_t middle = low + (int64_t)(((uint64_t)high - (uint64_t)low) / 2);
    struct expr *bound = expr_const(exprs, e->width, (uint64_t)middle & ir_mask(e->width));
    if (is_largest) {
      if (decide_may(machine, expr_slt(exprs, bound, e)))
        low = middle + 1;
      else
        high = middle;
    } else {
      if (decide_may(machine, expr_sle(exprs, e, bound)))
        high = middle;
      else
        low = middle + 1;
    }
  }
  return low;
}

/* The value is an int. */
bool klee_print_range(struct machine *machine, const struct value *args, struct value *result) {
  struct buffer text = {0};
  char *name = read_text(machine, &args[0]);
  (void)result;
  if (name == NULL) return false;
  add_place(machine, &text);
  if (args[1].expr == NULL)
    buffer_add(&text, "%s = %d", name, (int)(uint32_t)args[1].words[0]);
  else
    buffer_add(&text, "%s in [%lld, %lld]", name,
               (long long)find_extreme(machine, args[1].expr, false),
               (long long)find_extreme(machine, args[1].expr, true));
  free(name);
  say(machine, &text);
  return true;
}

bool klee_warning(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct buffer text = {0};
  char *message = read_text_at(machine, args[0]);
  (void)result;
  if (message == NULL) return false;
  buffer_add(&text, "warning: ");
  add_place(machine, &text);
  buffer_add(&text, "%s", message);
  free(message);
  say(machine, &text);
  return true;
}

bool klee_warning_once(struct machine *machine, const uint64_t *args, uint64_t *result) {
  const struct ir_ins *ins = machine_current_ins(machine);
  for (size_t i = 0; i < machine->warned.count; i++)
    if (machine->warned.data[i] == ins) return true;
  if (!is_silent(machine)) vec_push(&machine->warned, ins);
  return klee_warning(machine, args, result);
}

bool klee_warning_values(struct machine *machine, const struct value *args, struct value *result) {
  uint64_t word;
  (void)result;
  return resolve_text(machine, &args[0], &word) && klee_warning(machine, &word, NULL);
}

bool klee_warning_once_values(struct machine *machine, const struct value *args,
                              struct value *result) {
  uint64_t word;
  (void)result;
  return resolve_text(machine, &args[0], &word) && klee_warning_once(machine, &word, NULL);
}

bool klee_stack_trace(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct buffer text = {0};
  (void)args;
  (void)result;
  error_print_stack(machine, &text);
  if (text.length > 0)
    text.text[text.length - 1] = '\0'; /* the caller that prints it ends the
                                          line */
  say(machine, &text);
  return true;
}

bool klee_set_forking(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  machine->state->forks_not = args[0] == 0;
  return true;
}
