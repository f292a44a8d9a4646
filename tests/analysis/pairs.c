/* pairs FILE [ARGUMENTS]: runs a program on several inputs, one instruction at a time, and compares
   the runs with what the analyses claim about any two of them.

   Influence: for a target that only one of two runs reaches, the two are reduced to the decisions
   of the branches that are said to influence it and to its own executions. The first difference
   must be that the same branch goes another way: all that differs before was said not to matter.
   Where one run ends at a check that influences the target, that is such a difference, too. Errors
   of instructions that are no branches end the comparison.

   Live memory: a run in which dead bytes of globals, dead registers, and dead variables that are
   only accessed by name have been overwritten at some point must go on as if nothing had happened.

   Inputs are pseudo-random bytes; those of run 0 are zero. Each run is a process of its own, since
   the program is the same. Prints what does not fit, and ends with 1 then. */
#include "analysis/direct_cells.h"
#include "analysis/influence.h"
#include "analysis/live_memory.h"
#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "exec/builtin/builtin.h"
#include "exec/careful/careful.h"
#include "exec/machine.h"
#include "exec/translate/code.h"
#include "front/llvm/front.h"
#include "ir/call_graph.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "util/bitset.h"
#include "util/hash.h"
#include "util/home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  BASES = 3,
  VARIANTS = 7,
  MAX_EVENTS = 1 << 21,
  MAX_STEPS = 4000000,
  MAX_TARGETS = 60,
  SCRIBBLES = 5
};

/* A block was left (target: the block it went to, or NONE for a return), or entered (target: HERE),
   or a pointer was called in it (target: CALLED + function). */
struct run_event {
  uint32_t func, block, target;
};
#define NONE (UINT32_MAX - 1)
#define HERE UINT32_MAX
#define CALLED (UINT32_MAX / 2)

struct run_trace {
  uint32_t count;
  uint64_t inputs; /* bytes */
  uint64_t steps;
  uint32_t end;              /* enum event of the machine; EVENT_NONE: cut off */
  uint32_t func, block, ins; /* where it ended */
  struct run_event events[MAX_EVENTS];
};

struct pairs {
  const struct ir_program *program;
  struct points_to *points;
  struct mod_ref *mod_ref;
  struct live_memory *live;
  struct direct_cells *direct;
  struct influence *influence;
  int argc;
  char **argv;
  uint64_t checked, scribbled, complaints;
};

/* One run. */

struct run_options {
  uint64_t seed;
  uint64_t changed; /* the number of the input byte that has a value of its own; 0: none */
  uint64_t value;
  uint64_t scribble_at; /* step */
};

struct runner {
  struct pairs *pairs;
  struct machine *machine;
  struct run_trace *trace;
  struct run_options options;
  uint64_t inputs;
};

static uint64_t next_input(struct runner *r) {
  uint64_t seed = r->options.seed, number = hash_mix(seed * 1000003, ++r->inputs);
  if (r->inputs == r->options.changed) return r->options.value;
  if (seed == 0) return 0;
  return number % 3 == 0 ? number >> 32 : number >> 8 & 3;
}

static void fill(struct runner *r, uint64_t address, uint64_t size) {
  struct access_fault fault;
  for (uint64_t i = 0; i < size; i++) {
    uint8_t byte = (uint8_t)next_input(r);
    memory_write(&r->machine->memory, &r->machine->state->space, address + i, &byte, 1, &fault);
  }
}

/* Inputs are chosen here instead of being made symbolic. */
static bool chooses_input(struct runner *r, const struct ir_func *func, const struct ir_ins *ins) {
  uint32_t callee = ins->op == IR_CALL ? call_graph_direct_callee(func, ins) : GRAPH_NONE;
  if (callee == GRAPH_NONE || r->pairs->program->funcs.data[callee]->has_body) return false;
  const struct builtin *builtin = r->machine->builtins[callee];
  if (builtin == NULL || !builtin->makes_symbolic) return false;
  const struct ir_call *call = &func->calls.data[ins->b];
  const ir_operand *args = &func->operands.data[call->first_arg];
  const char *name = r->pairs->program->funcs.data[callee]->name;
  if (call->arg_count >= 2 && call->result_count == 0)
    fill(r, value_of(r->machine, args[0]).words[0], value_of(r->machine, args[1]).words[0]);
  for (uint32_t i = 0; i < call->result_count; i++) {
    uint32_t reg = func->operands.data[call->first_result + i];
    unsigned width = func->reg_widths.data[reg];
    uint64_t number =
        strcmp(name, "klee_range") == 0 ? value_of(r->machine, args[0]).words[0] : next_input(r);
    value_set_word(r->machine, reg, width < 64 ? number & (((uint64_t)1 << width) - 1) : number);
  }
  return true;
}

static void note(struct runner *r, uint32_t func, uint32_t block, uint32_t target) {
  struct run_trace *trace = r->trace;
  if (trace->count < MAX_EVENTS)
    trace->events[trace->count++] = (struct run_event){func, block, target};
}

static uint32_t list_frames(const struct state *state, struct live_frame **frames) {
  uint32_t count = state->top->depth, ins = state->ins;
  *frames = alloc_zeroed((count + 1) * sizeof **frames);
  for (const struct frame *frame = state->top; frame != NULL; frame = frame->caller) {
    (*frames)[frame->depth - 1] = (struct live_frame){frame->code->func->number, ins};
    if (frame->caller != NULL)
      ins = (uint32_t)(code_origin(frame->caller->code, frame->call) -
                       frame->caller->code->func->ins.data);
  }
  return count;
}

static void scribble_registers(struct runner *r, struct live_frame at) {
  struct frame *top = r->machine->state->top;
  const struct ir_func *func = top->code->func;
  struct bitset live = live_registers(r->pairs->live, at, true);
  for (uint32_t reg = 0; reg < func->reg_widths.count; reg++) {
    unsigned width = func->reg_widths.data[reg];
    if (width == 0 || width > 64 || bitset_has(&live, reg)) continue;
    value_set_word(r->machine, reg, width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX / 3);
  }
  bitset_free(&live);
}

static void overwrite(struct runner *r, uint64_t address, uint64_t size) {
  struct access_fault fault;
  uint8_t byte = 0x5a;
  for (uint64_t at = 0; at < size; at++)
    memory_write(&r->machine->memory, &r->machine->state->space, address + at, &byte, 1, &fault);
}

/* Variables that are only accessed by name: globals, and those on the stack. */
static void scribble_direct(struct runner *r, const struct live_frame *frames, uint32_t count) {
  struct direct_cells *direct = r->pairs->direct;
  if (!direct_cells_is_known(direct)) return;
  struct bitset live = direct_cells_live(direct, frames, count);
  for (uint32_t i = 0; i < direct_cells_count(direct); i++) {
    uint32_t global = direct_cells_global(direct, i);
    if (!bitset_has(&live, i))
      overwrite(r, r->machine->layout.global_addresses[global],
                r->pairs->program->globals.data[global]->size);
  }
  bitset_free(&live);
  for (const struct frame *frame = r->machine->state->top; frame; frame = frame->caller) {
    struct live_frame at = frames[frame->depth - 1];
    uint32_t locals;
    const struct direct_local *list = direct_cells_locals(direct, at.func, &locals);
    for (uint32_t i = 0; i < locals; i++)
      if (direct_cells_is_dead_local(direct, at, frame->depth == count, i))
        overwrite(r, frame->slots[list[i].reg], list[i].size);
  }
}

/* Overwrites what is dead here: bytes of globals, registers of the topmost frame, and variables. */
static void scribble(struct runner *r) {
  struct pairs *p = r->pairs;
  struct live_frame *frames;
  struct sparse_set live = {0};
  uint32_t count = list_frames(r->machine->state, &frames);
  live_memory_add(p->live, frames, count, &live);
  for (uint32_t i = 0; i < p->program->globals.count; i++) {
    const struct ir_global *global = p->program->globals.data[i];
    uint32_t object = points_to_global(p->points, i);
    struct access_fault fault;
    uint8_t byte = 0xa5;
    for (uint64_t at = 0; !global->is_constant && at < global->size; at++)
      if (!mod_ref_touches(p->mod_ref, &live, object, (int64_t)at, 1))
        memory_write(&r->machine->memory, &r->machine->state->space,
                     r->machine->layout.global_addresses[i] + at, &byte, 1, &fault);
  }
  scribble_direct(r, frames, count);
  scribble_registers(r, frames[count - 1]);
  sparse_set_free(&live);
  free(frames);
}

static void step_through(struct runner *r) {
  struct machine *m = r->machine;
  struct state *state = m->state;
  for (uint64_t step = 0; step < MAX_STEPS && r->trace->count < MAX_EVENTS; step++) {
    const struct frame *frame = state->top;
    const struct code *code = frame->code;
    const struct ir_func *func = code->func;
    const struct ir_ins *ins = &func->ins.data[state->ins];
    uint32_t block = code->ins_block[state->ins], depth = frame->depth;
    const struct ir_block *b = &func->blocks.data[block];
    r->trace->func = func->number;
    r->trace->steps = step;
    r->trace->block = block;
    r->trace->ins = state->ins;
    if (b->first == state->ins) note(r, func->number, block, HERE);
    if (step == r->options.scribble_at) scribble(r);
    bool is_last = state->ins + 1 == b->first + b->count;
    enum outcome outcome =
        chooses_input(r, func, ins) ? OUTCOME_NEXT : careful_handlers[ins->op](m, ins);
    r->trace->end = m->event;
    if (outcome == OUTCOME_STOPPED && m->event == EVENT_FUEL) {
      m->event = EVENT_NONE;
      continue;
    }
    if (outcome == OUTCOME_STOPPED || m->forked.count != 0) return;
    if (outcome == OUTCOME_NEXT) state->ins++;
    if (ins->op == IR_CALL && state->top->depth > depth &&
        call_graph_direct_callee(func, ins) == GRAPH_NONE)
      note(r, func->number, block, CALLED + state->top->code->func->number);
    if (!is_last) continue;
    bool stays = ir_successor_count(ins) != 0 && state->top->depth == depth;
    note(r, func->number, block, stays ? state->top->code->ins_block[state->ins] : NONE);
  }
  r->trace->end = EVENT_NONE;
}

static struct run_trace *new_trace(void) {
  void *memory = mmap(NULL, sizeof(struct run_trace), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) abort();
  return memory;
}

static void run_here(struct pairs *p, struct run_trace *trace, struct run_options run) {
  struct machine_options options = {.max_stack_frames = 8192, .is_quiet = true};
  char *environment[] = {"PATH=/bin", NULL};
  struct runner r = {.pairs = p, .trace = trace, .options = run};
  r.machine = machine_new((struct ir_program *)(uintptr_t)p->program, &options);
  if (!machine_start(r.machine, p->argc, p->argv, environment)) _exit(2);
  r.machine->event = EVENT_NONE;
  r.machine->fuel = INT64_MAX;
  r.machine->is_careful = true;
  r.machine->state->ins = 0;
  r.machine->state->next = NULL;
  step_through(&r);
  trace->inputs = r.inputs;
  _exit(0);
}

/* In a process of its own. NULL if that did not end well. */
static struct run_trace *run_apart(struct pairs *p, struct run_options run) {
  struct run_trace *trace = new_trace();
  int status;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) run_here(p, trace, run);
  if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
    munmap(trace, sizeof *trace);
    return NULL;
  }
  return trace;
}

static void free_trace(struct run_trace *trace) {
  if (trace != NULL) munmap(trace, sizeof *trace);
}

/* Two runs. */

static void complain(struct pairs *p, const char *what, uint32_t func, uint32_t block) {
  p->complaints++;
  fprintf(stderr, "pairs: %s, %s block %u\n", what, p->program->funcs.data[func]->name, block);
}

static bool is_relevant(struct pairs *p, const struct run_event *event,
                        const struct run_event *target) {
  if (event->target == HERE) return event->func == target->func && event->block == target->block;
  return influence_has_branch(p->influence, event->func, event->block);
}

static uint32_t skip_to_relevant(struct pairs *p, const struct run_trace *trace, uint32_t at,
                                 const struct run_event *target) {
  while (at < trace->count && !is_relevant(p, &trace->events[at], target)) at++;
  return at;
}

/* May what remains of the run be missing, or begin here? */
static bool ends_well(struct pairs *p, const struct run_trace *trace) {
  if (trace->end == EVENT_NONE || trace->end == EVENT_ERROR) return true;
  return influence_has_branch(p->influence, trace->func, trace->block);
}

static void check_target(struct pairs *p, const struct run_trace *a, const struct run_trace *b,
                         const struct run_event *target) {
  uint32_t i = 0, j = 0;
  influence_add_target(p->influence, target->func, target->block);
  p->checked++;
  for (;; i++, j++) {
    i = skip_to_relevant(p, a, i, target);
    j = skip_to_relevant(p, b, j, target);
    if (i == a->count || j == b->count) {
      const struct run_trace *ended = i == a->count ? a : b;
      if (i == a->count && j == b->count) break;
      if (!ends_well(p, ended))
        complain(p, "one run ends without a cause", target->func, target->block);
      break;
    }
    const struct run_event *x = &a->events[i], *y = &b->events[j];
    bool is_same_place = x->func == y->func && x->block == y->block;
    if (is_same_place && x->target == y->target) continue;
    bool decides = is_same_place && x->target != HERE && y->target != HERE;
    if (!decides) complain(p, "reached without a cause", target->func, target->block);
    break;
  }
  influence_remove_target(p->influence, target->func, target->block);
}

static uint32_t number_block(const uint32_t *first, const struct run_event *e) {
  return first[e->func] + e->block;
}

/* Blocks that one of the two reaches, spread over all of them. */
static void check_pair(struct pairs *p, const struct run_trace *a, const struct run_trace *b) {
  uint32_t *first = alloc_bytes((p->program->funcs.count + 1) * sizeof *first), blocks = 0;
  for (size_t i = 0; i < p->program->funcs.count; i++) {
    first[i] = blocks;
    blocks += (uint32_t)p->program->funcs.data[i]->blocks.count;
  }
  struct bitset in_b = bitset_new(blocks), is_done = bitset_new(blocks);
  VEC(struct run_event) targets = {0};
  for (uint32_t i = 0; i < b->count; i++)
    if (b->events[i].target == HERE) bitset_add(&in_b, number_block(first, &b->events[i]));
  for (uint32_t i = 0; i < a->count; i++) {
    uint32_t block = number_block(first, &a->events[i]);
    if (a->events[i].target != HERE || bitset_has(&is_done, block) || bitset_has(&in_b, block))
      continue;
    bitset_add(&is_done, block);
    vec_push(&targets, a->events[i]);
  }
  size_t step = targets.count / MAX_TARGETS + 1;
  for (size_t i = 0; i < targets.count; i += step) check_target(p, a, b, &targets.data[i]);
  vec_free(&targets);
  bitset_free(&in_b);
  bitset_free(&is_done);
  free(first);
}

static bool is_same(const struct run_trace *a, const struct run_trace *b) {
  return a != NULL && b != NULL && a->count == b->count && a->end == b->end &&
         memcmp(a->events, b->events, a->count * sizeof *a->events) == 0;
}

static void check_scribbled(struct pairs *p, const struct run_trace *plain,
                            struct run_options run) {
  for (unsigned i = 0; i < SCRIBBLES; i++) {
    run.scribble_at = hash_mix(run.seed + 7, i) % (plain->steps + 1);
    struct run_trace *other = run_apart(p, run);
    p->scribbled++;
    if (!is_same(plain, other)) {
      uint32_t k = 0;
      while (other != NULL && k + 1 < plain->count && k + 1 < other->count &&
             memcmp(&other->events[k], &plain->events[k], sizeof *plain->events) == 0)
        k++;
      complain(p, "dead memory was read", plain->events[k].func, plain->events[k].block);
      fprintf(stderr, "pairs: overwritten at step %llu of run %llu\n",
              (unsigned long long)run.scribble_at, (unsigned long long)run.seed);
    }
    free_trace(other);
  }
}

/* A run, and others that differ from it in one byte of input, and in the arguments. */
static void check_base(struct pairs *p, uint64_t seed) {
  struct run_options run = {.seed = seed, .scribble_at = UINT64_MAX};
  struct run_trace *base = run_apart(p, run), *again = run_apart(p, run);
  /* What depends on the machine's load is not for comparison. */
  if (is_same(base, again)) {
    int argc = p->argc;
    check_scribbled(p, base, run);
    for (unsigned i = 0; i <= VARIANTS; i++) {
      if (i == VARIANTS) p->argc = 1;
      run.changed = i == VARIANTS ? 0 : 1 + hash_mix(seed + 99, i) % (base->inputs + 1);
      run.value = i % 2 ? i : hash_mix(seed, i) & 0xff;
      struct run_trace *other = run_apart(p, run);
      if (other != NULL) check_pair(p, base, other);
      if (other != NULL) check_pair(p, other, base);
      free_trace(other);
    }
    p->argc = argc;
  }
  free_trace(again);
  free_trace(base);
}

static struct ir_program *load(const char *path) {
  char *libc_dir = home_find("SMEW_LIBC", "libc");
  struct llvm_front_options front = {
      .build = {.cc_flags = getenv("COMPARE_FLAGS"), .entry_point = getenv("COMPARE_ENTRY")},
      .opt = LLVM_OPT_DEFAULT,
      .libc_dir = libc_dir,
      .adds_checks = true,
      .check_overshift = true};
  struct ir_program *program = llvm_front_load(path, &front);
  free(libc_dir);
  if (program == NULL) exit(2);
  return program;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: pairs FILE [ARGUMENTS]\n");
    return 2;
  }
  struct ir_program *program = load(argv[1]);
  struct pairs p = {.program = program, .argc = argc - 1, .argv = argv + 1};
  p.points = points_to_new(program, &(struct points_to_options){.excludes_wild = true});
  p.mod_ref = mod_ref_new(program, p.points, NULL);
  p.live = live_memory_new(program, p.points, p.mod_ref);
  p.direct = direct_cells_new(program, NULL);
  p.influence = influence_new(program, p.points, &(struct influence_options){0});
  for (unsigned i = 0; i < BASES; i++) check_base(&p, i);
  fprintf(stderr, "pairs: %llu targets, %llu runs scribbled, %llu complaints\n",
          (unsigned long long)p.checked, (unsigned long long)p.scribbled,
          (unsigned long long)p.complaints);
  influence_free(p.influence);
  direct_cells_free(p.direct);
  live_memory_free(p.live);
  mod_ref_free(p.mod_ref);
  points_to_free(p.points);
  ir_program_free(program);
  return p.complaints != 0;
}
