/* The table of reducers. */
#include "reduce/reducers.h"

#include "exec/explore/reducer.h"
#include "reduce/loop_summary/loop_summary.h"
#include "reduce/record/record.h"

#include <string.h>

static struct reducer *make_merging(struct machine *machine, const struct reduce_options *options) {
  return merging_new(machine, &options->merging);
}

static struct reducer *make_record(struct machine *machine, const struct reduce_options *options) {
  (void)options;
  return record_new(machine);
}

static struct reducer *make_z_equivalence(struct machine *machine,
                                          const struct reduce_options *options) {
  return z_equivalence_new(machine, &options->z_equivalence);
}

static struct reducer *make_redundant(struct machine *machine,
                                      const struct reduce_options *options) {
  return redundant_new(machine, &options->redundant);
}

static struct reducer *make_subsume(struct machine *machine, const struct reduce_options *options) {
  return subsume_new(machine, &options->subsume);
}

static struct reducer *make_loop_summary(struct machine *machine,
                                         const struct reduce_options *options) {
  return loop_summary_new(machine, &options->loop_summary);
}

/* Dropping comes before merging: it is cheaper, and its states stay simple. */
const struct reducer_entry reducer_table[REDUCER_COUNT] = {
    {&z_equivalence_class, .help = "drop states that others stand for (--z-places)",
     .make = make_z_equivalence},
    {&loop_summary_class, .groups_paths = true,
     .help = "summarise any number of iterations of a loop", .make = make_loop_summary},
    {&merging_class, .groups_paths = true, .help = "merge states that meet (--merge, --similar)",
     .make = make_merging},
    {&redundant_class, .help = "drop states that cannot reach uncovered code",
     .make = make_redundant},
    {&subsume_class, .help = "drop states that are proven free of errors", .make = make_subsume},
    {&record_class, .is_observer = true, .is_everywhere = true,
     .help = "none: record what paths execute, to measure its cost", .make = make_record},
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
  return !entry->is_observer && (entry->class->keeps & keeps[goal]) != 0 &&
         !(goal == GOAL_PATHS && entry->groups_paths);
}
