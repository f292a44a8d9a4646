/* Inputs for cells, and for the inputs that a program has yet to read. The set of their arrays
   tells formulas over names from those that mention something of a path: the latter are never
   kept. */
#include "reduce/shape/names.h"

#include "expr/expr.h"
#include "expr/substitute.h"
#include "expr/support.h"
#include "util/fault.h"

#include <stdio.h>

void names_free(struct names *names) { word_map_free(&names->arrays); }

struct name names_new(struct names *names, unsigned width) {
  char text[32];
  snprintf(text, sizeof text, "v%zu", names->arrays.count);
  const struct expr_array *array = expr_new_array(names->exprs, text, width, 64, 1, NULL);
  *word_map_place(&names->arrays, (uint64_t)array->number + 1) = 1;
  return (struct name){array->number, width};
}

struct expr *names_value(const struct names *names, struct name name) {
  return expr_input(names->exprs, expr_find_array(names->exprs, name.array), 0);
}

bool names_have(const struct names *names, uint32_t array) {
  return word_map_find(&names->arrays, (uint64_t)array + 1) != NULL;
}

struct cover {
  const struct names *names;
  bool is_good;
};

static void visit(const struct expr_array *array, uint64_t index, void *context) {
  struct cover *cover = context;
  (void)index;
  if (!names_have(cover->names, array->number)) cover->is_good = false;
}

bool names_cover(const struct names *names, const struct expr *e) {
  struct cover cover = {names, true};
  support_walk(names->exprs, e->support, visit, &cover);
  return cover.is_good;
}

bool names_share(const struct exprs *exprs, const struct expr *a, const struct expr *b) {
  return support_intersects(exprs, a->support, b->support);
}

void names_substitute(const struct names *names, struct name from, struct expr *to,
                      struct substitution *substitution) {
  REQUIRE(to->width == from.width);
  substitution_add(substitution, names_value(names, from), to);
}
