// A local socket that finds nobody to talk to.
#include "../observe.h"
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
  char buffer[8];
  struct stat status;
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "nobody"};
  signal(SIGPIPE, SIG_IGN);
  int fd = SEE(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  SEE(fcntl(fd, F_GETFD));
  SEE(fcntl(fd, F_GETFL) & (O_ACCMODE | O_NONBLOCK));
  SEE(fstat(fd, &status));
  IS(S_ISSOCK(status.st_mode));
  SEE(isatty(fd));
  SEE(lseek(fd, 0, SEEK_SET));
  SEE(pread(fd, buffer, 1, 0));
  SEE(ftruncate(fd, 0));
  SEE(fsync(fd));
  SEE(connect(fd, (struct sockaddr *)&address, sizeof address));
  make_file("nobody", "a file");
  SEE(connect(fd, (struct sockaddr *)&address, sizeof address));
  SEE(connect(fd, (struct sockaddr *)&address, 1));
  SEE(connect(99, (struct sockaddr *)&address, sizeof address));
  int file = open("nobody", O_RDWR);
  SEE(connect(file, (struct sockaddr *)&address, sizeof address));
  SEE(read(fd, buffer, 1));
  SEE(write(fd, "x", 1));
  SEE(close(fd));
  SEE(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0));
  return 0;
}
