// When output reaches the file.
#include "../observe.h"

static long size_of(const char *path) {
  struct stat status;
  MUST(stat(path, &status) == 0);
  return (long)status.st_size;
}

int main(void) {
  char own[64];
  FILE *file = fopen("full", "w");
  part("fully buffered");
  fputs("text\n", file);
  IS(size_of("full"));
  SEE(fflush(file));
  IS(size_of("full"));
  fputs("more", file);
  IS(size_of("full"));
  SEE(fseek(file, 0, SEEK_CUR));
  IS(size_of("full"));
  fputs("rest", file);
  SEE(fclose(file));
  IS(size_of("full"));
  part("larger than the buffer");
  file = fopen("large", "w");
  SEE(setvbuf(file, own, _IOFBF, sizeof own));
  for (int i = 0; i < 1000; i++) fputc('x', file);
  IS(size_of("large") > 0);
  SEE(fflush(file));
  IS(size_of("large"));
  static char block[10000];
  IS(fwrite(block, 1, sizeof block, file));
  IS(size_of("large") > 1000);
  SEE(fclose(file));
  IS(size_of("large"));
  part("line by line");
  file = fopen("lines", "w");
  SEE(setvbuf(file, NULL, _IOLBF, 1024));
  fputs("no end", file);
  IS(size_of("lines"));
  fputs(" yet\n", file);
  IS(size_of("lines"));
  fputs("one\ntwo\n", file);
  IS(size_of("lines"));
  SEE(fclose(file));
  part("unbuffered");
  file = fopen("bare", "w");
  SEE(setvbuf(file, NULL, _IONBF, 0));
  fputc('a', file);
  IS(size_of("bare"));
  fputs("bcd", file);
  IS(size_of("bare"));
  fprintf(file, "%d", 1234);
  IS(size_of("bare"));
  SEE(fclose(file));
  part("setvbuf with nonsense");
  file = fopen("bare", "r");
  IS(setvbuf(file, NULL, 77, 0) != 0);
  part("fflush of everything");
  FILE *one = fopen("one", "w"), *two = fopen("two", "w");
  fputs("1", one);
  fputs("22", two);
  SEE(fflush(NULL));
  IS(size_of("one"));
  IS(size_of("two"));
  part("errors stick");
  IS(fputc('x', file));
  IS(ferror(file) != 0);
  IS(fgetc(file));
  IS(ferror(file) != 0);
  clearerr(file);
  IS(ferror(file));
  part("the descriptor is closed under it");
  fputs("more", one);
  close(fileno(one));
  SEE(fflush(one));
  SEE(fclose(one));
  return 0;
}
