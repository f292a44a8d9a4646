/* The syntax tree of a microc program (docs/microc.md has the grammar).

   Nodes live in an arena that the program owns: they are built once, by the parser or by a
   generator, and freed together. Every node has a place in the source; `at` of an expression is the
   token of its operation (the operator, the bracket, the dot, the name), so that no two expressions
   share a place and the place of an error identifies the expression that failed. The checks of
   names (rules.h) and types (types.h) fill in `decl` and `type`. */
#ifndef FRONT_MICROC_AST_H
#define FRONT_MICROC_AST_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

/* Limits on the nesting of brackets, blocks and prefix operators in a text, and on the depth of a
   tree (a sum of many terms is a deep tree). They bound every walk over the tree; a deep tree is
   walked on a deep stack. An `if` with a block is two levels. */
enum { MICROC_MAX_NESTING = 30000, MICROC_MAX_DEPTH = 20000 };

struct microc_place {
  uint32_t line, column; /* from 1; a column is a byte */
};

/* X(NAME, "text", precedence); binary operators, all left-associative. */
#define MICROC_OPERATORS(X)                                                                        \
  X(OR, "||", 1)                                                                                   \
  X(AND, "&&", 2)                                                                                  \
  X(EQ, "==", 3)                                                                                   \
  X(NE, "!=", 4)                                                                                   \
  X(GT, ">", 5)                                                                                    \
  X(LT, "<", 5)                                                                                    \
  X(GE, ">=", 5)                                                                                   \
  X(LE, "<=", 5)                                                                                   \
  X(ADD, "+", 6)                                                                                   \
  X(SUB, "-", 6)                                                                                   \
  X(MUL, "*", 7)                                                                                   \
  X(DIV, "/", 7)

enum microc_operator {
#define X(name, text, precedence) MICROC_##name,
  MICROC_OPERATORS(X)
#undef X
      MICROC_OPERATOR_COUNT
};

enum microc_expr_kind {
  MICROC_NUMBER,
  MICROC_NAME,   /* of a variable or function */
  MICROC_INPUT,  /* input */
  MICROC_NULL,   /* null */
  MICROC_ALLOC,  /* alloc a */
  MICROC_REF,    /* &name */
  MICROC_DEREF,  /* *a */
  MICROC_NOT,    /* !a */
  MICROC_BINARY, /* a op b */
  MICROC_FIELD,  /* a.name */
  MICROC_INDEX,  /* a[b] */
  MICROC_CALL,   /* a(items) */
  MICROC_RECORD, /* {names: items} */
  MICROC_ARRAY,  /* [items] */
};

struct microc_field_name {
  const char *text;
  struct microc_place at;
};

struct microc_decl;

struct microc_expr {
  uint8_t kind;     /* enum microc_expr_kind */
  uint8_t op;       /* enum microc_operator, of MICROC_BINARY */
  uint16_t depth;   /* 1 for a leaf */
  int32_t number;   /* of MICROC_NUMBER */
  const char *name; /* of MICROC_NAME, MICROC_REF, MICROC_FIELD */
  struct microc_expr *a, *b;
  struct microc_expr **items;      /* of MICROC_CALL, MICROC_RECORD, MICROC_ARRAY */
  struct microc_field_name *names; /* of MICROC_RECORD, one per item */
  uint32_t item_count;
  uint32_t type;               /* filled in by types.h */
  uint32_t slot;               /* used by the lowering: where the value is kept */
  struct microc_decl *decl;    /* of MICROC_NAME and MICROC_REF, filled in by rules.h */
  struct microc_place at;      /* the operator, bracket, dot, parenthesis or name */
  struct microc_place name_at; /* of MICROC_FIELD: the name after the dot; of MICROC_REF: after & */
};

enum microc_stmt_kind {
  MICROC_ASSIGN, /* target = value; */
  MICROC_OUTPUT, /* output value; */
  MICROC_IF,     /* if (value) then else otherwise */
  MICROC_WHILE,  /* while (value) then */
  MICROC_BLOCK,  /* { items } */
};

struct microc_stmt {
  uint8_t kind;
  struct microc_expr *target, *value;
  struct microc_stmt *then, *otherwise; /* otherwise may be NULL */
  struct microc_stmt **items;
  uint32_t item_count;
  struct microc_place at;  /* of the first token; of MICROC_ASSIGN the '=' is in equals_at */
  struct microc_place end; /* of the last character */
  struct microc_place equals_at;
};

/* A parameter, a variable or a function: what a name can refer to. */
struct microc_decl {
  const char *name;
  struct microc_place at;
  struct microc_function *function; /* what it names; NULL for variables */
  uint32_t index;         /* among the program's functions, or in the function's `locals` */
  uint32_t type;          /* filled in by types.h */
  bool has_address_taken; /* &name occurs; filled in by rules.h */
};

struct microc_var_stmt {
  struct microc_place at, end;
  uint32_t first, count; /* in the function's locals */
};

struct microc_function {
  struct microc_decl decl;
  /* Parameters first, then variables in the order of declaration. */
  struct microc_decl **locals;
  uint32_t param_count, local_count;
  struct microc_var_stmt *var_stmts;
  uint32_t var_stmt_count;
  struct microc_stmt **body;
  uint32_t body_count;
  struct microc_expr *result;    /* of the return statement */
  struct microc_place open_at;   /* the opening brace */
  struct microc_place return_at; /* the word `return` */
  struct microc_place return_end;
  struct microc_place end; /* the closing brace */
};

struct microc_comment {
  struct microc_place at, end; /* first and last character */
  const char *text;            /* with its slashes, without the line break */
  bool is_line;                /* opened by two slashes */
};

struct microc_program {
  const char *path;
  VEC(struct microc_function *) functions;
  VEC(struct microc_comment) comments; /* in the order of the text */
  struct microc_chunk *chunks;         /* the arena */
  uint32_t deepest; /* the deepest nesting of the text, or the deepest expression; 0: shallow */
};

/* Returns an owned program without functions. */
struct microc_program *microc_program_new(const char *path);
void microc_program_free(struct microc_program *program);

/* Memory and copies that last as long as the program. */
void *microc_take(struct microc_program *program, size_t size); /* zeroed */
void *microc_copy(struct microc_program *program, const void *data, size_t size);
const char *microc_copy_text(struct microc_program *program, const char *text, size_t length);

/* A new node; microc_finish_expr sets its depth from the children. */
struct microc_expr *microc_new_expr(struct microc_program *program, enum microc_expr_kind kind,
                                    struct microc_place at);
struct microc_stmt *microc_new_stmt(struct microc_program *program, enum microc_stmt_kind kind,
                                    struct microc_place at);
/* Sets the depth from the children's; false if it exceeds MICROC_MAX_DEPTH. */
bool microc_finish_expr(struct microc_expr *expr);

const char *microc_operator_text(enum microc_operator op);
int microc_operator_precedence(enum microc_operator op);
/* The function of that name, or NULL. */
struct microc_function *microc_find_function(const struct microc_program *program,
                                             const char *name);

/* Calls a function that walks the tree by recursion, on a stack that is large enough. */
void microc_walk(const struct microc_program *program, void (*walk)(void *context), void *context);

/* Do the programs have equal trees, ignoring places? */
bool microc_is_same_program(const struct microc_program *a, const struct microc_program *b);

#endif
