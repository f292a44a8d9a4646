// agree: bytes=2 below=8 sanitize merged
/* Linked lists that are longer on one path than on another. */
#include "agree.h"
#include <stdlib.h>

AGREE_RESULT(3);

struct node {
  struct node *next;
  int value;
};

static struct node *push(struct node *list, int value) {
  struct node *node = malloc(sizeof *node);
  node->next = list;
  node->value = value;
  return node;
}

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 8);
  klee_assume(b < 8);
  struct node *list = NULL;
  for (int i = 0; i < a % 4; i++) list = push(list, i + b);
  if (b & 1) list = push(list, 100);
  if (b & 2 && list) {
    struct node *first = list;
    list = list->next;
    free(first);
  }
  int count = 0, sum = 0;
  for (struct node *node = list; node; node = node->next) count++, sum += node->value;
  agree_result[0] = (unsigned long)count;
  agree_result[1] = (unsigned long)sum;
  if (b == 4) return list->value; /* null where the list is empty */
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  agree_result[2] = 1;
  return count;
}
