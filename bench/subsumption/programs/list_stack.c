/* A stack of nodes that are pushed and popped; its depth is counted. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

#include <stdlib.h>
struct node {
  struct node *below;
};
int main(void) {
  struct node *top = 0;
  unsigned depth = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what == 0) break;
    if (what > 0) {
      struct node *node = malloc(sizeof *node);
      node->below = top;
      top = node;
      depth++;
    } else if (top) {
      struct node *old = top;
      top = top->below;
      free(old);
      depth--;
#ifdef ERROR
      if (depth == 2) depth--;
#endif
    }
    check(depth != 0 || !top);
    check(depth == 0 || top);
  }
}
