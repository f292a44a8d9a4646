/* Private to the verifier: the checks of single instructions. */
#ifndef IR_VERIFY_INS_H
#define IR_VERIFY_INS_H

#include "ir/ir.h"

struct buffer;

struct verifier {
  const struct ir_program *program;
  const struct ir_func *func;
  struct buffer *why;
  /* What is being checked, for the message; NULL or IR_NONE if nothing. */
  uint32_t block;
  const struct ir_ins *ins;
  const struct ir_global *global;
};

/* Appends where and what is wrong; returns false. */
bool verify_fail(const struct verifier *verifier, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Is [first, first + count) inside a table of that size? */
bool verify_range(const struct verifier *verifier, const char *what, uint64_t first, uint64_t count,
                  size_t size);
/* A register or constant that exists and has that width; width 0: any. */
bool verify_operand(const struct verifier *verifier, const char *what, ir_operand operand,
                    unsigned width);
bool verify_reg(const struct verifier *verifier, const char *what, uint32_t reg, unsigned width);
/* Checks verifier->ins, whose operation exists: numbers in range, widths as its format requires. */
bool verify_ins(const struct verifier *verifier);

#endif
