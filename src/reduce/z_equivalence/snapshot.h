/* What a state is to all that comes after it: where it is, what is still read of its registers and
   memory, and what its path says about that. States with equal snapshots are z-equivalent. */
#ifndef REDUCE_Z_EQUIVALENCE_SNAPSHOT_H
#define REDUCE_Z_EQUIVALENCE_SNAPSHOT_H

#include "memory/space.h"
#include "memory/symbolic_list.h"
#include "reduce/z_equivalence/connected.h"
#include "reduce/z_equivalence/flexible.h"
#include "reduce/z_equivalence/form.h"
#include "reduce/z_equivalence/garbage.h"
#include "reduce/z_equivalence/linear.h"
#include "reduce/z_equivalence/moved.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

struct dead_variables;
struct machine;
struct path_condition;
struct state;
struct symbol;

/* What a word or a value of a snapshot is, to tell a person what makes states differ. */
enum snapshot_part { PART_STACK, PART_MODE, PART_REGISTER, PART_OBJECT, PART_CELL };
struct snapshot_tag {
  enum snapshot_part part;
  uint32_t owner; /* of a register: its function; else the slot of the object */
  uint64_t at;    /* of a register: depth of its frame and number; of a cell: its offset */
};

/* Bytes of memory that are inputs which nothing has changed. */
struct input_span {
  struct snapshot_tag tag; /* of its first byte */
  uint32_t size;
  uint32_t array; /* UINT32_MAX: a variable without a definition that was not accessed yet */
  uint64_t first; /* element of the array */
};

struct snapshot {
  uint64_t outline;     /* hash of all but the form */
  uint64_t hash;        /* of all; 0: there is no form yet */
  VEC(uint64_t) layout; /* everything concrete but memory, and where symbolic values are */
  struct form form;     /* these values, and what is known of them; made by snapshot_complete from …
                         */
  VEC(struct expr *) values;
  VEC(struct input_span) inputs;
  VEC(uint32_t) fixed, fixed_arrays; /* supports and arrays that are compared by name */
  struct path_condition *path;       /* owned, like the next; of the state */
  struct symbol *symbols;
  uint32_t rigid; /* … these, which are gone then */
  VEC(uint64_t)
  pattern;            /* where in `inputs` are those that values or conditions depend on; made
                         with the form */
  struct space space; /* owned; memory, of which the slots with values are looked at separately */
  struct symbolic_list symbolic;
  VEC(uint32_t) slots;    /* of the objects with values, of dead ones, and of those in the layout */
  VEC(uint32_t) by_bytes; /* objects of `symbolic` whose other bytes are compared in the space */
  /* One for each word of the layout and for each value, if that was asked for. */
  VEC(struct snapshot_tag) word_tags, value_tags, pattern_tags;
};

/* An element of an array. */
struct input_use {
  uint32_t array;
  uint64_t index;
};

/* Which inputs of spans occur elsewhere; one of these for all snapshots. */
struct input_uses {
  struct word_map arrays; /* of spans, their numbers + 1: 1 + bits: see snapshot_inputs.c */
  VEC(struct input_use) list;
  VEC(struct input_span) sorted;
};

/* What is used to take them. */
struct snapshots {
  struct machine *machine; /* borrowed */
  struct flexible flexible;
  struct form_variables variables;
  VEC(uint64_t) live_arrays; /* bits by the numbers of arrays: those that the values depend on */
  struct input_uses uses;    /* snapshot_inputs.c */
  VEC(uint64_t) undefined;   /* addresses of variables without a definition, in order */
  bool knows_undefined;
  struct dead_variables *dead; /* borrowed; NULL: all memory is live */
  bool has_tags;               /* snapshots get them */
  struct snapshot_tag tag;     /* of what is added next */
  bool has_left_out;           /* dead memory, of the last one that was taken: */
  VEC(uint32_t) left_out;      /* slots, in ascending order */
  struct garbage garbage;
  struct connected connected;
  bool solves_equations; /* linear.h */
  bool moves_heap;       /* moved.h */
  struct moved heap;
  VEC(uint32_t) places;              /* of words of the layout that may be addresses */
  struct linear_remainder remainder; /* of the last system with equations */
  uint64_t equations;                /* that were eliminated by it */
  uint64_t forms;                    /* that were made */
  uint64_t work; /* that all took: about what so many instructions of the symbolic interpreter
                    take (machine_work) */
};

void snapshots_init(struct snapshots *snapshots, struct machine *machine);
void snapshots_free(struct snapshots *snapshots);

/* Of a state that has arrived at places. Inputs among the oldest `rigid` ones that its path has
   made are observable by name. False if the state has something that cannot be compared. */
bool snapshot_take(struct snapshots *snapshots, struct state *state, bool is_behind_call,
                   uint32_t rigid, struct snapshot *snapshot);
/* Makes its form, if it has none. False if that cannot be done. */
bool snapshot_complete(struct snapshots *snapshots, struct snapshot *snapshot);
/* What the form was to be made from is not needed any more. */
void snapshot_forget_system(struct snapshot *snapshot);
void snapshot_free(struct snapshots *snapshots, struct snapshot *snapshot);
/* Whether they are equal but for the form. */
bool snapshot_has_same_outline(struct snapshots *snapshots, struct snapshot *a, struct snapshot *b);
/* Both are complete. Without the same pattern the values of their forms are not of the same places.
 */
bool snapshot_has_same_pattern(const struct snapshot *a, const struct snapshot *b);
bool snapshot_is_equal(struct snapshots *snapshots, struct snapshot *a, struct snapshot *b);
void snapshot_mark(struct snapshots *snapshots, struct snapshot *snapshot);

#endif
