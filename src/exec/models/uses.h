/* How a caller uses the result of a call. */
#ifndef EXEC_MODELS_USES_H
#define EXEC_MODELS_USES_H

#include <stdbool.h>
#include <stdint.h>

struct ir_func;
struct ir_program;

/* Whether the function only compares the results of its call number `call`, or values computed
   from them, directly or by calling a function that is known to compare. */
bool uses_are_tests(const struct ir_program *program, const struct ir_func *func, uint32_t call);

#endif
