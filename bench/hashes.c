/* hashes: what it takes to hash and compare two states that share 10^5 objects and differ in ten
   cells. Prints microseconds, the least of some rounds, one line for each question. */
#include "memory/content_hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { OBJECTS = 100000, CHANGES = 10, ROUNDS = 50, OBJECT_SIZE = 64 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void put(struct memory *memory, struct space *space, uint64_t address, uint64_t number) {
  struct access_fault fault;
  if (!memory_write(memory, space, address, &number, sizeof number, &fault)) abort();
}

/* Ten cells, far from each other, others in every round. */
static void change(struct memory *memory, struct space *space, const uint64_t *bases, int round,
                   uint64_t number) {
  for (int i = 0; i < CHANGES; i++)
    put(memory, space, bases[(i * 9973 + round * 37) % OBJECTS] + 8, number);
}

static void keep_least(double *least, double begun) {
  double taken = now() - begun;
  if (taken < *least) *least = taken;
}

int main(void) {
  static struct memory memory;
  static uint64_t bases[OBJECTS];
  struct space a, b;
  memory_init(&memory);
  space_init(&a);
  for (uint64_t i = 0; i < OBJECTS; i++) {
    struct space_request request = {.size = OBJECT_SIZE, .kind = OBJECT_HEAP};
    bases[i] = space_allocate(&memory, &a, &request)->base;
    put(&memory, &a, bases[i], i);
  }
  double first = 1e9, changed = 1e9, same = 1e9, equal = 1e9, begun = now();
  space_hash(&memory, &a, SPACE_LIVE);
  keep_least(&first, begun);
  for (int round = 0; round < ROUNDS; round++) {
    b = space_fork(&a);
    memory_forget_all(&memory);
    change(&memory, &a, bases, round, 1);
    change(&memory, &b, bases, round, 1);
    begun = now();
    uint64_t hash = space_hash(&memory, &a, SPACE_LIVE);
    keep_least(&changed, begun);
    begun = now();
    if (space_hash(&memory, &a, SPACE_LIVE) != hash) abort();
    keep_least(&same, begun);
    if (space_hash(&memory, &b, SPACE_LIVE) != hash) abort();
    begun = now();
    if (!space_is_equal(&memory, &a, &b, SPACE_LIVE)) abort();
    keep_least(&equal, begun);
    space_release(&memory, &b);
  }
  printf("first hash: %.2f\nhash after 10 changes: %.2f\nhash again: %.2f\n", first, changed, same);
  printf("comparison of equal states: %.2f\n", equal);
  space_release(&memory, &a);
  memory_finish(&memory);
  return 0;
}
