// Waiting for descriptors. The host is asked about its own; files are always ready, pipes inside
// the program are answered here and, being ready, make the host not wait. select is poll in other
// clothes.
#include "posix/posix.h"
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>

static bool is_stream(const struct file *file) {
  return file->kind == FILE_STREAM || file->kind == FILE_REGULAR || file->kind == FILE_DIRECTORY;
}

static short events_of(const struct file *file) {
  if (file->kind == FILE_PIPE_IN || file->kind == FILE_PIPE_OUT) return __posix_pipe_events(file);
  if (file->kind == FILE_OUTPUT) return POLLOUT | POLLWRNORM;
  return POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
}

// Fills in what can be told without the host, and the requests to it, which it counts. Returns how
// many are ready.
static int ask_here(struct pollfd *wanted, struct pollfd *asked, unsigned long count,
                    int *ask_count) {
  int ready = 0;
  for (unsigned long i = 0; i < count; i++) {
    struct file *file = wanted[i].fd < 0 ? NULL : __posix_file(wanted[i].fd);
    asked[i] = (struct pollfd){.fd = -1};
    wanted[i].revents = 0;
    if (wanted[i].fd >= 0 && !file) {
      wanted[i].revents = POLLNVAL;
    } else if (file && is_stream(file)) {
      asked[i] = (struct pollfd){.fd = file->host, .events = wanted[i].events};
      ++*ask_count;
    } else if (file) {
      wanted[i].revents = events_of(file) & (wanted[i].events | POLLHUP | POLLERR);
    }
    ready += wanted[i].revents != 0;
  }
  return ready;
}

// Nothing that the program waits for can happen while it waits.
static long wait_in_vain(int timeout) {
  if (timeout >= 0) {
    __posix_sleep(timeout / 1000, timeout % 1000 * 1000000L);
    return 0;
  }
  __smew_unmodelled("waiting for ever");
  return -EINTR;
}

static long wait_for(struct pollfd *wanted, unsigned long count, int timeout) {
  struct pollfd asked[FD_COUNT];
  int ask_count = 0;
  if (count > FD_COUNT) return -EINVAL;
  int ready = ask_here(wanted, asked, count, &ask_count);
  if (ask_count == 0) return ready > 0 ? ready : wait_in_vain(timeout);
  long result = host(SYS_poll, (long)asked, (long)count, ready ? 0 : timeout, 0);
  if (result < 0) return result;
  for (unsigned long i = 0; i < count; i++)
    if (asked[i].fd >= 0) wanted[i].revents = asked[i].revents;
  return result + ready;
}

// Rounds up: a wait may take longer than asked, not shorter.
static int milliseconds(long seconds, long nanoseconds) {
  if (seconds >= INT_MAX / 1000 - 1) return INT_MAX;
  return (int)(seconds * 1000 + (nanoseconds + 999999) / 1000000);
}

static int timespec_milliseconds(const struct timespec *time) {
  return time ? milliseconds(time->tv_sec, time->tv_nsec) : -1;
}

long __posix_poll(const struct call *call) {
  return wait_for((struct pollfd *)call->a[0], (unsigned long)call->a[1], (int)call->a[2]);
}

long __posix_ppoll(const struct call *call) {
  return wait_for((struct pollfd *)call->a[0], (unsigned long)call->a[1],
                  timespec_milliseconds((const struct timespec *)call->a[2]));
}

static short wanted_events(int fd, const fd_set *read, const fd_set *write, const fd_set *except) {
  return (short)((read && FD_ISSET(fd, read) ? POLLIN : 0) |
                 (write && FD_ISSET(fd, write) ? POLLOUT : 0) |
                 (except && FD_ISSET(fd, except) ? POLLPRI : 0));
}

static int answer(fd_set *set, const struct pollfd *request, short asked, short meaning) {
  if (!set || !(request->events & asked)) return 0;
  if (request->revents & meaning) return 1;
  FD_CLR(request->fd, set);
  return 0;
}

static long select_files(const long *a, int timeout) {
  fd_set *read = (fd_set *)a[1], *write = (fd_set *)a[2], *except = (fd_set *)a[3];
  struct pollfd requests[FD_COUNT];
  unsigned long count = 0;
  int highest = (int)a[0] < FD_COUNT ? (int)a[0] : FD_COUNT;
  for (int fd = 0; fd < highest; fd++) {
    short events = wanted_events(fd, read, write, except);
    if (events && !__posix_file(fd)) return -EBADF;
    if (events) requests[count++] = (struct pollfd){.fd = fd, .events = events};
  }
  long result = wait_for(requests, count, timeout);
  if (result < 0) return result;
  int bits = 0;
  for (unsigned long i = 0; i < count; i++) {
    bits += answer(read, &requests[i], POLLIN, POLLIN | POLLHUP | POLLERR);
    bits += answer(write, &requests[i], POLLOUT, POLLOUT | POLLERR);
    bits += answer(except, &requests[i], POLLPRI, POLLPRI);
  }
  return bits;
}

long __posix_select(const struct call *call) {
  const struct timeval *time = (const struct timeval *)call->a[4];
  return select_files(call->a, time ? milliseconds(time->tv_sec, time->tv_usec * 1000) : -1);
}

long __posix_pselect(const struct call *call) {
  return select_files(call->a, timespec_milliseconds((const struct timespec *)call->a[4]));
}
