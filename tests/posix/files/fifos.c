// Named pipes and other special files.
#include "../observe.h"
#include <poll.h>
#include <signal.h>

int main(void) {
  char buffer[16] = {0};
  struct stat status;
  SEE(mkfifo("p", 0644));
  SEE(mkfifo("p", 0644));
  TEXT(type_of("p"));
  SEE(mkfifo("none/p", 0644));
  SEE(mkfifo("", 0644));
  SEE(mkfifo("q/", 0644));
  part("opened without waiting");
  SEE(open("p", O_WRONLY | O_NONBLOCK));
  int reader = SEE(open("p", O_RDONLY | O_NONBLOCK));
  SEE(read(reader, buffer, 16));
  int writer = SEE(open("p", O_WRONLY | O_NONBLOCK));
  SEE(read(reader, buffer, 16));
  SEE(write(writer, "through", 7));
  SEE(read(reader, buffer, 16));
  TEXT(buffer);
  SEE(lseek(reader, 0, SEEK_SET));
  SEE(fstat(reader, &status));
  IS(S_ISFIFO(status.st_mode));
  part("the ends close");
  SEE(write(writer, "last", 4));
  SEE(close(writer));
  memset(buffer, 0, sizeof buffer);
  SEE(read(reader, buffer, 16));
  TEXT(buffer);
  SEE(read(reader, buffer, 16));
  writer = SEE(open("p", O_WRONLY));
  SEE(close(reader));
  signal(SIGPIPE, SIG_IGN);
  SEE(write(writer, "x", 1));
  SEE(close(writer));
  part("both ways");
  int both = SEE(open("p", O_RDWR));
  SEE(write(both, "loop", 4));
  memset(buffer, 0, sizeof buffer);
  SEE(read(both, buffer, 16));
  TEXT(buffer);
  struct pollfd poll_request = {both, POLLIN | POLLOUT, 0};
  SEE(poll(&poll_request, 1, 0));
  IS(poll_request.revents == POLLOUT);
  SEE(unlink("p"));
  SEE(write(both, "on", 2));
  SEE(read(both, buffer, 16));
  part("mknod");
  SEE(mknod("f", S_IFREG | 0640, 0));
  TEXT(type_of("f"));
  SEE(stat("f", &status));
  OCTAL(status.st_mode);
  SEE(mknod("g", 0600, 0));
  TEXT(type_of("g"));
  SEE(mknod("h", S_IFIFO | 0600, 0));
  TEXT(type_of("h"));
  SEE(mknod("f", S_IFREG | 0600, 0));
  SEE(mknod("i", S_IFDIR | 0700, 0));
  SEE(mknod("i", S_IFSOCK | 0700, 0));
  TEXT(type_of("i"));
  SEE(open("i", O_RDONLY));
  SEE(unlink("i"));
  SEE(unlink("h"));
  return 0;
}
