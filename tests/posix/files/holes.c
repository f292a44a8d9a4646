// What was never written reads as zero.
#include "../observe.h"

int main(void) {
  char buffer[64];
  struct stat status;
  int fd = SEE(open("a", O_RDWR | O_CREAT, 0644));
  SEE(write(fd, "ab", 2));
  SEE(lseek(fd, 10, SEEK_SET));
  SEE(fstat(fd, &status));
  IS(status.st_size);
  SEE(write(fd, "cd", 2));
  SEE(fstat(fd, &status));
  IS(status.st_size);
  memset(buffer, 'x', sizeof buffer);
  SEE(pread(fd, buffer, 64, 0));
  BYTES(buffer, 12);
  part("far out");
  SEE(pwrite(fd, "!", 1, 1000000));
  SEE(fstat(fd, &status));
  IS(status.st_size);
  memset(buffer, 'x', sizeof buffer);
  SEE(pread(fd, buffer, 16, 999990));
  BYTES(buffer, 11);
  SEE(pread(fd, buffer, 8, 500000));
  BYTES(buffer, 8);
  part("cut and grown again, the old bytes are gone");
  SEE(ftruncate(fd, 1));
  SEE(ftruncate(fd, 12));
  memset(buffer, 'x', sizeof buffer);
  SEE(pread(fd, buffer, 64, 0));
  BYTES(buffer, 12);
  SEE(ftruncate(fd, 0));
  SEE(pwrite(fd, "z", 1, 5));
  memset(buffer, 'x', sizeof buffer);
  SEE(pread(fd, buffer, 64, 0));
  BYTES(buffer, 6);
  return 0;
}
