/* Reading terms and sorts. */
#ifndef SMT_TERM_H
#define SMT_TERM_H

#include "smt/sort.h"

struct reader;

/* Read from the current token on; if there is none, a message and a longjmp. */
struct sort read_sort(struct reader *reader);
struct term read_term(struct reader *reader);
/* Consumes the symbol at the current token and returns its number. */
uint32_t read_name(struct reader *reader);

#endif
