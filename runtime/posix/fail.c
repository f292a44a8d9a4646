// System calls that fail although nothing is wrong: --max-fail. For each kind of call an input says
// which call of that kind fails, the first being number 1; so a test says exactly what happened.
#include "posix/posix.h"
#include <errno.h>
#include <sys/syscall.h>

enum kind { OPEN, READ, WRITE, CLOSE, FTRUNCATE, GETCWD, CHMOD, FCHMOD, KIND_COUNT, NONE };

static const struct {
  const char *name;
  int error;
} kinds[KIND_COUNT] = {
    [OPEN] = {"open_fail", EIO},           [READ] = {"read_fail", EIO},
    [WRITE] = {"write_fail", EIO},         [CLOSE] = {"close_fail", EIO},
    [FTRUNCATE] = {"ftruncate_fail", EIO}, [GETCWD] = {"getcwd_fail", ENOENT},
    [CHMOD] = {"chmod_fail", EIO},         [FCHMOD] = {"fchmod_fail", EIO},
};

static int failing[KIND_COUNT]; // number of the call that fails
static int counts[KIND_COUNT];

void __posix_make_failures(int most) {
  __posix_world.failures_left = most;
  for (int i = 0; most > 0 && i < KIND_COUNT; i++)
    __smew_make_symbolic(&failing[i], sizeof(failing[i]), kinds[i].name);
}

static enum kind kind_of(long number) {
  switch (number) {
  case SYS_open:
  case SYS_openat:
  case SYS_creat: return OPEN;
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
  case SYS_preadv: return READ;
  case SYS_write:
  case SYS_writev:
  case SYS_pwrite64:
  case SYS_pwritev: return WRITE;
  case SYS_close: return CLOSE;
  case SYS_ftruncate: return FTRUNCATE;
  case SYS_getcwd: return GETCWD;
  case SYS_chmod:
  case SYS_fchmodat: return CHMOD;
  case SYS_fchmod: return FCHMOD;
  default: return NONE;
  }
}

long __posix_fail(const struct call *call) {
  enum kind kind = kind_of(call->number);
  if (kind == NONE || failing[kind] != ++counts[kind]) return 0;
  __posix_world.failures_left--;
  if (kind == CLOSE) __posix_close(call); // as Linux does
  return -kinds[kind].error;
}
