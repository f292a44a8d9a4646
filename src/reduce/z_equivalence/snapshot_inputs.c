/* Bytes of memory that are inputs which nothing has changed: buffers, files, and the content of
   unknown objects. Most of them occur nowhere else, so that they can have any value, and which
   inputs they are does not matter. Only those that a value or a condition depends on become values
   of the form; the pattern says where they are. So a buffer costs what is known of it, not its
   size.

   Inputs of undefined code may be addresses of unknown objects (exec/builtin/unknown.h): eight
   bytes in a row of such an array are one, and any other number of the same value is not. These
   arrays get canonical names, but their elements stay elements, and the pattern also says which
   spans belong to the same array. A variable without a definition that was not accessed yet is like
   one that was, of whose content nothing is known.

   Arrays that a value depends on as a whole, or that are in memory twice, are compared by name. */
#include "exec/machine.h"
#include "exec/symbol.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "ir/ir.h"
#include "reduce/z_equivalence/snapshot_parts.h"
#include "solver/path_condition.h"

#include <stdlib.h>

/* What is known of an array of spans. */
enum { ARRAY_SEEN = 1, ARRAY_NAMED = 2, ARRAY_POINTERS = 4, ARRAY_OBJECT = 8 };
/* Words of the pattern. */
enum { PATTERN_ANY, PATTERN_NAMED, PATTERN_KEPT, PATTERN_USED };

static uint64_t *find_array(const struct snapshots *all, uint32_t array) {
  return word_map_find(&all->uses.arrays, (uint64_t)array + 1);
}

static int compare_spans(const void *a, const void *b) {
  const struct input_span *x = a, *y = b;
  if (x->array != y->array) return x->array < y->array ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* Arrays with elements that are in two spans are compared by name. */
static void find_copies(struct snapshots *all, const struct snapshot *snapshot) {
  struct input_uses *uses = &all->uses;
  vec_clear(&uses->sorted);
  for (size_t i = 0; i < snapshot->inputs.count; i++)
    if (snapshot->inputs.data[i].array != FLEX_NO_ARRAY)
      vec_push(&uses->sorted, snapshot->inputs.data[i]);
  if (uses->sorted.count > 1)
    qsort(uses->sorted.data, uses->sorted.count, sizeof *uses->sorted.data, compare_spans);
  for (size_t i = 0; i < uses->sorted.count; i++) {
    const struct input_span *span = &uses->sorted.data[i], *before = span - 1;
    uint64_t *known = word_map_place(&uses->arrays, (uint64_t)span->array + 1);
    *known |= ARRAY_SEEN;
    if (i > 0 && before->array == span->array && before->first + before->size > span->first)
      *known |= ARRAY_NAMED;
  }
}

static void note_use(const struct expr_array *array, uint64_t index, void *context) {
  struct snapshots *all = context;
  uint64_t *known = find_array(all, array->number);
  if (known == NULL) return;
  if (index == SUPPORT_ALL)
    *known |= ARRAY_NAMED;
  else
    vec_push(&all->uses.list, ((struct input_use){array->number, index}));
}

static int compare_uses(const void *a, const void *b) {
  const struct input_use *x = a, *y = b;
  if (x->array != y->array) return x->array < y->array ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* In the order of arrays and elements; some more than once. */
static void find_uses(struct snapshots *all, const struct snapshot *snapshot) {
  const struct exprs *exprs = all->machine->exprs;
  struct input_uses *uses = &all->uses;
  vec_clear(&uses->list);
  for (size_t i = 0; i < snapshot->values.count; i++)
    support_walk(exprs, snapshot->values.data[i]->support, note_use, all);
  for (size_t i = 0; i < snapshot->fixed.count; i++)
    support_walk(exprs, snapshot->fixed.data[i], note_use, all);
  for (const struct path_condition *path = snapshot->path; path; path = path->parent)
    support_walk(exprs, path->conjunct->support, note_use, all);
  if (uses->list.count > 1)
    qsort(uses->list.data, uses->list.count, sizeof *uses->list.data, compare_uses);
  all->work += uses->list.count + uses->sorted.count;
}

static void find_pointers(struct snapshots *all, const struct snapshot *snapshot) {
  if (!all->machine->has_unknown) return;
  for (const struct symbol *symbol = snapshot->symbols; symbol; symbol = symbol->before) {
    uint64_t *known = symbol_may_be_pointer(symbol) ? find_array(all, symbol->array->number) : NULL;
    if (known != NULL) *known |= ARRAY_POINTERS | (symbol->is_object ? ARRAY_OBJECT : 0);
  }
}

static void add_pattern(const struct taking *t, uint64_t word, const struct input_span *span) {
  vec_push(&t->snapshot->pattern, word);
  if (t->all->has_tags) vec_push(&t->snapshot->pattern_tags, span->tag);
}

static size_t first_use(const struct input_uses *uses, uint32_t array, uint64_t index) {
  struct input_use wanted = {array, index};
  size_t low = 0, high = uses->list.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (compare_uses(&uses->list.data[middle], &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void add_used(const struct taking *t, const struct input_span *span) {
  struct exprs *exprs = t->all->machine->exprs;
  const struct input_uses *uses = &t->all->uses;
  const struct expr_array *array = expr_find_array(exprs, span->array);
  uint64_t end = span->first + span->size, next = span->first;
  for (size_t i = first_use(uses, span->array, span->first); i < uses->list.count; i++) {
    const struct input_use *use = &uses->list.data[i];
    if (use->array != span->array || use->index >= end) break;
    if (use->index < next) continue;
    next = use->index + 1;
    uint64_t offset = use->index - span->first;
    add_pattern(t, PATTERN_USED, span);
    add_pattern(t, offset, span);
    tag_part(t, PART_CELL, span->tag.owner, span->tag.at + offset);
    add_value(t, expr_input(exprs, array, use->index));
  }
}

static void add_named(const struct taking *t, const struct input_span *span) {
  flexible_fix_array(&t->all->flexible, span->array);
  add_pattern(t, PATTERN_NAMED, span);
  add_pattern(t, span->array, span);
  add_pattern(t, span->first, span);
}

static void add_kept(const struct taking *t, const struct input_span *span, uint64_t known) {
  uint64_t class = unknown_class(known & ARRAY_OBJECT);
  add_pattern(t, PATTERN_KEPT, span);
  add_pattern(t, flexible_name_array(&t->all->flexible, span->array, class), span);
  add_pattern(t, span->first, span);
}

void snapshot_add_inputs(const struct taking *t) {
  struct snapshots *all = t->all;
  struct snapshot *snapshot = t->snapshot;
  if (snapshot->inputs.count == 0) return;
  word_map_clear(&all->uses.arrays);
  find_copies(all, snapshot);
  find_uses(all, snapshot);
  find_pointers(all, snapshot);
  for (size_t i = 0; i < snapshot->inputs.count; i++) {
    const struct input_span *span = &snapshot->inputs.data[i];
    bool is_undefined = span->array == FLEX_NO_ARRAY;
    uint64_t known = is_undefined ? ARRAY_POINTERS : *find_array(all, span->array);
    bool is_named = known & ARRAY_NAMED ||
                    (!is_undefined && flexible_has_rigid_array(&all->flexible, span->array));
    if (is_named) {
      add_named(t, span);
      continue;
    }
    if (known & ARRAY_POINTERS)
      add_kept(t, span, known);
    else
      add_pattern(t, PATTERN_ANY, span);
    if (!is_undefined) add_used(t, span);
  }
}

/* ---- variables without a definition ---- */

static int compare_addresses(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

void snapshots_find_undefined(struct snapshots *all) {
  const struct machine *machine = all->machine;
  const struct ir_program *program = machine->program;
  if (all->knows_undefined) return;
  all->knows_undefined = true;
  if (machine->options.external.mode == EXTERNAL_ERROR) return;
  for (uint32_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    if (!global->is_defined && !global->is_constant)
      vec_push(&all->undefined, machine->layout.global_addresses[i]);
  }
  if (all->undefined.count > 1)
    qsort(all->undefined.data, all->undefined.count, sizeof *all->undefined.data,
          compare_addresses);
}
