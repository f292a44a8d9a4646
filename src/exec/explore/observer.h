/* The interface by which the engine reports ends of paths, and that time passes. */
#ifndef EXEC_EXPLORE_OBSERVER_H
#define EXEC_EXPLORE_OBSERVER_H

#include <stdbool.h>

struct error;
struct machine;
struct state;

enum path_end {
  PATH_EXITED, /* the program ended, with state.exit_status */
  PATH_ERROR,  /* see `error` */
  PATH_EARLY,  /* cut off by a limit or by something that smew could not do: `reason` */
  PATH_SILENT, /* the program asked for no test (klee_silent_exit, a false assumption) */
  /* It was taken into another, or nobody needs to follow it further; but it has executed something
     for the first time. No end of a path, and counted nowhere. */
  PATH_COVERING
};

struct path_report {
  struct machine *machine;
  const struct state *state; /* its symbols and its witness are a test of the path */
  enum path_end end;
  const struct error *error; /* PATH_ERROR */
  bool is_new_error;         /* PATH_ERROR: no error of the same key was reported before */
  uint32_t error_number;     /* PATH_ERROR: of those with that key, from 0 */
  const char *reason;        /* PATH_EARLY: what cut it off, for a person */
  bool is_additional;        /* of an exploration of the portfolio other than the first */
  bool covers_new;           /* the path was the first to execute something */
  bool is_surplus;           /* PATH_EXITED: others like it have left enough tests */
  bool is_untested;          /* PATH_EARLY: no test is wanted of it */
  bool is_dropped;           /* PATH_COVERING: no other state has its inputs */
  bool is_part;              /* PATH_COVERING: part of a condition, which no other test takes */
};

struct observer {
  void *context;
  /* Once per path. Returns whether it left a test, whose number is counts.tests + 1. */
  bool (*path_ended)(void *context, const struct path_report *report);
  /* Between steps, several times a second. */
  void (*tick)(void *context, struct machine *machine);
  /* One line for the user; repeats of a text are dropped by the engine where it says once. */
  void (*message)(void *context, const char *text);
};

#endif
