/* reference FILE.uc [--input NUMBERS] [--args NUMBERS]
   reference --batch < RUNS

   A second opinion on microc: a walk over the syntax tree, one case per construct, after
   "Meaning" in docs/microc.md. It shares the parser with smew and nothing else: names are looked up
   by their text, values are plain trees that are copied, and a local is a cell that outlives its
   frame and remembers that it is dead.

   It prints what the program prints, and then "exit N" with main's result, "error LINE:COLUMN:
   MESSAGE", or "limit" when the program took more steps or calls than it is worth waiting for.
   Numbers are separated by spaces or commas. With --batch, a line of standard input is a run: file,
   inputs and arguments, separated by tabs; a line of the answer is its end, a tab, and its output with
   spaces for newlines. */
#include "front/microc/ast.h"
#include "front/microc/messages.h"
#include "front/microc/parser.h"
#include "util/buffer.h"
#include "util/file.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 200000, MAX_CALLS = 500 };

enum value_kind { UNINITIALISED, NUMBER, POINTER, FUNCTION, ARRAY, RECORD };

struct value {
  enum value_kind kind;
  int32_t number;
  struct cell *target; /* NULL is null */
  const struct microc_function *function;
  uint32_t count;
  struct value *items;
  const struct microc_field_name *names; /* of the literal that made the record */
};

struct cell {
  struct value value;
  const char *name; /* of a local */
  bool is_dead;
};

struct frame {
  const struct microc_function *function;
  struct cell **locals;
};

struct run {
  const struct microc_program *program;
  const char *input;
  unsigned calls;
  unsigned long steps;
  VEC(void *) memory; /* everything until the end of the run */
  struct buffer output, end;
  jmp_buf stop;
};

static void *take(struct run *run, size_t size) {
  void *memory = alloc_zeroed(size + 1);
  vec_push(&run->memory, memory);
  return memory;
}

static _Noreturn void stop(struct run *run, struct microc_place at, const char *message,
                           const char *name, const char *rest) {
  buffer_add(&run->end, "error %u:%u: ", at.line, at.column);
  buffer_add(&run->end, "%s%s%s", message, name, rest);
  longjmp(run->stop, 1);
}

static _Noreturn void stop_at_limit(struct run *run) {
  buffer_add(&run->end, "limit");
  longjmp(run->stop, 1);
}

static struct value number(int64_t wide) {
  return (struct value){.kind = NUMBER, .number = (int32_t)(uint32_t)(uint64_t)wide};
}

static struct value pointer(struct cell *target) {
  return (struct value){.kind = POINTER, .target = target};
}

static struct value copy(struct run *run, struct value value) {
  if (value.kind != ARRAY && value.kind != RECORD) return value;
  struct value *items = take(run, value.count * sizeof *items);
  for (uint32_t i = 0; i < value.count; i++) items[i] = copy(run, value.items[i]);
  value.items = items;
  return value;
}

/* ---- names ---- */

static struct cell *find_local(const struct frame *frame, const char *name) {
  for (uint32_t i = 0; i < frame->function->local_count; i++)
    if (strcmp(frame->function->locals[i]->name, name) == 0) return frame->locals[i];
  return NULL;
}

/* ---- access paths: first all operands, then the walk ---- */

static struct value evaluate(struct run *run, struct frame *frame, const struct microc_expr *expr);

/* The operands of a path in the order of their evaluation. */
struct path {
  struct cell *variable; /* the base: a variable, */
  struct value base;     /* or a pointer or any other value */
  int32_t *indices;
  size_t index_count;
};

static void evaluate_operands(struct run *run, struct frame *frame, const struct microc_expr *expr,
                              struct path *path) {
  if (expr->kind == MICROC_FIELD || expr->kind == MICROC_INDEX)
    evaluate_operands(run, frame, expr->a, path);
  if (expr->kind == MICROC_INDEX) {
    int32_t index = evaluate(run, frame, expr->b).number;
    path->indices[path->index_count++] = index;
  } else if (expr->kind == MICROC_DEREF)
    path->base = evaluate(run, frame, expr->a);
  else if (expr->kind == MICROC_NAME && find_local(frame, expr->name) != NULL)
    path->variable = find_local(frame, expr->name);
  else if (expr->kind != MICROC_FIELD)
    path->base = evaluate(run, frame, expr);
}

static void check_initialised(struct run *run, const struct value *value,
                              const struct microc_expr *expr) {
  if (value->kind != UNINITIALISED) return;
  if (expr->kind == MICROC_NAME)
    stop(run, expr->at, "use of the uninitialised variable '", expr->name, "'");
  stop(run, expr->at, "use of an uninitialised value", "", "");
}

/* What the path leads to. `step` counts the indices that have been used. */
static struct value *walk(struct run *run, const struct microc_expr *expr, struct path *path,
                          size_t *step) {
  if (expr->kind == MICROC_DEREF) {
    if (path->base.target == NULL) stop(run, expr->at, "null dereference", "", "");
    if (path->base.target->is_dead)
      stop(run, expr->at, "dereference of a dead local: ", path->base.target->name, "");
    return &path->base.target->value;
  }
  if (expr->kind == MICROC_NAME && path->variable != NULL) return &path->variable->value;
  if (expr->kind != MICROC_FIELD && expr->kind != MICROC_INDEX) return &path->base;
  struct value *whole = walk(run, expr->a, path, step);
  check_initialised(run, whole, expr->a);
  if (expr->kind == MICROC_INDEX) {
    int32_t index = path->indices[(*step)++];
    if (index < 0 || (uint32_t)index >= whole->count)
      stop(run, expr->at, "index out of bounds", "", "");
    return &whole->items[index];
  }
  for (uint32_t i = 0; i < whole->count; i++)
    if (strcmp(whole->names[i].text, expr->name) == 0) return &whole->items[i];
  stop(run, expr->at, "missing field '", expr->name, "'");
}

static struct value *find_place(struct run *run, struct frame *frame,
                                const struct microc_expr *expr) {
  struct path *path = take(run, sizeof *path);
  path->indices = take(run, expr->depth * sizeof *path->indices);
  evaluate_operands(run, frame, expr, path);
  size_t step = 0;
  return walk(run, expr, path, &step);
}

/* ---- expressions ---- */

static struct value read_input(struct run *run, const struct microc_expr *expr) {
  run->input += strspn(run->input, " ,\t\n");
  if (*run->input == '\0') return number(-1);
  size_t length = strcspn(run->input, " ,\t\n");
  char *end, *word = take(run, length);
  memcpy(word, run->input, length);
  run->input += length;
  errno = 0;
  long value = strtol(word, &end, 10);
  if (*end != '\0' || errno != 0 || value != (int32_t)value)
    stop(run, expr->at, "input is not a 32-bit integer: '", word, "'");
  return number(value);
}

static struct value apply(struct run *run, const struct microc_expr *expr, struct value left,
                          struct value right) {
  int64_t a = left.number, b = right.number;
  bool is_equal = left.kind == POINTER ? left.target == right.target : a == b;
  switch (expr->op) {
  case MICROC_OR: return number(a != 0 || b != 0);
  case MICROC_AND: return number(a != 0 && b != 0);
  case MICROC_EQ: return number(is_equal);
  case MICROC_NE: return number(!is_equal);
  case MICROC_GT: return number(a > b);
  case MICROC_LT: return number(a < b);
  case MICROC_GE: return number(a >= b);
  case MICROC_LE: return number(a <= b);
  case MICROC_ADD: return number(a + b);
  case MICROC_SUB: return number(a - b);
  case MICROC_MUL: return number(a * b);
  default:
    if (b == 0) stop(run, expr->at, "division by zero", "", "");
    return number(a / b);
  }
}

static void execute(struct run *run, struct frame *frame, const struct microc_stmt *stmt);

static struct value call(struct run *run, const struct microc_function *function,
                         const struct value *arguments) {
  if (++run->calls > MAX_CALLS) stop_at_limit(run);
  struct frame frame = {function, take(run, function->local_count * sizeof *frame.locals)};
  for (uint32_t i = 0; i < function->local_count; i++) {
    frame.locals[i] = take(run, sizeof **frame.locals);
    frame.locals[i]->name = function->locals[i]->name;
    if (i < function->param_count) frame.locals[i]->value = copy(run, arguments[i]);
  }
  for (uint32_t i = 0; i < function->body_count; i++) execute(run, &frame, function->body[i]);
  struct value result = evaluate(run, &frame, function->result);
  for (uint32_t i = 0; i < function->local_count; i++) frame.locals[i]->is_dead = true;
  run->calls--;
  return result;
}

static struct value evaluate_items(struct run *run, struct frame *frame,
                                   const struct microc_expr *expr, enum value_kind kind) {
  struct value whole = {.kind = kind, .count = expr->item_count, .names = expr->names};
  whole.items = take(run, expr->item_count * sizeof *whole.items);
  for (uint32_t i = 0; i < expr->item_count; i++)
    whole.items[i] = evaluate(run, frame, expr->items[i]);
  return whole;
}

static struct value evaluate(struct run *run, struct frame *frame, const struct microc_expr *expr) {
  if (++run->steps > MAX_STEPS) stop_at_limit(run);
  struct value left;
  switch ((enum microc_expr_kind)expr->kind) {
  case MICROC_NUMBER: return number(expr->number);
  case MICROC_INPUT: return read_input(run, expr);
  case MICROC_NULL: return pointer(NULL);
  case MICROC_REF: return pointer(find_local(frame, expr->name));
  case MICROC_NOT: return number(evaluate(run, frame, expr->a).number == 0);
  case MICROC_ARRAY: return evaluate_items(run, frame, expr, ARRAY);
  case MICROC_RECORD: return evaluate_items(run, frame, expr, RECORD);
  case MICROC_ALLOC: {
    struct cell *cell = take(run, sizeof *cell);
    cell->value = evaluate(run, frame, expr->a);
    return pointer(cell);
  }
  case MICROC_BINARY:
    left = evaluate(run, frame, expr->a);
    return apply(run, expr, left, evaluate(run, frame, expr->b));
  case MICROC_CALL:
    left = evaluate(run, frame, expr->a);
    return call(run, left.function, evaluate_items(run, frame, expr, ARRAY).items);
  case MICROC_NAME:
    if (find_local(frame, expr->name) == NULL)
      return (struct value){.kind = FUNCTION,
                            .function = microc_find_function(run->program, expr->name)};
    break;
  case MICROC_DEREF:
  case MICROC_FIELD:
  case MICROC_INDEX: break;
  }
  struct value *place = find_place(run, frame, expr);
  check_initialised(run, place, expr);
  return copy(run, *place);
}

/* ---- statements ---- */

static void execute(struct run *run, struct frame *frame, const struct microc_stmt *stmt) {
  struct value value;
  switch ((enum microc_stmt_kind)stmt->kind) {
  case MICROC_ASSIGN:
    value = evaluate(run, frame, stmt->value);
    *find_place(run, frame, stmt->target) = value;
    break;
  case MICROC_OUTPUT:
    value = evaluate(run, frame, stmt->value);
    buffer_add(&run->output, "%d\n", value.number);
    break;
  case MICROC_IF:
    if (evaluate(run, frame, stmt->value).number != 0)
      execute(run, frame, stmt->then);
    else if (stmt->otherwise != NULL)
      execute(run, frame, stmt->otherwise);
    break;
  case MICROC_WHILE:
    while (evaluate(run, frame, stmt->value).number != 0) execute(run, frame, stmt->then);
    break;
  case MICROC_BLOCK:
    for (uint32_t i = 0; i < stmt->item_count; i++) execute(run, frame, stmt->items[i]);
    break;
  }
}

/* ---- runs ---- */

static void run_main(struct run *run, const char *arguments) {
  const struct microc_function *function = microc_find_function(run->program, "main");
  struct value *values = take(run, function->param_count * sizeof *values);
  for (uint32_t i = 0; i < function->param_count; i++) {
    arguments += strspn(arguments, " ,");
    values[i] = number(strtol(arguments, (char **)&arguments, 10));
  }
  if (setjmp(run->stop) != 0) return;
  struct value result = call(run, function, values);
  buffer_add(&run->end, "exit %d", result.number);
}

/* Runs the program at the path; its output and end are appended to the buffers. */
static void run_file(const char *path, const char *input, const char *arguments,
                     struct buffer *output, struct buffer *end) {
  struct buffer text = {0};
  if (!file_read(path, &text)) {
    buffer_add(end, "unreadable: %s", strerror(errno));
    return;
  }
  struct microc_messages messages = {.path = path, .text = text.text, .size = text.length};
  struct microc_program *program = microc_parse(&messages);
  if (messages.error_count != 0 || microc_find_function(program, "main") == NULL)
    buffer_add(end, "no program");
  else {
    struct run *run = alloc_zeroed(sizeof *run);
    run->program = program, run->input = input;
    run_main(run, arguments);
    buffer_add(output, "%s", run->output.text != NULL ? run->output.text : "");
    buffer_add(end, "%s", run->end.text);
    for (size_t i = 0; i < run->memory.count; i++) free(run->memory.data[i]);
    vec_free(&run->memory);
    buffer_free(&run->output);
    buffer_free(&run->end);
    free(run);
  }
  microc_program_free(program);
  microc_messages_free(&messages);
  buffer_free(&text);
}

static int run_batch(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    char *at = line, *words[3];
    line[strcspn(line, "\n")] = '\0';
    for (int i = 0; i < 3; i++)
      if ((words[i] = strsep(&at, "\t")) == NULL) words[i] = "";
    struct buffer output = {0}, end = {0};
    run_file(words[0], words[1], words[2], &output, &end);
    for (size_t i = 0; i < output.length; i++)
      if (output.text[i] == '\n') output.text[i] = ' ';
    printf("%s\t%s\n", end.text, output.length != 0 ? output.text : "");
    fflush(stdout);
    buffer_free(&output);
    buffer_free(&end);
  }
  free(line);
  return 0;
}

int main(int argc, char **argv) {
  const char *path = NULL, *input = "", *arguments = "";
  if (argc == 2 && strcmp(argv[1], "--batch") == 0) return run_batch();
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--input") == 0 && i + 1 < argc)
      input = argv[++i];
    else if (strcmp(argv[i], "--args") == 0 && i + 1 < argc)
      arguments = argv[++i];
    else
      path = argv[i];
  if (path == NULL) {
    fprintf(stderr, "usage: reference FILE.uc [--input NUMBERS] [--args NUMBERS]\n");
    return 2;
  }
  struct buffer output = {0}, end = {0};
  run_file(path, input, arguments, &output, &end);
  printf("%s%s\n", output.length != 0 ? output.text : "", end.text);
  buffer_free(&output);
  buffer_free(&end);
  return 0;
}
