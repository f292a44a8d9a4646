// Standard output moved away and back.
#include "../observe.h"

int main(void) {
  struct stat status;
  int saved = SEE(dup(1));
  int fd = SEE(open("out", O_RDWR | O_CREAT | O_TRUNC, 0644));
  part("into a file");
  SEE(dup2(fd, 1));
  printf("printed\n");
  fflush(stdout);
  write(1, "written\n", 8);
  dup2(saved, 1);
  TEXT(content_of("out"));
  SEE(lseek(fd, 0, SEEK_CUR));
  part("closed");
  close(1);
  errno = 0;
  ssize_t count = write(1, "x", 1);
  int error = errno, status_result = fstat(1, &status);
  int printed = printf("lost"), flushed = fflush(stdout), flush_error = errno;
  clearerr(stdout);
  dup2(saved, 1);
  IS(count);
  ERROR(error);
  IS(status_result);
  IS(printed);
  IS(flushed);
  ERROR(flush_error);
  part("reused");
  close(1);
  int reused = open("second", O_WRONLY | O_CREAT, 0644);
  printf("into the second\n");
  fflush(stdout);
  dup2(saved, 1);
  IS(reused);
  TEXT(content_of("second"));
  part("buffered output crosses over when it is flushed");
  setvbuf(stdout, NULL, _IOFBF, 4096);
  printf("held back\n");
  int third = open("third", O_WRONLY | O_CREAT, 0644);
  dup2(third, 1);
  fflush(stdout);
  dup2(saved, 1);
  TEXT(content_of("third"));
  part("the error stream");
  dup2(fd, 2);
  ftruncate(fd, 0);
  lseek(fd, 0, SEEK_SET);
  fprintf(stderr, "to the file");
  TEXT(content_of("out"));
  return 0;
}
