// poll: which descriptors are ready for what.
#include "../observe.h"
#include <poll.h>
#include <signal.h>
#include <time.h>

static const char *events(short bits) {
  static char text[64];
  text[0] = 0;
  if (bits & POLLIN) strcat(text, " in");
  if (bits & POLLOUT) strcat(text, " out");
  if (bits & POLLPRI) strcat(text, " pri");
  if (bits & POLLERR) strcat(text, " err");
  if (bits & POLLHUP) strcat(text, " hup");
  if (bits & POLLNVAL) strcat(text, " nval");
  if (bits & POLLRDNORM) strcat(text, " rdnorm");
  if (bits & POLLWRNORM) strcat(text, " wrnorm");
  return text;
}

static void ask(const char *what, int fd, short wanted) {
  struct pollfd request = {fd, wanted, 0x7fff};
  errno = 0;
  int count = poll(&request, 1, 0);
  printf("%s: %d%s\n", what, count, events(request.revents));
}

int main(void) {
  char buffer[8];
  int ends[2];
  make_file("a", "abc");
  int file = open("a", O_RDWR), reader = open("a", O_RDONLY), directory = open(".", O_RDONLY);
  int null = open("/dev/null", O_RDWR);
  MUST(pipe(ends) == 0);
  ask("file", file, POLLIN | POLLOUT);
  ask("file, nothing asked", file, 0);
  ask("file, urgent", file, POLLPRI);
  ask("file for reading", reader, POLLIN | POLLOUT);
  ask("directory", directory, POLLIN | POLLOUT);
  ask("null", null, POLLIN | POLLOUT);
  ask("not open", 99, POLLIN);
  ask("negative", -1, POLLIN);
  ask("negative, not minus one", -7, POLLIN);
  part("pipe");
  ask("empty, out end", ends[0], POLLIN);
  ask("empty, out end, wrong way", ends[0], POLLOUT);
  ask("empty, in end", ends[1], POLLOUT);
  ask("empty, in end, wrong way", ends[1], POLLIN);
  MUST(write(ends[1], "x", 1) == 1);
  ask("one byte, out end", ends[0], POLLIN);
  ask("one byte, both names", ends[0], POLLIN | POLLRDNORM);
  ask("one byte, in end", ends[1], POLLOUT | POLLWRNORM);
  close(ends[1]);
  ask("writer gone, byte left", ends[0], POLLIN);
  MUST(read(ends[0], buffer, 8) == 1);
  ask("writer gone, dry", ends[0], POLLIN);
  ask("writer gone, nothing asked", ends[0], 0);
  close(ends[0]);
  MUST(pipe(ends) == 0);
  close(ends[0]);
  ask("reader gone", ends[1], POLLOUT);
  ask("reader gone, nothing asked", ends[1], 0);
  close(ends[1]);
  MUST(pipe2(ends, O_NONBLOCK) == 0);
  static char block[65536];
  MUST(write(ends[1], block, sizeof block) == sizeof block);
  ask("full", ends[1], POLLOUT);
  MUST(read(ends[0], block, 4096) == 4096);
  ask("one page free", ends[1], POLLOUT);
  part("several at once");
  struct pollfd requests[] = {{file, POLLIN, 0}, {-1, POLLIN, 9}, {99, POLLIN, 0}, {ends[0], POLLIN, 0}, {ends[0], POLLOUT, 5}};
  SEE(poll(requests, 5, 1000));
  for (int i = 0; i < 5; i++) TEXT(events(requests[i].revents));
  part("time");
  SEE(poll(NULL, 0, 0));
  SEE(poll(NULL, 0, 1));
  MUST(pipe(ends) == 0);
  struct pollfd idle = {ends[0], POLLIN, 7};
  SEE(poll(&idle, 1, 2));
  IS(idle.revents);
  struct timespec soon = {0, 1000000}, wrong = {0, 2000000000}, negative = {-1, 0};
  SEE(ppoll(&idle, 1, &soon, NULL));
  SEE(ppoll(&idle, 1, &wrong, NULL));
  SEE(ppoll(&idle, 1, &negative, NULL));
  struct pollfd ready = {file, POLLIN, 0};
  SEE(ppoll(&ready, 1, NULL, NULL));
  SEE(poll(&ready, 1, -1));
  return 0;
}
