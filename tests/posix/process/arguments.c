// Arguments and the environment.
// arguments: one 'two words' '' --sy "qu'ote" ünïcode
#include "../observe.h"

extern char **environ;

int main(int argc, char **argv) {
  IS(argc);
  for (int i = 1; i < argc; i++) TEXT(argv[i]);
  GOT(argv[argc]);
  part("the environment");
  TEXT(getenv("WORD"));
  TEXT(getenv("NO_SUCH_NAME"));
  TEXT(getenv(""));
  SEE(setenv("WORD", "other", 0));
  TEXT(getenv("WORD"));
  SEE(setenv("WORD", "other", 1));
  TEXT(getenv("WORD"));
  SEE(setenv("FRESH", "", 0));
  TEXT(getenv("FRESH"));
  SEE(setenv("A=B", "x", 1));
  SEE(setenv("", "x", 1));
  static char entry[] = "PUT=in";
  SEE(putenv(entry));
  TEXT(getenv("PUT"));
  entry[4] = 'o';
  TEXT(getenv("PUT"));
  SEE(unsetenv("WORD"));
  TEXT(getenv("WORD"));
  SEE(unsetenv("WORD"));
  SEE(unsetenv("A=B"));
  int count = 0;
  for (char **e = environ; *e; e++) count += strncmp(*e, "PUT=", 4) == 0 || strncmp(*e, "LC_ALL=", 7) == 0;
  IS(count);
  SEE(clearenv());
  TEXT(getenv("PATH"));
  SEE(setenv("AFTER", "all", 1));
  TEXT(getenv("AFTER"));
  return 0;
}
