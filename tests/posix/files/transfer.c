// Bytes moved from file to file within the kernel.
#include "../observe.h"
#include <sys/sendfile.h>
#include <sys/syscall.h>

static long copy_range(int in, long *in_at, int out, long *out_at, size_t size, unsigned flags) {
  return syscall(SYS_copy_file_range, in, in_at, out, out_at, size, flags);
}

int main(void) {
  char buffer[32] = {0};
  int ends[2];
  make_file("a", "0123456789");
  MUST(pipe(ends) == 0);
  int in = SEE(open("a", O_RDONLY)), out = SEE(open("b", O_RDWR | O_CREAT, 0644));
  part("copy_file_range");
  SEE(copy_range(in, NULL, out, NULL, 4, 0));
  SEE(lseek(in, 0, SEEK_CUR));
  SEE(lseek(out, 0, SEEK_CUR));
  TEXT(content_of("b"));
  long from = 7, to = 1;
  SEE(copy_range(in, &from, out, &to, 2, 0));
  IS(from);
  IS(to);
  SEE(lseek(in, 0, SEEK_CUR));
  TEXT(content_of("b"));
  from = 100;
  SEE(copy_range(in, &from, out, NULL, 2, 0));
  SEE(copy_range(in, NULL, out, NULL, 100, 0));
  SEE(copy_range(in, NULL, out, NULL, 100, 0));
  TEXT(content_of("b"));
  SEE(copy_range(out, NULL, in, NULL, 1, 0));
  SEE(copy_range(in, NULL, 99, NULL, 1, 0));
  SEE(copy_range(in, NULL, ends[1], NULL, 1, 0));
  SEE(copy_range(in, NULL, out, NULL, 1, 1));
  int append = SEE(open("b", O_WRONLY | O_APPEND));
  SEE(copy_range(in, NULL, append, NULL, 1, 0));
  part("sendfile");
  SEE(lseek(in, 0, SEEK_SET));
  SEE(sendfile(ends[1], in, NULL, 3));
  SEE(read(ends[0], buffer, 32));
  BYTES(buffer, 3);
  SEE(lseek(in, 0, SEEK_CUR));
  off_t at = 8;
  SEE(sendfile(ends[1], in, &at, 30));
  IS(at);
  SEE(lseek(in, 0, SEEK_CUR));
  SEE(read(ends[0], buffer, 32));
  BYTES(buffer, 2);
  SEE(sendfile(out, in, NULL, 100));
  SEE(sendfile(out, in, NULL, 100));
  SEE(sendfile(in, out, NULL, 1));
  SEE(sendfile(99, in, NULL, 1));
  SEE(sendfile(out, 99, NULL, 1));
  return 0;
}
