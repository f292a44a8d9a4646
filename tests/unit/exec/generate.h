/* Random programs for the comparison with the reference interpreter: functions of blocks
   with parameters that hand values round in loops, with arithmetic of all widths, memory
   reached by all sorts of sums, switches, indirect jumps and calls. Every loop counts
   down, and functions call only later ones, so that programs end. Most are right; some
   divide by zero, shift too far or leave an object. */
#ifndef TESTS_GENERATE_H
#define TESTS_GENERATE_H

#include "../util/random.h"
#include "rig.h"

enum { GENERATE_MAX_FUNCS = 5, GENERATE_MAX_PARAMS = 6 };

struct generate_value {
  ir_operand operand;
  unsigned width;
};

struct generate_buffer { /* memory that may be accessed */
  ir_operand base;
  uint64_t size;
  bool is_constant;
};

struct generate_address { /* of at least 16 accessible bytes */
  ir_operand operand;
  bool is_constant;
};

struct generate {
  struct rig *rig;
  struct random random;
  struct ir_func *func;
  struct ir_func *funcs[GENERATE_MAX_FUNCS];
  unsigned func_count, self;
  uint32_t line;
  unsigned error_percent;                 /* how often nothing is done against an error */
  VEC(struct generate_value) values;      /* that may be used here */
  VEC(struct generate_buffer) buffers;    /* the same */
  VEC(struct generate_address) addresses; /* the same */
};

static inline uint64_t generate_below(struct generate *g, uint64_t limit) {
  return random_below(&g->random, limit);
}
static inline bool generate_chance(struct generate *g, unsigned percent) {
  return random_chance(&g->random, percent);
}

static inline unsigned generate_width(struct generate *g) {
  static const unsigned widths[] = {8,  16, 32, 32, 32, 64, 64, 64,  1,   7,
                                    13, 24, 33, 48, 63, 65, 80, 100, 127, 128};
  return widths[generate_below(g, sizeof widths / sizeof *widths)];
}

static inline void generate_line(struct generate *g) { rig_at_line(g->rig, ++g->line); }

static inline ir_operand generate_keep(struct generate *g, ir_operand operand) {
  struct generate_value value = {operand, ir_operand_width(g->func, operand)};
  vec_push(&g->values, value);
  return operand;
}

static inline ir_operand generate_const(struct generate *g, unsigned width) {
  u128 value = (u128)random_next(&g->random) << 64 | random_next(&g->random);
  switch (generate_below(g, 4)) {
  case 0: value = generate_below(g, 10); break;
  case 1: value = -(u128)generate_below(g, 10); break;
  case 2: value >>= generate_below(g, 128); break;
  default: break;
  }
  return rig_const(g->func, width, value);
}

static inline ir_operand generate_binary_ins(struct generate *g, unsigned op, unsigned width,
                                             unsigned aux, ir_operand a, ir_operand b) {
  generate_line(g);
  return rig_binary(g->rig, g->func, op, width, aux, a, b);
}

static inline ir_operand generate_resize(struct generate *g, ir_operand a, unsigned from,
                                         unsigned to) {
  if (from == to) return a;
  generate_line(g);
  unsigned op = from > to ? IR_TRUNC : generate_chance(g, 50) ? IR_ZEXT : IR_SEXT;
  return rig_convert(g->rig, g->func, op, from, to, a);
}

/* An operand of that width: a constant, a value, or one made of another. */
static inline ir_operand generate_operand(struct generate *g, unsigned width) {
  if (g->values.count == 0 || generate_chance(g, 15)) return generate_const(g, width);
  for (int i = 0; i < 6; i++) {
    uint64_t back = generate_below(g, i < 3 && g->values.count > 8 ? 8 : g->values.count);
    const struct generate_value *value = &g->values.data[g->values.count - 1 - back];
    if (value->width == width) return value->operand;
  }
  struct generate_value other = g->values.data[generate_below(g, g->values.count)];
  return generate_resize(g, other.operand, other.width, width);
}

/* ---- arithmetic ---- */

static inline void generate_binary(struct generate *g) {
  unsigned op = (unsigned)generate_below(g, IR_SMULO + 1), width = generate_width(g), aux = 0;
  ir_operand a = generate_operand(g, width), b = generate_operand(g, width);
  if (!generate_chance(g, g->error_percent)) {
    if (op >= IR_UDIV && op <= IR_SREM) { /* neither by zero nor by minus one */
      b = generate_binary_ins(g, IR_OR, width, 0, b, rig_const(g->func, width, 1));
      if (op == IR_SDIV || op == IR_SREM) {
        if (width == 1) return;
        b = generate_binary_ins(g, IR_LSHR, width, 0, b, rig_const(g->func, width, 1));
        b = generate_binary_ins(g, IR_OR, width, 0, b,
                                rig_const(g->func, width, width > 2 ? 2 : 1));
      }
    }
    if (op >= IR_SHL && op <= IR_ASHR && generate_chance(g, 80)) {
      b = generate_binary_ins(g, IR_UREM, width, 0, b,
                              rig_const(g->func, width, width > 2 ? width - 1 : 1));
      aux = generate_chance(g, 50) ? IR_CHECKED : 0;
    }
  } else if (op >= IR_SHL && op <= IR_ASHR) {
    aux = IR_CHECKED;
  }
  generate_keep(g, generate_binary_ins(g, op, width, aux, a, b));
}

static inline void generate_other(struct generate *g) {
  unsigned width = generate_width(g);
  switch (generate_below(g, 3)) {
  case 0: {
    unsigned op = (unsigned)random_between(&g->random, IR_MOV, IR_CTTZ);
    if (op == IR_BSWAP && width % 8 != 0) op = IR_BITREV;
    ir_operand a = generate_operand(g, width);
    generate_line(g);
    generate_keep(g, rig_unary(g->rig, g->func, op, width, a));
    break;
  }
  case 1: {
    unsigned to = generate_width(g);
    ir_operand a = generate_operand(g, width);
    if (width != to) generate_keep(g, generate_resize(g, a, width, to));
    break;
  }
  default: {
    ir_operand condition = generate_operand(g, 1), a = generate_operand(g, width);
    ir_operand b = generate_operand(g, width);
    generate_line(g);
    generate_keep(g, rig_ternary(g->rig, g->func, IR_SELECT, width, condition, a, b));
  }
  }
}

/* ---- addresses ---- */

/* index * scale as 64 bits, where the index takes values from 0 to 2^bits - 1, or as much
   below zero; the part that is negative is added to *offset. */
static inline ir_operand generate_scaled(struct generate *g, unsigned bits, uint64_t scale,
                                         uint64_t *offset) {
  static const unsigned widths[] = {32, 32, 32, 64, 64, 16, 8};
  unsigned width = widths[generate_below(g, sizeof widths / sizeof *widths)];
  uint64_t count = (uint64_t)1 << bits;
  ir_operand index = generate_binary_ins(g, IR_AND, width, 0, generate_operand(g, width),
                                         rig_const(g->func, width, count - 1));
  bool is_negative = generate_chance(g, 30);
  if (is_negative) {
    index = generate_binary_ins(g, IR_SUB, width, 0, index, rig_const(g->func, width, count));
    *offset += count * scale;
  }
  if (generate_chance(g, 20)) generate_keep(g, index); /* a second use */
  if (width < 64) {
    generate_line(g);
    index = rig_convert(g->rig, g->func, is_negative || generate_chance(g, 60) ? IR_SEXT : IR_ZEXT,
                        width, 64, index);
    if (generate_chance(g, 20)) generate_keep(g, index);
  }
  if (scale == 1 && generate_chance(g, 80)) return index;
  bool is_power = (scale & (scale - 1)) == 0;
  ir_operand factor = is_power && generate_chance(g, 50)
                          ? rig_const(g->func, 64, (u128)__builtin_ctzll(scale))
                          : IR_NONE;
  ir_operand product;
  if (factor != IR_NONE)
    product = generate_binary_ins(g, IR_SHL, 64, 0, index, factor);
  else if (generate_chance(g, 80))
    product = generate_binary_ins(g, IR_MUL, 64, 0, index, rig_const(g->func, 64, scale));
  else
    product = generate_binary_ins(g, IR_MUL, 64, 0, rig_const(g->func, 64, scale), index);
  if (generate_chance(g, 20)) generate_keep(g, product);
  return product;
}

/* The sum of the terms in some order and some nesting. */
static inline ir_operand generate_sum(struct generate *g, ir_operand *terms, unsigned count) {
  while (count > 1) {
    unsigned i = (unsigned)generate_below(g, count);
    ir_operand a = terms[i];
    terms[i] = terms[--count];
    unsigned k = (unsigned)generate_below(g, count);
    terms[k] = generate_binary_ins(g, IR_ADD, 64, 0, a, terms[k]);
  }
  return terms[0];
}

/* An address in a buffer with room for 16 bytes behind it. */
static inline struct generate_address generate_address(struct generate *g) {
  static const uint64_t scales[] = {1, 1, 2, 4, 4, 8, 8, 12, 16, 24};
  if (g->addresses.count && generate_chance(g, 35))
    return g->addresses.data[generate_below(g, g->addresses.count)];
  const struct generate_buffer *buffer = &g->buffers.data[generate_below(g, g->buffers.count)];
  bool is_constant = buffer->is_constant;
  ir_operand terms[5] = {buffer->base};
  unsigned count = 1;
  uint64_t room = buffer->size - 16, offset = 0;
  for (int i = 0; i < 2 && generate_chance(g, 60); i++) {
    uint64_t scale = scales[generate_below(g, sizeof scales / sizeof *scales)];
    unsigned bits = (unsigned)generate_below(g, 5);
    if (scale << bits > room) continue;
    room -= scale << bits;
    terms[count++] = generate_scaled(g, bits, scale, &offset);
  }
  if (buffer->size > ADDRESS_PAGE_SIZE && generate_chance(g, 70)) /* at the edge of a page */
    offset += ADDRESS_PAGE_SIZE - 20 + generate_below(g, 24);
  else if (room && generate_chance(g, 60))
    offset += generate_below(g, room + 1);
  if (generate_chance(g, g->error_percent)) offset += buffer->size - 8;
  if (offset && generate_chance(g, 30)) { /* in two parts */
    uint64_t part = generate_chance(g, 50) ? generate_below(g, offset) : offset + 1000;
    terms[count++] = rig_const(g->func, 64, part);
    offset -= part;
  }
  if (offset) terms[count++] = rig_const(g->func, 64, offset);
  struct generate_address address = {generate_sum(g, terms, count), is_constant};
  if (!ir_is_const(address.operand)) vec_push(&g->addresses, address);
  return address;
}

static inline void generate_memory(struct generate *g) {
  struct generate_address address = generate_address(g);
  unsigned width = generate_width(g);
  unsigned choice = (unsigned)generate_below(g, 12);
  if (address.is_constant && choice >= 5 && !generate_chance(g, g->error_percent)) choice = 0;
  if (choice < 5) {
    generate_line(g);
    generate_keep(g, rig_load(g->rig, g->func, width, address.operand));
  } else if (choice < 10) {
    ir_operand value = generate_operand(g, width);
    generate_line(g);
    rig_store(g->rig, g->func, width, address.operand, value);
  } else if (choice == 10) {
    static const uint64_t sizes[] = {0, 1, 4, 7, 8, 8, 12, 16, 16};
    struct generate_address from = generate_address(g);
    ir_operand size =
        generate_chance(g, 60)
            ? rig_const(g->func, 64, sizes[generate_below(g, sizeof sizes / sizeof *sizes)])
            : generate_binary_ins(g, IR_AND, 64, 0, generate_operand(g, 64),
                                  rig_const(g->func, 64, 15));
    generate_line(g);
    rig_emit(g->rig, g->func,
             (struct ir_ins){.op = generate_chance(g, 50) ? IR_MEMCPY : IR_MEMMOVE,
                             .dst = IR_NONE,
                             .a = address.operand,
                             .b = from.operand,
                             .c = size});
  } else {
    ir_operand byte = generate_operand(g, 8);
    generate_line(g);
    rig_emit(g->rig, g->func,
             (struct ir_ins){.op = IR_MEMSET,
                             .dst = IR_NONE,
                             .a = address.operand,
                             .b = byte,
                             .c = rig_const(g->func, 64, generate_below(g, 17))});
  }
}

/* How far an address is from its buffer: a use of the sum that is no access. */
static inline void generate_distance(struct generate *g) {
  if (g->addresses.count == 0) return;
  struct generate_address a = g->addresses.data[generate_below(g, g->addresses.count)];
  generate_keep(g, generate_binary_ins(g, IR_SUB, 64, 0, a.operand, a.operand));
  struct generate_address b = g->addresses.data[generate_below(g, g->addresses.count)];
  generate_keep(g, generate_binary_ins(g, IR_EQ, 64, 0, a.operand, b.operand));
}

static inline void generate_call(struct generate *g) {
  if (g->self + 1 >= g->func_count) return;
  const struct ir_func *callee =
      g->funcs[random_between(&g->random, g->self + 1, g->func_count - 1)];
  ir_operand args[GENERATE_MAX_PARAMS];
  uint32_t results[GENERATE_MAX_PARAMS], arg_count = (uint32_t)callee->param_widths.count;
  uint32_t result_count = (uint32_t)callee->result_widths.count;
  for (uint32_t i = 0; i < arg_count; i++)
    args[i] = generate_operand(g, callee->param_widths.data[i]);
  ir_operand address = ir_const_func(g->func, callee->number);
  generate_line(g);
  if (generate_chance(g, 30)) address = rig_unary(g->rig, g->func, IR_MOV, 64, address);
  if (generate_chance(g, 20)) result_count = (uint32_t)generate_below(g, result_count + 1);
  rig_call_any(g->rig, g->func, address, args, arg_count, callee->result_widths.data, result_count,
               results);
  for (uint32_t i = 0; i < result_count; i++) generate_keep(g, results[i]);
}

static inline void generate_ins(struct generate *g) {
  uint64_t choice = generate_below(g, 100);
  if (choice < 40)
    generate_binary(g);
  else if (choice < 60)
    generate_other(g);
  else if (choice < 92)
    generate_memory(g);
  else if (choice < 96)
    generate_distance(g);
  else
    generate_call(g);
}

#endif
