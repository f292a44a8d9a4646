// There are so many descriptors and no more.
#include "../observe.h"
#include <poll.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit limit;
  int fd, count = 0, last = -1;
  SEE(getrlimit(RLIMIT_NOFILE, &limit));
  IS(limit.rlim_cur);
  IS(sysconf(_SC_OPEN_MAX));
  IS(getdtablesize());
  make_file("a", "x");
  while ((fd = open("a", O_RDONLY)) >= 0) last = fd, count++;
  ERROR(errno);
  IS(count);
  IS(last);
  part("everything that makes one fails");
  int ends[2];
  SEE(open("/dev/null", O_RDONLY));
  SEE(dup(0));
  SEE(fcntl(0, F_DUPFD, 3));
  SEE(pipe(ends));
  SEE(open("new", O_WRONLY | O_CREAT, 0644));
  TEXT(type_of("new"));
  GOT(fopen("a", "r"));
  part("except onto one that is open");
  SEE(dup2(0, 100));
  part("one is free again");
  SEE(close(50));
  SEE(pipe(ends));
  SEE(dup(0));
  SEE(dup(0));
  SEE(close(60));
  SEE(close(40));
  SEE(pipe(ends));
  IS(ends[0]);
  IS(ends[1]);
  part("all closed");
  for (fd = 3; fd < limit.rlim_cur; fd++) close(fd);
  SEE(open("a", O_RDONLY));
  part("a lower limit");
  limit.rlim_cur = 10;
  SEE(setrlimit(RLIMIT_NOFILE, &limit));
  SEE(getrlimit(RLIMIT_NOFILE, &limit));
  IS(limit.rlim_cur);
  while ((fd = open("a", O_RDONLY)) >= 0) last = fd;
  ERROR(errno);
  IS(last);
  SEE(dup2(0, 10));
  SEE(fcntl(0, F_DUPFD, 10));
  limit.rlim_cur = limit.rlim_max + 1;
  SEE(setrlimit(RLIMIT_NOFILE, &limit));
  SEE(getrlimit(1000, &limit));
  return 0;
}
