// Descriptors have names, too: /dev/fd/N, /dev/stdin, /proc/self/fd/N.
// stdin: from the file\nsecond line\n
// host:
#include "../observe.h"

int main(void) {
  char buffer[32] = {0};
  struct stat by_name, by_number;
  make_file("a", "content");
  int fd = SEE(open("a", O_RDONLY));
  MUST(dup2(fd, 10) == 10);
  SEE(stat("/dev/fd/10", &by_name));
  SEE(fstat(10, &by_number));
  IS(by_name.st_ino == by_number.st_ino);
  SEE(stat("/proc/self/fd/10", &by_name));
  IS(by_name.st_size);
  SEE(open("/dev/fd/99", O_RDONLY));
  SEE(stat("/dev/fd/99", &by_name));
  SEE(access("/dev/fd/10", F_OK));
  SEE(access("/dev/fd/99", F_OK));
  SEE(access("/proc/self/fd/99", F_OK));
  int again = SEE(open("/dev/fd/10", O_RDONLY));
  SEE(read(again, buffer, 7));
  TEXT(buffer);
  SEE(stat("/dev/stdin", &by_name));
  IS(S_ISREG(by_name.st_mode));
  IS(by_name.st_size);
  int in = SEE(open("/dev/stdin", O_RDONLY));
  memset(buffer, 0, sizeof buffer);
  SEE(read(in, buffer, 13));
  TEXT(buffer);
  int ends[2];
  SEE(pipe(ends));
  char name[32];
  snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
  int reader = SEE(open(name, O_RDONLY));
  SEE(write(ends[1], "piped", 5));
  memset(buffer, 0, sizeof buffer);
  SEE(read(reader, buffer, 32));
  TEXT(buffer);
  return 0;
}
