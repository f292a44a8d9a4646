// Paths that meet with other files open, other positions in them, and other contents of the file system.
// RUN: %compare --scratch %t --merging --goal=errors --goal=coverage --goal=paths --complete --verbose %s \
// RUN:   -- --sym-files 1 2 --sym-stdin 2 | FileCheck %s
// RUN: %compare --scratch %t --portfolio --complete %s -- --sym-files 1 2 --sym-stdin 2
// CHECK: plainly {{[0-9]+}} paths, 3 errors
// CHECK: --merge=static --similar=always: {{[0-9]+}} states, merged {{[1-9]}}
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char in[2] = {0}, byte = 0;
  if (read(0, in, 2) != 2) return 1;
  int file = -1;
  if (in[0] == 'f') file = open("A", O_RDONLY);
  if (in[1] == 's' && file >= 0) lseek(file, 1, SEEK_SET);
  if (in[0] == 'd') assert(mkdir("made", 0700) == 0);
  struct stat status;
  int is_made = stat("made", &status) == 0;
  assert(!is_made || in[1] != 'x');
  if (in[1] == 'c') close(file);
  long got = read(file, &byte, 1);
  assert(got != 1 || byte != 'y');
  if (in[1] == 's' && got == 1) assert(read(file, &byte, 1) == 1);
  return is_made;
}
