/* The table of search strategies, and the construction of the searcher that the user asked for. */
#include "search/search.h"

#include "exec/state.h"
#include "search/strategy.h"
#include "util/alloc.h"
#include "util/buffer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct searcher *strategy_maker(const struct strategy_setup *setup);

/* X(name, maker, takes a seat, meaning) */
#define STRATEGIES(X)                                                                              \
  X("dfs", strategy_dfs, true, "depth first: stay with a state until it ends")                     \
  X("bfs", strategy_bfs, true, "breadth first: each state in turn, up to its next fork")           \
  X("random-state", strategy_random_state, true, "random, all states equally likely")              \
  X("random-path", strategy_random_path, false, "random walk from the root of the execution tree") \
  X("nurs:covnew", strategy_new_cover, true,                                                       \
    "random, weighted by new coverage and distance to uncovered code")                             \
  X("nurs:md2u", strategy_distance, true, "random, weighted by distance to uncovered code")        \
  X("nurs:depth", strategy_depth, true, "random, weighted by number of forks")                     \
  X("nurs:rp", strategy_random_depth, true, "random, weighted by 1/2^(number of forks)")           \
  X("nurs:icnt", strategy_place_count, true,                                                       \
    "random, weighted to instructions where few states have stopped")                              \
  X("nurs:cpicnt", strategy_call_path_count, true, "the same, for each call stack separately")

#define X(name, maker, has_seat, meaning) {name, meaning},
const struct search_name search_names[] = {STRATEGIES(X){NULL, NULL}};
#undef X

static const struct {
  strategy_maker *make;
  bool has_seat;
} makers[] = {
#define X(name, maker, has_seat, meaning) {maker, has_seat},
    STRATEGIES(X)
#undef X
};

/* The names that the thesis on microc gives them (section 5.3.2.2). */
static const struct {
  const char *name, *meant[2];
} aliases[] = {
    {"random", {"random-state"}},
    {"tree", {"random-path"}},
    {"coverage", {"nurs:md2u"}},
    {"klee", {"random-path", "nurs:md2u"}},
};
enum { ALIAS_COUNT = sizeof aliases / sizeof *aliases };

static size_t find_name(const char *name) {
  size_t i = 0;
  while (search_names[i].name != NULL && strcmp(search_names[i].name, name) != 0) i++;
  return i;
}

static char *describe_unknown(const char *name) {
  struct buffer text = {0};
  buffer_add(&text, "no search strategy is called '%s'", name);
  if (strcmp(name, "nurs:qc") == 0)
    buffer_add(&text, " (weights by solver time would make runs differ)");
  for (size_t i = 0; search_names[i].name != NULL; i++)
    buffer_add(&text, "%s%s", i == 0 ? "; there are: " : ", ", search_names[i].name);
  for (size_t i = 0; i < ALIAS_COUNT; i++)
    buffer_add(&text, "%s%s", i == 0 ? "; and for some of them: " : ", ", aliases[i].name);
  return text.text;
}

typedef VEC(const char *) name_list;

static void add_meant(name_list *names, const char *name) {
  for (size_t i = 0; i < ALIAS_COUNT; i++)
    if (strcmp(aliases[i].name, name) == 0) {
      vec_push(names, aliases[i].meant[0]);
      if (aliases[i].meant[1] != NULL) vec_push(names, aliases[i].meant[1]);
      return;
    }
  vec_push(names, name);
}

/* The index of each name in the table; NULL with a message if one is not there. */
static size_t *look_up(const char *const *names, size_t count, char **error) {
  size_t *found = alloc_bytes(count * sizeof *found), seat_count = 0;
  *error = NULL;
  for (size_t i = 0; i < count && *error == NULL; i++) {
    found[i] = find_name(names[i]);
    if (search_names[found[i]].name == NULL)
      *error = describe_unknown(names[i]);
    else
      seat_count += makers[found[i]].has_seat;
  }
  if (*error == NULL && seat_count > LAYER_SEAT)
    *error = alloc_format(
        "too many search strategies: at most %d besides random-path can take turns", LAYER_SEAT);
  if (*error == NULL) return found;
  free(found);
  return NULL;
}

struct searcher *search_new(const struct search_options *options, char **error) {
  name_list names = {0};
  for (size_t i = 0; i < options->name_count; i++) add_meant(&names, options->names[i]);
  if (names.count == 0) {
    vec_push(&names, "random-path");
    vec_push(&names, "nurs:covnew");
  }
  size_t count = names.count, *found = look_up(names.data, count, error);
  vec_free(&names);
  if (found == NULL) return NULL;
  struct searcher **inner = alloc_bytes(count * sizeof *inner);
  struct strategy_setup setup = {.options = options};
  for (size_t i = 0; i < count; i++) {
    setup.random = random_source_new(options->seed, i);
    inner[i] = makers[found[i]].make(&setup);
    setup.seat += makers[found[i]].has_seat;
  }
  struct searcher *searcher = count == 1 ? inner[0] : strategy_interleave(inner, count);
  if (options->has_familiar) searcher = strategy_familiar_last(searcher, LAYER_SEAT);
  if (options->batch_instructions != 0 || options->batch_seconds > 0)
    searcher = strategy_batch(searcher, options->batch_instructions, options->batch_seconds);
  free(inner);
  free(found);
  return searcher;
}

void search_free(struct searcher *searcher) { searcher->class->free(searcher); }
