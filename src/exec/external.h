/* What is assumed of functions that have no definition (--externals). */
#ifndef EXEC_EXTERNAL_H
#define EXEC_EXTERNAL_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

enum external_mode {
  EXTERNAL_ERROR, /* to call one is an error */
  EXTERNAL_MODEL, /* it returns any value, unless smew has a model of it: a builtin, or the libc's
                   */
  EXTERNAL_FREE   /* the same, and the libc is not linked: only builtins are modelled */
};

enum external_result {
  EXTERNAL_ANY,    /* any value; used as an address, it is null or leads to an unknown object */
  EXTERNAL_OBJECT, /* the same, but never null */
  EXTERNAL_NUMBER  /* any value, which leads to no unknown object */
};

/* Of one function. */
struct external {
  char *name; /* owned */
  enum external_result result;
  uint64_t written; /* bits: by which arguments, counted from 0, it may write to the objects that
                       they point into; the last one stands for all from there on */
  bool never_returns;
};

struct external_options {
  enum external_mode mode;
  bool writes_args; /* of functions that are not listed */
  bool may_alias;   /* a new unknown pointer may be equal to an earlier one */
  uint64_t size;    /* bytes of an unknown object */
  VEC(struct external) list;
};

/* Adds the functions of a file, which override those listed before. Lines are
     NAME [returns=any|object|number] [writes=none|args|NUMBERS] [ends]
   and # begins a comment. NUMBERS are those of arguments, counted from 1, such as 2 or 1,3-, which
   is the first, the third and all after it. False with an owned message. */
bool external_read(struct external_options *options, const char *file, char **error);
/* The C library's functions for which other than the general assumptions are sane. */
void external_add_defaults(struct external_options *options);
void external_free(struct external_options *options);
/* What is assumed of the function. */
struct external external_find(const struct external_options *options, const char *name);
/* Whether it writes by that argument, counted from 0. */
bool external_writes(const struct external *external, uint32_t argument);
/* The same in words, to put behind its name; owned by the caller. */
char *external_describe(const struct external *external);

#endif
