/* What the tests of the interpreter are built with: a program under construction with a
   start function and a global for results, ways to emit instructions that read like the
   IR, and a run of it all.

   A result is widened to 128 bits and stored whole, so that a register with bits beyond
   its width does not pass for a good one. */
#ifndef TESTS_RIG_H
#define TESTS_RIG_H

#include "exec/leak.h"
#include "exec/machine.h"
#include "exec/run.h"
#include "exec/translate/code.h"
#include "ir/builder.h"
#include "ir/verify.h"
#include "util/buffer.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

enum { RIG_ARGC, RIG_ARGV, RIG_ENVP };

struct rig {
  struct ir_program *program; /* the machine's, once there is one */
  struct ir_func *start;      /* its block 0 is open until rig_run */
  struct ir_global *out;
  struct ir_func *exit;
  uint32_t out_count;
  uint32_t loc; /* of the instructions to come */
  struct machine *machine;
  struct machine_options options;
};

static inline u128 rig_mask(unsigned width) {
  return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1;
}

static inline void rig_add_params(struct ir_func *func, unsigned count, const unsigned *widths) {
  for (unsigned i = 0; i < count; i++) {
    if (func->has_body)
      ir_new_param(func, widths[i]);
    else
      vec_push(&func->param_widths, (uint8_t)widths[i]);
  }
}

/* A function with its entry block open. */
static inline struct ir_func *rig_define(struct rig *rig, const char *name) {
  struct ir_func *func = ir_add_func(rig->program, name, false);
  func->has_body = true;
  func->is_trusted = true;
  ir_start_block(func, ir_new_block(func));
  return func;
}

/* A function of the engine, or one that nobody has. */
static inline struct ir_func *rig_declare(struct rig *rig, const char *name, unsigned result_width,
                                          unsigned count, const unsigned *widths) {
  struct ir_func *func = ir_find_func(rig->program, name);
  if (func != NULL) return func;
  func = ir_add_func(rig->program, name, false);
  rig_add_params(func, count, widths);
  if (result_width) vec_push(&func->result_widths, (uint8_t)result_width);
  return func;
}

static inline void rig_begin(struct rig *rig) {
  *rig = (struct rig){.program = ir_program_new(),
                      .options = {.max_stack_frames = 1000, .is_quiet = true}};
  rig->exit = rig_declare(rig, "__smew_exit", 0, 1, (unsigned[]){32});
  rig->out = ir_add_global(rig->program, "out", false);
  rig->out->is_defined = true;
  rig->out->align = 16;
  rig->start = rig_define(rig, "__smew_bare_start");
  rig_add_params(rig->start, 3, (unsigned[]){32, 64, 64});
}

static inline void rig_end(struct rig *rig) {
  if (rig->machine)
    machine_free(rig->machine);
  else
    ir_program_free(rig->program);
}

/* Instructions from here on are at that line of "test.c". */
static inline void rig_at_line(struct rig *rig, uint32_t line) {
  rig->loc = ir_add_loc(rig->program,
                        (struct ir_loc){ir_intern_string(rig->program, "test.c"), line, 1, 0, 0});
}

/* ---- operands ---- */

static inline ir_operand rig_const(struct ir_func *func, unsigned width, u128 value) {
  return ir_const_wide(func, width, (uint64_t)value, (uint64_t)(value >> 64));
}

static inline uint32_t rig_emit(struct rig *rig, struct ir_func *func, struct ir_ins ins) {
  ins.loc = rig->loc;
  ir_emit(func, ins);
  return ins.dst;
}

static inline uint32_t rig_binary(struct rig *rig, struct ir_func *func, unsigned op,
                                  unsigned width, unsigned aux, ir_operand a, ir_operand b) {
  unsigned result = ir_opcode_formats[op] == IR_FORMAT_COMPARE ? 1 : width;
  return rig_emit(rig, func,
                  (struct ir_ins){.op = (uint16_t)op,
                                  .width = (uint8_t)width,
                                  .aux = (uint8_t)aux,
                                  .dst = ir_new_reg(func, result),
                                  .a = a,
                                  .b = b});
}

static inline uint32_t rig_unary(struct rig *rig, struct ir_func *func, unsigned op, unsigned width,
                                 ir_operand a) {
  return rig_emit(
      rig, func,
      (struct ir_ins){
          .op = (uint16_t)op, .width = (uint8_t)width, .dst = ir_new_reg(func, width), .a = a});
}

static inline uint32_t rig_ternary(struct rig *rig, struct ir_func *func, unsigned op,
                                   unsigned width, ir_operand a, ir_operand b, ir_operand c) {
  return rig_emit(rig, func,
                  (struct ir_ins){.op = (uint16_t)op,
                                  .width = (uint8_t)width,
                                  .dst = ir_new_reg(func, width),
                                  .a = a,
                                  .b = b,
                                  .c = c});
}

static inline uint32_t rig_convert(struct rig *rig, struct ir_func *func, unsigned op,
                                   unsigned from, unsigned to, ir_operand a) {
  return rig_emit(rig, func,
                  (struct ir_ins){.op = (uint16_t)op,
                                  .width = (uint8_t)to,
                                  .dst = ir_new_reg(func, to),
                                  .a = a,
                                  .c = from});
}

/* The value in a register that no pass can tell from any other. */
static inline ir_operand rig_value(struct rig *rig, struct ir_func *func, unsigned width,
                                   u128 value) {
  return rig_unary(rig, func, IR_MOV, width, rig_const(func, width, value));
}

static inline uint32_t rig_load(struct rig *rig, struct ir_func *func, unsigned width,
                                ir_operand address) {
  return rig_emit(
      rig, func,
      (struct ir_ins){
          .op = IR_LOAD, .width = (uint8_t)width, .dst = ir_new_reg(func, width), .a = address});
}

static inline void rig_store(struct rig *rig, struct ir_func *func, unsigned width,
                             ir_operand address, ir_operand value) {
  rig_emit(rig, func,
           (struct ir_ins){
               .op = IR_STORE, .width = (uint8_t)width, .dst = IR_NONE, .a = address, .b = value});
}

static inline uint32_t rig_alloca(struct rig *rig, struct ir_func *func, ir_operand size,
                                  const char *name, unsigned align) {
  return rig_emit(rig, func,
                  (struct ir_ins){.op = IR_ALLOCA,
                                  .dst = ir_new_reg(func, 64),
                                  .a = size,
                                  .b = ir_intern_string(rig->program, name),
                                  .c = align});
}

/* Results are put into `results` where that is not NULL. */
static inline void rig_call_any(struct rig *rig, struct ir_func *func, ir_operand callee,
                                const ir_operand *args, uint32_t arg_count,
                                const uint8_t *result_widths, uint32_t result_count,
                                uint32_t *results) {
  uint32_t regs[16];
  for (uint32_t i = 0; i < result_count; i++) regs[i] = ir_new_reg(func, result_widths[i]);
  if (results) memcpy(results, regs, result_count * sizeof *regs);
  struct ir_call call = {.arg_count = arg_count,
                         .result_count = result_count,
                         .first_vararg = (uint32_t)func->varargs.count};
  call.first_result = ir_add_operands(func, regs, result_count);
  call.first_arg = ir_add_operands(func, args, arg_count);
  vec_push(&func->calls, call);
  rig_emit(rig, func,
           (struct ir_ins){
               .op = IR_CALL, .dst = IR_NONE, .a = callee, .b = (uint32_t)func->calls.count - 1});
}

/* A direct call; the first result's register, or IR_NONE. */
static inline uint32_t rig_call(struct rig *rig, struct ir_func *func, const struct ir_func *callee,
                                const ir_operand *args, uint32_t arg_count) {
  uint32_t results[16] = {IR_NONE};
  rig_call_any(rig, func, ir_const_func(func, callee->number), args, arg_count,
               callee->result_widths.data, (uint32_t)callee->result_widths.count, results);
  return results[0];
}

/* ---- ends of blocks ---- */

static inline void rig_return(struct rig *rig, struct ir_func *func, const ir_operand *operands,
                              uint32_t count) {
  rig_emit(
      rig, func,
      (struct ir_ins){
          .op = IR_RET, .dst = IR_NONE, .b = ir_add_operands(func, operands, count), .c = count});
}

static inline void rig_jump(struct rig *rig, struct ir_func *func, uint32_t target,
                            const ir_operand *args, uint32_t count) {
  rig_emit(
      rig, func,
      (struct ir_ins){.op = IR_BR, .dst = IR_NONE, .a = ir_new_edge(func, target, args, count)});
}

static inline void rig_branch(struct rig *rig, struct ir_func *func, ir_operand condition,
                              uint32_t edge_true, uint32_t edge_false) {
  rig_emit(rig, func,
           (struct ir_ins){
               .op = IR_CONDBR, .dst = IR_NONE, .a = condition, .b = edge_true, .c = edge_false});
}

/* Ends the function's open block, which must be the last one started. */
static inline void rig_close(struct ir_func *func, uint32_t block) { ir_end_block(func, block); }

/* A block with parameters of those widths; their registers go to `regs`. */
static inline uint32_t rig_block(struct ir_func *func, const unsigned *widths, uint32_t count,
                                 uint32_t *regs) {
  uint32_t block = ir_new_block(func);
  for (uint32_t i = 0; i < count; i++) regs[i] = ir_new_reg(func, widths[i]);
  ir_set_block_params(func, block, regs, count);
  return block;
}

/* ---- results ---- */

/* Where result `number` lies. */
static inline ir_operand rig_out_place(struct rig *rig, struct ir_func *func, uint32_t number) {
  return ir_const_global(func, rig->out->number, number * (uint64_t)16);
}

static inline void rig_put(struct rig *rig, struct ir_func *func, uint32_t number,
                           ir_operand value) {
  unsigned width = ir_operand_width(func, value);
  if (width < 128) value = rig_convert(rig, func, IR_ZEXT, width, 128, value);
  rig_store(rig, func, 128, rig_out_place(rig, func, number), value);
}

/* Stores a value as the next result and returns its number. */
static inline uint32_t rig_result(struct rig *rig, struct ir_func *func, ir_operand value) {
  rig_put(rig, func, rig->out_count, value);
  return rig->out_count++;
}

/* The end of the program. */
static inline void rig_finish(struct rig *rig, struct ir_func *func) {
  rig_call(rig, func, rig->exit, (ir_operand[]){ir_const_int(func, 32, 0)}, 1);
  rig_emit(rig, func, (struct ir_ins){.op = IR_UNREACHABLE, .dst = IR_NONE});
}

/* ---- running ---- */

static inline void rig_verify(const struct rig *rig) {
  struct buffer why = {0};
  if (!ir_verify_program(rig->program, &why)) fail_msg("bad IR: %s", why.text);
  buffer_free(&why);
}

/* The machine before the first instruction. */
static inline void rig_prepare(struct rig *rig) {
  static char *environment[] = {NULL}, *arguments[] = {"test", NULL};
  rig->out->size = rig->out_count ? rig->out_count * (uint64_t)16 : 16;
  rig_verify(rig);
  rig->machine = machine_new(rig->program, &rig->options);
  assert_true(machine_start(rig->machine, 1, arguments, environment));
}

/* Sends stderr nowhere and returns what rig_unhush needs to bring it back. Reports of
   sanitizers, which end the program, still come through. */
extern void __sanitizer_set_report_fd(void *descriptor) __attribute__((weak));

static inline int rig_hush(void) {
  fflush(stderr);
  int saved = dup(2), null = open("/dev/null", O_WRONLY);
  dup2(null, 2);
  close(null);
  if (__sanitizer_set_report_fd) __sanitizer_set_report_fd((void *)(intptr_t)saved);
  return saved;
}

static inline void rig_unhush(int saved) {
  fflush(stderr);
  dup2(saved, 2);
  close(saved);
  if (__sanitizer_set_report_fd) __sanitizer_set_report_fd((void *)(intptr_t)2);
}

static inline void rig_count_leak(struct machine *machine, void *context) {
  (void)context;
  machine->counts.errors++;
}

/* Ends the program at the end of the start function, which has one block. */
static inline void rig_close_start(struct rig *rig) {
  rig_finish(rig, rig->start);
  rig_close(rig->start, 0);
}

/* Runs the running state alone, without forking, until it ends or has executed so many instructions
   (0: no limit). */
static inline void rig_run_alone(struct machine *machine, uint64_t max_instructions) {
  struct state *state = machine->state;
  run_alone(machine, &(struct run_limits){.instructions = max_instructions});
  if (state->status == STATE_FAILED) {
    machine_report_error(machine);
    machine->counts.errors++;
  }
  if (state->status == STATE_EXITED && machine->options.check_leaks)
    leak_report(machine, rig_count_leak, NULL);
}

static inline void rig_run_quietly(struct rig *rig) {
  int saved = rig_hush();
  rig_run_alone(rig->machine, 0);
  rig_unhush(saved);
}

/* Runs to the end, which must be a good one. */
static inline void rig_run(struct rig *rig) {
  rig_prepare(rig);
  rig_run_quietly(rig);
  if (rig->machine->state->status == STATE_FAILED)
    fail_msg("unexpected error: %s", rig->machine->error.message);
  assert_int_equal(rig->machine->state->status, STATE_EXITED);
}

static inline u128 rig_read(const struct rig *rig, uint32_t number) {
  struct access_fault fault;
  uint64_t words[2];
  uint64_t address =
      rig->machine->layout.global_addresses[rig->out->number] + number * (uint64_t)16;
  assert_true(
      memory_read(&rig->machine->memory, &rig->machine->state->space, address, words, 16, &fault));
  return (u128)words[1] << 64 | words[0];
}

/* Runs to an error of that kind and text at that line. */
static inline void rig_run_to_error(struct rig *rig, enum error_kind kind, const char *message,
                                    uint32_t line) {
  rig_prepare(rig);
  rig_run_quietly(rig);
  const struct error *error = &rig->machine->error;
  if (rig->machine->state->status != STATE_FAILED) fail_msg("no error: %s", message);
  assert_string_equal(error->message, message);
  assert_int_equal(error->kind, kind);
  assert_int_equal(rig->program->locs.data[error->loc].line, line);
}

#endif
