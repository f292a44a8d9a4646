/* The list of states that were at the head of a loop, and the inputs that each depends on.

   Left out: states with inputs that are read at symbolic positions, which cannot be mapped, and
   with values of undefined functions. */
#include "exec/machine.h"
#include "exec/state.h"
#include "exec/symbol.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "reduce/loop_summary/kept.h"
#include "reduce/shape/names.h"
#include "solver/path_condition.h"
#include "util/word_map.h"

#include <stdlib.h>

enum { MOST_KEPT = 256, MOST_INPUTS = 1024 };

struct listing {
  struct kept *kept;
  struct word_map seen, symbols;
  const struct names *fixed; /* NULL: none */
  bool is_good;
};

static void list_input(const struct expr_array *array, uint64_t index, void *context) {
  struct listing *listing = context;
  if (index == SUPPORT_ALL || listing->kept->inputs.count >= MOST_INPUTS) {
    listing->is_good = false;
    return;
  }
  const uint64_t *symbol = word_map_find(&listing->symbols, (uint64_t)array->number + 1);
  if (listing->fixed != NULL && names_have(listing->fixed, array->number)) {
    vec_push(&listing->kept->inputs, ((struct kept_input){array->number, 0, index}));
    return;
  }
  if (symbol == NULL) { /* unwritten bytes, or inputs that may be pointers */
    listing->is_good = false;
    return;
  }
  vec_push(&listing->kept->inputs, ((struct kept_input){array->number, (uint32_t)*symbol, index}));
}

/* Visits what was not visited yet. */
static void walk(struct listing *listing, struct exprs *exprs, struct expr *e) {
  expr_list open = {0};
  vec_push(&open, e);
  while (open.count > 0 && listing->is_good) {
    struct expr *next = vec_pop(&open);
    uint64_t *place = word_map_place(&listing->seen, next->id);
    if (*place != 0) continue;
    *place = 1;
    if (next->support == SUPPORT_EMPTY) continue;
    if (next->kind == EXPR_ARRAY) listing->is_good = false;
    if (next->kind == EXPR_INPUT)
      list_input(expr_array_of(exprs, next), expr_input_index(next), listing);
    for (unsigned i = 0; i < expr_child_count(next); i++) vec_push(&open, expr_child(next, i));
  }
  vec_free(&open);
}

static bool list_inputs(struct exprs *exprs, const struct names *fixed, struct kept *kept) {
  struct listing listing = {.kept = kept, .fixed = fixed, .is_good = true};
  for (const struct symbol *symbol = kept->symbols; symbol != NULL; symbol = symbol->before)
    if (!symbol->is_assumed)
      *word_map_place(&listing.symbols, (uint64_t)symbol->array->number + 1) = symbol->count;
  for (size_t i = 0; i < kept->values.count && listing.is_good; i++)
    walk(&listing, exprs, kept->values.data[i]);
  const struct path_condition *path = kept->path;
  for (; path != NULL && listing.is_good; path = path->parent)
    walk(&listing, exprs, path->conjunct);
  word_map_free(&listing.seen);
  word_map_free(&listing.symbols);
  return listing.is_good;
}

static void kept_free(struct kept *kept) {
  vec_free(&kept->values);
  vec_free(&kept->inputs);
  path_condition_release(kept->path);
  symbol_release(kept->symbols);
  free(kept);
}

void kept_add(struct machine *machine, const struct names *fixed, kept_list *list,
              const struct state *state, const expr_list *values, uint32_t entered) {
  if (list->count >= MOST_KEPT || path_condition_depth(state->path) > KEPT_MOST_CONJUNCTS) return;
  struct kept *kept = alloc_zeroed(sizeof *kept);
  for (size_t i = 0; i < values->count; i++) vec_push(&kept->values, values->data[i]);
  kept->path = path_condition_retain(state->path);
  kept->symbols = symbol_share(state->symbols);
  kept->entered = entered;
  if (list_inputs(machine->exprs, fixed, kept))
    vec_push(list, kept);
  else
    kept_free(kept);
}

void kept_clear(kept_list *list) {
  for (size_t i = 0; i < list->count; i++) kept_free(list->data[i]);
  vec_free(list);
}

void kept_mark(const kept_list *list, struct exprs *exprs, uint32_t round) {
  for (size_t i = 0; i < list->count; i++) {
    const struct kept *kept = list->data[i];
    for (size_t k = 0; k < kept->values.count; k++) expr_mark_root(exprs, kept->values.data[k]);
    path_condition_mark(kept->path, exprs, round);
  }
}
