/* One element at a time, without a bound. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

#include <stdlib.h>
struct item {
  int kind, size;
};
int main(void) {
  int total = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *item = malloc(sizeof *item);
    item->kind = __VERIFIER_nondet_int() & 3;
    item->size = item->kind * 2;
    if (total < 1000) total += item->size;
#ifdef ERROR
    if (item->kind == 2 && total > 20) item->size = -5000, total += item->size;
#endif
    check(total >= 0);
    free(item);
  }
}
