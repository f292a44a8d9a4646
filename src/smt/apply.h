/* The functions of the theories: their names, how many arguments and indices they take,
   and what they build. */
#ifndef SMT_APPLY_H
#define SMT_APPLY_H

#include "smt/sort.h"

#include <stddef.h>

struct operator;
struct reader;

/* NULL if there is none of that name. */
const struct operator* operator_find(const char *name, size_t length);
unsigned operator_index_count(const struct operator* op);
const char *operator_name(const struct operator* op);
/* The name of something in SMT-LIB that is known but not supported, or NULL. */
const char *operator_unsupported(const char *name, size_t length);
/* Checks the arguments and applies; a message at `start` if they do not fit. */
struct term operator_apply(struct reader *reader, const struct operator* op,
                           const uint32_t *indices, const struct term *args, size_t count,
                           size_t start);
/* A bit-vector literal of any width from its digits. */
struct term literal_of_digits(struct reader *reader, const char *digits, size_t length,
                              unsigned bits_per_digit, size_t start);
/* (_ bvN width): N from its decimal digits. */
struct term literal_of_decimal(struct reader *reader, const char *digits, size_t length,
                               uint32_t width, size_t start);

#endif
