// Weak and aliased symbols, hidden ones, common ones; initialisers that hold addresses.
// RUN: %native-diff --flags="-fcommon" %s
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int original(int x) { return x + 1; }
int alias(int x) __attribute__((alias("original")));
int weak_alias(int x) __attribute__((weak, alias("original")));
__attribute__((weak)) int weak_defined(void) { return 7; }
extern int never_defined(void) __attribute__((weak));
extern int never_variable __attribute__((weak));
__attribute__((visibility("hidden"))) int hidden = 4;
int value = 10;
extern int value_alias __attribute__((alias("value")));
int common;
int common_array[8];

struct table {
  const char *name;
  int *where;
  int (*call)(int);
  const struct table *next;
  intptr_t number;
};
static int array[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static const struct table second = {"second", &array[9], alias, NULL, (intptr_t)-1};
static const struct table first = {"first" + 2, array + 3, original, &second, sizeof array};
static char *inside = (char *)&array[2] + 2;
static const ptrdiff_t distance = &array[7] - &array[2];
static void *self = &self;

int main(void) {
  printf("%d %d %d %d\n", original(1), alias(2), weak_alias(3), weak_defined());
  printf("%d %d\n", never_defined == NULL, &never_variable == NULL);
  value_alias += hidden;
  printf("%d %d %d\n", value, common, common_array[7]);
  for (const struct table *t = &first; t; t = t->next)
    printf("%s %d %d %ld\n", t->name, *t->where, t->call(*t->where), (long)t->number);
  *(short *)inside = 1;
  printf("%d %ld %d %d\n", array[2], (long)distance, self == &self, alias == original);
  return value;
}
