/* LLVM's readers trust their input: some corrupt modules make them run into report_fatal_error, an
   unreachable, a wild access or endless recursion. Reading in a child process first would be the
   clean separation but doubles the time to read what is nearly always sound. So the fatal signals
   are caught instead, and since the state of LLVM is then lost, the process ends at once, with a
   message that names the file. Only async-signal-safe calls are made. A signal that arrives while
   no file is being read is passed to the previous handler.

   Corrupt sizes also make the readers fill all memory or run for minutes, so processor
   time and address space are limited meanwhile, far above what a sound file needs.

   A signal handler gets no context, hence the global variable in this file. */
#include "front/llvm/crash_guard.h"

#include "util/alloc.h"
#include "util/exhaustion.h"
#include "util/fault.h"
#include "util/process_memory.h"

#include <llvm-c/ErrorHandling.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

enum { ALTERNATE_STACK_SIZE = 64 * 1024 };
enum { LEAST_SECONDS = 20, BYTES_PER_SECOND = 200 * 1000, MEMORY_PER_BYTE = 500 };
#define LEAST_MEMORY ((uint64_t)2 << 30)

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGPROF};
enum { SIGNAL_COUNT = sizeof fatal_signals / sizeof *fatal_signals };

struct crash_guard {
  const char *volatile path;
  bool has_limits;
  struct sigaction before[SIGNAL_COUNT];
  bool is_memory_limited;
  struct rlimit memory_before;
  stack_t stack_before;
  void *stack;
};

static struct crash_guard *volatile active;

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
  struct crash_guard *guard = active;
  if (guard->path) give_up(guard->path, "LLVM's reader failed on it");
  for (int i = 0; i < SIGNAL_COUNT; i++)
    if (fatal_signals[i] == number) sigaction(number, &guard->before[i], NULL);
  raise(number);
}

static void on_fatal_error(const char *reason) {
  struct crash_guard *guard = active;
  if (guard && guard->path) give_up(guard->path, reason);
  FAULT("LLVM: %s", reason);
}

/* A sound file takes far less than there should be. */
static void on_exhaustion(void *context) {
  struct crash_guard *guard = context;
  if (guard->path) give_up(guard->path, "reading it takes more memory than there is");
}

/* llvm::install_bad_alloc_error_handler, as the C++ ABI spells it; the C interface lacks it. */
void install_bad_alloc_handler(void (*handler)(void *, const char *, bool), void *context) __asm__(
    "_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_");

static void on_bad_alloc(void *context, const char *reason, bool wants_diagnosis) {
  (void)context, (void)reason, (void)wants_diagnosis;
  exhaustion_end(0);
}

/* Before LLVM's own constructors, which allocate. */
__attribute__((constructor(102))) static void catch_bad_alloc(void) {
  install_bad_alloc_handler(on_bad_alloc, NULL);
}

struct crash_guard *crash_guard_begin(void) {
  REQUIRE(!active);
  struct crash_guard *guard = alloc_zeroed(sizeof *guard);
  guard->stack = alloc_bytes(ALTERNATE_STACK_SIZE);
  active = guard;
  stack_t stack = {.ss_sp = guard->stack, .ss_size = ALTERNATE_STACK_SIZE};
  sigaltstack(&stack, &guard->stack_before);
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(fatal_signals[i], &action, &guard->before[i]);
  LLVMInstallFatalErrorHandler(on_fatal_error);
  exhaustion_set_rescue(on_exhaustion, guard);
  return guard;
}

#if __has_feature(address_sanitizer)
/* A reader that gives up on a corrupt file leaks memory inside LLVM, so leaks are ignored
   meanwhile. The sanitizer's own address space exceeds any limit, so instead absurdly large
   allocations are made to fail. */
void __lsan_disable(void);
void __lsan_enable(void);
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }
static void ignore_leaks(bool is_reading) { is_reading ? __lsan_disable() : __lsan_enable(); }
static void limit_memory(struct crash_guard *guard, uint64_t bytes) { (void)guard, (void)bytes; }
static void unlimit_memory(struct crash_guard *guard) { (void)guard; }
#else
static void ignore_leaks(bool is_reading) { (void)is_reading; }

static void limit_memory(struct crash_guard *guard, uint64_t bytes) {
  uint64_t used = process_memory().address_space;
  if (used == 0 || getrlimit(RLIMIT_AS, &guard->memory_before) != 0) return;
  struct rlimit limit = guard->memory_before;
  if (used + bytes < limit.rlim_cur) limit.rlim_cur = used + bytes;
  guard->is_memory_limited = setrlimit(RLIMIT_AS, &limit) == 0;
}

static void unlimit_memory(struct crash_guard *guard) {
  if (guard->is_memory_limited) setrlimit(RLIMIT_AS, &guard->memory_before);
  guard->is_memory_limited = false;
}
#endif

static void limit_time(uint64_t seconds) {
  struct itimerval timer = {.it_value = {.tv_sec = (time_t)seconds}};
  setitimer(ITIMER_PROF, &timer, NULL);
}

void crash_guard_enter(struct crash_guard *guard, const char *path, bool has_limits) {
  guard->path = path;
  guard->has_limits = has_limits;
  ignore_leaks(true);
  if (!has_limits) return;
  struct stat status;
  uint64_t size = stat(path, &status) == 0 ? (uint64_t)status.st_size : 0;
  limit_time(LEAST_SECONDS + size / BYTES_PER_SECOND);
  limit_memory(guard, LEAST_MEMORY + size * MEMORY_PER_BYTE);
}

void crash_guard_leave(struct crash_guard *guard) {
  ignore_leaks(false);
  guard->path = NULL;
  if (!guard->has_limits) return;
  limit_time(0);
  unlimit_memory(guard);
  guard->has_limits = false;
}

void crash_guard_end(struct crash_guard *guard) {
  LLVMResetFatalErrorHandler();
  exhaustion_set_rescue(NULL, NULL);
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(fatal_signals[i], &guard->before[i], NULL);
  sigaltstack(&guard->stack_before, NULL);
  active = NULL;
  free(guard->stack);
  free(guard);
}
