// mkfifo -Z: where a security context cannot be set, the complaint quotes the argument of the last
// option, which is gone by then: there was no further option.
// RUN: %reports --no-output --max-time 30 %s --sym-args 0 3 2 2>&1 | FileCheck %s
// RUN: %clean --no-output --max-time 30 -D FIXED %s --sym-args 0 3 2
// RUN: %reports --no-output --exit-on-error --max-time 30 %s --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: mkfifo.c:{{[0-9]+}}:{{[0-9]+}}: error: 
#include "Inputs/options.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int set_security_context(const char *context) {
  (void)context;
  errno = ENOTSUP;
  return -1;
}

static void complain(const char *what, const char *about) {
  char quoted[64];
  size_t length = 0;
  quoted[length++] = '\'';
  // CHECK: mkfifo.c:[[# @LINE + 1]]:{{[0-9]+}}: error: null pointer read of 1 byte
  while (*about && length < sizeof quoted - 2) quoted[length++] = *about++;
  quoted[length++] = '\'';
  quoted[length] = '\0';
  fprintf(stderr, "%s %s\n", what, quoted);
}

int main(int argc, char **argv) {
  mode_t mode = 0777;
  const char *context = NULL;
  for (int option; (option = next_option(argc, argv, "m:Z:")) != -1;) {
    switch (option) {
    case 'm': mode = (mode_t)strtoul(option_argument, NULL, 8); break;
    case 'Z': context = option_argument; break;
    case '?': return 1;
    }
  }
  if (context && set_security_context(context) < 0) {
#ifdef FIXED
    complain("cannot set the context", context);
#else
    complain("cannot set the context", option_argument);
#endif
    return 1;
  }
  int status = 0;
  for (int i = option_index; i < argc; i++) status |= mkfifo(argv[i], mode) != 0;
  return status;
}
