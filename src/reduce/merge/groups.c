/* Merging where the program asks for it. The states that pass a klee_open_merge, and all that
   they fork, are a group. Each waits at its klee_close_merge until all others of the group have
   arrived there or ended, and is merged with those that permit it. States that others wait for
   run first, so that none waits for long. */
#include "reduce/merge/merger.h"

#include <stdlib.h>

static void take_out(struct state **list, size_t *count, const struct state *state) {
  for (size_t i = 0; i < *count; i++)
    if (list[i] == state) {
      list[i] = list[--*count];
      return;
    }
}

static void unlink_group(struct merger *m, struct group *group) {
  if (group->after) group->after->before = group->before;
  if (group->before)
    group->before->after = group->after;
  else
    m->groups = group->after;
  vec_free(&group->running);
  vec_free(&group->waiting);
  free(group);
}

void groups_open(struct merger *m, struct state *state) {
  struct group *group = alloc_zeroed(sizeof *group);
  group->after = m->groups;
  if (group->after) group->after->before = group;
  m->groups = group;
  vec_push(&group->running, state);
  vec_push(&note_of(m, state)->groups, group);
}

void groups_copy(struct merger *m, const struct state *state, struct state *sibling) {
  const struct note *note = note_of(m, state);
  for (size_t i = 0; i < note->groups.count; i++) {
    vec_push(&note_of(m, sibling)->groups, note->groups.data[i]);
    vec_push(&note->groups.data[i]->running, sibling);
  }
}

static void leave_group(struct merger *m, struct group *group, struct state *state) {
  take_out(group->running.data, &group->running.count, state);
  take_out(group->waiting.data, &group->waiting.count, state);
  if (group->running.count == 0) unlink_group(m, group); /* those that wait may run */
}

const struct state *groups_close(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (note->groups.count == 0) return NULL; /* closed without being opened */
  struct group *group = vec_pop(&note->groups);
  for (size_t i = 0; i < group->waiting.count; i++) {
    const struct state *other = group->waiting.data[i];
    if (!merger_try(m, group->waiting.data[i], state, true)) continue;
    leave_group(m, group, state);
    return other;
  }
  vec_push(&group->waiting, state);
  take_out(group->running.data, &group->running.count, state);
  if (group->running.count == 0) unlink_group(m, group);
  return NULL;
}

void groups_remove(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  while (note->groups.count > 0) leave_group(m, vec_pop(&note->groups), state);
  vec_free(&note->groups);
  for (struct group *group = m->groups; group; group = group->after)
    take_out(group->waiting.data, &group->waiting.count, state);
}

struct state *groups_pick(const struct merger *m) {
  for (const struct group *group = m->groups; group; group = group->after)
    if (group->waiting.count > 0) {
      struct state *first = group->running.data[0];
      for (size_t i = 1; i < group->running.count; i++)
        if (group->running.data[i]->number < first->number) first = group->running.data[i];
      return first;
    }
  return NULL;
}
