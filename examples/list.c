/* Removes the even numbers from a list, and one time too often looks at a node
   that is gone. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *push(struct node *next, int value) {
  struct node *node = malloc(sizeof *node);
  if (!node) exit(1);
  node->next = next;
  node->value = value;
  return node;
}

static struct node *remove_even(struct node *list) {
  struct node **link = &list;
  for (struct node *node = list; node; node = node->next) {
    if (node->value % 2 == 0) {
      *link = node->next;
      free(node);
    } else {
      link = &node->next;
    }
  }
  return list;
}

int main(void) {
  struct node *list = NULL;
  for (int i = 1; i <= 5; i++) list = push(list, i);
  for (struct node *node = remove_even(list); node; node = node->next) printf("%d\n", node->value);
  return 0;
}
