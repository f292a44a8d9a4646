// syscall: takes as many arguments as the call has. musl takes six always, reading beyond those
// that were passed; the sixth would come from memory that is not there.
#include "smew.h"
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/syscall.h>

static bool has_six_arguments(long number) {
  switch (number) {
  case SYS_mmap:
  case SYS_sendto:
  case SYS_recvfrom:
  case SYS_futex:
  case SYS_mbind:
  case SYS_pselect6:
  case SYS_splice:
  case SYS_move_pages:
  case SYS_epoll_pwait:
  case SYS_epoll_pwait2:
  case SYS_process_vm_readv:
  case SYS_process_vm_writev:
  case SYS_copy_file_range:
  case SYS_preadv2:
  case SYS_pwritev2:
  case SYS_io_uring_enter: return true;
  default: return false;
  }
}

long syscall(long number, ...) {
  va_list rest;
  long a[6] = {0};
  va_start(rest, number);
  for (int i = 0; i < 5; i++) a[i] = va_arg(rest, long);
  if (has_six_arguments(number)) a[5] = va_arg(rest, long);
  va_end(rest);
  long result = __smew_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
}
