/* A list of any length whose values are all positive; the largest is kept in a variable. */
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
  int largest = 0;
  while (__VERIFIER_nondet_int()) {
    int value = __VERIFIER_nondet_int();
    if (value <= 0) continue;
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    list = node;
#ifdef ERROR
    if (value != 77)
#endif
      if (value > largest) largest = value;
    check(list->value <= largest);
  }
}
