/* Setting a run up: where functions and globals are, what the program starts with. */
#include "exec/machine.h"

#include "exec/builtin/builtin.h"
#include "exec/explore/observer.h"
#include "exec/explore/path_tree.h"
#include "exec/floats.h"
#include "exec/own_place.h"
#include "exec/registers.h"
#include "exec/spares.h"
#include "exec/translate/code.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/symbolic.h"
#include "solver/path_condition.h"
#include "solver/rewriter.h"
#include "solver/solver.h"
#include "util/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t machine_work(const struct machine *machine) {
  /* Measured on coreutils, as the solver's are; a state takes what forking, collecting and freeing
     it do. */
  enum { FAST_PART = 8, STATE_WORK = 1400, QUERY_WORK = 200 };
  const struct explore_counts *counts = &machine->counts;
  uint64_t fast = counts->instructions - counts->careful;
  return counts->careful + fast / FAST_PART + QUERY_WORK * counts->queries +
         STATE_WORK * counts->states_made + counts->reducing + solver_work(machine->solver);
}

struct machine *machine_new(struct ir_program *program, const struct machine_options *options) {
  struct machine *machine = alloc_zeroed(sizeof *machine);
  memory_init(&machine->memory);
  machine->exprs = exprs_new();
  machine->memory.exprs = machine->exprs;
  machine->memory.unwritten.mode = program->is_microc ? UNWRITTEN_ZERO : options->unwritten;
  machine->rewriter = rewriter_new(machine->exprs);
  machine->solver = chain_new(machine->exprs, &options->chain);
  findings_init(&machine->found, program);
  machine->program = program;
  machine->options = *options;
  machine->coverable = coverable_new(program, &machine->options.coverable);
  if (coverable_is_limited(machine->coverable)) machine->found.coverage.limit = machine->coverable;
  host_files_begin(&machine->host_files);
  machine->own_watch.phase = WATCH_RUNNING;
  machine->watch = options->watch ? options->watch : &machine->own_watch;
  machine->memory.stop = &machine->watch->must_stop;
  machine->max_stack_frames =
      options->max_stack_frames != 0 ? options->max_stack_frames : UINT32_MAX;
  machine->may_be_symbolic = options->has_symbolic_world;
  exploration_use(machine, exploration_new(machine));
  machine->builtins = alloc_zeroed(program->funcs.count * sizeof *machine->builtins);
  for (size_t i = 0; i < program->funcs.count; i++)
    if (!program->funcs.data[i]->has_body) {
      machine->builtins[i] = builtin_find(program->funcs.data[i]->name);
      bool is_unknown = machine->builtins[i] == NULL && options->external.mode != EXTERNAL_ERROR;
      if (is_unknown || (machine->builtins[i] && machine->builtins[i]->makes_symbolic))
        machine->may_be_symbolic = true;
    }
  return machine;
}

void machine_cut_off(struct machine *machine) {
  const char *reason = watch_reason(machine->watch);
  machine->stop_reason = reason ? reason : "interrupted";
  machine->event = EVENT_EARLY;
  machine->is_cut_off = true;
}

struct state *machine_fork_state(struct machine *machine) {
  struct state *state = machine->state, *sibling = state_fork(state);
  memory_forget_writes(&machine->memory);
  state->top = frame_unshare(&machine->memory.pool, state->top);
  return sibling;
}

static void mark_registers(struct exprs *exprs, const struct registers *registers) {
  for (uint32_t i = 0; registers != NULL && i < registers->slot_count; i++)
    if (registers->values[i] != NULL) expr_mark_root(exprs, registers->values[i]);
}

void machine_mark_state(struct machine *machine, struct state *state) {
  uint32_t round = machine->collections;
  for (struct frame *frame = state->top; frame && frame->round != round; frame = frame->caller) {
    frame->round = round;
    mark_registers(machine->exprs, frame->symbolic);
  }
  memory_mark(&machine->memory, &state->space, round);
  path_condition_mark(state->path, machine->exprs, round);
  if (state->pending != NULL) expr_mark_root(machine->exprs, state->pending);
}

void machine_free(struct machine *machine) {
  if (machine->state) state_free(&machine->memory, machine->state);
  for (size_t i = 0; i < machine->explorations.count; i++) {
    exploration_clear(machine, machine->explorations.data[i]);
    free(machine->explorations.data[i]);
  }
  standstill_clear(&machine->standstill);
  vec_free(&machine->explorations);
  free(machine->builtins);
  host_files_end(&machine->host_files);
  layout_free(&machine->layout);
  free(machine->strayed);
  error_clear(&machine->error);
  memory_finish(&machine->memory);
  findings_clear(&machine->found, machine->program);
  coverable_free(machine->coverable);
  vec_free(&machine->forked);
  vec_free(&machine->successors);
  vec_free(&machine->warned);
  strmap_free(&machine->arrays.by_name);
  vec_free(&machine->arrays.next);
  repetitions_free(&machine->repetitions);
  if (machine->evaluation.evaluator) evaluator_free(machine->evaluation.evaluator);
  witness_release(machine->evaluation.evaluated);
  spare_evaluators_free(machine->evaluation.spare_evaluators);
  if (machine->solver) solver_free(machine->solver);
  rewriter_free(machine->rewriter);
  exprs_free(machine->exprs);
  ir_program_free(machine->program);
  free(machine);
}

const struct ir_ins *machine_current_ins(const struct machine *machine) {
  const struct code *code = machine->state->top->code;
  if (machine->is_careful) return &code->func->ins.data[machine->state->ins];
  return code_origin(code, machine->stopped_at);
}

void machine_note_incomplete(struct machine *machine, const char *what) {
  uint32_t loc = machine->state && machine->state->top ? own_place_find(machine).loc : 0;
  findings_add_incomplete(&machine->found, what, loc);
  if (machine->state) machine_note_excluded(machine);
}

void machine_note_excluded(struct machine *machine) {
  if (machine->state->node) machine->state->node->is_whole = false;
}

void machine_stray(struct machine *machine, const char *format, ...) {
  va_list arguments;
  if (machine->strayed != NULL) return;
  va_start(arguments, format);
  machine->strayed = alloc_format_list(format, arguments);
  va_end(arguments);
}

void machine_say(struct machine *machine, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = alloc_format_list(format, arguments);
  va_end(arguments);
  if (machine->observer && machine->observer->message)
    machine->observer->message(machine->observer->context, text);
  else
    fprintf(stderr, "smew: %s\n", text);
  free(text);
}

/* An array of strings as the kernel hands it to a program, ended by NULL. */
static uint64_t place_strings(struct machine *machine, struct space *space,
                              const char *const *strings, size_t count, const char *name) {
  uint32_t label = ir_intern_string(machine->program, name);
  struct space_request request = {.size = (count + 1) * 8, .kind = OBJECT_GLOBAL, .name = label};
  struct object *array = space_allocate(&machine->memory, space, &request);
  REQUIRE(array != NULL);
  uint64_t base = array->base;
  for (size_t i = 0; i < count; i++) {
    char *label_text = alloc_format("%s[%zu]", name, i);
    struct space_request text = {.size = strlen(strings[i]) + 1,
                                 .align = 1,
                                 .kind = OBJECT_GLOBAL,
                                 .name = ir_intern_string(machine->program, label_text)};
    free(label_text);
    struct object *object = space_allocate(&machine->memory, space, &text);
    REQUIRE(object != NULL);
    uint64_t address = object->base;
    memory_initialise(&machine->memory, space, object, 0, strings[i], text.size);
    array = space_find(space, base);
    memory_initialise(&machine->memory, space, array, i * 8, &address, 8);
  }
  return base;
}

static const struct ir_func *find_start(const struct ir_program *program) {
  const struct ir_func *start = ir_find_func(program, "__smew_libc_start");
  if (start == NULL || !start->has_body) start = ir_find_func(program, "__smew_bare_start");
  return start != NULL && start->has_body ? start : NULL;
}

void machine_set_world(struct machine *machine, const char *const *words, size_t count) {
  machine->world = words;
  machine->world_count = count;
}

bool machine_start(struct machine *machine, int argc, char **argv, char **envp) {
  struct state *state = machine->state = state_new();
  state->exploration = machine->explorations.data[0];
  floats_start(machine, state);
  state->number = machine->next_state++;
  const struct ir_func *start = find_start(machine->program);
  if (start == NULL) {
    fprintf(stderr, "smew: the program has no function to start at\n");
    return false;
  }
  if (!layout_place(machine, &state->space)) return false;
  size_t env_count = 0;
  while (envp[env_count] != NULL) env_count++;
  uint64_t words[4] = {
      (uint64_t)argc,
      place_strings(machine, &state->space, (const char *const *)argv, (size_t)argc, "argv"),
      place_strings(machine, &state->space, (const char *const *)envp, env_count, "envp"),
      place_strings(machine, &state->space, machine->world, machine->world_count, "world")};
  const struct code *code = code_translate(machine, start->number);
  struct frame *frame = frame_new(&machine->memory.pool, code->slot_count);
  frame->code = code;
  frame->depth = 1;
  for (uint32_t i = 0; i < code->param_slot_count && i < 4; i++)
    frame->slots[code->param_slots[i]] = words[i];
  state->top = frame;
  state->next_serial = 1;
  state->witness = witness_make(assignment_new());
  state->next = code->ops + code->block_starts[0];
  return true;
}
