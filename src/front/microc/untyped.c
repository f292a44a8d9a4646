/* A tree-walking interpreter on tagged values (untyped_value.h), following "Meaning" in
   docs/microc.md. A program with types means the same here and as IR; one without runs until an
   operation gets a value of the wrong kind, which is an error of kind `type` at that operation.

   Access paths are evaluated in two phases: first all operands, then the walk with its checks. An
   error leaves the walk by longjmp; the values in use then belong to the heap. */
#include "front/microc/untyped.h"

#include "front/microc/messages.h"
#include "front/microc/untyped_value.h"
#include "util/deep_stack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nested calls of the interpreter, which bound its stack. */
enum { MAX_DEPTH = 100000, MAX_CALLERS_SHOWN = 12 };

struct frame {
  const struct microc_function *function;
  struct value locals;             /* as the items of one value; of VALUE_CELL if they have an
                                      address */
  struct frame *caller;            /* NULL for main */
  struct microc_place called_from; /* in the caller */
  uint32_t depth;
};

struct run {
  const struct microc_program *program;
  const struct microc_untyped *options;
  struct microc_messages *messages;
  struct heap heap;
  struct frame *frame;
  uint32_t depth;
  int status;
  jmp_buf stop;
};

/* ---- errors ---- */

static void add_calls(struct run *run, struct microc_place at) {
  struct buffer *out = &run->messages->out;
  unsigned shown = 0;
  for (const struct frame *frame = run->frame; frame != NULL; frame = frame->caller) {
    if (shown++ == MAX_CALLERS_SHOWN) {
      buffer_add(out, "  … and %u calls before\n", frame->depth);
      return;
    }
    buffer_add(out, "  %s %s at %s:%u:%u\n", shown == 1 ? "in" : "called from",
               frame->function->decl.name, run->messages->path, at.line, at.column);
    at = frame->called_from;
  }
}

static _Noreturn void fail(struct run *run, struct microc_place at, const char *kind,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));
static _Noreturn void fail(struct run *run, struct microc_place at, const char *kind,
                           const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = alloc_format_list(format, arguments);
  va_end(arguments);
  microc_error(run->messages, at, "%s [%s]", text, kind);
  free(text);
  add_calls(run, at);
  longjmp(run->stop, 1);
}

/* The number that an operation needs. */
static int32_t number_of(struct run *run, const struct value *value, struct microc_place user) {
  if (value->kind != VALUE_NUMBER)
    fail(run, user, "type", "this needs a number, not %s", value_kind_name(value->kind));
  return value->number;
}

static void enter(struct run *run, struct microc_place at) {
  if (++run->depth > MAX_DEPTH)
    fail(run, at, "exec", "stack overflow: expressions and calls are nested too deeply");
}

/* ---- access paths ---- */

static struct value evaluate(struct run *run, const struct microc_expr *expr);
static int32_t evaluate_number(struct run *run, const struct microc_expr *expr,
                               struct microc_place user);

struct path {
  struct value *variable; /* the base: a variable, */
  struct value base;      /* or a pointer or any other value, owned */
  struct value indices;   /* one item each, owned */
  uint32_t index_count;
};

static struct value *find_variable(const struct run *run, const struct microc_decl *decl) {
  struct value *local = &run->frame->locals.items[decl->index];
  return local->kind == VALUE_CELL ? &local->target->value : local;
}

static uint32_t count_indices(const struct microc_expr *expr) {
  uint32_t count = 0;
  for (; expr->kind == MICROC_FIELD || expr->kind == MICROC_INDEX; expr = expr->a)
    count += expr->kind == MICROC_INDEX;
  return count;
}

static void evaluate_operands(struct run *run, const struct microc_expr *expr, struct path *path) {
  if (expr->kind == MICROC_FIELD || expr->kind == MICROC_INDEX) {
    evaluate_operands(run, expr->a, path);
    if (expr->kind == MICROC_INDEX)
      path->indices.items[path->index_count++] =
          value_of_number(evaluate_number(run, expr->b, expr->at));
  } else if (expr->kind == MICROC_DEREF)
    path->base = evaluate(run, expr->a);
  else if (expr->kind == MICROC_NAME && expr->decl->function == NULL)
    path->variable = find_variable(run, expr->decl);
  else
    path->base = evaluate(run, expr);
}

static void check_set(struct run *run, const struct value *value, const struct microc_expr *expr) {
  if (value->kind != VALUE_UNSET) return;
  if (expr->kind == MICROC_NAME)
    fail(run, expr->at, "uninit", "use of the uninitialised variable '%s'", expr->name);
  fail(run, expr->at, "uninit", "use of an uninitialised value");
}

static struct value *follow_pointer(struct run *run, const struct value *pointer,
                                    struct microc_place at) {
  if (pointer->kind != VALUE_POINTER)
    fail(run, at, "type", "only a pointer can be dereferenced, not %s",
         value_kind_name(pointer->kind));
  if (pointer->target == NULL) fail(run, at, "ptr", "null dereference");
  if (pointer->target->is_dead)
    fail(run, at, "ptr", "dereference of a dead local: %s", pointer->target->name);
  return &pointer->target->value;
}

static struct value *select_item(struct run *run, struct value *whole,
                                 const struct microc_expr *expr, int32_t index) {
  if (expr->kind == MICROC_INDEX) {
    if (whole->kind != VALUE_ARRAY)
      fail(run, expr->at, "type", "only an array has elements, not %s",
           value_kind_name(whole->kind));
    if (index < 0 || (uint32_t)index >= whole->count)
      fail(run, expr->at, "index", "index out of bounds");
    return &whole->items[index];
  }
  if (whole->kind != VALUE_RECORD)
    fail(run, expr->at, "type", "only a record has fields, not %s", value_kind_name(whole->kind));
  for (uint32_t i = 0; i < whole->count; i++)
    if (strcmp(whole->names[i].text, expr->name) == 0) return &whole->items[i];
  fail(run, expr->at, "field", "missing field '%s'", expr->name);
}

/* The value that the path leads to. `next` counts the indices used. */
static struct value *walk(struct run *run, const struct microc_expr *expr, struct path *path,
                          uint32_t *next) {
  if (expr->kind == MICROC_FIELD || expr->kind == MICROC_INDEX) {
    struct value *whole = walk(run, expr->a, path, next);
    check_set(run, whole, expr->a);
    int32_t index = expr->kind == MICROC_INDEX ? path->indices.items[(*next)++].number : 0;
    return select_item(run, whole, expr, index);
  }
  if (expr->kind == MICROC_DEREF) return follow_pointer(run, &path->base, expr->at);
  return path->variable != NULL ? path->variable : &path->base;
}

static struct value *find_place(struct run *run, const struct microc_expr *expr,
                                struct path *path) {
  uint32_t count = count_indices(expr), next = 0;
  *path = (struct path){0};
  if (count > 0) path->indices.items = value_new_items(&run->heap, path->indices.count = count);
  evaluate_operands(run, expr, path);
  return walk(run, expr, path, &next);
}

static void forget_path(struct run *run, struct path *path) {
  value_free(&run->heap, &path->base);
  value_free(&run->heap, &path->indices);
}

/* ---- expressions ---- */

static int32_t evaluate_number(struct run *run, const struct microc_expr *expr,
                               struct microc_place user) {
  struct value value = evaluate(run, expr);
  return number_of(run, &value, user);
}

static struct value read_input(struct run *run, const struct microc_expr *expr) {
  int32_t number;
  char *what = NULL;
  if (run->options->read(run->options->context, &number, &what)) return value_of_number(number);
  char text[200]; /* on the stack, because fail does not return to free it */
  snprintf(text, sizeof text, "%s", what);
  free(what);
  fail(run, expr->at, "input", "input is not a 32-bit integer: '%s'", text);
}

static struct value compare(struct run *run, const struct microc_expr *expr, struct value *a,
                            struct value *b) {
  bool is_equal = false;
  if (a->kind == VALUE_NUMBER && b->kind == VALUE_NUMBER)
    is_equal = a->number == b->number;
  else if (a->kind == VALUE_POINTER && b->kind == VALUE_POINTER)
    is_equal = a->target == b->target;
  else
    fail(run, expr->at, "type", "'%s' compares two numbers or two pointers, not %s and %s",
         microc_operator_text(expr->op), value_kind_name(a->kind), value_kind_name(b->kind));
  return value_of_number(is_equal == (expr->op == MICROC_EQ));
}

static struct value evaluate_binary(struct run *run, const struct microc_expr *expr) {
  struct value left = evaluate(run, expr->a), right = evaluate(run, expr->b);
  if (expr->op == MICROC_EQ || expr->op == MICROC_NE) return compare(run, expr, &left, &right);
  int64_t a = number_of(run, &left, expr->at), b = number_of(run, &right, expr->at);
  switch (expr->op) {
  case MICROC_OR: return value_of_number(a != 0 || b != 0);
  case MICROC_AND: return value_of_number(a != 0 && b != 0);
  case MICROC_GT: return value_of_number(a > b);
  case MICROC_LT: return value_of_number(a < b);
  case MICROC_GE: return value_of_number(a >= b);
  case MICROC_LE: return value_of_number(a <= b);
  case MICROC_ADD: return value_of_number(a + b);
  case MICROC_SUB: return value_of_number(a - b);
  case MICROC_MUL: return value_of_number(a * b);
  default:
    if (b == 0) fail(run, expr->at, "div", "division by zero");
    return value_of_number(a / b);
  }
}

static struct value evaluate_items(struct run *run, const struct microc_expr *expr,
                                   enum value_kind kind) {
  struct value whole = {.kind = (uint8_t)kind, .names = expr->names};
  whole.items = value_new_items(&run->heap, expr->item_count);
  for (uint32_t i = 0; i < expr->item_count; i++) {
    struct value item = evaluate(run, expr->items[i]);
    whole.items[whole.count++] = item;
  }
  return whole;
}

static void execute(struct run *run, const struct microc_stmt *stmt);

static void make_locals(struct run *run, struct frame *frame, struct value *arguments) {
  const struct microc_function *function = frame->function;
  frame->locals.items = value_new_items(&run->heap, function->local_count);
  frame->locals.count = function->local_count;
  for (uint32_t i = 0; i < function->local_count; i++) {
    const struct microc_decl *decl = function->locals[i];
    struct value *local = &frame->locals.items[i];
    if (decl->has_address_taken) {
      struct cell *cell = heap_new_cell(&run->heap, decl->name);
      *local = (struct value){.kind = VALUE_CELL, .target = cell};
      local = &cell->value;
    }
    if (i >= function->param_count) continue;
    *local = arguments->items[i];
    arguments->items[i] = (struct value){0};
  }
}

static void free_locals(struct run *run, struct frame *frame) {
  for (uint32_t i = 0; i < frame->function->local_count; i++)
    if (frame->locals.items[i].kind == VALUE_CELL) frame->locals.items[i].target->is_dead = true;
  value_free(&run->heap, &frame->locals);
}

/* Takes the arguments. */
static struct value call(struct run *run, const struct microc_function *function,
                         struct value *arguments, struct microc_place at) {
  struct frame frame = {.function = function,
                        .caller = run->frame,
                        .called_from = at,
                        .depth = run->frame ? run->frame->depth + 1 : 1};
  if (frame.depth > run->options->max_frames)
    fail(run, at, "exec", "stack overflow: more than %u frames", run->options->max_frames);
  make_locals(run, &frame, arguments);
  value_free(&run->heap, arguments);
  run->frame = &frame;
  for (uint32_t i = 0; i < function->body_count; i++) execute(run, function->body[i]);
  struct value result = evaluate(run, function->result);
  run->frame = frame.caller;
  free_locals(run, &frame);
  return result;
}

static struct value evaluate_call(struct run *run, const struct microc_expr *expr) {
  struct value callee = evaluate(run, expr->a);
  struct value arguments = evaluate_items(run, expr, VALUE_ARRAY);
  if (callee.kind != VALUE_FUNCTION)
    fail(run, expr->at, "type", "only a function can be called, not %s",
         value_kind_name(callee.kind));
  uint32_t wanted = callee.function->param_count;
  if (wanted != expr->item_count)
    fail(run, expr->at, "type", "'%s' takes %u argument%s, not %u", callee.function->decl.name,
         wanted, wanted == 1 ? "" : "s", expr->item_count);
  return call(run, callee.function, &arguments, expr->at);
}

static struct value evaluate_path(struct run *run, const struct microc_expr *expr) {
  struct path path;
  struct value *place = find_place(run, expr, &path);
  check_set(run, place, expr);
  struct value value = value_copy(&run->heap, place);
  forget_path(run, &path);
  return value;
}

static struct value evaluate_alloc(struct run *run, const struct microc_expr *expr) {
  struct value value = evaluate(run, expr->a);
  struct cell *cell = heap_new_cell(&run->heap, NULL);
  cell->value = value;
  return value_of_pointer(cell);
}

static struct value evaluate_kind(struct run *run, const struct microc_expr *expr) {
  switch (expr->kind) {
  case MICROC_NUMBER: return value_of_number(expr->number);
  case MICROC_INPUT: return read_input(run, expr);
  case MICROC_NULL: return value_of_pointer(NULL);
  case MICROC_REF: return value_of_pointer(run->frame->locals.items[expr->decl->index].target);
  case MICROC_NOT: return value_of_number(evaluate_number(run, expr->a, expr->at) == 0);
  case MICROC_ARRAY: return evaluate_items(run, expr, VALUE_ARRAY);
  case MICROC_RECORD: return evaluate_items(run, expr, VALUE_RECORD);
  case MICROC_ALLOC: return evaluate_alloc(run, expr);
  case MICROC_BINARY: return evaluate_binary(run, expr);
  case MICROC_CALL: return evaluate_call(run, expr);
  case MICROC_NAME:
    if (expr->decl->function != NULL)
      return (struct value){.kind = VALUE_FUNCTION, .function = expr->decl->function};
    return evaluate_path(run, expr);
  default: return evaluate_path(run, expr);
  }
}

static struct value evaluate(struct run *run, const struct microc_expr *expr) {
  enter(run, expr->at);
  struct value value = evaluate_kind(run, expr);
  run->depth--;
  return value;
}

/* ---- statements ---- */

static void assign(struct run *run, const struct microc_stmt *stmt) {
  struct path path;
  struct value value = evaluate(run, stmt->value);
  struct value *place = find_place(run, stmt->target, &path);
  struct value old = *place;
  *place = value;
  value_free(&run->heap, &old);
  forget_path(run, &path);
}

static void execute(struct run *run, const struct microc_stmt *stmt) {
  enter(run, stmt->at);
  switch (stmt->kind) {
  case MICROC_ASSIGN: assign(run, stmt); break;
  case MICROC_OUTPUT:
    run->options->write(run->options->context, evaluate_number(run, stmt->value, stmt->at));
    break;
  case MICROC_IF:
    if (evaluate_number(run, stmt->value, stmt->at) != 0)
      execute(run, stmt->then);
    else if (stmt->otherwise != NULL)
      execute(run, stmt->otherwise);
    break;
  case MICROC_WHILE:
    while (evaluate_number(run, stmt->value, stmt->at) != 0) execute(run, stmt->then);
    break;
  default:
    for (uint32_t i = 0; i < stmt->item_count; i++) execute(run, stmt->items[i]);
  }
  run->depth--;
}

/* ---- the run ---- */

static void run_main(void *context) {
  struct run *run = context;
  const struct microc_function *function = microc_find_function(run->program, "main");
  struct value arguments = {.kind = VALUE_ARRAY, .count = function->param_count};
  if (setjmp(run->stop) == 0) {
    arguments.items = value_new_items(&run->heap, function->param_count);
    for (uint32_t i = 0; i < function->param_count; i++)
      arguments.items[i] = value_of_number(run->options->args[i]);
    struct value result = call(run, function, &arguments, function->decl.at);
    if (result.kind != VALUE_NUMBER)
      fail(run, function->return_at, "type", "the result of main is %s, not a number",
           value_kind_name(result.kind));
    run->status = result.number & 0xff;
  }
}

void microc_run_untyped(const struct microc_program *program, const struct microc_untyped *untyped,
                        struct microc_messages *messages, int *status) {
  struct run run = {.program = program, .options = untyped, .messages = messages};
  deep_stack_call(run_main, &run);
  heap_free(&run.heap);
  *status = run.status;
}
