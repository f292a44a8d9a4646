/* A small world to search in: a random program of a few functions that call each other, and
   states that walk through it at random, as the engine's would, noting what they cover.
   There is no memory and no data: every branch may go every way. */
#ifndef TESTS_UNIT_SEARCH_WORLD_H
#define TESTS_UNIT_SEARCH_WORLD_H

#include "../ir/support.h"

#include "exec/coverage.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/searcher.h"
#include "exec/state.h"
#include "exec/translate/op.h"
#include "ir/call_graph.h"
#include "search/search.h"

struct world {
  struct ir_program *program;
  struct call_graph graph;
  struct coverage coverage;
  struct code *codes; /* per function: an operation per instruction */
  struct fork_node *root;
  VEC(struct state *) states; /* alive, in order of creation */
  uint64_t seed;
  uint64_t state_count; /* made so far */
};

enum { WORLD_BUILTIN_COUNT = 2 };

/* Functions 0 and 1 have no body: one returns, one does not. */
static inline void world_add_builtins(struct ir_program *program) {
  struct ir_func *returns = ir_add_func(program, "getpid", false);
  struct ir_func *ends = ir_add_func(program, "abort", false);
  vec_push(&returns->param_widths, 32);
  vec_push(&ends->param_widths, 32);
}

static inline void world_emit_call(struct ir_func *func, ir_operand callee, ir_operand argument) {
  struct ir_call call = {.arg_count = 1, .first_arg = ir_add_operands(func, &argument, 1)};
  call.first_vararg = (uint32_t)func->varargs.count;
  vec_push(&func->calls, call);
  ir_emit(func, (struct ir_ins){.op = IR_CALL, .a = callee, .b = (uint32_t)func->calls.count - 1});
}

static inline void world_emit_random_call(struct world *world, struct ir_func *func) {
  ir_operand argument = ir_const_int(func, 32, 1), address = ir_const_int(func, 64, 8);
  if (random_below(&world->seed, 5) == 0) {
    uint32_t pointer = ir_new_reg(func, 64);
    ir_emit(func, (struct ir_ins){.op = IR_LOAD, .width = 64, .dst = pointer, .a = address});
    world_emit_call(func, pointer, argument);
    return;
  }
  uint32_t count = (uint32_t)world->program->funcs.count;
  uint32_t callee = random_below(&world->seed, count);
  if (callee == 1 && random_below(&world->seed, 2) == 0) callee = count - 1;
  world_emit_call(func, ir_const_func(func, callee), argument);
}

static inline void world_fill_func(struct world *world, struct ir_func *func) {
  uint64_t *seed = &world->seed;
  uint32_t chooser = ir_new_param(func, 32), count = 1 + random_below(seed, 6);
  bool is_first = func->number == WORLD_BUILTIN_COUNT; /* it shall not end at once */
  if (is_first) count += 3;
  for (uint32_t i = 0; i < count; i++) ir_new_block(func);
  /* Blocks are filled out of order, so that they do not lie in the order of their numbers. */
  for (uint32_t i = 0; i < count; i++) {
    uint32_t block = (i * 5 + 2) % count, targets[3],
             target_count = (1 + random_below(seed, 6)) % 4;
    if (count % 5 == 0) block = i;
    for (uint32_t j = 0; j < 3; j++)
      targets[j] = count == 1 ? 0 : 1 + random_below(seed, count - 1);
    if (count == 1) target_count = 0;
    if (is_first && block < 2) target_count = 3, targets[0] = 1;
    ir_start_block(func, block);
    for (uint32_t n = random_below(seed, 4); n > 0; n--) {
      if (random_below(seed, 3) == 0)
        world_emit_random_call(world, func);
      else
        emit_op(func, IR_ADD, 32, chooser, ir_const_int(func, 32, n));
    }
    emit_choice(func, chooser, targets, target_count);
    ir_end_block(func, block);
  }
}

static inline struct code world_make_code(const struct ir_func *func) {
  struct code code = {.func = func, .op_count = (uint32_t)func->ins.count};
  code.ops = alloc_zeroed((func->ins.count + 1) * sizeof *code.ops);
  code.origins = alloc_zeroed((func->ins.count + 1) * sizeof *code.origins);
  for (uint32_t i = 0; i < func->ins.count; i++) code.origins[i] = i;
  return code;
}

/* Codes and coverage for a program that was built by hand; takes it. */
static inline void world_begin_with(struct world *world, struct ir_program *program,
                                    uint64_t seed) {
  size_t count = program->funcs.count;
  *world = (struct world){.program = program, .seed = seed};
  world->graph = call_graph_build(program);
  world->codes = alloc_zeroed(count * sizeof *world->codes);
  world->coverage.funcs = alloc_zeroed(count * sizeof *world->coverage.funcs);
  for (size_t i = 0; i < count; i++) {
    const struct ir_func *func = program->funcs.data[i];
    world->codes[i] = world_make_code(func);
    if (func->has_body) assert_verified(program, func);
  }
}

static inline void world_begin(struct world *world, uint64_t seed, uint32_t func_count) {
  struct ir_program *program = ir_program_new();
  *world = (struct world){.program = program, .seed = seed};
  world_add_builtins(program);
  for (uint32_t i = 0; i < func_count; i++) {
    char *name = alloc_format("f%u", i);
    ir_add_func(program, name, false)->has_body = true;
    free(name);
  }
  for (uint32_t i = 0; i < func_count; i++)
    world_fill_func(world, program->funcs.data[WORLD_BUILTIN_COUNT + i]);
  struct ir_global *table = ir_add_global(program, "table", false);
  table->is_defined = true;
  for (uint32_t i = 0; i < func_count + WORLD_BUILTIN_COUNT; i++) {
    if (random_below(&world->seed, 4) != 0) continue;
    vec_push(&table->relocs, ((struct ir_reloc){table->size, {IR_CONST_FUNC, 64, i, 0}}));
    table->size += 8;
  }
  world_begin_with(world, program, world->seed);
}

static inline void world_free_state(struct state *state) {
  while (state->top != NULL) {
    struct frame *frame = state->top;
    state->top = frame->caller;
    free(frame);
  }
  free(state);
}

static inline void world_end(struct world *world) {
  for (size_t i = 0; i < world->states.count; i++) {
    world->root = fork_tree_remove(world->root, world->states.data[i]);
    world_free_state(world->states.data[i]);
  }
  assert_null(world->root);
  for (size_t i = 0; i < world->program->funcs.count; i++) {
    free(world->codes[i].ops);
    free(world->codes[i].origins);
    free(world->coverage.funcs[i].blocks);
    free(world->coverage.funcs[i].calls);
  }
  free(world->codes);
  free(world->coverage.funcs);
  vec_free(&world->states);
  call_graph_free(&world->graph);
  ir_program_free(world->program);
}

static inline const struct ir_func *world_func(const struct world *world, uint32_t number) {
  return world->program->funcs.data[number];
}

/* Coverage. */

static inline void world_cover(struct world *world, struct state *state, uint8_t *flag) {
  if (*flag) return;
  *flag = 1;
  world->coverage.news++;
  state->new_cover_at = state->instructions;
}

static inline void world_cover_entry(struct world *world, struct state *state, uint32_t func) {
  struct func_coverage *covered = &world->coverage.funcs[func];
  if (!covered->is_entered) {
    covered->is_entered = true;
    covered->blocks = alloc_zeroed(world_func(world, func)->blocks.count + 1);
    covered->calls = alloc_zeroed(world_func(world, func)->calls.count + 1);
  }
  world_cover(world, state, &covered->blocks[0]);
}

/* States. Each has frames of its own; they are not shared here. */

static inline void world_push_frame(struct world *world, struct state *state, uint32_t func,
                                    const struct op *call) {
  struct frame *frame = alloc_zeroed(sizeof *frame);
  frame->code = &world->codes[func];
  frame->caller = state->top;
  frame->call = call;
  frame->depth = state->top == NULL ? 1 : state->top->depth + 1;
  state->top = frame;
  state->ins = world_func(world, func)->blocks.data[0].first;
  world_cover_entry(world, state, func);
}

static inline struct state *world_start(struct world *world, uint32_t func) {
  struct state *state = alloc_zeroed(sizeof *state);
  state->number = world->state_count++;
  world_push_frame(world, state, func, NULL);
  world->root = fork_tree_new(state);
  vec_push(&world->states, state);
  return state;
}

static inline struct state *world_fork(struct world *world, struct state *state) {
  struct state *sibling = alloc_bytes(sizeof *sibling);
  state->depth++;
  *sibling = *state;
  sibling->number = world->state_count++;
  struct frame **link = &sibling->top;
  for (const struct frame *frame = state->top; frame != NULL; frame = frame->caller) {
    *link = alloc_bytes(sizeof *frame);
    **link = *frame;
    link = &(*link)->caller;
  }
  memset(sibling->seats, 0xff, sizeof sibling->seats);
  fork_tree_split(state, sibling);
  vec_push(&world->states, sibling);
  return sibling;
}

static inline void world_remove(struct world *world, struct state *state) {
  size_t i = 0;
  while (world->states.data[i] != state) i++;
  memmove(&world->states.data[i], &world->states.data[i + 1],
          (world->states.count - i - 1) * sizeof(struct state *));
  world->states.count--;
  world->root = fork_tree_remove(world->root, state);
  world_free_state(state);
}

static inline uint32_t world_block_of(const struct ir_func *func, uint32_t ins) {
  uint32_t block = 0;
  while (ins - func->blocks.data[block].first >= func->blocks.data[block].count) block++;
  return block;
}

/* What a call may reach: function numbers, of which there are `*count`. The caller frees. */
static inline uint32_t *world_callees(const struct world *world, const struct ir_func *func,
                                      const struct ir_ins *call, uint32_t *count) {
  uint32_t *found = alloc_bytes((world->graph.address_taken_count + 1) * sizeof *found);
  found[0] = call_graph_direct_callee(func, call);
  *count = found[0] != GRAPH_NONE;
  if (*count != 0) return found;
  for (uint32_t i = 0; i < world->graph.address_taken_count; i++) {
    uint32_t callee = world->graph.address_taken[i];
    if (call_graph_accepts(world_func(world, callee), func, &func->calls.data[call->b]))
      found[(*count)++] = callee;
  }
  return found;
}

static inline bool world_step_call(struct world *world, struct state *state) {
  const struct ir_func *func = state->top->code->func;
  const struct ir_ins *call = &func->ins.data[state->ins];
  uint32_t count, *callees = world_callees(world, func, call, &count);
  uint32_t callee = count == 0 ? 1 : callees[random_below(&world->seed, count)];
  free(callees);
  if (callee == 1 || (state->top->depth > 20 && callee >= WORLD_BUILTIN_COUNT)) return false;
  if (callee >= WORLD_BUILTIN_COUNT) {
    world_push_frame(world, state, callee, &state->top->code->ops[state->ins]);
    return true;
  }
  world_cover(world, state, &world->coverage.funcs[func->number].calls[call->b]);
  state->ins++;
  return true;
}

static inline bool world_step_return(struct world *world, struct state *state) {
  struct frame *frame = state->top;
  if (frame->caller == NULL) return false;
  const struct ir_func *caller = frame->caller->code->func;
  uint32_t call = (uint32_t)(frame->call - frame->caller->code->ops);
  world_cover(world, state, &world->coverage.funcs[caller->number].calls[caller->ins.data[call].b]);
  state->ins = call + 1;
  state->top = frame->caller;
  free(frame);
  return true;
}

/* Executes an instruction; false if that ended the path. */
static inline bool world_step(struct world *world, struct state *state) {
  const struct ir_func *func = state->top->code->func;
  const struct ir_ins *ins = &func->ins.data[state->ins];
  state->instructions++;
  if (ins->op == IR_CALL) return world_step_call(world, state);
  if (ins->op == IR_RET) return world_step_return(world, state);
  if (!ir_is_terminator(ins->op)) {
    state->ins++;
    return true;
  }
  uint32_t choice = random_below(&world->seed, ir_successor_count(ins));
  uint32_t target = func->edges.data[ir_successor_edge(func, ins, choice)].target;
  world_cover(world, state, &world->coverage.funcs[func->number].blocks[target]);
  state->ins = func->blocks.data[target].first;
  return true;
}

static inline bool world_is_at_choice(const struct state *state) {
  const struct ir_func *func = state->top->code->func;
  return ir_successor_count(&func->ins.data[state->ins]) > 1;
}

static inline struct searcher *world_search(struct world *world, const char *const *names,
                                            size_t count, uint64_t seed) {
  struct search_options options = {.names = names,
                                   .name_count = count,
                                   .seed = seed,
                                   .program = world->program,
                                   .coverage = &world->coverage,
                                   .fork_root = &world->root};
  char *error = NULL;
  struct searcher *searcher = search_new(&options, &error);
  if (searcher == NULL) fail_msg("%s", error);
  return searcher;
}

/* Runs the state that the searcher picks, for some steps; it forks at choices with a
   likelihood of percent, or ends. As the engine does, adds the forks to the searcher only
   when the state has stopped, which by then has left the places of its siblings. Returns the
   number of the state that was picked. */
static inline uint64_t world_turn(struct world *world, struct searcher *searcher,
                                  unsigned fork_percent, unsigned end_percent) {
  struct state *state = searcher->class->pick(searcher), *siblings[2];
  uint64_t number = state->number;
  size_t sibling_count = 0;
  bool goes_on = random_below(&world->seed, 100) >= end_percent;
  for (uint32_t i = 1 + random_below(&world->seed, 12); goes_on && i > 0; i--) {
    bool forks = random_below(&world->seed, 100) < fork_percent;
    if (world_is_at_choice(state) && forks && sibling_count < 2)
      siblings[sibling_count++] = world_fork(world, state);
    goes_on = world_step(world, state);
  }
  for (size_t i = 0; i < sibling_count; i++) searcher->class->add(searcher, siblings[i], state);
  if (goes_on) {
    if (searcher->class->update != NULL) searcher->class->update(searcher, state);
  } else {
    searcher->class->remove(searcher, state);
    world_remove(world, state);
  }
  return number;
}

#endif
