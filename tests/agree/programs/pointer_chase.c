// agree: sanitize
/* A list built of nodes in an order that the input chooses, then walked; it may end in
   null too early. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(2);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  unsigned char x = agree_byte();
  struct node *nodes[4];
  for (int i = 0; i < 4; i++) {
    nodes[i] = malloc(sizeof *nodes[i]);
    *nodes[i] = (struct node){i * i + 1, 0};
  }
  for (int i = 0; i < 3; i++) {
    unsigned to = (unsigned)(x >> (2 * i)) & 3;
    nodes[i]->next = to == (unsigned)i ? 0 : nodes[to];
  }
  struct node *at = nodes[x >> 6];
  for (int steps = 0; steps < 3; steps++) {
    agree_choice((at == nodes[1]) + 2 * (at == nodes[2]) + 3 * (at == nodes[3])); /* by object */
    agree_result[0] = agree_result[0] * 10 + (unsigned long)at->value;
    at = at->next;
  }
  agree_result[1] = at != 0;
  for (int i = 0; i < 4; i++) free(nodes[i]);
  return 0;
}
