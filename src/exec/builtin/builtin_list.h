/* The table of all builtins:
   X("name", for concrete arguments, words of arguments, has a result, for any arguments)
   A builtin without the first form always runs in the symbolic interpreter; one without the second
   gets concrete arguments. S rows make symbolic inputs, R rows are for smew's own runtime only. */
#ifndef EXEC_BUILTIN_BUILTIN_LIST_H
#define EXEC_BUILTIN_BUILTIN_LIST_H

#include "exec/builtin/builtin.h"

#define BUILTINS(X, S, R)                                                                          \
  X("malloc", builtin_malloc, 1, true, builtin_malloc_values)                                      \
  X("calloc", builtin_calloc, 2, true, builtin_calloc_values)                                      \
  X("realloc", builtin_realloc, 2, true, builtin_realloc_values)                                   \
  X("free", builtin_free, 1, false, builtin_free_values)                                           \
  X("memalign", builtin_memalign, 2, true, builtin_memalign_values)                                \
  X("aligned_alloc", builtin_memalign, 2, true, builtin_memalign_values)                           \
  X("posix_memalign", builtin_posix_memalign, 3, true, builtin_posix_memalign_values)              \
  X("malloc_usable_size", builtin_malloc_usable_size, 1, true, builtin_usable_size_values)         \
  R("__smew_map", builtin_map, 1, true, NULL)                                                      \
  R("__smew_unmap", builtin_unmap, 2, true, NULL)                                                  \
  X("memcpy", builtin_memmove, 3, true, builtin_memmove_values)                                    \
  X("memmove", builtin_memmove, 3, true, builtin_memmove_values)                                   \
  X("memset", builtin_memset, 3, true, builtin_memset_values)                                      \
  X("abort", builtin_abort, 0, false, NULL)                                                        \
  R("__smew_abort", builtin_abort, 0, false, NULL)                                                 \
  X("__assert_fail", builtin_assert_fail, 4, false, NULL)                                          \
  R("__smew_exit", builtin_exit, 1, false, builtin_exit_values)                                    \
  R("__smew_unmodelled", builtin_unmodelled, 1, false, NULL)                                       \
  R("__smew_missing", builtin_missing, 1, false, NULL)                                             \
  R("__smew_allocate", builtin_allocate, 1, true, NULL)                                            \
  R("__smew_new_variable", builtin_new_variable, 2, true, NULL)                                    \
  R("__smew_release", builtin_free, 1, false, builtin_free_values)                                 \
  R("__smew_make_symbolic", NULL, 3, false, klee_make_symbolic)                                    \
  R("__smew_is_symbolic", klee_is_symbolic, 1, true, builtin_is_open)                              \
  R("__smew_assume", NULL, 1, false, klee_assume)                                                  \
  R("__smew_prefer", NULL, 1, false, builtin_prefer)                                               \
  R("__smew_number", builtin_same_number, 1, true, builtin_fork_number)                            \
  R("__smew_witness", builtin_same_number, 1, true, klee_get_value)                                \
  R("__smew_may", builtin_same_number, 1, true, builtin_may)                                       \
  R("__smew_room", builtin_room, 1, true, NULL)                                                    \
  R("__smew_check_access", klee_check_memory_access, 2, false, klee_check_memory_access_values)    \
  R("__smew_set_rounding", builtin_set_rounding, 1, false, NULL)                                   \
  R("__smew_float_flags", builtin_float_flags, 2, true, NULL)                                      \
  R("__smew_check_written", builtin_check_written, 2, false, NULL)                                 \
  R("__smew_host_syscall", builtin_host_syscall, 7, true, NULL)                                    \
  X("__smew_check", builtin_check, 3, false, builtin_check_values)                                 \
  X("__smew_output", builtin_output, 1, false, builtin_output_values)                              \
  S("__smew_unknown", NULL, 1, true, builtin_unknown)                                              \
  S("__smew_open_globals", NULL, 0, false, builtin_open_globals)                                   \
  S("__smew_input", NULL, 1, true, builtin_input)                                                  \
  S("klee_make_symbolic", NULL, 3, false, klee_make_symbolic)                                      \
  S("klee_int", NULL, 1, true, klee_int)                                                           \
  S("klee_range", NULL, 3, true, klee_range)                                                       \
  S("klee_choose", NULL, 1, true, klee_choose)                                                     \
  X("klee_assume", NULL, 1, false, klee_assume)                                                    \
  X("klee_assert_fail", builtin_assert_fail, 4, false, NULL)                                       \
  X("klee_abort", builtin_abort, 0, false, NULL)                                                   \
  X("klee_report_error", klee_report_error, 4, false, klee_report_error_values)                    \
  X("klee_silent_exit", klee_silent_exit, 1, false, klee_silent_exit_values)                       \
  X("klee_prefer_cex", NULL, 2, false, klee_prefer_cex)                                            \
  X("klee_posix_prefer_cex", NULL, 2, false, klee_prefer_cex)                                      \
  X("klee_is_symbolic", klee_is_symbolic, 1, true, klee_is_symbolic_value)                         \
  X("klee_is_replay", klee_is_replay, 0, true, NULL)                                               \
  X("klee_get_valuef", NULL, 1, true, klee_get_value)                                              \
  X("klee_get_valued", NULL, 1, true, klee_get_value)                                              \
  X("klee_get_valuel", NULL, 1, true, klee_get_value)                                              \
  X("klee_get_valuell", NULL, 1, true, klee_get_value)                                             \
  X("klee_get_value_i32", NULL, 1, true, klee_get_value)                                           \
  X("klee_get_value_i64", NULL, 1, true, klee_get_value)                                           \
  X("klee_get_obj_size", klee_get_obj_size, 1, true, klee_get_obj_size_values)                     \
  X("klee_get_errno", klee_get_errno, 0, true, NULL)                                               \
  X("klee_check_memory_access", klee_check_memory_access, 2, false,                                \
    klee_check_memory_access_values)                                                               \
  X("klee_define_fixed_object", klee_define_fixed_object, 2, false, NULL)                          \
  X("klee_mark_global", klee_nothing, 1, false, NULL)                                              \
  X("klee_print_expr", NULL, 1, false, klee_print_expr)                                            \
  X("klee_print_range", NULL, 2, false, klee_print_range)                                          \
  X("klee_warning", klee_warning, 1, false, klee_warning_values)                                   \
  X("klee_warning_once", klee_warning_once, 1, false, klee_warning_once_values)                    \
  X("klee_stack_trace", klee_stack_trace, 0, false, NULL)                                          \
  X("klee_set_forking", klee_set_forking, 1, false, NULL)                                          \
  X("klee_open_merge", klee_open_merge, 0, false, NULL)                                            \
  X("klee_close_merge", NULL, 0, false, klee_close_merge)                                          \
  S("__VERIFIER_nondet_memory", NULL, 2, false, verifier_memory)                                   \
  X("__VERIFIER_assume", NULL, 1, false, verifier_assume)                                          \
  X("__VERIFIER_assert", NULL, 1, false, verifier_assert)                                          \
  X("__VERIFIER_error", verifier_error, 0, false, NULL)                                            \
  X("reach_error", verifier_error, 0, false, NULL)                                                 \
  X("__VERIFIER_atomic_begin", klee_nothing, 0, false, NULL)                                       \
  X("__VERIFIER_atomic_end", klee_nothing, 0, false, NULL)                                         \
  NONDETS(S)

/* N(X, type, function): __VERIFIER_nondet_X. */
#define NONDETS(S)                                                                                 \
  NONDET(S, bool)                                                                                  \
  NONDET(S, char)                                                                                  \
  NONDET(S, uchar)                                                                                 \
  NONDET(S, short)                                                                                 \
  NONDET(S, ushort)                                                                                \
  NONDET(S, int)                                                                                   \
  NONDET(S, uint)                                                                                  \
  NONDET(S, unsigned)                                                                              \
  NONDET(S, long)                                                                                  \
  NONDET(S, ulong)                                                                                 \
  NONDET(S, longlong)                                                                              \
  NONDET(S, ulonglong)                                                                             \
  NONDET(S, int128)                                                                                \
  NONDET(S, uint128)                                                                               \
  NONDET(S, float)                                                                                 \
  NONDET(S, double)                                                                                \
  NONDET(S, pointer)                                                                               \
  NONDET(S, pchar)                                                                                 \
  NONDET(S, size_t)                                                                                \
  NONDET(S, loff_t)                                                                                \
  NONDET(S, sector_t)                                                                              \
  NONDET(S, u8)                                                                                    \
  NONDET(S, u16)                                                                                   \
  NONDET(S, u32)
#define NONDET(S, type) S("__VERIFIER_nondet_" #type, NULL, 0, true, verifier_nondet_##type)

builtin_function builtin_malloc, builtin_calloc, builtin_realloc, builtin_free, builtin_memalign,
    builtin_posix_memalign, builtin_malloc_usable_size, builtin_map, builtin_unmap, builtin_memmove,
    builtin_memset, builtin_abort, builtin_assert_fail, builtin_exit, builtin_unmodelled,
    builtin_missing, builtin_host_syscall, klee_report_error, klee_silent_exit, klee_is_symbolic,
    klee_is_replay, klee_get_obj_size, klee_get_errno, klee_check_memory_access,
    klee_define_fixed_object, klee_nothing, klee_warning, klee_warning_once, klee_stack_trace,
    klee_set_forking, klee_open_merge, verifier_error, builtin_same_number, builtin_allocate,
    builtin_new_variable, builtin_room, builtin_check_written, builtin_check, builtin_output;

builtin_function builtin_set_rounding, builtin_float_flags;

builtin_value_function builtin_malloc_values, builtin_calloc_values, builtin_realloc_values,
    builtin_free_values, builtin_usable_size_values, builtin_posix_memalign_values,
    klee_get_obj_size_values, klee_report_error_values, klee_warning_values,
    klee_warning_once_values, builtin_memalign_values, builtin_memmove_values,
    builtin_memset_values, builtin_exit_values, klee_make_symbolic, klee_int, klee_range,
    klee_choose, klee_assume, klee_silent_exit_values, klee_prefer_cex, klee_is_symbolic_value,
    klee_get_value, klee_check_memory_access_values, klee_print_expr, klee_print_range,
    klee_close_merge, verifier_memory, verifier_assume, verifier_assert, builtin_prefer,
    builtin_is_open, builtin_fork_number, builtin_may, builtin_check_values, builtin_output_values,
    builtin_input, builtin_unknown, builtin_open_globals;
#define DECLARE(name, function, args, has_result, values) builtin_value_function values;
NONDETS(DECLARE)
#undef DECLARE

#endif
