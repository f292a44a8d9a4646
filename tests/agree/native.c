/* native all|each BYTES BELOW: runs the program that it is linked with (whose main is agree_main)
   on every stream of BYTES bytes, each less than BELOW, and says what happened: the machine's side
   of the agreement suite. See partition.c for the other side and for streams.

   A program of its own (mode `all`) runs again and again in this process: its data are set
   back and its ends jump out of it. One that uses a libc or AddressSanitizer, whose data
   are out of reach, runs in a child for each stream (mode `each`). How a run ended is reported through
   shared memory by handlers: of AddressSanitizer, before it writes its long report; of signals
   (SIGILL comes from UBSan's traps, whose operand names the check that failed); of assertions.
   Where it ended is given by return addresses, innermost first, which the caller turns into lines.

   The program is compiled with -fsanitize-coverage=bb,no-prune,trace-pc-guard: the hash of
   the blocks that a run went through stands for its path.

   A line per stream: `STREAM end  trace  choices  result  output`. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { MAX_PLACES = 32, MAX_RESULT = 64, TIME_LIMIT = 100 };

int agree_main(int argc, char **argv); /* or without parameters */
extern __attribute__((weak)) unsigned long agree_result[];
extern __attribute__((weak)) unsigned agree_result_count;

struct verdict {
  char end[16]; /* empty: by its exit status */
  int status;
  unsigned place_count;
  uintptr_t places[MAX_PLACES];
  uint64_t trace, choices;
  unsigned result_count;
  unsigned long result[MAX_RESULT];
};

/* What outlives the data of the program. */
struct driver {
  struct verdict verdict;
  bool is_single; /* all runs in this process */
  jmp_buf end;
  uint8_t *data; /* as it was */
};

static struct driver *driver;
static struct verdict *verdict;
static uint64_t stream, trace, choices;
static unsigned bytes_left, below;

/* ---- traces ---- */

static uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9e3779b97f4a7c15 + (hash >> 29);
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *first, uint32_t *end) {
  static uint32_t count;
  if (first == end || *first) return;
  for (uint32_t *guard = first; guard < end; guard++) *guard = ++count;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { trace = mix(trace, *guard); }

void agree_choice(unsigned long value) { choices = mix(choices, ~value); }

/* ---- ends ---- */

static void save(void) {
  verdict->trace = trace;
  verdict->choices = choices;
  if (&agree_result_count == NULL) return;
  verdict->result_count = agree_result_count;
  memcpy(verdict->result, agree_result, agree_result_count * sizeof *agree_result);
}

static _Noreturn void leave(const char *end) {
  save();
  strncpy(verdict->end, end, sizeof verdict->end - 1);
  if (driver->is_single) longjmp(driver->end, 1);
  _exit(0);
}

_Noreturn void __real_exit(int status);
_Noreturn void __real__Exit(int status);

_Noreturn void __wrap__Exit(int status) {
  save();
  __real__Exit(status);
}

_Noreturn void __wrap_exit(int status) {
  if (!driver->is_single) __real_exit(status);
  verdict->status = status & 0xff;
  leave("exit");
}

/* A return address lies behind its call; a fault is at its exact place. */
static _Noreturn void fail(const char *kind, uintptr_t exact) {
  void *frames[MAX_PLACES];
  int count = backtrace(frames, MAX_PLACES - 1);
  if (exact) verdict->places[verdict->place_count++] = exact;
  for (int i = 0; i < count; i++)
    verdict->places[verdict->place_count++] = (uintptr_t)frames[i] - 1;
  leave(kind);
}

const char *__asan_get_report_description(void) __attribute__((weak));

void __asan_on_error(void) {
  const char *what = __asan_get_report_description ? __asan_get_report_description() : "";
  fail(strstr(what, "free") && !strstr(what, "use-after-free") ? "free" : "ptr", 0);
}

const char *__asan_default_options(void) {
  return "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:"
         "handle_abort=0:detect_stack_use_after_return=1:redzone=512:log_path=/dev/null:"
         "allocator_may_return_null=1:intercept_tls_get_addr=0:quarantine_size_mb=1";
}

/* The immediate of `ud1` is the number of the check, by the order in which clang lists its
   handlers. */
static const char *trap_kind(const uint8_t *code) {
  enum {
    ADD,
    UNREACHABLE,
    DIVISION = 3,
    MULTIPLY = 12,
    NEGATE,
    OUT_OF_BOUNDS = 18,
    SHIFT = 20,
    SUBTRACT
  };
  if (code[0] != 0x67 || code[1] != 0x0f || code[2] != 0xb9) return "abort"; /* __builtin_trap */
  switch (code[3] == 0x40 ? code[4] : 0) {
  case UNREACHABLE: return "exec";
  case DIVISION: return "div";
  case OUT_OF_BOUNDS: return "ptr";
  case SHIFT: return "overshift";
  case ADD:
  case SUBTRACT:
  case MULTIPLY:
  case NEGATE: return "overflow";
  default: return "trap";
  }
}

static void on_signal(int number, siginfo_t *info, void *context) {
  extern char __executable_start, edata;
  const ucontext_t *machine = context;
  uintptr_t place = (uintptr_t)machine->uc_mcontext.gregs[REG_RIP];
  char *address = info->si_addr;
  bool is_write = machine->uc_mcontext.gregs[REG_ERR] & 2;
  switch (number) {
  case SIGILL: fail(trap_kind((const uint8_t *)place), place);
  case SIGFPE: fail("overflow", place); /* division by zero has a trap of its own */
  case SIGABRT: fail("abort", 0);
  case SIGALRM: fail("timeout", 0);
  default: break;
  }
  uintptr_t stack = (uintptr_t)machine->uc_mcontext.gregs[REG_RSP];
  if ((uintptr_t)address - stack + 4096 < 8192) fail("exec", place); /* stack overflow */
  if ((char *)place == address || place < 4096) {
    /* A bad call: the caller is at the top of the stack, and no unwinder gets there. */
    verdict->places[verdict->place_count++] = *(uintptr_t *)stack - 1;
    leave("exec");
  }
  fail(is_write && address >= &__executable_start && address < &edata ? "read_only" : "ptr", place);
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  (void)expression, (void)file, (void)line, (void)function;
  fail("assert", 0);
}

/* ---- intrinsics ---- */

void klee_make_symbolic(void *address, size_t size, const char *name) {
  (void)name;
  for (size_t i = 0; i < size; i++) {
    ((uint8_t *)address)[i] = bytes_left ? (uint8_t)(stream % below) : 0;
    if (bytes_left == 0) continue;
    stream /= below;
    bytes_left--;
  }
}

void klee_assume(uintptr_t condition) {
  if (!condition) leave("assumed");
}

void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }

int klee_int(const char *name) {
  int value;
  klee_make_symbolic(&value, sizeof value, name);
  return value;
}

int klee_range(int begin, int end, const char *name) {
  if (begin + 1 == end) return begin;
  int value = klee_int(name);
  klee_assume(value >= begin && value < end);
  return value;
}

uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value;
  if (count == 0) fail("user", 0);
  klee_make_symbolic(&value, sizeof value, "");
  klee_assume(value < count);
  return value;
}

_Bool __VERIFIER_nondet_bool(void) {
  uint8_t value;
  klee_make_symbolic(&value, 1, "");
  klee_assume(value < 2);
  return value;
}

#define NONDET(name, type)                                                                         \
  type __VERIFIER_nondet_##name(void) {                                                            \
    type value;                                                                                    \
    klee_make_symbolic(&value, sizeof value, #name);                                               \
    return value;                                                                                  \
  }
NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)

void klee_silent_exit(int status) {
  (void)status;
  leave("silent");
}

void klee_report_error(const char *file, int line, const char *text, const char *suffix) {
  (void)file, (void)line, (void)text, (void)suffix;
  fail("user", 0);
}

/* Merging is the engine's business. */
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_abort(void) { fail("abort", 0); }
void reach_error(void) { fail("assert", 0); }

void __VERIFIER_assert(int condition) {
  if (!condition) fail("assert", 0);
}

/* ---- runs ---- */

static void handle_signals(void) {
  static char alternate[1 << 16];
  stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  struct sigaction action = {.sa_sigaction = on_signal,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigaltstack(&stack, NULL);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
  alarm(TIME_LIMIT);
}

static void start(uint64_t number, unsigned bytes) {
  memset(verdict, 0, sizeof *verdict);
  stream = number;
  bytes_left = bytes;
  trace = choices = 0;
}

static void print_hex(const uint8_t *bytes, size_t count) {
  if (count == 0) putchar('-');
  for (size_t i = 0; i < count; i++) printf("%02x", bytes[i]);
}

static void print_verdict(uint64_t number, int output) {
  uint8_t buffer[4096];
  printf("%llu %s", (unsigned long long)number, verdict->end);
  if (strcmp(verdict->end, "exit") == 0 || strcmp(verdict->end, "signal") == 0)
    printf(" %d", verdict->status);
  for (unsigned i = 0; i < verdict->place_count; i++)
    printf(" %lx", (unsigned long)verdict->places[i]);
  printf("\t%llx\t%llx\t", (unsigned long long)verdict->trace,
         (unsigned long long)verdict->choices);
  print_hex((const uint8_t *)verdict->result, verdict->result_count * sizeof *verdict->result);
  putchar('\t');
  ssize_t got = output < 0 ? 0 : pread(output, buffer, sizeof buffer, 0);
  print_hex(buffer, got > 0 ? (size_t)got : 0);
  putchar('\n');
}

static void run_in_child(uint64_t number, unsigned bytes, char **argv, int output) {
  int status;
  start(number, bytes);
  if (ftruncate(output, 0) != 0) exit(2);
  fflush(stdout); /* or the child would write it too */
  pid_t child = fork();
  if (child == 0) {
    lseek(output, 0, SEEK_SET);
    dup2(output, 1);
    handle_signals();
    atexit(save); /* registered first, so it runs after what the program registers */
    exit(agree_main(1, argv));
  }
  if (child < 0 || waitpid(child, &status, 0) != child) exit(2);
  if (!WIFEXITED(status))
    verdict->status = WTERMSIG(status), strcpy(verdict->end, "signal");
  else if (verdict->end[0] == 0)
    verdict->status = WEXITSTATUS(status), strcpy(verdict->end, "exit");
}

/* Everything here is overwritten with what it was at the start: nothing of it may be kept
   in variables of this file. */
static void run_here(uint64_t number, unsigned bytes, char **argv) {
  extern char __data_start, _end;
  struct driver *kept = driver;
  memcpy(&__data_start, kept->data, (size_t)(&_end - &__data_start));
  start(number, bytes);
  if (setjmp(kept->end) == 0) __wrap_exit(agree_main(1, argv));
}

static void keep_data(void) {
  extern char __data_start, _end;
  size_t size = (size_t)(&_end - &__data_start);
  driver->data = malloc(size);
  memcpy(driver->data, &__data_start, size);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: native all|each BYTES BELOW\n");
    return 2;
  }
  unsigned bytes = (unsigned)atoi(argv[2]);
  uint64_t count = 1;
  below = (unsigned)atoi(argv[3]);
  for (unsigned i = 0; i < bytes; i++) count *= below;
  driver = mmap(NULL, sizeof *driver, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  driver->is_single = strcmp(argv[1], "all") == 0;
  verdict = &driver->verdict;
  void *warm[1];
  backtrace(warm, 1); /* loads the unwinder once for all children */
  int output = driver->is_single ? -1 : memfd_create("output", MFD_CLOEXEC);
  if (driver->is_single) {
    handle_signals();
    keep_data();
  }
  for (uint64_t number = 0; number < count; number++) {
    if (driver->is_single)
      run_here(number, bytes, argv);
    else
      run_in_child(number, bytes, argv, output);
    print_verdict(number, output);
  }
  fflush(stdout);
  _exit(0);
}
