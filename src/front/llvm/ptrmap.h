/* A map from pointers to words. It is only ever looked up, never iterated, so that nothing depends
   on the addresses of objects. */
#ifndef FRONT_LLVM_PTRMAP_H
#define FRONT_LLVM_PTRMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ptrmap {
  struct ptrmap_slot {
    const void *key; /* NULL where empty */
    uintptr_t value;
  } *slots;
  size_t capacity, count;
};

/* The value stored for the key, or NULL; valid until the next insertion. */
uintptr_t *ptrmap_find(const struct ptrmap *map, const void *key);
/* The same; inserted with value 0 if absent. The key must not be NULL. */
uintptr_t *ptrmap_insert(struct ptrmap *map, const void *key);
/* Inserts the key; false if it was there already. */
bool ptrmap_add(struct ptrmap *map, const void *key);
void ptrmap_clear(struct ptrmap *map);
void ptrmap_free(struct ptrmap *map);

#endif
