/* The loops of a program's functions, found when a function is first asked about. */
#ifndef IR_PROGRAM_LOOPS_H
#define IR_PROGRAM_LOOPS_H

struct ir_func;
struct ir_program;
struct loops;
struct program_loops;

/* Borrows the program. Returns owned. */
struct program_loops *program_loops_new(const struct ir_program *program);
void program_loops_free(struct program_loops *all);
/* Borrowed until program_loops_free. */
const struct loops *program_loops_of(struct program_loops *all, const struct ir_func *func);

#endif
