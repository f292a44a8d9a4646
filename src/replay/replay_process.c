/* Parallel processes. Each one leads a process group, so that a time limit or an interrupt also
   ends whatever it started. Waiting is one poll over the processes' descriptors and one for
   signals: no handler, no global state, no periodic wake-ups. */
#include "replay/replay_process.h"

#include "replay/replay_cage.h"
#include "replay/replay_terminal.h"
#include "util/alloc.h"
#include "util/clock.h"
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
#include <unistd.h>

extern char **environ;

enum { OUTPUT_LIMIT = 16 << 20 };

/* What a process writes to one of its standard descriptors. */
struct stream {
  int descriptor; /* -1: not captured, or at its end */
  FILE *shown;    /* where it goes at once; NULL: to the text */
  struct buffer text;
};

struct process {
  pid_t pid;
  int descriptor; /* readable when the process has ended */
  size_t tag;
  double deadline; /* 0: none */
  int outcome;     /* where a guard reports how the program ended; -1: there is none */
  int keyboard;    /* replay's end of the terminal that it reads from; -1: there is none */
  struct stream streams[2];
  bool is_cut;
};

struct crew {
  VEC(struct process) processes;
  int signals; /* readable when an interrupt has arrived */
  sigset_t outer_mask;
  const struct cage *cage; /* for commands without one; NULL: none */
  bool is_interrupted;
};

struct crew *crew_new(void) {
  struct crew *crew = alloc_zeroed(sizeof *crew);
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigaddset(&interrupts, SIGTERM);
  sigaddset(&interrupts, SIGHUP);
  sigaddset(&interrupts, SIGPIPE);
  sigprocmask(SIG_BLOCK, &interrupts, &crew->outer_mask);
  crew->signals = signalfd(-1, &interrupts, SFD_CLOEXEC | SFD_NONBLOCK);
  REQUIRE(crew->signals >= 0);
  return crew;
}

void crew_shut_in(struct crew *crew, const struct cage *cage) { crew->cage = cage; }

/* A number that a child wrote; false if it wrote nothing. */
static bool read_number(int descriptor, int *number) {
  int value;
  ssize_t got;
  while ((got = read(descriptor, &value, sizeof value)) < 0 && errno == EINTR) continue;
  if (got == sizeof value) *number = value;
  return got == sizeof value;
}

/* Reads what is available; output beyond the limit is discarded. */
static void read_stream(struct process *process, struct stream *stream) {
  char block[1 << 16];
  ssize_t got;
  while ((got = read(stream->descriptor, block, sizeof block)) > 0 || (got < 0 && errno == EINTR)) {
    if (got < 0) continue;
    if (stream->shown != NULL)
      fwrite(block, 1, (size_t)got, stream->shown);
    else if (stream->text.length + (size_t)got <= OUTPUT_LIMIT)
      buffer_add_bytes(&stream->text, block, (size_t)got);
    else
      process->is_cut = true;
  }
  bool may_follow = got < 0 && errno == EAGAIN;
  if (stream->shown != NULL) fflush(stream->shown);
  if (may_follow) return;
  close(stream->descriptor);
  stream->descriptor = -1;
}

/* The process has ended, and so have all others that might still write. */
static void close_streams(struct process *process) {
  for (size_t i = 0; i < 2; i++) {
    struct stream *stream = &process->streams[i];
    if (stream->descriptor >= 0) read_stream(process, stream);
    if (stream->descriptor >= 0) close(stream->descriptor);
    stream->descriptor = -1;
  }
}

void crew_exit_free(struct crew_exit *end) {
  buffer_free(&end->output);
  buffer_free(&end->errors);
}

static void close_if_open(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

/* Kills the group and reaps its leader. */
static int end_process(struct crew *crew, size_t index, struct crew_exit *end) {
  struct process *process = &crew->processes.data[index];
  int status = 0;
  kill(-process->pid, SIGKILL);
  while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) continue;
  close(process->descriptor);
  if (process->outcome >= 0) {
    if (!read_number(process->outcome, &status)) status = SIGKILL;
    close(process->outcome);
  }
  close_streams(process);
  close_if_open(process->keyboard);
  if (end != NULL) {
    end->output = process->streams[0].text;
    end->errors = process->streams[1].text;
    end->is_cut = process->is_cut;
  } else {
    for (size_t i = 0; i < 2; i++) buffer_free(&process->streams[i].text);
  }
  *process = vec_last(&crew->processes);
  (void)vec_pop(&crew->processes);
  return status;
}

void crew_free(struct crew *crew) {
  while (crew->processes.count > 0) end_process(crew, crew->processes.count - 1, NULL);
  vec_free(&crew->processes);
  close(crew->signals);
  sigprocmask(SIG_SETMASK, &crew->outer_mask, NULL);
  free(crew);
}

bool crew_is_interrupted(const struct crew *crew) { return crew->is_interrupted; }

/* The child's ends of the pipes between it and its parent. */
struct channels {
  int report;     /* receives errno if the program cannot be run; exec closes it */
  int outcome;    /* receives the program's wait status from its guard */
  int streams[3]; /* of the program; -1: not a channel */
  struct cage_link cage;
};

static bool has_guard(const struct crew_command *command) {
  return command->cage != NULL || command->supervise != NULL;
}

/* ---- in the child ---- */

static bool redirect(int descriptor, const char *path, int flags) {
  int file = open(path, flags, 0666);
  bool is_good = file >= 0 && dup2(file, descriptor) >= 0;
  if (file > STDERR_FILENO) close(file);
  return is_good;
}

static bool redirect_all(const struct crew_command *command, const int *streams) {
  for (int i = 0; i < 3; i++) {
    bool is_nothing = i == STDIN_FILENO ? !command->has_input : command->is_silent;
    if (streams[i] >= 0
            ? dup2(streams[i], i) < 0
            : is_nothing && !redirect(i, "/dev/null", i == STDIN_FILENO ? O_RDONLY : O_WRONLY))
      return false;
  }
  return true;
}

/* Of the descriptors that smew was started with, the program gets none. */
static void close_others(void) { close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC); }

/* Compilers, and smew itself. Temporary files may not be written elsewhere. A build of smew with
   the sanitizer would look for leaks by tracing, which the cage does not permit. */
static void set_up_tool(const struct cage *cage) {
  setenv("TMPDIR", cage->place, true);
#if __has_feature(address_sanitizer)
  setenv("LSAN_OPTIONS", "detect_leaks=0", true);
#endif
}

/* Errors are reported through the descriptor, which exec closes. */
_Noreturn static void fail(int report) {
  int fault = errno;
  if (write(report, &fault, sizeof fault) < 0) _exit(126);
  _exit(127);
}

_Noreturn static void become(const struct crew_command *command, const struct channels *channels) {
  static const struct rlimit no_core = {0, 0}, file_size = {1u << 30, 1u << 30};
  if (command->is_bounded) {
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &file_size);
  }
  if ((command->directory != NULL && chdir(command->directory) != 0) ||
      (command->prepare != NULL && !command->prepare(command->context)) ||
      !redirect_all(command, channels->streams))
    fail(channels->report);
  if (command->cage != NULL) {
    setsid();
    close_others();
    if (!cage_confine(command->cage, &channels->cage)) fail(channels->report);
  }
  if (command->cage != NULL && command->environment == NULL) set_up_tool(command->cage);
  execvpe(command->file ? command->file : command->argv[0], command->argv,
          command->environment ? command->environment : environ);
  fail(channels->report);
}

/* The process between smew and the program, if there is one: the first of a cage, or one that
   supervises. It starts the program, reaps orphans, and ends with it. */
_Noreturn static void guard(const struct crew_command *command, struct channels *channels) {
  int status = 0;
  if (command->cage != NULL && !cage_enter(command->cage, &channels->cage)) fail(channels->report);
  pid_t program = command->cage != NULL ? cage_fork_inner() : fork(), ended;
  if (program < 0) fail(channels->report);
  if (program == 0) become(command, channels);
  if (command->cage != NULL) cage_help(command->cage, &channels->cage);
  close(channels->report);
  if (command->supervise != NULL)
    status = command->supervise(program, command->context);
  else
    while ((ended = waitpid(-1, &status, 0)) != program)
      if (ended < 0 && errno != EINTR) _exit(126);
  if (write(channels->outcome, &status, sizeof status) < 0) _exit(126);
  _exit(0);
}

_Noreturn static void begin(const struct crew *crew, const struct crew_command *command,
                            struct channels *channels) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigprocmask(SIG_SETMASK, &crew->outer_mask, NULL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  if (has_guard(command)) guard(command, channels);
  become(command, channels);
}

/* ---- in the parent ---- */

static bool complain(const char *what, const struct crew_command *command, int fault) {
  fprintf(stderr, "smew: cannot %s %s: %s\n", what, command->argv[0], strerror(fault));
  return false;
}

enum { REPORT, OUTCOME, INPUT, OUTPUT, ERRORS, PIPE_COUNT };

static bool is_terminal(const struct crew_command *command, int pipe) {
  return pipe >= INPUT && command->terminals != NULL && command->terminals->are[pipe - INPUT];
}

/* Opens the requested pipes, or terminals instead; the others stay -1. */
static bool open_pipes(const struct crew_command *command, int pipes[PIPE_COUNT][2]) {
  bool has_output = command->is_captured || command->is_shown;
  bool is_wanted[] = {true, has_guard(command), false, has_output, has_output};
  bool is_good = true;
  for (int i = 0; i < PIPE_COUNT; i++) {
    pipes[i][0] = pipes[i][1] = -1;
    if (is_good && is_terminal(command, i))
      is_good = terminal_open(command->terminals, i == INPUT, pipes[i]);
    else if (is_good && is_wanted[i])
      is_good = pipe2(pipes[i], O_CLOEXEC) == 0;
    if (i >= OUTPUT && pipes[i][0] >= 0) fcntl(pipes[i][0], F_SETFL, O_NONBLOCK);
  }
  for (int i = 0; !is_good && i < PIPE_COUNT; i++) {
    close_if_open(pipes[i][0]);
    close_if_open(pipes[i][1]);
  }
  return is_good;
}

/* The command in the crew's cage, if it has none of its own. What is in a cage does not get smew's
   own output, which may be a file that it could truncate. */
static struct crew_command complete(const struct crew *crew, const struct crew_command *command) {
  struct crew_command complete = *command;
  if (complete.cage == NULL && crew->cage != NULL) {
    complete.cage = crew->cage;
    complete.is_shown = !complete.is_captured && !complete.is_silent;
  }
  return complete;
}

bool crew_start(struct crew *crew, const struct crew_command *given, double seconds, size_t tag) {
  struct crew_command completed = complete(crew, given), *command = &completed;
  int pipes[PIPE_COUNT][2], fault = 0;
  if (crew->is_interrupted) return false;
  if (!open_pipes(command, pipes)) return complain("start", command, errno);
  fflush(stdout);
  pid_t pid = command->cage != NULL ? cage_fork() : fork();
  if (pid == 0)
    begin(crew, command,
          &(struct channels){pipes[REPORT][1],
                             pipes[OUTCOME][1],
                             {pipes[INPUT][1], pipes[OUTPUT][1], pipes[ERRORS][1]},
                             {0}});
  if (pid < 0) fault = errno;
  for (int i = 0; i < PIPE_COUNT; i++) close_if_open(pipes[i][1]);
  if (pid > 0) {
    setpgid(pid, pid); /* in both processes, since either may run first */
    struct process process = {
        .pid = pid,
        .descriptor = (int)syscall(SYS_pidfd_open, pid, 0),
        .tag = tag,
        .deadline = seconds > 0 ? clock_seconds() + seconds : 0,
        .outcome = pipes[OUTCOME][0],
        .keyboard = pipes[INPUT][0],
        .streams = {{pipes[OUTPUT][0], command->is_shown ? stdout : NULL, {0}},
                    {pipes[ERRORS][0], command->is_shown ? stderr : NULL, {0}}}};
    if (process.descriptor < 0) fault = errno;
    read_number(pipes[REPORT][0], &fault);
    vec_push(&crew->processes, process);
  } else {
    for (int i = OUTCOME; i < PIPE_COUNT; i++) close_if_open(pipes[i][0]);
  }
  close(pipes[REPORT][0]);
  if (fault == 0) return true;
  if (pid > 0) end_process(crew, crew->processes.count - 1, NULL);
  return complain("run", command, fault);
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
  double left = (first - clock_seconds()) * 1000;
  return left <= 0 ? 0 : left > 1e6 ? 1000000 : (int)left + 1;
}

/* Polls the processes, their output, and the signals: entry 3 i is the ith process. */
static int poll_all(struct crew *crew, struct pollfd *polled) {
  size_t count = crew->processes.count;
  for (size_t i = 0; i < count; i++) {
    const struct process *process = &crew->processes.data[i];
    polled[3 * i] = (struct pollfd){.fd = process->descriptor, .events = POLLIN};
    for (size_t k = 0; k < 2; k++)
      polled[3 * i + 1 + k] =
          (struct pollfd){.fd = process->streams[k].descriptor, .events = POLLIN};
  }
  polled[3 * count] = (struct pollfd){.fd = crew->signals, .events = POLLIN};
  return poll(polled, 3 * count + 1, next_timeout(crew));
}

/* The index of a process that has ended or exceeded its time; -1: none yet. */
static int find_ended(struct crew *crew, bool *is_timed_out) {
  size_t count = crew->processes.count;
  struct pollfd *polled = alloc_zeroed((3 * count + 1) * sizeof *polled);
  int found = -1, ready = poll_all(crew, polled);
  *is_timed_out = false;
  if (ready > 0 && (polled[3 * count].revents & POLLIN)) take_interrupt(crew);
  for (size_t i = 0; ready > 0 && i < count; i++) {
    struct process *process = &crew->processes.data[i];
    for (size_t k = 0; k < 2; k++)
      if (polled[3 * i + 1 + k].revents != 0) read_stream(process, &process->streams[k]);
    if (found < 0 && polled[3 * i].revents != 0) found = (int)i;
  }
  double time = clock_seconds();
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
    end->wait_status = end_process(crew, (size_t)found, end);
    return true;
  }
  return false;
}

bool crew_run(struct crew *crew, const struct crew_command *command) {
  struct crew_exit end;
  if (!crew_start(crew, command, 0, 0) || !crew_wait(crew, &end)) return false;
  crew_exit_free(&end);
  if (WIFSIGNALED(end.wait_status))
    fprintf(stderr, "smew: %s was killed by signal %d\n", command->argv[0],
            WTERMSIG(end.wait_status));
  return WIFEXITED(end.wait_status) && WEXITSTATUS(end.wait_status) == 0;
}
