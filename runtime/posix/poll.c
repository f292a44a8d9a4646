// Waiting for descriptors. The host is asked about its own; files are always ready, pipes inside
// the program are answered here and, being ready, make the host not wait. select is poll in other
// clothes.
#include "posix/posix.h"
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>

static bool is_stream(const struct file *file) {
  return file->kind == FILE_STREAM || file->kind == FILE_REGULAR || file->kind == FILE_DIRECTORY;
}

static short events_of(const struct file *file) {
  if (file->kind == FILE_PIPE) return __posix_pipe_events(file);
  if (file->kind == FILE_TERMINAL) return __posix_terminal_events(file);
  if (file->kind == FILE_OUTPUT) return POLLOUT | POLLWRNORM;
  return POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
}

// Fills in what is known without the host, and the requests to it, which it counts. Returns how
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
  __smew_missing("waiting forever");
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

// Under a mask of signals that holds while the program waits. What it lets through ends the wait,
// but only when no file is ready.
static long wait_under(const uint64_t *mask, struct pollfd *wanted, unsigned long count,
                       int timeout) {
  if (mask) {
    long ready = wait_for(wanted, count, 0);
    if (ready != 0) return ready;
    if (__posix_deliver_under(*mask)) return -EINTR;
  }
  return wait_for(wanted, count, timeout);
}

// Rounds up: a wait may take longer than asked, not shorter.
static int milliseconds(long seconds, long nanoseconds) {
  if (seconds >= INT_MAX / 1000 - 1) return INT_MAX;
  return (int)(seconds * 1000 + (nanoseconds + 999999) / 1000000);
}

// A moment that is none: -EINVAL; no limit: -1.
static int timespec_milliseconds(const struct timespec *time) {
  if (!time) return -1;
  if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000) return -EINVAL;
  return milliseconds(time->tv_sec, time->tv_nsec);
}

static int timeval_milliseconds(const struct timeval *time) {
  if (!time) return -1;
  if (time->tv_sec < 0 || time->tv_usec < 0) return -EINVAL;
  return milliseconds(time->tv_sec + time->tv_usec / 1000000, time->tv_usec % 1000000 * 1000);
}

long __posix_poll(const struct call *call) {
  return wait_for((struct pollfd *)call->a[0], (unsigned long)call->a[1], (int)call->a[2]);
}

long __posix_ppoll(const struct call *call) {
  int timeout = timespec_milliseconds((const struct timespec *)call->a[2]);
  if (timeout == -EINVAL) return -EINVAL;
  return wait_under((const uint64_t *)call->a[3], (struct pollfd *)call->a[0],
                    (unsigned long)call->a[1], timeout);
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

// The kernel writes whole words back: bits that were not asked for are cleared, too.
static void clear_rest(fd_set *set, int first) {
  enum { BITS = 8 * sizeof(long) };
  for (int fd = first; set && fd < FD_SETSIZE && fd < (first + BITS - 1) / BITS * BITS; fd++)
    FD_CLR(fd, set);
}

static long select_files(const long *a, int timeout, const uint64_t *mask) {
  fd_set *read = (fd_set *)a[1], *write = (fd_set *)a[2], *except = (fd_set *)a[3];
  struct pollfd requests[FD_COUNT];
  unsigned long count = 0;
  int highest = (int)a[0] < FD_COUNT ? (int)a[0] : FD_COUNT;
  if (highest < 0 || timeout == -EINVAL) return -EINVAL;
  for (int fd = 0; fd < highest; fd++) {
    short events = wanted_events(fd, read, write, except);
    if (events && !__posix_file(fd)) return -EBADF;
    if (events) requests[count++] = (struct pollfd){.fd = fd, .events = events};
  }
  long result = wait_under(mask, requests, count, timeout);
  if (result < 0) return result;
  int bits = 0;
  for (unsigned long i = 0; i < count; i++) {
    bits += answer(read, &requests[i], POLLIN, POLLIN | POLLHUP | POLLERR);
    bits += answer(write, &requests[i], POLLOUT, POLLOUT | POLLERR);
    bits += answer(except, &requests[i], POLLPRI, POLLPRI);
  }
  clear_rest(read, highest);
  clear_rest(write, highest);
  clear_rest(except, highest);
  return bits;
}

long __posix_select(const struct call *call) {
  return select_files(call->a, timeval_milliseconds((const struct timeval *)call->a[4]), NULL);
}

long __posix_pselect(const struct call *call) {
  const struct {
    const uint64_t *set;
    size_t size;
  } *mask = (const void *)call->a[5];
  return select_files(call->a, timespec_milliseconds((const struct timespec *)call->a[4]),
                      mask ? mask->set : NULL);
}
