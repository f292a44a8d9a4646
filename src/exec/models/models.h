/* Models of string functions: the result of a libc function as one expression, where its own
   code would fork at every symbolic byte.

   A model is used only if a call of the libc's function reads something symbolic; until then the
   function's own code runs, at the speed of concrete code. The call is then abandoned as if it
   had not happened (modelled functions change nothing, or can be repeated), and the caller gets
   the model's result.

   A model does not report errors. Inputs on which the function might run into one, and calls
   that a model cannot answer, are left to the function's own code, which finds the error where
   it would without models. */
#ifndef EXEC_MODELS_MODELS_H
#define EXEC_MODELS_MODELS_H

#include "exec/careful/careful.h"

struct model;

/* The model of the libc's function of that name, or NULL. */
const struct model *models_find(const char *name);
/* Whether it compares two strings; the model may be NULL. */
bool models_is_order(const struct model *model);
/* Tries the models of the functions that the running state is in, if the running instruction is
   the first of them that reads something symbolic. OUTCOME_NEXT: there is none; execute the
   instruction. */
enum outcome models_try(struct machine *m);

#endif
