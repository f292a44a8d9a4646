/* Which reducers a run has. --goal switches on those that are exact for it, --reduce names all that
   are to be on, --without switches some off. A reducer's own options (--merge) ask for it, too. */
#include "cli/reduction.h"

#include "cli/commands.h"
#include "cli/options.h"
#include "exec/explore/reducer.h"

#include <stdio.h>
#include <string.h>

static bool complain_of_name(const char *option, const char *name, size_t length) {
  fprintf(stderr, "smew: %s: there is no reducer '%.*s'; there are:", option, (int)length, name);
  for (int i = 0; i < REDUCER_COUNT; i++) fprintf(stderr, " %s", reducer_table[i].class->name);
  fprintf(stderr, "\n");
  return false;
}

/* Names separated by commas. */
static bool set_names(const char *option, const char *names, bool value, bool is_on[]) {
  while (*names != '\0') {
    size_t length = strcspn(names, ",");
    int number = reducers_find(names, length);
    bool is_none = length == strlen("none") && strncmp(names, "none", length) == 0;
    if (number < 0 && !is_none) return complain_of_name(option, names, length);
    if (number >= 0) is_on[number] = value;
    names += length + (names[length] == ',');
  }
  return true;
}

/* --merge says how all is explored, so the goal adds no further exploration. */
static bool selects(const struct options *options, const struct reducer_entry *entry) {
  return options->reduction.reduce == NULL && !entry->is_optional &&
         reducers_is_exact(entry, options->reduction.goal) &&
         !(entry->is_separate_by_goal && options_has(options, "--merge"));
}

/* Per reducer of the table: whether it is on. False after a message. */
static bool choose_reducers(const struct options *options, bool is_on[REDUCER_COUNT]) {
  for (int i = 0; i < REDUCER_COUNT; i++) is_on[i] = selects(options, &reducer_table[i]);
  if (options->reduction.reduce != NULL &&
      !set_names("--reduce", options->reduction.reduce, true, is_on))
    return false;
  int merge = reducers_find("merge", strlen("merge"));
  if (options_has(options, "--merge") || options->reduction.merge == MERGE_NONE)
    is_on[merge] = options->reduction.merge != MERGE_NONE;
  if (options->reduction.without != NULL &&
      !set_names("--without", options->reduction.without, false, is_on))
    return false;
  if (options_has(options, "--merge") && options->reduction.merge != MERGE_NONE && !is_on[merge]) {
    fprintf(stderr, "smew: --merge and --without=merge contradict each other\n");
    return false;
  }
  return true;
}

bool cli_choose_reduction(const struct options *options, struct reduce_options *reduction) {
  reduction->z_equivalence =
      (struct z_equivalence_options){.places = options->reduction.z_places,
                                     .order = options->reduction.z_order,
                                     .is_all_live = options->reduction.z_memory == Z_MEMORY_ALL,
                                     .moves_heap = options->reduction.z_heap == Z_HEAP_ISOMORPHIC,
                                     .solves_equations = options->reduction.z_linear,
                                     .observable = options->reduction.z_observable,
                                     .records = options->z_statistics};
  reduction->redundant = (struct redundant_options){.has_libc = options->report.covers_libc,
                                                    .records = options->redundant_statistics,
                                                    .ranks = options->reduction.relevant_search};
  reduction->subsume =
      (struct subsume_options){.moves_heap = options->reduction.subsume_heap == Z_HEAP_ISOMORPHIC,
                               .records = options->subsume_statistics,
                               .collects = options->correctness_witness != NULL};
  reduction->loop_summary = (struct loop_summary_options){.records = options->loop_statistics};
  if (!choose_reducers(options, reduction->is_on)) return false;
  for (int i = 0; i < REDUCER_COUNT; i++) {
    bool is_separate = reduction->is_on[i] && reducer_table[i].is_separate_by_goal &&
                       options->reduction.reduce == NULL;
    reduction->is_separate[i] = is_separate;
    if (is_separate) reduction->is_on[i] = false;
  }
  reduction->redundant.is_alone = reduction->is_separate[reducers_find("redundant", 9)];
  return cli_choose_merging(options, &reduction->merging);
}

void cli_print_reducers(void) {
  static const char *const goals[] = {"errors", "coverage", "paths"};
  printf(
      "Reducers save paths. Each is exact for some goals: with --goal=errors (the default) every\n"
      "error is found, with --goal=coverage everything that can be covered is, with --goal=paths\n"
      "every path has a test. The goal selects the reducers that are exact for it; --reduce=A,B\n"
      "selects exactly these instead, and --without=A leaves some out. The summary says what the\n"
      "run guarantees. See docs/reducers.md, docs/merging.md and docs/z-equivalence.md.\n\n");
  printf("  %-16s %-10s %-10s %s\n", "reducer", goals[0], goals[1], goals[2]);
  for (int i = 0; i < REDUCER_COUNT; i++) {
    const struct reducer_entry *entry = &reducer_table[i];
    if (entry->is_observer) continue;
    printf("  %-16s", entry->class->name);
    for (int goal = GOAL_ERRORS; goal <= GOAL_PATHS; goal++) {
      bool is_grouped = goal == GOAL_PATHS && entry->groups_paths;
      printf(" %-10s", reducers_is_exact(entry, (enum goal)goal) ? "exact"
                       : is_grouped                              ? "grouped"
                                                                 : "no");
    }
    printf(" %s\n", entry->help);
  }
}
