/* Z-equivalence: a state that nothing afterwards can tell from one that was at the same place
   before is dropped (Li, Cheung, Zhang, Liu: Scaling Up Symbolic Analysis by Removing Z-Equivalent
   States, TOSEM 2014). Exact for errors and coverage. */
#ifndef REDUCE_Z_EQUIVALENCE_Z_EQUIVALENCE_H
#define REDUCE_Z_EQUIVALENCE_Z_EQUIVALENCE_H

#include <stdbool.h>

struct machine;
struct reducer;
struct reducer_class;

/* Where states are compared. */
enum z_places { Z_AT_RETURNS, Z_AT_LOOPS, Z_AT_JOINS };
/* Which state runs next. */
enum z_order {
  Z_SEARCH, /* what the search picks */
  Z_CALLEES /* one with the deepest call stack: a callee's paths before its caller's, as in the
               paper */
};
/* What tells two states apart. */
enum z_observable {
  Z_LIVE,  /* what may still be read */
  Z_CALLER /* at a return also the inputs that there were when the function was called, as in the
              paper; elsewhere those from before the function that the state is in */
};

struct z_equivalence_options {
  enum z_places places; /* those, and the ones before them in the list */
  enum z_observable observable;
  enum z_order order;
  bool is_all_live;      /* also memory that nothing reads any more tells states apart */
  bool moves_heap;       /* heap objects may lie elsewhere: moved.h */
  bool solves_equations; /* linear ones that couple variables, by elimination */
  bool records;          /* what makes states differ: differences.h */
};

extern const struct reducer_class z_equivalence_class;

/* Returns owned; borrows the machine. */
struct reducer *z_equivalence_new(struct machine *machine,
                                  const struct z_equivalence_options *options);

#endif
