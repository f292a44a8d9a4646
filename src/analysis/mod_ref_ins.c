/* The effects of single instructions. Constants are never written (that is an error), so they are
   left out on both sides: reading them tells nothing about a state. */
#include "analysis/mod_ref_state.h"

#include "analysis/builtin_effects.h"
#include "analysis/faint.h"
#include "ir/call_graph.h"
#include "ir/operands.h"

#include <string.h>

struct access {
  struct mod_ref *mod_ref;
  const struct ir_func *func;
  uint32_t instance;
  struct effects *effects;
};

static uint32_t add_region(struct mod_ref *mod_ref, struct region region) {
  const struct abstracts *abstracts = points_to_abstracts(mod_ref->points);
  const struct abstract_object *object =
      &abstracts->objects.data[abstracts->locations.data[region.location].object];
  bool is_local = object->kind == ABSTRACT_STACK || object->kind == ABSTRACT_VARARGS;
  vec_push(&mod_ref->regions, region);
  vec_push(&mod_ref->owners, is_local ? object->number : ABSTRACT_NONE);
  return (uint32_t)mod_ref->regions.count - 1;
}

/* The place for the number of a region of a frequent size, else NULL. */
static uint32_t *find_in_table(struct mod_ref *mod_ref, struct region region) {
  static const uint32_t sizes[] = {1, 2, 4, 8, UINT32_MAX};
  unsigned i = 0;
  while (i < sizeof sizes / sizeof *sizes && sizes[i] != region.size) i++;
  if (i == sizeof sizes / sizeof *sizes) return NULL;
  struct region_table *table = &mod_ref->tables[i];
  if (region.location >= table->count) {
    uint32_t count = region.location + region.location / 4 + 64;
    table->numbers = alloc_resize(table->numbers, count * sizeof *table->numbers);
    memset(table->numbers + table->count, 0, (count - table->count) * sizeof *table->numbers);
    table->count = count;
  }
  return &table->numbers[region.location];
}

static uint32_t number_region(struct mod_ref *mod_ref, uint32_t location, uint64_t size) {
  struct region region = {location, size >= UINT32_MAX ? UINT32_MAX : (uint32_t)size};
  uint32_t *place = find_in_table(mod_ref, region);
  if (place != NULL) {
    if (*place == 0) *place = add_region(mod_ref, region) + 1;
    return *place - 1;
  }
  uint64_t key = ((uint64_t)(location + 1) << 32 | region.size) * 0x9e3779b97f4a7c15u;
  uint64_t *number = word_map_place(&mod_ref->region_numbers, key);
  if (*number == 0) *number = (uint64_t)add_region(mod_ref, region) + 1;
  return (uint32_t)*number - 1;
}

/* Wild uses may be excluded. */
static bool is_counted(const struct access *access, uint32_t object) {
  const struct points_to *points = access->mod_ref->points;
  return points_to_abstracts(points)->objects.data[object].kind != ABSTRACT_ANY ||
         !points_to_excludes_wild(points);
}

static void add_set(struct access *access, const struct sparse_set *set, uint64_t size,
                    struct sparse_set *regions) {
  const struct abstracts *abstracts = points_to_abstracts(access->mod_ref->points);
  for (SPARSE_EACH(member, set)) {
    const struct location *location = &abstracts->locations.data[member];
    const struct abstract_object *object = &abstracts->objects.data[location->object];
    if (location->piece != PIECE_NOT || object->holds_none) continue;
    if (!is_counted(access, location->object)) continue;
    if (object->is_constant && regions == &access->effects->writes) continue;
    sparse_set_add(regions, number_region(access->mod_ref, member, size));
  }
}

static void touch(struct access *access, ir_operand address, uint64_t size, bool is_write) {
  add_set(access, points_to_set(access->mod_ref->points, access->instance, address), size,
          is_write ? &access->effects->writes : &access->effects->reads);
}

static uint64_t size_of(const struct access *access, ir_operand operand) {
  uint64_t value;
  bool is_known = points_to_value(access->mod_ref->points, access->instance, operand, &value);
  return is_known ? value : UINT64_MAX;
}

/* The int that __smew_errno points at. */
static void touch_errno(struct access *access) {
  struct mod_ref *mod_ref = access->mod_ref;
  const struct ir_global *global = ir_find_global(mod_ref->program, "__smew_errno");
  const struct abstracts *abstracts = points_to_abstracts(mod_ref->points);
  if (global == NULL) return;
  uint32_t object = points_to_global(mod_ref->points, global->number);
  struct sparse_set content = {0};
  for (uint32_t i = 0; i < abstracts->locations.count; i++) {
    if (abstracts->locations.data[i].object != object) continue;
    points_to_content(mod_ref->points, i, 8, &content);
    sparse_set_add(&access->effects->reads, number_region(mod_ref, i, 8));
  }
  add_set(access, &content, 4, &access->effects->writes);
  add_set(access, &content, 4, &access->effects->reads);
  sparse_set_free(&content);
}

static void free_object(struct access *access, ir_operand operand) {
  touch(access, operand, UINT64_MAX, true);
}

static void add_builtin(struct access *access, const struct ir_call *call,
                        const struct builtin_effect *effect) {
  uint8_t writes = effect->writes;
  uint64_t size = UINT64_MAX, number;
  const ir_operand *args =
      call->arg_count != 0 ? &access->func->operands.data[call->first_arg] : NULL;
  if (effect->size_arg != 0 && effect->size_arg <= call->arg_count)
    size = size_of(access, args[effect->size_arg - 1]);
  if (strcmp(effect->name, BUILTIN_HOST_CALL) == 0 && call->arg_count != 0 &&
      points_to_value(access->mod_ref->points, access->instance, args[0], &number))
    writes = builtin_host_writes(number);
  for (uint32_t i = 0; i < call->arg_count && i < 8; i++) {
    if (effect->reads >> i & 1) touch(access, args[i], effect->copies ? size : UINT64_MAX, false);
    if (writes >> i & 1) touch(access, args[i], size, true);
    if (effect->frees >> i & 1) free_object(access, args[i]);
  }
  if (effect->sets_errno) touch_errno(access);
}

/* Anything that can be reached from the arguments, and from what others handed out before. */
static void add_unknown(struct access *access, const struct ir_call *call) {
  const struct points_to *points = access->mod_ref->points;
  const struct sparse_set *escaped = points_to_escaped(points);
  (void)call;
  const struct abstracts *abstracts = points_to_abstracts(points);
  struct sparse_set whole = {0};
  for (SPARSE_EACH(member, escaped))
    if (is_counted(access, abstracts->locations.data[member].object))
      sparse_set_add(&whole, abstracts->locations.data[member].object);
  for (uint32_t i = 0; i < abstracts->locations.count; i++) {
    const struct location *location = &abstracts->locations.data[i];
    if (location->piece != PIECE_NOT || !sparse_set_has(&whole, location->object)) continue;
    sparse_set_add(&access->effects->reads, number_region(access->mod_ref, i, UINT64_MAX));
    sparse_set_add(&access->effects->writes, number_region(access->mod_ref, i, UINT64_MAX));
  }
  sparse_set_free(&whole);
}

/* What the engine assumes of undefined code: it may write to what its arguments point at. */
static void add_trusted(struct access *access, const struct ir_call *call) {
  for (uint32_t i = 0; i < call->arg_count; i++)
    touch(access, access->func->operands.data[call->first_arg + i], UINT64_MAX, true);
  for (uint32_t i = 0; i < call->vararg_count; i++)
    touch(access, access->func->varargs.data[call->first_vararg + i].operand, UINT64_MAX, true);
}

static void add_bodyless(struct access *access, const struct ir_call *call, uint32_t callee) {
  const struct ir_func *func = access->mod_ref->program->funcs.data[callee];
  if (func->has_body) return;
  const struct builtin_effect *effect = builtin_effect_find(func->name);
  if (effect != NULL)
    add_builtin(access, call, effect);
  else if (points_to_trusts_undefined(access->mod_ref->points))
    add_trusted(access, call);
  else
    add_unknown(access, call);
}

static void add_call(struct access *access, const struct ir_ins *ins) {
  const struct ir_call *call = &access->func->calls.data[ins->b];
  const struct abstracts *abstracts = points_to_abstracts(access->mod_ref->points);
  uint32_t direct = call_graph_direct_callee(access->func, ins);
  for (uint32_t i = 0; i < call->vararg_count; i++) {
    const struct ir_vararg *vararg = &access->func->varargs.data[call->first_vararg + i];
    if (vararg->by_value) touch(access, vararg->operand, vararg->size, false);
  }
  if (direct != GRAPH_NONE) {
    add_bodyless(access, call, direct);
    return;
  }
  if (points_to_may_be_wild(access->mod_ref->points, access->instance, ins->a) &&
      !points_to_excludes_wild(access->mod_ref->points))
    add_unknown(access, call);
  for (SPARSE_EACH(member, points_to_set(access->mod_ref->points, access->instance, ins->a))) {
    const struct location *location = &abstracts->locations.data[member];
    const struct abstract_object *object = &abstracts->objects.data[location->object];
    if (object->kind == ABSTRACT_FUNC) add_bodyless(access, call, object->number);
  }
}

void mod_ref_add_ins_effects(struct mod_ref *mod_ref, const struct ir_func *func, uint32_t instance,
                             uint32_t number, struct effects *effects) {
  struct access access = {mod_ref, func, instance, effects};
  const struct ir_ins *ins = &func->ins.data[number];
  enum { VA_LIST = 24 };
  switch (ins->op) {
  case IR_LOAD:
    if (mod_ref->faint == NULL || !faint_is(mod_ref->faint, func->number, ins->dst))
      touch(&access, ins->a, ir_byte_size(ins->width), false);
    break;
  case IR_STORE: touch(&access, ins->a, ir_byte_size(ins->width), true); break;
  case IR_MEMCPY:
  case IR_MEMMOVE:
    touch(&access, ins->a, size_of(&access, ins->c), true);
    touch(&access, ins->b, size_of(&access, ins->c), false);
    break;
  case IR_MEMSET: touch(&access, ins->a, size_of(&access, ins->c), true); break;
  case IR_VASTART: touch(&access, ins->a, VA_LIST, true); break;
  case IR_SETJMP: touch(&access, ins->a, UINT64_MAX, true); break;
  case IR_LONGJMP: touch(&access, ins->a, UINT64_MAX, false); break;
  case IR_CALL: add_call(&access, ins); break;
  default: break;
  }
}

void mod_ref_add_own_effects(struct mod_ref *mod_ref, const struct ir_func *func, uint32_t instance,
                             struct effects *effects) {
  for (uint32_t block = 0; block < func->blocks.count; block++) {
    const struct ir_block *b = &func->blocks.data[block];
    if (!points_to_block_runs(mod_ref->points, instance, block)) continue;
    for (uint32_t i = b->first; i < b->first + b->count; i++)
      mod_ref_add_ins_effects(mod_ref, func, instance, i, effects);
  }
}
