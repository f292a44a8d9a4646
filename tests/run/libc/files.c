// Reading a file in every way; what cannot be opened says why.
// RUN: %native-diff %s -- %S/Inputs/lines.txt
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  FILE *file = fopen(argv[1], "r");
  if (!file) return perror("fopen"), 2;
  char buffer[50];
  size_t total = 0, got;
  while ((got = fread(buffer, 1, sizeof buffer, file)) > 0) total += got;
  printf("%zu %d\n", total, feof(file) != 0);
  rewind(file);
  printf("%s", fgets(buffer, sizeof buffer, file));
  printf("%ld\n", ftell(file));
  fseek(file, -9, SEEK_END);
  while (fgets(buffer, sizeof buffer, file)) printf("[%s]\n", buffer);
  fseek(file, 6, SEEK_SET);
  printf("%c%c\n", getc(file), fgetc(file));
  fclose(file);
  int fd = open(argv[1], O_RDONLY);
  struct stat st;
  printf("%d %lld %d\n", fstat(fd, &st), (long long)st.st_size, S_ISREG(st.st_mode));
  lseek(fd, 6, SEEK_SET);
  long n = read(fd, buffer, 4);
  buffer[n] = 0;
  printf("%ld %s %ld\n", n, buffer, (long)lseek(fd, 0, SEEK_CUR));
  printf("%d %ld %s\n", close(fd), (long)read(fd, buffer, 1), errno == EBADF ? "EBADF" : "?");
  printf("%d %s\n", open("/no/such/file", O_RDONLY), strerror(errno));
  printf("%d %d\n", fopen("/", "r+") == NULL, errno == EISDIR);
  printf("%d %d\n", access(argv[1], R_OK), access("/no/such/file", F_OK));
  fflush(stdout);
  write(STDOUT_FILENO, "raw\n", 4);
  return (int)(total & 127);
}
