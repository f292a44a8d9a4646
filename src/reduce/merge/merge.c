/* The merge. All obstacles are checked before anything is changed, so a refusal has no effect.

   Registers that nothing reads any more are ignored: at the entry of a block those that are not
   live there; in the frames below, and at klee_close_merge, those that are not live after the
   call. A frame that both states share is equal, and so are all frames below it. */
#include "reduce/merge/merge.h"

#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/spares.h"
#include "exec/symbol.h"
#include "exec/translate/code.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/space_merge.h"
#include "reduce/merge/disjunction.h"
#include "solver/path_condition.h"

const char *const merge_refusal_names[MERGE_REFUSAL_COUNT] = {
    [MERGE_GOOD] = "merged",
    [MERGE_PLACE] = "other place",
    [MERGE_STACK] = "other stack objects",
    [MERGE_JUMPS] = "setjmp",
    [MERGE_INPUTS] = "other inputs",
    [MERGE_FORKING] = "klee_set_forking",
    [MERGE_FLOATS] = "floating-point environments differ",
    [MERGE_GROUPS] = "other klee_open_merge",
    [MERGE_LEAKS] = "leaks may differ",
    [MERGE_OVERLAP] = "path conditions overlap",
};

/* ---- checks ---- */

static bool is_same_frame_kind(const struct frame *a, const struct frame *b) {
  return a->code == b->code && a->call == b->call && a->depth == b->depth;
}

static enum merge_refusal check_frames(const struct state *a, const struct state *b) {
  const struct frame *x = a->top, *y = b->top;
  bool has_jumps = a->has_set_jump || b->has_set_jump;
  for (; x != y; x = x->caller, y = y->caller) {
    if (x == NULL || y == NULL || !is_same_frame_kind(x, y)) return MERGE_PLACE;
    if (x->stack_mark != y->stack_mark || x->varargs != y->varargs) return MERGE_STACK;
    if (has_jumps && x->serial != y->serial) return MERGE_JUMPS;
  }
  return MERGE_GOOD;
}

/* Whether an object may be unreachable in only one of the states. It cannot if both have the
   same objects, and the same content wherever the address of one is stored. */
static bool may_leak_apart(const struct state *a, const struct state *b) {
  for (const struct frame *x = a->top, *y = b->top; x != y; x = x->caller, y = y->caller)
    for (uint32_t reg = 0; reg < x->slot_count; reg++)
      if (x->slots[reg] != y->slots[reg] && (space_is_heap_address(&a->space, x->slots[reg]) ||
                                             space_is_heap_address(&b->space, y->slots[reg])))
        return true;
  return space_may_leak_apart(&a->space, &b->space);
}

enum merge_refusal merge_check(const struct machine *machine, const struct state *a,
                               const struct state *b) {
  struct place x = state_place(a), y = state_place(b);
  if (x.func != y.func || x.ins != y.ins) return MERGE_PLACE;
  enum merge_refusal refusal = check_frames(a, b);
  if (refusal != MERGE_GOOD) return refusal;
  if (!symbol_has_same_inputs(a->symbols, b->symbols)) return MERGE_INPUTS;
  if (a->failed_allocations != b->failed_allocations || a->is_asking != b->is_asking)
    return MERGE_INPUTS;
  if (a->forks_not != b->forks_not) return MERGE_FORKING;
  if (a->rounding != b->rounding || a->float_flags != b->float_flags) return MERGE_FLOATS;
  if (!space_may_merge(&a->space, &b->space)) return MERGE_STACK;
  if (machine->options.check_leaks && may_leak_apart(a, b)) return MERGE_LEAKS;
  return MERGE_GOOD;
}

/* ---- registers ---- */

struct merge_job {
  struct machine *machine;
  struct expr *condition; /* holds for `into`, not for `from` */
  struct merge_counts *counts;
};

static struct expr *register_expr(struct machine *machine, const struct frame *frame, uint32_t reg,
                                  unsigned width) {
  struct expr *value = registers_get(frame->symbolic, reg);
  if (value != NULL) return value;
  if (width <= 64) return expr_const(machine->exprs, width, frame->slots[reg]);
  return expr_const_words(machine->exprs, width, &frame->slots[reg]);
}

static bool is_same_register(const struct frame *a, const struct frame *b, uint32_t reg,
                             uint32_t words) {
  struct expr *x = registers_get(a->symbolic, reg), *y = registers_get(b->symbolic, reg);
  if (x != y) return false;
  if (x != NULL) return true;
  return a->slots[reg] == b->slots[reg] && (words < 2 || a->slots[reg + 1] == b->slots[reg + 1]);
}

static void set_register(struct machine *machine, struct frame *frame, uint32_t reg, uint32_t words,
                         struct expr *value) {
  if (expr_is_const(value)) {
    uint64_t plain[2] = {0, 0};
    expr_const_get_words(value, plain);
    for (uint32_t i = 0; i < words; i++) frame->slots[reg + i] = plain[i];
    if (frame->symbolic) registers_clear(frame->symbolic, reg);
    return;
  }
  if (frame->symbolic == NULL)
    frame->symbolic = registers_new(&machine->memory.pool, frame->slot_count);
  registers_set(frame->symbolic, reg, value);
}

/* `into` is unshared. */
static void merge_frame(struct merge_job *m, struct frame *into, const struct frame *from,
                        const struct code_live *live) {
  const struct ir_func *func = into->code->func;
  for (uint32_t reg = 0, words; reg < func->reg_widths.count; reg += words) {
    unsigned width = func->reg_widths.data[reg];
    words = ir_word_count(width);
    if (is_same_register(into, from, reg, words) || !code_is_live(live, reg)) continue;
    struct expr *x = register_expr(m->machine, into, reg, width);
    struct expr *y = register_expr(m->machine, from, reg, width);
    set_register(m->machine, into, reg, words, expr_ite(m->machine->exprs, m->condition, x, y));
    m->counts->registers++;
  }
}

static void merge_frames(struct merge_job *m, struct state *into, const struct state *from) {
  struct pool *pool = &m->machine->memory.pool;
  struct frame **place = &into->top;
  const struct frame *other = from->top;
  uint32_t ins = state_place(into).ins;
  for (bool is_top = true; *place != other; is_top = false) {
    *place = frame_unshare(pool, *place);
    const struct code *code = (*place)->code;
    bool is_entry = is_top && !into->is_closing;
    struct code_live live =
        is_entry ? code_live_at(code, code->ins_block[ins]) : code_live_after(code, ins);
    merge_frame(m, *place, other, &live);
    (*place)->below = 0; /* the values there are about to be merged */
    if ((*place)->caller == NULL) break;
    ins = (*place)->caller->code->origins[(*place)->call - (*place)->caller->code->ops];
    place = &(*place)->caller;
    other = other->caller;
  }
}

/* ---- the whole state ---- */

bool merge_states(struct machine *machine, struct state *into, struct state *from,
                  struct merge_counts *counts) {
  struct merge_job job = {.machine = machine, .counts = counts};
  struct path_condition *path =
      disjunction_of_paths(machine->exprs, into->path, from->path, &job.condition);
  if (job.condition == NULL) {
    counts->refused[MERGE_OVERLAP]++;
    return false;
  }
  struct spares *spares = spares_of_both(machine, into, from, path_condition_depth(path));
  spares_release(into->spares);
  into->spares = spares;
  path_condition_release(into->path);
  into->path = path;
  merge_frames(&job, into, from);
  struct space_merge_counts memory =
      space_merge(&machine->memory, &into->space, &from->space, job.condition);
  memory_forget_all(&machine->memory); /* the pages written are not those of the running state */
  counts->merged++;
  counts->words += memory.words;
  counts->choices += memory.choices;
  into->multiplicity += from->multiplicity;
  if (from->next_serial > into->next_serial) into->next_serial = from->next_serial;
  if (from->depth > into->depth) into->depth = from->depth;
  into->has_set_jump |= from->has_set_jump;
  if (into->top->symbolic != NULL && into->next != NULL) { /* threaded code can no longer run it */
    into->ins = state_place(into).ins;
    into->next = NULL;
  }
  return true;
}
