/* The other half of the generator: blocks, edges and whole programs. */
#ifndef TESTS_GENERATE_FLOW_H
#define TESTS_GENERATE_FLOW_H

#include "generate.h"

enum { GENERATE_MAX_BLOCKS = 6 };

/* A loop block counts down in its first parameter and goes to the exit block at zero;
   else its hop block, which may use all its values, goes on somewhere. */
struct generate_block {
  uint32_t number, hop;
  unsigned widths[GENERATE_MAX_PARAMS];
  uint32_t params[GENERATE_MAX_PARAMS];
  uint32_t param_count;
};

struct generate_flow {
  struct generate_block blocks[GENERATE_MAX_BLOCKS];
  unsigned block_count;
  uint32_t exit;
  uint32_t exit_params[GENERATE_MAX_PARAMS];
  unsigned exit_widths[GENERATE_MAX_PARAMS];
  uint32_t exit_param_count;
};

/* An edge to a block; its arguments are preferably parameters of the block it leaves,
   so that they change places on the way round. */
static inline uint32_t generate_edge(struct generate *g, const struct generate_block *from,
                                     const struct generate_block *to, ir_operand counter) {
  ir_operand args[GENERATE_MAX_PARAMS];
  args[0] = counter;
  for (uint32_t i = 1; i < to->param_count; i++) {
    args[i] = IR_NONE;
    for (int k = 0; from && k < 4 && args[i] == IR_NONE; k++) {
      uint32_t pick = 1 + (uint32_t)generate_below(g, GENERATE_MAX_PARAMS - 1);
      if (pick < from->param_count && from->widths[pick] == to->widths[i])
        args[i] = from->params[pick];
    }
    if (args[i] == IR_NONE) args[i] = generate_operand(g, to->widths[i]);
  }
  return ir_new_edge(g->func, to->number, args, to->param_count);
}

static inline const struct generate_block *generate_target(struct generate *g,
                                                           const struct generate_flow *flow) {
  return &flow->blocks[generate_below(g, flow->block_count)];
}

static inline void generate_switch(struct generate *g, const struct generate_flow *flow,
                                   const struct generate_block *from, ir_operand counter) {
  static const unsigned widths[] = {8, 16, 32, 32, 64, 64, 7, 33, 63};
  unsigned width = widths[generate_below(g, sizeof widths / sizeof *widths)];
  uint64_t mask = ir_mask(width), shift = generate_chance(g, 30) ? width - 3 : 0;
  uint64_t base = generate_chance(g, 50) ? 0 : random_next(&g->random);
  ir_operand value = generate_binary_ins(g, IR_AND, width, 0, generate_operand(g, width),
                                         ir_const_int(g->func, width, 7));
  if (shift)
    value = generate_binary_ins(g, IR_SHL, width, 0, value, ir_const_int(g->func, width, shift));
  value = generate_binary_ins(g, IR_ADD, width, 0, value, ir_const_int(g->func, width, base));
  struct ir_case cases[8];
  uint32_t count = 0;
  for (uint64_t i = 0; i < 8; i++)
    if (generate_chance(g, 60))
      cases[count++] = (struct ir_case){((i << shift) + base) & mask,
                                        generate_edge(g, from, generate_target(g, flow), counter)};
  uint32_t fallback = generate_edge(g, from, generate_target(g, flow), counter);
  uint32_t first = (uint32_t)g->func->cases.count;
  for (uint32_t i = 0; i < count; i++) vec_push(&g->func->cases, cases[i]);
  generate_line(g);
  rig_emit(g->rig, g->func,
           (struct ir_ins){.op = IR_SWITCH,
                           .width = (uint8_t)width,
                           .dst = fallback,
                           .a = value,
                           .b = first,
                           .c = count});
}

static inline void generate_indirect(struct generate *g, const struct generate_flow *flow,
                                     const struct generate_block *from, ir_operand counter) {
  uint32_t edges[GENERATE_MAX_BLOCKS];
  for (unsigned i = 0; i < flow->block_count; i++)
    edges[i] = generate_edge(g, from, &flow->blocks[i], counter);
  ir_operand condition = generate_operand(g, 1);
  ir_operand a = ir_const_block(g->func, g->func->number, generate_target(g, flow)->number);
  ir_operand b = ir_const_block(g->func, g->func->number, generate_target(g, flow)->number);
  if (generate_chance(g, g->error_percent)) b = ir_const_func(g->func, g->func->number);
  generate_line(g);
  ir_operand address = rig_ternary(g->rig, g->func, IR_SELECT, 64, condition, a, b);
  uint32_t first = (uint32_t)g->func->cases.count;
  for (unsigned i = 0; i < flow->block_count; i++)
    vec_push(&g->func->cases, ((struct ir_case){0, edges[i]}));
  generate_line(g);
  rig_emit(
      g->rig, g->func,
      (struct ir_ins){
          .op = IR_INDIRECTBR, .dst = IR_NONE, .a = address, .b = first, .c = flow->block_count});
}

static inline void generate_hop(struct generate *g, const struct generate_flow *flow,
                                const struct generate_block *from, ir_operand counter) {
  ir_start_block(g->func, from->hop);
  for (uint64_t i = generate_below(g, 4); i > 0; i--) generate_ins(g);
  uint64_t choice = generate_below(g, 10);
  if (choice < 2) {
    uint32_t edge = generate_edge(g, from, generate_target(g, flow), counter);
    generate_line(g);
    rig_emit(g->rig, g->func, (struct ir_ins){.op = IR_BR, .dst = IR_NONE, .a = edge});
  } else if (choice < 7) {
    uint32_t yes = generate_edge(g, from, generate_target(g, flow), counter);
    uint32_t no = generate_edge(g, from, generate_target(g, flow), counter);
    unsigned width = generate_width(g);
    ir_operand a = generate_operand(g, width), b = generate_operand(g, width);
    ir_operand test = generate_binary_ins(g, (unsigned)random_between(&g->random, IR_EQ, IR_SMULO),
                                          width, 0, a, b);
    generate_line(g);
    rig_branch(g->rig, g->func, generate_chance(g, 90) ? test : generate_operand(g, 1), yes, no);
  } else if (choice < 9) {
    generate_switch(g, flow, from, counter);
  } else {
    generate_indirect(g, flow, from, counter);
  }
  rig_close(g->func, from->hop);
}

static inline void generate_loop_block(struct generate *g, const struct generate_flow *flow,
                                       const struct generate_block *block) {
  ir_start_block(g->func, block->number);
  for (uint32_t i = 0; i < block->param_count; i++) generate_keep(g, block->params[i]);
  for (uint64_t i = random_between(&g->random, 1, 10); i > 0; i--) generate_ins(g);
  ir_operand args[GENERATE_MAX_PARAMS];
  for (uint32_t i = 0; i < flow->exit_param_count; i++)
    args[i] = generate_operand(g, flow->exit_widths[i]);
  ir_operand counter =
      generate_binary_ins(g, IR_SUB, 32, 0, block->params[0], ir_const_int(g->func, 32, 1));
  ir_operand is_done = generate_binary_ins(g, IR_EQ, 32, 0, counter, ir_const_int(g->func, 32, 0));
  generate_line(g);
  uint32_t leave = ir_new_edge(g->func, flow->exit, args, flow->exit_param_count);
  rig_branch(g->rig, g->func, is_done, leave, ir_new_edge(g->func, block->hop, NULL, 0));
  rig_close(g->func, block->number);
  generate_hop(g, flow, block, counter);
}

static inline void generate_entry(struct generate *g, const struct generate_flow *flow) {
  for (uint64_t i = generate_below(g, 3); i > 0; i--) {
    uint64_t size = random_between(&g->random, 16, 300);
    ir_operand bytes = ir_const_int(g->func, 64, size);
    generate_line(g);
    if (generate_chance(g, 40)) bytes = rig_unary(g->rig, g->func, IR_MOV, 64, bytes);
    vec_push(&g->buffers, ((struct generate_buffer){rig_alloca(g->rig, g->func, bytes, "local", 8),
                                                    size, false}));
  }
  for (uint64_t i = generate_below(g, 8); i > 0; i--) generate_ins(g);
  ir_operand counter = ir_const_int(g->func, 32, random_between(&g->random, 1, 12));
  uint32_t edge = generate_edge(g, NULL, &flow->blocks[0], counter);
  generate_line(g);
  rig_emit(g->rig, g->func, (struct ir_ins){.op = IR_BR, .dst = IR_NONE, .a = edge});
  rig_close(g->func, 0);
}

static inline void generate_new_blocks(struct generate *g, struct generate_flow *flow) {
  flow->block_count = (unsigned)random_between(&g->random, 1, GENERATE_MAX_BLOCKS);
  unsigned common = generate_width(g);
  for (unsigned i = 0; i < flow->block_count; i++) {
    struct generate_block *block = &flow->blocks[i];
    block->param_count = (uint32_t)random_between(&g->random, 1, GENERATE_MAX_PARAMS);
    block->widths[0] = 32;
    for (uint32_t k = 1; k < block->param_count; k++)
      block->widths[k] = generate_chance(g, 60) ? common : generate_width(g);
    block->number = rig_block(g->func, block->widths, block->param_count, block->params);
    block->hop = ir_new_block(g->func);
  }
  flow->exit = rig_block(g->func, flow->exit_widths, flow->exit_param_count, flow->exit_params);
}

/* The body of g->func, up to its exit block, which is left open. */
static inline void generate_body(struct generate *g, struct generate_flow *flow) {
  vec_clear(&g->values);
  vec_clear(&g->addresses);
  static const char *const names[] = {"data", "table", "pages"};
  g->buffers.count = 3; /* the global ones; constants are the function's own */
  for (int i = 0; i < 3; i++)
    g->buffers.data[i].base =
        ir_const_global(g->func, ir_find_global(g->rig->program, names[i])->number, 0);
  size_t params = g->self == 0 ? 1 : g->func->params.count; /* argv and envp are addresses */
  for (size_t i = 0; i < params; i++) generate_keep(g, g->func->params.data[i]);
  generate_new_blocks(g, flow);
  generate_entry(g, flow);
  size_t values = g->values.count, addresses = g->addresses.count;
  for (unsigned i = 0; i < flow->block_count; i++) {
    generate_loop_block(g, flow, &flow->blocks[i]);
    g->values.count = values; /* only what the entry block has defined dominates the next */
    g->addresses.count = addresses;
  }
  ir_start_block(g->func, flow->exit);
}

static inline void generate_function(struct generate *g, unsigned number) {
  struct generate_flow flow = {0};
  g->self = number;
  g->func = g->funcs[number];
  flow.exit_param_count = (uint32_t)g->func->result_widths.count;
  for (uint32_t i = 0; i < flow.exit_param_count; i++)
    flow.exit_widths[i] = g->func->result_widths.data[i];
  generate_body(g, &flow);
  generate_line(g);
  rig_return(g->rig, g->func, flow.exit_params, flow.exit_param_count);
  rig_close(g->func, flow.exit);
}

static inline void generate_start(struct generate *g) {
  struct generate_flow flow = {.exit_param_count = GENERATE_MAX_PARAMS};
  for (uint32_t i = 0; i < GENERATE_MAX_PARAMS; i++) flow.exit_widths[i] = generate_width(g);
  flow.exit_widths[0] = 32;
  g->self = 0;
  g->func = g->funcs[0];
  generate_body(g, &flow);
  for (uint32_t i = 0; i < GENERATE_MAX_PARAMS; i++)
    rig_result(g->rig, g->func, flow.exit_params[i]);
  generate_line(g);
  rig_call(g->rig, g->func, g->rig->exit, (ir_operand[]){flow.exit_params[0]}, 1);
  rig_emit(g->rig, g->func, (struct ir_ins){.op = IR_UNREACHABLE, .dst = IR_NONE});
  rig_close(g->func, flow.exit);
}

static inline void generate_global(struct generate *g, const char *name, uint64_t size,
                                   bool is_constant) {
  struct ir_global *global = ir_add_global(g->rig->program, name, false);
  global->size = size;
  global->align = 8;
  global->is_defined = true;
  global->is_constant = is_constant;
  global->bytes = alloc_bytes(global->size);
  for (uint64_t i = 0; i < global->size; i++) global->bytes[i] = (uint8_t)random_next(&g->random);
  vec_push(&g->buffers, ((struct generate_buffer){0, global->size, is_constant}));
}

/* Begins the rig. */
static inline void generate_program(struct rig *rig, uint64_t seed) {
  struct generate g = {.rig = rig, .random = {seed}};
  rig_begin(rig);
  g.error_percent = generate_chance(&g, 25) ? 3 : 0;
  generate_global(&g, "data", 512, false);
  generate_global(&g, "table", 512, true);
  generate_global(&g, "pages", 2 * ADDRESS_PAGE_SIZE + 300, false);
  g.func_count = (unsigned)random_between(&g.random, 1, GENERATE_MAX_FUNCS);
  g.funcs[0] = rig->start;
  for (unsigned i = 1; i < g.func_count; i++) {
    char name[16];
    snprintf(name, sizeof name, "f%u", i);
    g.funcs[i] = rig_define(rig, name);
    for (uint64_t k = generate_below(&g, GENERATE_MAX_PARAMS); k > 0; k--)
      ir_new_param(g.funcs[i], generate_width(&g));
    for (uint64_t k = generate_below(&g, GENERATE_MAX_PARAMS); k > 0; k--)
      vec_push(&g.funcs[i]->result_widths, (uint8_t)generate_width(&g));
  }
  for (unsigned i = 1; i < g.func_count; i++) generate_function(&g, i);
  generate_start(&g);
  vec_free(&g.values);
  vec_free(&g.buffers);
  vec_free(&g.addresses);
}

#endif
