/* A state: a call stack over an address space, at one point of one path.

   Frames and memory are shared between states after a fork; the frame that runs is
   always unshared. A register is a 64-bit word of the frame (wide ones are two). Next to
   it, absent while all is concrete, stand the expressions of the registers that are
   symbolic. */
#ifndef EXEC_STATE_H
#define EXEC_STATE_H

#include "memory/space.h"

struct assignment;
struct code;
struct decisions;
struct exploration;
struct expr;
struct fork_node;
struct memory;
struct op;
struct path_condition;
struct path_node;
struct pool;
struct seeds;
struct spares;
struct symbol;
struct witness;

/* The symbolic registers of a frame. `values` is per slot, NULL where the register is
   concrete; a wide register has its expression at its first slot. `set` has the same
   slots as bits, 64 to a word. */
struct registers {
  uint32_t count; /* of symbolic ones */
  uint32_t slot_count;
  struct expr **values;
  uint64_t set[];
};

struct frame {
  uint32_t refs;
  uint32_t slot_count;
  const struct code *code;
  struct frame *caller;       /* a counted reference; NULL at the bottom */
  const struct op *call;      /* the caller's operation that made this frame */
  struct registers *symbolic; /* NULL while all registers are concrete */
  uint64_t serial;            /* unique on its path; setjmp buffers name frames by it */
  uint64_t varargs;           /* address of the area of variable arguments, 0 if none */
  uint64_t below;             /* hash of the frames below it; 0: not known. See exec/state_hash.h */
  uint32_t stack_mark;        /* space.stack_top when the frame was made */
  uint32_t depth;             /* 1 at the bottom */
  uint32_t round;             /* of the collection that visited it last */
  uint32_t is_plain;          /* its function runs itself: no model stands in for it */
  uint64_t slots[];
};

enum state_status { STATE_RUNNING, STATE_EXITED, STATE_FAILED, STATE_STOPPED };

enum { LAYER_SEAT = 4, STATE_SEATS };

/* Why a state waits although it could run; see exec/explore/put_off.h. */
enum state_wait { WAIT_NOT, WAIT_FOR_ANSWER, WAIT_FOR_OTHERS };

struct state {
  struct space space;
  struct frame *top;
  const struct op *next; /* where threaded code resumes; NULL: at `ins` */
  uint32_t ins;          /* instruction of the top frame's function to go on with */
  enum state_status status;
  int exit_status;         /* under its witness */
  struct expr *exit_value; /* what the status is computed by; NULL: the same for all inputs */
  uint64_t number;         /* states are numbered in order of creation */
  uint64_t next_serial;
  uint64_t instructions; /* executed on this path */
  struct path_condition *path;
  struct witness *witness; /* inputs that satisfy the path condition; see exec/witness.h */
  struct spares *spares;   /* further ones, of merged states; see exec/spares.h */
  struct seeds *seeds;     /* that it follows, or NULL; owned; see exec/seeds.h */
  struct symbol *symbols;  /* what was made symbolic, newest first */
  struct decisions *decisions;
  /* Not known yet: whether its inputs can satisfy this too. If so, it is a path with this as its
     next conjunct; if not, it is none. NULL: nothing is open. */
  struct expr *pending;
  /* It is no path in any case: an edge of the top frame's function is covered if its inputs can
     satisfy `pending`. Reducers know nothing of it. */
  bool is_probe;
  bool is_unasked;   /* nobody has asked the solver yet */
  bool is_near_seed; /* it left the path of a seed at its last decision, and makes no further */
  uint32_t probed_edge;
  struct decisions *open; /* that of the path that went on, of which `pending` is the other side */
  struct fork_node *leaf; /* its place in the tree of forks */
  struct path_node
      *node; /* the piece of path that it is in, or NULL; see exec/explore/path_tree.h */
  struct exploration *exploration; /* to which it belongs; see exec/explore/exploration.h */
  double multiplicity;             /* paths that it stands for */
  uint64_t new_cover_at; /* `instructions` when it last executed something for the first time */
  uint32_t depth;        /* forks on the path */
  uint32_t seats[STATE_SEATS]; /* see exec/explore/searcher.h */
  uint32_t place;              /* in the engine's list of states */
  uint8_t slices;              /* used up since its last fork, up to what the engine cares for */
  uint8_t rounding;            /* of floating point, see exec/floats.h; 0 to nearest */
  uint8_t float_flags;         /* exceptions raised so far, where they are watched */
  bool watches_floats;         /* exception flags are kept */
  bool covers_new;             /* it executed something that no path had, since its last test */
  bool forks_not;              /* klee_set_forking(0) */
  bool is_urgent;              /* to be run before any other */
  bool is_familiar;            /* a reducer thinks that it does what others did: to be run last */
  uint8_t arrived;             /* places (exec/explore/reducer.h) that it has just come to */
  bool is_waiting;             /* it has stopped there, for another to come by */
  bool is_closing;             /* it is at a klee_close_merge that it has not passed yet */
  bool is_asking;              /* whether its allocation fails: the input for it is made */
  uint32_t failed_allocations; /* by --malloc-fails */
  bool has_set_jump;           /* a setjmp was executed: its buffer names a frame */
  uint8_t wait;                /* enum state_wait */
  uint8_t patience;            /* times that a query of it was put off, each with twice as much */
  uint32_t wait_place;         /* among those that wait, … */
  uint64_t wait_key;           /* … least first */
  void **notes; /* of the reducers, by their seats; owned, made when one has something to note */
};

/* Returns owned. */
struct state *state_new(void);
/* Returns an owned copy in time that does not depend on the size of the state. The
   caller must call memory_forget_writes when `state` is the one that runs. */
struct state *state_fork(const struct state *state);
void state_free(struct memory *memory, struct state *state);

struct frame *frame_new(struct pool *pool, uint32_t slot_count);
void frame_release(struct pool *pool, struct frame *frame);
/* Takes a reference to `frame` and returns one to an unshared frame of equal content. */
struct frame *frame_unshare(struct pool *pool, struct frame *frame);

/* The function and the instruction at which the state goes on. */
struct place {
  uint32_t func, ins;
};
struct place state_place(const struct state *state);

static inline size_t frame_size(uint32_t slot_count) {
  return sizeof(struct frame) + (size_t)slot_count * sizeof(uint64_t);
}

#endif
