/* Exploring what a rig has built. */
#ifndef TESTS_RIG_EXPLORE_H
#define TESTS_RIG_EXPLORE_H

#include "rig.h"

#include "exec/explore/explore.h"
#include "exec/explore/observer.h"
#include "search/search.h"

static inline bool rig_ignore_path(void *context, const struct path_report *report) {
  (void)context;
  (void)report;
  return false;
}

/* With the strategy of that name; the rig is prepared, and its reducers are added. */
static inline enum explore_end rig_explore(struct rig *rig, const char *name,
                                           const struct explore_options *options,
                                           const struct observer *observer) {
  static const struct observer ignorant = {.path_ended = rig_ignore_path};
  char *error = NULL;
  struct search_options search = {.names = &name,
                                  .name_count = 1,
                                  .program = rig->machine->program,
                                  .coverage = &rig->machine->found.coverage,
                                  .fork_root = &rig->machine->explorations.data[0]->forks};
  struct searcher *searcher = search_new(&search, &error);
  assert_non_null(searcher);
  enum explore_end end =
      explore_run(rig->machine, options, searcher, observer ? observer : &ignorant);
  search_free(searcher);
  return end;
}

#endif
