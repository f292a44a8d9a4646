/* Potential writes, for the potential dependencies of the paper (section 3.2.1).

   Points-to analysis is asked to exclude wild addresses: numbers that were not computed from an
   address (analysis/points_to.h). Otherwise it would know nothing of a program that reads input
   into buffers. So accesses that can only be wild count as writing anything, and accesses that may
   be are watched where they happen (writes_expect). Left is code that no path has executed and that
   uses an unknown number as an address although it could have used a real one.

   An object is known by the instruction that made it, an abstract one by the instruction of all its
   instances: clones of a function are not kept apart here, since traces do not say which it is. */
#include "reduce/redundant/writes.h"

#include "analysis/builtin_effects.h"
#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "exec/machine.h"
#include "ir/call_graph.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "memory/address.h"
#include "reduce/redundant/flow.h"
#include "util/alloc.h"
#include "util/hash.h"
#include "util/word_map.h"

#include <stdlib.h>

/* Who makes an object. */
typedef uint64_t site_key;
#define SITE_UNKNOWN UINT64_MAX

struct known_object {
  uint64_t base, size;
  site_key site;
  uint32_t next; /* of the same page, plus 1 */
};

typedef VEC(uint32_t) number_list;

struct writes {
  const struct machine *machine;
  const struct ir_program *program;
  const struct points_to *points;
  struct mod_ref *mod_ref;
  struct flows *flows;
  struct word_map sites; /* site_key: number of the list of its regions, plus 1 */
  VEC(number_list) regions_of;
  struct word_map pages; /* number of a page: of its newest object, plus 1 */
  VEC(struct known_object) objects;
  struct word_map touching; /* hash of site, offset and size: number in `sets`, plus 1 */
  struct word_map sides;    /* function and edge: the same */
  struct word_map effects;  /* function and instruction: the same */
  struct word_map uses;     /* the same, of what it reads, too */
  VEC(struct write_set *) sets;
  struct word_map observers; /* function and instruction: 1 no, 2 yes */
  struct word_map guarded;   /* function and instruction: 1 any address is fine, 2 look */
  number_list *instances;    /* per function */
  bool *is_check;            /* per function: a builtin that may end the path */
  bool *is_wild;             /* per function: it, or what it calls, has an access that can only be
                                wild */
};

static site_key make_key(unsigned kind, uint32_t func, uint32_t ins) {
  return (uint64_t)(kind + 1) << 60 | (uint64_t)(func & 0xfffffff) << 32 | ins;
}

static uint64_t pair(uint32_t func, uint32_t number) { return (uint64_t)(func + 1) << 32 | number; }

/* ---- sites ---- */

static site_key key_of_abstract(const struct writes *writes, const struct abstract_object *object) {
  switch ((enum abstract_kind)object->kind) {
  case ABSTRACT_GLOBAL: return make_key(ABSTRACT_GLOBAL, 0, object->number);
  case ABSTRACT_STACK:
  case ABSTRACT_HEAP:
    return make_key(object->kind, points_to_instance_func(writes->points, object->number),
                    object->ins);
  case ABSTRACT_VARARGS: return make_key(ABSTRACT_VARARGS, 0, 0);
  case ABSTRACT_WORLD:
  case ABSTRACT_ANY:
  case ABSTRACT_FUNC: break;
  }
  return SITE_UNKNOWN;
}

static void list_regions(struct writes *writes) {
  const struct abstracts *abstracts = points_to_abstracts(writes->points);
  for (size_t i = 0; i < abstracts->objects.count; i++) {
    site_key key = key_of_abstract(writes, &abstracts->objects.data[i]);
    uint64_t *place = key == SITE_UNKNOWN ? NULL : word_map_place(&writes->sites, key);
    if (place == NULL || *place != 0) continue;
    vec_push(&writes->regions_of, (number_list){0});
    *place = writes->regions_of.count;
  }
  for (uint32_t i = 0; i < mod_ref_region_count(writes->mod_ref); i++) {
    uint32_t location = mod_ref_region(writes->mod_ref, i).location;
    const struct abstract_object *object =
        &abstracts->objects.data[abstracts->locations.data[location].object];
    site_key key = key_of_abstract(writes, object);
    if (key == SITE_UNKNOWN) continue;
    uint64_t list = *word_map_find(&writes->sites, key);
    vec_push(&writes->regions_of.data[list - 1], i);
  }
}

/* ---- accesses that can only be wild ---- */

static bool can_only_be_wild(const struct writes *writes, uint32_t instance, ir_operand address) {
  if (!points_to_may_be_wild(writes->points, instance, address)) return false;
  const struct abstracts *abstracts = points_to_abstracts(writes->points);
  for (SPARSE_EACH(member, points_to_set(writes->points, instance, address))) {
    const struct location *at = &abstracts->locations.data[member];
    if (at->piece == PIECE_NOT && abstracts->objects.data[at->object].kind != ABSTRACT_ANY)
      return false;
  }
  return true;
}

static bool ins_is_wild(const struct writes *writes, uint32_t instance, const struct ir_func *func,
                        const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_LOAD:
  case IR_STORE:
  case IR_MEMSET: return can_only_be_wild(writes, instance, ins->a);
  case IR_MEMCPY:
  case IR_MEMMOVE:
    return can_only_be_wild(writes, instance, ins->a) || can_only_be_wild(writes, instance, ins->b);
  case IR_CALL:
    return call_graph_direct_callee(func, ins) == GRAPH_NONE &&
           can_only_be_wild(writes, instance, ins->a);
  default: return false;
  }
}

static bool func_is_wild(const struct writes *writes, uint32_t instance) {
  const struct ir_func *func =
      writes->program->funcs.data[points_to_instance_func(writes->points, instance)];
  for (size_t i = 0; i < func->ins.count; i++)
    if (ins_is_wild(writes, instance, func, &func->ins.data[i])) return true;
  return false;
}

static void find_wild(struct writes *writes) {
  uint32_t count = points_to_instance_count(writes->points);
  writes->is_wild = alloc_zeroed(writes->program->funcs.count + 1);
  for (uint32_t i = 0; i < count; i++)
    if (func_is_wild(writes, i)) writes->is_wild[points_to_instance_func(writes->points, i)] = true;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t arc_count, func = points_to_instance_func(writes->points, i);
      const struct points_to_arc *arcs = points_to_arcs(writes->points, i, &arc_count);
      for (uint32_t k = 0; k < arc_count && !writes->is_wild[func]; k++)
        if (writes->is_wild[points_to_instance_func(writes->points, arcs[k].callee)])
          writes->is_wild[func] = has_changed = true;
    }
  }
}

bool writes_have_wild(const struct writes *writes) {
  for (uint32_t i = 0; i < points_to_instance_count(writes->points); i++) {
    const struct ir_func *func =
        writes->program->funcs.data[points_to_instance_func(writes->points, i)];
    for (size_t k = 0; k < func->ins.count; k++)
      if (func->ins.data[k].op != IR_LOAD && ins_is_wild(writes, i, func, &func->ins.data[k]))
        return true;
  }
  return false;
}

/* An instruction of some instance, with what it calls. */
static bool may_only_be_wild(const struct writes *writes, uint32_t func, uint32_t ins) {
  const struct ir_func *body = writes->program->funcs.data[func];
  for (size_t n = 0; n < writes->instances[func].count; n++) {
    uint32_t i = writes->instances[func].data[n];
    if (ins_is_wild(writes, i, body, &body->ins.data[ins])) return true;
    uint32_t count;
    const struct points_to_arc *arcs = points_to_arcs(writes->points, i, &count);
    for (uint32_t k = 0; k < count; k++)
      if (arcs[k].ins == ins &&
          writes->is_wild[points_to_instance_func(writes->points, arcs[k].callee)])
        return true;
  }
  return false;
}

/* ---- making ---- */

static void note(struct writes *writes, uint64_t base, uint64_t size, site_key site) {
  uint64_t last = base + (size == 0 ? 0 : size - 1);
  for (uint64_t page = base >> ADDRESS_PAGE_BITS; page <= last >> ADDRESS_PAGE_BITS; page++) {
    uint64_t *place = word_map_place(&writes->pages, page + 1);
    bool is_known = false;
    for (uint64_t at = *place; at != 0 && !is_known; at = writes->objects.data[at - 1].next) {
      struct known_object *object = &writes->objects.data[at - 1];
      is_known = object->base == base && object->site == site && object->size >= size;
    }
    if (is_known) continue;
    vec_push(&writes->objects, ((struct known_object){base, size, site, (uint32_t)*place}));
    *place = writes->objects.count;
  }
}

struct writes *writes_new(const struct machine *machine, const struct points_to *points,
                          struct mod_ref *mod_ref, struct flows *flows) {
  struct writes *writes = alloc_zeroed(sizeof *writes);
  writes->machine = machine;
  writes->program = machine->program;
  writes->points = points;
  writes->mod_ref = mod_ref;
  writes->flows = flows;
  list_regions(writes);
  writes->instances = alloc_zeroed((writes->program->funcs.count + 1) * sizeof(number_list));
  for (uint32_t i = 0; i < points_to_instance_count(points); i++)
    vec_push(&writes->instances[points_to_instance_func(points, i)], i);
  find_wild(writes);
  writes->is_check = alloc_zeroed(writes->program->funcs.count + 1);
  for (size_t i = 0; i < writes->program->funcs.count; i++) {
    const struct ir_func *func = writes->program->funcs.data[i];
    const struct builtin_effect *effect = func->has_body ? NULL : builtin_effect_find(func->name);
    writes->is_check[i] = effect != NULL && effect->returns == RETURN_MAYBE;
  }
  for (uint32_t i = 0; i < writes->program->globals.count; i++)
    note(writes, machine->layout.global_addresses[i], writes->program->globals.data[i]->size,
         make_key(ABSTRACT_GLOBAL, 0, i));
  return writes;
}

void writes_free(struct writes *writes) {
  if (writes == NULL) return;
  for (size_t i = 0; i < writes->regions_of.count; i++) vec_free(&writes->regions_of.data[i]);
  for (size_t i = 0; i < writes->program->funcs.count; i++) vec_free(&writes->instances[i]);
  free(writes->instances);
  for (size_t i = 0; i < writes->sets.count; i++) {
    sparse_set_free(&writes->sets.data[i]->regions);
    bitset_free(&writes->sets.data[i]->registers);
    free(writes->sets.data[i]);
  }
  vec_free(&writes->regions_of);
  vec_free(&writes->sets);
  vec_free(&writes->objects);
  struct word_map *maps[] = {&writes->sites,     &writes->pages,   &writes->touching,
                             &writes->sides,     &writes->effects, &writes->uses,
                             &writes->observers, &writes->guarded};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) word_map_free(maps[i]);
  free(writes->is_wild);
  free(writes->is_check);
  free(writes);
}

static bool is_site(const struct writes *writes, site_key key) {
  return word_map_find(&writes->sites, key) != NULL;
}

void writes_note_object(struct writes *writes, uint64_t base, uint64_t size, uint32_t func,
                        uint32_t ins) {
  const struct ir_func *body = writes->program->funcs.data[func];
  site_key stack = make_key(ABSTRACT_STACK, func, ins), heap = make_key(ABSTRACT_HEAP, func, ins);
  site_key varargs = make_key(ABSTRACT_VARARGS, 0, 0), site = SITE_UNKNOWN;
  if (is_site(writes, stack))
    site = stack;
  else if (is_site(writes, heap))
    site = heap;
  else if (body->ins.data[ins].op == IR_CALL && is_site(writes, varargs) &&
           body->calls.data[body->ins.data[ins].b].vararg_count > 0)
    site = varargs;
  note(writes, base, size, site);
}

/* ---- questions ---- */

static struct write_set *new_set(struct writes *writes, uint64_t *place) {
  vec_push(&writes->sets, alloc_zeroed(sizeof(struct write_set)));
  *place = writes->sets.count;
  return vec_last(&writes->sets);
}

/* The regions of a site that have one of the bytes. */
static const struct write_set *find_touching(struct writes *writes, site_key site, uint64_t offset,
                                             uint32_t size) {
  uint64_t key = hash_mix(hash_mix(hash_mix(1, site), offset), size) | 1;
  uint64_t *place = word_map_place(&writes->touching, key);
  if (*place != 0) return writes->sets.data[*place - 1];
  const struct abstracts *abstracts = points_to_abstracts(writes->points);
  struct write_set *set = new_set(writes, place);
  uint64_t *list = word_map_find(&writes->sites, site);
  if (list == NULL) {
    set->is_anything = true;
    return set;
  }
  const number_list *numbers = (const number_list *)&writes->regions_of.data[*list - 1];
  for (size_t i = 0; i < numbers->count; i++) {
    struct region region = mod_ref_region(writes->mod_ref, numbers->data[i]);
    struct location at = abstracts->locations.data[region.location];
    struct location wanted = {.object = at.object, .offset = (int64_t)offset};
    uint64_t length = region.size == UINT32_MAX ? UINT64_MAX : region.size;
    if (abstract_overlaps(at, length, wanted, size))
      sparse_set_add(&set->regions, numbers->data[i]);
  }
  return set;
}

static void unite(struct write_set *target, const struct write_set *source) {
  sparse_set_unite(&target->regions, &source->regions);
  target->is_anything |= source->is_anything;
}

void writes_add_regions(struct writes *writes, uint64_t address, uint32_t size,
                        struct write_set *set) {
  const uint64_t *place = word_map_find(&writes->pages, (address >> ADDRESS_PAGE_BITS) + 1);
  bool is_found = false;
  for (uint64_t at = place ? *place : 0; at != 0; at = writes->objects.data[at - 1].next) {
    const struct known_object *object = &writes->objects.data[at - 1];
    if (address < object->base || address >= object->base + object->size) continue;
    is_found = true;
    unite(set, find_touching(writes, object->site, address - object->base, size));
  }
  if (!is_found) set->is_anything = true;
}

static void add_block(struct writes *writes, uint32_t func, uint32_t block, struct write_set *set) {
  const struct ir_block *b = &writes->program->funcs.data[func]->blocks.data[block];
  struct effects effects = {0};
  mod_ref_add_block(writes->mod_ref, func, block, &effects);
  sparse_set_unite(&set->regions, &effects.writes);
  effects_free(&effects);
  for (uint32_t i = b->first; i < b->first + b->count && !set->is_anything; i++)
    set->is_anything = may_only_be_wild(writes, func, i);
}

static void add_registers(const struct ir_func *func, uint32_t block, struct write_set *set) {
  const struct ir_block *b = &func->blocks.data[block];
  struct ir_operand_list list = {0};
  for (uint32_t i = 0; i < b->param_count; i++)
    bitset_add(&set->registers, func->operands.data[b->first_param + i]);
  for (uint32_t i = b->first; i < b->first + b->count; i++)
    ir_list_defs(func, &func->ins.data[i], &list);
  for (size_t i = 0; i < list.count; i++) bitset_add(&set->registers, list.data[i]);
  vec_free(&list);
}

const struct write_set *writes_of_side(struct writes *writes, uint32_t func, uint32_t block,
                                       uint32_t edge) {
  uint64_t *place = word_map_place(&writes->sides, pair(func, edge));
  if (*place != 0) return writes->sets.data[*place - 1];
  struct write_set *set = new_set(writes, place);
  struct bitset side = flows_side(writes->flows, func, block, edge);
  const struct ir_func *body = writes->program->funcs.data[func];
  set->registers = bitset_new(body->reg_widths.count + 1);
  for (size_t b = bitset_next(&side, 0); b != BITSET_NONE; b = bitset_next(&side, b + 1)) {
    add_block(writes, func, (uint32_t)b, set);
    add_registers(body, (uint32_t)b, set);
  }
  bitset_free(&side);
  return set;
}

const struct write_set *writes_of_ins(struct writes *writes, uint32_t func, uint32_t ins) {
  uint64_t *place = word_map_place(&writes->effects, pair(func, ins));
  if (*place != 0) return writes->sets.data[*place - 1];
  struct write_set *set = new_set(writes, place);
  struct effects effects = {0};
  mod_ref_add_call(writes->mod_ref, func, ins, &effects);
  sparse_set_unite(&set->regions, &effects.writes);
  effects_free(&effects);
  set->is_anything = may_only_be_wild(writes, func, ins);
  return set;
}

bool writes_meet(const struct write_set *a, const struct write_set *b) {
  bool is_a = a->is_anything || a->regions.count > 0, is_b = b->is_anything || b->regions.count > 0;
  if (a->is_anything || b->is_anything) return is_a && is_b;
  return sparse_set_meets(&a->regions, &b->regions);
}

bool writes_is_check(const struct writes *writes, uint32_t callee) {
  return writes->is_check[callee];
}

/* ---- assumptions ---- */

static bool may_be_wild(const struct writes *writes, uint32_t func, ir_operand operand) {
  for (size_t i = 0; i < writes->instances[func].count; i++)
    if (points_to_may_be_wild(writes->points, writes->instances[func].data[i], operand))
      return true;
  return false;
}

static const struct write_set *uses_of_ins(struct writes *writes, uint32_t func, uint32_t ins) {
  uint64_t *place = word_map_place(&writes->uses, pair(func, ins));
  if (*place != 0) return writes->sets.data[*place - 1];
  struct write_set *set = new_set(writes, place);
  struct effects effects = {0};
  mod_ref_add_call(writes->mod_ref, func, ins, &effects);
  sparse_set_unite(&set->regions, &effects.writes);
  sparse_set_unite(&set->regions, &effects.reads);
  effects_free(&effects);
  return set;
}

bool writes_expect(struct writes *writes, uint32_t func, uint32_t ins, uint64_t address) {
  const struct ir_ins *access = &writes->program->funcs.data[func]->ins.data[ins];
  if (access->op != IR_LOAD && access->op != IR_STORE) return true;
  uint64_t *guarded = word_map_place(&writes->guarded, pair(func, ins));
  if (*guarded == 0) *guarded = 1 + may_be_wild(writes, func, access->a);
  if (*guarded == 1) return true;
  struct write_set here = {0};
  writes_add_regions(writes, address, 1, &here);
  bool is_expected = here.is_anything || here.regions.count == 0 ||
                     sparse_set_meets(&uses_of_ins(writes, func, ins)->regions, &here.regions);
  sparse_set_free(&here.regions);
  return is_expected;
}

static bool is_address(const struct writes *writes, uint32_t func, ir_operand operand) {
  struct sparse_set set = {0};
  bool result = false;
  const struct abstracts *abstracts = points_to_abstracts(writes->points);
  if (operand == IR_NONE) return false;
  points_to_collect(writes->points, func, operand, &set);
  for (SPARSE_EACH(member, &set)) {
    const struct location *at = &abstracts->locations.data[member];
    result |= at->piece == PIECE_NOT && abstracts->objects.data[at->object].kind != ABSTRACT_ANY;
  }
  sparse_set_free(&set);
  return result;
}

/* Objects are aligned to 16 bytes, wherever they are. */
static bool is_small(const struct ir_func *func, ir_operand operand, uint64_t most) {
  uint64_t value;
  return ir_const_value(func, operand, &value) && value <= most;
}

static bool observes(const struct writes *writes, const struct ir_func *func,
                     const struct ir_ins *ins) {
  /* musl and the runtime look at the alignment of objects only. System calls have numbers and
     addresses as the same arguments. */
  if (func->is_library) return false;
  bool is_convert = ir_opcode_formats[ins->op] == IR_FORMAT_CONVERT;
  if ((is_convert ? ins->c : ins->width) <= ADDRESS_SPACE_BITS) return false;
  switch (ins->op) {
  case IR_AND:
    if (is_small(func, ins->a, 15) || is_small(func, ins->b, 15)) return false;
    break;
  case IR_UREM:
    if (is_small(func, ins->b, 16) && (func->consts.data[ins->b & ~IR_CONST].value & 1) == 0) {
      uint64_t value = func->consts.data[ins->b & ~IR_CONST].value;
      if (value != 0 && (value & (value - 1)) == 0) return false;
    }
    break;
  case IR_OR:
  case IR_XOR:
  case IR_MUL:
  case IR_UDIV:
  case IR_SDIV:
  case IR_SREM:
  case IR_SHL:
  case IR_LSHR:
  case IR_ASHR:
  case IR_BSWAP:
  case IR_BITREV:
  case IR_CTPOP:
  case IR_CTLZ:
  case IR_SITOFP:
  case IR_UITOFP: break;
  case IR_TRUNC: return is_address(writes, func->number, ins->a);
  default: return false;
  }
  bool is_unary = ir_opcode_formats[ins->op] == IR_FORMAT_UNARY || is_convert;
  return is_address(writes, func->number, ins->a) ||
         (!is_unary && is_address(writes, func->number, ins->b));
}

bool writes_observe_layout(struct writes *writes, uint32_t func, uint32_t ins) {
  uint64_t *known = word_map_place(&writes->observers, pair(func, ins));
  const struct ir_func *body = writes->program->funcs.data[func];
  if (*known == 0) *known = 1 + observes(writes, body, &body->ins.data[ins]);
  return *known == 2;
}
