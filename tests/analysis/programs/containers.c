/* Nested structures, arrays of them, unions, copies of structures, lists through embedded links. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct link {
  struct link *next;
};
struct item {
  char name[12];
  int number;
  struct link link;
  int *target;
};
union either {
  int *address;
  unsigned long number;
  char bytes[8];
};
static struct item items[5];
static int numbers[5];
static struct link *list;

int main(void) {
  for (int i = 0; i < 5; i++) {
    struct item item = {.number = i, .target = &numbers[i]};
    snprintf(item.name, sizeof item.name, "item %d", i);
    items[4 - i] = item;
    items[4 - i].link.next = list;
    list = &items[4 - i].link;
  }
  for (struct link *l = list; l; l = l->next) {
    struct item *item = (struct item *)((char *)l - offsetof(struct item, link));
    *item->target += item->number;
  }
  struct item *copy = malloc(sizeof items);
  memcpy(copy, items, sizeof items);
  copy = realloc(copy, 2 * sizeof items);
  for (struct item *end = copy + 5, *at = copy; at < end; at++) *at->target += 1;
  union either e = {.address = &numbers[2]}, f;
  memmove(f.bytes, e.bytes, 8);
  *f.address += 10;
  for (int i = 0; i < 5; i++) printf("%s %d\n", items[i].name, numbers[i]);
  free(copy);
  return 0;
}
