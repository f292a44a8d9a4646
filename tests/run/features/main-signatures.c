// The shapes main may have, and the exit statuses that come of them.
// RUN: %native-diff --flags="-DSHAPE=1" %s
// RUN: %native-diff --flags="-DSHAPE=2" %s -- one "two words" "" -x --quiet --help
// RUN: env SMEW_TEST_VARIABLE=here %native-diff --flags="-DSHAPE=3" %s
// RUN: %native-diff --flags="-DSHAPE=4" %s
// RUN: %native-diff --flags="-DSHAPE=5" %s
// RUN: %native-diff --flags="-DSHAPE=6" %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if SHAPE == 1
int main() { puts("no prototype"); }
#elif SHAPE == 2
int main(int argc, char **argv) {
  for (int i = 1; i <= argc; i++) printf("%d [%s]\n", i, argv[i] ? argv[i] : "(null)");
  return argc;
}
#elif SHAPE == 3
int main(int argc, char *argv[], char *envp[]) {
  int found = 0;
  for (char **e = envp; *e; e++) found += !strcmp(*e, "SMEW_TEST_VARIABLE=here");
  printf("%d %d %s\n", found, argc, getenv("SMEW_TEST_VARIABLE"));
  return argv[0][0] ? 5 : 6;
}
#elif SHAPE == 4
int main(void) { return 256 + 7; }
#elif SHAPE == 5
int main(void) { return -1; }
#else
int main(void) {
  puts("exit");
  exit(77);
}
#endif
