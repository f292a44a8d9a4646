/* A list of up to five nodes, each with its number, built and then walked again and again. */
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
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 5);
  for (int i = 0; i < n; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = list;
    list = node;
  }
  while (__VERIFIER_nondet_int()) {
    int expected = n;
    for (struct node *p = list; p; p = p->next) {
      expected--;
#ifdef ERROR
      if (n == 4 && expected == 1) p->value++;
#endif
      check(p->value == expected);
    }
    check(expected == 0);
  }
}
