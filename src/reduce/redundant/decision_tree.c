/* Incremental decision trees (Bugrara and Engler, section 3.7; after Quinlan's).

   A node has a location and a child for each value that the sets below give it, and one for the
   sets that say nothing of it, if there are several; a single one stays at the node. A node without
   a location has sets that no location distinguishes, mostly one. The location of a node is one
   that takes the most values among the sets below it. When a new set changes that, the subtree is
   built anew.

   The paper searches the child of the state's value only. Sets under "undef" may match as well, so
   they are searched, too: of the seven sets in section 3.7, the fifth does match. The look-ups are
   four all the same, since a location is looked up once. */
#include "reduce/redundant/decision_tree.h"

#include "util/alloc.h"
#include "util/buffer.h"
#include "util/hash.h"
#include "util/word_map.h"

#include <stdlib.h>

enum { NO_LOCATION = UINT32_MAX };

typedef VEC(struct tree_set) set_vec;

struct child {
  uint64_t value;
  struct node *node;
};

struct node {
  uint32_t location;          /* or NO_LOCATION */
  set_vec here;               /* that stay at the node */
  VEC(struct child) children; /* in order of creation */
  struct word_map by_value;   /* hash of a value: number of the child, plus 1 */
  struct node *undefined;     /* of sets without the location; NULL: none, or one that is here */
  struct word_map values;     /* hash of location and value: 1, of all sets below … */
  struct word_map counts;     /* … location + 1: how many values it takes */
  struct word_map holders;    /* … and location + 1: how many sets have it */
  size_t sets;                /* below */
};

struct decision_tree {
  struct node *root;
  set_vec waiting;
  struct word_map known; /* during a search: location + 1: number in `found`, plus 1 */
  VEC(struct looked_up {
    bool is_defined;
    uint64_t value;
  })
  found;
};

static uint64_t key_of(uint64_t value) { return hash_mix(1, value) | 1; }

static struct node *node_new(void) {
  struct node *node = alloc_zeroed(sizeof *node);
  node->location = NO_LOCATION;
  return node;
}

static void node_free(struct node *node) {
  if (node == NULL) return;
  for (size_t i = 0; i < node->children.count; i++) node_free(node->children.data[i].node);
  node_free(node->undefined);
  vec_free(&node->here);
  vec_free(&node->children);
  word_map_free(&node->by_value);
  word_map_free(&node->values);
  word_map_free(&node->counts);
  word_map_free(&node->holders);
  free(node);
}

static const struct tree_entry *find_entry(const struct tree_set *set, uint32_t location) {
  size_t low = 0, high = set->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (set->entries[middle].location < location)
      low = middle + 1;
    else
      high = middle;
  }
  return low < set->count && set->entries[low].location == location ? &set->entries[low] : NULL;
}

/* ---- building ---- */

/* Counts the set's values. */
static void count_set(struct node *node, const struct tree_set *set) {
  node->sets++;
  for (size_t i = 0; i < set->count; i++) {
    const struct tree_entry *entry = &set->entries[i];
    uint64_t key = hash_mix(hash_mix(1, entry->location), entry->value) | 1;
    uint64_t *is_known = word_map_place(&node->values, key);
    ++*word_map_place(&node->holders, (uint64_t)entry->location + 1);
    if (*is_known) continue;
    *is_known = 1;
    ++*word_map_place(&node->counts, (uint64_t)entry->location + 1);
  }
}

/* More values are better, then sets that say nothing of it, which are a part of their own. */
static uint64_t score(const struct node *node, uint64_t key, uint64_t values) {
  return 2 * values + (*word_map_find(&node->holders, key) < node->sets);
}

/* The best location, the first of equals; NO_LOCATION if none takes two values. */
static uint32_t best_location(const struct node *node) {
  uint64_t best = NO_LOCATION, most = 0;
  for (size_t i = 0; i < node->counts.capacity; i++) {
    const struct word_entry *entry = &node->counts.entries[i];
    if (entry->key == 0 || entry->value < 2) continue;
    uint64_t here = score(node, entry->key, entry->value);
    if (here < most || (here == most && entry->key - 1 > best)) continue;
    best = entry->key - 1;
    most = here;
  }
  return (uint32_t)best;
}

static uint64_t values_of(const struct node *node, uint32_t location) {
  const uint64_t *count = word_map_find(&node->counts, (uint64_t)location + 1);
  return count ? *count : 0;
}

static void insert(struct node *node, const struct tree_set *set);

static struct node *child_of(struct node *node, uint64_t value) {
  uint64_t *number = word_map_place(&node->by_value, key_of(value));
  if (*number == 0) {
    vec_push(&node->children, ((struct child){value, node_new()}));
    *number = node->children.count;
  }
  return node->children.data[*number - 1].node;
}

/* Below a node with a location. */
static void insert_below(struct node *node, const struct tree_set *set) {
  const struct tree_entry *entry = find_entry(set, node->location);
  if (entry != NULL) {
    insert(child_of(node, entry->value), set);
    return;
  }
  if (node->undefined == NULL && node->here.count == 0) {
    vec_push(&node->here, *set);
    return;
  }
  if (node->undefined == NULL) {
    node->undefined = node_new();
    insert(node->undefined, &node->here.data[0]);
    vec_clear(&node->here);
  }
  insert(node->undefined, set);
}

static void collect(struct node *node, set_vec *sets) {
  for (size_t i = 0; i < node->here.count; i++) vec_push(sets, node->here.data[i]);
  for (size_t i = 0; i < node->children.count; i++) collect(node->children.data[i].node, sets);
  if (node->undefined != NULL) collect(node->undefined, sets);
}

/* Distributes all sets of the node by a new location. */
static void rebuild(struct node *node, uint32_t location) {
  set_vec sets = {0};
  collect(node, &sets);
  for (size_t i = 0; i < node->children.count; i++) node_free(node->children.data[i].node);
  node_free(node->undefined);
  node->undefined = NULL;
  vec_clear(&node->children);
  vec_clear(&node->here);
  word_map_clear(&node->by_value);
  node->location = location;
  for (size_t i = 0; i < sets.count; i++) insert_below(node, &sets.data[i]);
  vec_free(&sets);
}

/* Whether the sets that are there already take more values in another location. */
static bool is_violated(const struct node *node) {
  uint32_t best = best_location(node);
  return best != NO_LOCATION && values_of(node, best) > values_of(node, node->location);
}

static void insert(struct node *node, const struct tree_set *set) {
  bool has_location = node->location != NO_LOCATION, is_bad = has_location && is_violated(node);
  count_set(node, set);
  if (!has_location)
    vec_push(&node->here, *set);
  else
    insert_below(node, set);
  if (!has_location || is_bad) {
    uint32_t best = best_location(node);
    if (best != NO_LOCATION) rebuild(node, best);
  }
}

/* ---- searching ---- */

struct search {
  struct decision_tree *tree;
  const struct tree_state *state;
};

static struct looked_up look_up(struct search *search, uint32_t location) {
  struct decision_tree *tree = search->tree;
  uint64_t *number = word_map_place(&tree->known, (uint64_t)location + 1);
  if (*number == 0) {
    struct looked_up found = {0};
    found.is_defined = search->state->look_up(search->state->context, location, &found.value);
    vec_push(&tree->found, found);
    *number = tree->found.count;
  }
  return tree->found.data[*number - 1];
}

/* A set with a location that is undefined in the state does not agree with it. */
static bool agrees(struct search *search, const struct tree_set *set) {
  for (size_t i = 0; i < set->count; i++) {
    struct looked_up found = look_up(search, set->entries[i].location);
    if (!found.is_defined || found.value != set->entries[i].value) return false;
  }
  return search->state->accept(search->state->context, set->data);
}

static bool search_node(struct search *search, struct node *node) {
  if (node->location != NO_LOCATION) {
    struct looked_up found = look_up(search, node->location);
    const uint64_t *number =
        found.is_defined ? word_map_find(&node->by_value, key_of(found.value)) : NULL;
    if (number != NULL && search_node(search, node->children.data[*number - 1].node)) return true;
  }
  for (size_t i = 0; i < node->here.count; i++)
    if (agrees(search, &node->here.data[i])) return true;
  return node->undefined != NULL && search_node(search, node->undefined);
}

/* ---- the whole tree ---- */

struct decision_tree *decision_tree_new(void) {
  struct decision_tree *tree = alloc_zeroed(sizeof *tree);
  tree->root = node_new();
  return tree;
}

void decision_tree_free(struct decision_tree *tree) {
  if (tree == NULL) return;
  node_free(tree->root);
  vec_free(&tree->waiting);
  vec_free(&tree->found);
  word_map_free(&tree->known);
  free(tree);
}

void decision_tree_add(struct decision_tree *tree, struct tree_set set) {
  vec_push(&tree->waiting, set);
}

static void put_in_place(struct decision_tree *tree) {
  for (size_t i = 0; i < tree->waiting.count; i++) insert(tree->root, &tree->waiting.data[i]);
  vec_clear(&tree->waiting);
}

bool decision_tree_find(struct decision_tree *tree, const struct tree_state *state) {
  struct search search = {tree, state};
  put_in_place(tree);
  word_map_clear(&tree->known);
  vec_clear(&tree->found);
  return search_node(&search, tree->root);
}

static void print_node(const struct node *node, struct buffer *out,
                       const char *(*name_location)(uint32_t location),
                       const char *(*name_set)(const void *data)) {
  const char *separator = "";
  if (node->location != NO_LOCATION) buffer_add(out, "%s(", name_location(node->location));
  for (size_t i = 0; i < node->children.count; i++, separator = ", ") {
    buffer_add(out, "%s%llu: ", separator, (unsigned long long)node->children.data[i].value);
    print_node(node->children.data[i].node, out, name_location, name_set);
  }
  for (size_t i = 0; i < node->here.count; i++, separator = ", ")
    buffer_add(out, "%s%s", separator, name_set(node->here.data[i].data));
  if (node->undefined != NULL) {
    buffer_add(out, "%sundef: ", separator);
    print_node(node->undefined, out, name_location, name_set);
  }
  if (node->location != NO_LOCATION) buffer_add(out, ")");
}

void decision_tree_print(struct decision_tree *tree, struct buffer *out,
                         const char *(*name_location)(uint32_t location),
                         const char *(*name_set)(const void *data)) {
  put_in_place(tree);
  print_node(tree->root, out, name_location, name_set);
}
