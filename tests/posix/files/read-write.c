// read and write on a regular file: counts, positions, the end.
#include "../observe.h"

int main(void) {
  char buffer[8192];
  struct stat status;
  int fd = SEE(open("a", O_RDWR | O_CREAT, 0644));
  SEE(read(fd, buffer, 10));
  SEE(write(fd, "0123456789", 10));
  SEE(read(fd, buffer, 10));
  SEE(lseek(fd, 0, SEEK_SET));
  SEE(read(fd, buffer, 4));
  BYTES(buffer, 4);
  SEE(read(fd, buffer, 100));
  BYTES(buffer, 6);
  SEE(read(fd, buffer, 100));
  SEE(read(fd, buffer, 0));
  SEE(write(fd, "", 0));
  SEE(lseek(fd, 0, SEEK_CUR));
  part("in the middle");
  SEE(lseek(fd, 3, SEEK_SET));
  SEE(write(fd, "XY", 2));
  SEE(read(fd, buffer, 2));
  BYTES(buffer, 2);
  TEXT(content_of("a"));
  part("across the end");
  SEE(lseek(fd, 8, SEEK_SET));
  SEE(write(fd, "abcd", 4));
  TEXT(content_of("a"));
  SEE(fstat(fd, &status));
  IS(status.st_size);
  part("two descriptions of one file");
  int other = SEE(open("a", O_RDONLY));
  SEE(read(other, buffer, 2));
  BYTES(buffer, 2);
  SEE(lseek(fd, 0, SEEK_SET));
  SEE(write(fd, "PQRS", 4));
  SEE(read(other, buffer, 2));
  BYTES(buffer, 2);
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(lseek(other, 0, SEEK_CUR));
  part("larger pieces");
  for (int i = 0; i < 8192; i++) buffer[i] = (char)(i * 7 + i / 256);
  SEE(lseek(fd, 0, SEEK_SET));
  SEE(write(fd, buffer, 8192));
  SEE(write(fd, buffer, 5000));
  memset(buffer, 0, sizeof buffer);
  SEE(lseek(fd, 8000, SEEK_SET));
  SEE(read(fd, buffer, 8192));
  unsigned sum = 0;
  for (int i = 0; i < 5192; i++) sum = sum * 31 + (unsigned char)buffer[i];
  IS(sum);
  SEE(fstat(fd, &status));
  IS(status.st_size);
  return 0;
}
