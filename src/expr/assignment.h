/* Values for inputs, and evaluation under them. */
#ifndef EXPR_ASSIGNMENT_H
#define EXPR_ASSIGNMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr;
struct expr_array;
struct exprs;

/* A partial map from (array, index) to element values; absent ones are 0. */
struct assignment;

struct assignment *assignment_new(void);
struct assignment *assignment_copy(const struct assignment *assignment);
void assignment_free(struct assignment *assignment);
size_t assignment_bytes(const struct assignment *assignment);
void assignment_set(struct assignment *assignment, uint32_t array, uint64_t index, uint64_t value);
uint64_t assignment_get(const struct assignment *assignment, uint32_t array, uint64_t index);
bool assignment_has(const struct assignment *assignment, uint32_t array, uint64_t index);
/* Calls visit in order of array number and index. */
void assignment_walk(const struct assignment *assignment,
                     void (*visit)(uint32_t array, uint64_t index, uint64_t value, void *context),
                     void *context);

/* Evaluates with a memo that lives as long as the evaluator: many expressions under one assignment
   share the work on common parts. */
struct evaluator;
struct evaluator *evaluator_new(struct exprs *exprs, const struct assignment *assignment);
void evaluator_free(struct evaluator *evaluator);
/* Starts again under another assignment (or a changed one). */
void evaluator_reset(struct evaluator *evaluator, const struct assignment *assignment);
size_t evaluator_bytes(const struct evaluator *evaluator);
/* How many values it has computed since the last reset. */
size_t evaluator_count(const struct evaluator *evaluator);
uint64_t evaluator_value(struct evaluator *evaluator, struct expr *e);              /* <= 64 bits */
void evaluator_words(struct evaluator *evaluator, struct expr *e, uint64_t *words); /* any width */

#endif
