/* Control flow graphs for Graphviz: `smew cfg`. */
#ifndef IR_DOT_H
#define IR_DOT_H

struct buffer;
struct ir_func;
struct ir_program;

/* A digraph of functions: start, add each (a cluster of its own; nothing for one without a body),
   end. The program must be verified. */
void ir_dot_start(struct buffer *out);
void ir_dot_add_func(const struct ir_program *program, const struct ir_func *func,
                     struct buffer *out);
void ir_dot_end(struct buffer *out);

#endif
