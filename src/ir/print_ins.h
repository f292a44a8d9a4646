/* Private to the printer: what print.c and print_ins.c share. */
#ifndef IR_PRINT_INS_H
#define IR_PRINT_INS_H

#include "ir/ir.h"

struct buffer;

struct printer {
  const struct ir_program *program;
  const struct ir_func *func; /* the function that operands refer to */
  struct buffer *out;
  struct strmap uses_of_name; /* how many functions and globals have it */
};

/* An operand alone, with its width, or as floating point if it is a constant. */
enum print_style { PRINT_PLAIN, PRINT_WITH_WIDTH, PRINT_AS_FLOAT };

/* With its number where the name alone is ambiguous. */
void printer_add_name(const struct printer *printer, const char *name, uint32_t number);
void printer_add_const(const struct printer *printer, const struct ir_const *words);
void printer_add_operand(const struct printer *printer, ir_operand operand, enum print_style style);
/* That many of func.operands, separated by commas. */
void printer_add_operands(const struct printer *printer, uint32_t first, uint32_t count,
                          enum print_style style);
void printer_add_ins(const struct printer *printer, const struct ir_ins *ins);

#endif
