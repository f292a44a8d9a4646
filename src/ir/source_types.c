/* Types of the source: see source_types.h. */
#include "ir/source_types.h"

#include <stdlib.h>

void source_types_free(struct source_types *types) {
  vec_free(&types->types);
  vec_free(&types->members);
  vec_free(&types->params);
  vec_free(&types->globals);
}

struct source_type source_type_of(const struct source_types *types, uint32_t number) {
  struct source_type type = types->types.data[number];
  uint32_t name = type.name;
  while (type.kind == SOURCE_ALIAS) type = types->types.data[type.target];
  type.name = name;
  return type;
}
