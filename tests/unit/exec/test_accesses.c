/* Loads and stores of every width through every way to form an address, and the errors
   of bad ones, to the letter. */
#include "compare.h"

static const unsigned widths[] = {1, 7, 8, 13, 16, 24, 32, 33, 48, 63, 64, 65, 80, 100, 127, 128};
enum { WIDTH_COUNT = sizeof widths / sizeof *widths };

static struct ir_global *add_global(struct rig *rig, const char *name, uint64_t size,
                                    bool is_constant) {
  struct ir_global *global = ir_add_global(rig->program, name, false);
  global->size = size;
  global->align = 8;
  global->is_defined = true;
  global->is_constant = is_constant;
  return global;
}

/* Forms base + index * scale + offset in the shape of that number; as many as there are
   ways for the translator to see it. */
enum { SHAPE_COUNT = 14 };
static ir_operand form_address(struct rig *rig, struct ir_func *func, ir_operand base,
                               unsigned shape, int64_t index, uint64_t scale, int64_t offset) {
#define SUM(a, b) rig_binary(rig, func, IR_ADD, 64, 0, (a), (b))
  ir_operand displacement = ir_const_int(func, 64, (uint64_t)offset);
  ir_operand narrow = rig_value(rig, func, 32, (uint32_t)index);
  ir_operand wide = rig_value(rig, func, 64, (uint64_t)index), factor, product, extended;
  factor = ir_const_int(func, 64, scale);
  switch (shape) {
  case 0: return SUM(base, ir_const_int(func, 64, (uint64_t)(index * (int64_t)scale + offset)));
  case 1: return SUM(SUM(base, rig_binary(rig, func, IR_MUL, 64, 0, wide, factor)), displacement);
  case 2: return SUM(SUM(rig_binary(rig, func, IR_MUL, 64, 0, wide, factor), displacement), base);
  case 3: return SUM(displacement, SUM(base, rig_binary(rig, func, IR_MUL, 64, 0, factor, wide)));
  case 4:
    extended = rig_convert(rig, func, IR_SEXT, 32, 64, narrow);
    return SUM(SUM(base, displacement), rig_binary(rig, func, IR_MUL, 64, 0, extended, factor));
  case 5:
    extended = rig_convert(rig, func, IR_SEXT, 32, 64, narrow);
    product = rig_binary(rig, func, IR_MUL, 64, 0, extended, factor);
    return SUM(SUM(product, displacement), base);
  case 6: /* the extension has a second use */
    extended = rig_convert(rig, func, IR_SEXT, 32, 64, narrow);
    product = rig_binary(rig, func, IR_MUL, 64, 0, extended, factor);
    rig_binary(rig, func, IR_ADD, 64, 0, extended, factor);
    return SUM(base, SUM(product, displacement));
  case 7: /* the product has a second use */
    product = rig_binary(rig, func, IR_MUL, 64, 0, wide, factor);
    rig_binary(rig, func, IR_XOR, 64, 0, product, product);
    return SUM(SUM(base, product), displacement);
  case 8: /* no index but the extended one */
    extended = rig_convert(rig, func, IR_SEXT, 32, 64,
                           rig_value(rig, func, 32, (uint32_t)(index * (int64_t)scale)));
    return SUM(SUM(base, extended), displacement);
  case 9: /* two products, of which one must stay outside */
    product = rig_binary(rig, func, IR_MUL, 64, 0, wide, factor);
    return SUM(
        SUM(rig_binary(rig, func, IR_MUL, 64, 0, rig_value(rig, func, 64, 3), factor), product),
        SUM(base, ir_const_int(func, 64, (uint64_t)(offset - 3 * (int64_t)scale))));
  case 10: /* deeper than anyone looks */
    product = rig_binary(rig, func, IR_MUL, 64, 0, wide, factor);
    for (int i = 0; i < 12; i++)
      product = SUM(product, ir_const_int(func, 64, i % 2 ? 64 : -64ull));
    return SUM(SUM(base, product), displacement);
  case 11: /* a shift for the product, where that is possible */
    if ((scale & (scale - 1)) == 0)
      product = rig_binary(rig, func, IR_SHL, 64, 0, wide,
                           ir_const_int(func, 64, (uint64_t)__builtin_ctzll(scale)));
    else
      product = rig_binary(rig, func, IR_MUL, 64, 0, wide, factor);
    return SUM(SUM(base, product), displacement);
  case 12: /* a scale that is too large to fold, taken back again */
    product = rig_binary(rig, func, IR_MUL, 64, 0, wide,
                         ir_const_int(func, 64, scale + ((uint64_t)1 << 32)));
    return SUM(SUM(base, SUM(product, displacement)),
               ir_const_int(func, 64, -((uint64_t)index << 32)));
  default: /* the same register twice: base + 2 * half */
    wide = rig_value(rig, func, 64, (uint64_t)(index * (int64_t)scale / 2));
    return SUM(SUM(base, SUM(wide, wide)),
               ir_const_int(func, 64, (uint64_t)(offset + index * (int64_t)scale % 2)));
  }
#undef SUM
}

/* Stores through one address and loads back, with the sum shared or formed twice. */
static void check_shape(unsigned width, unsigned shape, bool is_base_const) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  struct ir_global *array = add_global(&rig, "array", 512, false);
  static const struct {
    int64_t index;
    uint64_t scale;
    int64_t offset;
  } cases[] = {{0, 1, 0}, {5, 8, 16}, {-3, 4, 100}, {7, 12, 9}, {-1, 16, 300}, {40, 1, -2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ir_operand base = ir_const_global(func, array->number, 0);
    if (!is_base_const) base = rig_unary(&rig, func, IR_MOV, 64, base);
    u128 value = (((u128)0xfedcba9876543210 << 64) | 0x0f1e2d3c4b5a6978) + i;
    ir_operand operand = i % 2 ? rig_const(func, width, value)
                               : rig_value(&rig, func, width, value & rig_mask(width));
    ir_operand address =
        form_address(&rig, func, base, shape, cases[i].index, cases[i].scale, cases[i].offset);
    rig_store(&rig, func, width, address, operand);
    rig_result(&rig, func, rig_load(&rig, func, width, address));
    address =
        form_address(&rig, func, base, shape, cases[i].index, cases[i].scale, cases[i].offset);
    rig_result(&rig, func, rig_load(&rig, func, width, address));
    address = form_address(&rig, func, base, (shape + 3) % SHAPE_COUNT, cases[i].index,
                           cases[i].scale, cases[i].offset);
    rig_result(&rig, func, rig_load(&rig, func, 8, address));
    rig_result(&rig, func, rig_binary(&rig, func, IR_SUB, 64, 0, address, base));
  }
  rig_finish(&rig, func);
  rig_close(func, 0);
  struct random random = {shape};
  char what[60];
  snprintf(what, sizeof what, "shape %u at %u bits", shape, width);
  assert_true(compare_program(&rig, &random, &(struct compare_options){.what = what}));
}

static void test_addresses_of_every_shape(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTH_COUNT; i++)
    for (unsigned shape = 0; shape < SHAPE_COUNT; shape++) {
      check_shape(widths[i], shape, false);
      check_shape(widths[i], shape, true);
    }
}

/* A store of w bits changes its bytes and no others; a load drops the bits beyond. */
static void test_widths_take_their_bytes(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTH_COUNT; i++)
    for (int is_const = 0; is_const < 2; is_const++) {
      struct rig rig;
      rig_begin(&rig);
      struct ir_func *func = rig.start;
      struct ir_global *array = add_global(&rig, "array", 48, false);
      array->bytes = alloc_bytes(48);
      memset(array->bytes, 0xff, 48);
      ir_operand place = ir_const_global(func, array->number, 16);
      rig_result(&rig, func, rig_load(&rig, func, widths[i], place));
      ir_operand zero =
          is_const ? rig_const(func, widths[i], 0) : rig_value(&rig, func, widths[i], 0);
      rig_store(&rig, func, widths[i], place, zero);
      rig_finish(&rig, func);
      rig_close(func, 0);
      rig_run(&rig);
      assert_true(rig_read(&rig, 0) == rig_mask(widths[i]));
      uint8_t bytes[48];
      struct access_fault fault;
      struct machine *machine = rig.machine;
      assert_true(memory_read(&machine->memory, &machine->state->space,
                              machine->layout.global_addresses[array->number], bytes, 48, &fault));
      for (unsigned k = 0; k < 48; k++)
        assert_int_equal(bytes[k], k >= 16 && k < 16 + (widths[i] + 7) / 8 ? 0 : 0xff);
      rig_end(&rig);
    }
}

/* ---- errors ---- */

/* One access of that width at an offset of a global; `message` with the real address
   where it has %llx. */
static void check_error(struct rig *rig, ir_operand address, unsigned width, bool is_write,
                        enum error_kind kind, const char *message) {
  struct ir_func *func = rig->start;
  rig_at_line(rig, 10);
  rig_value(rig, func, 8, 1);
  rig_at_line(rig, 11);
  if (is_write)
    rig_store(rig, func, width, address, rig_const(func, width, 0));
  else
    rig_load(rig, func, width, address);
  rig_at_line(rig, 12);
  rig_finish(rig, func);
  rig_close(func, 0);
  rig_run_to_error(rig, kind, message, 11);
  rig_end(rig);
}

static void check_bounds(unsigned width, int64_t offset, bool is_write, bool is_folded) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_global *array = add_global(&rig, "array", 40, false);
  ir_operand base = ir_const_global(rig.start, array->number, 0);
  if (!is_folded) base = rig_unary(&rig, rig.start, IR_MOV, 64, base);
  ir_operand address = is_folded ? ir_const_global(rig.start, array->number, (uint64_t)offset)
                                 : rig_binary(&rig, rig.start, IR_ADD, 64, 0, base,
                                              ir_const_int(rig.start, 64, (uint64_t)offset));
  unsigned size = (width + 7) / 8;
  char message[120];
  snprintf(message, sizeof message,
           "out-of-bounds %s of %u byte%s: offset %lld of 'array' (40 bytes)",
           is_write ? "write" : "read", size, size == 1 ? "" : "s", (long long)offset);
  check_error(&rig, address, width, is_write, ERROR_POINTER, message);
}

static void test_out_of_bounds(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTH_COUNT; i++)
    for (int form = 0; form < 4; form++) {
      int64_t size = (widths[i] + 7) / 8;
      check_bounds(widths[i], 41 - size, form & 1, form & 2);
      check_bounds(widths[i], 40, form & 1, form & 2);
      check_bounds(widths[i], -1, form & 1, form & 2);
      check_bounds(widths[i], -size, form & 1, form & 2);
      check_bounds(widths[i], 5000, form & 1, form & 2);
    }
}

static void test_other_bad_accesses(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  check_error(&rig, ir_const_int(rig.start, 64, 0), 32, false, ERROR_POINTER,
              "null pointer read of 4 bytes: address 0x0");
  rig_begin(&rig);
  check_error(&rig, rig_value(&rig, rig.start, 64, 24), 8, true, ERROR_POINTER,
              "null pointer write of 1 byte: address 0x18");
  rig_begin(&rig);
  check_error(&rig, ir_const_int(rig.start, 64, 0xdeadbeefdead0000), 64, true, ERROR_POINTER,
              "wild pointer write of 8 bytes: address 0xdeadbeefdead0000");
  rig_begin(&rig);
  struct ir_global *constant = add_global(&rig, "constant", 1, true);
  check_error(&rig, ir_const_global(rig.start, constant->number, 0), 8, true, ERROR_READ_ONLY,
              "write to constant 'constant' (1 byte)");
  rig_begin(&rig);
  struct ir_global *nowhere = add_global(&rig, "nowhere", 4, false);
  nowhere->is_defined = false;
  check_error(&rig, ir_const_global(rig.start, nowhere->number, 0), 32, false, ERROR_EXTERNAL,
              "access to undefined variable 'nowhere'");
}

static void test_code_is_no_data(void **state) {
  (void)state;
  for (int is_write = 0; is_write < 2; is_write++) {
    struct rig rig;
    rig_begin(&rig);
    ir_operand address = ir_const_func(rig.start, rig.start->number);
    rig_at_line(&rig, 3);
    if (is_write)
      rig_store(&rig, rig.start, 8, address, rig_const(rig.start, 8, 0));
    else
      rig_load(&rig, rig.start, 8, address);
    rig_close_start(&rig);
    rig_prepare(&rig);
    rig_run_quietly(&rig);
    assert_int_equal(rig.machine->state->status, STATE_FAILED);
    assert_int_equal(rig.machine->error.kind, ERROR_POINTER);
    assert_non_null(strstr(rig.machine->error.message, "is a function's"));
    rig_end(&rig);
  }
}

/* Ranges of a size that is known beforehand or not, over each other by any distance. */
static void check_overlap(unsigned op, uint64_t size, int64_t distance, bool is_const) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  struct ir_global *array = add_global(&rig, "array", 128, false);
  array->bytes = alloc_bytes(128);
  for (int i = 0; i < 128; i++) array->bytes[i] = (uint8_t)(i * 37);
  uint32_t base = rig_unary(&rig, func, IR_MOV, 64, ir_const_global(func, array->number, 50));
  uint32_t to =
      rig_binary(&rig, func, IR_ADD, 64, 0, base, ir_const_int(func, 64, (uint64_t)distance));
  ir_operand count = ir_const_int(func, 64, size);
  if (!is_const) count = rig_unary(&rig, func, IR_MOV, 64, count);
  for (int i = 0; i < 2; i++) /* past the caches, then through them */
    rig_emit(&rig, func,
             (struct ir_ins){.op = (uint16_t)op, .dst = IR_NONE, .a = to, .b = base, .c = count});
  rig_finish(&rig, func);
  rig_close(func, 0);
  struct random random = {size};
  assert_true(compare_program(&rig, &random, &(struct compare_options){.what = "overlap"}));
}

static void test_overlapping_ranges(void **state) {
  (void)state;
  static const uint64_t sizes[] = {1, 7, 8, 9, 16, 24, 30};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int64_t distance = -20; distance <= 20; distance++)
      for (int is_const = 0; is_const < 2; is_const++) {
        check_overlap(IR_MEMMOVE, sizes[i], distance, is_const);
        if (distance == 0) check_overlap(IR_MEMCPY, sizes[i], distance, is_const);
      }
}

/* Ranges: the side that is bad is named, and nothing is touched for a size of zero. */
static void check_range(unsigned op, ir_operand (*to)(struct rig *),
                        ir_operand (*from)(struct rig *), uint64_t size, enum error_kind kind,
                        const char *message) {
  struct rig rig;
  rig_begin(&rig);
  add_global(&rig, "array", 40, false);
  add_global(&rig, "constant", 40, true);
  ir_operand target = to(&rig), source = op == IR_MEMSET ? rig_const(rig.start, 8, 1) : from(&rig);
  ir_operand count = rig_value(&rig, rig.start, 64, size);
  rig_at_line(&rig, 22);
  rig_emit(
      &rig, rig.start,
      (struct ir_ins){.op = (uint16_t)op, .dst = IR_NONE, .a = target, .b = source, .c = count});
  rig_at_line(&rig, 23);
  rig_close_start(&rig);
  if (message)
    rig_run_to_error(&rig, kind, message, 22);
  else
    rig_run(&rig);
  rig_end(&rig);
}

static ir_operand at_array(struct rig *rig) {
  return ir_const_global(rig->start, ir_find_global(rig->program, "array")->number, 8);
}
static ir_operand at_constant(struct rig *rig) {
  return ir_const_global(rig->start, ir_find_global(rig->program, "constant")->number, 0);
}
static ir_operand at_null(struct rig *rig) { return ir_const_int(rig->start, 64, 0); }

static void test_ranges(void **state) {
  (void)state;
  for (unsigned op = IR_MEMCPY; op <= IR_MEMSET; op++) {
    check_range(op, at_array, at_constant, 32, 0, NULL);
    check_range(op, at_null, at_null, 0, 0, NULL);
    check_range(op, at_array, at_constant, 33, ERROR_POINTER,
                "out-of-bounds write of 33 bytes: offset 8 of 'array' (40 bytes)");
    check_range(op, at_null, at_array, 1, ERROR_POINTER,
                "null pointer write of 1 byte: address 0x0");
    check_range(op, at_constant, at_array, 4, ERROR_READ_ONLY,
                "write to constant 'constant' (40 bytes)");
  }
  check_range(IR_MEMCPY, at_array, at_null, 8, ERROR_POINTER,
              "null pointer read of 8 bytes: address 0x0");
  check_range(IR_MEMMOVE, at_array, at_null, 1, ERROR_POINTER,
              "null pointer read of 1 byte: address 0x0");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_addresses_of_every_shape),
      cmocka_unit_test(test_widths_take_their_bytes),
      cmocka_unit_test(test_out_of_bounds),
      cmocka_unit_test(test_other_bad_accesses),
      cmocka_unit_test(test_code_is_no_data),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_overlapping_ranges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
