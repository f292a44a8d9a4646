/* 10^6 live heap objects of 16 bytes, and proof that each kept its content. */
#include <stdint.h>
#include <stdlib.h>

#define COUNT 1000000

int main(void) {
  uint64_t **objects = malloc(COUNT * sizeof *objects);
  if (!objects) return 1;
  for (uint64_t i = 0; i < COUNT; i++) {
    objects[i] = malloc(16);
    if (!objects[i]) return 1;
    objects[i][0] = i;
    objects[i][1] = ~i;
  }
  for (uint64_t i = 0; i < COUNT; i++)
    if (objects[i][0] != i || objects[i][1] != ~i) return 2;
  return 0;
}
