// seq -f: a format that ends within its directive. strchr finds the terminator, too, so that the end
// of the string passes for the letter of the conversion, and the check goes on behind it.
// RUN: %reports --no-output --max-time 30 %s --sym-args 1 2 4 2>&1 | FileCheck %s
// RUN: %clean --no-output --max-time 30 -D FIXED %s --sym-args 1 2 4
// RUN: %reports --no-output --exit-on-error --max-time 30 %s --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: seq.c:{{[0-9]+}}:{{[0-9]+}}: error: 
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One directive for a number, and nothing else that looks like one.
static bool is_valid_format(const char *format) {
  size_t i = 0;
  while (!(format[i] == '%' && format[i + 1] != '%')) {
    if (!format[i]) return false;
    i += format[i] == '%' ? 2 : 1;
  }
  i++;
  i += strspn(format + i, "-+#0 '");
  i += strspn(format + i, "0123456789");
  if (format[i] == '.') i += 1 + strspn(format + i + 1, "0123456789");
#ifdef FIXED
  if (!format[i]) return false;
#endif
  if (!strchr("efgaEFGA", format[i])) return false;
  i++;
  // CHECK: seq.c:[[# @LINE + 1]]:{{[0-9]+}}: error: out-of-bounds read of 1 byte
  for (; format[i]; i++)
    if (format[i] == '%' && format[++i] != '%') return false;
  return true;
}

int main(int argc, char **argv) {
  if (argc < 2 || argv[1][0] != '-' || argv[1][1] != 'f') return 1;
  char *format = strdup(argv[1][2] ? argv[1] + 2 : argc > 2 ? argv[2] : "%g");
  bool is_valid = is_valid_format(format);
  free(format);
  return is_valid ? 0 : 1;
}
