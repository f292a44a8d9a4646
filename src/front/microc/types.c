/* Type inference: a walk over the program that equates the types of expressions (unify.c), then the
   few checks that need the result. */
#include "front/microc/types.h"

#include "front/microc/messages.h"
#include "front/microc/unify.h"

#include <stdlib.h>
#include <string.h>

struct inference {
  struct microc_program *program;
  struct microc_types *types;
  struct microc_messages *messages;
  VEC(const struct microc_expr *) comparisons; /* == and !=: of numbers or pointers */
};

static uint32_t new_type(struct inference *inference, enum microc_type_kind kind,
                         struct microc_place at) {
  return microc_type_new(inference->types, kind, at);
}

static uint32_t new_target(struct inference *inference, enum microc_type_kind kind, uint32_t target,
                           struct microc_place at) {
  uint32_t type = new_type(inference, kind, at);
  inference->types->list.data[type].target = target;
  return type;
}

static void equate(struct inference *inference, uint32_t a, uint32_t b, struct microc_place at) {
  microc_type_unify(inference->types, inference->messages, a, b, at);
}

static void infer_expr(struct inference *inference, struct microc_expr *expr);

/* `user` is what requires a number there. */
static void infer_number(struct inference *inference, struct microc_expr *expr,
                         struct microc_place user) {
  infer_expr(inference, expr);
  equate(inference, expr->type, new_type(inference, MICROC_TYPE_INT, user), expr->at);
}

static void infer_binary(struct inference *inference, struct microc_expr *expr) {
  expr->type = new_type(inference, MICROC_TYPE_INT, expr->at);
  if (expr->op == MICROC_EQ || expr->op == MICROC_NE) {
    infer_expr(inference, expr->a);
    infer_expr(inference, expr->b);
    equate(inference, expr->a->type, expr->b->type, expr->at);
    vec_push(&inference->comparisons, expr);
  } else {
    infer_number(inference, expr->a, expr->at);
    infer_number(inference, expr->b, expr->at);
  }
}

static void add_field(struct inference *inference, uint32_t record, const char *name, uint32_t type,
                      bool is_literal, struct microc_place at) {
  struct microc_type_field field = {
      .name = name, .type = type, .literal_count = is_literal, .at = at};
  vec_push(&inference->types->list.data[record].fields, field);
}

static void infer_record(struct inference *inference, struct microc_expr *expr) {
  for (uint32_t i = 0; i < expr->item_count; i++) infer_expr(inference, expr->items[i]);
  expr->type = new_type(inference, MICROC_TYPE_RECORD, expr->at);
  inference->types->list.data[expr->type].literal_count = 1;
  for (uint32_t i = 0; i < expr->item_count; i++)
    add_field(inference, expr->type, expr->names[i].text, expr->items[i]->type, true,
              expr->names[i].at);
}

static void infer_field(struct inference *inference, struct microc_expr *expr) {
  infer_expr(inference, expr->a);
  expr->type = new_type(inference, MICROC_TYPE_OPEN, expr->at);
  uint32_t record = new_type(inference, MICROC_TYPE_RECORD, expr->at);
  add_field(inference, record, expr->name, expr->type, false, expr->name_at);
  equate(inference, expr->a->type, record, expr->at);
}

static void infer_array(struct inference *inference, struct microc_expr *expr) {
  uint32_t element = new_type(inference, MICROC_TYPE_OPEN, expr->at);
  for (uint32_t i = 0; i < expr->item_count; i++) {
    infer_expr(inference, expr->items[i]);
    equate(inference, element, expr->items[i]->type, expr->items[i]->at);
  }
  expr->type = new_target(inference, MICROC_TYPE_ARRAY, element, expr->at);
  inference->types->list.data[expr->type].max_length = expr->item_count;
}

static void infer_index(struct inference *inference, struct microc_expr *expr) {
  infer_expr(inference, expr->a);
  infer_number(inference, expr->b, expr->at);
  expr->type = new_type(inference, MICROC_TYPE_OPEN, expr->at);
  equate(inference, expr->a->type, new_target(inference, MICROC_TYPE_ARRAY, expr->type, expr->at),
         expr->at);
}

static void infer_call(struct inference *inference, struct microc_expr *expr) {
  infer_expr(inference, expr->a);
  for (uint32_t i = 0; i < expr->item_count; i++) infer_expr(inference, expr->items[i]);
  expr->type = new_type(inference, MICROC_TYPE_OPEN, expr->at);
  uint32_t function = new_target(inference, MICROC_TYPE_FUNCTION, expr->type, expr->at);
  for (uint32_t i = 0; i < expr->item_count; i++)
    vec_push(&inference->types->list.data[function].params, expr->items[i]->type);
  equate(inference, expr->a->type, function, expr->at);
}

static void infer_deref(struct inference *inference, struct microc_expr *expr) {
  infer_expr(inference, expr->a);
  expr->type = new_type(inference, MICROC_TYPE_OPEN, expr->at);
  equate(inference, expr->a->type, new_target(inference, MICROC_TYPE_POINTER, expr->type, expr->at),
         expr->at);
}

static void infer_expr(struct inference *inference, struct microc_expr *expr) {
  switch (expr->kind) {
  case MICROC_NUMBER:
  case MICROC_INPUT: expr->type = new_type(inference, MICROC_TYPE_INT, expr->at); break;
  case MICROC_NAME: expr->type = expr->decl->type; break;
  case MICROC_NULL:
    expr->type = new_target(inference, MICROC_TYPE_POINTER,
                            new_type(inference, MICROC_TYPE_OPEN, expr->at), expr->at);
    break;
  case MICROC_REF:
    expr->type = new_target(inference, MICROC_TYPE_POINTER, expr->decl->type, expr->at);
    break;
  case MICROC_ALLOC:
    infer_expr(inference, expr->a);
    expr->type = new_target(inference, MICROC_TYPE_POINTER, expr->a->type, expr->at);
    break;
  case MICROC_DEREF: infer_deref(inference, expr); break;
  case MICROC_NOT:
    infer_number(inference, expr->a, expr->at);
    expr->type = expr->a->type;
    break;
  case MICROC_BINARY: infer_binary(inference, expr); break;
  case MICROC_FIELD: infer_field(inference, expr); break;
  case MICROC_INDEX: infer_index(inference, expr); break;
  case MICROC_CALL: infer_call(inference, expr); break;
  case MICROC_RECORD: infer_record(inference, expr); break;
  default: infer_array(inference, expr);
  }
}

static void infer_stmt(struct inference *inference, struct microc_stmt *stmt) {
  switch (stmt->kind) {
  case MICROC_ASSIGN:
    infer_expr(inference, stmt->target);
    infer_expr(inference, stmt->value);
    equate(inference, stmt->target->type, stmt->value->type, stmt->equals_at);
    break;
  case MICROC_BLOCK:
    for (uint32_t i = 0; i < stmt->item_count; i++) infer_stmt(inference, stmt->items[i]);
    break;
  default:
    infer_number(inference, stmt->value, stmt->at);
    if (stmt->then) infer_stmt(inference, stmt->then);
    if (stmt->otherwise) infer_stmt(inference, stmt->otherwise);
  }
}

static void declare(struct inference *inference, struct microc_function *function) {
  struct microc_types *types = inference->types;
  struct microc_place at = function->decl.at;
  uint32_t result = new_type(inference, MICROC_TYPE_OPEN, at);
  for (uint32_t i = 0; i < function->local_count; i++)
    function->locals[i]->type = new_type(inference, MICROC_TYPE_OPEN, function->locals[i]->at);
  function->decl.type = new_target(inference, MICROC_TYPE_FUNCTION, result, at);
  for (uint32_t i = 0; i < function->param_count; i++)
    vec_push(&types->list.data[function->decl.type].params, function->locals[i]->type);
  if (strcmp(function->decl.name, "main") != 0) return;
  equate(inference, result, new_type(inference, MICROC_TYPE_INT, at), at);
  for (uint32_t i = 0; i < function->param_count; i++)
    equate(inference, function->locals[i]->type,
           new_type(inference, MICROC_TYPE_INT, function->locals[i]->at), function->locals[i]->at);
}

static void infer_function(struct inference *inference, struct microc_function *function) {
  for (uint32_t i = 0; i < function->body_count; i++) infer_stmt(inference, function->body[i]);
  infer_expr(inference, function->result);
  equate(inference, inference->types->list.data[function->decl.type].target, function->result->type,
         function->return_at);
}

/* ---- what needs the result ---- */

static void check_comparisons(struct inference *inference) {
  for (size_t i = 0; i < inference->comparisons.count; i++) {
    const struct microc_expr *expr = inference->comparisons.data[i];
    const struct microc_type *type = microc_type_get(inference->types, expr->a->type);
    if (type->kind <= MICROC_TYPE_POINTER) continue;
    microc_error(inference->messages, expr->at, "'%s' compares numbers or pointers, not %ss",
                 microc_operator_text(expr->op),
                 strchr(microc_type_kind_name(type->kind), ' ') + 1);
    microc_note(inference->messages, type->at, "%s, because of this",
                microc_type_kind_name(type->kind));
  }
}

/* A record inside a record, by way of a variable. */
static void check_records(struct inference *inference) {
  struct microc_types *types = inference->types;
  for (uint32_t i = 0; i < types->list.count; i++) {
    const struct microc_type *type = &types->list.data[i];
    if (type->parent != i || type->kind != MICROC_TYPE_RECORD) continue;
    for (size_t k = 0; k < type->fields.count; k++) {
      const struct microc_type *inner = microc_type_get(types, type->fields.data[k].type);
      if (inner->kind != MICROC_TYPE_RECORD) continue;
      microc_error(inference->messages, type->fields.data[k].at,
                   "the field '%s' is a record: a record cannot be a field of another, use a "
                   "pointer",
                   type->fields.data[k].name);
      microc_note(inference->messages, inner->at, "a record, because of this");
    }
  }
}

/* A field that no literal of the record type has. If there is no literal at all, that is no error:
   no value of the type is ever used. */
static void check_fields(struct inference *inference) {
  struct microc_types *types = inference->types;
  for (uint32_t i = 0; i < types->list.count; i++) {
    const struct microc_type *type = &types->list.data[i];
    if (type->parent != i || type->kind != MICROC_TYPE_RECORD || type->literal_count == 0) continue;
    for (size_t k = 0; k < type->fields.count; k++) {
      if (type->fields.data[k].literal_count > 0) continue;
      microc_error(inference->messages, type->fields.data[k].at, "no record here has a field '%s'",
                   type->fields.data[k].name);
      microc_note(inference->messages, type->at, "a record, because of this");
    }
  }
}

static void infer_functions(void *context) {
  struct inference *inference = context;
  for (size_t i = 0; i < inference->program->functions.count; i++)
    infer_function(inference, inference->program->functions.data[i]);
}

struct microc_types *microc_infer_types(struct microc_program *program,
                                        struct microc_messages *messages) {
  struct inference inference = {
      .program = program, .types = alloc_zeroed(sizeof(struct microc_types)), .messages = messages};
  for (size_t i = 0; i < program->functions.count; i++)
    declare(&inference, program->functions.data[i]);
  microc_walk(program, infer_functions, &inference);
  check_comparisons(&inference);
  check_records(&inference);
  check_fields(&inference);
  vec_free(&inference.comparisons);
  return inference.types;
}
