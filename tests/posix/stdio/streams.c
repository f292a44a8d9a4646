// fdopen, freopen, fileno, tmpfile and the like.
#include "../observe.h"

int main(void) {
  char buffer[64] = {0};
  part("fdopen");
  make_file("a", "content");
  int fd = SEE(open("a", O_RDWR));
  FILE *file = fdopen(fd, "r+");
  IS(fileno(file) == fd);
  IS(fread(buffer, 1, 3, file));
  BYTES(buffer, 3);
  SEE(fclose(file));
  SEE(close(fd));
  fd = open("a", O_RDONLY);
  GOT(fdopen(fd, "q"));
  part("appending by mode");
  fd = open("a", O_RDWR);
  file = fdopen(fd, "a");
  fputs("+", file);
  SEE(fclose(file));
  TEXT(content_of("a"));
  part("freopen");
  file = fopen("a", "r");
  int number = fileno(file);
  make_file("b", "second");
  file = freopen("b", "r", file);
  IS(file != NULL);
  IS(fileno(file) == number);
  TEXT(fgets(buffer, sizeof buffer, file));
  GOT(freopen("none", "r", file));
  part("the standard output");
  int saved = dup(1);
  freopen("out", "w", stdout);
  printf("into the file\n");
  fflush(stdout);
  dup2(saved, 1);
  TEXT(content_of("out"));
  part("tmpfile");
  FILE *temporary = tmpfile();
  IS(temporary != NULL);
  if (temporary) {
    IS(fputs("kept for now", temporary) >= 0);
    rewind(temporary);
    TEXT(fgets(buffer, sizeof buffer, temporary));
    struct stat status;
    SEE(fstat(fileno(temporary), &status));
    IS(status.st_nlink);
    IS(status.st_size);
    SEE(fclose(temporary));
  }
  part("mkstemp and its kin");
  char name[] = "temp-XXXXXX", directory[] = "dir-XXXXXX", wrong[] = "temp-XXXX", suffixed[] = "t-XXXXXX.txt";
  fd = mkstemp(name);
  IS(fd >= 0);
  IS(strcmp(name, "temp-XXXXXX") != 0 && strncmp(name, "temp-", 5) == 0);
  struct stat status;
  SEE(stat(name, &status));
  OCTAL(status.st_mode);
  SEE(write(fd, "x", 1));
  SEE(mkstemp(wrong));
  IS(mkdtemp(directory) == directory);
  SEE(stat(directory, &status));
  OCTAL(status.st_mode);
  IS(mkstemps(suffixed, 4) >= 0);
  IS(strcmp(suffixed + 8, ".txt"));
  part("memory streams");
  char *memory;
  size_t size;
  FILE *out = open_memstream(&memory, &size);
  fprintf(out, "%d and %s", 5, "text");
  SEE(fclose(out));
  TEXT(memory);
  IS(size);
  free(memory);
  file = fmemopen("fixed", 5, "r");
  TEXT(fgets(buffer, sizeof buffer, file));
  SEE(fclose(file));
  part("descriptors are given back");
  fd = open("a", O_RDONLY);
  for (int i = 0; i < 300; i++) {
    file = fopen("a", "r");
    MUST(file != NULL);
    fgetc(file);
    fclose(file);
  }
  IS(open("a", O_RDONLY) == fd + 1);
  return 0;
}
