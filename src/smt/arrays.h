/* Array features that expressions lack: equality and constant arrays. */
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

/* In expressions, an equality is represented by a fresh Boolean and a constant array by a fresh
   array; this is their meaning. */
struct array_fact {
  enum { FACT_EQUAL, FACT_CONST } kind;
  uint32_t symbol;     /* number of the input array that represents it */
  struct expr *self;   /* its value: the Boolean, or the array */
  struct term a, b;    /* the equal arrays */
  struct expr *k;      /* an index at which they differ, if they do */
  struct expr *value;  /* of all elements of a constant array */
  bool is_in_question; /* in the last query */
};

/* The value of the elements of an array that are not mentioned. */
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
/* The element of an array, which may be a choice between arrays. */
struct expr *smt_arrays_read(struct reader *reader, struct term array, struct expr *index);

/* Decides the script's conjuncts, with the meaning of equalities and constant arrays in them; sets
   answer, model and in_core of the script. */
void smt_arrays_check(struct script *script);
/* Extends the model to all equalities and constant arrays, including those that were not in the
   query, and to all elements that the value of the term depends on. Needs a model. */
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
/* The values of the two sides of a fact under the model, which should agree. */
struct array_sides {
  struct array_content a, b;
  bool agree_otherwise;
};
struct array_sides smt_arrays_sides(struct script *script, struct evaluator *evaluator,
                                    const struct array_fact *fact);

/* Removes elements that the query does not mention: a model that was kept from another query may
   have some. */
void smt_arrays_clean_model(struct script *script, const struct mentioned *mentioned);
/* Gives elements that the query mentions and the model omits their value, 0, if the default
   differs. */
void smt_arrays_fill_model(struct script *script, const struct mentioned *mentioned);
/* Reads the defaults of arrays from the model. */
void smt_arrays_set_defaults(struct script *script);

#endif
