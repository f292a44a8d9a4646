/* Which annotations are invariants.

   A state that was dropped at a place is in no cube there, and whatever it leads to is in no cube
   of the places that it comes to. So at a loop head, every state that comes of a dropped one
   satisfies one of the annotations of that head. The other states that came to it were followed,
   and have been collected: each of them must satisfy one of the annotations, too, or there is no
   invariant. The disjunction of the annotations then holds whenever the loop is reached.

   An annotation is a conjunction, of which the part is left out that C cannot express: that
   makes it weaker, and never wrong. A cell is a C variable if it is a parameter of the loop
   head that debug information names, or a register that is the only place of a variable.
   Variables in memory have no known type here, and are left out; so are names that several
   variables of a function have, and what is no integer.

   Only loops are written whose keyword is found in the source, where the location of a jump back to
   the head points. */
#include "reduce/subsume/invariant.h"

#include "exec/imply.h"
#include "exec/machine.h"
#include "exec/state.h"
#include "exec/state_live.h"
#include "exec/translate/op.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "ir/ir.h"
#include "reduce/subsume/c_text.h"
#include "reduce/subsume/fact.h"
#include "reduce/subsume/subsume.h"
#include "util/buffer.h"
#include "util/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct imply_budget budget = {.conflicts = 20000};

struct loop {
  uint32_t func, block, loc;
  VEC(struct fact *) facts;
  bool is_open; /* a state was not collected */
};

struct listing {
  struct machine *machine;
  struct sites *sites;
  VEC(struct loop) loops;
  const struct fact *fact; /* whose cells are named */
};

/* ---- loops ---- */

/* Whether the text at the location begins with the word. */
static bool has_word(const char *text, const char *word) {
  size_t length = strlen(word);
  return strncmp(text, word, length) == 0 && !isalnum((unsigned char)text[length]) &&
         text[length] != '_';
}

static bool is_keyword(const struct machine *machine, uint32_t number) {
  const struct ir_loc *loc = &machine->program->locs.data[number];
  struct buffer source = {0};
  bool is_found = false;
  if (loc->inlined_at == 0 && loc->column > 0 &&
      file_read_regular(machine->program->strings.data[loc->file], FILE_MOST_TEXT, true, &source)) {
    buffer_add(&source, "\n");
    const char *at = source.text;
    for (uint32_t line = 1; line < loc->line && at != NULL; line++)
      if ((at = strchr(at, '\n')) != NULL) at++;
    size_t length = at ? strcspn(at, "\n") : 0;
    if (at != NULL && loc->column <= length) {
      at += loc->column - 1;
      is_found = has_word(at, "while") || has_word(at, "for");
    }
  }
  buffer_free(&source);
  return is_found;
}

/* The location of a jump to the block that is a loop's keyword; 0: none. */
static uint32_t find_keyword(const struct machine *machine, const struct ir_func *func,
                             uint32_t block) {
  uint32_t found = 0;
  for (size_t i = 0; i < func->ins.count; i++) {
    const struct ir_ins *ins = &func->ins.data[i];
    if (ins->op != IR_BR || func->edges.data[ins->a].target != block || ins->loc == 0) continue;
    if (!is_keyword(machine, ins->loc)) continue;
    if (found != 0 && found != ins->loc) return 0;
    found = ins->loc;
  }
  return found;
}

static struct loop *find_loop(struct listing *l, const struct state *state) {
  const struct ir_func *func = state->top->code->func;
  uint32_t block = state_point_of(state).ins;
  for (size_t i = 0; i < l->loops.count; i++)
    if (l->loops.data[i].func == func->number && l->loops.data[i].block == block)
      return &l->loops.data[i];
  uint32_t loc = find_keyword(l->machine, func, block);
  if (loc == 0) return NULL;
  struct loop loop = {.func = func->number, .block = block, .loc = loc};
  vec_push(&l->loops, loop);
  return &vec_last(&l->loops);
}

static void list_loops(struct listing *l) {
  for (size_t i = 0; i < l->sites->list.count; i++) {
    const struct site *site = l->sites->list.data[i];
    for (size_t k = 0; k < site->facts.count; k++) {
      struct fact *fact = site->facts.data[k];
      if (!fact->is_proven || fact->shape->is_behind) continue;
      struct loop *loop = find_loop(l, fact->shape->model);
      if (loop != NULL) vec_push(&loop->facts, fact);
    }
  }
}

/* ---- states that were followed ---- */

static bool satisfies(struct listing *l, struct fact *fact, struct state *state) {
  struct outline outline = {0};
  expr_list values = {0};
  bool is_good = outline_take(l->machine, state, false, &outline) &&
                 shape_fit(l->machine, fact->shape, state, &outline, &values) == FITS;
  if (is_good) {
    struct exprs *exprs = l->machine->exprs;
    struct substitution *substitution = substitution_new(exprs);
    shape_substitute(&l->sites->names, fact->shape, &values, substitution);
    struct expr *bad = substitution_apply(substitution, fact->bad);
    substitution_free(substitution);
    is_good = state_implies(l->machine, state, expr_not(exprs, bad), &budget) == IMPLIES;
  }
  outline_free(&outline);
  vec_free(&values);
  return is_good;
}

static bool satisfies_some(struct listing *l, const struct site *site, struct state *state) {
  for (size_t i = 0; i < site->facts.count; i++)
    if (site->facts.data[i]->is_proven && satisfies(l, site->facts.data[i], state)) return true;
  return false;
}

static void check_states(struct listing *l) {
  for (size_t i = 0; i < l->sites->list.count; i++) {
    const struct site *site = l->sites->list.data[i];
    for (size_t k = 0; k < site->kept.count; k++) {
      struct loop *loop = find_loop(l, site->kept.data[k]);
      if (loop == NULL || loop->is_open) continue;
      loop->is_open = site->has_more || !satisfies_some(l, site, site->kept.data[k]);
    }
  }
}

/* ---- variables ---- */

/* Whether the name means one variable throughout the function, an integer. */
static bool is_unique(const struct ir_func *func, uint32_t text) {
  const void *variable = NULL;
  for (size_t i = 0; i < func->names.count; i++) {
    if (func->names.data[i].text != text) continue;
    if (func->names.data[i].variable == NULL) return false;
    if (variable != NULL && variable != func->names.data[i].variable) return false;
    variable = func->names.data[i].variable;
  }
  return variable != NULL;
}

static bool is_parameter(const struct ir_func *func, const struct ir_block *block, uint32_t reg) {
  for (uint32_t i = 0; i < block->param_count; i++)
    if (func->operands.data[block->first_param + i] == reg) return true;
  return false;
}

/* How many registers have the name: of the block's parameters, or of all. */
static unsigned count_registers(const struct ir_func *func, const struct ir_block *block,
                                uint32_t text, bool is_of_block) {
  unsigned count = 0;
  for (size_t i = 0; i < func->names.count; i++)
    count += func->names.data[i].text == text &&
             (!is_of_block || is_parameter(func, block, func->names.data[i].reg));
  return count;
}

static bool is_lost(const struct ir_func *func, uint32_t text) {
  for (size_t i = 0; i < func->lost_names.count; i++)
    if (func->lost_names.data[i] == text) return true;
  return false;
}

static const char *name_register(const struct listing *l, const struct ir_func *func,
                                 uint32_t reg) {
  const struct shape *shape = l->fact->shape;
  const struct ir_block *block = &func->blocks.data[state_point_of(shape->model).ins];
  uint32_t text = 0;
  for (size_t i = 0; i < func->names.count; i++) {
    if (func->names.data[i].reg != reg) continue;
    if (text != 0) return NULL; /* two variables, or twice the same */
    text = func->names.data[i].text;
  }
  if (text == 0 || !is_unique(func, text)) return NULL;
  bool is_good = is_parameter(func, block, reg)
                     ? count_registers(func, block, text, true) == 1
                     : count_registers(func, block, text, false) == 1 && !is_lost(func, text);
  return is_good ? l->machine->program->strings.data[text] : NULL;
}

static const char *name_cell(void *context, const struct expr *e) {
  const struct listing *l = context;
  const struct shape *shape = l->fact->shape;
  const struct ir_func *func = shape->model->top->code->func;
  for (size_t i = 0; i < shape->cells.count; i++) {
    const struct cell *cell = &shape->cells.data[i];
    if (cell->value != e) continue;
    bool is_local = cell->size == 0 && cell->place.frame == 0 && !cell->is_pointer;
    return is_local ? name_register(l, func, cell->place.reg) : NULL;
  }
  return NULL;
}

/* ---- formulas ---- */

/* The parts of the annotation that C can express; false: there are none. */
static bool add_annotation(struct listing *l, const struct fact *fact, struct buffer *out) {
  struct exprs *exprs = l->machine->exprs;
  bool has_some = false;
  l->fact = fact;
  for (size_t i = 0; i < fact->cubes.count; i++) {
    struct buffer part = {0};
    struct expr *outside = expr_not(exprs, cube_formula(exprs, &fact->cubes.data[i]));
    if (fact->cubes.data[i].futures.count == 0 && c_text_add(&part, outside, name_cell, l)) {
      buffer_add(out, "%s%s", has_some ? " && " : "", part.text);
      has_some = true;
    }
    buffer_free(&part);
  }
  return has_some;
}

/* The disjunction of the annotations. */
static char *write_loop(struct listing *l, const struct loop *loop, bool *is_trivial) {
  struct buffer text = {0};
  bool is_good = !loop->is_open;
  *is_trivial = false;
  for (size_t i = 0; i < loop->facts.count && is_good; i++) {
    if (loop->facts.data[i]->cubes.count == 0) *is_trivial = true;
    buffer_add(&text, "%s(", i > 0 ? " || " : "");
    is_good = add_annotation(l, loop->facts.data[i], &text);
    buffer_add(&text, ")");
  }
  char *copy = is_good && loop->facts.count > 0 ? alloc_format("%s", text.text) : NULL;
  buffer_free(&text);
  return copy;
}

void invariants_list(struct machine *machine, struct reducer *subsume, struct invariants *out) {
  struct listing l = {.machine = machine, .sites = subsume_sites(subsume)};
  list_loops(&l);
  check_states(&l);
  for (size_t i = 0; i < l.loops.count; i++) {
    struct loop *loop = &l.loops.data[i];
    bool is_trivial = false;
    char *text = NULL;
    if (!subsume_has_missed(subsume)) text = write_loop(&l, loop, &is_trivial);
    out->loops++;
    if (text != NULL) {
      struct invariant invariant = {loop->loc, loop->func, text};
      vec_push(&out->list, invariant);
    } else if (is_trivial) {
      out->trivial++;
    } else {
      out->left++;
    }
    vec_free(&loop->facts);
  }
  vec_free(&l.loops);
}

void invariants_free(struct invariants *invariants) {
  for (size_t i = 0; i < invariants->list.count; i++) free(invariants->list.data[i].text);
  vec_free(&invariants->list);
}
