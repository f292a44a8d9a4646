/* The form of a snapshot, made when another state is found that looks the same in everything else:
   most states differ in something concrete, and never need one.

   Values that depend on unwritten bytes are compared by name, with all their inputs: whether a
   branch depends on an unwritten byte is something that an error is reported for. */
#include "exec/machine.h"
#include "exec/symbol.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "memory/symbolic.h"
#include "reduce/z_equivalence/cones.h"
#include "reduce/z_equivalence/snapshot_parts.h"
#include "solver/path_condition.h"
#include "util/hash.h"

#include <stdlib.h>

enum { NODE_WORK = 10, KEYS_PER_WORK = 8 }; /* measured on coreutils, in units of machine_work */

static void fix_oldest(struct snapshots *all, const struct snapshot *snapshot) {
  if (snapshot->rigid == 0) return;
  for (const struct symbol *symbol = snapshot->symbols; symbol; symbol = symbol->before)
    if (symbol->count <= snapshot->rigid) flexible_fix_array(&all->flexible, symbol->array->number);
}

static void note_array(const struct expr_array *array, uint64_t index, void *context) {
  struct snapshots *all = context;
  (void)index;
  while (all->live_arrays.count <= array->number / 64) vec_push(&all->live_arrays, 0);
  all->live_arrays.data[array->number / 64] |= (uint64_t)1 << (array->number % 64);
}

static bool is_live(const struct snapshots *all, const struct expr_array *array) {
  return array->number / 64 < all->live_arrays.count &&
         (all->live_arrays.data[array->number / 64] >> (array->number % 64) & 1);
}

/* A value of undefined code may be used as an address, and then leads to an unknown object
   (exec/builtin/unknown.h), other than a number of the same value: it is kept apart from numbers.
   One on which nothing depends that is still read will never be used so. */
static void keep_unknown_pointers(struct snapshots *all, const struct snapshot *snapshot) {
  struct machine *machine = all->machine;
  if (!machine->has_unknown) return;
  vec_clear(&all->live_arrays);
  for (size_t i = 0; i < snapshot->values.count; i++)
    support_walk(machine->exprs, snapshot->values.data[i]->support, note_array, all);
  for (const struct symbol *symbol = snapshot->symbols; symbol; symbol = symbol->before)
    if (symbol_may_be_pointer(symbol) && is_live(all, symbol->array))
      flexible_keep_array(&all->flexible, symbol->array->number, unknown_class(symbol->is_object));
}

/* Before anything is added to the system. */
static void fix_all(struct snapshots *all, const struct snapshot *snapshot) {
  struct memory *memory = &all->machine->memory;
  flexible_clear(&all->flexible);
  for (size_t i = 0; i < snapshot->fixed_arrays.count; i++)
    flexible_fix_array(&all->flexible, snapshot->fixed_arrays.data[i]);
  for (size_t i = 0; i < snapshot->fixed.count; i++)
    flexible_fix(&all->flexible, snapshot->fixed.data[i]);
  for (size_t i = 0; i < snapshot->values.count; i++)
    if (unwritten_concerns(memory, snapshot->values.data[i]))
      flexible_fix(&all->flexible, snapshot->values.data[i]->support);
  for (const struct path_condition *path = snapshot->path; path; path = path->parent)
    if (unwritten_concerns(memory, path->conjunct))
      flexible_fix(&all->flexible, path->conjunct->support);
  fix_oldest(all, snapshot);
}

/* Begins anew with what remains, if that is less. Inputs that were fixed stay so. */
static void solve_equations(struct snapshots *all) {
  struct linear_remainder *remainder = &all->remainder;
  unsigned solved = linear_eliminate(&all->flexible, remainder);
  if (solved == 0) return;
  all->equations += solved;
  flexible_restart(&all->flexible);
  for (size_t i = 0; i < remainder->values.count; i++)
    flexible_add_value(&all->flexible, remainder->values.data[i]);
  for (size_t i = 0; i < remainder->conditions.count; i++)
    flexible_add_condition(&all->flexible, remainder->conditions.data[i]);
  cones_solve(&all->flexible, &all->work);
}

/* Only those that are connected with a value, or all if some inputs are compared by name: see
   form.c. */
static void add_conditions(struct snapshots *all, const struct snapshot *snapshot) {
  struct connected *connected = &all->connected;
  bool is_all = all->flexible.has_rigid;
  connected_begin(connected, all->machine->exprs, is_all ? NULL : snapshot->path);
  for (size_t i = 0; i < snapshot->values.count && !is_all; i++)
    connected_reach(connected, snapshot->values.data[i]->support);
  for (const struct path_condition *path = snapshot->path; path; path = path->parent)
    if (is_all || connected_is_reached(connected, path->conjunct->support))
      flexible_add_condition(&all->flexible, path->conjunct);
  all->work += connected->work / KEYS_PER_WORK;
}

static bool make_form(struct snapshots *all, struct snapshot *snapshot) {
  struct flexible *f = &all->flexible;
  fix_all(all, snapshot);
  snapshot_add_inputs(&(struct taking){all, snapshot});
  keep_unknown_pointers(all, snapshot);
  for (size_t i = 0; i < snapshot->values.count; i++)
    flexible_add_value(f, snapshot->values.data[i]);
  add_conditions(all, snapshot);
  cones_solve(f, &all->work);
  if (all->solves_equations) solve_equations(all);
  all->forms++;
  all->work += NODE_WORK * f->nodes.count;
  return form_make(f, &all->variables, &snapshot->form);
}

void snapshot_forget_system(struct snapshot *snapshot) {
  vec_free(&snapshot->values);
  vec_free(&snapshot->inputs);
  vec_free(&snapshot->fixed);
  vec_free(&snapshot->fixed_arrays);
  path_condition_release(snapshot->path);
  snapshot->path = NULL;
  symbol_release(snapshot->symbols);
  snapshot->symbols = NULL;
}

bool snapshot_complete(struct snapshots *snapshots, struct snapshot *snapshot) {
  if (snapshot->hash != 0) return true;
  if (!make_form(snapshots, snapshot)) return false;
  uint64_t pattern = hash_block(snapshot->pattern.data, snapshot->pattern.count * sizeof(uint64_t));
  snapshot->hash = hash_mix(hash_mix(snapshot->outline, pattern), form_hash(&snapshot->form)) | 1;
  snapshot_forget_system(snapshot);
  return true;
}
