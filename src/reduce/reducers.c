/* The table of reducers. */
#include "reduce/reducers.h"

#include "exec/explore/reducer.h"

#include <string.h>

static struct reducer *make_merging(struct machine *machine, const struct reduce_options *options) {
  if (options->merging.mode == MERGING_NONE) return NULL;
  return merging_new(machine, &options->merging);
}

const struct reducer_entry reducer_table[REDUCER_COUNT] = {
    {&merging_class, true, "merge states that meet (--merge, --similar)", make_merging},
};

int reducers_find(const char *name, size_t length) {
  for (int i = 0; i < REDUCER_COUNT; i++) {
    const char *known = reducer_table[i].class->name;
    if (strlen(known) == length && strncmp(known, name, length) == 0) return i;
  }
  return -1;
}

bool reducers_is_exact(const struct reducer_entry *entry, enum goal goal) {
  static const unsigned keeps[] = {
      [GOAL_ERRORS] = KEEPS_ERRORS, [GOAL_COVERAGE] = KEEPS_COVERAGE, [GOAL_PATHS] = KEEPS_PATHS};
  return (entry->class->keeps & keeps[goal]) != 0 && !(goal == GOAL_PATHS && entry->groups_paths);
}
