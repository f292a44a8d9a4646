/* The constraints of an instance, one instruction at a time.

   Integers and addresses are the same words, so whatever is computed from an address carries it:
   sums and differences move it; masks and shifts make it point anywhere into its object, or cut
   pieces out of it, which may be put together again. What ends it: comparisons, counts of bits,
   divisions and products but by powers of two, and arithmetic on pieces too narrow for an address
   (digits). Where the source says which operand of a sum is the address (IR_ADDRESS), the other is
   a distance and carries nothing: otherwise every length, a difference of addresses, would drag its
   string along to whatever it is an index of. */
#include "analysis/points_to_state.h"

#include "analysis/func_shape.h"
#include "analysis/magnitude.h"
#include "ir/ir.h"
#include "ir/operands.h"

static const struct shift no_shift = {0};
/* Not even the bound is kept. */
static const struct shift nowhere = {.offset = SHIFT_DOWN, .stride = 1};
static const struct shift pieces = {.turn = TURN_TO_PIECES};
/* What ends addresses does not end unknown numbers. */
static const struct shift numbers = {.ends_addresses = true};
static const struct shift negated = {.offset = SHIFT_DOWN, .stride = 1, .turn = TURN_NEGATE};
enum { MOST_SCALE = 4096 };

struct generator {
  struct points_to *points;
  uint32_t instance;
  const struct ir_func *func;
  const struct func_shape *shape;
};

bool points_to_operand_value(const struct points_to *points, uint32_t number, ir_operand operand,
                             uint64_t *value) {
  const struct instance *instance = &points->instances.data[number];
  const struct ir_func *func = points->program->funcs.data[instance->func];
  if (ir_is_const(operand)) return ir_const_value(func, operand, value);
  if (instance->is_number == NULL || !instance->is_number[operand]) return false;
  *value = instance->values[operand];
  return true;
}

static uint32_t constant_node(struct points_to *points, struct location location) {
  uint32_t number = abstracts_locate(&points->abstracts, location);
  uint64_t *node = word_map_place(&points->constant_nodes, (number + 1) * 0x9e3779b97f4a7c15u);
  if (*node != 0) return (uint32_t)*node - 1;
  uint32_t made = points_to_new_node(points);
  *node = (uint64_t)made + 1;
  points_to_add_location(points, made, number);
  return made;
}

static uint32_t number_node(struct points_to *points, uint64_t number) {
  return points_to_could_be_address(number) ? points_to_any_node(points, true) : NODE_NONE;
}

uint32_t points_to_operand_node(struct points_to *points, uint32_t number, ir_operand operand) {
  const struct instance *instance = &points->instances.data[number];
  if (!ir_is_const(operand)) {
    bool is_number = instance->is_number != NULL && instance->is_number[operand];
    return is_number ? number_node(points, instance->values[operand])
                     : instance->first_node + operand;
  }
  const struct ir_func *func = points->program->funcs.data[instance->func];
  const struct ir_const *constant = &func->consts.data[operand & ~IR_CONST];
  uint32_t object;
  switch (constant->kind) {
  case IR_CONST_GLOBAL: object = points->global_objects[constant->ref]; break;
  case IR_CONST_FUNC: object = points->func_objects[constant->ref]; break;
  case IR_CONST_INT: return number_node(points, constant->value);
  default: return NODE_NONE;
  }
  return constant_node(points,
                       (struct location){.object = object, .offset = (int64_t)constant->value});
}

static uint32_t node_of(struct generator *g, ir_operand operand) {
  return points_to_operand_node(g->points, g->instance, operand);
}

static bool may_be_address(struct generator *g, uint32_t reg) {
  return g->shape->magnitudes[reg].bits >= LEAST_ADDRESS;
}

static void flow(struct generator *g, ir_operand from, uint32_t to, struct shift shift) {
  if (!may_be_address(g, to)) shift.turn = TURN_TO_PIECES;
  points_to_add_edge(g->points, node_of(g, from), node_of(g, to), shift);
}

/* The same where nothing else flows to the register. */
static void derive(struct generator *g, ir_operand from, uint32_t to, struct shift shift) {
  if (!may_be_address(g, to)) shift.turn = TURN_TO_PIECES;
  points_to_derive(g->points, node_of(g, from), node_of(g, to), shift);
}

/* The same for arithmetic that may make large numbers of small ones. */
static void grow(struct generator *g, ir_operand from, uint32_t to, struct shift shift) {
  shift.widens = may_be_address(g, to);
  flow(g, from, to, shift);
}

/* The result is an unknown number whatever it is computed from, if it is large enough. */
static void begin_number(struct generator *g, uint32_t reg) {
  if (may_be_address(g, reg))
    points_to_add_edge(g->points, points_to_any_node(g->points, true), node_of(g, reg), no_shift);
}

static struct shift shift_of(struct generator *g, ir_operand operand) {
  uint64_t value;
  if (points_to_operand_value(g->points, g->instance, operand, &value))
    return (struct shift){.offset = (int64_t)value};
  return func_shape_shift(g->func, g->shape, operand);
}

/* On a cycle of registers a distance is taken any number of times. Odd distances are steps over
   bytes rather than fields, mostly on cycles that go through memory. */
static struct shift on_cycle(struct generator *g, ir_operand from, uint32_t to,
                             struct shift shift) {
  if (shift.stride != 0 || shift.offset == 0) return shift;
  bool is_cycle = !ir_is_const(from) && g->shape->cycle[from] == g->shape->cycle[to];
  if (!is_cycle) return (struct shift){.offset = shift.offset, .stride = shift.offset % 2 != 0};
  uint64_t step = (uint64_t)(shift.offset < 0 ? -shift.offset : shift.offset);
  return (struct shift){.offset = shift.offset < 0 ? SHIFT_DOWN : 0,
                        .stride = abstract_stride(step)};
}

static bool is_plain_number(const struct ir_func *func, ir_operand operand) {
  uint64_t value;
  return ir_const_value(func, operand, &value);
}

/* Neither operand is a constant, and either may be the address. A distance between addresses is
   pieces of both; added to an address it may give back the other one. What a difference takes away
   may also be a number. */
static void generate_open_sum(struct generator *g, const struct ir_ins *ins, struct shift by_a,
                              struct shift by_b) {
  struct points_to *points = g->points;
  struct sum sum = {
      .a = node_of(g, ins->a), .b = node_of(g, ins->b), .result = node_of(g, ins->dst)};
  if (ins->op == IR_SUB) {
    grow(g, ins->a, ins->dst, nowhere);
    grow(g, ins->b, ins->dst, negated);
    return;
  }
  vec_push(&points->sums, sum);
  uint32_t number = (uint32_t)points->sums.count - 1;
  grow(g, ins->a, ins->dst, on_cycle(g, ins->a, ins->dst, by_b));
  grow(g, ins->b, ins->dst, on_cycle(g, ins->b, ins->dst, by_a));
  points_to_add_constraint(points, sum.a, (struct constraint){CONSTRAINT_SUM, number, 0});
  points_to_add_constraint(points, sum.b, (struct constraint){CONSTRAINT_SUM, number, 0});
}

static void generate_sum(struct generator *g, const struct ir_ins *ins) {
  uint64_t value;
  bool is_sum = ins->op == IR_ADD;
  if (ins->width < LEAST_ADDRESS) {
    flow(g, ins->a, ins->dst, numbers);
    flow(g, ins->b, ins->dst, numbers);
    return;
  }
  struct shift by_b = shift_of(g, ins->b), by_a = shift_of(g, ins->a);
  if (is_sum && (ins->aux & IR_ADDRESS) && !is_plain_number(g->func, ins->a)) {
    derive(g, ins->a, ins->dst, on_cycle(g, ins->a, ins->dst, by_b));
  } else if (points_to_operand_value(g->points, g->instance, ins->b, &value)) {
    if (!is_sum) by_b.offset = -by_b.offset;
    derive(g, ins->a, ins->dst, on_cycle(g, ins->a, ins->dst, by_b));
  } else if (points_to_operand_value(g->points, g->instance, ins->a, &value)) {
    flow(g, ins->b, ins->dst, is_sum ? on_cycle(g, ins->b, ins->dst, by_a) : negated);
  } else {
    generate_open_sum(g, ins, by_a, by_b);
  }
}

static void generate_select(struct generator *g, const struct ir_ins *ins) {
  uint64_t condition;
  bool is_known = points_to_operand_value(g->points, g->instance, ins->a, &condition);
  if (!is_known || condition) flow(g, ins->b, ins->dst, no_shift);
  if (!is_known || !condition) flow(g, ins->c, ins->dst, no_shift);
}

static struct shift narrowed(unsigned width) {
  return (struct shift){.turn = width < LEAST_ADDRESS ? TURN_TO_PIECES : TURN_NOTHING};
}
static struct shift widened(unsigned width) {
  return (struct shift){.offset = SHIFT_DOWN,
                        .stride = 1,
                        .turn = width < LEAST_ADDRESS ? TURN_NOTHING : TURN_TO_ADDRESS};
}

/* Multiplications and divisions by powers of two cut bits out and move them, as shifts do. Pieces
   that are moved up far enough, at once or again and again, are addresses. */
static void generate_scaling(struct generator *g, const struct ir_ins *ins) {
  uint64_t factor = 0;
  bool is_known = points_to_operand_value(g->points, g->instance, ins->b, &factor);
  bool is_shift = ins->op == IR_SHL || ins->op == IR_LSHR || ins->op == IR_ASHR;
  bool goes_up = ins->op == IR_SHL || ins->op == IR_MUL;
  if (is_shift && is_known) factor = factor < 63 ? (uint64_t)1 << factor : UINT64_MAX;
  if (goes_up || !ir_is_const(ins->a)) begin_number(g, ins->dst);
  if (!is_shift && (!is_known || (factor & (factor - 1)) != 0)) {
    grow(g, ins->a, ins->dst, numbers);
    grow(g, ins->b, ins->dst, numbers);
    return;
  }
  bool is_cycle = !ir_is_const(ins->a) && g->shape->cycle[ins->a] == g->shape->cycle[ins->dst];
  bool is_far = !is_known || factor >= MOST_SCALE || is_cycle;
  bool cuts = is_known && factor >= MOST_SCALE && ins->width <= 64;
  if (goes_up)
    flow(g, ins->a, ins->dst, is_far ? widened(ins->width) : nowhere);
  else if (ins->op == IR_UREM ? factor >> LEAST_ADDRESS == 0 : cuts)
    flow(g, ins->a, ins->dst, pieces);
  else
    flow(g, ins->a, ins->dst, nowhere);
}

static void generate_value(struct generator *g, const struct ir_ins *ins) {
  uint64_t mask;
  switch (ins->op) {
  case IR_ADD:
  case IR_SUB: generate_sum(g, ins); return;
  case IR_SELECT: generate_select(g, ins); return;
  case IR_MOV:
  case IR_ZEXT:
  case IR_SEXT: derive(g, ins->a, ins->dst, no_shift); return;
  case IR_TRUNC: derive(g, ins->a, ins->dst, narrowed(ins->width)); return;
  case IR_MUL:
  case IR_UDIV:
  case IR_UREM:
  case IR_SHL:
  case IR_LSHR:
  case IR_ASHR: generate_scaling(g, ins); return;
  case IR_SDIV:
  case IR_SREM:
    grow(g, ins->a, ins->dst, numbers);
    grow(g, ins->b, ins->dst, numbers);
    return;
  case IR_FPTOSI:
  case IR_FPTOUI:
  case IR_FPTOSI_SAT:
  case IR_FPTOUI_SAT:
    begin_number(g, ins->dst);
    flow(g, ins->a, ins->dst, numbers);
    return;
  case IR_CTPOP:
  case IR_CTLZ:
  case IR_CTTZ: return;
  default: break;
  }
  if (ins->op == IR_AND && points_to_operand_value(g->points, g->instance, ins->b, &mask) &&
      mask >> LEAST_ADDRESS == 0) {
    flow(g, ins->a, ins->dst, pieces);
    return;
  }
  unsigned format = ir_opcode_formats[ins->op];
  if (format == IR_FORMAT_COMPARE || format == IR_FORMAT_FCLASS) return;
  bool turns = ins->op == IR_BSWAP || ins->op == IR_BITREV;
  struct shift shift = ins->op >= IR_FADD ? numbers : turns ? widened(ins->width) : nowhere;
  grow(g, ins->a, ins->dst, shift);
  if (format == IR_FORMAT_BINARY || format == IR_FORMAT_TERNARY) grow(g, ins->b, ins->dst, shift);
  if (format == IR_FORMAT_TERNARY) grow(g, ins->c, ins->dst, shift);
}

/* Known numbers leave addresses as they are if they overwrite whole words. */
static void store_node(struct generator *g, uint32_t address, uint32_t from, uint64_t size) {
  points_to_add_constraint(g->points, address, (struct constraint){CONSTRAINT_STORE, from, size});
}

static uint64_t size_of(struct generator *g, ir_operand operand) {
  uint64_t size;
  bool is_known = points_to_operand_value(g->points, g->instance, operand, &size);
  return is_known ? size : UINT64_MAX;
}

static void generate_alloca(struct generator *g, uint32_t number, const struct ir_ins *ins) {
  struct points_to *points = g->points;
  struct abstract_object object = {.kind = ABSTRACT_STACK, .number = g->instance, .ins = number};
  if (!points_to_operand_value(points, g->instance, ins->a, &object.size))
    object.size = ABSTRACT_UNKNOWN_SIZE;
  uint32_t made = abstracts_add_object(&points->abstracts, object);
  points_to_add_object(points, made);
  uint32_t location = abstracts_locate(&points->abstracts, (struct location){.object = made});
  points_to_add_location(points, node_of(g, ins->dst), location);
}

/* A va_list has the addresses of two parts of the area in its second and third word. */
static void generate_vastart(struct generator *g, const struct ir_ins *ins) {
  struct points_to *points = g->points;
  uint32_t area = points->instances.data[g->instance].varargs, list = node_of(g, ins->a);
  if (area == ABSTRACT_NONE || list == NODE_NONE) return;
  for (int word = 1; word <= 2; word++) {
    uint32_t place = points_to_new_node(points);
    struct location part = {.object = area, .offset = word == 1 ? 176 : 0};
    points_to_add_edge(points, list, place, (struct shift){.offset = 8 * word});
    store_node(g, place, constant_node(points, part), 8);
  }
}

static void generate_edge(struct generator *g, uint32_t number) {
  const struct ir_edge *edge = &g->func->edges.data[number];
  const struct ir_block *target = &g->func->blocks.data[edge->target];
  const bool *is_live = g->points->instances.data[g->instance].is_live;
  if (is_live != NULL && !is_live[edge->target]) return;
  for (uint32_t i = 0; i < target->param_count; i++)
    flow(g, g->func->operands.data[edge->first_arg + i],
         g->func->operands.data[target->first_param + i], no_shift);
}

static void generate_return(struct generator *g, const struct ir_ins *ins) {
  const struct instance *instance = &g->points->instances.data[g->instance];
  uint32_t first = instance->first_result;
  for (uint32_t i = 0; i < ins->c && i < g->func->result_widths.count; i++)
    points_to_add_edge(g->points, node_of(g, g->func->operands.data[ins->b + i]), first + i,
                       no_shift);
}

static void generate_ins(struct generator *g, uint32_t number) {
  const struct ir_ins *ins = &g->func->ins.data[number];
  if (ins->op < IR_LOAD) {
    generate_value(g, ins);
    return;
  }
  switch (ins->op) {
  case IR_LOAD:
    points_to_derive_load(g->points, node_of(g, ins->a), node_of(g, ins->dst),
                          ir_byte_size(ins->width));
    break;
  case IR_STORE:
    store_node(g, node_of(g, ins->a), node_of(g, ins->b), ir_byte_size(ins->width));
    break;
  case IR_MEMCPY:
  case IR_MEMMOVE:
    points_to_add_copy(g->points, node_of(g, ins->a), node_of(g, ins->b), size_of(g, ins->c));
    break;
  case IR_MEMSET:
    points_to_add_set(g->points, node_of(g, ins->a), node_of(g, ins->b), size_of(g, ins->c));
    break;
  case IR_ALLOCA: generate_alloca(g, number, ins); break;
  case IR_VASTART: generate_vastart(g, ins); break;
  case IR_CALL: points_to_generate_call(g->points, g->instance, number); break;
  case IR_RET: generate_return(g, ins); break;
  default: break;
  }
  for (uint32_t i = 0; i < ir_successor_count(ins); i++)
    generate_edge(g, ir_successor_edge(g->func, ins, i));
}

void points_to_generate(struct points_to *points, uint32_t instance) {
  uint32_t number = points->instances.data[instance].func;
  struct generator g = {points, instance, points->program->funcs.data[number],
                        &points->shapes[number]};
  for (uint32_t block = 0; block < g.func->blocks.count; block++) {
    const bool *is_live = points->instances.data[instance].is_live;
    if (is_live != NULL && !is_live[block]) continue;
    const struct ir_block *b = &g.func->blocks.data[block];
    for (uint32_t i = b->first; i < b->first + b->count; i++) generate_ins(&g, i);
  }
}
