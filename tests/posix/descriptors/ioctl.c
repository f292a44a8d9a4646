// ioctl on what is no terminal, and what it can do anywhere.
#include "../observe.h"
#include <sys/ioctl.h>
#include <termios.h>

int main(void) {
  struct winsize size;
  struct termios terminal;
  int count = -1, on = 1, off = 0, ends[2];
  make_file("a", "0123456789");
  int fd = SEE(open("a", O_RDWR));
  MUST(pipe(ends) == 0);
  SEE(isatty(fd));
  SEE(isatty(ends[0]));
  SEE(isatty(99));
  SEE(isatty(-1));
  SEE(tcgetattr(fd, &terminal));
  SEE(tcgetattr(99, &terminal));
  SEE(ioctl(fd, TIOCGWINSZ, &size));
  SEE(ioctl(ends[0], TIOCGWINSZ, &size));
  SEE(ioctl(99, TIOCGWINSZ, &size));
  SEE(tcgetpgrp(fd));
  SEE(tcflush(fd, TCIFLUSH));
  GOT(ttyname(fd));
  SEE(ioctl(fd, TCSETS, &terminal));
  int directory = SEE(open(".", O_RDONLY));
  SEE(isatty(directory));
  SEE(ioctl(directory, TCGETS, &terminal));
  part("how much there is to read");
  SEE(ioctl(fd, FIONREAD, &count));
  IS(count);
  SEE(lseek(fd, 4, SEEK_SET));
  SEE(ioctl(fd, FIONREAD, &count));
  IS(count);
  SEE(ioctl(ends[0], FIONREAD, &count));
  IS(count);
  SEE(write(ends[1], "abc", 3));
  SEE(ioctl(ends[0], FIONREAD, &count));
  IS(count);
  SEE(ioctl(99, FIONREAD, &count));
  part("flags");
  SEE(ioctl(ends[0], FIONBIO, &on));
  SEE(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  SEE(ioctl(ends[0], FIONBIO, &off));
  SEE(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  SEE(ioctl(fd, FIOCLEX));
  SEE(fcntl(fd, F_GETFD));
  SEE(ioctl(fd, FIONCLEX));
  SEE(fcntl(fd, F_GETFD));
  SEE(ioctl(fd, 0x12345678, &count));
  return 0;
}
