/* The IR as readable text: `smew ir`, fault messages, tests. */
#ifndef IR_PRINT_H
#define IR_PRINT_H

#include <stdint.h>

struct buffer;
struct ir_func;
struct ir_ins;
struct ir_program;

/* All append to the buffer and borrow the rest. The function must be verified. */
void ir_print_program(const struct ir_program *program, struct buffer *out);
void ir_print_func(const struct ir_program *program, const struct ir_func *func,
                   struct buffer *out);
/* One instruction, without indentation, location and newline. */
void ir_print_ins(const struct ir_program *program, const struct ir_func *func,
                  const struct ir_ins *ins, struct buffer *out);
/* Decimal; small negative numbers with their sign. At most 64 bits. */
void ir_print_int(unsigned width, uint64_t value, struct buffer *out);
/* In double quotes, with C escapes for what is not printable ASCII. */
void ir_print_quoted(const void *bytes, uint64_t size, struct buffer *out);

#endif
