/* Formulas over cells as expressions of C. */
#ifndef REDUCE_SUBSUME_C_TEXT_H
#define REDUCE_SUBSUME_C_TEXT_H

#include <stdbool.h>

struct buffer;
struct expr;

/* The C variable that has the value of an input, or NULL. */
typedef const char *c_variable(void *context, const struct expr *e);

/* Appends a side-effect-free expression without undefined behaviour, which is 1 where the formula,
   of width 1, holds. False: it cannot be expressed, and nothing useful was appended. */
bool c_text_add(struct buffer *out, struct expr *formula, c_variable *variable, void *context);

#endif
