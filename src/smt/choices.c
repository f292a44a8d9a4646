/* Choices nest as deep as the script nests ite over arrays; each is visited
   once, children before parents because they have smaller numbers. */
#include "smt/choices.h"

#include "expr/expr.h"
#include "smt/reader.h"

#include <stdlib.h>

struct term choices_make(struct reader *reader, struct expr *condition, struct term yes,
                         struct term no) {
  struct term result = {.sort = yes.sort};
  if (expr_is_const(condition)) return expr_is_true(condition) ? yes : no;
  if (yes.sort.kind != SORT_ARRAY) {
    result.expr = expr_ite(reader->exprs, condition, yes.expr, no.expr);
    return result;
  }
  result.choice = (uint32_t)reader->choices.count;
  struct choice choice = {condition, yes, no};
  vec_push(&reader->choices, choice);
  return result;
}

struct term choices_map(struct reader *reader, struct term array, choices_leaf *leaf,
                        const void *context) {
  if (array.choice == 0) return leaf(reader, array, context);
  struct term *done = alloc_zeroed((array.choice + 1) * sizeof *done);
  bool *is_wanted = alloc_zeroed((array.choice + 1) * sizeof *is_wanted);
  is_wanted[array.choice] = true;
  for (uint32_t i = array.choice; i > 0; i--) {
    const struct choice *choice = &reader->choices.data[i];
    if (is_wanted[i]) is_wanted[choice->yes.choice] = is_wanted[choice->no.choice] = true;
  }
  for (uint32_t i = 1; i <= array.choice; i++) {
    if (!is_wanted[i]) continue;
    struct choice choice = reader->choices.data[i];
    struct term yes =
        choice.yes.choice ? done[choice.yes.choice] : leaf(reader, choice.yes, context);
    struct term no = choice.no.choice ? done[choice.no.choice] : leaf(reader, choice.no, context);
    done[i] = choices_make(reader, choice.condition, yes, no);
  }
  struct term result = done[array.choice];
  free(is_wanted);
  free(done);
  return result;
}
