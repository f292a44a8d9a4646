/* The one table of builtins: X("name", function, words of arguments, has a result). */
#ifndef EXEC_BUILTIN_LIST_H
#define EXEC_BUILTIN_LIST_H

#include "exec/builtin.h"

#define BUILTINS(X)                                                                                \
  X("malloc", builtin_malloc, 1, true)                                                             \
  X("calloc", builtin_calloc, 2, true)                                                             \
  X("realloc", builtin_realloc, 2, true)                                                           \
  X("free", builtin_free, 1, false)                                                                \
  X("memalign", builtin_memalign, 2, true)                                                         \
  X("aligned_alloc", builtin_memalign, 2, true)                                                    \
  X("posix_memalign", builtin_posix_memalign, 3, true)                                             \
  X("malloc_usable_size", builtin_malloc_usable_size, 1, true)                                     \
  X("__smew_map", builtin_map, 1, true)                                                            \
  X("__smew_unmap", builtin_unmap, 2, true)                                                        \
  X("memcpy", builtin_memmove, 3, true)                                                            \
  X("memmove", builtin_memmove, 3, true)                                                           \
  X("memset", builtin_memset, 3, true)                                                             \
  X("abort", builtin_abort, 0, false)                                                              \
  X("__assert_fail", builtin_assert_fail, 4, false)                                                \
  X("__smew_exit", builtin_exit, 1, false)                                                         \
  X("__smew_unmodelled", builtin_unmodelled, 1, false)                                             \
  X("__smew_host_syscall", builtin_host_syscall, 7, true)

#define X(name, function, args, has_result) builtin_function function;
BUILTINS(X)
#undef X

#endif
