/* Correctness witnesses: the invariants of a proven program, for other tools. */
#ifndef CLI_CORRECTNESS_WITNESS_H
#define CLI_CORRECTNESS_WITNESS_H

#include <stdbool.h>

struct machine;

/* Writes the file, if the run has proven that the program, a C file, meets no error; else says why
   not. False: it could not be written. */
bool witness_write(struct machine *machine, const char *program, const char *path);

#endif
