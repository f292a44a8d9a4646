/* Writing sets down. Memory is named after the variable or allocation, with the bytes that matter
   unless it is all of them; registers after the variable that the front end knows, if it was asked
   to keep names. */
#include "reduce/redundant/journal.h"

#include "exec/machine.h"
#include "exec/translate/op.h"
#include "ir/ir.h"
#include "reduce/redundant/sets.h"

static void add_line(struct buffer *journal, const struct machine *machine, struct set_frame top) {
  const struct ir_func *func = machine->program->funcs.data[top.func];
  uint32_t loc = func->ins.data[top.ins].loc;
  const struct ir_loc *place = &machine->program->locs.data[loc];
  buffer_add(journal, "%s:%u", func->name, place->line);
}

static long long signed_value(uint64_t value, unsigned width) {
  uint64_t sign = (uint64_t)1 << (width - 1);
  return (long long)((value ^ sign) - sign);
}

static void add_range(struct buffer *journal, const struct decision_range *range) {
  if (range->width == 0) return;
  buffer_add(journal, "=%lld..%lld", signed_value(range->first, range->width),
             signed_value(range->last, range->width));
}

static void add_register(struct buffer *journal, const struct machine *machine,
                         const struct relevant_set *set, const struct set_entry *entry) {
  const struct ir_func *func = machine->program->funcs.data[set->frames.data[entry->frame].func];
  for (size_t i = 0; i < func->names.count; i++)
    if (func->names.data[i].reg == entry->where) {
      buffer_add(journal, " %s", machine->program->strings.data[func->names.data[i].text]);
      add_range(journal, &entry->range);
      return;
    }
  buffer_add(journal, " %%%llu", (unsigned long long)entry->where);
  add_range(journal, &entry->range);
}

/* Consecutive bytes from entry `first` on; returns the number of the last. */
static size_t add_bytes(struct buffer *journal, const struct machine *machine,
                        const struct state *state, const struct relevant_set *set, size_t first) {
  size_t last = first;
  const struct set_member *members = set->members.data;
  while (last + 1 < set->members.count &&
         decision_range_is_same(&members[last].entry->range, &members[last + 1].entry->range) &&
         members[last].entry->where + members[last].entry->size == members[last + 1].entry->where)
    last++;
  uint64_t from = members[first].entry->where;
  uint64_t end = members[last].entry->where + members[last].entry->size;
  const struct object *object = space_find(&state->space, from);
  if (object == NULL || (object->flags & OBJECT_FREED) != 0) {
    buffer_add(journal, " nothing");
    return last;
  }
  const char *name = machine->program->strings.data[object->name];
  buffer_add(journal, " %s", *name != '\0' ? name : "object");
  if (from != object->base || end != object->base + object->size) {
    buffer_add(journal, "[%llu", (unsigned long long)(from - object->base));
    if (end > from + 1) buffer_add(journal, "..%llu", (unsigned long long)(end - 1 - object->base));
    buffer_add(journal, "]");
  }
  add_range(journal, &members[first].entry->range);
  return last;
}

static void add_locations(struct buffer *journal, const struct machine *machine,
                          const struct state *state, const struct relevant_set *set) {
  buffer_add(journal, " {");
  for (size_t i = 0; i < set->members.count; i++) {
    if (set->members.data[i].entry->frame == ENTRY_MEMORY)
      i = add_bytes(journal, machine, state, set, i);
    else
      add_register(journal, machine, set, set->members.data[i].entry);
  }
  buffer_add(journal, " } constraints %zu\n", set->conjuncts.count);
}

void journal_add_set(struct buffer *journal, const struct machine *machine,
                     const struct state *state, const struct relevant_set *set) {
  buffer_add(journal, "redundant: set %llu at ", (unsigned long long)set->number);
  add_line(journal, machine, vec_last(&set->frames));
  add_locations(journal, machine, state, set);
}

void journal_add_refined(struct buffer *journal, const struct machine *machine,
                         const struct state *state, const struct relevant_set *set) {
  buffer_add(journal, "redundant: set %llu refined to", (unsigned long long)set->number);
  add_locations(journal, machine, state, set);
}

void journal_add_drop(struct buffer *journal, const struct machine *machine,
                      const struct state *state, const struct relevant_set *set) {
  buffer_add(journal, "redundant: state %llu dropped at ", (unsigned long long)state->number);
  add_line(journal, machine, vec_last(&set->frames));
  buffer_add(journal, " by set %llu\n", (unsigned long long)set->number);
}
