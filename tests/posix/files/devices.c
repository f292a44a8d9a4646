// The devices every system has.
#include "../observe.h"

int main(void) {
  char buffer[16];
  memset(buffer, 'x', sizeof buffer);
  part("/dev/null");
  int fd = SEE(open("/dev/null", O_RDWR));
  SEE(read(fd, buffer, 16));
  SEE(write(fd, "gone", 4));
  SEE(read(fd, buffer, 16));
  SEE(ftruncate(fd, 0));
  SEE(close(fd));
  fd = SEE(open("/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0666));
  SEE(write(fd, "gone", 4));
  SEE(read(fd, buffer, 1));
  SEE(close(fd));
  SEE(open("/dev/null", O_WRONLY | O_CREAT | O_EXCL, 0666));
  SEE(open("/dev/null/x", O_RDONLY));
  SEE(open("/dev/null", O_RDONLY | O_DIRECTORY));
  TEXT(type_of("/dev/null"));
  part("/dev/zero");
  fd = SEE(open("/dev/zero", O_RDWR));
  SEE(read(fd, buffer, 4));
  BYTES(buffer, 5);
  SEE(write(fd, "gone", 4));
  SEE(lseek(fd, 0, SEEK_CUR));
  SEE(pread(fd, buffer, 3, 100));
  SEE(close(fd));
  part("/dev/full");
  fd = SEE(open("/dev/full", O_RDWR));
  memset(buffer, 'x', sizeof buffer);
  SEE(read(fd, buffer, 4));
  BYTES(buffer, 5);
  SEE(write(fd, "x", 1));
  SEE(write(fd, "x", 0));
  SEE(close(fd));
  FILE *full = fopen("/dev/full", "w");
  IS(fputs("text", full) >= 0);
  SEE(fflush(full));
  IS(ferror(full) != 0);
  fputs("text", full);
  SEE(fclose(full));
  part("not terminals");
  fd = open("/dev/null", O_RDONLY);
  SEE(isatty(fd));
  part("links to them");
  SEE(symlink("/dev/null", "n"));
  fd = SEE(open("n", O_WRONLY | O_TRUNC));
  SEE(write(fd, "gone", 4));
  TEXT(content_of("n"));
  SEE(access("/dev", X_OK));
  TEXT(type_of("/dev"));
  return 0;
}
