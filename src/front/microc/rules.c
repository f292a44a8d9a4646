/* The static rules of microc, except types. Functions and variables share one namespace: a variable
   cannot have a function's name, so a name means the same in all of a function. */
#include "front/microc/rules.h"

#include "front/microc/ast.h"
#include "front/microc/messages.h"
#include "util/strmap.h"

#include <stdlib.h>
#include <string.h>

struct checker {
  struct microc_program *program;
  struct microc_messages *messages;
  struct strmap functions; /* number in the program */
  struct strmap locals;    /* number in the function being checked */
  struct microc_function *function;
  bool is_untyped;
};

static struct microc_decl *find_decl(const struct checker *checker, const char *name) {
  uint32_t number = strmap_get(&checker->locals, name);
  if (number != STRMAP_NONE) return checker->function->locals[number];
  number = strmap_get(&checker->functions, name);
  return number == STRMAP_NONE ? NULL : &checker->program->functions.data[number]->decl;
}

/* ---- expressions ---- */

static void resolve(struct checker *checker, struct microc_expr *expr) {
  struct microc_place at = expr->kind == MICROC_REF ? expr->name_at : expr->at;
  expr->decl = find_decl(checker, expr->name);
  if (expr->decl == NULL) {
    microc_error(checker->messages, at, "'%s' is not declared", expr->name);
  } else if (expr->kind == MICROC_REF) {
    if (expr->decl->function != NULL) {
      microc_error(checker->messages, at, "'%s' is a function and has no address", expr->name);
      microc_note(checker->messages, expr->decl->at, "'%s' is declared here", expr->name);
    }
    expr->decl->has_address_taken = true;
  }
}

static void check_record(struct checker *checker, const struct microc_expr *expr) {
  struct strmap names = {0};
  for (uint32_t i = 0; i < expr->item_count; i++) {
    const char *name = expr->names[i].text;
    uint32_t before = strmap_get(&names, name);
    if (before != STRMAP_NONE) {
      microc_error(checker->messages, expr->names[i].at, "the record has two fields '%s'", name);
      microc_note(checker->messages, expr->names[before].at, "the other one is here");
    }
    strmap_set(&names, name, i);
    if (expr->items[i]->kind == MICROC_RECORD && !checker->is_untyped)
      microc_error(checker->messages, expr->items[i]->at,
                   "a record cannot be a field of another: use a pointer ('%s: alloc {…}')", name);
  }
  strmap_free(&names);
}

static void check_call(struct checker *checker, const struct microc_expr *expr) {
  if (expr->a->kind != MICROC_NAME || expr->a->decl == NULL || expr->a->decl->function == NULL)
    return;
  uint32_t wanted = expr->a->decl->function->param_count;
  if (wanted == expr->item_count) return;
  microc_error(checker->messages, expr->at, "'%s' takes %u argument%s, not %u", expr->a->name,
               wanted, wanted == 1 ? "" : "s", expr->item_count);
  microc_note(checker->messages, expr->a->decl->at, "'%s' is declared here", expr->a->name);
}

static void check_expr(struct checker *checker, struct microc_expr *expr) {
  if (expr->kind == MICROC_NAME || expr->kind == MICROC_REF) resolve(checker, expr);
  if (expr->a) check_expr(checker, expr->a);
  if (expr->b) check_expr(checker, expr->b);
  for (uint32_t i = 0; i < expr->item_count; i++) check_expr(checker, expr->items[i]);
  if (expr->kind == MICROC_RECORD) check_record(checker, expr);
  if (expr->kind == MICROC_CALL && !checker->is_untyped) check_call(checker, expr);
}

/* ---- statements ---- */

static bool is_target(const struct microc_expr *expr) {
  switch (expr->kind) {
  case MICROC_NAME:
  case MICROC_DEREF:
  case MICROC_INDEX: return true;
  case MICROC_FIELD: return expr->a->kind == MICROC_NAME || expr->a->kind == MICROC_DEREF;
  default: return false;
  }
}

static void check_target(struct checker *checker, const struct microc_expr *target) {
  if (!is_target(target))
    microc_error(checker->messages, target->at,
                 "this cannot be assigned to: a target is x, *e, x.f, (*e).f or e[i]");
  else if (target->kind == MICROC_NAME && target->decl != NULL && target->decl->function != NULL) {
    microc_error(checker->messages, target->at, "'%s' is a function and cannot be assigned to",
                 target->name);
    microc_note(checker->messages, target->decl->at, "'%s' is declared here", target->name);
  }
}

static void check_stmt(struct checker *checker, struct microc_stmt *stmt) {
  if (stmt->target) {
    check_expr(checker, stmt->target);
    check_target(checker, stmt->target);
  }
  if (stmt->value) check_expr(checker, stmt->value);
  if (stmt->then) check_stmt(checker, stmt->then);
  if (stmt->otherwise) check_stmt(checker, stmt->otherwise);
  for (uint32_t i = 0; i < stmt->item_count; i++) check_stmt(checker, stmt->items[i]);
}

/* ---- declarations ---- */

static void declare_locals(struct checker *checker, struct microc_function *function) {
  for (uint32_t i = 0; i < function->local_count; i++) {
    struct microc_decl *decl = function->locals[i];
    const char *what = i < function->param_count ? "parameter" : "variable";
    const struct microc_decl *other = find_decl(checker, decl->name);
    if (other != NULL) {
      if (other->function != NULL)
        microc_error(checker->messages, decl->at, "the %s '%s' has the name of a function", what,
                     decl->name);
      else
        microc_error(checker->messages, decl->at, "'%s' is declared twice", decl->name);
      microc_note(checker->messages, other->at, "the other declaration is here");
    }
    strmap_set(&checker->locals, decl->name, i);
  }
}

static void check_function(struct checker *checker, struct microc_function *function) {
  checker->function = function;
  declare_locals(checker, function);
  for (uint32_t i = 0; i < function->body_count; i++) check_stmt(checker, function->body[i]);
  check_expr(checker, function->result);
  strmap_free(&checker->locals);
  checker->locals = (struct strmap){0};
}

static void declare_functions(struct checker *checker) {
  for (size_t i = 0; i < checker->program->functions.count; i++) {
    const struct microc_decl *decl = &checker->program->functions.data[i]->decl;
    uint32_t other = strmap_get(&checker->functions, decl->name);
    if (other != STRMAP_NONE) {
      microc_error(checker->messages, decl->at, "the function '%s' is declared twice", decl->name);
      microc_note(checker->messages, checker->program->functions.data[other]->decl.at,
                  "the other declaration is here");
    } else
      strmap_set(&checker->functions, decl->name, (uint32_t)i);
  }
}

static void check_functions(void *context) {
  struct checker *checker = context;
  for (size_t i = 0; i < checker->program->functions.count; i++)
    check_function(checker, checker->program->functions.data[i]);
}

void microc_check_rules(struct microc_program *program, struct microc_rules rules,
                        struct microc_messages *messages) {
  struct checker checker = {
      .program = program, .messages = messages, .is_untyped = rules.is_untyped};
  declare_functions(&checker);
  microc_walk(program, check_functions, &checker);
  if (rules.needs_main && strmap_get(&checker.functions, "main") == STRMAP_NONE)
    microc_error(messages, (struct microc_place){1, 1}, "the program has no function 'main'");
  strmap_free(&checker.functions);
}
