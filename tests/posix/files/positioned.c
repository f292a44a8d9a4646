// pread and pwrite, plain and in parts: the position stays where it is.
#include "../observe.h"
#include <sys/uio.h>

int main(void) {
  char buffer[32] = {0};
  make_file("a", "0123456789");
  int fd = SEE(open("a", O_RDWR));
  SEE(lseek(fd, 5, SEEK_SET));
  SEE(pread(fd, buffer, 3, 2));
  BYTES(buffer, 3);
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(pread(fd, buffer, 10, 8));
  BYTES(buffer, 2);
  SEE(pread(fd, buffer, 10, 10));
  SEE(pread(fd, buffer, 10, 1000));
  SEE(pread(fd, buffer, 0, 3));
  SEE(pread(fd, buffer, 1, -1));
  SEE(pwrite(fd, "AB", 2, 4));
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(pwrite(fd, "C", 1, -1));
  SEE(pwrite(fd, "", 0, 100));
  TEXT(content_of("a"));
  SEE(pwrite(fd, "Z", 1, 12));
  SEE(pread(fd, buffer, 20, 0));
  BYTES(buffer, 13);
  part("in parts");
  char x[3], y[4];
  struct iovec parts[] = {{x, 3}, {y, 4}};
  SEE(preadv(fd, parts, 2, 1));
  BYTES(x, 3);
  BYTES(y, 4);
  SEE(preadv(fd, parts, 2, 8));
  BYTES(x, 3);
  BYTES(y, 2);
  SEE(preadv(fd, parts, 2, 50));
  SEE(preadv(fd, parts, 0, 0));
  SEE(preadv(fd, parts, -1, 0));
  SEE(preadv(fd, parts, 2, -1));
  memcpy(x, "abc", 3);
  memcpy(y, "defg", 4);
  SEE(pwritev(fd, parts, 2, 2));
  SEE(pread(fd, buffer, 20, 0));
  BYTES(buffer, 13);
  SEE(pwritev(fd, parts, 2, -1));
  SEE(pwritev(fd, parts, -1, 0));
  SEE(lseek(fd, 0, SEEK_CUR));
  part("where there is no position");
  int ends[2];
  SEE(pipe(ends));
  SEE(pread(ends[0], buffer, 1, 0));
  SEE(pwrite(ends[1], "x", 1, 0));
  SEE(preadv(ends[0], parts, 1, 0));
  SEE(pwritev(ends[1], parts, 1, 0));
  int directory = SEE(open(".", O_RDONLY));
  SEE(pread(directory, buffer, 1, 0));
  SEE(pwrite(directory, "x", 1, 0));
  SEE(pread(99, buffer, 1, 0));
  return 0;
}
