/* Compares queries. When a merged state has asked the solver, each path that it stands for is asked
   too: as a state of its own would, for the side of the condition that its witness is not on, after
   what its path condition implies has been applied to the condition, which decides most of the
   conditional values in it. The times are added up by the instruction that asked. Single paths have
   a solver of their own, so neither kind of query finds the other's answers in a cache. */
#include "reduce/merge/query_compare.h"

#include "exec/machine.h"
#include "ir/ir.h"
#include "reduce/merge/singles.h"
#include "solver/chain.h"
#include "solver/solver.h"
#include "util/buffer.h"
#include "util/json.h"
#include "util/word_map.h"

#include <stdlib.h>

enum { MOST_LINES = 20 }; /* of the text */

/* Queries of one instruction. */
struct asking {
  uint32_t func, loc;
  uint64_t merged_count, single_count, slower_count;
  double merged_seconds, single_seconds, most_seconds;
};

struct query_compare {
  struct machine *machine;
  struct solver *singles, *merged; /* owned; the machine's own, while it is switched off */
  struct word_map numbers;         /* instruction to number in list + 1 */
  VEC(struct asking) list;
};

struct query_compare *query_compare_new(struct machine *machine) {
  struct query_compare *compare = alloc_zeroed(sizeof *compare);
  compare->machine = machine;
  compare->singles = chain_new(machine->exprs, &machine->options.chain);
  return compare;
}

void query_compare_free(struct query_compare *compare) {
  if (compare == NULL) return;
  solver_free(compare->singles);
  word_map_free(&compare->numbers);
  vec_free(&compare->list);
  free(compare);
}

void query_compare_switch(struct query_compare *compare, bool is_on) {
  if (is_on == (compare->merged != NULL)) return;
  if (is_on) {
    compare->merged = compare->machine->solver;
    compare->machine->solver = compare->singles;
  } else {
    compare->machine->solver = compare->merged;
    compare->merged = NULL;
  }
}

void query_compare_mark(struct query_compare *compare) {
  solver_mark(compare->singles, compare->machine->exprs);
}

static struct asking *asking_here(struct query_compare *compare) {
  struct place place = state_place(compare->machine->state);
  uint64_t *number =
      word_map_place(&compare->numbers, ((uint64_t)place.func << 32 | place.ins) + 1);
  if (*number == 0) {
    const struct ir_func *func = compare->machine->program->funcs.data[place.func];
    vec_push(&compare->list,
             ((struct asking){.func = place.func, .loc = func->ins.data[place.ins].loc}));
    *number = compare->list.count;
  }
  return &compare->list.data[*number - 1];
}

void query_compare_ask(struct query_compare *compare, struct singles *singles,
                       struct expr *condition, double seconds) {
  double before = compare->machine->counts.solver_seconds;
  query_compare_switch(compare, true);
  uint64_t asked = singles_ask(compare->machine, singles, condition);
  query_compare_switch(compare, false);
  double single = compare->machine->counts.solver_seconds - before;
  struct asking *here = asking_here(compare);
  here->merged_count++;
  here->merged_seconds += seconds;
  here->single_count += asked;
  here->single_seconds += single;
  here->slower_count += seconds > single;
  if (seconds > here->most_seconds) here->most_seconds = seconds;
}

/* ---- results ---- */

typedef unsigned long long number;

static double loss(const struct asking *asking) {
  return asking->merged_seconds - asking->single_seconds;
}

static int compare_askings(const void *x, const void *y) {
  const struct asking *a = *(const struct asking *const *)x, *b = *(const struct asking *const *)y;
  if (loss(a) != loss(b)) return loss(a) > loss(b) ? -1 : 1;
  return a->loc < b->loc ? -1 : a->loc > b->loc;
}

/* Returns an owned list, the greatest loss first. */
static const struct asking **sort(const struct query_compare *compare) {
  size_t count = compare->list.count;
  const struct asking **list = alloc_bytes((count + 1) * sizeof *list);
  for (size_t i = 0; i < count; i++) list[i] = &compare->list.data[i];
  qsort(list, count, sizeof *list, compare_askings);
  return list;
}

static void add_row(const struct asking *asking, struct buffer *out) {
  buffer_add(out, "%8llu %9.2f %9.2f %8llu %9.2f %8llu", (number)asking->merged_count,
             asking->merged_seconds * 1e3, asking->most_seconds * 1e3, (number)asking->single_count,
             asking->single_seconds * 1e3, (number)asking->slower_count);
}

void query_compare_add_text(const struct query_compare *compare, struct buffer *out) {
  const struct ir_program *program = compare->machine->program;
  const struct asking **list = sort(compare);
  size_t count = compare->list.count;
  struct asking all = {0};
  buffer_add(out,
             "smew: queries of merged states, and of the single paths they stand for; the greatest "
             "loss first\n%8s %9s %9s %8s %9s %8s  %s\n",
             "merged", "ms", "most ms", "single", "ms", "slower", "where");
  for (size_t i = 0; i < count; i++) {
    const struct ir_loc *loc = &program->locs.data[list[i]->loc];
    all.merged_count += list[i]->merged_count;
    all.single_count += list[i]->single_count;
    all.slower_count += list[i]->slower_count;
    all.merged_seconds += list[i]->merged_seconds;
    all.single_seconds += list[i]->single_seconds;
    if (list[i]->most_seconds > all.most_seconds) all.most_seconds = list[i]->most_seconds;
    if (i >= MOST_LINES) continue;
    add_row(list[i], out);
    buffer_add(out, "  %s:%u in %s\n", program->strings.data[loc->file], loc->line,
               program->funcs.data[list[i]->func]->name);
  }
  add_row(&all, out);
  buffer_add(out, "  in all, at %llu places\n", (number)count);
  free(list);
}

void query_compare_add_json(const struct query_compare *compare, struct json *json) {
  const struct ir_program *program = compare->machine->program;
  const struct asking **list = sort(compare);
  json_begin_array(json, "queries");
  for (size_t i = 0; i < compare->list.count; i++) {
    const struct ir_loc *loc = &program->locs.data[list[i]->loc];
    json_begin_object(json, NULL);
    json_add_string(json, "file", program->strings.data[loc->file]);
    json_add_number(json, "line", loc->line);
    json_add_string(json, "function", program->funcs.data[list[i]->func]->name);
    json_add_number(json, "merged", list[i]->merged_count);
    json_add_real(json, "merged_seconds", list[i]->merged_seconds);
    json_add_real(json, "most_seconds", list[i]->most_seconds);
    json_add_number(json, "single", list[i]->single_count);
    json_add_real(json, "single_seconds", list[i]->single_seconds);
    json_add_number(json, "slower", list[i]->slower_count);
    json_end_object(json);
  }
  json_end_array(json);
  free(list);
}
