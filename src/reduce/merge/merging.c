/* Merging where states meet.

   States stop at the entry of each block with several predecessors. A state that arrives where
   another waits, with the same calls below, is merged into it if the two are similar. Who runs
   next, so that states meet, is decided in turns.c. */
#include "reduce/merge/merging.h"

#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "exec/symbol.h"
#include "exec/translate/op.h"
#include "memory/space_merge.h"
#include "reduce/merge/merger.h"
#include "reduce/merge/query_compare.h"
#include "reduce/merge/similar.h"
#include "util/hash.h"
#include "util/json.h"

#include <math.h>
#include <stdlib.h>

/* How many waiting states are compared with one that arrives, if they differ from it in a hot
   variable that may be symbolic in one of the two. */
enum { MOST_TRIES = 8 };

static struct merger *merger_of(struct reducer *reducer) { return (struct merger *)reducer; }

/* Makes an empty note for a state that no hook has reported yet. */
static struct note *have_note(const struct merger *m, struct state *state) {
  void **place = reducer_place_of_note(&m->reducer, state);
  if (*place == NULL) *place = alloc_zeroed(sizeof(struct note));
  return *place;
}

static bool has_singles(const struct merger *m) {
  return m->options.counts_exactly || m->options.expands || m->options.compares;
}

/* ---- where states wait ---- */

/* Hash of the block, the calls below it, the inputs and the top of the stack. States that differ
   in these cannot be merged, and many may wait at one block. */
static uint64_t hash_place(const struct state *state) {
  struct place place = state_place(state);
  uint64_t hash = ((uint64_t)place.func << 32 | place.ins) + 1;
  if (state->symbols) hash = (hash ^ state->symbols->hash) * 0x9e3779b97f4a7c15u;
  hash ^= (uint64_t)state->space.stack_top << 32;
  for (const struct frame *frame = state->top; frame->caller; frame = frame->caller) {
    hash = (hash ^ (uint64_t)(uintptr_t)frame->call) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 31;
  }
  return hash ? hash : 1;
}

static void start_waiting(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  visit_link(&m->waiting, &note->here);
  if (note->alike.hash != 0) visit_link(&m->alike, &note->alike);
  note->is_waiting = true;
}

static void stop_waiting(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (note->is_waiting) {
    visit_unlink(&m->waiting, &note->here);
    if (note->alike.hash != 0) visit_unlink(&m->alike, &note->alike);
  }
  note->is_waiting = false;
  profile_drop(&note->profile);
}

/* ---- meeting ---- */

/* Computed when it is first needed: an exploration that is soon over does without. NULL: states are
   compared without it. */
static struct query_count *counts_of(struct merger *m) {
  if (m->counts == NULL && m->options.similar >= SIMILAR_QCE)
    m->counts = query_count_new(m->machine->program, &m->options.counts);
  return m->counts;
}

/* Computed once: a waiting state does not change. */
static const struct profile *profile_of(struct merger *m, const struct state *state) {
  struct profile *profile = &note_of(m, state)->profile;
  if (!profile->is_taken)
    profile_take(m->machine, counts_of(m), m->options.similar == SIMILAR_QCE ? &m->hot : NULL,
                 state, profile);
  return profile;
}

/* Memory behind pointers that are not loaded yet has no counts. But if the heaps differ in their
   objects, each step through them would become a decision between objects. */
static bool is_shaped_alike(const struct state *a, const struct state *b) {
  return a->space.heap_live_objects == b->space.heap_live_objects &&
         space_is_shaped_alike(&a->space, &b->space);
}

static bool is_similar(struct merger *m, const struct state *a, const struct state *b) {
  switch (m->options.similar) {
  case SIMILAR_NEVER: return false;
  case SIMILAR_ALWAYS: return true;
  case SIMILAR_QCE:
    return similar_by_hot(profile_of(m, a), profile_of(m, b)) && is_shaped_alike(a, b);
  case SIMILAR_LIMIT:
    return similar_by_limit(&m->options.counts, profile_of(m, a), profile_of(m, b)) &&
           is_shaped_alike(a, b);
  default:
    return similar_by_cost(&m->options.counts, profile_of(m, a), profile_of(m, b)) &&
           is_shaped_alike(a, b);
  }
}

/* The single paths, if this run follows them. */
static void join_singles(struct merger *m, struct state *other, struct singles *own,
                         const struct state *state) {
  struct singles *theirs = note_of(m, state)->singles;
  if (theirs == NULL) theirs = note_of(m, state)->singles = singles_new(state);
  singles_join(own, theirs, other);
  note_of(m, other)->singles = own;
}

static void follow(struct merger *m, struct singles *singles, const struct state *state) {
  if (m->compare != NULL) query_compare_switch(m->compare, true);
  singles_follow(m->machine, singles, state);
  if (m->compare != NULL) query_compare_switch(m->compare, false);
}

static void follow_singles(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (note != NULL && note->singles != NULL) follow(m, note->singles, state);
}

static bool has_same_groups(const struct note *a, const struct note *b) {
  if (a->groups.count != b->groups.count) return false;
  for (size_t i = 0; i < a->groups.count; i++)
    if (a->groups.data[i] != b->groups.data[i]) return false;
  return true;
}

static enum merge_refusal check(const struct merger *m, const struct state *a,
                                const struct state *b) {
  enum merge_refusal refusal = merge_check(m->machine, a, b);
  if (refusal == MERGE_GOOD && !has_same_groups(note_of(m, a), note_of(m, b))) return MERGE_GROUPS;
  return refusal;
}

/* merge_check has passed, except for the path conditions. */
static bool merge(struct merger *m, struct state *other, struct state *state) {
  struct singles *own = NULL;
  if (has_singles(m)) {
    follow_singles(m, other);
    follow_singles(m, state);
    own = note_of(m, other)->singles;
    if (own == NULL) own = singles_new(other);
  }
  bool is_merged = merge_states(m->machine, other, state, &m->statistics.merge);
  if (is_merged) {
    if (m->meetings != NULL) meetings_end(m->meetings, state, other);
    profile_drop(&note_of(m, other)->profile); /* its variables have changed */
    exploration_join(m->machine, other, state);
  }
  if (is_merged && own != NULL) join_singles(m, other, own, state);
  if (!is_merged && own != note_of(m, other)->singles) singles_free(own);
  return is_merged;
}

static void refuse_dissimilar(struct merger *m, const struct state *other,
                              const struct state *state) {
  size_t variable = SIZE_MAX;
  if (m->counts != NULL)
    variable = similar_first_difference(profile_of(m, other), profile_of(m, state));
  meetings_refuse(m->meetings, MERGE_GOOD, variable);
}

/* Where similarity decides, it is checked first: it is cheap, and refuses most pairs. */
bool merger_try(struct merger *m, struct state *other, struct state *state, bool is_asked_for) {
  m->statistics.met++;
  if (!is_asked_for && !is_similar(m, other, state)) {
    m->statistics.dissimilar++;
    if (m->meetings != NULL) refuse_dissimilar(m, other, state);
    return false;
  }
  enum merge_refusal refusal = check(m, other, state);
  if (refusal == MERGE_GOOD) {
    if (merge(m, other, state)) return true;
    refusal = MERGE_OVERLAP; /* counted already */
  } else {
    m->statistics.merge.refused[refusal]++;
  }
  if (m->meetings != NULL && !is_asked_for) meetings_refuse(m->meetings, refusal, SIZE_MAX);
  return false;
}

/* The hash is of hot variables even where equation (7) or a limit decides: merging states that
   agree in them is the most likely to pay. */
static uint64_t hash_hot(struct merger *m, const struct state *state) {
  struct note *note = note_of(m, state);
  uint64_t hash = note->here.hash;
  if (m->options.similar == SIMILAR_QCE) hash = profile_of(m, state)->hash;
  if (m->options.similar > SIMILAR_QCE) {
    struct profile hot = {0};
    profile_take(m->machine, counts_of(m), &m->hot, state, &hot);
    hash = hot.hash;
    profile_drop(&hot);
  }
  return hash ? hash : 1;
}

/* Where all states are similar, this is the hash of the place. */
static uint64_t hash_both(uint64_t place, uint64_t hot) {
  return hash_mix(hash_mix(1, place), hot) | 1;
}

/* Looks at the hot variables of a state, and of the first that waits where it has arrived: that
   has not been compared with anybody yet. */
static void look_at_hot(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  note->alike.hash = hash_both(note->here.hash, hash_hot(m, state));
  if (note->is_waiting) visit_link(&m->alike, &note->alike);
  struct visit *first = visit_first(&m->waiting, note->here.hash);
  if (first != NULL && note_of(m, first->state)->alike.hash == 0) look_at_hot(m, first->state);
}

/* Merges the state into one that waits at the same place and is similar enough, and returns that
   one, or NULL. States with equal hot variables are tried first, then up to MOST_TRIES others. */
static const struct state *meet(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  struct visit *visit = visit_first(&m->alike, note->alike.hash);
  while (visit != NULL && !merger_try(m, visit->state, state, false)) visit = visit->after;
  if (visit == NULL) {
    visit = visit_first(&m->waiting, note->here.hash);
    for (unsigned tries = 0; visit != NULL; visit = visit->after) {
      if (note_of(m, visit->state)->alike.hash == note->alike.hash) continue;
      if (tries++ == MOST_TRIES) return NULL;
      if (merger_try(m, visit->state, state, false)) break;
    }
  }
  if (visit != NULL) turns_stop_forward(m, state, FORWARD_MERGED);
  return visit != NULL ? visit->state : NULL;
}

/* ---- the reducer ---- */

static const struct reducer_verdict wait = {.action = REDUCER_WAIT};
static const struct reducer_verdict keep = {.action = REDUCER_KEEP};

static struct reducer_verdict merged_into(const struct state *other) {
  return (struct reducer_verdict){REDUCER_DROP, DROP_MERGED, other->number};
}

static void record_arrival(struct merger *m, const struct state *state) {
  struct note *note = note_of(m, state);
  position_write(m->positions, state, &note->rounds, &note->text, &note->below);
  uint64_t block = 1;
  for (size_t i = 0; i < note->text.count; i++) block = hash_mix(block, note->text.data[i]);
  uint64_t place = hash_mix(block, note->here.hash);
  struct arrival arrival = {.state = state,
                            .block = block | 1,
                            .place = place | 1,
                            .alike = hash_mix(place, note->alike.hash) | 1,
                            .profile = m->counts != NULL ? profile_of(m, state) : NULL};
  meetings_arrive(m->meetings, &arrival);
}

static void put_in_order(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (m->options.mode == MERGING_SEARCH || m->options.mode == MERGING_MANUAL) return;
  position_write(m->positions, state, &note->rounds, &note->text, &note->below);
  order_put(m, state);
}

/* The state goes on, without waiting. Its place in the order is that of its last stop until the
   next: nobody asks before. */
static struct reducer_verdict pass(struct merger *m, struct state *state) {
  if (!note_of(m, state)->is_ordered) put_in_order(m, state);
  return keep;
}

/* Nobody here is like it: it waits for others. */
static struct reducer_verdict stay(struct merger *m, struct state *state) {
  start_waiting(m, state);
  put_in_order(m, state);
  return wait;
}

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct merger *m = merger_of(reducer);
  struct note *note = have_note(m, state);
  if (places & REDUCER_CLOSE) {
    const struct state *other = groups_close(m, state);
    return other != NULL ? merged_into(other) : wait;
  }
  position_enter(m->positions, state, &note->rounds);
  note->here = (struct visit){.hash = hash_place(state), .state = state};
  profile_drop(&note->profile);
  note->alike = (struct visit){.state = state};
  if (!chances_are_good(m, state)) return pass(m, state);
  bool is_alone = visit_first(&m->waiting, note->here.hash) == NULL;
  if (is_alone && m->meetings == NULL) return stay(m, state);
  look_at_hot(m, state);
  if (m->meetings != NULL) record_arrival(m, state);
  const struct state *other = meet(m, state);
  if (!is_alone) chances_note(m, state, other != NULL);
  if (m->meetings != NULL) meetings_settle(m->meetings, other != NULL);
  return other != NULL ? merged_into(other) : stay(m, state);
}

static void leave(struct reducer *reducer, struct state *state) {
  struct merger *m = merger_of(reducer);
  struct note *note = note_of(m, state);
  if (note == NULL) return;
  turns_begin(m, state);
  if (note->is_waiting) stop_waiting(m, state);
}

static void open(struct reducer *reducer, struct state *state) {
  struct merger *m = merger_of(reducer);
  have_note(m, state);
  groups_open(m, state);
}

static void fork_note(struct reducer *reducer, struct state *state, struct state *sibling) {
  struct merger *m = merger_of(reducer);
  struct note *note = have_note(m, state), *copy = have_note(m, sibling);
  for (size_t i = 0; i < note->rounds.count; i++) vec_push(&copy->rounds, note->rounds.data[i]);
  position_complete(m->positions, state, &note->rounds); /* one may have left a loop */
  position_complete(m->positions, sibling, &copy->rounds);
  note->below.frame = 0;
  if (m->meetings != NULL) meetings_fork(m->meetings, state, sibling);
  groups_copy(m, state, sibling);
  if (note->singles) copy->singles = singles_copy(note->singles);
  put_in_order(m, sibling);
  put_in_order(m, state); /* it may not have entered a block yet */
}

static void asked(struct reducer *reducer, struct state *state, struct expr *condition,
                  double seconds) {
  struct merger *m = merger_of(reducer);
  struct note *note = note_of(m, state);
  if (note == NULL || note->singles == NULL) return;
  struct singles *singles = singles_copy(note->singles); /* siblings may fork from before */
  follow(m, singles, state);
  query_compare_ask(m->compare, singles, condition, seconds);
  singles_free(singles);
}

static void finish(struct reducer *reducer, struct state *state) {
  struct merger *m = merger_of(reducer);
  struct note *note = note_of(m, state);
  if (!has_singles(m)) return;
  follow_singles(m, state);
  size_t count = note != NULL && note->singles != NULL ? singles_count(note->singles) : 1;
  double multiplicity =
      state->exploration->paths.multiplicity + state->multiplicity; /* all so far */
  m->statistics.exact_paths += (double)count;
  fit_add(&m->statistics.fit, log(multiplicity), log(m->statistics.exact_paths));
}

static bool expand(struct reducer *reducer, struct state *state) {
  struct merger *m = merger_of(reducer);
  struct note *note = note_of(m, state);
  if (!m->options.expands || note == NULL || note->singles == NULL) return false;
  if (note->expanded == singles_count(note->singles)) return false;
  singles_put(note->singles, note->expanded++, state);
  return true;
}

static void end(struct reducer *reducer, struct state *state, const struct state_end *cause) {
  struct merger *m = merger_of(reducer);
  (void)cause;
  struct note *note = note_of(m, state);
  if (note == NULL) return;
  if (m->meetings != NULL) meetings_end(m->meetings, state, NULL);
  stop_waiting(m, state);
  turns_stop_forward(m, state, FORWARD_ENDED);
  order_remove(m, state);
  groups_remove(m, state);
  singles_free(note->singles);
  vec_free(&note->rounds);
  vec_free(&note->text);
  profile_drop(&note->profile);
  free(note);
  *reducer_place_of_note(&m->reducer, state) = NULL;
}

static struct state *pick(struct reducer *reducer) {
  struct merger *m = merger_of(reducer);
  struct state *state = groups_pick(m);
  return state != NULL ? state : turns_pick(m);
}

static void mark(struct reducer *reducer, struct state *state, struct exprs *exprs,
                 uint32_t round) {
  const struct note *note = note_of(merger_of(reducer), state);
  if (note != NULL && note->singles != NULL) singles_mark(note->singles, exprs, round);
}

static void mark_roots(struct reducer *reducer, struct exprs *exprs) {
  struct merger *m = merger_of(reducer);
  (void)exprs;
  if (m->compare != NULL) query_compare_mark(m->compare);
}

static void list(const struct reducer *reducer, reducer_figure *figure, void *context) {
  const struct merging_statistics *s = merging_get_statistics(reducer);
  figure(context, "merged", (double)s->merge.merged);
  figure(context, "met", (double)s->met);
  figure(context, "dissimilar", (double)s->dissimilar);
  for (int i = 1; i < MERGE_REFUSAL_COUNT; i++)
    if (s->merge.refused[i] != 0)
      figure(context, merge_refusal_names[i], (double)s->merge.refused[i]);
  figure(context, "registers", (double)s->merge.registers);
  figure(context, "words", (double)s->merge.words);
  figure(context, "choices", (double)s->merge.choices);
  figure(context, "spared queries",
         (double)((const struct merger *)reducer)->machine->counts.spared);
  figure(context, "forwarded", (double)s->forwarded);
  figure(context, "caught_up", (double)s->caught_up);
  if (s->exact_paths == 0) return;
  figure(context, "exact_paths", s->exact_paths);
  figure(context, "fit_c1", fit_constant(&s->fit));
  figure(context, "fit_c2", fit_slope(&s->fit));
}

static void free_merger(struct reducer *reducer) {
  struct merger *m = merger_of(reducer);
  positions_free(m->positions);
  hot_lists_free(&m->hot);
  if (m->counts) query_count_free(m->counts);
  word_map_free(&m->waiting);
  word_map_free(&m->alike);
  word_map_free(&m->chances);
  vec_free(&m->order);
  meetings_free(m->meetings);
  query_compare_free(m->compare);
  free(m);
}

static void add_text(const struct reducer *reducer, struct buffer *out) {
  const struct merger *m = (const struct merger *)reducer;
  if (m->meetings != NULL) meetings_add_text(m->meetings, out);
  if (m->compare != NULL) query_compare_add_text(m->compare, out);
}

static void add_json(const struct reducer *reducer, struct json *json) {
  const struct merger *m = (const struct merger *)reducer;
  if (m->meetings == NULL && m->compare == NULL) return;
  json_begin_object(json, "merging");
  if (m->meetings != NULL) meetings_add_json(m->meetings, json);
  if (m->compare != NULL) query_compare_add_json(m->compare, json);
  json_end_object(json);
}

const struct reducer_class merging_class = {
    .name = "merge",
    .keeps = KEEPS_ALL,
    .arrive = arrive,
    .leave = leave,
    .open = open,
    .fork = fork_note,
    .asked = asked,
    .finish = finish,
    .expand = expand,
    .end = end,
    .pick = pick,
    .mark = mark,
    .mark_roots = mark_roots,
    .list = list,
    .add_text = add_text,
    .add_json = add_json,
    .free = free_merger,
};

struct reducer *merging_new(struct machine *machine, const struct merging_options *options) {
  struct merger *m = alloc_zeroed(sizeof *m);
  m->reducer.class = &merging_class;
  m->reducer.places =
      options->mode == MERGING_MANUAL ? REDUCER_CLOSE : REDUCER_JOIN | REDUCER_CLOSE;
  m->reducer.needs_company = true;
  m->machine = machine;
  m->options = *options;
  m->positions = positions_new(machine);
  m->options.counts.only_joins = true;
  m->options.counts.stop = &machine->watch->must_stop;
  m->reducer.wants_queries = options->compares;
  if (options->compares) m->compare = query_compare_new(machine);
  if (options->records) m->meetings = meetings_new(machine, counts_of(m));
  return &m->reducer;
}

const struct merging_statistics *merging_get_statistics(const struct reducer *reducer) {
  return &((const struct merger *)reducer)->statistics;
}
