/* Conditional arrays: one of two arrays, depending on a condition. Expressions have no such arrays,
   so the reader keeps them separately and applies every operation to both. */
#ifndef SMT_CHOICES_H
#define SMT_CHOICES_H

#include "smt/sort.h"

struct reader;

/* (ite condition yes no) for terms of one sort. */
struct term choices_make(struct reader *reader, struct expr *condition, struct term yes,
                         struct term no);
/* The array after nested choices, with `leaf` applied to each array that may be chosen. */
typedef struct term choices_leaf(struct reader *reader, struct term array, const void *context);
struct term choices_map(struct reader *reader, struct term array, choices_leaf *leaf,
                        const void *context);

#endif
