/* klee.h for a program that runs natively: inputs come from the test, an assumption that does not
   hold stops the run, and what steers or asks the engine does nothing. */
#include "replay.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

REPLAY_WEAK void klee_make_symbolic(void *address, size_t size, const char *name) {
  if (size != 0) smew_replay_next(address, size, name);
}

REPLAY_WEAK int klee_int(const char *name) {
  int value;
  smew_replay_next(&value, sizeof value, name);
  return value;
}

REPLAY_WEAK int klee_range(int begin, int end, const char *name) {
  if (begin >= end)
    smew_replay_stop(REPLAY_ASSUMPTION, "klee_range: no value is in %d … %d", begin, end);
  if ((unsigned)end - (unsigned)begin == 1) return begin;
  int value;
  smew_replay_next(&value, sizeof value, name);
  if (value < begin || value >= end)
    smew_replay_stop(REPLAY_ASSUMPTION, "klee_range: '%s' is %d, not in %d … %d", name, value,
                     begin, end - 1);
  return value;
}

REPLAY_WEAK uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  if (n == 0) smew_replay_stop(REPLAY_ASSUMPTION, "klee_choose: there is nothing to choose from");
  smew_replay_next(&value, sizeof value, "klee_choose");
  if (value >= n)
    smew_replay_stop(REPLAY_ASSUMPTION, "klee_choose: %zu is not below %zu", (size_t)value,
                     (size_t)n);
  return value;
}

REPLAY_WEAK void klee_assume(uintptr_t condition) {
  if (!condition) smew_replay_stop(REPLAY_ASSUMPTION, "klee_assume: the condition does not hold");
}

REPLAY_WEAK void klee_prefer_cex(void *object, uintptr_t condition) {
  (void)object, (void)condition;
}

REPLAY_WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) {
  (void)object, (void)condition;
}

REPLAY_WEAK unsigned klee_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}

REPLAY_WEAK unsigned klee_is_replay(void) { return 1; }

#define KLEE_VALUE(suffix, type)                                                                   \
  REPLAY_WEAK type klee_get_value##suffix(type value) { return value; }
KLEE_VALUE(f, float)
KLEE_VALUE(d, double)
KLEE_VALUE(l, long)
KLEE_VALUE(ll, long long)
KLEE_VALUE(_i32, int32_t)
KLEE_VALUE(_i64, int64_t)

REPLAY_WEAK _Noreturn void klee_assert_fail(const char *expression, const char *file, unsigned line,
                                            const char *function) {
  fflush(NULL);
  smew_replay_tell(REPLAY_ASSERTION, "%s:%u: %s: assertion failed: %s", file, line,
                   function ? function : "?", expression);
  abort();
}

/* The C library's assert ends here too: the program's calls find this definition first. But in an
   archive, whose members are linked for what they define, it would come into every program. */
#ifndef SMEW_REPLAY_ON_DEMAND
REPLAY_WEAK _Noreturn void __assert_fail(const char *expression, const char *file, unsigned line,
                                         const char *function) {
  klee_assert_fail(expression, file, line, function);
}
#endif

/* The header has a macro of that name; this is for programs that declare it themselves. */
REPLAY_WEAK void klee_assert(int condition) {
  if (condition) return;
  smew_replay_tell(REPLAY_ASSERTION, "assertion failed: klee_assert");
  abort();
}

REPLAY_WEAK _Noreturn void klee_abort(void) { abort(); }

REPLAY_WEAK _Noreturn void klee_report_error(const char *file, int line, const char *message,
                                             const char *suffix) {
  smew_replay_tell(REPLAY_REPORTED, "%s:%d: %s [%s]", file ? file : "?", line,
                   message ? message : "", suffix ? suffix : "");
  abort();
}

REPLAY_WEAK _Noreturn void klee_silent_exit(int status) { exit(status); }

REPLAY_WEAK size_t klee_get_obj_size(void *pointer) {
  (void)pointer;
  smew_replay_stop(REPLAY_UNAVAILABLE,
                   "klee_get_obj_size: sizes of objects are known in smew only");
}

REPLAY_WEAK void klee_check_memory_access(const void *address, size_t size) {
  const volatile char *bytes = address;
  for (size_t i = 0; i < size; i++) (void)bytes[i];
}

/* The pages that hold the object; pages that are there already are left as they are. */
REPLAY_WEAK void klee_define_fixed_object(void *address, size_t size) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = (uintptr_t)address / page * page, end = (uintptr_t)address + size;
  for (; first < end; first += page) {
    void *got = mmap((void *)first, page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == MAP_FAILED && errno != EEXIST)
      smew_replay_stop(REPLAY_UNAVAILABLE, "klee_define_fixed_object: nothing can be at %p: %s",
                       (void *)first, strerror(errno));
  }
}

REPLAY_WEAK void klee_mark_global(void *object) { (void)object; }

REPLAY_WEAK int klee_get_errno(void) { return errno; }

REPLAY_WEAK void klee_warning(const char *message) {
  dprintf(STDERR_FILENO, "replay: warning: %s\n", message);
}

/* Once per place would need the caller; a warning too many does no harm. */
REPLAY_WEAK void klee_warning_once(const char *message) { klee_warning(message); }

/* The type of what follows the message is known to the engine only. */
REPLAY_WEAK void klee_print_expr(const char *message, ...) {
  dprintf(STDERR_FILENO, "replay: %s\n", message);
}

REPLAY_WEAK void klee_print_range(const char *name, int value) {
  dprintf(STDERR_FILENO, "replay: %s: %d\n", name, value);
}

REPLAY_WEAK void klee_stack_trace(void) {}
REPLAY_WEAK void klee_set_forking(unsigned enable) { (void)enable; }
REPLAY_WEAK void klee_open_merge(void) {}
REPLAY_WEAK void klee_close_merge(void) {}
