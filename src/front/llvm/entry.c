/* Entering and leaving a program:

     void __smew_constructors(void)   runs the constructors, by priority
     void __smew_destructors(void)    runs the destructors, in the opposite order
     int __smew_main(int argc, char **argv, char **envp)
                                      calls the entry point with as many of its
                                      arguments as it takes; if it takes others, with
                                      unknown ones
     void __smew_bare_start(int argc, char **argv, char **envp)
                                      all of it, for programs without a libc

   A libc has a start function of its own that calls the first three. */
#include "front/llvm/entry.h"

#include "front/llvm/constants.h"
#include "front/llvm/debug_types.h"
#include "front/llvm/link.h"
#include "front/llvm/loader.h"
#include "ir/builder.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAIN_PARAM_COUNT = 3 };

static const uint8_t main_widths[MAIN_PARAM_COUNT] = {32, 64, 64};

static struct ir_func *declare(struct loader *loader, const char *name, bool takes_main_params,
                               bool returns_status) {
  struct ir_func *func = ir_add_func(loader->program, name, false);
  struct link_symbol *symbol = link_intern(loader, name);
  symbol->is_synthetic = true;
  symbol->strength = STRENGTH_STRONG;
  symbol->target = (struct ir_const){IR_CONST_FUNC, 64, func->number, 0};
  func->has_body = true;
  func->is_library = true;
  func->is_trusted = true;
  for (int i = 0; takes_main_params && i < MAIN_PARAM_COUNT; i++)
    ir_new_param(func, main_widths[i]);
  if (returns_status) vec_push(&func->result_widths, 32);
  return func;
}

void entry_declare(struct loader *loader) {
  declare(loader, "__smew_constructors", false, false);
  declare(loader, "__smew_destructors", false, false);
  declare(loader, "__smew_main", true, true);
  declare(loader, "__smew_bare_start", true, false);
}

static void emit_call(struct ir_func *func, uint32_t callee, const ir_operand *arguments,
                      uint32_t argument_count, const uint32_t *results, uint32_t result_count) {
  struct ir_call call = {.result_count = result_count, .arg_count = argument_count};
  call.first_result = ir_add_operands(func, results, result_count);
  call.first_arg = ir_add_operands(func, arguments, argument_count);
  vec_push(&func->calls, call);
  ir_emit(func, (struct ir_ins){.op = IR_CALL,
                                .a = ir_const_func(func, callee),
                                .b = (uint32_t)func->calls.count - 1});
}

static struct ir_func *start_body(struct loader *loader, const char *name) {
  struct ir_func *func = ir_find_func(loader->program, name);
  ir_start_block(func, ir_new_block(func));
  return func;
}

static void end_body(struct ir_func *func, struct ir_ins end) {
  ir_emit(func, end);
  ir_end_block(func, 0);
  ir_finish_func(func);
}

/* By rising priority, then in order of appearance. */
static int compare_structors(const void *a, const void *b) {
  const struct structor *x = *(const struct structor *const *)a;
  const struct structor *y = *(const struct structor *const *)b;
  if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void define_structors(struct loader *loader, const char *name,
                             const struct structor *structors, size_t count, bool is_reversed) {
  struct ir_func *func = start_body(loader, name);
  const struct structor **order = alloc_bytes(count * sizeof *order);
  for (size_t i = 0; i < count; i++) order[i] = &structors[i];
  qsort(order, count, sizeof *order, compare_structors);
  struct ir_ins end = {.op = IR_RET};
  for (size_t i = 0; i < count && end.op == IR_RET; i++) {
    const struct structor *structor = order[is_reversed ? count - 1 - i : i];
    struct ir_const target;
    struct types *types = loader->types.data[0];
    bool is_known = constants_evaluate(loader, types, structor->function, &target) &&
                    target.kind == IR_CONST_FUNC;
    const struct ir_func *callee = is_known ? loader->program->funcs.data[target.ref] : NULL;
    if (callee && callee->param_widths.count == 0 && callee->result_widths.count == 0) {
      emit_call(func, target.ref, NULL, 0, NULL, 0);
      continue;
    }
    const char *problem = "constructor or destructor that is not a function of type void (void)";
    end = (struct ir_ins){
        .op = IR_TRAP, .aux = IR_TRAP_UNSUPPORTED, .a = ir_intern_string(loader->program, problem)};
  }
  free(order);
  end_body(func, end);
}

static bool takes_main_arguments(const struct ir_func *entry) {
  if (entry->is_variadic || entry->param_widths.count > MAIN_PARAM_COUNT) return false;
  for (size_t i = 0; i < entry->param_widths.count; i++)
    if (entry->param_widths.data[i] != main_widths[i]) return false;
  return true;
}

/* A function that the engine provides. */
static uint32_t declare_builtin(struct loader *loader, const char *name, const uint8_t *widths,
                                uint32_t count, uint8_t result) {
  struct ir_func *func = ir_find_func(loader->program, name);
  if (func != NULL) return func->number;
  func = ir_add_func(loader->program, name, false);
  for (uint32_t i = 0; i < count; i++) vec_push(&func->param_widths, widths[i]);
  if (result != 0) vec_push(&func->result_widths, result);
  return func->number;
}

/* An entry point that is no main gets unknown arguments. */
static ir_operand emit_unknown(struct loader *loader, struct ir_func *func, uint32_t number,
                               unsigned width) {
  uint32_t builtin = declare_builtin(loader, "__smew_unknown", (const uint8_t[]){32}, 1, 64);
  ir_operand which = ir_const_int(func, 32, number);
  uint32_t value = ir_new_reg(func, 64);
  emit_call(func, builtin, &which, 1, &value, 1);
  if (width == 64) return value;
  uint32_t narrow = ir_new_reg(func, width);
  ir_emit(func, (struct ir_ins){
                    .op = IR_TRUNC, .width = (uint8_t)width, .dst = narrow, .a = value, .c = 64});
  return narrow;
}

static bool fill_arguments(struct loader *loader, const struct ir_func *entry, struct ir_func *func,
                           ir_operand *arguments) {
  bool is_main = takes_main_arguments(entry);
  if (!is_main) {
    uint32_t prepare = declare_builtin(loader, "__smew_open_globals", NULL, 0, 0);
    emit_call(func, prepare, NULL, 0, NULL, 0);
    debug_types_read(loader);
  }
  for (size_t i = 0; i < entry->param_widths.count; i++) {
    if (entry->param_widths.data[i] > 64) {
      fprintf(stderr, "smew: the entry point '%s' has a parameter of more than 64 bits\n",
              entry->name);
      return false;
    }
    arguments[i] = is_main ? func->params.data[i]
                           : emit_unknown(loader, func, (uint32_t)i, entry->param_widths.data[i]);
  }
  return true;
}

static bool define_main(struct loader *loader) {
  const struct ir_func *entry = loader->program->funcs.data[loader->entry->target.ref];
  struct ir_func *func = start_body(loader, "__smew_main");
  ir_operand *arguments = alloc_bytes((entry->param_widths.count + 1) * sizeof *arguments);
  if (!fill_arguments(loader, entry, func, arguments)) {
    free(arguments);
    return false;
  }
  uint32_t result_count = (uint32_t)entry->result_widths.count;
  uint32_t *results = alloc_bytes((result_count + 1) * sizeof *results);
  for (uint32_t i = 0; i < result_count; i++)
    results[i] = ir_new_reg(func, entry->result_widths.data[i]);
  emit_call(func, entry->number, arguments, (uint32_t)entry->param_widths.count, results,
            result_count);
  free(arguments);
  ir_operand status = ir_const_int(func, 32, 0);
  if (result_count == 1) {
    unsigned width = entry->result_widths.data[0];
    status = results[0];
    if (width != 32) {
      status = ir_new_reg(func, 32);
      ir_emit(func, (struct ir_ins){.op = width > 32 ? IR_TRUNC : IR_ZEXT,
                                    .width = 32,
                                    .dst = status,
                                    .a = results[0],
                                    .c = width});
    }
  }
  free(results);
  uint32_t list = ir_add_operands(func, &status, 1);
  end_body(func, (struct ir_ins){.op = IR_RET, .b = list, .c = 1});
  return true;
}

static void define_bare_start(struct loader *loader) {
  struct ir_func *leave = ir_find_func(loader->program, "__smew_exit");
  if (!leave) {
    leave = ir_add_func(loader->program, "__smew_exit", false);
    vec_push(&leave->param_widths, 32);
  }
  struct ir_func *func = start_body(loader, "__smew_bare_start");
  uint32_t status = ir_new_reg(func, 32);
  emit_call(func, ir_find_func(loader->program, "__smew_constructors")->number, NULL, 0, NULL, 0);
  emit_call(func, ir_find_func(loader->program, "__smew_main")->number, func->params.data,
            MAIN_PARAM_COUNT, &status, 1);
  emit_call(func, ir_find_func(loader->program, "__smew_destructors")->number, NULL, 0, NULL, 0);
  emit_call(func, leave->number, &status, 1, NULL, 0);
  end_body(func, (struct ir_ins){.op = IR_UNREACHABLE});
}

bool entry_define(struct loader *loader) {
  define_structors(loader, "__smew_constructors", loader->constructors.data,
                   loader->constructors.count, false);
  define_structors(loader, "__smew_destructors", loader->destructors.data,
                   loader->destructors.count, true);
  define_bare_start(loader);
  return define_main(loader);
}
