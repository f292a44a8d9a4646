/* Registers whose values decide nothing: they are computed, passed on, and in the end handed to
   functions that ignore them (Giegerich, Möncke, Wilhelm: Invariance of approximative semantics
   with respect to program transformations, 1981: faint variables). What only such registers are
   loaded from is not read. */
#ifndef ANALYSIS_FAINT_H
#define ANALYSIS_FAINT_H

#include <stdbool.h>
#include <stdint.h>

struct faint;
struct ir_func;
struct ir_program;

/* The least width of an argument that matters to a function without a body; FAINT_ALL: none does,
   0: all do. */
typedef unsigned faint_width(const struct ir_func *func, void *context);
#define FAINT_ALL 1024

/* Returns owned; borrows the program. */
struct faint *faint_new(const struct ir_program *program, faint_width *width, void *context);
void faint_free(struct faint *faint);
/* ensures: a run that has another value in the register goes on in the same way. */
bool faint_is(const struct faint *faint, uint32_t func, uint32_t reg);

#endif
