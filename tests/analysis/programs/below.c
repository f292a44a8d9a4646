/* Variable steps that lead below the field they started from, and past the element. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct record {
  int *first;
  int before[4];
  int *second;
  int here[4];
  char text[24];
};
struct wide {
  int *a;
  long b, c;
};
static struct record record;
static int x = 1, y = 2, z = 3;
static volatile long down = -8, one = 1, many = -40;
static volatile size_t wrapped = 0xAAAAAAAAAAAAAAABu; /* times 24: 8 */

static int *stepped_down(int *from, long by) { return from + by; }

/* The pointers of the structure are overwritten, through steps from behind them. */
static void overwrite(struct record *r) {
  int *p = &r->here[0];
  uintptr_t address = (uintptr_t)&y;
  p[down] = (int)(uint32_t)address;
  p[down + 1] = (int)(uint32_t)(address >> 32);
}

static char *back(char *p, volatile long *count) {
  while (*count < 0) p--, (*count)++;
  return p;
}

int main(void) {
  struct wide *w = calloc(4, sizeof *w);
  record.first = &x;
  record.second = &x;
  overwrite(&record);
  record.here[0] = 5;
  *record.first += *stepped_down(record.here, down + 8);
  int **q = (int **)back(record.text, &many);
  *q = &z;
  **q += 10;
  *record.second += 1;
  struct record *container =
      (struct record *)((char *)&record.here[one] - offsetof(struct record, here) - 4 * one);
  *container->first += 1;
  w[0].a = &x;
  w[0].b = (long)&y;
  *(int *)*(long *)((char *)&w[0].a + wrapped * sizeof *w) += 100; /* w[0].b */
  printf("%d %d %d\n", x, y, z);
  free(w);
  return 0;
}
