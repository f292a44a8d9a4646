// A bit of everything, for bitcode of different ages.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
  double x, y;
};
typedef int (*comparison)(const void *, const void *);

static int by_x(const void *a, const void *b) {
  const struct point *p = a, *q = b;
  return (p->x > q->x) - (p->x < q->x);
}

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  while (count--) total += va_arg(list, int);
  va_end(list);
  return total;
}

static struct point scale(struct point p, double by) { return (struct point){p.x * by, p.y * by}; }

int main(void) {
  struct point points[] = {{3, 1}, {-1, 2}, {2, 2}};
  comparison compare = by_x;
  static int table[10];
  qsort(points, 3, sizeof *points, compare);
  for (int i = 0; i < 3; i++) points[i] = scale(points[i], 1.5);
#ifdef FAIL
  for (int i = 0; i <= 10; i++)
    table[i] = i;
#endif
  char *text = malloc(32);
  if (!text) return 1;
  strcpy(text, "total");
  for (int i = 0; i < 10; i++) table[i] = i << (i & 3);
  switch (table[3]) {
  case 24: strcat(text, " 24"); break;
  default: strcat(text, " other");
  }
  printf("%s %d %g %g %d\n", text, sum(4, 1, 2, 3, 4), points[0].x, points[2].y, table[9]);
  free(text);
  return 0;
}
