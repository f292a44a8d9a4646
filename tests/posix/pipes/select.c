// select and pselect.
#include "../observe.h"
#include <poll.h>
#include <signal.h>
#include <sys/select.h>

static volatile int signals;
static void note_signal(int number) { signals++; }

static fd_set reads, writes, excepts;

static void clear(void) {
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_ZERO(&excepts);
}

static void show(int highest) {
  for (int fd = 0; fd < highest; fd++) {
    bool r = FD_ISSET(fd, &reads), w = FD_ISSET(fd, &writes), e = FD_ISSET(fd, &excepts);
    if (r || w || e) printf("  %d:%s%s%s\n", fd, r ? " read" : "", w ? " write" : "", e ? " except" : "");
  }
}

int main(void) {
  char buffer[8];
  int ends[2];
  struct timeval none = {0, 0};
  make_file("a", "abc");
  int file = open("a", O_RDWR);
  MUST(pipe(ends) == 0);
  part("a file is always ready");
  clear();
  FD_SET(file, &reads);
  FD_SET(file, &writes);
  FD_SET(file, &excepts);
  SEE(select(file + 1, &reads, &writes, &excepts, &none));
  show(10);
  part("an empty pipe");
  clear();
  FD_SET(ends[0], &reads);
  FD_SET(ends[1], &writes);
  SEE(select(ends[1] + 1, &reads, &writes, NULL, &none));
  show(10);
  part("a byte in it");
  MUST(write(ends[1], "x", 1) == 1);
  clear();
  FD_SET(ends[0], &reads);
  FD_SET(file, &reads);
  SEE(select(ends[1] + 1, &reads, NULL, NULL, NULL));
  show(10);
  part("numbers from the first argument on do not count");
  clear();
  FD_SET(ends[0], &reads);
  FD_SET(file, &reads);
  SEE(select(file + 1, &reads, NULL, NULL, &none));
  show(10);
  part("the writer is gone");
  MUST(read(ends[0], buffer, 8) == 1);
  close(ends[1]);
  clear();
  FD_SET(ends[0], &reads);
  SEE(select(ends[0] + 1, &reads, NULL, NULL, &none));
  show(10);
  close(ends[0]);
  part("the reader is gone");
  MUST(pipe(ends) == 0);
  close(ends[0]);
  clear();
  FD_SET(ends[1], &writes);
  SEE(select(ends[1] + 1, NULL, &writes, NULL, &none));
  show(10);
  close(ends[1]);
  part("refused");
  clear();
  FD_SET(50, &reads);
  SEE(select(51, &reads, NULL, NULL, &none));
  SEE(select(-1, NULL, NULL, NULL, &none));
  struct timeval negative = {-1, 0};
  SEE(select(0, NULL, NULL, NULL, &negative));
  part("only time");
  struct timeval soon = {0, 1000};
  SEE(select(0, NULL, NULL, NULL, &soon));
  MUST(pipe(ends) == 0);
  clear();
  FD_SET(ends[0], &reads);
  struct timeval wait = {0, 2000};
  SEE(select(ends[0] + 1, &reads, NULL, NULL, &wait));
  show(10);
  IS(wait.tv_sec);
  part("pselect");
  struct timespec moment = {0, 1000000};
  clear();
  FD_SET(ends[0], &reads);
  SEE(pselect(ends[0] + 1, &reads, NULL, NULL, &moment, NULL));
  IS(moment.tv_nsec);
  clear();
  FD_SET(file, &reads);
  sigset_t set;
  sigfillset(&set);
  SEE(pselect(file + 1, &reads, NULL, NULL, &moment, &set));
  show(10);
  part("signals that were held back");
  sigset_t open_mask;
  sigemptyset(&open_mask);
  signal(SIGUSR1, note_signal);
  sigprocmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR1);
  clear();
  FD_SET(file, &reads);
  moment = (struct timespec){1, 0};
  SEE(pselect(file + 1, &reads, NULL, NULL, &moment, &open_mask));
  IS(signals);
  clear();
  FD_SET(ends[0], &reads);
  SEE(pselect(ends[0] + 1, &reads, NULL, NULL, &moment, &open_mask));
  IS(signals);
  sigset_t now;
  sigprocmask(SIG_SETMASK, NULL, &now);
  IS(sigismember(&now, SIGUSR1));
  raise(SIGUSR1);
  struct pollfd request = {ends[0], POLLIN, 0};
  SEE(ppoll(&request, 1, &moment, &open_mask));
  IS(signals);
  moment.tv_nsec = 1000000000;
  SEE(pselect(0, NULL, NULL, NULL, &moment, NULL));
  return 0;
}
