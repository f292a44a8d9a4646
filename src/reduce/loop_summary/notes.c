/* Notes of states: one for each loop that the state is in, the outer ones first. */
#include "reduce/loop_summary/notes.h"

#include "exec/state.h"
#include "expr/expr.h"
#include "reduce/loop_summary/taken.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NOTES = 8 };

static void free_note(struct machine *machine, struct note *note) {
  loop_trace_free(machine, &note->trace);
  vec_free(&note->before.values);
  for (size_t i = 0; i < note->arrivals.count; i++) vec_free(&note->arrivals.data[i].values);
  vec_free(&note->arrivals);
}

static void drop_last(struct machine *machine, struct notes *notes) {
  struct note note = vec_pop(&notes->list);
  free_note(machine, &note);
}

/* Most probably of a loop that was left: the innermost loops come last. */
static void drop_first(struct machine *machine, struct notes *notes) {
  free_note(machine, &notes->list.data[0]);
  for (size_t i = 1; i < notes->list.count; i++) notes->list.data[i - 1] = notes->list.data[i];
  notes->list.count--;
}

static void copy_values(const expr_list *values, expr_list *copy) {
  vec_clear(copy);
  for (size_t i = 0; i < values->count; i++) vec_push(copy, values->data[i]);
}

static struct note copy_note(const struct note *note) {
  struct note copy = *note;
  copy.trace = (struct loop_trace){.over = note->trace.over};
  for (size_t i = 0; i < note->trace.values.count; i++)
    vec_push(&copy.trace.values, note->trace.values.data[i]);
  for (size_t i = 0; i < note->trace.stretches.count; i++)
    vec_push(&copy.trace.stretches, note->trace.stretches.data[i]);
  memset(&copy.before.values, 0, sizeof copy.before.values);
  copy_values(&note->before.values, &copy.before.values);
  memset(&copy.arrivals, 0, sizeof copy.arrivals);
  for (size_t i = 0; i < note->arrivals.count; i++) {
    struct arrival arrival = {.path = note->arrivals.data[i].path};
    copy_values(&note->arrivals.data[i].values, &arrival.values);
    vec_push(&copy.arrivals, arrival);
  }
  return copy;
}

struct note *notes_find(struct machine *machine, struct notes *notes, struct site *site,
                        const struct state *state, bool *is_new) {
  size_t at = notes->list.count;
  for (size_t i = 0; i < notes->list.count; i++) {
    const struct note *note = &notes->list.data[i];
    if (note->site == site && note->frame == state->top->serial && note->round == site->round)
      at = i;
  }
  *is_new = at == notes->list.count;
  while (!*is_new && notes->list.count > at + 1) drop_last(machine, notes);
  if (*is_new) {
    if (notes->list.count == MOST_NOTES) drop_first(machine, notes);
    struct note note = {.site = site, .frame = state->top->serial, .round = site->round};
    vec_push(&notes->list, note);
  }
  return &vec_last(&notes->list);
}

struct notes *notes_copy(const struct notes *notes) {
  struct notes *copy = alloc_zeroed(sizeof *copy);
  for (size_t i = 0; i < notes->list.count; i++)
    vec_push(&copy->list, copy_note(&notes->list.data[i]));
  return copy;
}

void notes_free(struct machine *machine, struct notes *notes) {
  while (notes->list.count > 0) drop_last(machine, notes);
  vec_free(&notes->list);
  free(notes);
}

bool note_arrival(struct note *note, uint32_t number) {
  const struct loop_path *path = &note->site->paths.data[number];
  struct arrival *arrival = NULL;
  if (!path->is_forgetful) return false;
  for (size_t i = 0; i < note->arrivals.count; i++)
    if (note->arrivals.data[i].path == number) arrival = &note->arrivals.data[i];
  if (arrival != NULL &&
      forgets_repeats(note->site->shape, path, &arrival->values, &note->trace.values))
    return true;
  if (arrival == NULL) {
    vec_push(&note->arrivals, ((struct arrival){.path = number}));
    arrival = &vec_last(&note->arrivals);
  }
  copy_values(&note->trace.values, &arrival->values);
  return false;
}

static void mark_values(struct exprs *exprs, const expr_list *values) {
  for (size_t i = 0; i < values->count; i++) expr_mark_root(exprs, values->data[i]);
}

static void mark_trace(struct exprs *exprs, const struct loop_trace *trace) {
  mark_values(exprs, &trace->values);
  for (size_t i = 0; i < trace->stretches.count; i++)
    if (trace->stretches.data[i].count != NULL)
      expr_mark_root(exprs, trace->stretches.data[i].count);
}

void notes_mark(const struct notes *notes, struct exprs *exprs) {
  for (size_t i = 0; i < notes->list.count; i++) {
    const struct note *note = &notes->list.data[i];
    mark_trace(exprs, &note->trace);
    mark_values(exprs, &note->before.values);
    if (note->taken != NULL) expr_mark_root(exprs, note->taken);
    for (size_t k = 0; k < note->arrivals.count; k++)
      mark_values(exprs, &note->arrivals.data[k].values);
  }
}
