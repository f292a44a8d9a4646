/* Records what happens at joins. For each place of the unrolled program it keeps the last state
   that was there, and for each state how far it has come since, so that a state that finds nobody
   waiting can tell whether it is the first, or another has moved on. All of that stays until the
   end of the run: this is for finding out why states do not meet, not for every run.

   A miss has one cause, the first that applies: a similar state waits there but cannot be merged;
   one with the same hot variables has moved on; one with other values of hot variables waits
   there, or has been there. Of several states that wait, the first one tried is reported. */
#include "reduce/merge/meetings.h"

#include "exec/machine.h"
#include "exec/translate/code.h"
#include "ir/ir.h"
#include "reduce/merge/similar.h"
#include "util/word_map.h"

#include <stdlib.h>
#include <string.h>

const char *const forward_end_names[FORWARD_END_COUNT] = {
    [FORWARD_MERGED] = "merged",
    [FORWARD_PICKED] = "picked",
    [FORWARD_ENDED] = "ended",
};

/* A state, by its number. */
struct life {
  uint64_t joins; /* that it and its ancestors have passed */
  uint64_t into;  /* number of the state that it was merged into, + 1; 0: none */
  bool is_over;
  uint32_t join;            /* number of the last one + 1; 0: none yet */
  uint32_t forwarded_from;  /* number of the join + 1; 0: not forwarded */
  uint64_t forwarded_joins; /* `joins` at that time */
};

/* The last state at a place. */
struct visitor {
  uint64_t number, joins;
  VEC(uint64_t) contents; /* of its profile */
};

struct meetings_memory {
  struct word_map joins;  /* function and block to number in meetings.joins */
  struct word_map blocks; /* hashes to numbers of visitors + 1 … */
  struct word_map places; /* … of those the contents are kept */
  struct word_map alikes;
  struct word_map lives; /* number of the state + 1 to number of its life + 1 */
  VEC(struct visitor) visitors;
  VEC(struct life) list;
  /* The arrival that is not settled yet. */
  struct arrival now;
  uint32_t join;
  bool is_refused;
  enum merge_refusal refusal;
  size_t variable;
};

struct meetings *meetings_new(struct machine *machine, struct query_count *counts) {
  struct meetings *meetings = alloc_zeroed(sizeof *meetings);
  meetings->machine = machine;
  meetings->counts = counts;
  meetings->memory = alloc_zeroed(sizeof *meetings->memory);
  return meetings;
}

void meetings_free(struct meetings *meetings) {
  if (meetings == NULL) return;
  struct meetings_memory *memory = meetings->memory;
  for (size_t i = 0; i < meetings->joins.count; i++)
    strmap_free(&meetings->joins.data[i].variables);
  for (size_t i = 0; i < memory->visitors.count; i++) vec_free(&memory->visitors.data[i].contents);
  vec_free(&meetings->joins);
  vec_free(&memory->visitors);
  vec_free(&memory->list);
  word_map_free(&memory->joins);
  word_map_free(&memory->blocks);
  word_map_free(&memory->places);
  word_map_free(&memory->alikes);
  word_map_free(&memory->lives);
  free(memory);
  free(meetings);
}

/* ---- states ---- */

static struct life *life_of(struct meetings_memory *memory, uint64_t number) {
  uint64_t *place = word_map_place(&memory->lives, number + 1);
  if (*place == 0) {
    vec_push(&memory->list, (struct life){0});
    *place = memory->list.count;
  }
  return &memory->list.data[*place - 1];
}

/* The living state that stands for the one with the number, or NULL. */
static const struct life *survivor(struct meetings_memory *memory, uint64_t number,
                                   uint64_t *survivor_number) {
  const struct life *life = life_of(memory, number);
  while (life->into != 0) {
    number = life->into - 1;
    life = life_of(memory, number);
  }
  *survivor_number = number;
  return life->is_over ? NULL : life;
}

void meetings_fork(struct meetings *meetings, const struct state *state,
                   const struct state *sibling) {
  struct life parent = *life_of(meetings->memory, state->number);
  struct life *child = life_of(meetings->memory, sibling->number);
  child->joins = parent.joins;
  child->join = parent.join;
}

void meetings_end(struct meetings *meetings, const struct state *state, const struct state *into) {
  struct meetings_memory *memory = meetings->memory;
  struct life *life = life_of(memory, state->number);
  uint64_t joins = life->joins;
  life->is_over = true;
  if (into == NULL) return;
  life->into = into->number + 1;
  struct life *other = life_of(memory, into->number);
  if (other->joins < joins) other->joins = joins;
}

/* ---- arrivals ---- */

static struct visitor *find_visitor(struct meetings_memory *memory, const struct word_map *map,
                                    uint64_t hash) {
  const uint64_t *number = word_map_find(map, hash);
  return number != NULL ? &memory->visitors.data[*number - 1] : NULL;
}

static void set_visitor(struct meetings_memory *memory, struct word_map *map, uint64_t hash,
                        bool keeps_contents) {
  uint64_t *number = word_map_place(map, hash);
  if (*number == 0) {
    vec_push(&memory->visitors, (struct visitor){0});
    *number = memory->visitors.count;
  }
  struct visitor *visitor = &memory->visitors.data[*number - 1];
  visitor->number = memory->now.state->number;
  visitor->joins = life_of(memory, visitor->number)->joins;
  const struct profile *profile = memory->now.profile;
  vec_clear(&visitor->contents);
  for (size_t i = 0; keeps_contents && profile != NULL && i < profile->contents.count; i++)
    vec_push(&visitor->contents, profile->contents.data[i]);
}

static uint32_t find_join(struct meetings *meetings, const struct state *state) {
  struct place place = state_place(state);
  const struct ir_func *func = state->top->code->func;
  uint32_t block = state->top->code->ins_block[place.ins];
  uint64_t *number =
      word_map_place(&meetings->memory->joins, ((uint64_t)func->number << 32 | block) + 1);
  if (*number != 0) return (uint32_t)*number - 1;
  struct join join = {.func = func->number, .block = block};
  const struct ir_block *b = &func->blocks.data[block];
  const struct ir_program *program = meetings->machine->program;
  for (uint32_t i = b->first; i < b->first + b->count; i++) {
    join.loc = func->ins.data[i].loc;
    if (program->locs.data[join.loc].line != 0) break;
  }
  vec_push(&meetings->joins, join);
  *number = meetings->joins.count;
  return (uint32_t)*number - 1;
}

void meetings_arrive(struct meetings *meetings, const struct arrival *arrival) {
  struct meetings_memory *memory = meetings->memory;
  memory->now = *arrival;
  memory->join = find_join(meetings, arrival->state);
  memory->is_refused = false;
  meetings->joins.data[memory->join].came++;
  struct life *life = life_of(memory, arrival->state->number);
  life->joins++;
  life->join = memory->join + 1;
}

void meetings_refuse(struct meetings *meetings, enum merge_refusal refusal, size_t variable) {
  struct meetings_memory *memory = meetings->memory;
  if (memory->is_refused) return;
  memory->is_refused = true;
  memory->refusal = refusal;
  memory->variable = variable;
}

/* The living state that stands for the last visitor, unless it is the one that has arrived. */
static const struct life *other_survivor(struct meetings_memory *memory,
                                         const struct visitor *visitor) {
  uint64_t number;
  if (visitor == NULL) return NULL;
  const struct life *life = survivor(memory, visitor->number, &number);
  return number != memory->now.state->number ? life : NULL;
}

static void count_difference(struct meetings *meetings, struct join *join, size_t variable) {
  const struct arrival *now = &meetings->memory->now;
  char *name = variable == SIZE_MAX ? alloc_string("heap objects, or pointers to them")
                                    : profile_name(meetings->machine, meetings->counts, now->state,
                                                   now->profile, variable);
  uint32_t count = strmap_get(&join->variables, name);
  strmap_set(&join->variables, name, count == STRMAP_NONE ? 1 : count + 1);
  join->differ++;
  free(name);
}

static void count_moved_on(struct join *join, const struct visitor *visitor,
                           const struct life *life) {
  uint64_t joins = life->joins > visitor->joins ? life->joins - visitor->joins : 0;
  join->moved_on++;
  join->moved_joins += joins;
  if (joins > join->moved_most) join->moved_most = joins;
}

/* Whether the last state at this place differed in a hot variable: then `variable` is set. */
static bool differs_from_last(struct meetings_memory *memory, size_t *variable) {
  const struct visitor *last = find_visitor(memory, &memory->places, memory->now.place);
  if (memory->now.profile == NULL || other_survivor(memory, last) == NULL) return false;
  struct profile other = {0};
  other.contents.data = last->contents.data;
  other.contents.count = last->contents.count;
  *variable = similar_first_difference(&other, memory->now.profile);
  return true;
}

/* Counts the miss, if it is one. */
static void count_miss(struct meetings *meetings, struct join *join) {
  struct meetings_memory *memory = meetings->memory;
  const struct visitor *alike = find_visitor(memory, &memory->alikes, memory->now.alike);
  const struct life *life = other_survivor(memory, alike);
  size_t variable;
  if (memory->is_refused && memory->refusal != MERGE_GOOD)
    join->refused[memory->refusal]++;
  else if (life != NULL)
    count_moved_on(join, alike, life);
  else if (memory->is_refused)
    count_difference(meetings, join, memory->variable);
  else if (alike == NULL && differs_from_last(memory, &variable))
    count_difference(meetings, join, variable);
  else if (alike == NULL && find_visitor(memory, &memory->places, memory->now.place) == NULL &&
           other_survivor(memory, find_visitor(memory, &memory->blocks, memory->now.block)) != NULL)
    join->layout++;
  else
    return;
  join->missed++;
}

void meetings_settle(struct meetings *meetings, bool is_merged) {
  struct meetings_memory *memory = meetings->memory;
  struct join *join = &meetings->joins.data[memory->join];
  join->found += is_merged || memory->is_refused;
  join->merged += is_merged;
  if (is_merged) return; /* the state it was merged into is the last one here */
  count_miss(meetings, join);
  set_visitor(memory, &memory->blocks, memory->now.block, false);
  set_visitor(memory, &memory->places, memory->now.place, true);
  set_visitor(memory, &memory->alikes, memory->now.alike, false);
}

/* ---- states that run ahead of the search ---- */

void meetings_forward(struct meetings *meetings, const struct state *state) {
  struct life *life = life_of(meetings->memory, state->number);
  if (life->join == 0 || life->forwarded_from != 0) return;
  life->forwarded_from = life->join;
  life->forwarded_joins = life->joins;
  meetings->joins.data[life->join - 1].forwarded++;
}

void meetings_stop_forward(struct meetings *meetings, const struct state *state,
                           enum forward_end end) {
  struct life *life = life_of(meetings->memory, state->number);
  if (life->forwarded_from == 0) return;
  struct join *join = &meetings->joins.data[life->forwarded_from - 1];
  join->forward_ends[end]++;
  join->forward_joins += life->joins - life->forwarded_joins;
  life->forwarded_from = 0;
}
