/* A queue of one element. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

#include <stdlib.h>
int main(void) {
  int *slot = 0, in = 0, out = 0;
  for (;;) {
    if (!slot) {
      slot = malloc(sizeof *slot);
      *slot = in = (in + 1) & 7;
    } else if (__VERIFIER_nondet_int()) {
      out = (out + 1) & 7;
      check(*slot == out);
      free(slot);
      slot = 0;
#ifdef ERROR
      if (out == 5) out = 0;
#endif
    }
    if (__VERIFIER_nondet_int() == 9) break;
  }
  free(slot);
}
