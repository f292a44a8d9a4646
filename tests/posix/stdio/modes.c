// fopen: what each mode allows and does to the file.
#include "../observe.h"

static void try_mode(const char *path, const char *mode) {
  errno = 0;
  FILE *file = fopen(path, mode);
  printf("%s \"%s\": %s", path, mode, file ? "opens" : error_name(errno));
  if (!file) {
    printf("\n");
    return;
  }
  int c = fgetc(file);
  printf(", reads %d%s", c, ferror(file) ? " (error)" : "");
  clearerr(file);
  fseek(file, 0, SEEK_CUR);
  int written = fputc('W', file), flushed = fflush(file);
  printf(", writes %d %d%s", written, flushed, ferror(file) ? " (error)" : "");
  clearerr(file);
  printf(", at %ld", ftell(file));
  fseek(file, 0, SEEK_END);
  printf(", ends at %ld\n", ftell(file));
  fclose(file);
}

int main(void) {
  const char *const modes[] = {"r", "rb", "r+", "rb+", "r+b", "w", "wb", "w+", "a", "ab", "a+", "a+b"};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    make_file("there", "12345");
    try_mode("there", modes[i]);
    TEXT(content_of("there"));
  }
  part("not there");
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    try_mode("missing", modes[i]);
    unlink("missing");
  }
  part("exclusive");
  try_mode("there", "wx");
  try_mode("missing", "wx");
  try_mode("missing", "w+x");
  part("wrong");
  GOT(fopen("there", "q"));
  GOT(fopen("", "r"));
  GOT(fopen("none/x", "w"));
  GOT(fopen("there/x", "r"));
  GOT(fopen(".", "w"));
  part("a directory opens for reading, and that is all");
  FILE *directory = fopen(".", "r");
  IS(directory != NULL);
  errno = 0;
  IS(fgetc(directory));
  ERROR(errno);
  part("close on exec");
  FILE *file = fopen("there", "re");
  SEE(fcntl(fileno(file), F_GETFD));
  fclose(file);
  part("the mode of what is made");
  struct stat status;
  fclose(fopen("made", "w"));
  SEE(stat("made", &status));
  OCTAL(status.st_mode);
  return 0;
}
