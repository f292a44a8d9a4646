/* Models of string functions: what a function of the libc returns, as one expression, where
   its own code would fork at every symbolic byte.

   A model stands in only when a call of the libc's function meets something symbolic;
   until then the function's own code runs, at the speed of concrete code. The function is
   then given up as if it had not been called (what is modelled changes nothing, or can
   be done over), and its caller gets the model's result.

   A model says nothing about errors. Inputs on which the function might run into one, and
   calls that a model has no answer for, are left to the function's own code: it finds the
   error where it would have found it without models. */
#ifndef EXEC_MODELS_MODELS_H
#define EXEC_MODELS_MODELS_H

#include "exec/careful/careful.h"

struct model;

/* The model of the libc's function of that name, or NULL. */
const struct model *models_find(const char *name);
/* Whether it (which may be NULL) says how two texts compare. */
bool models_is_order(const struct model *model);
/* Tries the models of the functions that the running state is in, if the running instruction
   is the first of them that meets something symbolic. OUTCOME_NEXT: none; go on with that
   instruction. */
enum outcome models_try(struct machine *m);

#endif
