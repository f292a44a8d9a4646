/* The detector as a reducer: where it takes snapshots, what it does when a piece of a path is
   complete, and which states it drops.

   A snapshot is a copy of a state at a loop head, or a join outside loops, of the program's own
   code; copies share all but what changes. When all that came after a piece of a path has ended,
   the piece is sliced backwards (walk.c), from what its children need, or from its end. At a
   snapshot, the slice and the copy make a relevant constraint set (sets.c), and the copy is freed.
   A state that later comes to the same place with the same calls and matches one of the sets is
   dropped; its own piece is then sliced from that set (section 3.2.4, inter-path slicing).

   Nothing is concluded from a piece after which a path was cut off or approximated, whose trace was
   lost, or whose slice depends on the layout of memory. In programs with setjmp nothing is
   dropped: control may go back to places that no control dependence knows of. */
#include "reduce/redundant/redundant.h"

#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "exec/explore/exploration.h"
#include "exec/explore/path_tree.h"
#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "exec/translate/op.h"
#include "ir/ir.h"
#include "memory/access.h"
#include "memory/address.h"
#include "reduce/redundant/budget.h"
#include "reduce/redundant/dead_code.h"
#include "reduce/redundant/flow.h"
#include "reduce/redundant/journal.h"
#include "reduce/redundant/relevance.h"
#include "reduce/redundant/set_groups.h"
#include "reduce/redundant/sets.h"
#include "reduce/redundant/slice.h"
#include "reduce/redundant/walk.h"
#include "util/clock.h"

#include <stdlib.h>

/* Snapshots of one piece of a path: the first ones wherever it goes, then at growing distances. */
enum { CLOSE_SNAPSHOTS = 8, MOST_SNAPSHOTS = 32, FIRST_DISTANCE = 1 << 10 };
/* Snapshots that are kept at a time. */
enum { MOST_HELD = 1 << 16 };

/* For the budget, measured against machine_work on coreutils. */
enum { SET_WORK = 100, ENTRY_WORK = 8 };

/* Work of points-to analysis: in any case, and for each second that the run may take: about a
   twentieth of it. */
enum { FIRST_ANALYSIS = 1 << 22, WORK_PER_SECOND = 1 << 20 };
/* What the analyses take for an instruction, measured on coreutils: some tenths of a second in all.
 */
enum { INS_WORK = 128 };

enum phase { PHASE_NEW, PHASE_READY, PHASE_IDLE };

struct snapshot {
  size_t position; /* in the trace of the node */
  struct state *copy;
};

/* Of a node. */
struct stretch {
  struct slice slice; /* at its beginning, when it is complete */
  VEC(struct snapshot) snapshots;
  uint64_t last_at;                   /* instructions of the state at the last snapshot */
  set_frames frames;                  /* at the end of its state */
  VEC(uint64_t) cells;                /* addresses that the failed instruction used */
  const struct relevant_set *matched; /* why its state was dropped */
  bool is_scanned;                    /* for objects */
};

struct counts {
  uint64_t snapshots, held, open[OPEN_REASON_COUNT];
  double slicing, matching, analysing;
};

struct redundant {
  struct reducer reducer;
  struct machine *machine;
  struct redundant_options options;
  enum phase phase;
  const char *reason; /* PHASE_IDLE */
  struct points_to *points;
  struct mod_ref *mod_ref;
  struct dead_code *dead;
  struct flows flows;
  struct slicer slicer;
  struct set_groups *groups;    /* owned */
  VEC(struct stretch *) pieces; /* with snapshots, for their expressions */
  struct counts counts;
  struct budget budget;
  uint64_t charged; /* of what was spent, is known to the machine */
  struct buffer journal;
};

/* ---- the program ---- */

static bool has_setjmp(const struct ir_program *program) {
  for (size_t i = 0; i < program->funcs.count; i++) {
    const struct ir_func *func = program->funcs.data[i];
    for (size_t k = 0; k < func->ins.count; k++)
      if (func->ins.data[k].op == IR_SETJMP) return true;
  }
  return false;
}

static void give_up(struct redundant *redundant, struct exploration *exploration,
                    const char *reason) {
  redundant->phase = PHASE_IDLE;
  redundant->reason = reason;
  exploration->is_in_vain = true;
}

/* Points-to analysis takes seconds for some programs. In a run with a limit it gets a small part of
   the time; in work, so that the run can be repeated. There is no second attempt later: accesses of
   paths that have ended by then could not be checked any more (walk_accesses). */
static bool find_pointers(struct redundant *redundant) {
  struct machine *machine = redundant->machine;
  double seconds = machine->limits.max_seconds;
  uint64_t most = seconds > 0 ? FIRST_ANALYSIS + (uint64_t)(seconds * WORK_PER_SECOND) : 0;
  struct points_to_options options = {
      .stop = &machine->watch->must_stop, .excludes_wild = true, .most_work = most};
  redundant->points = points_to_new(machine->program, &options);
  return points_to_is_known(redundant->points);
}

static void find_dead_code(struct redundant *redundant, struct state *state) {
  struct dead_code_setup setup = {.machine = redundant->machine,
                                  .state = state,
                                  .points = redundant->points,
                                  .mod_ref = redundant->mod_ref};
  if (!writes_have_wild(redundant->slicer.writes)) redundant->dead = dead_code_new(&setup);
}

/* Analyses the program when the first path has forked. */
static void prepare(struct redundant *redundant, struct state *state) {
  struct exploration *exploration = state->exploration;
  struct machine *machine = redundant->machine;
  double started = clock_seconds();
  if (has_setjmp(machine->program)) {
    give_up(redundant, exploration, "the program calls setjmp");
    return;
  }
  redundant->phase = PHASE_READY;
  for (size_t i = 0; i < machine->program->funcs.count; i++)
    machine->counts.reducing += INS_WORK * machine->program->funcs.data[i]->ins.count;
  if (!find_pointers(redundant)) {
    give_up(redundant, exploration, "the program was not analysed in time");
    return;
  }
  const volatile bool *stop = &machine->watch->must_stop;
  redundant->mod_ref = mod_ref_new(machine->program, redundant->points, stop);
  if (!mod_ref_is_known(redundant->mod_ref)) {
    give_up(redundant, exploration, "the program was not analysed in time");
    return;
  }
  redundant->slicer.writes =
      writes_new(machine, redundant->points, redundant->mod_ref, &redundant->flows);
  find_dead_code(redundant, state);
  struct relevance_options how = {machine->coverable, redundant->dead, stop};
  redundant->slicer.relevance =
      relevance_new(machine->program, redundant->points, &machine->found.coverage, &how);
  redundant->slicer.reasons = reasons_new(redundant->slicer.relevance);
  if (!relevance_is_known(redundant->slicer.relevance))
    give_up(redundant, exploration, "the program was not analysed in time");
  redundant->counts.analysing = clock_seconds() - started;
}

/* Work that only the reducer knows of counts for the shares of a portfolio. */
static void charge(struct redundant *redundant) {
  redundant->machine->counts.reducing += redundant->budget.spent - redundant->charged;
  redundant->charged = redundant->budget.spent;
}

static bool can_afford(struct redundant *redundant) {
  const struct machine *machine = redundant->machine;
  charge(redundant);
  return redundant->options.is_alone ||
         budget_allows(&redundant->budget, machine_work(machine) - redundant->charged,
                       machine->counts.states_made);
}

/* ---- notes ---- */

static struct stretch *piece_of(struct redundant *redundant, struct path_node *node) {
  void **place = reducer_place_of_node_note(&redundant->reducer, node);
  if (*place == NULL) *place = alloc_zeroed(sizeof(struct stretch));
  return *place;
}

static void free_snapshots(struct redundant *redundant, struct stretch *piece) {
  for (size_t i = 0; i < piece->snapshots.count; i++)
    state_free(&redundant->machine->memory, piece->snapshots.data[i].copy);
  redundant->counts.held -= piece->snapshots.count;
  if (piece->snapshots.count > 0)
    for (size_t i = 0; i < redundant->pieces.count; i++)
      if (redundant->pieces.data[i] == piece) {
        redundant->pieces.data[i] = vec_last(&redundant->pieces);
        redundant->pieces.count--;
        break;
      }
  vec_free(&piece->snapshots);
}

static void forget(struct reducer *reducer, struct path_node *node) {
  struct redundant *redundant = (struct redundant *)reducer;
  struct stretch *piece = reducer_note_of_node(reducer, node);
  free_snapshots(redundant, piece);
  slice_free(&piece->slice);
  vec_free(&piece->frames);
  vec_free(&piece->cells);
  free(piece);
}

/* ---- snapshots ---- */

/* A place of its own for each block entry: the trace up to here. */
static size_t position_of(const struct redundant *redundant, const struct path_node *node) {
  const struct trace_recorder *recorder = &redundant->machine->recorder;
  if (recorder->node != node) return node->trace.count;
  return (size_t)(recorder->next - node->trace.words);
}

static bool wants_snapshot(const struct redundant *redundant, const struct state *state,
                           const struct stretch *piece) {
  size_t count = piece->snapshots.count;
  if (redundant->counts.held >= MOST_HELD || count >= MOST_SNAPSHOTS) return false;
  if (state->node->trace.is_lost) return false;
  if (count < CLOSE_SNAPSHOTS) return true;
  return state->instructions - piece->last_at >= (uint64_t)FIRST_DISTANCE << (count / 4);
}

static void take_snapshot(struct redundant *redundant, struct state *state) {
  struct machine *machine = redundant->machine;
  struct stretch *piece = piece_of(redundant, state->node);
  if (!wants_snapshot(redundant, state, piece)) return;
  struct snapshot snapshot = {position_of(redundant, state->node), state_fork(state)};
  if (machine->state == state) memory_forget_writes(&machine->memory);
  state->top = frame_unshare(&machine->memory.pool, state->top);
  if (piece->snapshots.count == 0) vec_push(&redundant->pieces, piece);
  vec_push(&piece->snapshots, snapshot);
  piece->last_at = state->instructions;
  redundant->counts.snapshots++;
  redundant->counts.held++;
}

/* ---- arrivals ---- */

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct redundant *redundant = (struct redundant *)reducer;
  (void)places;
  struct reducer_verdict keep = {.action = REDUCER_KEEP};
  if (redundant->phase == PHASE_IDLE || state->depth == 0 || state->node == NULL) return keep;
  if (redundant->phase == PHASE_NEW) prepare(redundant, state);
  if (redundant->phase != PHASE_READY || state->is_closing) return keep;
  if (!can_afford(redundant)) return keep;
  double started = clock_seconds();
  bool *is_familiar = redundant->options.ranks ? &state->is_familiar : NULL;
  const struct relevant_set *set = set_groups_find(redundant->groups, state, is_familiar);
  redundant->counts.matching += clock_seconds() - started;
  if (set == NULL) {
    take_snapshot(redundant, state);
    if (state->is_familiar) keep.action = REDUCER_WAIT; /* others go first */
    return keep;
  }
  piece_of(redundant, state->node)->matched = set;
  redundant->budget.dropped++;
  if (redundant->options.records)
    journal_add_drop(&redundant->journal, redundant->machine, state, set);
  return (struct reducer_verdict){REDUCER_DROP, DROP_NO_COVERAGE, set->number};
}

/* ---- ends ---- */

/* Registers of the instruction that hold addresses: what they point at may be why it failed. */
static void note_cells(struct stretch *piece, const struct state *state, struct place place) {
  const struct ir_func *func = state->top->code->func;
  struct ir_operand_list uses = {0};
  if (func->number != place.func) return;
  ir_list_uses(func, &func->ins.data[place.ins], &uses);
  for (size_t i = 0; i < uses.count; i++)
    if (!ir_is_const(uses.data[i]) && address_is_possible(state->top->slots[uses.data[i]]))
      vec_push(&piece->cells, state->top->slots[uses.data[i]]);
  vec_free(&uses);
}

static void end(struct reducer *reducer, struct state *state, const struct state_end *ending) {
  struct redundant *redundant = (struct redundant *)reducer;
  if (redundant->phase != PHASE_READY || state->node == NULL || state->top == NULL) return;
  struct stretch *piece = piece_of(redundant, state->node);
  set_list_frames(state, ending->place.ins, &piece->frames);
  if (ending->cause == END_ERROR || ending->cause == END_ASSUMED)
    note_cells(piece, state, ending->place);
}

static void begin_at_failure(struct redundant *redundant, const struct path_node *node,
                             const struct stretch *piece, struct slice *slice) {
  const struct ir_func *func = redundant->machine->program->funcs.data[node->end.func];
  slice_add_uses(&redundant->slicer, slice_top(slice), &func->ins.data[node->end.ins],
                 REASON_ALWAYS);
  for (size_t i = 0; i < piece->cells.count; i++)
    slice_add_bytes(&redundant->slicer, slice, piece->cells.data[i], 1, REASON_ALWAYS);
}

/* The slice where the state of a node has ended. If the program exits, that needs no control set
   (step 3' of the paper's section 3.2.3): relevance knows that a branch which can lead to an exit
   decides whether what comes after is reached. Of instructions that fail it knows nothing. */
static void begin_slice(struct redundant *redundant, const struct path_node *node,
                        struct stretch *piece, struct slice *slice) {
  const struct state_end *ending = &node->ending;
  slice->round = relevance_round(redundant->slicer.relevance);
  bool is_ours = ending->cause == END_DROPPED && ending->by == &redundant->reducer;
  if (is_ours && piece->matched != NULL) {
    set_add_to_slice(piece->matched, &redundant->slicer, slice);
    return;
  }
  if (ending->cause != END_EXITED && ending->cause != END_ERROR && ending->cause != END_ASSUMED) {
    slice_open(slice, OPEN_CUT_OFF);
    return;
  }
  if (piece->frames.count > 0 && vec_last(&piece->frames).func != node->end.func) {
    slice_open(slice, OPEN_TRACE); /* it was left in the middle of a call */
    return;
  }
  bool is_failure = ending->cause != END_EXITED && relevance_count(redundant->slicer.relevance) > 0;
  set_add_frames(&piece->frames, is_failure ? REASON_ALWAYS : REASON_NONE, &redundant->slicer,
                 slice);
  if (is_failure && piece->frames.count == 0) slice_open(slice, OPEN_TRACE);
  if (is_failure && !slice->is_open) begin_at_failure(redundant, node, piece, slice);
}

/* ---- complete pieces ---- */

static struct walk_piece walk_piece_of(const struct redundant *redundant,
                                       const struct path_node *node) {
  return (struct walk_piece){
      .machine = redundant->machine, .trace = &node->trace, .begin = node->begin, .end = node->end};
}

/* A path has used an unknown number as an address: what was said of pointers need not hold. No
   state is running, so that the place is that of the piece. */
static void break_off(struct redundant *redundant, const struct path_node *node) {
  struct machine *machine = redundant->machine;
  give_up(redundant, node->exploration, "an unknown number was used as an address");
  if (redundant->reducer.dropped[DROP_NO_COVERAGE] > 0 && !redundant->options.is_alone)
    findings_add_incomplete(
        &machine->found, "an unknown number was used as an address after states were dropped",
        machine->program->funcs.data[node->begin.func]->ins.data[node->begin.ins].loc);
}

/* The objects of a path are known before what used them is sliced. */
static void scan(struct redundant *redundant, struct path_node *node) {
  path_node_list work = {0};
  vec_push(&work, node);
  while (work.count > 0) {
    struct path_node *at = vec_pop(&work);
    struct stretch *piece = piece_of(redundant, at);
    if (piece->is_scanned) continue;
    piece->is_scanned = true;
    struct walk_piece walked = walk_piece_of(redundant, at);
    walk_objects(&redundant->slicer, &walked);
    for (size_t i = 0; i < at->parents.count; i++) vec_push(&work, at->parents.data[i]);
  }
  vec_free(&work);
  struct walk_piece walked = walk_piece_of(redundant, node);
  if (!walk_accesses(&redundant->slicer, &walked)) break_off(redundant, node);
}

struct visit {
  struct redundant *redundant;
  struct stretch *piece;
};

static void visit_snapshot(void *context, size_t stop, struct slice *slice) {
  struct visit *visit = context;
  struct redundant *redundant = visit->redundant;
  struct state *copy = visit->piece->snapshots.data[stop].copy;
  struct relevant_set *set = set_new(redundant->machine, copy, &redundant->slicer, slice,
                                     set_groups_table(redundant->groups));
  redundant->budget.spent += SET_WORK;
  if (set == NULL) {
    redundant->counts.open[OPEN_VALUES]++;
    return;
  }
  redundant->budget.spent += ENTRY_WORK * set->members.count;
  if (set_groups_add(redundant->groups, set) && redundant->options.records)
    journal_add_set(&redundant->journal, redundant->machine, copy, set);
}

static void slice_piece(struct redundant *redundant, struct path_node *node,
                        struct stretch *piece) {
  struct walk_piece walked = walk_piece_of(redundant, node);
  VEC(size_t) stops = {0};
  for (size_t i = 0; i < piece->snapshots.count; i++)
    vec_push(&stops, piece->snapshots.data[i].position);
  walked.stops = stops.data;
  walked.stop_count = stops.count;
  walked.adds_last = node->children.count == 0 && node->ending.cause != END_EXITED &&
                     node->ending.cause != END_DROPPED;
  struct visit visit = {redundant, piece};
  walk_back(&redundant->slicer, &walked, &piece->slice, visit_snapshot, &visit);
  vec_free(&stops);
}

/* What the nodes after this one need. The slice of a child that has no other parent is not needed
   again. */
static void unite_children(struct redundant *redundant, struct path_node *node,
                           struct slice *slice) {
  for (size_t i = 0; i < node->children.count && !slice->is_open; i++) {
    const struct path_node *child = node->children.data[i];
    struct stretch *piece = reducer_note_of_node(&redundant->reducer, child);
    if (piece == NULL) {
      slice_open(slice, OPEN_ELSEWHERE);
    } else if (i == 0 && child->parents.count <= 1) {
      *slice = piece->slice;
      piece->slice = (struct slice){0};
      slice_open(&piece->slice, OPEN_ELSEWHERE);
    } else {
      slice_unite(&redundant->slicer, slice, &piece->slice);
    }
  }
  slice_refine(&redundant->slicer, slice);
}

static void complete(struct reducer *reducer, struct path_node *node) {
  struct redundant *redundant = (struct redundant *)reducer;
  if (redundant->phase != PHASE_READY) {
    struct stretch *piece = reducer_note_of_node(reducer, node);
    if (piece != NULL) free_snapshots(redundant, piece);
    return;
  }
  double started = clock_seconds();
  struct stretch *piece = piece_of(redundant, node);
  struct slice *slice = &piece->slice;
  scan(redundant, node); /* also while resting: it may find that earlier drops were wrong */
  if (!can_afford(redundant)) slice_open(slice, OPEN_RESTED);
  if (redundant->phase != PHASE_READY || !node->is_whole) slice_open(slice, OPEN_CUT_OFF);
  if (node->trace.is_lost) slice_open(slice, OPEN_TRACE);
  unite_children(redundant, node, slice);
  if (node->children.count == 0 && !slice->is_open) begin_slice(redundant, node, piece, slice);
  if (!slice->is_open) slice_piece(redundant, node, piece);
  if (slice->is_open) redundant->counts.open[slice->why]++;
  free_snapshots(redundant, piece);
  redundant->counts.slicing += clock_seconds() - started;
}

/* ---- the rest ---- */

/* In the program's own code. */
static bool wants_block(struct reducer *reducer, uint32_t number, uint32_t block) {
  struct redundant *redundant = (struct redundant *)reducer;
  const struct ir_func *func = redundant->machine->program->funcs.data[number];
  if (func->is_library && !redundant->options.has_libc) return false;
  return bitset_has(&flows_of(&redundant->flows, number)->places, block);
}

static void mark_roots(struct reducer *reducer, struct exprs *exprs) {
  struct redundant *redundant = (struct redundant *)reducer;
  set_groups_mark(redundant->groups, exprs);
  for (size_t i = 0; i < redundant->pieces.count; i++) {
    const struct stretch *piece = redundant->pieces.data[i];
    for (size_t k = 0; k < piece->snapshots.count; k++)
      machine_mark_state(redundant->machine, piece->snapshots.data[k].copy);
  }
}

static void list(const struct reducer *reducer, reducer_figure *figure, void *context) {
  const struct redundant *redundant = (const struct redundant *)reducer;
  const struct counts *counts = &redundant->counts;
  const struct group_counts *matched = set_groups_count(redundant->groups);
  const struct reasons *known = redundant->slicer.reasons;
  figure(context, "dead_blocks", redundant->dead ? (double)dead_code_count(redundant->dead) : 0);
  figure(context, "snapshots", (double)counts->snapshots);
  figure(context, "sets", (double)matched->sets);
  figure(context, "set_bytes", (double)matched->set_bytes);
  figure(context, "same_sets", (double)matched->same);
  figure(context, "refined_sets", (double)matched->refined);
  figure(context, "locations", (double)matched->entries);
  figure(context, "different_locations", (double)matched->different);
  figure(context, "locations_refined", (double)matched->removed);
  figure(context, "reasons", known ? (double)reasons_count(known) : 0);
  static const char *const reasons[] = {
      [OPEN_CUT_OFF] = "open_cut_off",     [OPEN_TRACE] = "open_trace",
      [OPEN_LAYOUT] = "open_layout",       [OPEN_VALUES] = "open_values",
      [OPEN_ELSEWHERE] = "open_elsewhere", [OPEN_RESTED] = "open_rested"};
  for (unsigned i = 0; i < OPEN_REASON_COUNT; i++)
    figure(context, reasons[i], (double)counts->open[i]);
  figure(context, "searches", (double)matched->lookups);
  figure(context, "locations_looked_up", (double)matched->looked_up);
  figure(context, "compared_sets", (double)matched->compared);
  figure(context, "matched_contained", (double)matched->contained);
  figure(context, "matched_implied", (double)matched->implied);
  figure(context, "familiar", (double)matched->familiar);
  figure(context, "analysing_seconds", counts->analysing);
  figure(context, "slicing_seconds", counts->slicing);
  figure(context, "matching_seconds", counts->matching);
  figure(context, "work", (double)redundant->budget.spent);
  figure(context, "rests", (double)redundant->budget.rests);
  figure(context, "idle", redundant->phase == PHASE_IDLE);
}

static void add_text(const struct reducer *reducer, struct buffer *out) {
  const struct redundant *redundant = (const struct redundant *)reducer;
  if (redundant->phase == PHASE_IDLE)
    buffer_add(out, "smew: redundant: nothing was dropped from here on: %s\n", redundant->reason);
  if (redundant->journal.length > 0) buffer_add(out, "%s", redundant->journal.text);
}

static void free_redundant(struct reducer *reducer) {
  struct redundant *redundant = (struct redundant *)reducer;
  set_groups_free(redundant->groups);
  vec_free(&redundant->pieces);
  slicer_clear(&redundant->slicer);
  writes_free(redundant->slicer.writes);
  reasons_free(redundant->slicer.reasons);
  relevance_free(redundant->slicer.relevance);
  dead_code_free(redundant->dead);
  flows_free(&redundant->flows);
  mod_ref_free(redundant->mod_ref);
  points_to_free(redundant->points);
  buffer_free(&redundant->journal);
  free(redundant);
}

const struct reducer_class redundant_class = {.name = "redundant",
                                              .keeps = KEEPS_COVERAGE,
                                              .arrive = arrive,
                                              .wants_block = wants_block,
                                              .end = end,
                                              .complete = complete,
                                              .forget = forget,
                                              .mark_roots = mark_roots,
                                              .list = list,
                                              .add_text = add_text,
                                              .free = free_redundant};

struct reducer *redundant_new(struct machine *machine, const struct redundant_options *options) {
  struct redundant *redundant = alloc_zeroed(sizeof *redundant);
  redundant->reducer =
      (struct reducer){.class = &redundant_class, .places = REDUCER_NAMED, .wants_traces = true};
  redundant->machine = machine;
  redundant->options = *options;
  redundant->flows = flows_new(machine->program);
  redundant->slicer = (struct slicer){.program = machine->program,
                                      .flows = &redundant->flows,
                                      .spent = &redundant->budget.spent,
                                      .knows_libc = !options->has_libc};
  redundant->groups =
      set_groups_new(machine, &redundant->slicer, options->records ? &redundant->journal : NULL);
  return &redundant->reducer;
}
