/* longjmp over frames, with addresses in variables that live on; a file that holds an address. */
#include <setjmp.h>
#include <stdio.h>
#include <unistd.h>

static jmp_buf place;
static int value;
static int *volatile kept;

static void leave(int depth, int *p) {
  if (depth == 0) {
    kept = p;
    longjmp(place, 2);
  }
  leave(depth - 1, p);
}

int main(void) {
  int local = 7, ends[2];
  int *volatile p = &local;
  int result = setjmp(place);
  if (result == 0) leave(3, &value);
  *kept += *p + result;
  if (pipe(ends) == 0) {
    int *sent = &value, *received = NULL;
    if (write(ends[1], &sent, sizeof sent) == sizeof sent &&
        read(ends[0], &received, sizeof received) == sizeof received)
      *received += 1;
  }
  printf("%d\n", value);
  return 0;
}
