/* Decision trees over sets of location = value, to find those that agree with a state without
   comparing it with each. */
#ifndef REDUCE_REDUNDANT_DECISION_TREE_H
#define REDUCE_REDUNDANT_DECISION_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;
struct decision_tree;

struct tree_entry {
  uint32_t location;
  uint64_t value;
};

/* Entries in ascending order of location; borrowed. */
struct tree_set {
  const struct tree_entry *entries;
  size_t count;
  void *data; /* the owner's */
};

/* What is asked of a state. */
struct tree_state {
  /* False: the location is undefined. Called at most once for each location. */
  bool (*look_up)(void *context, uint32_t location, uint64_t *value);
  /* A set agrees with the state. False: go on searching. */
  bool (*accept)(void *context, void *data);
  void *context;
};

/* Returns owned. */
struct decision_tree *decision_tree_new(void);
void decision_tree_free(struct decision_tree *tree);
/* Sets are put in their places only when the tree is next searched. */
void decision_tree_add(struct decision_tree *tree, struct tree_set set);
/* Whether one was accepted. */
bool decision_tree_find(struct decision_tree *tree, const struct tree_state *state);
/* The tree as text, for people and tests: "x(2: y(4: a, 5: b), undef: c)". The functions name
   locations and sets; sets are put in their places first. */
void decision_tree_print(struct decision_tree *tree, struct buffer *out,
                         const char *(*name_location)(uint32_t location),
                         const char *(*name_set)(const void *data));

#endif
