// O_PATH: a descriptor that only says where.
#include "../observe.h"
#include <sys/syscall.h>

int main(void) {
  char buffer[8] = {0};
  struct stat status;
  make_file("a", "text");
  MUST(mkdir("d", 0755) == 0 && symlink("a", "s") == 0);
  make_file("d/x", "inner");
  int fd = SEE(open("a", O_PATH));
  SEE(read(fd, buffer, 1));
  SEE(write(fd, "x", 1));
  SEE(lseek(fd, 0, SEEK_SET));
  SEE(fstat(fd, &status));
  IS(status.st_size);
  SEE(ftruncate(fd, 0));
  SEE(syscall(SYS_fchmod, fd, 0600));
  SEE(syscall(SYS_fchown, fd, -1, -1));
  SEE(fsync(fd));
  SEE(fcntl(fd, F_GETFD));
  SEE(fcntl(fd, F_GETFL) & O_PATH);
  int copy = SEE(dup(fd));
  SEE(close(copy));
  SEE(open("none", O_PATH));
  int directory = SEE(open("d", O_PATH | O_DIRECTORY));
  int inner = SEE(openat(directory, "x", O_RDONLY));
  SEE(read(inner, buffer, 5));
  TEXT(buffer);
  SEE(fchdir(directory));
  TEXT(content_of("x"));
  SEE(chdir(".."));
  SEE(open("a", O_PATH | O_DIRECTORY));
  part("a link itself");
  int link = SEE(open("s", O_PATH | O_NOFOLLOW));
  SEE(fstat(link, &status));
  IS(S_ISLNK(status.st_mode));
  memset(buffer, 0, sizeof buffer);
  SEE(readlinkat(link, "", buffer, sizeof buffer));
  TEXT(buffer);
  return 0;
}
