/* Functions that the engine itself provides to programs. */
#ifndef EXEC_BUILTIN_BUILTIN_H
#define EXEC_BUILTIN_BUILTIN_H

#include <stdbool.h>
#include <stdint.h>

struct machine;

/* Arguments are words in order. Sets *result if there is one. False if machine.event was set: an
   error, or the end of the path. */
typedef bool builtin_function(struct machine *machine, const uint64_t *args, uint64_t *result);

/* The same for possibly symbolic values. Restartable: it makes all decisions before it acts. */
struct value;
typedef bool builtin_value_function(struct machine *machine, const struct value *args,
                                    struct value *result);

struct builtin {
  const char *name;
  builtin_function *run; /* NULL: run_values is always used */
  uint8_t arg_count;
  bool has_result;
  builtin_value_function *run_values; /* NULL: symbolic arguments are concretised first */
  bool makes_symbolic;                /* a program that calls it has symbolic inputs */
  bool is_internal;                   /* only direct calls of the runtime and the libc are good */
};

/* Borrowed, or NULL. */
const struct builtin *builtin_find(const char *name);

#endif
