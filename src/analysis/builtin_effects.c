/* The effects of the engine's own functions (exec/builtin/builtin_list.h), for analyses that know
   the IR alone. Callers expect the worst of a function that is not in the table and has no body:
   that it reads and writes whatever its arguments lead to. A test compares the names here with the
   engine's.

   Allocation may fail and then sets errno. Freed objects count as written: what they held is gone.
   Texts that builtins print are read as far as they go, hence no size. That an argument may be a
   bad address is no reason for not returning here, as it is none for a load. */
#include "analysis/builtin_effects.h"

#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>

#define NUMBER RESULT_NUMBER
#define FRESH RESULT_FRESH
#define FIRST RESULT_FIRST
#define A0 1
#define A1 2
#define A2 4
#define A3 8

#define PLAIN(name) {name, NUMBER, RETURN_ALWAYS, 0, 0, 0, 0, 0, 0, 0, 0}
#define READER(name, mask) {name, NUMBER, RETURN_ALWAYS, mask, 0, 0, 0, 0, 0, 0, 0}
#define CHECK(name) {name, NUMBER, RETURN_MAYBE, 0, 0, 0, 0, 0, 0, 0, 0}
#define END(name, mask) {name, NUMBER, RETURN_NEVER, mask, 0, 0, 0, 0, 0, 0, 0}
#define SAME(name) {name, FIRST, RETURN_ALWAYS, 0, 0, 0, 0, 0, 0, 0, 0}
#define FREES(name) {name, NUMBER, RETURN_ALWAYS, 0, 0, A0, 0, 0, 0, 0, 0}
#define NEW(name) {name, FRESH, RETURN_ALWAYS, 0, 0, 0, 0, true, 0, 0, 0}

static const struct builtin_effect effects[] = {
    NEW("malloc"),
    NEW("calloc"),
    {"realloc", FRESH, RETURN_ALWAYS, A0, 0, A0, 0, true, 0, true, 0},
    FREES("free"),
    NEW("memalign"),
    NEW("aligned_alloc"),
    {"posix_memalign", NUMBER, RETURN_ALWAYS, 0, A0, 0, 0, true, 0, 0, true},
    PLAIN("malloc_usable_size"),
    NEW("__smew_map"),
    {"__smew_unmap", NUMBER, RETURN_ALWAYS, 0, 0, A0, 0, 0, 0, 0, 0},
    {"memcpy", FIRST, RETURN_ALWAYS, A1, A0, 0, 3, 0, true, 0, 0},
    {"memmove", FIRST, RETURN_ALWAYS, A1, A0, 0, 3, 0, true, 0, 0},
    {"memset", FIRST, RETURN_ALWAYS, 0, A0, 0, 3, 0, 0, 0, 0},
    END("abort", 0),
    END("__smew_abort", 0),
    END("__assert_fail", A0 | A1 | A3),
    END("__smew_exit", 0),
    READER("__smew_unmodelled", A0),
    END("__smew_missing", A0),
    NEW("__smew_allocate"),
    {"__smew_new_variable", FRESH, RETURN_ALWAYS, A1, 0, 0, 0, 0, 0, 0, 0},
    FREES("__smew_release"),
    {"__smew_make_symbolic", NUMBER, RETURN_ALWAYS, A2, A0, 0, 2, 0, 0, 0, 0},
    PLAIN("__smew_is_symbolic"),
    CHECK("__smew_assume"),
    PLAIN("__smew_prefer"),
    SAME("__smew_number"),
    SAME("__smew_witness"),
    SAME("__smew_may"),
    PLAIN("__smew_room"),
    PLAIN("__smew_check_access"),
    PLAIN("__smew_set_rounding"),
    PLAIN("__smew_float_flags"),
    {"__smew_check_written", NUMBER, RETURN_ALWAYS, A0, 0, 0, 0, 0, 0, 0, 0},
    {BUILTIN_HOST_CALL, NUMBER, RETURN_ALWAYS, 0x7e, 0x7e, 0, 0, 0, 0, 0, 0},
    CHECK("__smew_check"),
    PLAIN("__smew_output"),
    PLAIN("__smew_input"),
    {"klee_make_symbolic", NUMBER, RETURN_ALWAYS, A2, A0, 0, 2, 0, 0, 0, 0},
    {"klee_int", NUMBER, RETURN_ALWAYS, A0, 0, 0, 0, 0, 0, 0, 0},
    {"klee_range", NUMBER, RETURN_ALWAYS, A2, 0, 0, 0, 0, 0, 0, 0},
    PLAIN("klee_choose"),
    CHECK("klee_assume"),
    END("klee_assert_fail", A0 | A1 | A3),
    END("klee_abort", 0),
    END("klee_report_error", A0 | A2 | A3),
    END("klee_silent_exit", 0),
    PLAIN("klee_prefer_cex"),
    PLAIN("klee_posix_prefer_cex"),
    PLAIN("klee_is_symbolic"),
    PLAIN("klee_is_replay"),
    SAME("klee_get_valuef"),
    SAME("klee_get_valued"),
    SAME("klee_get_valuel"),
    SAME("klee_get_valuell"),
    SAME("klee_get_value_i32"),
    SAME("klee_get_value_i64"),
    PLAIN("klee_get_obj_size"),
    {"klee_get_errno", NUMBER, RETURN_ALWAYS, 0, 0, 0, 0, true, 0, 0, 0},
    PLAIN("klee_check_memory_access"),
    END("klee_define_fixed_object", 0),
    PLAIN("klee_mark_global"),
    {"klee_print_expr", NUMBER, RETURN_ALWAYS, A0, 0, 0, 0, 0, 0, 0, 0},
    {"klee_print_range", NUMBER, RETURN_ALWAYS, A0, 0, 0, 0, 0, 0, 0, 0},
    {"klee_warning", NUMBER, RETURN_ALWAYS, A0, 0, 0, 0, 0, 0, 0, 0},
    {"klee_warning_once", NUMBER, RETURN_ALWAYS, A0, 0, 0, 0, 0, 0, 0, 0},
    PLAIN("klee_stack_trace"),
    PLAIN("klee_set_forking"),
    PLAIN("klee_open_merge"),
    PLAIN("klee_close_merge"),
    {"__VERIFIER_nondet_memory", NUMBER, RETURN_ALWAYS, 0, A0, 0, 2, 0, 0, 0, 0},
    CHECK("__VERIFIER_assume"),
    CHECK("__VERIFIER_assert"),
    END("__VERIFIER_error", 0),
    END("reach_error", 0),
    PLAIN("__VERIFIER_atomic_begin"),
    PLAIN("__VERIFIER_atomic_end"),
    {"__smew_unknown", NUMBER, RETURN_ALWAYS, 0, 0, 0, 0, 0, 0, 0, 0},
    /* Also fills variables with unknown numbers under --entry-globals=any, which analyses must be
       told (points_to.h). */
    PLAIN("__smew_open_globals"),
    {"__VERIFIER_nondet_pointer", NUMBER, RETURN_ALWAYS, 0, 0, 0, 0, 0, 0, 0, 0},
    {"__VERIFIER_nondet_pchar", NUMBER, RETURN_ALWAYS, 0, 0, 0, 0, 0, 0, 0, 0},
};

#define NONDET "__VERIFIER_nondet_"
static const struct builtin_effect nondet = PLAIN(NONDET);

const struct builtin_effect *builtin_effect_find(const char *name) {
  for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
    if (strcmp(effects[i].name, name) == 0) return &effects[i];
  return strncmp(name, NONDET, sizeof NONDET - 1) == 0 ? &nondet : NULL;
}

/* As exec/builtin/builtin_host.c hands them out; a call that is not here writes nothing, or fails.
 */
static const struct {
  long number;
  uint8_t writes;
} host_writes[] = {
    {SYS_read, 1 << 2},         {SYS_fstat, 1 << 2},
    {SYS_poll, 1 << 1},         {SYS_ioctl, 1 << 3},
    {SYS_pread64, 1 << 2},      {SYS_uname, 1 << 1},
    {SYS_getcwd, 1 << 1},       {SYS_getrusage, 1 << 2},
    {SYS_sysinfo, 1 << 1},      {SYS_times, 1 << 1},
    {SYS_getgroups, 1 << 2},    {SYS_getresuid, 7 << 1},
    {SYS_getresgid, 7 << 1},    {SYS_statfs, 1 << 2},
    {SYS_fstatfs, 1 << 2},      {SYS_sched_getaffinity, 1 << 3},
    {SYS_getdents64, 1 << 2},   {SYS_clock_gettime, 1 << 2},
    {SYS_clock_getres, 1 << 2}, {SYS_clock_nanosleep, 1 << 4},
    {SYS_newfstatat, 1 << 3},   {SYS_readlinkat, 1 << 3},
    {SYS_prlimit64, 1 << 4},    {SYS_getrandom, 1 << 1},
    {SYS_statx, 1 << 5},
};
static const long host_harmless[] = {
    SYS_write,  SYS_close,       SYS_lseek,   SYS_getpid,    SYS_fcntl,   SYS_getuid,
    SYS_getgid, SYS_geteuid,     SYS_getegid, SYS_getppid,   SYS_getpgrp, SYS_getpgid,
    SYS_getsid, SYS_getpriority, SYS_openat,  SYS_faccessat, 439};

uint8_t builtin_host_writes(uint64_t number) {
  for (size_t i = 0; i < sizeof host_writes / sizeof *host_writes; i++)
    if ((uint64_t)host_writes[i].number == number) return host_writes[i].writes;
  for (size_t i = 0; i < sizeof host_harmless / sizeof *host_harmless; i++)
    if ((uint64_t)host_harmless[i] == number) return 0;
  return BUILTIN_HOST_WRITES_ANY;
}
