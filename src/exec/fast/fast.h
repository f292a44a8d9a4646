/* The handlers of threaded code as the translator finds them: tables by operation and width, and
   some by name. A NULL entry means that there is no such form. */
#ifndef EXEC_FAST_FAST_H
#define EXEC_FAST_FAST_H

#include "exec/translate/op.h"
#include "ir/opcodes.h"

/* Widths with their own handlers; N is any other up to 64, WIDE is 65 to 128. */
enum fast_width { FAST_8, FAST_16, FAST_32, FAST_64, FAST_N, FAST_WIDE, FAST_WIDTH_COUNT };
/* Two registers, or a register and a constant. */
enum fast_form { FAST_RR, FAST_RI, FAST_FORM_COUNT };

static inline enum fast_width fast_width_of(unsigned width) {
  switch (width) {
  case 8: return FAST_8;
  case 16: return FAST_16;
  case 32: return FAST_32;
  case 64: return FAST_64;
  default: return width < 64 ? FAST_N : FAST_WIDE;
  }
}

/* dst = a op b; b in imm for FAST_RI; c = width | aux << 8. */
extern op_handler *const fast_binary[IR_OPCODE_COUNT][FAST_WIDTH_COUNT][FAST_FORM_COUNT];
/* Compare and branch: jump by dst if true, by c if false; the count of the block is in imm's
   `count` for FAST_RR, in b for FAST_RI. */
extern op_handler *const fast_branch[IR_OPCODE_COUNT][FAST_WIDTH_COUNT][FAST_FORM_COUNT];
/* dst = op a; c = width. */
extern op_handler *const fast_unary[IR_OPCODE_COUNT][FAST_WIDTH_COUNT];
/* dst = (width) a, where a has b bits; c = width. */
extern op_handler *const fast_convert[IR_OPCODE_COUNT][FAST_WIDTH_COUNT];

/* Floating point: by format. */
enum fast_float { FAST_F16, FAST_F32, FAST_F64, FAST_F80, FAST_F128, FAST_FLOAT_COUNT };
static inline enum fast_float fast_float_of(unsigned width) {
  return width == 16   ? FAST_F16
         : width == 32 ? FAST_F32
         : width == 64 ? FAST_F64
         : width == 80 ? FAST_F80
                       : FAST_F128;
}
/* dst = a op b (op c for FMA); predicate of FCMP in c, mask of FCLASS in c. */
extern op_handler *const fast_float_ops[IR_OPCODE_COUNT][FAST_FLOAT_COUNT];
/* FCONV, FPTOSI …: dst, a; b = source width, c = target width, imm = the operation. */
/* To integers; a value out of range is an error. */
op_handler fast_checked_float_convert;
op_handler *fast_find_float_convert(enum ir_opcode kind, unsigned from, unsigned to);

/* Addressing modes: base register + imm; imm; base + index * scale + imm; index * scale + imm.
   S32: the index is a 32-bit register, sign-extended. Loads: dst, a base, b index, c scale.
   Stores: the value is in slot dst. */
enum fast_address {
  FAST_BASE,
  FAST_ABSOLUTE,
  FAST_INDEXED,
  FAST_INDEXED_S32,
  FAST_TABLE,
  FAST_TABLE_S32,
  FAST_ADDRESS_COUNT
};
extern op_handler *const fast_load[FAST_ADDRESS_COUNT][4];
extern op_handler *const fast_store[FAST_ADDRESS_COUNT][4];
extern op_handler *const fast_lea[FAST_ADDRESS_COUNT]; /* dst = the address itself */
/* Any width: dst or value slot, a address, b width. */
op_handler fast_load_any, fast_store_any;
/* Store a constant at base + c (signed): imm. */
extern op_handler *const fast_store_const[4];

op_handler fast_checked_sum; /* dst = a op b; c = width | operation << 8 */
op_handler fast_move, fast_move_wide, fast_const;
op_handler fast_select, fast_select_wide; /* dst = a ? b : c */
op_handler fast_memmove, fast_memset;     /* a, b, c as in the IR */
/* The same, always by functions of the memory, which may be observed. */
op_handler fast_observed_memmove, fast_observed_memset, fast_observed_memmove_fixed;
/* memmove of a constant size, in imm. */
op_handler *fast_find_memmove(uint64_t size);
op_handler fast_alloca, fast_alloca_fixed, fast_stacksave, fast_stackrestore, fast_vastart;
op_handler fast_setjmp, fast_longjmp;

/* Control. Jumps may include one or two moves: dst ← a, then c ← b. */
op_handler fast_jump, fast_jump_move, fast_jump_move2;
op_handler fast_cover_edge; /* dst: distance to the branch, a: its field, b: target, c: the edge */
op_handler fast_cover_jump;
op_handler fast_branch_bool; /* a; otherwise as fast_branch RR */
op_handler fast_switch, fast_switch_dense, fast_indirect_jump;
op_handler fast_call, fast_call_builtin, fast_call_undefined, fast_call_indirect;
op_handler fast_return, fast_return_value, fast_return_void; /* b: count of the block */
/* The same, if a reducer is asked after the call. */
op_handler fast_arriving_return, fast_arriving_return_value, fast_arriving_return_void;
op_handler fast_unreachable, fast_trap;
op_handler fast_guard;     /* a must hold */
op_handler fast_undefined; /* continues in the symbolic interpreter */

/* Recording (exec/trace.h). Edge: c, and it goes on at distance b. Function: a. Accesses: address
   as for loads, the instruction in dst; for reading and writing. */
op_handler fast_record_edge, fast_record_enter, fast_record_leave;
extern op_handler *const fast_record_access[FAST_ADDRESS_COUNT][2];

/* Shared with the symbolic interpreter. */
struct builtin;
struct call_site;
struct frame;
/* The frame of the callee, which now runs, with its arguments set; NULL with an event. */
struct frame *fast_enter(struct machine *m, const struct op *op, const struct call_site *site,
                         const struct code *code, const uint64_t *r);
/* Ends the running frame; returns its caller, which must exist, unshared; it now runs. */
struct frame *fast_leave(struct machine *m);
bool fast_fits_signature(const struct call_site *site, const struct ir_func *callee);
bool fast_check_signature(struct machine *m, const struct call_site *site,
                          const struct ir_func *callee);
/* Whether this call of a builtin is allowed; an error if not. */
bool fast_check_builtin(struct machine *m, const struct call_site *site,
                        const struct builtin *builtin);
/* NULL with an event if there is no function at the address. */
struct ir_func *fast_find_callee(struct machine *m, uint64_t address);
bool fast_save_jump(struct machine *m, const struct op *setjmp, uint64_t address);
/* What a jump buffer holds: enough to find the frame and the place again, and nothing that depends
   on this machine. */
struct jump_buffer {
  uint64_t magic, serial, place;
};
#define FAST_JUMP_MAGIC 0x736d65776a6d7001u
/* Unwinds to the setjmp; returns the operation after it, or NULL with an event. */
const struct op *fast_jump_back(struct machine *m, const struct jump_buffer *buffer,
                                uint32_t value);

/* Runs threaded code from op on until a handler returns control. */
void fast_run(const struct op *op, uint64_t *slots, struct machine *machine, int64_t fuel);
/* Exits: these record where the code stopped and return control. */
op_handler fast_arrive;
op_handler fast_out_of_fuel; /* op is the operation to resume at */
op_handler fast_stop_division_by_zero, fast_stop_division_overflow, fast_stop_overshift;
op_handler fast_stop; /* machine.event is set already */

#endif
