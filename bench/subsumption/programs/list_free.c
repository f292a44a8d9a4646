/* A list that is built and freed. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

#include <stdlib.h>
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = 0;
  int n = 0;
  while (n < 5 && __VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
    n++;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
#ifdef ERROR
    list = n == 2 ? list->next : next;
#else
    list = next;
#endif
    n--;
  }
  check(n == 0);
}
