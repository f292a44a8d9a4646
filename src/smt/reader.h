/* The state of reading a script, shared by the parts of the reader. */
#ifndef SMT_READER_H
#define SMT_READER_H

#include "smt/arrays.h"
#include "smt/lexer.h"
#include "smt/scope.h"
#include "smt/sort.h"
#include "util/alloc.h"

struct exprs;
struct operator;

/* A function with parameters: its text is read again at every call, with the parameters bound. */
struct macro {
  VEC(uint32_t) names;
  VEC(struct sort) sorts;
  size_t body; /* offset */
  struct sort result;
};

struct frame {
  enum { FRAME_APPLY, FRAME_LET, FRAME_BODY, FRAME_NAMED, FRAME_CALL, FRAME_CONST } kind;
  size_t start;              /* offset of the term, for messages */
  size_t value_base;         /* arguments or bound values start here */
  size_t name_base;          /* FRAME_LET */
  size_t binding_count;      /* FRAME_BODY, FRAME_CALL: bindings outside */
  const struct operator* op; /* FRAME_APPLY */
  uint32_t macro;            /* FRAME_APPLY: when op is NULL */
  uint32_t indices[2];       /* FRAME_APPLY */
  struct sort sort;          /* FRAME_CONST */
  size_t resume, resume_end; /* FRAME_CALL: offsets of the token after it and of its own end */
  uint32_t hidden_from, hidden_to; /* FRAME_CALL: the caller's */
};

struct reader {
  struct exprs *exprs;
  struct lexer lexer;
  struct scope functions, sorts;
  VEC(struct macro) macros;
  VEC(struct choice) choices; /* 0 is none */
  VEC(struct array_fact) facts;
  VEC(uint32_t)
  fact_of;                            /* by array: number + 1 of the fact it represents, or 0 */
  VEC(struct array_default) defaults; /* by array */
  size_t global_count;                /* bindings of the script itself */
  /* The stacks of reading a term. */
  VEC(struct frame) frames;
  VEC(struct term) values;
  VEC(uint32_t) names;
  /* Called for (! term :named name); takes no ownership. May be NULL. */
  void (*on_name)(struct reader *reader, uint32_t name, struct term term, size_t start);
};

#endif
