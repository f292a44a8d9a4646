// Signals, as far as a process can send them to itself: a signal that is not blocked is delivered
// when it is raised, by calling its handler as a function; a blocked one waits until it is
// unblocked. From outside none ever comes. A handler that asks for the interrupted context gets
// none.
//
// Without a handler the default action is taken: the signals that would leave a core abort, the
// other deadly ones end the path with the status a shell reports.
#include "posix/posix.h"
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

// What musl hands to the kernel.
struct action {
  union {
    void (*handler)(int);
    void (*information_handler)(int, siginfo_t *, void *);
  };
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

enum { LAST = 64 };

static struct action actions[LAST + 1];
static uint64_t blocked, pending;
static stack_t alternate_stack = {.ss_flags = SS_DISABLE};

static uint64_t bit(int signal) { return (uint64_t)1 << (signal - 1); }

static const uint64_t UNBLOCKABLE = (uint64_t)1 << (SIGKILL - 1) | (uint64_t)1 << (SIGSTOP - 1);

static void take_default_action(int signal) {
  switch (signal) {
  case SIGCHLD:
  case SIGCONT:
  case SIGURG:
  case SIGWINCH: return;
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU: __smew_unmodelled("stopping the process"); return;
  case SIGABRT:
  case SIGBUS:
  case SIGFPE:
  case SIGILL:
  case SIGQUIT:
  case SIGSEGV:
  case SIGSYS:
  case SIGTRAP:
  case SIGXCPU:
  case SIGXFSZ: abort();
  default: __smew_exit(128 + signal);
  }
}

static void call_handler(int signal, const struct action *action) {
  siginfo_t info = {.si_signo = signal, .si_code = SI_USER};
  uint64_t outside = blocked;
  blocked |= action->mask | (action->flags & SA_NODEFER ? 0 : bit(signal));
  if (action->flags & SA_SIGINFO) {
    info.si_pid = (pid_t)host(SYS_getpid, 0, 0, 0, 0);
    info.si_uid = (uid_t)host(SYS_getuid, 0, 0, 0, 0);
    action->information_handler(signal, &info, NULL);
  } else {
    action->handler(signal);
  }
  blocked = outside;
}

static void deliver(int signal) {
  struct action action = actions[signal];
  pending &= ~bit(signal);
  if (action.handler == SIG_IGN) return;
  if (action.handler == SIG_DFL) {
    take_default_action(signal);
    return;
  }
  if (action.flags & SA_RESETHAND) actions[signal].handler = SIG_DFL;
  call_handler(signal, &action);
}

static int deliver_unblocked(void) {
  int count = 0;
  for (uint64_t ready; (ready = pending & ~blocked) != 0; count++)
    deliver(__builtin_ctzll(ready) + 1);
  return count;
}

void __posix_raise(int signal) {
  if (actions[signal].handler == SIG_IGN) return;
  pending |= bit(signal);
  deliver_unblocked();
}

long __posix_sigaction(const struct call *call) {
  int signal = (int)call->a[0];
  const struct action *new = (const struct action *)call->a[1];
  struct action *old = (struct action *)call->a[2];
  if (signal < 1 || signal > LAST || (new && (bit(signal) & UNBLOCKABLE))) return -EINVAL;
  if (old) *old = actions[signal];
  if (!new) return 0;
  actions[signal] = *new;
  actions[signal].mask &= ~UNBLOCKABLE;
  if (new->handler == SIG_IGN) pending &= ~bit(signal);
  return 0;
}

long __posix_sigprocmask(const struct call *call) {
  const uint64_t *set = (const uint64_t *)call->a[1];
  uint64_t old = blocked;
  if (set) {
    switch ((int)call->a[0]) {
    case SIG_BLOCK: blocked |= *set; break;
    case SIG_UNBLOCK: blocked &= ~*set; break;
    case SIG_SETMASK: blocked = *set; break;
    default: return -EINVAL;
    }
    blocked &= ~UNBLOCKABLE;
  }
  if (call->a[2]) *(uint64_t *)call->a[2] = old;
  deliver_unblocked();
  return 0;
}

long __posix_sigpending(const struct call *call) {
  *(uint64_t *)call->a[0] = pending & blocked;
  return 0;
}

static long wait_for_signal(uint64_t mask) {
  uint64_t outside = blocked;
  blocked = mask & ~UNBLOCKABLE;
  if (deliver_unblocked() == 0) __smew_unmodelled("waiting for a signal that nobody sends");
  blocked = outside;
  return -EINTR;
}

long __posix_sigsuspend(const struct call *call) {
  return wait_for_signal(*(const uint64_t *)call->a[0]);
}

long __posix_pause(const struct call *call) {
  (void)call;
  return wait_for_signal(blocked);
}

long __posix_sigtimedwait(const struct call *call) {
  uint64_t ready = pending & *(const uint64_t *)call->a[0];
  if (!ready) {
    if (!call->a[2]) __smew_unmodelled("waiting for a signal that nobody sends");
    return -EAGAIN;
  }
  int signal = __builtin_ctzll(ready) + 1;
  pending &= ~bit(signal);
  if (call->a[1]) *(siginfo_t *)call->a[1] = (siginfo_t){.si_signo = signal, .si_code = SI_USER};
  return signal;
}

// Recorded only: handlers run on the one stack there is, which has no end that they could need it
// for.
long __posix_sigaltstack(const struct call *call) {
  const stack_t *new = (const stack_t *)call->a[0];
  stack_t *old = (stack_t *)call->a[1];
  if (old) *old = alternate_stack;
  if (new) alternate_stack = *new;
  return 0;
}

static long send_to(long target, int signal) {
  if (signal < 0 || signal > LAST) return -EINVAL;
  long self = host(SYS_getpid, 0, 0, 0, 0);
  if (target != self && target != 0 && target != -self) {
    __smew_unmodelled("sending a signal to another process");
    return -EPERM;
  }
  if (signal != 0) __posix_raise(signal);
  return 0;
}

long __posix_kill(const struct call *call) { return send_to((int)call->a[0], (int)call->a[1]); }

long __posix_tkill(const struct call *call) { return send_to((int)call->a[0], (int)call->a[1]); }

long __posix_tgkill(const struct call *call) { return send_to((int)call->a[1], (int)call->a[2]); }
