// open: a descriptor serves only the direction it was opened for.
#include "../observe.h"
#include <sys/uio.h>

int main(void) {
  char byte = 0;
  struct iovec part_of = {&byte, 1};
  make_file("a", "abc");
  int reader = SEE(open("a", O_RDONLY));
  int writer = SEE(open("a", O_WRONLY));
  int both = SEE(open("a", O_RDWR));
  SEE(read(writer, &byte, 1));
  SEE(pread(writer, &byte, 1, 0));
  SEE(readv(writer, &part_of, 1));
  SEE(read(writer, &byte, 0));
  SEE(write(reader, "x", 1));
  SEE(pwrite(reader, "x", 1, 0));
  SEE(writev(reader, &part_of, 1));
  SEE(write(reader, "x", 0));
  SEE(read(both, &byte, 1));
  SEE(write(both, "X", 1));
  SEE(lseek(both, 0, SEEK_CUR));
  SEE(read(reader, &byte, 1));
  SEE(write(writer, "W", 1));
  TEXT(content_of("a"));
  SEE(fcntl(reader, F_GETFL) & O_ACCMODE);
  SEE(fcntl(writer, F_GETFL) & O_ACCMODE);
  SEE(fcntl(both, F_GETFL) & O_ACCMODE);
  SEE(ftruncate(reader, 0));
  SEE(ftruncate(writer, 1));
  TEXT(content_of("a"));
  SEE(open("a", O_RDONLY | O_TRUNC));
  TEXT(content_of("a"));
  part("descriptors that are none");
  SEE(read(77, &byte, 1));
  SEE(write(77, &byte, 1));
  SEE(read(-1, &byte, 1));
  SEE(write(-1, &byte, 1));
  SEE(lseek(77, 0, SEEK_SET));
  SEE(fsync(77));
  SEE(ftruncate(77, 0));
  SEE(fchmod(77, 0600));
  struct stat status;
  SEE(fstat(77, &status));
  SEE(close(77));
  SEE(close(-1));
  SEE(close(100000));
  return 0;
}
