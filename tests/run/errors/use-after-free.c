// Accesses to heap objects that are gone: freed, or moved by realloc.
// RUN: %cases %s
// CASES: read write past_realloc in_list copy_from kept_apart realloc_to_zero after_many after_more freed_twice_late
// CLEAN: before_free realloc_result list_done

void *malloc(unsigned long);
void *realloc(void *, unsigned long);
void free(void *);

struct node {
  struct node *next;
  int value;
};

struct node *push(struct node *next, int value) {
  struct node *n = malloc(sizeof *n);
  n->next = next;
  n->value = value;
  return n;
}

#ifdef CASE_read
int main(void) {
  int *p = malloc(8);
  p[1] = 4;
  free(p);
  // read: use-after-free.c:[[@LINE+1]]:10: error: use after free: read of 4 bytes at offset 4 of heap object (8 bytes, allocated at {{.*}}use-after-free.c:[[@LINE-3]], freed at {{.*}}:[[@LINE-1]]) [ptr]
  return p[1];
}
#endif

#ifdef CASE_write
int main(void) {
  char *p = malloc(8);
  free(p);
  // write: use-after-free.c:[[@LINE+1]]:8: error: use after free: write of 1 byte at offset 7 of heap object (8 bytes, allocated at {{.*}}:[[@LINE-2]], freed at {{.*}}:[[@LINE-1]]) [ptr]
  p[7] = 1;
  return 0;
}
#endif

#ifdef CASE_past_realloc
int main(void) {
  int *p = malloc(8), *moved = realloc(p, 4096);
  moved[0] = 1;
  // past_realloc: use-after-free.c:[[@LINE+1]]:10: error: use after free: read of 4 bytes at offset 0 of heap object (8 bytes, allocated at {{.*}}:[[@LINE-2]], freed at {{.*}}:[[@LINE-2]]) [ptr]
  return *p;
}
#endif

#ifdef CASE_in_list
int main(void) {
  struct node *list = push(push(push(0, 1), 2), 3);
  // The classic: the link is read after its node is gone.
  // in_list: use-after-free.c:[[@LINE+1]]:46: error: use after free: read of 8 bytes at offset 0 of heap object (16 bytes, allocated at {{.*}}:16, freed at {{.*}}:[[@LINE+1]]) [ptr]
  for (struct node *n = list; n != 0; n = n->next) free(n);
  return 0;
}
#endif

#ifdef CASE_copy_from
int main(void) {
  char *p = malloc(32), to[32];
  free(p);
  // copy_from: use-after-free.c:[[@LINE+1]]:3: error: use after free: read of 32 bytes at offset 0 of heap object (32 bytes, allocated at {{.*}}:[[@LINE-2]], freed at {{.*}}:[[@LINE-1]]) [ptr]
  __builtin_memcpy(to, p, 32);
  return to[0];
}
#endif

#ifdef CASE_kept_apart
int main(void) {
  int *old = malloc(8);
  free(old);
  // A new object of the same size does not bring the old pointer back to life.
  int *fresh = malloc(8);
  fresh[0] = 1;
  // kept_apart: use-after-free.c:[[@LINE+1]]:10: error: use after free: read of 4 bytes at offset 0 of heap object (8 bytes, allocated at {{.*}}:[[@LINE-5]], freed at {{.*}}:[[@LINE-4]]) [ptr]
  return old[0];
}
#endif

#ifdef CASE_realloc_to_zero
int main(void) {
  char *p = malloc(8);
  p = realloc(p, 1), free(p);
  // realloc_to_zero: use-after-free.c:[[@LINE+1]]:10: error: use after free: read of 1 byte at offset 0 of heap object (1 byte, allocated at {{.*}}:[[@LINE-1]], freed at {{.*}}:[[@LINE-1]]) [ptr]
  return p[0];
}
#endif

#ifdef CASE_before_free
int main(void) {
  int *p = malloc(8);
  p[1] = 4;
  int kept = p[1];
  free(p);
  return kept - 4;
}
#endif

#ifdef CASE_realloc_result
int main(void) {
  int *p = malloc(8);
  p[1] = 4;
  p = realloc(p, 4096);
  int kept = p[1];
  free(p);
  return kept - 4;
}
#endif

#ifdef CASE_list_done
int main(void) {
  struct node *list = push(push(push(0, 1), 2), 3);
  int sum = 0;
  for (struct node *n = list, *next; n != 0; n = next) {
    next = n->next;
    sum += n->value;
    free(n);
  }
  return sum - 6;
}
#endif

// The slot of a block is used again late, and then elsewhere in the slot.
#ifdef CASE_after_many
int main(void) {
  for (int i = 0; i < 100000; i++) free(malloc(16));
  char *p = malloc(16);
  free(p);
  for (int i = 0; i < 1000; i++) free(malloc(16));
  // after_many: use-after-free.c:[[@LINE+1]]:10: error: use after free: read of 1 byte at offset 3 of heap object (16 bytes, allocated at {{.*}}:[[@LINE-3]], freed at {{.*}}:[[@LINE-2]]) [ptr]
  return p[3];
}
#endif

#ifdef CASE_after_more
int main(void) {
  char *p = malloc(16);
  free(p);
  for (int i = 0; i < 30000; i++) free(malloc(16));
  // after_more: use-after-free.c:[[@LINE+1]]:10: error: use after free: read of 1 byte at offset 0 of an object freed earlier [ptr]
  return *p;
}
#endif

#ifdef CASE_freed_twice_late
int main(void) {
  char *p = malloc(16);
  free(p);
  for (int i = 0; i < 20000; i++) free(malloc(16));
  // freed_twice_late: use-after-free.c:[[@LINE+1]]:3: error: double free of an object freed earlier [free]
  free(p);
  return 0;
}
#endif
