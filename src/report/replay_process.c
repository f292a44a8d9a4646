/* Processes side by side. Each one leads a process group, so that a time limit or an interrupt ends
   whatever it started as well. Waiting is one poll over the processes' descriptors and one for
   signals: no handler, no global state, no wake-up but for a reason. */
#include "report/replay_process.h"

#include "util/alloc.h"
#include "util/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct process {
  pid_t pid;
  int descriptor; /* readable when the process has ended */
  size_t tag;
  double deadline; /* 0: none */
};

struct crew {
  VEC(struct process) processes;
  int signals; /* readable when an interrupt came */
  sigset_t outer_mask;
  bool is_interrupted;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct crew *crew_new(void) {
  struct crew *crew = alloc_zeroed(sizeof *crew);
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigaddset(&interrupts, SIGTERM);
  sigaddset(&interrupts, SIGHUP);
  sigprocmask(SIG_BLOCK, &interrupts, &crew->outer_mask);
  crew->signals = signalfd(-1, &interrupts, SFD_CLOEXEC | SFD_NONBLOCK);
  REQUIRE(crew->signals >= 0);
  return crew;
}

/* Kills the group and reaps its leader. */
static int end_process(struct crew *crew, size_t index) {
  struct process *process = &crew->processes.data[index];
  int status = 0;
  kill(-process->pid, SIGKILL);
  while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) continue;
  close(process->descriptor);
  *process = vec_last(&crew->processes);
  (void)vec_pop(&crew->processes);
  return status;
}

void crew_free(struct crew *crew) {
  while (crew->processes.count > 0) end_process(crew, crew->processes.count - 1);
  vec_free(&crew->processes);
  close(crew->signals);
  sigprocmask(SIG_SETMASK, &crew->outer_mask, NULL);
  free(crew);
}

bool crew_is_interrupted(const struct crew *crew) { return crew->is_interrupted; }

/* In the child. What goes wrong is told through the descriptor, which exec closes. */
_Noreturn static void become(const struct crew *crew, const struct crew_command *command,
                             int report) {
  static const struct rlimit no_core = {0, 0}, file_size = {1u << 30, 1u << 30};
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigprocmask(SIG_SETMASK, &crew->outer_mask, NULL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  if (command->is_bounded) {
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &file_size);
  }
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  if (command->is_silent) {
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
  }
  if (nothing > STDERR_FILENO) close(nothing);
  if (command->directory == NULL || chdir(command->directory) == 0)
    execvpe(command->file ? command->file : command->argv[0], command->argv,
            command->environment ? command->environment : environ);
  int fault = errno;
  if (write(report, &fault, sizeof fault) < 0) _exit(126);
  _exit(127);
}

/* What kept the child from executing its program; 0 when nothing did. */
static int read_fault(int report) {
  int fault = 0;
  ssize_t got;
  while ((got = read(report, &fault, sizeof fault)) < 0 && errno == EINTR) continue;
  return got == sizeof fault ? fault : 0;
}

bool crew_start(struct crew *crew, const struct crew_command *command, double seconds, size_t tag) {
  int report[2];
  if (crew->is_interrupted) return false;
  if (pipe2(report, O_CLOEXEC) != 0) {
    fprintf(stderr, "smew: cannot start %s: %s\n", command->argv[0], strerror(errno));
    return false;
  }
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) become(crew, command, report[1]);
  int fault = pid < 0 ? errno : 0;
  close(report[1]);
  int descriptor = -1;
  if (pid > 0) {
    setpgid(pid, pid); /* whoever comes first */
    descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    fault = read_fault(report[0]);
    if (fault == 0 && descriptor < 0) fault = errno;
  }
  close(report[0]);
  if (pid > 0) {
    struct process process = {pid, descriptor, tag, seconds > 0 ? now() + seconds : 0};
    vec_push(&crew->processes, process);
  }
  if (fault == 0) return true;
  if (pid > 0) end_process(crew, crew->processes.count - 1);
  fprintf(stderr, "smew: cannot run %s: %s\n", command->argv[0], strerror(fault));
  return false;
}

static bool take_interrupt(struct crew *crew) {
  struct signalfd_siginfo info;
  if (read(crew->signals, &info, sizeof info) != sizeof info) return false;
  crew->is_interrupted = true;
  return true;
}

/* Milliseconds until the next deadline, rounded up; -1: there is none. */
static int next_timeout(const struct crew *crew) {
  double first = 0;
  for (size_t i = 0; i < crew->processes.count; i++) {
    double deadline = crew->processes.data[i].deadline;
    if (deadline > 0 && (first == 0 || deadline < first)) first = deadline;
  }
  if (first == 0) return -1;
  double left = (first - now()) * 1000;
  return left <= 0 ? 0 : left > 1e6 ? 1000000 : (int)left + 1;
}

/* The index of a process that has ended or run out of time; -1: none yet. */
static int find_ended(struct crew *crew, bool *is_timed_out) {
  size_t count = crew->processes.count;
  struct pollfd *polled = alloc_zeroed((count + 1) * sizeof *polled);
  for (size_t i = 0; i < count; i++)
    polled[i] = (struct pollfd){.fd = crew->processes.data[i].descriptor, .events = POLLIN};
  polled[count] = (struct pollfd){.fd = crew->signals, .events = POLLIN};
  int found = -1, ready = poll(polled, count + 1, next_timeout(crew));
  *is_timed_out = false;
  if (ready > 0 && (polled[count].revents & POLLIN)) take_interrupt(crew);
  for (size_t i = 0; ready > 0 && i < count && found < 0; i++)
    if (polled[i].revents != 0) found = (int)i;
  double time = now();
  for (size_t i = 0; found < 0 && i < count; i++) {
    double deadline = crew->processes.data[i].deadline;
    if (deadline == 0 || deadline > time) continue;
    found = (int)i;
    *is_timed_out = true;
  }
  free(polled);
  return found;
}

bool crew_wait(struct crew *crew, struct crew_exit *end) {
  while (crew->processes.count > 0 && !crew->is_interrupted) {
    bool is_timed_out;
    int found = find_ended(crew, &is_timed_out);
    if (found < 0) continue;
    end->tag = crew->processes.data[found].tag;
    end->is_timed_out = is_timed_out;
    end->wait_status = end_process(crew, (size_t)found);
    return true;
  }
  return false;
}

bool crew_run(struct crew *crew, const struct crew_command *command) {
  struct crew_exit end;
  if (!crew_start(crew, command, 0, 0) || !crew_wait(crew, &end)) return false;
  if (WIFSIGNALED(end.wait_status))
    fprintf(stderr, "smew: %s was killed by signal %d\n", command->argv[0],
            WTERMSIG(end.wait_status));
  return WIFEXITED(end.wait_status) && WEXITSTATUS(end.wait_status) == 0;
}
