/* Where the functions and the global variables of a program are in the memory of its states. */
#ifndef EXEC_LAYOUT_H
#define EXEC_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

struct ir_const;
struct machine;
struct space;

/* Grain of function addresses in the code object. */
enum { CODE_GRAIN = 16 };

struct layout {
  uint64_t *func_addresses; /* per function */
  uint32_t *func_at_grain;  /* function number + 1 per grain of the code object */
  bool *is_taken;           /* per function: its address is used; NULL until needed */
  uint64_t code_base, code_size;
  uint64_t *global_addresses; /* per global */
};

/* Gives everything its place, and globals their content. False after a message. */
bool layout_place(struct machine *machine, struct space *space);
void layout_free(struct layout *layout);
/* The value of a constant, with addresses resolved. */
uint64_t layout_const_value(const struct layout *layout, const struct ir_const *constant);

#endif
