/* Pointers to functions in tables and structures, wrappers of malloc, variable arguments,
 * callbacks. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int operation(int *, int);
static int add(int *p, int n) { return *p += n; }
static int multiply(int *p, int n) { return *p *= n; }
static operation *const table[] = {add, multiply};
static int apply(long number, int *p, int n) { return table[number](p, n); }

static void *xmalloc(size_t size) {
  void *p = malloc(size);
  if (!p) abort();
  return p;
}
static void *xrealloc(void *p, size_t size) {
  p = realloc(p, size);
  if (!p) abort();
  return p;
}

struct vector {
  int **items;
  int count;
};
static void push(struct vector *v, int *item) {
  v->items = xrealloc(v->items, (v->count + 1) * sizeof *v->items);
  v->items[v->count++] = item;
}

static int sum(int count, ...) {
  va_list list, copy;
  int total = 0;
  va_start(list, count);
  va_copy(copy, list);
  for (int i = 0; i < count; i++) total += *va_arg(list, int *);
  for (int i = 0; i < count; i++) *va_arg(copy, int *) += 1;
  va_end(copy);
  va_end(list);
  return total;
}

static int compare(const void *a, const void *b) { return **(int *const *)a - **(int *const *)b; }

int main(int argc, char **argv) {
  int x = 3, y = 4;
  struct vector v = {0};
  printf("%d %d\n", apply(argc > 5, &x, 2), apply(1, &y, 2));
  push(&v, &x);
  push(&v, &y);
  int *z = xmalloc(sizeof *z);
  *z = 1;
  push(&v, z);
  qsort(v.items, v.count, sizeof *v.items, compare);
  printf("%d %d\n", sum(3, v.items[0], v.items[1], v.items[2]), *v.items[0]);
  printf("%s %zu\n", argv[0] ? "named" : "unnamed", strlen(argv[0]));
  free(z);
  free(v.items);
  return 0;
}
