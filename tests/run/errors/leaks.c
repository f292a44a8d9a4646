// Heap objects that nobody can reach any more when the program ends. They are
// reported where they were allocated, and only when asked for.
// RUN: %cases %s --check-leaks
// RUN: %clean -D CASE_lost %s
// CASES: lost overwritten only_from_stack cycle in_the_middle by_exit
// CLEAN: freed from_global through_heap interior_pointer exit_with_local

#include <stdlib.h>

struct node {
  struct node *next, *other;
};
struct node *root;
char *middle;

#ifdef CASE_lost
int main(void) {
  // lost: leaks.c:[[@LINE+1]]:13: error: memory leak: heap object (24 bytes, allocated at {{.*}}leaks.c:[[@LINE+1]]) [leak]
  char *p = malloc(24);
  return p == NULL;
}
#endif

#ifdef CASE_overwritten
int main(void) {
  // overwritten: leaks.c:[[@LINE+1]]:10: error: memory leak: heap object (16 bytes, allocated at {{.*}}leaks.c:[[@LINE+1]]) [leak]
  root = malloc(sizeof *root);
  root = NULL;
  return 0;
}
#endif

#ifdef CASE_only_from_stack
static struct node *make(void) {
  // only_from_stack: leaks.c:[[@LINE+1]]:10: error: memory leak: heap object (16 bytes, allocated at {{.*}}leaks.c:[[@LINE+1]]) [leak]
  return calloc(1, sizeof(struct node));
}
int main(void) {
  struct node *n = make();
  return n->next != NULL;
}
#endif

#ifdef CASE_cycle
int main(void) {
  // cycle-DAG: leaks.c:[[@LINE+1]]:20: error: memory leak: heap object (16 bytes, allocated at {{.*}}leaks.c:[[@LINE+1]]) [leak]
  struct node *a = malloc(sizeof *a);
  // cycle-DAG: leaks.c:[[@LINE+1]]:20: error: memory leak: heap object (16 bytes, allocated at {{.*}}leaks.c:[[@LINE+1]]) [leak]
  struct node *b = malloc(sizeof *b);
  if (!a || !b) return 2;
  a->next = b, b->next = a;
  a->other = b->other = NULL;
  return 0;
}
#endif

#ifdef CASE_in_the_middle
int main(void) {
  char *a = malloc(10);
  // in_the_middle: leaks.c:[[@LINE+1]]:13: error: memory leak: heap object (20 bytes, allocated at {{.*}}leaks.c:[[@LINE+1]]) [leak]
  char *b = malloc(20);
  // in_the_middle-NOT: error:
  char *c = malloc(30);
  free(c);
  free(a);
  return b == NULL;
}
#endif

#ifdef CASE_by_exit
static int lose(void) {
  // by_exit: leaks.c:[[@LINE+1]]:13: error: memory leak: heap object (40 bytes, allocated at {{.*}}leaks.c:[[@LINE+1]]) [leak]
  char *p = malloc(40);
  p[0] = 0;
  return p[0];
}
int main(void) { exit(lose()); }
#endif

#ifdef CASE_exit_with_local
// The caller of exit still has it.
int main(void) {
  char *p = malloc(40);
  p[0] = 0;
  exit(p[0]);
}
#endif

#ifdef CASE_freed
int main(void) {
  char *p = malloc(24);
  p = realloc(p, 48);
  free(p);
  return 0;
}
#endif

#ifdef CASE_from_global
int main(void) {
  root = calloc(1, sizeof *root);
  return root->next != NULL;
}
#endif

#ifdef CASE_through_heap
int main(void) {
  root = calloc(1, sizeof *root);
  root->next = calloc(1, sizeof *root);
  root->next->other = calloc(1, sizeof *root);
  root->next->other->next = root;
  return 0;
}
#endif

#ifdef CASE_interior_pointer
int main(void) {
  char *p = malloc(64);
  middle = p + 32;
  return 0;
}
#endif
