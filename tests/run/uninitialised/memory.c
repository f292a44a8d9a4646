// Heap blocks, arrays, structs and unions of which not all was written.
// RUN: %msan-agree %s
#include "Inputs/start.h"

struct padded {
  int number;
  char letter;
  long wide;
};
struct bits {
  unsigned a : 3, b : 5, c : 9;
};

CASE(heap) {
  int *p = malloc(16);
  p[0] = 5;
  if (p[0] == 5) sink = 1;
  if (p[2] == 5) sink = 2;
}
CASE(calloc_zeros) {
  int *p = calloc(4, 4);
  if (p[2] == 0) sink = 1;
}
CASE(realloc_tail) {
  char *p = malloc(4);
  memset(p, 1, 4);
  p = realloc(p, 8);
  if (p[3] == 1) sink = 1;
  if (p[4] == 1) sink = 2;
}
CASE(struct_copy) {
  struct padded a, b;
  a.number = 1, a.letter = 'x', a.wide = 2;
  b = a;
  if (b.number == 1 && b.letter == 'x' && b.wide == 2) sink = 1;
}
CASE(struct_field_missing) {
  struct padded a, b;
  a.number = 1, a.wide = 2;
  b = a;
  if (b.wide == 2) sink = 1;
  if (b.letter == 'x') sink = 2;
}
static struct padded pass(struct padded s) {
  s.number++;
  return s;
}
CASE(struct_by_value) {
  struct padded a;
  a.number = 1, a.letter = 'x', a.wide = 2;
  if (pass(a).number == 2) sink = 1;
}
struct small {
  int number;
  char letter;
};
static struct small pass_small(struct small s) {
  s.number++;
  return s;
}
CASE(small_struct_by_value) {
  struct small a;
  a.number = 1, a.letter = 'x';
  struct small b = pass_small(a);
  if (b.number == 2 && b.letter == 'x') sink = 1;
}
CASE(bit_fields) {
  struct bits x;
  x.a = 1;
  x.c = 3;
  if (x.a == 1 && x.c == 3) sink = 1;
}
CASE(bit_field_missing) {
  struct bits x;
  x.a = 1;
  x.c = 3;
  if (x.b == 1) sink = 1;
}
CASE(union_rest) {
  union {
    char first;
    int whole;
  } u;
  u.first = 1;
  if (u.first == 1) sink = 1;
  if (u.whole == 1) sink = 2;
}
CASE(array_prefix) {
  int a[100];
  for (int i = 0; i < 50; i++) a[i] = i;
  if (a[49] == 49) sink = 1;
  if (a[50] == 50) sink = 2;
}
CASE(variable_length_array) {
  int n = 5 + zero();
  char a[n];
  a[0] = 1;
  if (a[0]) sink = 1;
  if (a[1]) sink = 2;
}
CASE(large_block) {
  char *p = malloc(100000);
  p[50000] = 1;
  if (p[50000]) sink = 1;
  if (p[50001]) sink = 2;
}
CASE(pointer_from_block) {
  int **p = malloc(2 * sizeof *p), x = 1;
  p[0] = &x;
  sink = *p[0];
  sink = *p[1];
}
CASE(overwritten_after_copy) {
  int *p = malloc(8), a[2];
  memcpy(a, p, 8);
  a[0] = 1;
  if (a[0]) sink = 1;
  a[1] = 2;
  if (a[1]) sink = 1;
}
CASE(half_a_word) {
  union {
    unsigned char bytes[4];
    unsigned word;
  } u;
  u.bytes[0] = 1;
  if (u.word & 0xff) sink = 1;
  if (u.word & 0x1ff) sink = 2;
}
CASE(known_bit_decides) {
  union {
    unsigned char bytes[2];
    unsigned short word;
  } u;
  u.bytes[1] = 1;
  if (u.word == 0) sink = 1;
}
#define CASES                                                                                      \
  X(heap) X(calloc_zeros) X(realloc_tail) X(struct_copy) X(struct_field_missing)                  \
  X(struct_by_value) X(small_struct_by_value) X(bit_fields) X(bit_field_missing) X(union_rest)     \
  X(array_prefix) X(variable_length_array) X(large_block) X(pointer_from_block)                   \
  X(overwritten_after_copy) X(half_a_word) X(known_bit_decides)
#include "Inputs/cases.h"
