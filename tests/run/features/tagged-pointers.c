// Programs that keep other things in the bits of a pointer that no address has: a machine with
// NaN-boxed values, tags in the low bits, pointers packed into 48 bits, a list linked by the xor of
// its neighbours, a hash table of pointers. What addresses look like after many blocks have
// come and gone is as good as before.
// RUN: %smew run %s 2>&1 | FileCheck %s
// RUN: %smew run -DSYMBOLIC --no-output %s 2>&1 | FileCheck --check-prefix=SYMBOLIC %s
// CHECK-NOT: error
// CHECK: boxed 42 packed 7 xor 10 hashed 64
// CHECK-NOT: error
// CHECK: smew: 1 path, 0 errors
// SYMBOLIC-NOT: error:
// SYMBOLIC: smew: {{[0-9]+}} paths, 0 errors
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef SYMBOLIC
#include <klee/klee.h>
#endif

// ---- NaN boxing: the payload of a quiet NaN is a pointer of 48 bits ----

#define BOX_TAG 0xfffc000000000000u
#define PAYLOAD 0x0000ffffffffffffu
typedef uint64_t boxed;
struct cell {
  boxed car, cdr;
};

static boxed box_number(double d) {
  boxed b;
  memcpy(&b, &d, 8);
  return b;
}
static boxed box_cell(struct cell *cell) { return BOX_TAG | (uint64_t)(uintptr_t)cell; }
static int is_cell(boxed b) { return (b & BOX_TAG) == BOX_TAG; }
static struct cell *unbox_cell(boxed b) { return (struct cell *)(uintptr_t)(b & PAYLOAD); }
static double unbox_number(boxed b) {
  double d;
  memcpy(&d, &b, 8);
  return d;
}

static boxed cons(boxed car, boxed cdr) {
  struct cell *cell = malloc(sizeof *cell);
  *cell = (struct cell){car, cdr};
  return box_cell(cell);
}

static boxed kept; // reachable only through its tag: no leak

static double run_machine(int n) {
  boxed list = box_number(0);
  for (int i = 0; i < n; i++) list = cons(box_number(i % 2 ? 4.0 : 17.0), list);
  double sum = 0;
  while (is_cell(list)) {
    struct cell *cell = unbox_cell(list);
    sum += unbox_number(cell->car);
    list = cell->cdr;
    free(cell);
  }
  kept = cons(box_number(1), box_number(2));
  return sum;
}

// ---- packed ----

struct packed {
  uint64_t pointer : 48;
  uint64_t count : 16;
};

static int run_packed(int value) {
  int *p = malloc(sizeof *p);
  struct packed packed = {.pointer = (uintptr_t)p, .count = 0xffff};
  *(int *)(uintptr_t)packed.pointer = value;
  uintptr_t tagged = (uintptr_t)p | 15;
  assert(((uintptr_t)p & 15) == 0);
  int result = *(int *)(tagged & ~(uintptr_t)15);
  free(p);
  return result;
}

// ---- linked by xor ----

struct link {
  uintptr_t both;
  int value;
};

static int run_xor(int n) {
  struct link *first = NULL, *last = NULL;
  for (int i = 1; i <= n; i++) {
    struct link *link = malloc(sizeof *link);
    link->value = i;
    link->both = (uintptr_t)last;
    if (last) last->both ^= (uintptr_t)link;
    if (!first) first = link;
    last = link;
  }
  int sum = 0;
  uintptr_t before = 0;
  for (struct link *at = first; at != NULL;) {
    struct link *next = (struct link *)(at->both ^ before);
    before = (uintptr_t)at;
    sum += at->value;
    at = next;
  }
  for (struct link *at = last; at != NULL;) { // and back, freeing
    struct link *next = (struct link *)at->both;
    if (next) next->both ^= (uintptr_t)at;
    free(at);
    at = next;
  }
  return sum;
}

// ---- hashed ----

static unsigned run_hash(void) {
  enum { COUNT = 64, BUCKETS = 256 };
  void *blocks[COUNT], *table[BUCKETS] = {0};
  unsigned found = 0;
  for (int i = 0; i < COUNT; i++) {
    blocks[i] = malloc(24);
    unsigned at = (unsigned)(((uintptr_t)blocks[i] >> 4) * 2654435761u >> 24) % BUCKETS;
    while (table[at]) at = (at + 1) % BUCKETS;
    table[at] = blocks[i];
  }
  for (int i = 0; i < COUNT; i++) {
    unsigned at = (unsigned)(((uintptr_t)blocks[i] >> 4) * 2654435761u >> 24) % BUCKETS;
    while (table[at] != blocks[i]) at = (at + 1) % BUCKETS;
    found++;
    free(blocks[i]);
  }
  return found;
}

int main(void) {
#ifdef SYMBOLIC
  int n = klee_range(0, 4, "n"), value = klee_int("value");
  double sum = run_machine(n);
  assert(sum == (n == 0 ? 0 : n == 1 ? 17 : n == 2 ? 21 : 38));
  assert(run_packed(value) == value);
  assert(run_xor(n) == n * (n + 1) / 2);
  boxed b = cons(box_number(value), box_number(0)); // a boxed pointer chosen by a symbolic bit
  boxed c = value > 5 ? b : box_number(3);
  if (is_cell(c)) assert(value > 5 && unbox_number(unbox_cell(c)->car) == value);
  free(unbox_cell(b));
  free(unbox_cell(kept));
#else
  for (int i = 0; i < 200000; i++) {
    char *block = malloc(16);
    assert((uintptr_t)block >> 47 == 0 && ((uintptr_t)block & 15) == 0);
    free(block);
  }
  double sum = run_machine(4);
  printf("boxed %g packed %d xor %d hashed %u\n", sum, run_packed(7), run_xor(4), run_hash());
  assert((uintptr_t)&sum >> 47 == 0 && (uintptr_t)&kept >> 47 == 0 && (uintptr_t)main >> 47 == 0);
#endif
  return 0;
}
