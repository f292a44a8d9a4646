/* The IR: what both front ends produce and everything after them reads.

   A program is functions, globals and the tables they refer to by number. A
   function is basic blocks of fixed-size instructions in one flat array.
   Registers are single-assignment. Where LLVM has phi nodes, a block has
   parameters, and each edge into it passes as many arguments: a parallel move.

   Invariants, checked by ir_verify:
   - a register has one definition, which dominates all its uses;
   - a value of w <= 64 bits is held zero-extended in one 64-bit word; a wider one
     (at most 128 bits) takes two consecutive register (or constant) numbers, the
     low word first; only the first number is ever named by an instruction;
   - structs and vectors do not exist: front ends split them into their scalars;
   - a block ends with its only terminator; the entry block (number 0) has no
     parameters and no edge leads to it. */
#ifndef IR_IR_H
#define IR_IR_H

#include "ir/opcodes.h"
#include "ir/source_types.h"
#include "util/alloc.h"
#include "util/strmap.h"

#include <stdbool.h>
#include <stdint.h>

/* A register number, or a constant-pool number with IR_CONST set. */
typedef uint32_t ir_operand;
#define IR_CONST 0x80000000u
#define IR_NONE 0xffffffffu
#define IR_MAX_WIDTH 128

static inline bool ir_is_const(ir_operand operand) {
  return (operand & IR_CONST) != 0 && operand != IR_NONE;
}

/* Flags in ir_ins.aux of integer arithmetic, and of loads and stores. */
enum { IR_NSW = 1, IR_NUW = 2, IR_EXACT = 4 };
/* On SHL, LSHR, ASHR: the source was not optimised, so an oversized amount is the
   program's own mistake. Without it the result is 0 and nothing is reported:
   optimisers move shifts above the test that guards them. */
enum { IR_CHECKED = 8 }; /* on FPTOSI, FPTOUI: the same about values out of range */
/* On ADD: a is an address, b the distance to another place in the same object (the source's p + i).
   Without it either operand may be the address. */
enum { IR_ADDRESS = 16 };
enum { IR_VOLATILE = 1 };

/* Floating-point predicates, numbered as LLVM numbers them: bit 0 equal,
   bit 1 greater, bit 2 less, bit 3 unordered. */
enum ir_fcmp { IR_FCMP_EQUAL = 1, IR_FCMP_GREATER = 2, IR_FCMP_LESS = 4, IR_FCMP_UNORDERED = 8 };

enum ir_trap {
  IR_TRAP_UNSUPPORTED, /* the message says what smew cannot do */
  IR_TRAP_ABORT        /* llvm.trap and the like */
};

struct ir_ins {
  uint16_t op;   /* enum ir_opcode */
  uint8_t width; /* in bits */
  uint8_t aux;
  uint32_t loc; /* a number in the program's location table, 0 for none */
  uint32_t dst;
  uint32_t a, b, c;
};

enum ir_const_kind {
  IR_CONST_INT,      /* value (one word of it; a wide constant takes two entries) */
  IR_CONST_GLOBAL,   /* address of global `ref` plus value */
  IR_CONST_FUNC,     /* address of function `ref` plus value */
  IR_CONST_BLOCK,    /* address of block number `value` of function `ref` */
  IR_CONST_UNDEFINED /* an unknown value (value: 0) of the variable named by string number `ref`, or
                        0; a wide one takes two entries */
};

struct ir_const {
  uint8_t kind;
  uint8_t width;
  uint32_t ref;
  uint64_t value;
};

struct ir_block {
  uint32_t first, count;             /* instructions; count >= 1 */
  uint32_t first_param, param_count; /* registers in func.operands */
};

struct ir_edge {
  uint32_t target;    /* block number */
  uint32_t first_arg; /* in func.operands; as many as the target has parameters */
};

struct ir_case {
  uint64_t value; /* of at most 64 bits; wider switches are lowered to comparisons */
  uint32_t edge;
};

/* One scalar of the variable part of a call, placed in the argument area as the
   x86-64 System V ABI places a stack argument. */
struct ir_vararg {
  ir_operand operand;
  uint32_t offset; /* in the area */
  uint32_t size;   /* bytes to store; for a by-value aggregate the bytes to copy */
  bool by_value;   /* the operand is the address of an aggregate to copy */
  bool is_pointer; /* the operand is a pointer that the callee may write through */
};

struct ir_call {
  uint32_t first_result, result_count;   /* registers in func.operands */
  uint32_t first_arg, arg_count;         /* in func.operands */
  uint32_t first_vararg, vararg_count;   /* in func.varargs */
  uint32_t vararg_size;                  /* bytes of the argument area */
  uint8_t vararg_general, vararg_vector; /* registers of each kind that hold variable arguments */
  /* What is known of a callee without a body. */
  uint64_t pointers;      /* bits: of the first 64 arguments, pointers that it may write through */
  uint32_t struct_result; /* the argument, counted from 1, that leads to where it puts the structure
                             that it returns; 0: none */
  uint64_t struct_size;
};

/* A hash index over a table, so that equal entries are stored once. It is built
   when first needed and may be dropped at any time. */
struct ir_index {
  uint32_t *slots; /* entry number + 1, 0 where empty */
  size_t slot_count, used;
};

/* The source name of the variable that a register holds. */
struct ir_name {
  uint32_t reg;
  uint32_t text;        /* string number */
  const void *variable; /* tells integer variables of the same name apart; points to nothing; NULL:
                           it is no integer */
};

struct ir_func {
  char *name;
  uint32_t number; /* in the program */
  uint32_t loc;    /* of the definition */
  bool is_variadic;
  bool is_local; /* not visible to other modules: names need not be unique */
  bool has_body;
  /* Not the program's own: from the libc, the runtime, or made by the front end. Set by the loader;
     nothing else guesses it from names or paths. */
  bool is_library;
  bool is_trusted;   /* may call what smew offers to its own runtime only */
  bool is_optimised; /* one source instruction may be several here: unrolled, inlined */
  /* Widths of parameters and results, after splitting aggregates. The registers listed in params
     hold the arguments. */
  VEC(uint32_t) params;      /* registers */
  VEC(uint8_t) param_widths; /* known for declarations too */
  VEC(uint8_t) result_widths;
  VEC(uint8_t) reg_widths; /* per register number; 0 for the second word of a wide one */
  VEC(struct ir_const) consts;
  VEC(struct ir_ins) ins;
  VEC(struct ir_block) blocks;
  VEC(struct ir_edge) edges;
  VEC(struct ir_case) cases;
  VEC(struct ir_call) calls;
  VEC(struct ir_vararg) varargs;
  VEC(ir_operand) operands;
  VEC(uint32_t) lost;        /* locations of code after what could not be lowered */
  VEC(struct ir_name) names; /* empty unless requested from the front end */
  VEC(uint32_t) lost_names;  /* the same: variables whose value is in no register at times */
  struct ir_index const_index;
};

struct ir_reloc { /* the 8 bytes at `offset` of a global hold an address */
  uint64_t offset;
  struct ir_const target; /* any kind but IR_CONST_INT */
};

struct ir_global {
  char *name;
  uint32_t number;
  uint32_t loc;
  uint64_t size;
  uint64_t align;
  uint8_t *bytes; /* owned; NULL: all zero */
  bool is_constant;
  bool is_local;
  bool is_defined;
  VEC(struct ir_reloc) relocs;
};

struct ir_loc {
  uint32_t file; /* string number */
  uint32_t line, column;
  uint32_t function;   /* string number: the source function, which inlining may have moved */
  uint32_t inlined_at; /* location number, 0 for none */
};

struct ir_program {
  VEC(struct ir_func *) funcs;
  VEC(struct ir_global *) globals;
  VEC(struct ir_loc) locs; /* number 0 is "nowhere" */
  VEC(char *) strings;     /* interned; number 0 is "" */
  struct strmap string_numbers;
  struct strmap func_numbers; /* non-local names only */
  struct strmap global_numbers;
  struct ir_index loc_index;
  uint64_t unchecked_shifts; /* in the user's code, with unchecked amounts */
  uint32_t unchecked_shift;  /* location of the first */
  uint64_t unsigned_shifts;  /* left shifts treated as unsigned because the signedness is unknown */
  struct source_types source_types;
  bool observes_addresses; /* the code makes numbers of pointers, or pointers of numbers */
  bool orders_addresses;   /* it compares pointers by order */
  bool is_microc; /* its pointers point to whole variables: messages mention these, not bytes */
};

/* Returns an owned, empty program. */
struct ir_program *ir_program_new(void);
void ir_program_free(struct ir_program *program);
uint32_t ir_intern_string(struct ir_program *program, const char *text);
/* The borrowed function or global of that non-local name, or NULL. */
struct ir_func *ir_find_func(const struct ir_program *program, const char *name);
struct ir_global *ir_find_global(const struct ir_program *program, const char *name);

extern const char *const ir_opcode_names[IR_OPCODE_COUNT];
extern const uint8_t ir_opcode_formats[IR_OPCODE_COUNT];

static inline bool ir_is_terminator(unsigned op) { return op == IR_LONGJMP || op >= IR_BR; }
static inline bool ir_has_dst(unsigned op) {
  return op < IR_STORE || op == IR_ALLOCA || op == IR_STACKSAVE || op == IR_SETJMP;
}
static inline uint32_t ir_byte_size(unsigned width) { return (width + 7) / 8; }
/* Words that a value of that width takes in registers and in the constant pool. */
static inline uint32_t ir_word_count(unsigned width) { return width > 64 ? 2 : 1; }
static inline uint64_t ir_mask(unsigned width) {
  return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

#endif
