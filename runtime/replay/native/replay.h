/* The replay library: klee.h and the verification competitions' functions for a program that runs
   natively. A program linked with it takes its inputs from the test that the environment
   variable KTEST_FILE names. */
#ifndef REPLAY_H
#define REPLAY_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <stddef.h>

/* The library is there for native runs only. Functions in this section do not exist for smew run,
   also where bitcode of them is in the program: the engine has its own. */
#define REPLAY_NATIVE __attribute__((section(".text.smew_native")))

/* A program may have definitions of its own; they win. */
#define REPLAY_WEAK REPLAY_NATIVE __attribute__((weak))

/* But where smew builds the program: it makes the program's own error functions weak, since the
   call counts whatever their bodies do. */
#ifdef SMEW_REPLAY_BUILDS
#define REPLAY_ERROR REPLAY_NATIVE
#else
#define REPLAY_ERROR REPLAY_WEAK
#endif

/* The exit status of a run that cannot follow its test. */
enum { REPLAY_EXIT = 125 };

/* What a run reports to smew replay: a line "EVENT text" in the file that SMEW_REPLAY_LOG names,
   and the text on standard error. */
#define REPLAY_EVENTS(X)                                                                           \
  X(INPUT, "input")             /* there is no test, or it is damaged */                           \
  X(MISMATCH, "mismatch")       /* the program asks for another input than the test has next */    \
  X(EXHAUSTED, "exhausted")     /* the test has no more inputs: zeros instead */                   \
  X(ASSUMPTION, "assumption")   /* an assumption does not hold */                                  \
  X(UNAVAILABLE, "unavailable") /* something that only the engine can do */                        \
  X(ASSERTION, "assertion")     /* an assertion failed */                                          \
  X(REACHED, "reached")         /* reach_error or __VERIFIER_error was called */                   \
  X(REPORTED, "reported")       /* klee_report_error was called */

enum replay_event {
#define X(name, text) REPLAY_##name,
  REPLAY_EVENTS(X)
#undef X
};

REPLAY_NATIVE __attribute__((format(printf, 2, 3))) void smew_replay_tell(enum replay_event event,
                                                                          const char *format, ...);
/* The same, then ends the process with REPLAY_EXIT. */
REPLAY_NATIVE __attribute__((format(printf, 2, 3), noreturn)) void
smew_replay_stop(enum replay_event event, const char *format, ...);
/* The next object of the test, which must have that name and size. */
REPLAY_NATIVE void smew_replay_next(void *address, size_t size, const char *name);

/* The same if the next object of the test has that name; else nothing is taken, and 0. */
REPLAY_NATIVE int smew_replay_may_take(void *address, size_t size, const char *name);

#endif
