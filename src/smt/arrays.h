/* What the expressions do not have of arrays: equality, and arrays that are the
   same everywhere. */
#ifndef SMT_ARRAYS_H
#define SMT_ARRAYS_H

#include "smt/sort.h"
#include "util/alloc.h"

#include <stddef.h>

struct assignment;
struct evaluator;
struct exprs;
struct mentioned;
struct reader;
struct script;

/* An equality stands in expressions as a Boolean of its own, a constant array
   as an array of its own; what they mean is said here. */
struct array_fact {
  enum { FACT_EQUAL, FACT_CONST } kind;
  uint32_t symbol;     /* number of the input array that stands for it */
  struct expr *self;   /* its value: the Boolean, or the array */
  struct term a, b;    /* what is equal */
  struct expr *k;      /* an index at which they differ, if they do */
  struct expr *value;  /* of all elements of a constant array */
  bool is_in_question; /* of the last check */
};

/* The value of an array's elements that are not mentioned. */
struct array_default {
  struct expr *unknown; /* an input of its own, or NULL */
  uint64_t value;       /* in the last model */
};
/* Valid until the next call. */
struct array_default *smt_arrays_default(struct reader *reader, uint32_t array);

/* a = b for terms of one array sort. */
struct expr *smt_arrays_equal(struct reader *reader, struct term a, struct term b);
/* ((as const sort) value) */
struct term smt_arrays_const(struct reader *reader, struct sort sort, struct expr *value);
/* The element of an array, which may be a choice of arrays. */
struct expr *smt_arrays_read(struct reader *reader, struct term array, struct expr *index);

/* Decides the script's conjuncts, with what equalities and constant arrays in
   them mean; sets answer, model and in_core of the script. */
void smt_arrays_check(struct script *script);
/* Makes the model speak of all equalities and constant arrays, also of those
   that were not in the question. Needs a model. */
void smt_arrays_complete_model(struct script *script);
/* The same, and of all elements that the value of the term depends on. */
void smt_arrays_complete_for(struct script *script, struct term term);

/* The content of an array under the model: elements that differ from the default. */
struct array_entry {
  uint64_t index, value;
};
struct array_content {
  uint64_t otherwise;
  VEC(struct array_entry) entries; /* ascending, each index once */
};
/* To be freed by vec_free of the entries. */
struct array_content smt_arrays_content(struct script *script, struct evaluator *evaluator,
                                        struct term array);

uint64_t array_content_at(const struct array_content *content, uint64_t index);
/* What the model says of the two sides of a fact, which should agree. */
struct array_sides {
  struct array_content a, b;
  bool agree_otherwise;
};
struct array_sides smt_arrays_sides(struct script *script, struct evaluator *evaluator,
                                    const struct array_fact *fact);

/* Drops elements that the question does not mention: a model that was kept from
   another question may have some. */
void smt_arrays_clean_model(struct script *script, const struct mentioned *mentioned);
/* Gives elements that the question mentions and the model leaves out their value, which is
   0, where the default is another. */
void smt_arrays_fill_model(struct script *script, const struct mentioned *mentioned);
/* Reads the defaults of arrays off the model. */
void smt_arrays_set_defaults(struct script *script);

#endif
