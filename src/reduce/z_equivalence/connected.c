/* Connected inputs, by union-find. Conditions that are connected with nothing that is observed can
   be satisfied whatever the rest is; on long paths that is most of them, and it shows without
   looking into the expressions. */
#include "reduce/z_equivalence/connected.h"

#include "expr/expr.h"
#include "expr/support.h"
#include "solver/path_condition.h"

#include <stdlib.h>

void connected_free(struct connected *c) {
  vec_free(&c->unions);
  vec_free(&c->is_reached);
  vec_free(&c->touched);
}

static uint32_t find(struct connected *c, uint32_t key) {
  for (uint32_t next = (uint32_t)c->unions.count; next <= key; next++) {
    vec_push(&c->unions, next);
    vec_push(&c->is_reached, false);
  }
  uint32_t *unions = c->unions.data;
  while (unions[key] != key) key = unions[key] = unions[unions[key]];
  return key;
}

static void connect_key(uint32_t key, void *context) {
  struct connected *c = context;
  uint32_t root = find(c, key);
  c->work++;
  vec_push(&c->touched, key);
  if (c->first == UINT32_MAX)
    c->first = root;
  else
    c->unions.data[root] = c->first;
}

static void clear(struct connected *c) {
  for (size_t i = 0; i < c->touched.count; i++) {
    c->unions.data[c->touched.data[i]] = c->touched.data[i];
    c->is_reached.data[c->touched.data[i]] = false;
  }
  vec_clear(&c->touched);
  c->work = 0;
}

void connected_begin(struct connected *c, const struct exprs *exprs,
                     const struct path_condition *path) {
  clear(c);
  c->exprs = exprs;
  for (; path != NULL; path = path->parent) {
    c->first = UINT32_MAX;
    support_walk_keys(exprs, path->conjunct->support, connect_key, c);
  }
}

static void reach_key(uint32_t key, void *context) {
  struct connected *c = context;
  c->work++;
  uint32_t root = find(c, key); /* the list may grow */
  vec_push(&c->touched, key);
  c->is_reached.data[root] = true;
}

void connected_reach(struct connected *c, uint32_t support) {
  support_walk_keys(c->exprs, support, reach_key, c);
}

/* All keys of a condition are connected, so one of them would do. */
static void ask_key(uint32_t key, void *context) {
  struct connected *c = context;
  uint32_t root = find(c, key);
  c->work++;
  c->answer |= c->is_reached.data[root];
}

bool connected_is_reached(struct connected *c, uint32_t support) {
  c->answer = false;
  support_walk_keys(c->exprs, support, ask_key, c);
  return c->answer;
}
