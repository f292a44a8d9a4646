// Unions as views of bytes, flexible array members, arrays of arrays, compound
// literals, designated initialisers, packed and aligned objects.
// RUN: %native-diff %s
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union view { uint64_t word; uint32_t halves[2]; uint8_t bytes[8]; double number; };
struct message { uint16_t length; uint8_t kind; char body[]; };
struct __attribute__((packed)) tight { char a; int b; short c; double d; };
struct __attribute__((aligned(32))) spaced { char a; };
struct tagged { enum { INT, TEXT, PAIR } tag; union { int i; const char *text; struct { short x, y; }; }; };

static struct message *make(const char *text) {
  size_t n = strlen(text) + 1;
  struct message *m = malloc(sizeof *m + n);
  if (!m) exit(1);
  m->length = (uint16_t)n;
  m->kind = 3;
  memcpy(m->body, text, n);
  return m;
}

static void show(const struct tagged *t) {
  switch (t->tag) {
  case INT: printf("int %d\n", t->i); break;
  case TEXT: printf("text %s\n", t->text); break;
  case PAIR: printf("pair %d %d\n", t->x, t->y); break;
  }
}

static int matrix[3][4][5] = {[1] = {[2] = {1, 2, 3, 4, 5}}, [2][3][4] = 9};
static const char *const names[] = {[2] = "two", [0] = "zero", [5] = "five"};
static char grid[][6] = {"abcde", "fgh", [4] = "last"};

int main(void) {
  union view v = {.number = 1.5};
  printf("%016llx %08x %02x\n", (unsigned long long)v.word, v.halves[1], v.bytes[6]);
  v.bytes[7] |= 0x80;
  v.halves[0] = 1;
  printf("%.17g\n", v.number);
  struct message *m = make("flexible");
  printf("%u %u %s %zu %zu\n", m->length, m->kind, m->body, sizeof *m, offsetof(struct message, body));
  m = realloc(m, sizeof *m + 100);
  if (!m) return 1;
  strcat(m->body, " and longer");
  printf("%s\n", m->body);
  free(m);
  struct tight t = {1, -2, 3, 4.5}, *pt = &t;
  pt->b += 10;
  printf("%d %d %d %g %zu\n", pt->a, pt->b, pt->c, pt->d, sizeof t);
  static struct spaced spaced[3];
  struct spaced local[2];
  printf("%d %d %zu\n", (int)((uintptr_t)&spaced[1] % 32), (int)((uintptr_t)&local[1] % 32), sizeof spaced);
  int total = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 5; k++) total += matrix[i][j][k] * (i + j + k);
  printf("%d\n", total);
  for (int i = 0; i < 6; i++) printf("%s ", names[i] ? names[i] : "-");
  for (int i = 0; i < 5; i++) printf("[%s]", grid[i]);
  struct tagged all[] = {{INT, {.i = 4}}, {TEXT, {.text = "t"}}, {.tag = PAIR, .x = 1, .y = -1}};
  printf("\n");
  for (int i = 0; i < 3; i++) show(&all[i]);
  show(&(struct tagged){INT, {99}});
  int *literal = (int[]){5, 6, 7, 8};
  literal[1] += literal[3];
  printf("%d\n", literal[1]);
  return total & 127;
}
