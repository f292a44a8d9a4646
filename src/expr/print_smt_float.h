/* Floating-point operations in SMT-LIB text; private to src/expr. */
#ifndef EXPR_PRINT_SMT_FLOAT_H
#define EXPR_PRINT_SMT_FLOAT_H

struct buffer;
struct expr;
struct print_plan;

/* The name of the function on bit-vectors that is the operation of the node. */
void print_smt_float_name(const struct expr *e, struct buffer *out);
/* The definitions of all such functions that the nodes need. */
void print_smt_float_definitions(const struct print_plan *plan, struct buffer *out);

#endif
