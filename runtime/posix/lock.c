// Locks on files. A process is never in its own way with the locks of fcntl, so that these are only
// checked; those of flock belong to open file descriptions, two of which may well be the program's.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

static bool is_lock_type(short type) {
  return type == F_RDLCK || type == F_WRLCK || type == F_UNLCK;
}

static long check_lock(const struct file *file, const struct flock *lock) {
  if (!is_lock_type(lock->l_type)) return -EINVAL;
  if (lock->l_whence != SEEK_SET && lock->l_whence != SEEK_CUR && lock->l_whence != SEEK_END)
    return -EINVAL;
  if (lock->l_type == F_RDLCK && !__posix_may_read(file)) return -EBADF;
  if (lock->l_type == F_WRLCK && !__posix_may_write(file)) return -EBADF;
  return 0;
}

long __posix_lock(const struct file *file, int command, struct flock *lock) {
  if (command != F_GETLK) return check_lock(file, lock);
  if (lock->l_type != F_RDLCK && lock->l_type != F_WRLCK) return -EINVAL;
  lock->l_type = F_UNLCK;
  return 0;
}

// A lock that has to wait for another of the program's own waits for ever.
long __posix_flock(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  int wanted = (int)call->a[1] & ~LOCK_NB;
  if (!file) return -EBADF;
  if (wanted != LOCK_SH && wanted != LOCK_EX && wanted != LOCK_UN) return -EINVAL;
  file->lock = LOCK_UN;
  if (wanted != LOCK_UN && __posix_is_locked(file, wanted)) {
    if (call->a[1] & LOCK_NB) return -EAGAIN;
    __smew_missing("waiting for a file lock that is never released");
  }
  file->lock = wanted;
  return 0;
}
