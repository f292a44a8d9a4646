/* LLVM's readers trust their input: some corrupt modules make them run into
   report_fatal_error, an unreachable, a wild access or endless recursion. Reading in
   a child process first would be the clean separation but doubles the time to read
   what is nearly always sound. So the fatal signals are caught instead, and since the
   state of LLVM is then lost, the process ends at once, with a message that names the
   file. Only async-signal-safe calls are made. A signal that comes while no file is
   being read goes to whoever handled it before.

   A signal handler gets no context, hence the one variable of this file. */
#include "front/llvm/guard.h"

#include "util/alloc.h"
#include "util/fault.h"

#include <llvm-c/ErrorHandling.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ALTERNATE_STACK_SIZE = 64 * 1024 };

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
enum { SIGNAL_COUNT = sizeof fatal_signals / sizeof *fatal_signals };

struct guard {
  const char *volatile path;
  struct sigaction before[SIGNAL_COUNT];
  stack_t stack_before;
  void *stack;
};

static struct guard *volatile active;

static void write_text(const char *text) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written;
}

static _Noreturn void give_up(const char *path, const char *reason) {
  write_text("smew: ");
  write_text(path);
  write_text(": the module is corrupt: ");
  write_text(reason);
  write_text("\n");
  _exit(SMEW_EXIT_USAGE);
}

static void on_signal(int number) {
  struct guard *guard = active;
  if (guard->path) give_up(guard->path, "LLVM's reader failed on it");
  for (int i = 0; i < SIGNAL_COUNT; i++)
    if (fatal_signals[i] == number) sigaction(number, &guard->before[i], NULL);
  raise(number);
}

static void on_fatal_error(const char *reason) {
  struct guard *guard = active;
  if (guard && guard->path) give_up(guard->path, reason);
  FAULT("LLVM: %s", reason);
}

struct guard *guard_begin(void) {
  REQUIRE(!active);
  struct guard *guard = alloc_zeroed(sizeof *guard);
  guard->stack = alloc_bytes(ALTERNATE_STACK_SIZE);
  active = guard;
  stack_t stack = {.ss_sp = guard->stack, .ss_size = ALTERNATE_STACK_SIZE};
  sigaltstack(&stack, &guard->stack_before);
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(fatal_signals[i], &action, &guard->before[i]);
  LLVMInstallFatalErrorHandler(on_fatal_error);
  return guard;
}

/* A reader that gives up on a corrupt file does not release all that it holds; that is
   LLVM's affair, so what is allocated meanwhile is no leak of ours. */
#if __has_feature(address_sanitizer)
void __lsan_disable(void);
void __lsan_enable(void);
static void ignore_leaks(bool is_reading) { is_reading ? __lsan_disable() : __lsan_enable(); }
#else
static void ignore_leaks(bool is_reading) { (void)is_reading; }
#endif

void guard_set_path(struct guard *guard, const char *path) {
  if ((guard->path != NULL) != (path != NULL)) ignore_leaks(path != NULL);
  guard->path = path;
}

void guard_end(struct guard *guard) {
  LLVMResetFatalErrorHandler();
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(fatal_signals[i], &guard->before[i], NULL);
  sigaltstack(&guard->stack_before, NULL);
  active = NULL;
  free(guard->stack);
  free(guard);
}
