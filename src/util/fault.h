/* The two ways smew gives up: a fault of its own (a broken invariant) and an exhausted resource.
   Mistakes of the user are reported by diagnostics instead. */
#ifndef UTIL_FAULT_H
#define UTIL_FAULT_H

#define SMEW_EXIT_ERRORS 1
#define SMEW_EXIT_USAGE 2
#define SMEW_EXIT_FAULT 3

/* Prints "smew: internal fault: …" with the location and exits with SMEW_EXIT_FAULT. */
_Noreturn void fault_report(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define FAULT(...) fault_report(__FILE__, __LINE__, __VA_ARGS__)

/* An invariant that must hold in every build. */
#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (__builtin_expect(!(condition), 0)) FAULT("broken invariant: %s", #condition);              \
  } while (0)

#endif
