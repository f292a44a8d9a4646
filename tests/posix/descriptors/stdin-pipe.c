// Standard input from a pipe: no position, read until it ends.
// stdin-pipe: some words\nand more\n
// one-world: while something is symbolic, input that is no file is empty
#include "../observe.h"

int main(void) {
  char buffer[64] = {0};
  struct stat status;
  SEE(fstat(0, &status));
  IS(S_ISFIFO(status.st_mode));
  SEE(lseek(0, 0, SEEK_CUR));
  SEE(pread(0, buffer, 1, 0));
  SEE(isatty(0));
  SEE(ungetc('>', stdin));
  TEXT(fgets(buffer, sizeof buffer, stdin));
  SEE(fseek(stdin, 0, SEEK_SET));
  SEE(ftell(stdin));
  TEXT(fgets(buffer, sizeof buffer, stdin));
  GOT(fgets(buffer, sizeof buffer, stdin));
  IS(feof(stdin) != 0);
  SEE(read(0, buffer, 1));
  SEE(read(0, buffer, 0));
  SEE(write(0, "x", 1));
  return 0;
}
