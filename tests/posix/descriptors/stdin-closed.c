// A program that is started without a standard input.
// stdin-closed:
#include "../observe.h"

int main(void) {
  char buffer[8];
  struct stat status;
  SEE(read(0, buffer, 1));
  SEE(fstat(0, &status));
  SEE(fcntl(0, F_GETFD));
  SEE(close(0));
  IS(getchar());
  IS(ferror(stdin) != 0);
  SEE(open("/dev/null", O_RDONLY));
  SEE(read(0, buffer, 1));
  return 0;
}
