/* The list of builtins, sorted by name. */
#include "exec/builtin/builtin.h"

#include "exec/builtin/builtin_list.h"

#include <stdlib.h>
#include <string.h>

static const struct builtin builtins[] = {
#define X(name, function, args, has_result, values)                                                \
  {name, function, args, has_result, values, false, false},
#define S(name, function, args, has_result, values)                                                \
  {name, function, args, has_result, values, true, false},
#define R(name, function, args, has_result, values)                                                \
  {name, function, args, has_result, values, false, true},
    BUILTINS(X, S, R)
#undef X
#undef S
#undef R
};

const struct builtin *builtin_find(const char *name) {
  for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
    if (strcmp(builtins[i].name, name) == 0) return &builtins[i];
  return NULL;
}
