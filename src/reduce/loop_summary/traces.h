/* The traces of a loop from a state at its head: what becomes of it after any number of iterations
   (section 4.4.2.3 of the thesis). */
#ifndef REDUCE_LOOP_SUMMARY_TRACES_H
#define REDUCE_LOOP_SUMMARY_TRACES_H

#include "reduce/loop_summary/site.h"

struct machine;
struct state;

/* A path that was taken a number of times in a row. */
struct stretch {
  uint32_t path;
  struct expr *count; /* NULL: once */
};

/* A state at the head of the loop, and how it came there. */
struct loop_trace {
  struct state *state; /* owned; its registers and memory are as at the beginning */
  expr_list values;    /* of the cells */
  VEC(struct stretch) stretches;
  const struct loop_path *over; /* does not hold; NULL: not known */
};
typedef VEC(struct loop_trace) loop_trace_list;

struct tracer {
  struct machine *machine;
  struct names *names;
  struct site *site;
  bool is_general;  /* also paths that no state of the program has taken */
  uint64_t endless; /* paths that are never left */
  loop_trace_list done;
};

/* Follows the paths from the state, which has these values, as far as they have closed forms; adds
   to tracer.done. False: nothing was done, the state is to go on as it is. */
bool tracer_follow(struct tracer *tracer, struct state *state, const struct loop_trace *start);
/* The path was taken that often, after all others; NULL: once. */
void loop_trace_add_stretch(struct loop_trace *trace, uint32_t path, struct expr *count);
/* Moves the state to where the trace ends. False: it cannot be. */
bool loop_trace_apply(struct machine *machine, const struct shape *shape, const expr_list *before,
                      struct loop_trace *trace);
void loop_trace_free(struct machine *machine, struct loop_trace *trace);
void loop_traces_free(struct machine *machine, loop_trace_list *list);

#endif
