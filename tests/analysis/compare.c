/* compare FILE ARGUMENTS: runs a program concretely, one instruction at a time, and holds what it
   does against the analyses: every address that is used against points-to, every call and block
   against the call arcs and live blocks, every access against mod/ref of all functions on the
   stack, every read against what was called dead before. Prints what does not fit, and ends with 1
   then. An unknown number that is used as an address where the analysis expects that ends the run.

   compare --figures FILE: no run; prints how long the analyses take and how precise they are.

   Objects of a run are matched with abstract ones by the instruction that made them, in the
   instance of the function that the call stack leads to. What the engine made is the world. */
#include "analysis/builtin_effects.h"
#include "analysis/influence.h"
#include "analysis/live_memory.h"
#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "analysis/sparse_set.h"
#include "exec/builtin/builtin.h"
#include "exec/careful/careful.h"
#include "exec/machine.h"
#include "exec/translate/code.h"
#include "front/llvm/front.h"
#include "ir/call_graph.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "util/hash.h"
#include "util/home.h"
#include "util/word_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { MAX_FRAMES = 9000, MAX_COMPLAINTS = 20, WORLD = 0, MAX_SNAPSHOTS = 24 };

/* What was live at some point of the run. */
struct snapshot {
  struct sparse_set live;
  uint64_t step;
};

struct comparison {
  struct machine *machine;
  const struct ir_program *program;
  struct points_to *points;
  struct word_map made;     /* hash of kind, instance and instruction: abstract object + 1 */
  struct word_map standing; /* base address: abstract object + 1 */
  struct word_map checked;  /* what has been found good */
  uint32_t *instances;      /* per depth of the stack */
  uint64_t steps, accesses, calls, dead, complaints;
  bool is_wild; /* an unknown number was used as an address: nothing is claimed from here on */
  struct mod_ref *mod_ref;
  struct effects *effects; /* per instance, once worked out */
  bool *has_effects;
  struct live_memory *live;
  struct snapshot snapshots[MAX_SNAPSHOTS];
  unsigned snapshot_count;
  struct word_map born; /* base address: step */
};

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static uint64_t key_of(unsigned kind, uint32_t instance, uint32_t ins) {
  return hash_mix(hash_mix(hash_mix(77, kind), instance), ins) | 1;
}

static void complain(struct comparison *c, const char *what, uint32_t ins, const char *more) {
  const struct frame *frame = c->machine->state->top;
  const struct ir_func *func = frame->code->func;
  const struct ir_loc *loc = &c->program->locs.data[func->ins.data[ins].loc];
  if (c->complaints++ < MAX_COMPLAINTS)
    fprintf(stderr, "compare: %s: %s, instruction %u (%s, %s:%u) %s\n", func->name, what, ins,
            ir_opcode_names[func->ins.data[ins].op], c->program->strings.data[loc->file], loc->line,
            more);
}

static void describe(const struct comparison *c, uint32_t object, int64_t offset, char *text,
                     size_t size) {
  const struct abstract_object *o = &points_to_abstracts(c->points)->objects.data[object];
  const char *name = "";
  if (o->kind == ABSTRACT_GLOBAL && o->number != ABSTRACT_NONE)
    name = c->program->globals.data[o->number]->name;
  if (o->kind == ABSTRACT_FUNC) name = c->program->funcs.data[o->number]->name;
  if (o->kind >= ABSTRACT_STACK)
    name = c->program->funcs.data[points_to_instance_func(c->points, o->number)]->name;
  snprintf(text, size, "object %u of kind %u (%s) at %lld", object, o->kind, name,
           (long long)offset);
}

/* The abstract object and the offset in it; false for an address of nothing, which is an error. */
static bool find_object(struct comparison *c, uint64_t address, uint32_t *object, int64_t *offset) {
  struct object *found = space_find(&c->machine->state->space, address);
  if (found == NULL || address - found->base >= found->size) return false;
  uint64_t *known = word_map_find(&c->standing, found->base | (uint64_t)1 << 63);
  *object = known ? (uint32_t)*known - 1 : WORLD;
  *offset = (int64_t)(address - found->base);
  return true;
}

static void stand(struct comparison *c, uint64_t base, uint32_t object) {
  *word_map_place(&c->standing, base | (uint64_t)1 << 63) = object + 1;
}

static bool has_location(struct comparison *c, const struct sparse_set *set, uint32_t object,
                         int64_t offset) {
  const struct abstracts *abstracts = points_to_abstracts(c->points);
  for (SPARSE_EACH(member, set)) {
    struct location at = abstracts->locations.data[member];
    if (at.piece != PIECE_NOT) continue;
    if (object == WORLD && abstracts->objects.data[at.object].kind == ABSTRACT_WORLD) return true;
    if (at.object != object) continue;
    if (abstracts->objects.data[object].holds_none) return true;
    if (at.stride == 1 && offset >= at.offset) return true;
    if (at.stride == 1) continue;
    if (at.stride == 0 ? at.offset == offset
                       : (offset % at.stride + at.stride) % at.stride == at.offset)
      return true;
  }
  return false;
}

static uint32_t here(struct comparison *c) { return c->instances[c->machine->state->top->depth]; }

static bool is_local(const struct comparison *c, uint32_t object) {
  unsigned kind = points_to_abstracts(c->points)->objects.data[object].kind;
  return kind == ABSTRACT_STACK || kind == ABSTRACT_VARARGS;
}

/* Functions on the stack that have been called since a local object was made must have the access
   among their effects; those below must have any other access, too. */
static void check_effects(struct comparison *c, uint32_t ins, uint32_t object, int64_t offset,
                          uint64_t size, bool is_write) {
  const struct abstract_object *made = &points_to_abstracts(c->points)->objects.data[object];
  uint32_t top = c->machine->state->top->depth, lowest = 1;
  struct effects own = {0};
  char text[256];
  if (object == WORLD || made->holds_none) return;
  mod_ref_add_ins(c->mod_ref, here(c), ins, &own);
  if (!mod_ref_touches(c->mod_ref, is_write ? &own.writes : &own.reads, object, offset, size)) {
    describe(c, object, offset, text, sizeof text);
    complain(c, is_write ? "write not in mod" : "read not in ref", ins, text);
  }
  effects_free(&own);
  if (is_local(c, object)) {
    for (lowest = top; lowest > 0 && c->instances[lowest] != made->number;) lowest--;
    lowest++;
  }
  for (uint32_t depth = lowest; depth <= top; depth++) {
    uint32_t instance = c->instances[depth];
    uint64_t key = hash_mix(key_of(20 + is_write, instance, object), (uint64_t)offset) | 1;
    uint64_t *is_good = word_map_place(&c->checked, key);
    if (*is_good) continue;
    *is_good = 1;
    if (!c->has_effects[instance]) {
      mod_ref_add_instance(c->mod_ref, instance, &c->effects[instance]);
      c->has_effects[instance] = true;
    }
    const struct effects *effects = &c->effects[instance];
    if (mod_ref_touches(c->mod_ref, is_write ? &effects->writes : &effects->reads, object, offset,
                        size))
      continue;
    describe(c, object, offset, text, sizeof text);
    complain(c, is_write ? "write not in a caller's mod" : "read not in a caller's ref", ins, text);
  }
}

static void check_live(struct comparison *c, uint32_t ins, uint64_t base, uint32_t object,
                       int64_t offset, uint64_t size) {
  uint64_t *born = word_map_find(&c->born, base | (uint64_t)1 << 63);
  char text[256];
  if (object == WORLD || points_to_abstracts(c->points)->objects.data[object].holds_none) return;
  for (unsigned i = 0; i < c->snapshot_count; i++) {
    const struct snapshot *snapshot = &c->snapshots[i];
    if (born != NULL && *born > snapshot->step) continue;
    uint64_t key = hash_mix(key_of(30, i, object), (uint64_t)offset) | 1;
    uint64_t *is_good = word_map_place(&c->checked, key);
    if (*is_good) continue;
    *is_good = 1;
    if (mod_ref_touches(c->mod_ref, &snapshot->live, object, offset, size)) continue;
    describe(c, object, offset, text, sizeof text);
    complain(c, "read of what was dead", ins, text);
  }
}

static void take_snapshot(struct comparison *c) {
  const struct state *state = c->machine->state;
  uint32_t depth = state->top->depth;
  if (c->snapshot_count == MAX_SNAPSHOTS) return;
  struct live_frame *frames = alloc_zeroed((depth + 1) * sizeof *frames);
  uint32_t ins = state->ins;
  for (const struct frame *frame = state->top; frame != NULL; frame = frame->caller) {
    frames[frame->depth - 1] = (struct live_frame){frame->code->func->number, ins};
    if (frame->caller != NULL)
      ins = (uint32_t)(code_origin(frame->caller->code, frame->call) -
                       frame->caller->code->func->ins.data);
  }
  struct snapshot *snapshot = &c->snapshots[c->snapshot_count++];
  snapshot->step = c->steps;
  live_memory_add(c->live, frames, depth, &snapshot->live);
  for (uint32_t i = 0; i < c->program->globals.count; i++) {
    uint32_t object = points_to_global(c->points, i);
    c->dead +=
        !mod_ref_touches(c->mod_ref, &snapshot->live, object, 0, c->program->globals.data[i]->size);
  }
  free(frames);
}

static void check_address(struct comparison *c, uint32_t ins, ir_operand operand, uint64_t size,
                          bool is_write) {
  uint64_t address = value_of(c->machine, operand).words[0];
  uint32_t object, instance = here(c);
  int64_t offset;
  char text[256];
  if (size == 0 || !find_object(c, address, &object, &offset)) return;
  c->accesses++;
  bool is_claimed = has_location(c, points_to_set(c->points, instance, operand), object, offset);
  if (!is_claimed && points_to_may_be_wild(c->points, instance, operand)) c->is_wild = true;
  if (c->is_wild) return;
  if (!is_write) check_live(c, ins, address - (uint64_t)offset, object, offset, size);
  uint64_t key =
      hash_mix(hash_mix(key_of(9, instance, ins), operand), hash_mix(object, (uint64_t)offset)) | 1;
  uint64_t *is_good = word_map_place(&c->checked, key);
  if (*is_good) return;
  *is_good = 1;
  check_effects(c, ins, object, offset, size, is_write);
  if (is_claimed) return;
  describe(c, object, offset, text, sizeof text);
  complain(c, "address not in its points-to set", ins, text);
}

static void check_builtin(struct comparison *c, uint32_t ins, const struct ir_func *callee) {
  const struct ir_func *func = c->machine->state->top->code->func;
  const struct ir_call *call = &func->calls.data[func->ins.data[ins].b];
  const struct builtin_effect *effect = builtin_effect_find(callee->name);
  if (effect == NULL) return;
  uint8_t writes = effect->writes | effect->frees;
  if (strcmp(effect->name, BUILTIN_HOST_CALL) == 0)
    writes =
        builtin_host_writes(value_of(c->machine, func->operands.data[call->first_arg]).words[0]);
  for (uint32_t i = 0; i < call->arg_count; i++) {
    ir_operand operand = func->operands.data[call->first_arg + i];
    if (effect->reads >> i & 1) check_address(c, ins, operand, 1, false);
    if (writes >> i & 1) check_address(c, ins, operand, 1, true);
  }
}

static void check_before(struct comparison *c, const struct ir_func *func, uint32_t number) {
  const struct ir_ins *ins = &func->ins.data[number];
  uint64_t size = ir_byte_size(ins->width);
  switch (ins->op) {
  case IR_LOAD: check_address(c, number, ins->a, size, false); break;
  case IR_STORE: check_address(c, number, ins->a, size, true); break;
  case IR_MEMCPY:
  case IR_MEMMOVE:
    size = value_of(c->machine, ins->c).words[0];
    check_address(c, number, ins->b, size, false);
    check_address(c, number, ins->a, size, true);
    break;
  case IR_MEMSET:
    check_address(c, number, ins->a, value_of(c->machine, ins->c).words[0], true);
    break;
  case IR_VASTART: check_address(c, number, ins->a, 24, true); break;
  case IR_CALL: {
    uint32_t callee = call_graph_direct_callee(func, ins);
    if (callee != GRAPH_NONE && !c->program->funcs.data[callee]->has_body)
      check_builtin(c, number, c->program->funcs.data[callee]);
    break;
  }
  default: break;
  }
}

static uint32_t find_made(struct comparison *c, unsigned kind, uint32_t instance, uint32_t ins) {
  uint64_t *found = word_map_find(&c->made, key_of(kind, instance, ins));
  return found ? (uint32_t)*found - 1 : ABSTRACT_NONE;
}

static void note_made(struct comparison *c, unsigned kind, uint32_t instance, uint32_t ins,
                      uint64_t base) {
  uint32_t object = find_made(c, kind, instance, ins);
  if (base == 0) return;
  if (object == ABSTRACT_NONE)
    complain(c, "makes an object that the analysis does not know", ins, "");
  else
    stand(c, base, object);
  *word_map_place(&c->born, base | (uint64_t)1 << 63) = c->steps;
}

static void check_entry(struct comparison *c, uint32_t instance, uint32_t ins) {
  const struct frame *top = c->machine->state->top;
  uint32_t callee = points_to_enter(c->points, instance, ins, top->code->func->number);
  c->calls++;
  if (callee == ABSTRACT_NONE) {
    fprintf(stderr, "compare: no arc for a call of %s\n", top->code->func->name);
    exit(1);
  }
  c->instances[top->depth] = callee;
  if (top->code->func->is_variadic && top->varargs != 0)
    note_made(c, ABSTRACT_VARARGS, callee, 0, top->varargs);
}

static void check_after(struct comparison *c, const struct ir_func *func, uint32_t number,
                        const struct frame *frame, uint32_t depth) {
  const struct ir_ins *ins = &func->ins.data[number];
  struct frame *top = c->machine->state->top;
  uint32_t instance = c->instances[depth];
  if (ins->op == IR_ALLOCA) note_made(c, ABSTRACT_STACK, instance, number, frame->slots[ins->dst]);
  if (ins->op != IR_CALL) return;
  if (top->depth > depth) {
    check_entry(c, instance, number);
    return;
  }
  uint32_t callee = call_graph_direct_callee(func, ins);
  if (callee == GRAPH_NONE || c->program->funcs.data[callee]->has_body) return;
  const struct builtin_effect *effect = builtin_effect_find(c->program->funcs.data[callee]->name);
  const struct ir_call *call = &func->calls.data[ins->b];
  if (effect != NULL && effect->stores_fresh) {
    uint64_t base = 0, place = value_of(c->machine, func->operands.data[call->first_arg]).words[0];
    struct access_fault fault;
    if (memory_read(&c->machine->memory, &c->machine->state->space, place, &base, 8, &fault))
      note_made(c, ABSTRACT_HEAP, instance, number, base);
  }
  if (effect == NULL || effect->result != RESULT_FRESH || call->result_count == 0) return;
  note_made(c, ABSTRACT_HEAP, instance, number,
            frame->slots[func->operands.data[call->first_result]]);
}

static void check_block(struct comparison *c) {
  const struct state *state = c->machine->state;
  const struct code *code = state->top->code;
  uint32_t block = code->ins_block[state->ins];
  if (code->func->blocks.data[block].first == state->ins &&
      !points_to_block_runs(c->points, here(c), block))
    complain(c, "block was thought never to run", state->ins, "");
}

/* Inputs are zero: what would make them symbolic does nothing. */
static bool skips(struct comparison *c, const struct ir_func *func, const struct ir_ins *ins) {
  uint32_t callee = ins->op == IR_CALL ? call_graph_direct_callee(func, ins) : GRAPH_NONE;
  if (callee == GRAPH_NONE || c->program->funcs.data[callee]->has_body) return false;
  const struct builtin *builtin = c->machine->builtins[callee];
  if (builtin == NULL || !builtin->makes_symbolic) return false;
  const struct ir_call *call = &func->calls.data[ins->b];
  for (uint32_t i = 0; i < call->result_count; i++)
    value_set_word(c->machine, func->operands.data[call->first_result + i], 0);
  return true;
}

static void run(struct comparison *c, uint64_t most) {
  struct machine *m = c->machine;
  struct state *state = m->state;
  m->event = EVENT_NONE;
  m->fuel = INT64_MAX;
  m->is_careful = true;
  state->ins = 0;
  state->next = NULL;
  for (; c->steps < most; c->steps++) {
    const struct ir_func *func = state->top->code->func;
    uint32_t number = state->ins, depth = state->top->depth;
    const struct frame *frame = state->top;
    const struct ir_ins *ins = &func->ins.data[number];
    check_block(c);
    if ((c->steps & (c->steps - 1)) == 0 && c->steps > 16) take_snapshot(c);
    check_before(c, func, number);
    if (c->is_wild) return;
    enum outcome outcome = skips(c, func, ins) ? OUTCOME_NEXT : careful_handlers[ins->op](m, ins);
    if (outcome == OUTCOME_STOPPED && m->event == EVENT_FUEL) {
      m->event = EVENT_NONE;
      continue;
    }
    if (outcome == OUTCOME_STOPPED || m->forked.count != 0) return;
    if (outcome == OUTCOME_NEXT) state->ins++;
    check_after(c, func, number, frame, depth);
  }
}

static void match_objects(struct comparison *c) {
  const struct abstracts *abstracts = points_to_abstracts(c->points);
  for (uint32_t i = 0; i < abstracts->objects.count; i++) {
    const struct abstract_object *object = &abstracts->objects.data[i];
    if (object->kind >= ABSTRACT_STACK)
      *word_map_place(&c->made, key_of(object->kind, object->number, object->ins)) = i + 1;
  }
  for (uint32_t i = 0; i < c->program->globals.count; i++)
    stand(c, c->machine->layout.global_addresses[i], points_to_global(c->points, i));
}

/* COMPARE_FLAGS and COMPARE_ENTRY in the environment: flags for clang, and where the program
   starts instead of main. */
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

static int compare_sizes(const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void print_sets(struct points_to *points, const struct ir_program *program) {
  VEC(uint32_t) sizes = {0};
  uint64_t total = 0, arcs = 0, sites = 0, most_arcs = 0, empty = 0, wild = 0;
  const struct abstracts *abstracts = points_to_abstracts(points);
  for (uint32_t i = 0; i < points_to_instance_count(points); i++) {
    const struct ir_func *func = program->funcs.data[points_to_instance_func(points, i)];
    for (uint32_t j = 0; j < func->ins.count; j++) {
      const struct ir_ins *ins = &func->ins.data[j];
      bool is_access = ins->op == IR_LOAD || ins->op == IR_STORE;
      if (ins->op == IR_CALL && call_graph_direct_callee(func, ins) == GRAPH_NONE) {
        uint32_t count, here_count = 0;
        const struct points_to_arc *list = points_to_arcs(points, i, &count);
        for (uint32_t k = 0; k < count; k++) here_count += list[k].ins == j;
        sites++;
        arcs += here_count;
        if (here_count > most_arcs) most_arcs = here_count;
      }
      if (!is_access || ir_is_const(ins->a)) continue;
      uint32_t size = 0, last = ABSTRACT_NONE;
      struct sparse_set objects = {0};
      for (SPARSE_EACH(member, points_to_set(points, i, ins->a))) {
        uint32_t object = abstracts->locations.data[member].object;
        if (abstracts->locations.data[member].piece != PIECE_NOT) continue;
        if (object != last && sparse_set_add(&objects, object)) size++;
        last = object;
      }
      sparse_set_free(&objects);
      wild += points_to_may_be_wild(points, i, ins->a);
      empty += size == 0;
      total += size;
      vec_push(&sizes, size);
    }
  }
  qsort(sizes.data, sizes.count, sizeof *sizes.data, compare_sizes);
  if (sizes.count)
    printf("accesses %zu, objects each: average %.1f median %u 90%% %u most %u, none %llu, wild "
           "%llu\n",
           sizes.count, (double)total / (double)sizes.count, sizes.data[sizes.count / 2],
           sizes.data[sizes.count * 9 / 10], vec_last(&sizes), (unsigned long long)empty,
           (unsigned long long)wild);
  printf("indirect calls %llu, arcs %llu, most %llu\n", (unsigned long long)sites,
         (unsigned long long)arcs, (unsigned long long)most_arcs);
  vec_free(&sizes);
}

/* How many objects calls of the instances may write. */
static void print_effects(const struct points_to *points, const struct mod_ref *mod_ref) {
  const struct abstracts *abstracts = points_to_abstracts(points);
  uint32_t count = points_to_instance_count(points);
  uint64_t objects = 0, regions = 0;
  for (uint32_t i = 0; i < count; i++) {
    struct effects effects = {0};
    struct sparse_set written = {0};
    mod_ref_add_instance(mod_ref, i, &effects);
    for (SPARSE_EACH(number, &effects.writes)) {
      uint32_t location = mod_ref_region(mod_ref, number).location;
      sparse_set_add(&written, abstracts->locations.data[location].object);
    }
    objects += sparse_set_size(&written);
    regions += sparse_set_size(&effects.writes);
    sparse_set_free(&written);
    effects_free(&effects);
  }
  if (count != 0)
    printf("writes of instances: average %.1f objects, %.1f regions\n", (double)objects / count,
           (double)regions / count);
}

static void print_figures(const struct ir_program *program) {
  struct points_to_options options = {.excludes_wild = true};
  size_t instructions = 0;
  for (size_t i = 0; i < program->funcs.count; i++)
    instructions += program->funcs.data[i]->ins.count;
  struct rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  double start = seconds();
  struct points_to *points = points_to_new(program, &options);
  double end = seconds();
  getrusage(RUSAGE_SELF, &after);
  printf("functions %zu, instructions %zu, instances %u, objects %zu, locations %zu\n",
         program->funcs.count, instructions, points_to_instance_count(points),
         points_to_abstracts(points)->objects.count, points_to_abstracts(points)->locations.count);
  printf("points-to %.2f s, %ld MB more\n", end - start,
         (after.ru_maxrss - before.ru_maxrss) / 1024);
  start = seconds();
  struct mod_ref *mod_ref = mod_ref_new(program, points, NULL);
  printf("mod/ref %.2f s, %u regions\n", seconds() - start, mod_ref_region_count(mod_ref));
  start = seconds();
  struct influence_options influence_options = {0};
  struct influence *influence = influence_new(program, points, &influence_options);
  uint32_t branches = 0, all = 0, halting = 0;
  for (uint32_t f = 0; f < program->funcs.count; f++)
    halting += program->funcs.data[f]->has_body && influence_may_halt(influence, f);
  const struct ir_func *main_func = ir_find_func(program, "main");
  if (main_func != NULL) influence_add_target(influence, main_func->number, 0);
  for (uint32_t f = 0; f < program->funcs.count; f++)
    for (uint32_t b = 0; b < program->funcs.data[f]->blocks.count; b++) {
      bool decides = ir_successor_count(ir_terminator(program->funcs.data[f], b)) > 1;
      all += decides;
      branches += influence_has_branch(influence, f, b);
    }
  printf("influence %.2f s, functions that may halt %u, branches %u, of these before main %u\n",
         seconds() - start, halting, all, branches);
  influence_free(influence);
  getrusage(RUSAGE_SELF, &after);
  printf("all: %ld MB more\n", (after.ru_maxrss - before.ru_maxrss) / 1024);
  print_effects(points, mod_ref);
  mod_ref_free(mod_ref);
  print_sets(points, program);
  points_to_free(points);
}

int main(int argc, char **argv) {
  bool shows_figures = argc > 1 && strcmp(argv[1], "--figures") == 0;
  if (argc < 2 + shows_figures) {
    fprintf(stderr, "usage: compare [--figures] FILE [ARGUMENTS]\n");
    return 2;
  }
  struct ir_program *program = load(argv[1 + shows_figures]);
  if (shows_figures) {
    print_figures(program);
    ir_program_free(program);
    return 0;
  }
  struct comparison c = {.program = program};
  struct points_to_options options = {.excludes_wild = true};
  c.points = points_to_new(program, &options);
  c.mod_ref = mod_ref_new(program, c.points, NULL);
  c.live = live_memory_new(program, c.points, c.mod_ref);
  uint32_t instances = points_to_instance_count(c.points);
  c.effects = alloc_zeroed((instances + 1) * sizeof *c.effects);
  c.has_effects = alloc_zeroed(instances + 1);
  struct machine_options machine_options = {
      .max_stack_frames = 8192, .is_quiet = true, .shows_program_output = true};
  c.machine = machine_new(program, &machine_options);
  char *environment[] = {"PATH=/bin", NULL};
  if (!machine_start(c.machine, argc - 1, argv + 1, environment)) return 2;
  c.instances = alloc_zeroed(MAX_FRAMES * sizeof *c.instances);
  match_objects(&c);
  for (uint32_t i = 0; i < points_to_instance_count(c.points); i++) {
    uint32_t caller, ins;
    if (points_to_instance_func(c.points, i) == c.machine->state->top->code->func->number &&
        !points_to_instance_site(c.points, i, &caller, &ins))
      c.instances[1] = i;
  }
  run(&c, (uint64_t)50000000);
  fflush(stdout);
  fprintf(stderr,
          "compare: %llu steps, %llu accesses, %llu calls, %u points with %llu dead globals, "
          "%llu complaints, event %d%s\n",
          (unsigned long long)c.steps, (unsigned long long)c.accesses, (unsigned long long)c.calls,
          c.snapshot_count, (unsigned long long)c.dead, (unsigned long long)c.complaints,
          (int)c.machine->event, c.is_wild ? ", wild" : "");
  word_map_free(&c.made);
  word_map_free(&c.standing);
  word_map_free(&c.checked);
  free(c.instances);
  for (uint32_t i = 0; i < instances; i++) effects_free(&c.effects[i]);
  for (unsigned i = 0; i < c.snapshot_count; i++) sparse_set_free(&c.snapshots[i].live);
  free(c.effects);
  free(c.has_effects);
  word_map_free(&c.born);
  live_memory_free(c.live);
  mod_ref_free(c.mod_ref);
  points_to_free(c.points);
  int status = c.complaints != 0;
  machine_free(c.machine);
  return status;
}
