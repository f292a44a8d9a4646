// readv and writev: one call, many buffers.
#include "../observe.h"
#include <limits.h>
#include <sys/uio.h>

int main(void) {
  char a[4] = {0}, b[4] = {0}, c[4] = {0};
  struct iovec parts[] = {{a, 4}, {b, 0}, {c, 4}};
  struct iovec out[] = {{"one", 3}, {"", 0}, {"two", 3}, {"three", 5}};
  int fd = SEE(open("f", O_RDWR | O_CREAT, 0644));
  SEE(writev(fd, out, 4));
  TEXT(content_of("f"));
  SEE(writev(fd, out, 0));
  SEE(writev(fd, out, -1));
  SEE(writev(fd, out, IOV_MAX + 1));
  SEE(lseek(fd, 0, SEEK_SET));
  SEE(readv(fd, parts, 3));
  BYTES(a, 4);
  BYTES(b, 4);
  BYTES(c, 4);
  SEE(readv(fd, parts, 3));
  BYTES(a, 4);
  SEE(readv(fd, parts, 3));
  SEE(readv(fd, parts, 0));
  SEE(readv(fd, parts, -1));
  SEE(readv(fd, parts, IOV_MAX + 1));
  SEE(lseek(fd, 0, SEEK_CUR));
  part("as many as there may be");
  static struct iovec many[IOV_MAX];
  static char bytes[IOV_MAX];
  for (int i = 0; i < IOV_MAX; i++) {
    bytes[i] = (char)('a' + i % 26);
    many[i] = (struct iovec){&bytes[i], 1};
  }
  SEE(writev(fd, many, IOV_MAX));
  SEE(lseek(fd, 0, SEEK_END));
  part("a pipe");
  int ends[2];
  SEE(pipe(ends));
  SEE(writev(ends[1], out, 4));
  SEE(readv(ends[0], parts, 3));
  BYTES(a, 4);
  BYTES(c, 4);
  SEE(readv(ends[0], parts, 3));
  BYTES(a, 3);
  SEE(readv(ends[1], parts, 1));
  SEE(writev(ends[0], out, 1));
  SEE(readv(99, parts, 1));
  SEE(writev(99, out, 1));
  return 0;
}
