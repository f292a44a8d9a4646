/* Builds, reverses, sums and frees linked lists on the heap. */
#include "kernel.h"

#define LENGTH 10000

struct node {
  struct node *next;
  uint64_t value;
};

static struct node *build(uint32_t *seed) {
  struct node *head = NULL;
  for (int i = 0; i < LENGTH; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node) abort();
    node->value = next_random(seed);
    node->next = head;
    head = node;
  }
  return head;
}

static struct node *reverse(struct node *head) {
  struct node *done = NULL;
  while (head) {
    struct node *next = head->next;
    head->next = done;
    done = head;
    head = next;
  }
  return done;
}

static uint64_t kernel_run(unsigned repetitions) {
  uint64_t sum = 0;
  uint32_t seed = 5;
  for (unsigned round = 0; round < repetitions; round++) {
    struct node *head = reverse(build(&seed));
    while (head) {
      struct node *next = head->next;
      sum = mix(sum, head->value);
      free(head);
      head = next;
    }
  }
  return sum;
}
