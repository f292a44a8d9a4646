// dup, dup2, dup3: numbers, and what copies share.
#include "../observe.h"
#include <sys/syscall.h>

int main(void) {
  char buffer[8] = {0};
  make_file("a", "0123456789");
  int fd = SEE(open("a", O_RDWR));
  int copy = SEE(dup(fd));
  part("one position");
  SEE(read(fd, buffer, 3));
  SEE(read(copy, buffer, 3));
  BYTES(buffer, 3);
  SEE(lseek(copy, 1, SEEK_SET));
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(write(copy, "X", 1));
  SEE(lseek(fd, 0, SEEK_CUR));
  part("one set of flags, each its own close-on-exec");
  SEE(fcntl(copy, F_SETFL, O_APPEND));
  SEE(fcntl(fd, F_GETFL) & O_APPEND);
  SEE(fcntl(fd, F_SETFD, FD_CLOEXEC));
  SEE(fcntl(copy, F_GETFD));
  SEE(fcntl(fd, F_GETFD));
  SEE(fcntl(dup(fd), F_GETFD));
  part("the lowest number that is free");
  SEE(close(fd));
  SEE(dup(copy));
  SEE(close(0));
  SEE(dup(copy));
  SEE(open("/dev/null", O_RDONLY));
  part("closed one by one");
  SEE(close(copy));
  SEE(read(3, buffer, 1));
  SEE(read(copy, buffer, 1));
  part("dup2");
  int other = SEE(open("a", O_RDONLY));
  SEE(dup2(other, 20));
  SEE(lseek(20, 5, SEEK_SET));
  SEE(lseek(other, 0, SEEK_CUR));
  SEE(dup2(other, other));
  SEE(dup2(99, 99));
  SEE(dup2(99, 20));
  SEE(lseek(20, 0, SEEK_CUR));
  SEE(dup2(other, -1));
  SEE(dup2(other, 1000000));
  SEE(dup2(other, 256));
  SEE(dup2(other, 255));
  SEE(close(255));
  int null = SEE(open("/dev/null", O_RDONLY));
  SEE(dup2(null, 20));
  SEE(lseek(other, 0, SEEK_CUR));
  SEE(read(20, buffer, 1));
  SEE(fcntl(20, F_SETFD, FD_CLOEXEC));
  SEE(dup2(null, 20));
  SEE(fcntl(20, F_GETFD));
  part("dup3");
  SEE(dup3(null, 21, O_CLOEXEC));
  SEE(fcntl(21, F_GETFD));
  SEE(dup3(null, 21, 0));
  SEE(fcntl(21, F_GETFD));
  SEE(dup3(null, null, 0));
  SEE(dup3(99, 22, 0));
  SEE(syscall(SYS_dup3, null, 22, O_APPEND));
  SEE(dup(99));
  SEE(dup(-1));
  return 0;
}
