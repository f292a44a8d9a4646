/* The careful half of the interpreter: runs IR, instruction by instruction, where
   registers or memory may be symbolic. Threaded code runs the rest.

   An instruction that has to decide something symbolic asks decide.h. When both answers
   are possible, a twin of the state is left behind that will execute the same instruction
   again under the other answer. So an instruction must not change the state before its
   last decision. */
#ifndef EXEC_CAREFUL_CAREFUL_H
#define EXEC_CAREFUL_CAREFUL_H

#include "exec/machine.h"
#include "exec/registers.h"
#include "ir/ir.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;

/* What a register or a constant holds. */
struct value {
  struct expr *expr; /* NULL: concrete */
  uint64_t words[2];
};

enum outcome {
  OUTCOME_NEXT,   /* on to the next instruction */
  OUTCOME_JUMPED, /* state.top and state.ins are where to go on */
  OUTCOME_STOPPED /* machine.event tells */
};

typedef enum outcome careful_handler(struct machine *m, const struct ir_ins *ins);
/* By operation; NULL: the instruction is of no interest when symbolic, see careful_concrete. */
extern careful_handler *const careful_handlers[IR_OPCODE_COUNT];

/* Runs machine->state from state.ins on until something happens: machine.event tells. Spends
   fuel by the block, as threaded code does; what is left is in machine.fuel. */
void careful_run(struct machine *machine, int64_t fuel);

/* values.c */
struct value value_of(struct machine *m, ir_operand operand);
static inline struct value value_concrete(uint64_t word) {
  return (struct value){.words = {word, 0}};
}
unsigned operand_width(const struct machine *m, ir_operand operand);
/* The value as an expression of that width. */
struct expr *value_expr(struct machine *m, const struct value *value, unsigned width);
struct expr *operand_expr(struct machine *m, ir_operand operand);
/* The value of an expression: concrete if it is constant. */
struct value value_from(struct expr *expr);
void value_set(struct machine *m, uint32_t reg, const struct value *value);
void value_set_expr(struct machine *m, uint32_t reg, struct expr *expr);
void value_set_word(struct machine *m, uint32_t reg, uint64_t word);
/* Executes an instruction whose operands are concrete as threaded code would. */
enum outcome careful_concrete(struct machine *m, const struct ir_ins *ins);
/* Makes the registers that the instruction reads concrete, and counts that. */
enum outcome careful_concretise(struct machine *m, const struct ir_ins *ins);

/* Handlers that others use. */
careful_handler careful_integer, careful_compare, careful_convert, careful_unary, careful_select;
careful_handler careful_load, careful_store, careful_copy, careful_fill, careful_alloca;
careful_handler careful_vastart, careful_stack, careful_setjmp, careful_longjmp;
careful_handler careful_call, careful_return;
careful_handler careful_jump, careful_branch, careful_switch, careful_indirect;
careful_handler careful_unreachable, careful_trap, careful_guard;

/* Ends the running frame, which has a caller, and goes on there behind the call with the
   values as its results. */
void careful_leave(struct machine *m, const struct value *values, uint32_t count);

/* Takes the edge: moves its arguments and goes to its target. */
enum outcome careful_take_edge(struct machine *m, uint32_t edge);
/* Goes to the block with these values of its parameters. */
void careful_enter(struct machine *m, uint32_t target, const struct value *values);
/* condition.c: decides a symbolic branch together with the tests behind it, if it is the first of
   several that are better decided as one. False: it is not, and nothing happened. */
bool careful_take_condition(struct machine *m, const struct ir_ins *ins, enum outcome *outcome);
/* integer.c: whether an instruction that is pure (ir/conditions.h), and no load, cannot be an error
   on this path, as far as can be seen at once. */
bool careful_cannot_fail(struct machine *m, const struct ir_ins *ins);

/* resolve.c: what an access at a possibly symbolic address means. */
struct target {
  struct object *object;    /* borrowed; valid until memory changes */
  uint64_t address;         /* when the address is one number */
  struct expr *offset;      /* in the object, when it is not; NULL else */
  uint64_t low, high, step; /* of the offset */
};
/* False when machine.event was set. */
bool resolve_access(struct machine *m, const struct value *address, uint64_t size, bool is_write,
                    struct target *target);
/* The live object that a constant term of the sum is an address of, or NULL: leaving it is an
 * error. */
struct object *resolve_base(struct machine *m, struct expr *address);
/* The value as one number, deciding between all that are possible: for values known to be few. */
bool resolve_number(struct machine *m, const struct value *value, uint64_t *number);
/* The value as one number where numbers have to do: deciding between all that are possible if
   they are few, else one of them, which is counted as `what`. At most 64 bits. */
bool resolve_few(struct machine *m, struct expr *value, const char *what, uint64_t *number);

/* targets.c: pointers that mean a thing as a whole. *address is one that is meant, on a path of its
   own, or one that stands for all others, on which the operation is an error. False when
   machine.event was set. */
struct call_site;
bool resolve_heap(struct machine *m, const struct value *pointer, uint64_t *address); /* or null */
bool resolve_function(struct machine *m, const struct call_site *site, const struct value *pointer,
                      uint64_t *address);
bool resolve_label(struct machine *m, const struct ir_ins *ins, const struct value *pointer,
                   uint64_t *address);
/* The same for numbers: a power of two, or one that stands for all others. */
bool resolve_power(struct machine *m, const struct value *value, uint64_t *number);
/* Where an access of that size begins. Bad addresses are an error; of too many good ones in one
   object one is taken, and counted. */
struct many_places {
  uint64_t most;      /* a path for each, up to so many */
  uint64_t most_wild; /* the same where the pointer is not computed from a known object's address */
  const char *what;   /* it is counted as */
};
bool resolve_place(struct machine *m, const struct value *pointer, uint64_t size, bool is_write,
                   const struct many_places *many, uint64_t *address);
/* The length of an access there, in the same way; counted as `what`. */
bool resolve_length(struct machine *m, const struct value *length, uint64_t address, bool is_write,
                    const char *what, uint64_t *number);

/* memory.c: memmove, memset, and sizes of new objects. False when machine.event was set. */
bool careful_copy_block(struct machine *m, const struct value *to, const struct value *from,
                        const struct value *length);
bool careful_fill_block(struct machine *m, const struct value *to, const struct value *byte,
                        const struct value *length);
/* A length that is symbolic, for a block at a known address: at most what the object has room for
   from there on, else it is an error. *most is lowered to the largest possible. */
bool careful_bound_length(struct machine *m, const struct value *length, uint64_t address,
                          bool is_write, uint64_t *most);
/* The number, deciding between all that are possible up to --max-symbolic-size; one of those
   beyond, which is counted as `what`. */
bool careful_bound_number(struct machine *m, const struct value *size, const char *what,
                          uint64_t *number);
/* The same for the size of an object. */
bool careful_bound_size(struct machine *m, const struct value *size, uint64_t *number);

#endif
