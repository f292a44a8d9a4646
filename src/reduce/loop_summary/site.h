/* Loops with the calls that lead to them: the paths of their bodies, and how they follow each
   other. */
#ifndef REDUCE_LOOP_SUMMARY_SITE_H
#define REDUCE_LOOP_SUMMARY_SITE_H

#include "reduce/loop_summary/automaton.h"
#include "reduce/loop_summary/body.h"
#include "reduce/loop_summary/kept.h"

struct buffer;
struct exprs;
struct machine;
struct names;
struct state;

struct site {
  struct shape *shape; /* NULL: not known yet */
  struct site *other;  /* borrowed: the same loop in states of another shape; NULL: none */
  kept_list kept;      /* states that came to the head and went on */
  int32_t credit;      /* comparisons with them that may still be made */
  loop_path_list paths;
  VEC(struct loop_path *) sequences; /* paths after each other that were asked for; owned */
  struct automaton automaton;
  unsigned tries;
  unsigned unroll_failures; /* times that iterations were too many to be one state */
  uint32_t round;           /* explorations so far: values of cells are those of the last one */
  bool is_hopeless;
  bool is_waiting; /* it has not been explored, since that would take too long by now … */
  uint64_t work;   /* … : more than this (machine_work); 0: not tried yet */
  bool has_inner;  /* loops that were summarised in the body */
  uint32_t loc;    /* of the head */
  uint64_t replaced, repeated; /* states that traces, and that earlier states stand for */
  uint64_t endless;            /* times that executions were found not to end in it */
  char *example;               /* owned; inputs of one of them, or NULL */
};

/* Takes the body's paths in, after bodies_explore. */
void site_complete(struct machine *machine, struct names *names, struct site *site,
                   struct loop_body *body);
void site_clear(struct machine *machine, struct site *site);
void site_mark(struct machine *machine, const struct site *site);
/* A line about the loop, for a person. */
void site_print(const struct machine *machine, const struct site *site, struct buffer *out);
/* The inputs of a state. Returns owned. */
char *site_show_inputs(const struct state *state);
/* The paths, by number, after each other as one; NULL if they are too many. Borrowed. */
const struct loop_path *site_find_sequence(struct exprs *exprs, struct names *names,
                                           struct site *site, const uint32_t *numbers,
                                           size_t count);

#endif
