/* What the files of the generator share: the program so far, and choices. */
#ifndef FRONT_MICROC_GEN_GEN_PARTS_H
#define FRONT_MICROC_GEN_GEN_PARTS_H

#include "front/microc_gen/gen.h"
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/random.h"

#include <stddef.h>

/* The kinds of variables. Each is one type, so every assignment is well typed. */
enum gen_kind {
  GEN_NUMBER,
  GEN_POINTER, /* to a number */
  GEN_ARRAY,   /* of numbers */
  GEN_RECORD,  /* { f: number, g: number, p: pointer to a number } */
  GEN_FUNC,    /* of two numbers */
  /* nested types */
  GEN_POINTER_POINTER,
  GEN_RECORD_POINTER,
  GEN_POINTER_ARRAY,
  GEN_MATRIX,
  GEN_KIND_COUNT
};
enum { GEN_NAME_SIZE = 16, GEN_MAX_LENGTH = 6, GEN_EXPR_DEPTH = 2 };

struct gen_variable {
  char name[GEN_NAME_SIZE];
  enum gen_kind kind;
  unsigned length, inner; /* of arrays: as first assigned */
  bool is_fixed;          /* counters: nothing but the loop assigns to them or points at them */
  bool is_steady;         /* arrays: the length never changes */
};

struct gen_line {
  unsigned indent;
  char *text; /* owned */
};

struct gen_func {
  char name[GEN_NAME_SIZE];
  VEC(struct gen_variable) variables; /* parameters first */
  size_t parameter_count;
  bool is_recursive; /* then the first parameter is the remaining depth */
  bool is_plain;     /* can be the value of a variable: takes two numbers */
  VEC(struct gen_line) lines;
  VEC(size_t) slots; /* lines before which a statement may be inserted */
};

struct gen {
  const struct microc_gen_options *options;
  struct random_source random;
  VEC(struct gen_func) funcs; /* a function calls only itself and those before it */
  struct gen_func *func;      /* the current one, the last of the funcs */
  unsigned indent, block_depth, loop_depth;
  int64_t stmts_left, inputs_left;
  /* While an expression is generated: whether expressions that can fail are to be guarded, and the
     guard conditions, each to be tested inside the previous one. */
  bool is_guarding, is_safe_only;
  VEC(char *) guards;
};

/* gen.c */
uint64_t gen_below(struct gen *gen, uint64_t limit);
bool gen_happens(struct gen *gen, int64_t millionths);
/* Adds a line to the function; the formatted text has no indentation. */
void gen_line(struct gen *gen, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* gen_vars.c */
const struct gen_variable *gen_add_variable(struct gen *gen, enum gen_kind kind);
const struct gen_variable *gen_add_counter(struct gen *gen);
/* The variables that the body of the current function starts with. */
void gen_add_locals(struct gen *gen, bool is_main);
/* A random variable of the kind, NULL if there is none; with `is_target` one that may be
   assigned. */
const struct gen_variable *gen_pick(struct gen *gen, enum gen_kind kind, bool is_target);
/* Whether the array variables always have the same length. */
bool gen_have_same_length(const struct gen_variable *a, const struct gen_variable *b);

/* gen_expr.c: each appends an expression that can be used as an operand. `depth` limits the nesting
   of operators. */
void gen_add_number(struct gen *gen, struct buffer *text, unsigned depth);
/* An element or field of, or the target of, a pointer, array or record; it can be assigned too.
   False if there is no such place, or none that is safe. */
bool gen_add_place(struct gen *gen, struct buffer *text);
/* A value of the variable's kind; an initial value uses no variable of the same kind. */
void gen_add_value(struct gen *gen, struct buffer *text, const struct gen_variable *variable,
                   bool is_first);
/* Whether an expression may be used that fails unless the condition holds. If it is to be guarded,
   the condition is recorded. */
bool gen_may_risk(struct gen *gen, const char *condition, ...)
    __attribute__((format(printf, 2, 3)));

/* gen_stmt.c: statements of the current function. */
void gen_block(struct gen *gen, int64_t max_stmts);

#endif
