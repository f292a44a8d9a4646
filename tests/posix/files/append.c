// O_APPEND: every write goes to the end, wherever the position is.
#include "../observe.h"

int main(void) {
  char buffer[32] = {0};
  make_file("a", "start-");
  int fd = SEE(open("a", O_RDWR | O_APPEND));
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(read(fd, buffer, 2));
  BYTES(buffer, 2);
  SEE(write(fd, "one-", 4));
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(lseek(fd, 0, SEEK_SET));
  SEE(write(fd, "two-", 4));
  TEXT(content_of("a"));
  part("another writer between");
  int other = SEE(open("a", O_WRONLY | O_APPEND));
  SEE(write(other, "B", 1));
  SEE(write(fd, "A", 1));
  SEE(write(other, "B", 1));
  TEXT(content_of("a"));
  part("pwrite appends, too, on Linux");
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(pwrite(fd, "P", 1, 0));
  SEE(lseek(fd, 0, SEEK_CUR));
  TEXT(content_of("a"));
  part("the flag can come and go");
  SEE(fcntl(fd, F_GETFL) & (O_APPEND | O_ACCMODE));
  SEE(fcntl(fd, F_SETFL, 0));
  SEE(fcntl(fd, F_GETFL) & (O_APPEND | O_ACCMODE));
  SEE(lseek(fd, 0, SEEK_SET));
  SEE(write(fd, "S", 1));
  SEE(fcntl(fd, F_SETFL, O_APPEND));
  SEE(write(fd, "!", 1));
  TEXT(content_of("a"));
  part("after a truncation");
  SEE(ftruncate(fd, 2));
  SEE(write(fd, "end", 3));
  TEXT(content_of("a"));
  part("created");
  fd = SEE(open("b", O_WRONLY | O_CREAT | O_APPEND, 0644));
  SEE(write(fd, "x", 1));
  SEE(lseek(fd, 100, SEEK_SET));
  SEE(write(fd, "y", 1));
  TEXT(content_of("b"));
  return 0;
}
