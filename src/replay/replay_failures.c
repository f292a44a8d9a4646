/* Making system calls fail, by ptrace. Calls are counted by kind from the program's entry point on,
   so that the dynamic linker's calls do not count: smew's model has no dynamic linker. A call that
   is to fail is replaced by one that does not exist, and its result by the error; close still
   closes. */
#include "replay/replay_failures.h"

#include "replay/replay_world.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/auxvec.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

bool failures_give_in(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0; }

#ifdef __x86_64__

bool failures_are_possible(void) { return true; }

/* The kind of a system call, or REPLAY_FAILURE_COUNT. */
static enum replay_failure kind_of(long number) {
  switch (number) {
  case SYS_open:
  case SYS_openat:
  case SYS_creat: return REPLAY_FAILURE_OPEN;
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
  case SYS_preadv: return REPLAY_FAILURE_READ;
  case SYS_write:
  case SYS_writev:
  case SYS_pwrite64:
  case SYS_pwritev: return REPLAY_FAILURE_WRITE;
  case SYS_close: return REPLAY_FAILURE_CLOSE;
  case SYS_ftruncate: return REPLAY_FAILURE_FTRUNCATE;
  case SYS_getcwd: return REPLAY_FAILURE_GETCWD;
  case SYS_chmod:
  case SYS_fchmodat: return REPLAY_FAILURE_CHMOD;
  case SYS_fchmod: return REPLAY_FAILURE_FCHMOD;
  default: return REPLAY_FAILURE_COUNT;
  }
}

struct supervision {
  pid_t program;
  const struct replay_world *world;
  uint32_t calls[REPLAY_FAILURE_COUNT]; /* so far */
  unsigned failed;
  bool is_inside;            /* a call has been entered and not left */
  enum replay_failure fails; /* the kind of that call if it is to fail, else REPLAY_FAILURE_COUNT */
};

/* Waits for the program to stop or end; reaps other children. */
static int wait_for(pid_t program) {
  int status = 0;
  for (;;) {
    pid_t got = waitpid(-1, &status, __WALL);
    if (got == program) return status;
    if (got < 0 && errno != EINTR) return SIGKILL;
  }
}

/* The address at which the program itself begins; 0: unknown. */
static unsigned long entry_of(pid_t program) {
  char path[64];
  unsigned long pair[2], entry = 0;
  snprintf(path, sizeof path, "/proc/%d/auxv", (int)program);
  FILE *file = fopen(path, "r");
  while (file != NULL && entry == 0 && fread(pair, sizeof pair, 1, file) == 1)
    if (pair[0] == AT_ENTRY) entry = pair[1];
  if (file != NULL) fclose(file);
  return entry;
}

/* Runs the program, which has just been executed, to its entry point. Returns its wait status: it
   is stopped there, or has ended. */
static int run_to_entry(pid_t program) {
  enum { BREAKPOINT = 0xcc };
  struct user_regs_struct registers;
  unsigned long entry = entry_of(program);
  errno = 0;
  long code = ptrace(PTRACE_PEEKTEXT, program, (void *)entry, NULL);
  if (entry == 0 || errno != 0) return W_STOPCODE(SIGTRAP);
  ptrace(PTRACE_POKETEXT, program, (void *)entry, (void *)((code & ~0xffL) | BREAKPOINT));
  ptrace(PTRACE_CONT, program, NULL, NULL);
  int status = wait_for(program);
  if (!WIFSTOPPED(status)) return status;
  ptrace(PTRACE_POKETEXT, program, (void *)entry, (void *)code);
  if (ptrace(PTRACE_GETREGS, program, NULL, &registers) == 0 && registers.rip == entry + 1) {
    registers.rip = entry;
    ptrace(PTRACE_SETREGS, program, NULL, &registers);
  }
  return status;
}

/* The program is about to make a system call. */
static void enter_call(struct supervision *supervision, struct user_regs_struct *registers) {
  const struct replay_world *world = supervision->world;
  enum replay_failure kind = kind_of((long)registers->orig_rax);
  supervision->is_inside = true;
  supervision->fails = REPLAY_FAILURE_COUNT;
  if (kind == REPLAY_FAILURE_COUNT) return;
  int64_t number = ++supervision->calls[kind];
  if (supervision->failed >= world->max_failures || number != world->failures[kind]) return;
  supervision->failed++;
  supervision->fails = kind;
  if (kind == REPLAY_FAILURE_CLOSE) return;
  registers->orig_rax = (unsigned long long)-1;
  ptrace(PTRACE_SETREGS, supervision->program, NULL, registers);
}

static void leave_call(struct supervision *supervision, struct user_regs_struct *registers) {
  supervision->is_inside = false;
  if (supervision->fails == REPLAY_FAILURE_COUNT) return;
  int error = supervision->fails == REPLAY_FAILURE_GETCWD ? ENOENT : EIO;
  registers->rax = (unsigned long long)-error;
  ptrace(PTRACE_SETREGS, supervision->program, NULL, registers);
}

int failures_supervise(pid_t program, const struct replay_world *world) {
  enum { CALL_STOP = SIGTRAP | 0x80 };
  struct supervision supervision = {.program = program, .world = world};
  struct user_regs_struct registers;
  int status = wait_for(program), signal = 0;
  if (!WIFSTOPPED(status)) return status;
  ptrace(PTRACE_SETOPTIONS, program, NULL, (void *)(PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD));
  status = run_to_entry(program);
  while (WIFSTOPPED(status)) {
    ptrace(PTRACE_SYSCALL, program, NULL, (void *)(long)signal);
    status = wait_for(program);
    if (!WIFSTOPPED(status)) break;
    signal = WSTOPSIG(status) == CALL_STOP ? 0 : WSTOPSIG(status);
    if (signal != 0 || ptrace(PTRACE_GETREGS, program, NULL, &registers) != 0) continue;
    if (supervision.is_inside)
      leave_call(&supervision, &registers);
    else
      enter_call(&supervision, &registers);
  }
  return status;
}

#else

bool failures_are_possible(void) { return false; }

int failures_supervise(pid_t program, const struct replay_world *world) {
  int status = 0;
  (void)world;
  while (waitpid(program, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

#endif
