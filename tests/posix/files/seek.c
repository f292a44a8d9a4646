// lseek: where the position may go.
#include "../observe.h"

int main(void) {
  char buffer[16];
  make_file("a", "0123456789");
  int fd = SEE(open("a", O_RDWR));
  SEE(lseek(fd, 3, SEEK_SET));
  SEE(lseek(fd, 2, SEEK_CUR));
  SEE(lseek(fd, -4, SEEK_CUR));
  SEE(lseek(fd, 0, SEEK_END));
  SEE(lseek(fd, -3, SEEK_END));
  SEE(lseek(fd, 5, SEEK_END));
  part("refused, and the position stays");
  SEE(lseek(fd, -1, SEEK_SET));
  SEE(lseek(fd, -100, SEEK_CUR));
  SEE(lseek(fd, -11, SEEK_END));
  SEE(lseek(fd, 0, 77));
  SEE(lseek(fd, 0, -1));
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(lseek(fd, INT64_MAX, SEEK_CUR));
  SEE(lseek(fd, 0, SEEK_CUR));
  part("beyond the end");
  SEE(lseek(fd, 20, SEEK_SET));
  SEE(read(fd, buffer, 10));
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(lseek(fd, 0, SEEK_END));
  part("data and holes of a file without any");
  SEE(lseek(fd, 0, SEEK_DATA));
  SEE(lseek(fd, 4, SEEK_DATA));
  SEE(lseek(fd, 0, SEEK_HOLE));
  SEE(lseek(fd, 4, SEEK_HOLE));
  SEE(lseek(fd, 10, SEEK_DATA));
  SEE(lseek(fd, 10, SEEK_HOLE));
  SEE(lseek(fd, 11, SEEK_HOLE));
  SEE(lseek(fd, -1, SEEK_DATA));
  part("no position");
  int ends[2];
  SEE(pipe(ends));
  SEE(lseek(ends[0], 0, SEEK_CUR));
  SEE(lseek(ends[1], 0, SEEK_SET));
  SEE(lseek(99, 0, SEEK_SET));
  part("an empty file");
  fd = SEE(open("e", O_RDWR | O_CREAT, 0644));
  SEE(lseek(fd, 0, SEEK_END));
  SEE(lseek(fd, 0, SEEK_DATA));
  SEE(lseek(fd, 0, SEEK_HOLE));
  SEE(lseek(fd, -1, SEEK_END));
  part("/dev/null");
  fd = SEE(open("/dev/null", O_RDWR));
  SEE(lseek(fd, 0, SEEK_SET));
  SEE(lseek(fd, 0, SEEK_END));
  return 0;
}
