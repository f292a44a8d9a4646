/* The symbolic interpreter: runs IR, instruction by instruction, where registers or memory may
   be symbolic. Threaded code runs the rest.

   An instruction that has to decide something symbolic calls decide.h. If both answers are
   possible, a sibling of the state is left behind, which will execute the same instruction again
   under the other answer. So an instruction must not change the state before its last decision. */
#ifndef EXEC_CAREFUL_CAREFUL_H
#define EXEC_CAREFUL_CAREFUL_H

#include "exec/machine.h"
#include "exec/registers.h"
#include "ir/ir.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;

/* The value of a register or constant. */
struct value {
  struct expr *expr; /* NULL: concrete */
  uint64_t words[2];
};

enum outcome {
  OUTCOME_NEXT,   /* continue with the next instruction */
  OUTCOME_JUMPED, /* continue at state.top and state.ins */
  OUTCOME_STOPPED /* machine.event says why */
};

typedef enum outcome careful_handler(struct machine *m, const struct ir_ins *ins);
/* By operation. NULL: has no symbolic form, see careful_concrete. */
extern careful_handler *const careful_handlers[IR_OPCODE_COUNT];

/* Runs machine->state from state.ins on until something happens, which machine.event says.
   Spends fuel block by block, like threaded code; leaves the rest in machine.fuel. */
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
/* Executes an instruction with concrete operands, using threaded code. */
enum outcome careful_concrete(struct machine *m, const struct ir_ins *ins);
/* Concretises the registers that the instruction reads, and counts that. */
enum outcome careful_concretise(struct machine *m, const struct ir_ins *ins);

/* Handlers used in other files. */
careful_handler careful_integer, careful_compare, careful_convert, careful_unary, careful_select;
careful_handler careful_float;
careful_handler careful_load, careful_store, careful_copy, careful_fill, careful_alloca;
careful_handler careful_vastart, careful_stack, careful_setjmp, careful_longjmp;
careful_handler careful_call, careful_return;
careful_handler careful_jump, careful_branch, careful_switch, careful_indirect;
careful_handler careful_unreachable, careful_trap, careful_guard;

/* Ends the running frame, which has a caller, and continues after the call there, with the
   values as its results. */
void careful_leave(struct machine *m, const struct value *values, uint32_t count);

/* Takes the edge: passes its arguments and goes to its target. */
enum outcome careful_take_edge(struct machine *m, uint32_t edge);
/* Goes to the block with these values for its parameters. */
void careful_enter(struct machine *m, uint32_t target, const struct value *values);
/* condition.c: decides a symbolic branch together with the tests after it, if it is the first of
   several that are better decided as one. False: it is not, and nothing was changed. */
bool careful_take_condition(struct machine *m, const struct ir_ins *ins, enum outcome *outcome);
/* integer.c: whether an instruction that is pure (ir/conditions.h) and not a load is known,
   without a query, not to be an error on this path. */
bool careful_cannot_fail(struct machine *m, const struct ir_ins *ins);

/* resolve.c: the target of an access at a possibly symbolic address. */
struct target {
  struct object *object;    /* borrowed; valid until memory changes */
  uint64_t address;         /* if the address is concrete */
  struct expr *offset;      /* in the object, if it is symbolic; else NULL */
  uint64_t low, high, step; /* of the offset */
};
/* False if machine.event was set. */
bool resolve_access(struct machine *m, const struct value *address, uint64_t size, bool is_write,
                    struct target *target);
/* The live object whose address is a constant term of the sum, or NULL: leaving it is an error. */
struct object *resolve_base(struct machine *m, struct expr *address);
/* The value as one number, forking for all possible ones: for values known to be few. */
bool resolve_number(struct machine *m, const struct value *value, uint64_t *number);
/* Notes it if an access by the address, which is `at` on this path, is wild
   (machine.has_wild_access). */
void resolve_note_wild(struct machine *m, struct expr *address, uint64_t at);
/* The value as one number where it must be concrete: forks for all possible ones if they are
   few, else takes one of them, which is counted as `what`. At most 64 bits. */
bool resolve_few(struct machine *m, struct expr *value, const char *what, uint64_t *number);

/* targets.c: pointers to a thing as a whole. *address is that of one thing, on a separate path,
   or stands for all invalid ones, for which the operation is an error. False if machine.event
   was set. */
struct call_site;
bool resolve_heap(struct machine *m, const struct value *pointer, uint64_t *address); /* or null */
bool resolve_function(struct machine *m, const struct call_site *site, const struct value *pointer,
                      uint64_t *address);
bool resolve_label(struct machine *m, const struct ir_ins *ins, const struct value *pointer,
                   uint64_t *address);
/* The same for numbers: a power of two, or one that stands for all others. */
bool resolve_power(struct machine *m, const struct value *value, uint64_t *number);
/* The start of an access of that size. Bad addresses are an error; if there are too many good
   ones in one object, one is taken and counted. */
struct many_places {
  uint64_t most;      /* fork for each, up to this many */
  uint64_t most_wild; /* the same if the pointer is not computed from the address of a known
                         object */
  const char *what;   /* the name under which it is counted */
};
bool resolve_place(struct machine *m, const struct value *pointer, uint64_t size, bool is_write,
                   const struct many_places *many, uint64_t *address);
/* The length of such an access, in the same way; counted as `what`. */
bool resolve_length(struct machine *m, const struct value *length, uint64_t address, bool is_write,
                    const char *what, uint64_t *number);

/* memory.c: memmove, memset, and sizes of new objects. False if machine.event was set. */
bool careful_copy_block(struct machine *m, const struct value *to, const struct value *from,
                        const struct value *length);
bool careful_fill_block(struct machine *m, const struct value *to, const struct value *byte,
                        const struct value *length);
/* A symbolic length of a block at a known address: it is an error if it exceeds the room in the
   object from there on. *most is lowered to the largest possible length. */
bool careful_bound_length(struct machine *m, const struct value *length, uint64_t address,
                          bool is_write, uint64_t *most);
/* The number, forking for all possible ones up to --max-symbolic-size; of those beyond, takes
   one, which is counted as `what`. */
bool careful_bound_number(struct machine *m, const struct value *size, const char *what,
                          uint64_t *number);
/* The same for the size of an object. */
bool careful_bound_size(struct machine *m, const struct value *size, uint64_t *number);

#endif
