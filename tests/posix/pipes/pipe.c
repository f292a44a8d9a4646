// Pipes: order, ends, and what is refused.
#include "../observe.h"
#include <signal.h>

int main(void) {
  char buffer[16] = {0};
  int ends[2];
  SEE(pipe(ends));
  IS(ends[0]);
  IS(ends[1]);
  SEE(write(ends[1], "abcdef", 6));
  SEE(write(ends[1], "ghi", 3));
  SEE(read(ends[0], buffer, 4));
  BYTES(buffer, 4);
  SEE(read(ends[0], buffer, 16));
  BYTES(buffer, 5);
  part("each end has one direction");
  SEE(read(ends[1], buffer, 1));
  SEE(write(ends[0], "x", 1));
  SEE(fcntl(ends[0], F_GETFL));
  SEE(fcntl(ends[1], F_GETFL));
  part("nothing at once is nothing");
  SEE(write(ends[1], "", 0));
  SEE(read(ends[0], buffer, 0));
  part("no position");
  SEE(lseek(ends[0], 0, SEEK_CUR));
  SEE(pread(ends[0], buffer, 1, 0));
  SEE(pwrite(ends[1], "x", 1, 0));
  SEE(ftruncate(ends[1], 0));
  SEE(fchdir(ends[0]));
  part("the writer leaves");
  SEE(write(ends[1], "last", 4));
  SEE(close(ends[1]));
  SEE(read(ends[0], buffer, 2));
  SEE(read(ends[0], buffer, 16));
  BYTES(buffer, 2);
  SEE(read(ends[0], buffer, 16));
  SEE(read(ends[0], buffer, 16));
  SEE(close(ends[0]));
  part("a copy of the writer keeps it open");
  SEE(pipe2(ends, O_NONBLOCK));
  int copy = SEE(dup(ends[1]));
  SEE(close(ends[1]));
  SEE(read(ends[0], buffer, 16));
  SEE(close(copy));
  SEE(read(ends[0], buffer, 16));
  SEE(close(ends[0]));
  part("the reader leaves");
  signal(SIGPIPE, SIG_IGN);
  SEE(pipe(ends));
  copy = SEE(dup(ends[0]));
  SEE(write(ends[1], "x", 1));
  SEE(close(ends[0]));
  SEE(write(ends[1], "y", 1));
  SEE(read(copy, buffer, 16));
  SEE(close(copy));
  SEE(write(ends[1], "z", 1));
  SEE(write(ends[1], "", 0));
  SEE(close(ends[1]));
  part("pipe2");
  SEE(pipe2(ends, O_CLOEXEC | O_NONBLOCK));
  SEE(fcntl(ends[0], F_GETFD));
  SEE(fcntl(ends[1], F_GETFD));
  SEE(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  SEE(fcntl(ends[1], F_GETFL) & O_NONBLOCK);
  SEE(pipe2(ends, O_APPEND));
  SEE(pipe2(ends, 0x7));
  return 0;
}
