// Standard input from a file: stdio and descriptors share one position.
// stdin: line one\nline two\nline three\n
#include "../observe.h"

int main(void) {
  char buffer[64] = {0};
  struct stat status;
  SEE(fstat(0, &status));
  IS(S_ISREG(status.st_mode));
  IS(status.st_size);
  SEE(isatty(0));
  SEE(lseek(0, 0, SEEK_CUR));
  TEXT(fgets(buffer, sizeof buffer, stdin));
  SEE(fseek(stdin, 0, SEEK_CUR));
  SEE(fflush(stdin));
  SEE(lseek(0, 0, SEEK_CUR));
  SEE(read(0, buffer, 4));
  BYTES(buffer, 4);
  SEE(lseek(0, -6, SEEK_END));
  SEE(read(0, buffer, 60));
  BYTES(buffer, 6);
  SEE(read(0, buffer, 60));
  SEE(write(0, "x", 1));
  SEE(ftruncate(0, 0));
  SEE(lseek(0, 0, SEEK_SET));
  rewind(stdin);
  int c, count = 0;
  while ((c = getchar()) != EOF) count += c == '\n';
  IS(count);
  IS(feof(stdin) != 0);
  clearerr(stdin);
  IS(getchar());
  SEE(close(0));
  SEE(read(0, buffer, 1));
  clearerr(stdin);
  IS(getchar());
  IS(ferror(stdin) != 0);
  SEE(open("/dev/null", O_RDONLY));
  return 0;
}
