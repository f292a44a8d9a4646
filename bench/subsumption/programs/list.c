/* A list that is built and walked. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = 0;
  int n = 0;
  while (n < 6 && __VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = n++;
    node->next = list;
    list = node;
  }
  int last = n;
  for (struct node *node = list; node; node = node->next) {
#ifdef ERROR
    check(node->value != 4);
#else
    check(node->value < last);
#endif
    last = node->value;
  }
}
