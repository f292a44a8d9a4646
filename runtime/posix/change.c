// Calls that would change the host's file system fail as on one that is mounted read-only. The
// kernel looks a name up before it finds that out: a missing file is reported as missing, and one
// that is to be made but exists as existing, so that rm -f and mkdir -p have nothing to complain
// about.
#include "posix/posix.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum { NONE = -1 };

// Which arguments of a call are the name and the directory it is relative to.
static const struct change {
  short number;
  signed char directory, path;
  bool makes;
} changes[] = {
    {SYS_mkdir, NONE, 0, true},   {SYS_mkdirat, 0, 1, true},    {SYS_rmdir, NONE, 0, false},
    {SYS_unlink, NONE, 0, false}, {SYS_unlinkat, 0, 1, false},  {SYS_rename, NONE, 0, false},
    {SYS_renameat, 0, 1, false},  {SYS_renameat2, 0, 1, false}, {SYS_link, NONE, 0, false},
    {SYS_linkat, 0, 1, false},    {SYS_symlink, NONE, 1, true}, {SYS_symlinkat, 1, 2, true},
    {SYS_mknod, NONE, 0, true},   {SYS_mknodat, 0, 1, true},    {SYS_truncate, NONE, 0, false},
    {SYS_chmod, NONE, 0, false},  {SYS_fchmodat, 0, 1, false},  {SYS_chown, NONE, 0, false},
    {SYS_lchown, NONE, 0, false}, {SYS_fchownat, 0, 1, false},  {SYS_utime, NONE, 0, false},
    {SYS_utimes, NONE, 0, false}, {SYS_futimesat, 0, 1, false}, {SYS_utimensat, 0, 1, false},
};

static const struct change *find_change(long number) {
  for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
    if (changes[i].number == number) return &changes[i];
  return NULL;
}

// 0 if nothing is wrong with the name.
static long check_name(const struct call *call, const struct change *change) {
  struct stat status;
  const char *path = (const char *)call->a[change->path];
  long directory = change->directory == NONE ? AT_FDCWD : call->a[change->directory];
  if (!path || !*path) return path ? -ENOENT : 0;
  long result = __posix_stat_path(directory, path, &status, AT_SYMLINK_NOFOLLOW);
  if (change->makes) return result == 0 ? -EEXIST : 0;
  return result;
}

long __posix_read_only(const struct call *call) {
  const struct change *change = find_change(call->number);
  long result = change ? check_name(call, change) : 0;
  if (result < 0) return result;
  __posix_report(call, ": the program sees a read-only file system");
  return -EROFS;
}
