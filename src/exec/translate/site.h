/* What operations point at when their four fields do not suffice. All of it is made
   by the translator and belongs to the code. */
#ifndef EXEC_TRANSLATE_SITE_H
#define EXEC_TRANSLATE_SITE_H

#include "exec/translate/op.h"

#include <stdbool.h>

struct builtin;
struct code;

struct alloca_site {
  uint64_t size; /* when fixed */
  uint64_t align;
  uint32_t loc, name;
};

/* A word of an argument: from a slot of the caller, or a constant. */
struct arg_word {
  uint32_t from; /* slot, or UINT32_MAX for the constant */
  uint64_t constant;
};

struct vararg_word {
  struct arg_word low, high;
  uint32_t offset, size;
  int is_by_value;
};

struct call_site {
  uint32_t callee;         /* function number; UINT32_MAX for an indirect call */
  struct arg_word address; /* of an indirect callee */
  const struct builtin *builtin;
  uint32_t loc;
  uint32_t arg_word_count, result_word_count, vararg_count;
  uint32_t vararg_size, vararg_name;
  uint8_t vararg_general, vararg_vector; /* registers that hold some */
  uint32_t arg_count, result_count;      /* values, for the signature check */
  const uint8_t *arg_widths, *result_widths;
  const struct arg_word *args;
  const uint32_t *results; /* slot per word */
  const struct vararg_word *varargs;
  uint32_t func, number; /* the calling function, and which of its calls this is */
  bool is_trusted;       /* that function may call internal builtins */
  bool has_returned;     /* once, at least: noted for the coverage */
  uint8_t result_use;    /* for exec/models: what becomes of the result, 0 if not known yet */
};

/* A return: the words that go back. */
struct return_site {
  uint32_t word_count;
  struct arg_word words[];
};

struct switch_site {
  uint32_t count;
  uint64_t lowest; /* dense form: index = value - lowest */
  int32_t fallback;
  uint64_t *values; /* sorted; NULL in the dense form */
  int32_t *jumps;
};

struct indirect_site {
  uint32_t count;
  uint32_t *blocks;
  int32_t *jumps;
};

#endif
