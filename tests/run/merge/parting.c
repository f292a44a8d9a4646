// Names of files that are other ones on the paths that were merged: these part again where the name is
// needed, and nothing is made concrete.
// RUN: %compare --scratch %t --merging --goal=errors --goal=coverage --goal=paths --complete --verbose %s \
// RUN:   -- --sym-files 1 2 --sym-stdin 2 | FileCheck %s
// RUN: %compare --scratch %t --portfolio --complete %s -- --sym-files 1 2 --sym-stdin 2
// CHECK: plainly {{[0-9]+}} paths, 2 errors
// CHECK: --merge=static --similar=always: {{[0-9]+}} states, merged {{[1-9]}}
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char in[2] = {0}, name[8] = "missing", byte = 0;
  const char *where = name;
  if (read(0, in, 2) != 2) return 1;
  if (in[0] == 'a') strcpy(name, "./A");
  if (in[0] == 'b') where = "A";
  if (in[0] == 'c') where = "//A";
  if (in[1] == 'd') where += 2;
  int file = open(where, O_RDONLY);
  if (file >= 0 && read(file, &byte, 1) == 1) assert(in[0] != 'a' || byte != 'x');
  return file >= 0;
}
