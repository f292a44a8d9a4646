/* Passing harmless system calls on to the host. A table says what the arguments of each call
   are; buffers are copied in before and out after, with the usual memory checks. Nothing in the
   table writes to the host's files.

   Who calls is the model of the operating system in runtime/posix, which keeps the program's
   descriptors. But the model is in the program's memory, and a program that is out to do harm can
   change it: what must hold for certain is checked here. */
#include "exec/builtin/builtin_list.h"
#include "exec/builtin/host_wait.h"
#include "exec/decide.h"
#include "exec/host_files.h"
#include "exec/machine.h"
#include "memory/symbolic.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum arg_kind { INT, FD, PATH, IN, OUT, INOUT };

enum { ARG_COUNT = 5, MAX_BUFFER = 1 << 30 };
/* How many bytes of an OUT argument are copied to the program. */
enum out_rule { OUT_WHOLE, OUT_RESULT, OUT_RESULT_TIMES_4 };

struct arg_rule {
  uint8_t kind;
  int8_t size_arg;    /* number of the argument that gives the size, or -1 */
  uint16_t size_unit; /* bytes per unit of it, or the fixed size */
};

struct call_rule {
  long number;
  long command; /* required value of the second argument, or -1 */
  struct arg_rule args[ARG_COUNT];
  uint8_t out_rule;
};

#define FIXED(kind, size) {kind, -1, size}
#define SIZED(kind, arg, unit) {kind, arg, unit}
#define ANY -1

static const struct call_rule rules[] = {
    {SYS_read, ANY, {{FD, 0, 0}, SIZED(OUT, 2, 1)}, OUT_RESULT},
    {SYS_write, ANY, {{FD, 0, 0}, SIZED(IN, 2, 1)}, 0},
    {SYS_close, ANY, {{FD, 0, 0}}, 0},
    {SYS_fstat, ANY, {{FD, 0, 0}, FIXED(OUT, 144)}, 0},
    {SYS_poll, ANY, {SIZED(INOUT, 1, 8)}, 0},
    {SYS_lseek, ANY, {{FD, 0, 0}}, 0},
    {SYS_ioctl, TCGETS, {{FD, 0, 0}, {0}, FIXED(OUT, 36)}, 0},
    {SYS_ioctl, TIOCGWINSZ, {{FD, 0, 0}, {0}, FIXED(OUT, 8)}, 0},
    {SYS_ioctl, FIONREAD, {{FD, 0, 0}, {0}, FIXED(OUT, 4)}, 0},
    {SYS_pread64, ANY, {{FD, 0, 0}, SIZED(OUT, 2, 1)}, OUT_RESULT},
    {SYS_getpid, ANY, {{0}}, 0},
    {SYS_uname, ANY, {FIXED(OUT, 390)}, 0},
    {SYS_fcntl, F_GETFL, {{FD, 0, 0}}, 0},
    {SYS_getcwd, ANY, {SIZED(OUT, 1, 1)}, OUT_RESULT},
    {SYS_getrusage, ANY, {{0}, FIXED(OUT, 144)}, 0},
    {SYS_sysinfo, ANY, {FIXED(OUT, 112)}, 0},
    {SYS_times, ANY, {FIXED(OUT, 32)}, 0},
    {SYS_getuid, ANY, {{0}}, 0},
    {SYS_getgid, ANY, {{0}}, 0},
    {SYS_geteuid, ANY, {{0}}, 0},
    {SYS_getegid, ANY, {{0}}, 0},
    {SYS_getppid, ANY, {{0}}, 0},
    {SYS_getpgrp, ANY, {{0}}, 0},
    {SYS_getgroups, ANY, {{0}, SIZED(OUT, 0, 4)}, OUT_RESULT_TIMES_4},
    {SYS_getresuid, ANY, {FIXED(OUT, 4), FIXED(OUT, 4), FIXED(OUT, 4)}, 0},
    {SYS_getresgid, ANY, {FIXED(OUT, 4), FIXED(OUT, 4), FIXED(OUT, 4)}, 0},
    {SYS_getpgid, ANY, {{0}}, 0},
    {SYS_getsid, ANY, {{0}}, 0},
    {SYS_statfs, ANY, {{PATH, 0, 0}, FIXED(OUT, 120)}, 0},
    {SYS_fstatfs, ANY, {{FD, 0, 0}, FIXED(OUT, 120)}, 0},
    {SYS_getpriority, ANY, {{0}}, 0},
    {SYS_sched_getaffinity, ANY, {{0}, {0}, SIZED(OUT, 1, 1)}, OUT_RESULT},
    {SYS_getdents64, ANY, {{FD, 0, 0}, SIZED(OUT, 2, 1)}, OUT_RESULT},
    {SYS_clock_gettime, ANY, {{0}, FIXED(OUT, 16)}, 0},
    {SYS_clock_getres, ANY, {{0}, FIXED(OUT, 16)}, 0},
    {SYS_clock_nanosleep, ANY, {{0}, {0}, FIXED(IN, 16), FIXED(OUT, 16)}, 0},
    {SYS_openat, ANY, {{FD, 0, 0}, {PATH, 0, 0}}, 0},
    {SYS_newfstatat, ANY, {{FD, 0, 0}, {PATH, 0, 0}, FIXED(OUT, 144)}, 0},
    {SYS_readlinkat, ANY, {{FD, 0, 0}, {PATH, 0, 0}, SIZED(OUT, 3, 1)}, OUT_RESULT},
    {SYS_prlimit64, ANY, {{0}, {0}, {0}, FIXED(OUT, 16)}, 0},
    {SYS_getrandom, ANY, {SIZED(OUT, 1, 1)}, OUT_RESULT},
    {SYS_statx, ANY, {{FD, 0, 0}, {PATH, 0, 0}, {0}, {0}, FIXED(OUT, 256)}, 0},
    {439 /* faccessat2 */, ANY, {{FD, 0, 0}, {PATH, 0, 0}}, 0},
    {SYS_faccessat, ANY, {{FD, 0, 0}, {PATH, 0, 0}}, 0},
};

struct pending {
  const struct call_rule *rule;
  long number;
  long values[6]; /* as passed to the host */
  void *buffers[ARG_COUNT];
  uint64_t addresses[ARG_COUNT], sizes[ARG_COUNT];
};

static const struct call_rule *find_rule(long number, long command) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].number == number && (rules[i].command == ANY || rules[i].command == command))
      return &rules[i];
  return NULL;
}

/* What even calls of the table must not do to the host; 0 if the call may proceed. */
static long refusal(const struct machine *machine, const struct pending *call) {
  static const char *const harmless[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty"};
  for (int i = 0; i < ARG_COUNT && machine->options.hides_host_files; i++)
    if (call->rule->args[i].kind == PATH) return -EACCES;
  if (call->number == SYS_prlimit64 && (call->values[0] != 0 || call->values[2] != 0))
    return -EPERM;
  if (call->number != SYS_openat) return 0;
  if ((call->values[2] & O_ACCMODE) == O_RDONLY &&
      !(call->values[2] & (O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY))))
    return 0;
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    if (call->buffers[1] != NULL && strcmp(call->buffers[1], harmless[i]) == 0) return 0;
  return -EROFS;
}

/* Descriptors become the host's. False if one is not the program's. */
static bool find_descriptors(const struct host_files *files, struct pending *call) {
  if (call->rule->args[0].kind == FD && (int)call->values[0] != AT_FDCWD) {
    call->values[0] = host_files_find(files, call->values[0]);
    if (call->values[0] < 0) return false;
  }
  if (call->number != SYS_poll || call->buffers[0] == NULL) return true;
  struct pollfd *asked = call->buffers[0];
  for (size_t i = 0; i < call->sizes[0] / sizeof *asked; i++) {
    if (asked[i].fd < 0) continue;
    asked[i].fd = host_files_find(files, asked[i].fd);
    if (asked[i].fd < 0) return false;
  }
  return true;
}

/* The program gets its own numbers back. */
static void return_descriptors(struct machine *machine, struct pending *call) {
  struct pollfd *asked = call->buffers[0];
  if (call->number != SYS_poll || asked == NULL) return;
  struct access_fault fault;
  for (size_t i = 0; i < call->sizes[0] / sizeof *asked; i++)
    memory_read(&machine->memory, &machine->state->space, call->addresses[0] + i * sizeof *asked,
                &asked[i].fd, sizeof asked[i].fd, &fault); /* read before */
}

/* Never through a link in /proc to a descriptor of smew's. The model follows links itself. */
static long open_file(struct machine *machine, const struct pending *call, bool *is_cut_off) {
  enum {
    KNOWN = O_ACCMODE | O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_APPEND | O_NONBLOCK |
            O_DIRECTORY | O_NOFOLLOW | O_NOATIME | O_PATH
  };
  struct open_how how = {.flags = (uint64_t)call->values[2] & KNOWN,
                         .mode = call->values[2] & O_CREAT ? (uint64_t)call->values[3] & 0777 : 0,
                         .resolve = RESOLVE_NO_MAGICLINKS};
  if (how.flags & O_PATH) how.flags &= O_PATH | O_DIRECTORY | O_NOFOLLOW;
  how.flags |= O_CLOEXEC | O_NOFOLLOW;
  long values[6] = {call->values[0], call->values[1], (long)&how, sizeof how, 0, 0};
  long file = host_wait_call(machine->watch, SYS_openat2, values, is_cut_off);
  if (file == -ENOSYS || file == -EPERM) { /* refused by a container's filter */
    values[2] = (long)how.flags;
    values[3] = (long)how.mode;
    file = host_wait_call(machine->watch, SYS_openat, values, is_cut_off);
  }
  return file < 0 ? file : host_files_add(&machine->host_files, (int)file);
}

/* False if the run had to stop while the call waited. */
static bool make_call(struct machine *machine, struct pending *call, long *value) {
  bool is_cut_off = false;
  long number = call->values[0];
  *value = refusal(machine, call);
  if (*value != 0) return true;
  if (call->number == SYS_close) {
    *value = host_files_close(&machine->host_files, number);
  } else if (!find_descriptors(&machine->host_files, call)) {
    *value = -EBADF;
  } else if (call->number == SYS_openat) {
    *value = open_file(machine, call, &is_cut_off);
  } else {
    *value = host_wait_call(machine->watch, call->number, call->values, &is_cut_off);
    return_descriptors(machine, call);
  }
  if (is_cut_off) machine_cut_off(machine);
  return !is_cut_off;
}

/* The mixed output of many paths would be useless. */
static bool is_hidden(const struct machine *machine, const struct pending *call) {
  return call->number == SYS_write && machine->may_be_symbolic &&
         !machine->options.shows_program_output &&
         ((int)call->values[0] == 1 || (int)call->values[0] == 2);
}

static bool copy_path_in(struct machine *machine, struct pending *call, int i) {
  struct access_fault fault;
  char *path;
  if (!memory_read_string(&machine->memory, &machine->state->space, call->addresses[i],
                          (uint64_t)1 << 16, &path, &fault)) {
    /* the place where reading failed, which need not be the start of the string */
    bool is_known = fault.object != NULL;
    uint64_t at = is_known ? fault.object->base + (uint64_t)fault.offset : call->addresses[i];
    error_raise_access(machine, &fault, at, 1, false);
    return false;
  }
  call->buffers[i] = path;
  return true;
}

/* Bytes that are only printed stay symbolic: one possible value is printed. */
static void read_shown(struct machine *machine, uint64_t address, uint8_t *bytes, uint64_t size) {
  struct space *space = &machine->state->space;
  struct access_fault fault;
  if (memory_read(&machine->memory, space, address, bytes, size, &fault)) return;
  for (uint64_t i = 0; i < size; i++) {
    struct expr *byte = memory_read_value(&machine->memory, space, address + i, 1, &fault);
    bytes[i] = (uint8_t)decide_witness_value(machine, byte);
  }
}

static bool copy_buffer_in(struct machine *machine, struct pending *call, int i,
                           const struct arg_rule *rule) {
  struct access_fault fault;
  struct space *space = &machine->state->space;
  bool is_out = rule->kind != IN;
  uint64_t size = call->sizes[i];
  if (size != 0 && !memory_check(space, call->addresses[i], size, is_out, &fault)) {
    error_raise_access(machine, &fault, call->addresses[i], size, is_out);
    return false;
  }
  call->buffers[i] = alloc_zeroed(size + 1);
  if (rule->kind == OUT || size == 0) return true;
  if (call->number == SYS_write) {
    read_shown(machine, call->addresses[i], (uint8_t *)call->buffers[i], size);
    return true;
  }
  if (memory_read(&machine->memory, space, call->addresses[i], call->buffers[i], size, &fault))
    return true;
  error_raise_access(machine, &fault, call->addresses[i], size, false);
  return false;
}

static uint64_t size_of(const struct arg_rule *rule, const uint64_t *args) {
  if (rule->size_arg < 0) return rule->size_unit;
  uint64_t units = args[rule->size_arg];
  if (units > MAX_BUFFER / rule->size_unit) units = MAX_BUFFER / rule->size_unit;
  return units * rule->size_unit;
}

static bool copy_in(struct machine *machine, struct pending *call, const uint64_t *args) {
  for (int i = 0; i < ARG_COUNT; i++) {
    const struct arg_rule *rule = &call->rule->args[i];
    if (rule->kind == INT || rule->kind == FD || args[i] == 0) continue; /* NULL stays NULL */
    call->addresses[i] = args[i];
    if (rule->kind == PATH) {
      if (!copy_path_in(machine, call, i)) return false;
    } else {
      call->sizes[i] = size_of(rule, args);
      if (!copy_buffer_in(machine, call, i, rule)) return false;
      if (rule->size_arg >= 0 && rule->size_unit == 1)
        call->values[rule->size_arg] = (long)call->sizes[i];
    }
    call->values[i] = (long)(intptr_t)call->buffers[i];
  }
  return true;
}

static void copy_out(struct machine *machine, struct pending *call, long result) {
  if (result < 0 && call->number != SYS_clock_nanosleep) return;
  for (int i = 0; i < ARG_COUNT; i++) {
    const struct arg_rule *rule = &call->rule->args[i];
    if ((rule->kind != OUT && rule->kind != INOUT) || call->buffers[i] == NULL) continue;
    uint64_t size = call->sizes[i];
    uint64_t filled =
        call->rule->out_rule == OUT_RESULT_TIMES_4 ? (uint64_t)result * 4 : (uint64_t)result;
    if (call->rule->out_rule != OUT_WHOLE && filled < size) size = filled;
    struct access_fault fault;
    if (size != 0)
      memory_write(&machine->memory, &machine->state->space, call->addresses[i], call->buffers[i],
                   size, &fault); /* checked before the call */
  }
}

bool builtin_host_syscall(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct pending call = {.number = (long)args[0]};
  call.rule = find_rule(call.number, (long)args[2]);
  if (call.rule == NULL) {
    *result = (uint64_t)-ENOSYS;
    return true;
  }
  for (int i = 0; i < 6; i++) call.values[i] = (long)args[i + 1];
  if (exploration_is_scratch(machine->exploration)) {
    machine->stop_reason = "call of the host in a scratch exploration";
    machine->event = EVENT_EARLY;
    return false;
  }
  bool is_good = copy_in(machine, &call, args + 1);
  if (is_good) {
    long value;
    if (is_hidden(machine, &call))
      value = call.values[2];
    else if ((is_good = make_call(machine, &call, &value)))
      copy_out(machine, &call, value);
    *result = (uint64_t)value;
  }
  for (int i = 0; i < ARG_COUNT; i++) free(call.buffers[i]);
  return is_good;
}
