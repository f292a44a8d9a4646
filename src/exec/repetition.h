/* Inputs that a path has read any number of times, and how a test comes to have them all.

   A reducer may find that a state stands for many: for each number of times that a loop's iteration
   was repeated, with some inputs each time. That number is a hidden input of the state, and only
   those of the last iteration are inputs as well. From a concrete state that has repeated the
   iteration j times, those of the one before follow: what it has read to come there with j - 1. */
#ifndef EXEC_REPETITION_H
#define EXEC_REPETITION_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr;
struct exprs;
struct machine;
struct state;
struct symbol;

/* One byte of the inputs, as they were with one repetition less. */
struct repetition_byte {
  uint32_t array;
  uint64_t index;
  struct expr *was;
};

/* Where this holds, after the number of times has been counted down. */
struct repetition_step {
  struct expr *holds;
  VEC(struct repetition_byte) bytes; /* all others stay as they are */
};

/* Belongs to the hidden symbol `times` counts by. */
struct repetition {
  struct expr *times;    /* how often, as a number over the inputs */
  struct expr *counter;  /* the hidden symbol, … */
  struct expr *previous; /* … what it is with one repetition less, … */
  struct expr *next;     /* … and with one more */
  bool has_inner;        /* an iteration has repetitions of its own: it cannot be spelled out */
  uint32_t inputs;       /* symbols before the hidden one: what an iteration reads */
  VEC(struct repetition_step) steps;
};

/* All of a run; they are kept as long as it lasts, since states and parts of tests refer to them.
 */
struct repetitions {
  VEC(struct repetition *) list;
};

/* Takes the repetition, for the hidden symbol that the state has made last. */
void repetition_attach(struct machine *machine, struct state *state, struct repetition *repetition);
void repetition_free(struct repetition *repetition);
void repetitions_free(struct repetitions *repetitions);
void repetitions_mark(const struct repetitions *repetitions, struct exprs *exprs);

/* An input of a test. */
struct spelled_input {
  char *name; /* as the program will ask for it */
  uint8_t *bytes;
  uint64_t size;
};
struct spelled_inputs {
  VEC(struct spelled_input) list; /* oldest first */
};

/* Whether something is repeated in the state's inputs. */
bool repetition_is_any(const struct symbol *symbols);
/* The inputs under the state's witness, with all repetitions. False: they are too many, or some
   symbol's name is not only decided by how often it was asked for. */
bool repetition_spell_out(struct machine *machine, const struct state *state,
                          struct spelled_inputs *inputs);
void spelled_inputs_free(struct spelled_inputs *inputs);
/* Looks for a witness of the running state with few repetitions, so that its test is short. */
void repetition_shorten(struct machine *machine);

#endif
