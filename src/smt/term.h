/* Reading terms and sorts. */
#ifndef SMT_TERM_H
#define SMT_TERM_H

#include "smt/sort.h"

struct reader;

/* Read from the current token on; a message and a jump when there is none. */
struct sort read_sort(struct reader *reader);
struct term read_term(struct reader *reader);
/* The number of the symbol at the current token, which is stepped over. */
uint32_t read_name(struct reader *reader);

#endif
