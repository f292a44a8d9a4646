/* A module through the front end and the interpreter: it is loaded or refused with a message, its
   IR is valid, and its run ends or meets the limit. */
#ifndef FUZZ_FRONT_H
#define FUZZ_FRONT_H

#include "exec/machine.h"
#include "exec/run.h"
#include "front/llvm/front.h"
#include "ir/ir.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "target.h"

#include <sys/wait.h>

enum { FRONT_INSTRUCTIONS = 20000 };

static void front_run(struct ir_program *program) {
  struct machine_options options = {.max_stack_frames = 64, .is_quiet = true};
  struct run_limits limits = {.instructions = FRONT_INSTRUCTIONS, .seconds = 2};
  char *words[] = {"fuzz", NULL};
  struct machine *machine = machine_new(program, &options);
  if (machine_start(machine, 1, words, words + 1)) run_alone(machine, &limits);
  machine_free(machine);
}

static void front_check_once(const char *path, enum llvm_opt opt) {
  struct llvm_front_options options = {
      .opt = opt, .check_overshift = true, .keep_names = opt == LLVM_OPT_NONE};
  struct ir_program *program = llvm_front_load(path, &options);
  struct buffer why = {0}, text = {0};
  if (program == NULL) return;
  if (!ir_verify_program(program, &why)) target_fail(why.text);
  ir_print_program(program, &text);
  buffer_free(&text);
  front_run(program);
}

/* LLVM's reader ends the process where it gives up (front/llvm/crash_guard.c), so every case has
   one of its own; for libFuzzer, which would see nothing of it, it has not. */
static void front_check(const char *path) {
#ifdef LIBFUZZER
  front_check_once(path, LLVM_OPT_DEFAULT);
#else
  enum { REFUSED = 2 };
  pid_t child = fork();
  if (child == 0) {
    target_now.is_running = false; /* the parent reports */
    for (int opt = LLVM_OPT_NONE; opt <= LLVM_OPT_DEFAULT; opt++)
      front_check_once(path, (enum llvm_opt)opt);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) target_fail("no process");
  if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != REFUSED))
    target_fail("the front end or the interpreter failed");
#endif
}

/* The same for the bytes of a file with that suffix. */
static void front_check_bytes(const char *suffix, const void *bytes, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/smew-fuzz-XXXXXX%s", suffix);
  int file = mkstemps(path, (int)strlen(suffix));
  if (file < 0 || file_write_all(file, bytes, size) != 0) target_fail("no file");
  close(file);
  front_check(path);
  unlink(path);
}

#endif
