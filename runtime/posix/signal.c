// Signals, as far as a process can send them to itself: a signal that is not blocked is delivered
// when it is raised, by calling its handler as a function; a blocked one waits until it is
// unblocked. From outside none ever comes.
//
// Several signals that become deliverable at once stack up as in the kernel: the lowest number is
// taken first, and the next one interrupts its handler before the first instruction, unless the
// handler's mask holds it back. Real-time signals queue; of the others one of each waits.
//
// Without a handler the default action is taken: the signals that would leave a core abort, the
// other deadly ones end the path with the status a shell reports.
#include "posix/posix.h"
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

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

// A signal that was sent and not delivered yet.
struct waiting {
  int signal, code;
  union sigval value;
};

enum { LAST = 64, FIRST_QUEUED = 32, QUEUE_SIZE = 256 };

static struct action actions[LAST + 1];
static uint64_t blocked;
static uint64_t pending; // the signals in the queue
static struct waiting queue[QUEUE_SIZE];
static int queue_length;
static stack_t alternate_stack = {.ss_flags = SS_DISABLE};
static bool is_on_alternate_stack;

static uint64_t bit(int signal) { return (uint64_t)1 << (signal - 1); }

static const uint64_t UNBLOCKABLE = (uint64_t)1 << (SIGKILL - 1) | (uint64_t)1 << (SIGSTOP - 1);

// ---- the queue ----

static void add_waiting(const struct waiting *waiting) {
  queue[queue_length++] = *waiting;
  pending |= bit(waiting->signal);
}

static void remove_waiting(int place) {
  int signal = queue[place].signal;
  queue_length--;
  memmove(&queue[place], &queue[place + 1], (size_t)(queue_length - place) * sizeof(queue[0]));
  pending &= ~bit(signal);
  for (int i = 0; i < queue_length; i++) pending |= bit(queue[i].signal);
}

static void forget_waiting(int signal) {
  for (int i = queue_length; i-- > 0;)
    if (queue[i].signal == signal) remove_waiting(i);
}

// Takes the first one of a set that the pending signals meet. Signals of faults come first, as in
// the kernel.
static struct waiting take_waiting(uint64_t set) {
  const uint64_t faults =
      bit(SIGSEGV) | bit(SIGBUS) | bit(SIGILL) | bit(SIGTRAP) | bit(SIGFPE) | bit(SIGSYS);
  uint64_t ready = pending & set;
  if (ready & faults) ready &= faults;
  int signal = __builtin_ctzll(ready) + 1, place = 0;
  while (queue[place].signal != signal) place++;
  struct waiting result = queue[place];
  remove_waiting(place);
  return result;
}

static void inform(siginfo_t *info, const struct waiting *waiting) {
  memset(info, 0, sizeof(*info));
  info->si_signo = waiting->signal;
  info->si_code = waiting->code;
  info->si_pid = (pid_t)__posix_process();
  info->si_uid = __posix_real_user();
  info->si_value = waiting->value;
}

// ---- delivery ----

static bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

static bool is_ignored(int signal) {
  if (actions[signal].handler == SIG_DFL) return is_ignored_by_default(signal);
  return actions[signal].handler == SIG_IGN;
}

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
  case SIGXFSZ: __smew_abort();
  default: __posix_exit(&(struct call){.a = {128 + signal}});
  }
}

static int deliver_unblocked(void);

// The context says what the kernel's says of the mask; registers a program here has none.
static void call_handler(const struct waiting *waiting, const struct action *action) {
  bool was_on_alternate_stack = is_on_alternate_stack;
  uint64_t outside = blocked;
  blocked |= action->mask | (action->flags & SA_NODEFER ? 0 : bit(waiting->signal));
  if ((action->flags & SA_ONSTACK) && !(alternate_stack.ss_flags & SS_DISABLE))
    is_on_alternate_stack = true;
  deliver_unblocked();
  if (action->flags & SA_SIGINFO) {
    siginfo_t info;
    ucontext_t context = {.uc_stack = alternate_stack};
    inform(&info, waiting);
    memcpy(&context.uc_sigmask, &outside, sizeof(outside));
    action->information_handler(waiting->signal, &info, &context);
    memcpy(&outside, &context.uc_sigmask, sizeof(outside));
  } else {
    action->handler(waiting->signal);
  }
  is_on_alternate_stack = was_on_alternate_stack;
  blocked = outside & ~UNBLOCKABLE;
}

static void deliver(const struct waiting *waiting) {
  struct action action = actions[waiting->signal];
  if (action.handler == SIG_IGN) return;
  if (action.handler == SIG_DFL) {
    take_default_action(waiting->signal);
    return;
  }
  if (action.flags & SA_RESETHAND) actions[waiting->signal].handler = SIG_DFL;
  call_handler(waiting, &action);
}

// Returns how many signals had an effect.
static int deliver_unblocked(void) {
  int count = 0;
  while (pending & ~blocked) {
    struct waiting waiting = take_waiting(~blocked);
    count += !is_ignored(waiting.signal);
    deliver(&waiting);
  }
  return count;
}

// ---- sending ----

static long send(int signal, int code, union sigval value) {
  if (is_ignored(signal) && !(blocked & bit(signal))) return 0;
  if (signal < FIRST_QUEUED && (pending & bit(signal))) return 0;
  if (queue_length == QUEUE_SIZE) return -EAGAIN;
  add_waiting(&(struct waiting){signal, code, value});
  deliver_unblocked();
  return 0;
}

void __posix_raise(int signal) { send(signal, SI_USER, (union sigval){0}); }

static long send_to(long target, int signal, int code, union sigval value) {
  if (signal < 0 || signal > LAST) return -EINVAL;
  long self = __posix_process();
  if (target != self && target != 0 && target != -self) {
    __smew_unmodelled("sending a signal to another process");
    return -EPERM;
  }
  return signal == 0 ? 0 : send(signal, code, value);
}

long __posix_kill(const struct call *call) {
  return send_to((int)call->a[0], (int)call->a[1], SI_USER, (union sigval){0});
}

long __posix_tkill(const struct call *call) {
  if ((int)call->a[0] <= 0) return -EINVAL;
  return send_to((int)call->a[0], (int)call->a[1], SI_TKILL, (union sigval){0});
}

long __posix_tgkill(const struct call *call) {
  if ((int)call->a[0] <= 0 || (int)call->a[1] <= 0) return -EINVAL;
  return send_to((int)call->a[1], (int)call->a[2], SI_TKILL, (union sigval){0});
}

long __posix_sigqueue(const struct call *call) {
  const siginfo_t *info = (const siginfo_t *)call->a[2];
  return send_to((int)call->a[0], (int)call->a[1], info->si_code, info->si_value);
}

// The executor's abort does not come back. The front end puts this before it: a handler of SIGABRT
// runs, and may jump away.
void __posix_before_abort(void) {
  if (actions[SIGABRT].handler != SIG_DFL && actions[SIGABRT].handler != SIG_IGN)
    send(SIGABRT, SI_TKILL, (union sigval){0});
}

// ---- actions and masks ----

long __posix_sigaction(const struct call *call) {
  int signal = (int)call->a[0];
  const struct action *new = (const struct action *)call->a[1];
  struct action *old = (struct action *)call->a[2];
  if (signal < 1 || signal > LAST || (new && (bit(signal) & UNBLOCKABLE))) return -EINVAL;
  struct action before = actions[signal];
  if (new) {
    actions[signal] = *new;
    actions[signal].mask &= ~UNBLOCKABLE;
    if (is_ignored(signal)) forget_waiting(signal);
  }
  if (old) *old = before;
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

// sigsetjmp and siglongjmp, in addition to the executor's own setjmp and longjmp: the mask is kept
// behind the registers in the buffer, where musl and the GNU C library have it.
struct jump_buffer {
  uint64_t registers[8];
  int has_mask;
  uint64_t mask;
};

void __posix_keep_mask(struct jump_buffer *buffer, int is_wanted) {
  buffer->has_mask = is_wanted != 0;
  if (is_wanted) buffer->mask = blocked;
}

void __posix_restore_mask(const struct jump_buffer *buffer) {
  is_on_alternate_stack = false;
  if (!buffer->has_mask) return;
  blocked = buffer->mask;
  deliver_unblocked();
}

// ---- waiting ----

// Delivers what a mask lets through, as if the program waited under it.
bool __posix_deliver_under(uint64_t mask) {
  uint64_t outside = blocked;
  blocked = mask & ~UNBLOCKABLE;
  int count = deliver_unblocked();
  blocked = outside;
  deliver_unblocked();
  return count > 0;
}

static long wait_for_signal(uint64_t mask) {
  if (!__posix_deliver_under(mask)) __smew_missing("waiting for a signal that is never sent");
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
  uint64_t set = *(const uint64_t *)call->a[0];
  siginfo_t *info = (siginfo_t *)call->a[1];
  const struct timespec *time = (const struct timespec *)call->a[2];
  if (time && (time->tv_sec < 0 || (unsigned long)time->tv_nsec >= 1000000000)) return -EINVAL;
  if (!(pending & set)) {
    if (!time) __smew_missing("waiting for a signal that is never sent");
    return -EAGAIN;
  }
  struct waiting waiting = take_waiting(set);
  if (info) inform(info, &waiting);
  return waiting.signal;
}

// ---- the other stack ----

// Recorded only: handlers run on the one stack there is, which has no end that they could need it
// for.
long __posix_sigaltstack(const struct call *call) {
  const stack_t *new = (const stack_t *)call->a[0];
  stack_t *old = (stack_t *)call->a[1];
  stack_t before = alternate_stack;
  if (is_on_alternate_stack) before.ss_flags |= SS_ONSTACK;
  if (new) {
    if (is_on_alternate_stack) return -EPERM;
    if (new->ss_flags != 0 && new->ss_flags != SS_ONSTACK &&new->ss_flags != SS_DISABLE)
      return -EINVAL;
    if (new->ss_flags != SS_DISABLE &&new->ss_size < MINSIGSTKSZ) return -ENOMEM;
    alternate_stack = *new;
    alternate_stack.ss_flags &= SS_DISABLE;
  }
  if (old) *old = before;
  return 0;
}
