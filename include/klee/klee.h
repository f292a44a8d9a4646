/* What a program says to the engine that executes it. The names and their meaning are KLEE's, so
   that a harness written for KLEE compiles unchanged. Outside of the engine (smew replay, or a
   program linked with the replay library) the same calls read a test. */
#ifndef KLEE_KLEE_H
#define KLEE_KLEE_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

#if defined(__GNUC__)
#define KLEE_NORETURN __attribute__((__noreturn__))
#else
#define KLEE_NORETURN
#endif

/* ---- inputs ---- */

/* Makes the `size` bytes at `address` an input, which tests call `name`. */
void klee_make_symbolic(void *address, size_t size, const char *name);
/* An input that is an int; klee_range: one that is at least `begin` and less than `end`. */
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name);
/* An input that is less than `n`. */
uintptr_t klee_choose(uintptr_t n);

/* ---- what is known of the inputs ---- */

/* Only the inputs for which the condition holds are followed further. It is an error of the
   program if there are none. */
void klee_assume(uintptr_t condition);
/* Where a test has the choice, it should be one for which the condition holds. A hint. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
/* 1 if the value depends on an input. Always 0 outside of the engine. */
unsigned klee_is_symbolic(uintptr_t value);
/* 1 when a test is replayed. */
unsigned klee_is_replay(void);
/* One of the values that the argument can have; the path goes on with all of them. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* ---- ends of a path ---- */

/* klee_assert(condition) is assert(condition) that NDEBUG does not remove. */
KLEE_NORETURN void klee_assertion_failed(const char *expression, const char *file, unsigned line,
                                         const char *function)
#if defined(__GNUC__)
    __asm__("__assert_fail") /* a name of our own: C libraries disagree on its prototype */
#endif
    ;
#define klee_assert(condition)                                                                     \
  ((condition) ? (void)0 : klee_assertion_failed(#condition, __FILE__, __LINE__, __func__))
/* What other klee.h call when an assertion fails. */
KLEE_NORETURN void klee_assert_fail(const char *expression, const char *file, unsigned line,
                                    const char *function);
KLEE_NORETURN void klee_abort(void);
/* Reports an error; `suffix` is part of the name of the report's file. */
KLEE_NORETURN void klee_report_error(const char *file, int line, const char *message,
                                     const char *suffix);
/* Ends the path without a test. */
KLEE_NORETURN void klee_silent_exit(int status);

/* ---- memory ---- */

/* The size of the object that the pointer points to. */
size_t klee_get_obj_size(void *pointer);
/* An error if not all of the bytes may be accessed. */
void klee_check_memory_access(const void *address, size_t size);
/* Declares memory at an address that the program did not get from the C library. */
void klee_define_fixed_object(void *address, size_t size);
void klee_mark_global(void *object);
/* errno, for code that has no C library. */
int klee_get_errno(void);

/* ---- messages and control ---- */

void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);
/* With 0 a path no longer forks: at a branch it goes one way only. */
void klee_set_forking(unsigned enable);
/* States between the two may be merged at the second. */
void klee_open_merge(void);
void klee_close_merge(void);

#if defined(__cplusplus)
}
#endif

#undef KLEE_NORETURN

#endif
