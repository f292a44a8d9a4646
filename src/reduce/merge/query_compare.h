/* Compares queries of merged states with those of the single paths they stand for (section 5.4 of
   the paper): which became slower by merging, and where. */
#ifndef REDUCE_MERGE_QUERY_COMPARE_H
#define REDUCE_MERGE_QUERY_COMPARE_H

#include <stdbool.h>

struct buffer;
struct expr;
struct json;
struct machine;
struct query_compare;
struct singles;

/* Returns owned; borrows the machine. */
struct query_compare *query_compare_new(struct machine *machine);
void query_compare_free(struct query_compare *compare);
/* The running state, which stands for these paths, took that long to find out whether it can
   satisfy the condition. Asks each of the paths. */
void query_compare_ask(struct query_compare *compare, struct singles *singles,
                       struct expr *condition, double seconds);
/* While this is on, the machine asks a solver of single paths, which learns nothing from the
   queries of merged states and teaches them nothing. */
void query_compare_switch(struct query_compare *compare, bool is_on);
/* Before a collection of expressions. */
void query_compare_mark(struct query_compare *compare);
void query_compare_add_text(const struct query_compare *compare, struct buffer *out);
void query_compare_add_json(const struct query_compare *compare, struct json *json);

#endif
