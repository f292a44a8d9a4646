/* The names of variables of query counts, as a person reads them (docs/merging.md). */
#ifndef ANALYSIS_QUERY_NAME_H
#define ANALYSIS_QUERY_NAME_H

#include <stdint.h>

struct ir_func;
struct ir_program;
struct query_cell;

/* What the registers of a function hold; the program must have been loaded with names. */
struct query_names {
  const struct ir_program *program;
  const struct ir_func *func;
  uint32_t *registers; /* per register: string number of the variable in it, 0: none */
  uint32_t *objects;   /* per register: string number of the local whose address it is, 0: none */
};

/* Borrows both. */
struct query_names query_names_of(const struct ir_program *program, const struct ir_func *func);
void query_names_free(struct query_names *names);
/* Both return owned. */
char *query_name_register(const struct query_names *names, uint32_t reg);
char *query_name_cell(const struct query_names *names, const struct query_cell *cell);

#endif
