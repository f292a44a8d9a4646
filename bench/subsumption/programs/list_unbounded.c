/* A list without a bound. */
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
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = 1;
#ifdef ERROR
    node->value = list && list->next && list->next->next ? 2 : 1;
#endif
    node->next = list;
    list = node;
  }
  for (; list; list = list->next) check(list->value == 1);
}
