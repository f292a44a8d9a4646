/* The last object of a list replaces the one before. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

#include <stdlib.h>
struct node {
  int value;
  struct node *before;
};
int main(void) {
  struct node *last = 0;
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = 1;
#ifdef ERROR
    if (++n == 6) node->value = 2;
#endif
    node->before = 0;
    if (last) check(last->value == 1);
    free(last);
    last = node;
  }
  free(last);
  return n;
}
