/* The functions that the engine provides: the heap and its errors, block operations, the
   ends of a program, what is not modelled, and system calls of the host. */
#include "rig.h"

#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>

static const unsigned words[] = {64, 64, 64, 64, 64, 64, 64};

/* Calls a builtin of `count` 64-bit arguments. */
static uint32_t call(struct rig *rig, const char *name, unsigned result, unsigned count,
                     const ir_operand *args) {
  struct ir_func *callee = rig_declare(rig, name, result, count, words);
  return rig_call(rig, rig->start, callee, args, count);
}

static uint32_t call_1(struct rig *rig, const char *name, ir_operand a) {
  return call(rig, name, 64, 1, (ir_operand[]){a});
}
static uint32_t call_2(struct rig *rig, const char *name, ir_operand a, ir_operand b) {
  return call(rig, name, 64, 2, (ir_operand[]){a, b});
}
static void call_free(struct rig *rig, ir_operand address) {
  call(rig, "free", 0, 1, (ir_operand[]){address});
}

static ir_operand number(struct rig *rig, uint64_t value) {
  return ir_const_int(rig->start, 64, value);
}

static uint32_t plus(struct rig *rig, ir_operand a, uint64_t offset) {
  return rig_binary(rig, rig->start, IR_ADD, 64, 0, a, number(rig, offset));
}

static void run_to(struct rig *rig, enum error_kind kind, const char *message, uint32_t line) {
  rig_close_start(rig);
  rig_run_to_error(rig, kind, message, line);
  rig_end(rig);
}

/* ---- the heap ---- */

static void test_allocation(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  uint32_t block = call_1(&rig, "malloc", number(&rig, 100));
  rig_result(&rig, func, rig_load(&rig, func, 64, block)); /* 0: fresh memory is zero */
  rig_result(&rig, func, call_1(&rig, "malloc_usable_size", block));
  rig_store(&rig, func, 8, plus(&rig, block, 99), rig_const(func, 8, 7));
  uint32_t cleared = call_2(&rig, "calloc", number(&rig, 12), number(&rig, 10));
  rig_result(&rig, func, call_1(&rig, "malloc_usable_size", cleared));
  uint32_t larger = call_2(&rig, "realloc", block, number(&rig, 5000));
  rig_result(&rig, func, rig_load(&rig, func, 8, plus(&rig, larger, 99)));
  rig_result(&rig, func, rig_load(&rig, func, 8, plus(&rig, larger, 4999)));
  uint32_t smaller = call_2(&rig, "realloc", larger, number(&rig, 100));
  rig_result(&rig, func, rig_load(&rig, func, 8, plus(&rig, smaller, 99)));
  rig_result(&rig, func, call_1(&rig, "malloc_usable_size", smaller));
  uint32_t fresh = call_2(&rig, "realloc", number(&rig, 0), number(&rig, 8));
  rig_result(&rig, func, call_1(&rig, "malloc_usable_size", fresh));
  call_free(&rig, smaller);
  call_free(&rig, fresh);
  call_free(&rig, number(&rig, 0));
  rig_close_start(&rig);
  rig_run(&rig);
  static const uint64_t wanted[] = {0, 100, 120, 7, 0, 7, 100, 8};
  for (uint32_t i = 0; i < 8; i++) assert_int_equal((uint64_t)rig_read(&rig, i), wanted[i]);
  assert_int_equal(rig.machine->state->space.heap_live_objects, 1);
  rig_end(&rig);
}

static void test_impossible_allocations_give_null(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  rig_result(&rig, func, call_1(&rig, "malloc", number(&rig, UINT64_MAX)));
  rig_result(&rig, func, call_1(&rig, "malloc", number(&rig, (uint64_t)1 << 35)));
  rig_result(
      &rig, func,
      call_2(&rig, "calloc", number(&rig, (uint64_t)1 << 32), number(&rig, (uint64_t)1 << 32)));
  rig_result(&rig, func, call_2(&rig, "memalign", number(&rig, 24), number(&rig, 8)));
  rig_result(&rig, func, call_2(&rig, "aligned_alloc", number(&rig, 0), number(&rig, 8)));
  rig_result(&rig, func, call_1(&rig, "__smew_map", number(&rig, UINT64_MAX - 5)));
  uint32_t block = call_1(&rig, "malloc", number(&rig, 8));
  rig_store(&rig, func, 64, block, number(&rig, 99));
  rig_result(&rig, func, call_2(&rig, "realloc", block, number(&rig, UINT64_MAX)));
  rig_result(&rig, func, rig_load(&rig, func, 64, block)); /* still there */
  rig_close_start(&rig);
  rig_run(&rig);
  for (uint32_t i = 0; i < 7; i++) assert_true(rig_read(&rig, i) == 0);
  assert_int_equal((uint64_t)rig_read(&rig, 7), 99);
  rig_end(&rig);
}

/* Where a libc has registered its errno with the engine. */
static void test_failed_allocations_set_errno(void **state) {
  (void)state;
  static const struct {
    const char *name;
    uint64_t a, b;
    int32_t wanted;
  } cases[] = {{"malloc", UINT64_MAX, 0, ENOMEM},
               {"calloc", UINT64_MAX, 3, ENOMEM},
               {"memalign", 3, 8, EINVAL},
               {"memalign", 16, UINT64_MAX, ENOMEM},
               {"malloc", 16, 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct rig rig;
    rig_begin(&rig);
    struct ir_global *pointer = ir_add_global(rig.program, "__smew_errno", false);
    pointer->size = 8;
    pointer->is_defined = true;
    struct ir_const target = {IR_CONST_GLOBAL, 64, rig.out->number, 0};
    vec_push(&pointer->relocs, ((struct ir_reloc){0, target}));
    rig.out_count = 1;
    call(&rig, cases[i].name, 64, strcmp(cases[i].name, "malloc") ? 2 : 1,
         (ir_operand[]){number(&rig, cases[i].a), number(&rig, cases[i].b)});
    rig_close_start(&rig);
    rig_run(&rig);
    assert_int_equal((int32_t)rig_read(&rig, 0), cases[i].wanted);
    rig_end(&rig);
  }
}

static void test_aligned_allocation(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  uint32_t cell = rig_alloca(&rig, func, number(&rig, 8), "cell", 8), wanted_zero = 0;
  for (uint64_t align = 8; align <= 65536; align *= 4) {
    uint32_t a = call_2(&rig, "memalign", number(&rig, align), number(&rig, 100));
    rig_result(&rig, func, rig_binary(&rig, func, IR_AND, 64, 0, a, number(&rig, align - 1)));
    rig_result(&rig, func,
               call(&rig, "posix_memalign", 32, 3,
                    (ir_operand[]){cell, number(&rig, align), number(&rig, 10)}));
    uint32_t b = rig_load(&rig, func, 64, cell);
    rig_result(&rig, func, rig_binary(&rig, func, IR_AND, 64, 0, b, number(&rig, align - 1)));
    wanted_zero += 3;
  }
  rig_result(&rig, func,
             call(&rig, "posix_memalign", 32, 3,
                  (ir_operand[]){cell, number(&rig, 12), number(&rig, 10)}));
  rig_close_start(&rig);
  rig_run(&rig);
  for (uint32_t i = 0; i < wanted_zero; i++) assert_true(rig_read(&rig, i) == 0);
  assert_int_equal((uint64_t)rig_read(&rig, wanted_zero), EINVAL);
  rig_end(&rig);
}

static void test_maps(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  uint32_t map = call_1(&rig, "__smew_map", number(&rig, 5000));
  rig_result(&rig, func, rig_binary(&rig, func, IR_AND, 64, 0, map, number(&rig, 4095)));
  rig_result(&rig, func, rig_load(&rig, func, 64, plus(&rig, map, 8184)));
  struct ir_func *unmap = rig_declare(&rig, "__smew_unmap", 32, 2, words);
  const uint64_t sizes[] = {4096, 9000, 5000, 5000};
  for (int i = 0; i < 4; i++)
    rig_result(&rig, func,
               rig_call(&rig, func, unmap, (ir_operand[]){map, number(&rig, sizes[i])}, 2));
  rig_close_start(&rig);
  rig_run(&rig);
  static const uint64_t wanted[] = {0, 0, UINT32_MAX, UINT32_MAX, 0, UINT32_MAX};
  for (uint32_t i = 0; i < 6; i++) assert_int_equal((uint64_t)rig_read(&rig, i), wanted[i]);
  rig_end(&rig);
}

/* ---- errors of the heap ---- */

static uint32_t begin_with_block(struct rig *rig) {
  rig_begin(rig);
  rig_at_line(rig, 5);
  uint32_t block = call_1(rig, "malloc", number(rig, 24));
  rig_at_line(rig, 6);
  return block;
}

static void test_use_after_free(void **state) {
  (void)state;
  struct rig rig;
  uint32_t block = begin_with_block(&rig);
  call_free(&rig, block);
  rig_at_line(&rig, 7);
  rig_load(&rig, rig.start, 32, plus(&rig, block, 4));
  run_to(&rig, ERROR_POINTER,
         "use after free: read of 4 bytes at offset 4 of heap object (24 bytes, allocated at "
         "test.c:5, freed at test.c:6)",
         7);
  block = begin_with_block(&rig);
  rig_at_line(&rig, 7);
  rig_store(&rig, rig.start, 8, plus(&rig, block, 24), rig_const(rig.start, 8, 0));
  run_to(
      &rig, ERROR_POINTER,
      "out-of-bounds write of 1 byte: offset 24 of heap object (24 bytes, allocated at test.c:5)",
      7);
  block = begin_with_block(&rig);
  call_2(&rig, "realloc", block, number(&rig, 24)); /* always moves */
  rig_at_line(&rig, 7);
  rig_load(&rig, rig.start, 8, block);
  run_to(&rig, ERROR_POINTER,
         "use after free: read of 1 byte at offset 0 of heap object (24 bytes, allocated at "
         "test.c:5, freed at test.c:6)",
         7);
}

static void test_bad_frees(void **state) {
  (void)state;
  struct rig rig;
  uint32_t block = begin_with_block(&rig);
  call_free(&rig, block);
  rig_at_line(&rig, 7);
  call_free(&rig, block);
  run_to(&rig, ERROR_FREE,
         "double free of heap object (24 bytes, allocated at test.c:5, freed at test.c:6)", 7);
  block = begin_with_block(&rig);
  rig_at_line(&rig, 7);
  call_free(&rig, plus(&rig, block, 8));
  run_to(&rig, ERROR_FREE,
         "invalid free: pointer to offset 8 of heap object (24 bytes, allocated at test.c:5)", 7);
  rig_begin(&rig);
  uint32_t local = rig_alloca(&rig, rig.start, number(&rig, 1), "local", 1);
  rig_at_line(&rig, 7);
  call_free(&rig, local);
  run_to(&rig, ERROR_FREE, "invalid free: 'local' (1 byte) is not on the heap", 7);
  rig_begin(&rig);
  rig_at_line(&rig, 7);
  call_free(&rig, number(&rig, 0x123456789abcdef));
  run_to(&rig, ERROR_FREE, "invalid free: wild pointer 0x123456789abcdef", 7);
  rig_begin(&rig);
  rig_at_line(&rig, 7);
  call_2(&rig, "realloc", ir_const_global(rig.start, rig.out->number, 0), number(&rig, 8));
  run_to(&rig, ERROR_FREE, "invalid free: 'out' (16 bytes) is not on the heap", 7);
}

/* The builtin's error is at the call, in the caller's line. */
static void test_block_functions(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  uint32_t block = call_1(&rig, "malloc", number(&rig, 64));
  struct ir_func *set = rig_declare(&rig, "memset", 64, 3, (unsigned[]){64, 32, 64});
  uint32_t same = rig_call(
      &rig, func, set, (ir_operand[]){block, ir_const_int(func, 32, 0x1aa), number(&rig, 32)}, 3);
  rig_result(&rig, func, rig_binary(&rig, func, IR_SUB, 64, 0, same, block));
  call(&rig, "memcpy", 64, 3, (ir_operand[]){plus(&rig, block, 40), block, number(&rig, 8)});
  call(&rig, "memmove", 64, 3,
       (ir_operand[]){plus(&rig, block, 36), plus(&rig, block, 28), number(&rig, 16)});
  rig_result(&rig, func, rig_load(&rig, func, 128, plus(&rig, block, 24)));
  rig_result(&rig, func, rig_load(&rig, func, 128, plus(&rig, block, 40)));
  call(&rig, "memcpy", 64, 3, (ir_operand[]){number(&rig, 0), number(&rig, 0), number(&rig, 0)});
  rig_close_start(&rig);
  rig_run(&rig);
  assert_true(rig_read(&rig, 0) == 0);
  assert_true(rig_read(&rig, 1) == ((u128)0xaaaaaaaa << 96 | 0xaaaaaaaaaaaaaaaa));
  assert_true(rig_read(&rig, 2) == (u128)0xaaaaaaaa << 64);
  rig_end(&rig);
  block = begin_with_block(&rig);
  rig_at_line(&rig, 8);
  call(&rig, "memcpy", 64, 3, (ir_operand[]){block, plus(&rig, block, 8), number(&rig, 17)});
  run_to(
      &rig, ERROR_POINTER,
      "out-of-bounds read of 17 bytes: offset 8 of heap object (24 bytes, allocated at test.c:5)",
      8);
}

/* ---- ends and others ---- */

static void test_ends(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  rig_call(&rig, rig.start, rig.exit, (ir_operand[]){ir_const_int(rig.start, 32, 0x1234)}, 1);
  rig_close_start(&rig);
  rig_run(&rig);
  assert_int_equal(rig.machine->state->exit_status, 0x34);
  rig_end(&rig);
  rig_begin(&rig);
  rig_at_line(&rig, 9);
  call(&rig, "abort", 0, 0, NULL);
  run_to(&rig, ERROR_ABORT, "abort called", 9);
}

static struct ir_global *add_string(struct rig *rig, const char *text) {
  struct ir_global *global = ir_add_global(rig->program, "text", true);
  global->size = strlen(text) + 1;
  global->bytes = memcpy(alloc_bytes(global->size), text, global->size);
  global->is_defined = global->is_constant = true;
  return global;
}

static void test_assertions(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  ir_operand text = ir_const_global(rig.start, add_string(&rig, "x == 100%")->number, 0);
  struct ir_func *fail = rig_declare(&rig, "__assert_fail", 0, 4, (unsigned[]){64, 64, 32, 64});
  rig_at_line(&rig, 9);
  rig_call(&rig, rig.start, fail,
           (ir_operand[]){text, text, ir_const_int(rig.start, 32, 1), number(&rig, 0)}, 4);
  run_to(&rig, ERROR_ASSERT, "assertion failed: x == 100%", 9);
}

static void test_unmodelled_is_counted(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  ir_operand text = ir_const_global(rig.start, add_string(&rig, "socket")->number, 0);
  for (int i = 0; i < 3; i++) call(&rig, "__smew_unmodelled", 0, 1, &text);
  call(&rig, "__smew_unmodelled", 0, 1, (ir_operand[]){plus(&rig, text, 4)});
  rig_close_start(&rig);
  rig_run(&rig);
  assert_int_equal(rig.machine->found.unmodelled.count, 2);
  assert_string_equal(rig.machine->found.unmodelled.data[0].what, "socket");
  assert_string_equal(rig.machine->found.unmodelled.data[1].what, "et");
  assert_int_equal(rig.machine->found.unmodelled.data[0].count, 3);
  assert_int_equal(rig.machine->found.unmodelled.data[1].count, 1);
  rig_end(&rig);
}

static void test_too_few_arguments(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *callee = rig_declare(&rig, "calloc", 64, 1, words);
  rig_at_line(&rig, 3);
  rig_call(&rig, rig.start, callee, (ir_operand[]){number(&rig, 1)}, 1);
  run_to(&rig, ERROR_EXEC, "bad signature: 'calloc' takes 2 arguments, called with 1", 3);
}

static void test_builtin_through_a_pointer(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *callee = rig_declare(&rig, "malloc", 64, 1, words);
  uint32_t address =
               rig_unary(&rig, rig.start, IR_MOV, 64, ir_const_func(rig.start, callee->number)),
           block;
  rig_call_any(&rig, rig.start, address, (ir_operand[]){number(&rig, 5)}, 1, (uint8_t[]){64}, 1,
               &block);
  rig_result(&rig, rig.start, call_1(&rig, "malloc_usable_size", block));
  rig_close_start(&rig);
  rig_run(&rig);
  assert_int_equal((uint64_t)rig_read(&rig, 0), 5);
  rig_end(&rig);
}

/* ---- system calls ---- */

static uint32_t call_host(struct rig *rig, long which, const ir_operand *args, unsigned count) {
  ir_operand all[7] = {number(rig, (uint64_t)which)};
  for (unsigned i = 0; i < 6; i++) all[i + 1] = i < count ? args[i] : number(rig, 0);
  return call(rig, "__smew_host_syscall", 64, 7, all);
}

/* A call with up to four arguments; the others are 0. What it returns is the next result. */
static void note_call(struct rig *rig, long which, const ir_operand *given) {
  ir_operand args[4];
  for (int k = 0; k < 4; k++) args[k] = given[k] == 0 ? number(rig, 0) : given[k];
  rig_result(rig, rig->start, call_host(rig, which, args, 4));
}

static void test_harmless_system_calls(void **state) {
  (void)state;
  struct rig rig;
  int ends[2], before[2];
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(write(ends[1], "hello", 5), 5);
  fflush(stdout);
  for (int i = 0; i < 2; i++) {
    before[i] = dup(i);
    assert_int_equal(dup2(ends[i], i), i);
  }
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  rig_result(&rig, func, call_host(&rig, SYS_getpid, NULL, 0));
  uint32_t buffer = call_1(&rig, "malloc", number(&rig, 16));
  rig_store(&rig, func, 64, buffer, number(&rig, UINT64_MAX));
  rig_result(
      &rig, func,
      call_host(&rig, SYS_read, (ir_operand[]){number(&rig, 0), buffer, number(&rig, 16)}, 3));
  rig_result(&rig, func, rig_load(&rig, func, 64, buffer));
  rig_result(&rig, func,
             call_host(&rig, SYS_write,
                       (ir_operand[]){number(&rig, 1), plus(&rig, buffer, 1), number(&rig, 3)}, 3));
  rig_result(&rig, func, call_host(&rig, SYS_lseek, (ir_operand[]){number(&rig, 0)}, 1));
  rig_close_start(&rig);
  rig_run(&rig);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(dup2(before[i], i), i);
    close(before[i]);
  }
  char bytes[8] = {0};
  assert_int_equal((uint64_t)rig_read(&rig, 0), getpid());
  assert_int_equal((uint64_t)rig_read(&rig, 1), 5);
  assert_int_equal((uint64_t)rig_read(&rig, 2), 0xffffff6f6c6c6568); /* five bytes, no more */
  assert_int_equal((uint64_t)rig_read(&rig, 3), 3);
  assert_int_equal((int64_t)rig_read(&rig, 4), -ESPIPE);
  assert_int_equal(read(ends[0], bytes, 8), 3);
  assert_string_equal(bytes, "ell");
  close(ends[0]);
  close(ends[1]);
  rig_end(&rig);
}

/* Files that smew has open itself do not exist for the program, and its own have numbers of their
   own. */
static void test_descriptors_are_the_program_s_own(void **state) {
  (void)state;
  struct rig rig;
  char path[] = "/tmp/smew-test-XXXXXX", linked[64];
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, "hello", 5), 5);
  snprintf(linked, sizeof linked, "/proc/self/fd/%d", descriptor);
  rig_begin(&rig);
  ir_operand name = ir_const_global(rig.start, add_string(&rig, path)->number, 0);
  ir_operand link = ir_const_global(rig.start, add_string(&rig, linked)->number, 0);
  uint32_t block = call_1(&rig, "malloc", number(&rig, 16));
  ir_operand other = number(&rig, (uint64_t)descriptor), here = number(&rig, -100ull);
  rig_store(&rig, rig.start, 64, block,
            number(&rig, (uint64_t)descriptor | (uint64_t)POLLOUT << 32));
  struct {
    long which;
    ir_operand args[4];
    int64_t result;
  } calls[] = {
      {SYS_write, {other, block, number(&rig, 3)}, -EBADF},
      {SYS_read, {other, block, number(&rig, 3)}, -EBADF},
      {SYS_lseek, {other}, -EBADF},
      {SYS_close, {other}, -EBADF},
      {SYS_fcntl, {other, number(&rig, F_GETFL)}, -EBADF},
      {SYS_poll, {block, number(&rig, 1), number(&rig, 0)}, -EBADF},
      {SYS_openat, {here, link}, -ELOOP},
      {SYS_openat, {here, name}, 3},
      {SYS_openat, {here, name}, 4},
      {SYS_close, {number(&rig, 3)}, 0},
      {SYS_openat, {here, name}, 3},
      {SYS_pread64, {number(&rig, 4), block, number(&rig, 16)}, 5},
  };
  enum { COUNT = sizeof calls / sizeof *calls };
  for (int i = 0; i < COUNT; i++) note_call(&rig, calls[i].which, calls[i].args);
  rig_close_start(&rig);
  rig_run(&rig);
  for (uint32_t i = 0; i < COUNT; i++)
    assert_int_equal((int64_t)rig_read(&rig, i), calls[i].result);
  assert_int_equal(lseek(descriptor, 0, SEEK_CUR), 5);
  assert_int_equal(lseek(descriptor, 0, SEEK_END), 5);
  assert_int_equal(unlink(path), 0);
  close(descriptor);
  rig_end(&rig);
}

static void test_harmful_system_calls_are_refused(void **state) {
  (void)state;
  struct rig rig;
  char path[] = "/tmp/smew-test-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  rig_begin(&rig);
  ir_operand name = ir_const_global(rig.start, add_string(&rig, path)->number, 0);
  struct {
    long which;
    ir_operand args[4];
  } calls[] = {
      {SYS_unlink, {name}},
      {SYS_kill, {number(&rig, 0), number(&rig, 0)}},
      {SYS_openat, {number(&rig, -100ull), name, number(&rig, O_WRONLY), number(&rig, 0)}},
      {SYS_openat, {number(&rig, -100ull), name, number(&rig, O_RDWR | O_TRUNC), number(&rig, 0)}},
      {SYS_openat, {number(&rig, -100ull), name, number(&rig, O_CREAT), number(&rig, 0600)}},
      {SYS_close, {number(&rig, 2)}},
      {SYS_ftruncate, {number(&rig, (uint64_t)descriptor), number(&rig, 10)}},
  };
  enum { COUNT = sizeof calls / sizeof *calls };
  for (int i = 0; i < COUNT; i++) note_call(&rig, calls[i].which, calls[i].args);
  rig_close_start(&rig);
  rig_run(&rig);
  for (uint32_t i = 0; i < COUNT; i++) assert_true((int64_t)rig_read(&rig, i) < 0);
  assert_int_equal(lseek(descriptor, 0, SEEK_END), 0);
  assert_int_equal(unlink(path), 0);
  close(descriptor);
  rig_end(&rig);
}

static void test_system_call_buffers_are_checked(void **state) {
  (void)state;
  struct rig rig;
  uint32_t block = begin_with_block(&rig);
  rig_at_line(&rig, 8);
  call_host(&rig, SYS_read, (ir_operand[]){number(&rig, 0), block, number(&rig, 25)}, 3);
  run_to(
      &rig, ERROR_POINTER,
      "out-of-bounds write of 25 bytes: offset 0 of heap object (24 bytes, allocated at test.c:5)",
      8);
  block = begin_with_block(&rig);
  rig_at_line(&rig, 8);
  call_host(&rig, SYS_write,
            (ir_operand[]){number(&rig, 1), plus(&rig, block, 1), number(&rig, 24)}, 3);
  run_to(
      &rig, ERROR_POINTER,
      "out-of-bounds read of 24 bytes: offset 1 of heap object (24 bytes, allocated at test.c:5)",
      8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_allocation),
      cmocka_unit_test(test_impossible_allocations_give_null),
      cmocka_unit_test(test_failed_allocations_set_errno),
      cmocka_unit_test(test_aligned_allocation),
      cmocka_unit_test(test_maps),
      cmocka_unit_test(test_use_after_free),
      cmocka_unit_test(test_bad_frees),
      cmocka_unit_test(test_block_functions),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_assertions),
      cmocka_unit_test(test_unmodelled_is_counted),
      cmocka_unit_test(test_too_few_arguments),
      cmocka_unit_test(test_builtin_through_a_pointer),
      cmocka_unit_test(test_harmless_system_calls),
      cmocka_unit_test(test_descriptors_are_the_program_s_own),
      cmocka_unit_test(test_harmful_system_calls_are_refused),
      cmocka_unit_test(test_system_call_buffers_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
