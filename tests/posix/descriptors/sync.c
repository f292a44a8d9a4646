// fsync and its kin: nothing to see, but what cannot be synchronised is refused.
#include "../observe.h"
#include <sys/statvfs.h>

int main(void) {
  int ends[2];
  make_file("a", "abc");
  int fd = SEE(open("a", O_RDWR)), reader = SEE(open("a", O_RDONLY)), directory = SEE(open(".", O_RDONLY));
  MUST(pipe(ends) == 0);
  SEE(fsync(fd));
  SEE(fdatasync(fd));
  SEE(fsync(reader));
  SEE(fsync(directory));
  SEE(fsync(ends[0]));
  SEE(fdatasync(ends[1]));
  SEE(fsync(99));
  SEE(fdatasync(-1));
  sync();
  part("advice");
  ERROR(posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL));
  ERROR(posix_fadvise(fd, 0, 0, 99));
  ERROR(posix_fadvise(ends[0], 0, 0, POSIX_FADV_NORMAL));
  ERROR(posix_fadvise(99, 0, 0, POSIX_FADV_NORMAL));
  part("statvfs");
  struct statvfs by_name, by_number;
  SEE(statvfs("a", &by_name));
  SEE(fstatvfs(fd, &by_number));
  IS(by_name.f_bsize > 0);
  IS(by_name.f_namemax);
  IS(by_name.f_bsize == by_number.f_bsize);
  IS(by_name.f_blocks >= by_name.f_bfree);
  IS(by_name.f_bfree >= by_name.f_bavail);
  SEE(statvfs("none", &by_name));
  SEE(statvfs("a/x", &by_name));
  SEE(statvfs("", &by_name));
  SEE(fstatvfs(99, &by_name));
  part("pathconf");
  SEE(pathconf("a", _PC_NAME_MAX));
  SEE(pathconf(".", _PC_PATH_MAX));
  SEE(fpathconf(ends[0], _PC_PIPE_BUF));
  return 0;
}
