/* Two buffers that are exchanged. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

#include <stdlib.h>
int main(void) {
  int *front = malloc(sizeof *front), *back = malloc(sizeof *back), n = 0;
  *front = 1, *back = 2;
  while (__VERIFIER_nondet_int()) {
    int *other = front;
    front = back;
    back = other;
    check(*front + *back == 3);
#ifdef ERROR
    if (++n == 5) back = front;
#endif
  }
  return n;
}
