/* Threaded code: what the fast half of the interpreter runs.

   A function's IR is translated, when the function is first called, into an array of
   operations, each of which holds the address of its handler. A handler does its
   work and tail-calls the next one, so the whole interpreter is a web of jumps with
   its working set in registers: the operation, the frame's slots, the machine, and
   the fuel that is left. `preserve_none` makes every register the handler's own.

   The macros below name the handler's parameters; this is the one place where macros
   capture locals, because every handler has exactly these four. */
#ifndef EXEC_TRANSLATE_OP_H
#define EXEC_TRANSLATE_OP_H

#include <stdbool.h>
#include <stdint.h>

struct code;
struct conditions;
struct ir_func;
struct machine;
struct op;

#define OP_PARAMETERS const struct op *op, uint64_t *r, struct machine *m, int64_t fuel
typedef __attribute__((preserve_none)) void op_handler(OP_PARAMETERS);

/* How the fields are used is each handler's business; mostly dst, a, b, c are slot
   numbers or distances to other operations, and imm is a constant. */
struct op {
  op_handler *run;
  uint32_t dst, a, b, c;
  union {
    uint64_t imm;
    const void *data;
    struct {
      int32_t jump;   /* distance to the operation that follows */
      uint32_t count; /* IR instructions of the block that ends here */
    };
  };
};

/* A jump that has not been taken yet: what it becomes when its edge is covered. */
struct untaken_jump {
  uint32_t op, edge;
  op_handler *run;
};

/* A translated function. */
struct code {
  const struct ir_func *func;
  const struct model *model; /* of a function of the libc, see exec/models/models.h; mostly NULL */
  struct op *ops;
  uint32_t *origins; /* per operation: number of the IR instruction it ends with */
  uint32_t op_count;
  uint32_t slot_count;
  bool needs_care;        /* variadic, or registers must be cleared on entry */
  uint32_t *block_starts; /* per IR block: its first operation; for indirect jumps */
  uint8_t *places; /* per IR block: where states can stop (exec/explore/reducer.h); NULL: nowhere */
  uint32_t param_slot_count;
  uint32_t *param_slots;              /* per word of the arguments */
  struct op_data *data;               /* list of what ops point at, freed with the code */
  struct untaken_jump *untaken_jumps; /* in order of op */
  uint32_t untaken_jump_count;
  bool *is_folded;     /* per IR instruction: it is done by its users, see exec/translate/fold.h */
  uint32_t *ins_block; /* per IR instruction */
  uint32_t *first_ops; /* per IR instruction: the first operation of it or of what follows */
  uint64_t **live;     /* per IR block: set of slots that matter at its start; made when needed */
  struct conditions *conditions; /* see ir/conditions.h; NULL until needed */
  uint64_t **live_after; /* per IR instruction that is a call: the same after it; made as `live` */
  struct live_ranges *live_ranges; /* in place of both if the function is large; owned */
  uint32_t **live_lists; /* per block, as code_live_list returns it, with its length first; owned */
};

#define HANDLER(name) __attribute__((preserve_none)) void name(OP_PARAMETERS)
#define DISPATCH(target)                                                                           \
  do {                                                                                             \
    const struct op *next_op = (target);                                                           \
    __attribute__((musttail)) return next_op->run(next_op, r, m, fuel);                            \
  } while (0)
#define NEXT DISPATCH(op + 1)
#define TAIL(handler) __attribute__((musttail)) return handler(op, r, m, fuel)
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

#endif
