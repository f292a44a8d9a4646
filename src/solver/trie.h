/* Persistent maps from 64-bit keys to pointers. A copy is one more reference to the root; a change
   copies the nodes on its way that are shared, and none if the map has one owner. */
#ifndef SOLVER_TRIE_H
#define SOLVER_TRIE_H

#include <stddef.h>
#include <stdint.h>

struct trie; /* a node; NULL is the empty map */

/* How to count references to the values. */
struct trie_values {
  void (*retain)(void *value);
  void (*release)(void *value);
};

struct trie *trie_share(struct trie *trie);
void trie_release(struct trie *trie, const struct trie_values *values);
/* Borrowed, or NULL. */
void *trie_find(const struct trie *trie, uint64_t key);
/* Takes the value; *trie is a reference of the caller. */
void trie_set(struct trie **trie, const struct trie_values *values, uint64_t key, void *value);
/* Visits in an order that depends on the keys alone. */
typedef void trie_visit(uint64_t key, void *value, void *context);
void trie_walk(const struct trie *trie, trie_visit *visit, void *context);

#endif
