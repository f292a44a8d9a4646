/* Which reducers a run has, and in which explorations. --goal selects the members of the portfolio
   that are exact for it, --portfolio names them; --reduce names the reducers of one exploration,
   and a reducer's own options (--merge) ask for it, too; --without switches some off. */
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

/* The members that --portfolio names. */
static bool name_members(const char *names, bool is_member[MEMBER_COUNT]) {
  for (; *names != '\0'; names += strcspn(names, ","), names += *names == ',') {
    size_t length = strcspn(names, ",");
    int number = members_find(names, length);
    if (number < 0) {
      fprintf(stderr, "smew: --portfolio: there is no '%.*s'; there are: auto off", (int)length,
              names);
      for (int i = 0; i < MEMBER_COUNT; i++) fprintf(stderr, " %s", member_table[i].name);
      fprintf(stderr, "\n");
      return false;
    }
    is_member[number] = true;
  }
  return true;
}

static const struct reducer_entry *reducer_of(const struct member_entry *member) {
  return &reducer_table[reducers_find(member->reducer, strlen(member->reducer))];
}

/* Without names: the members that are exact for the goal; none if --reduce or --merge say how all
   is explored, except that merging takes turns with single paths unless --merge says otherwise. */
static bool choose_members(const struct options *options, struct reduce_options *reduction) {
  const char *names = cli_portfolio_names(options);
  bool merges = reduction->is_on[reducers_find("merge", strlen("merge"))];
  bool is_said = options->reduction.reduce != NULL || options_has(options, "--merge");
  reduction->is_dynamic = merges && options->reduction.merge == MERGE_DYNAMIC;
  reduction->is_member[MEMBER_STATIC] = reduction->is_dynamic;
  if (names != NULL) return name_members(names, reduction->is_member);
  for (int i = 0; i < MEMBER_COUNT && cli_is_portfolio(options); i++)
    reduction->is_member[i] =
        is_said ? i == MEMBER_STATIC && merges
                : !member_table[i].is_optional &&
                      reducers_is_exact(reducer_of(&member_table[i]), options->reduction.goal);
  return true;
}

/* Per reducer of the table, whether the first exploration has it. */
static bool choose_reducers(const struct options *options, bool is_on[REDUCER_COUNT]) {
  if (options->reduction.reduce != NULL &&
      !set_names("--reduce", options->reduction.reduce, true, is_on))
    return false;
  if (options_has(options, "--merge") || options->reduction.merge == MERGE_NONE)
    is_on[reducers_find("merge", strlen("merge"))] = options->reduction.merge != MERGE_NONE;
  return true;
}

static bool leave_out(const struct options *options, struct reduce_options *reduction) {
  bool is_out[REDUCER_COUNT] = {false};
  int merge = reducers_find("merge", strlen("merge"));
  if (options->reduction.without == NULL) return true;
  if (!set_names("--without", options->reduction.without, true, is_out)) return false;
  for (int i = 0; i < REDUCER_COUNT; i++) reduction->is_on[i] &= !is_out[i];
  for (int i = 0; i < MEMBER_COUNT; i++)
    reduction->is_member[i] &= !is_out[reducer_of(&member_table[i]) - reducer_table];
  if (!options_has(options, "--merge") || options->reduction.merge == MERGE_NONE || !is_out[merge])
    return true;
  fprintf(stderr, "smew: --merge and --without=merge contradict each other\n");
  return false;
}

bool cli_choose_reduction(const struct options *options, struct reduce_options *reduction) {
  *reduction = (struct reduce_options){0};
  reduction->z_equivalence =
      (struct z_equivalence_options){.places = options->reduction.z_places,
                                     .order = options->reduction.z_order,
                                     .is_all_live = options->reduction.z_memory == Z_MEMORY_ALL,
                                     .moves_heap = options->reduction.z_heap == Z_HEAP_ISOMORPHIC,
                                     .solves_equations = options->reduction.z_linear,
                                     .observable = options->reduction.z_observable,
                                     .records = options->z_statistics};
  reduction->redundant = (struct redundant_options){.has_libc = options->machine.coverable.has_libc,
                                                    .records = options->redundant_statistics,
                                                    .ranks = options->reduction.relevant_search};
  reduction->subsume =
      (struct subsume_options){.moves_heap = options->reduction.subsume_heap == Z_HEAP_ISOMORPHIC,
                               .records = options->subsume_statistics,
                               .collects = options->correctness_witness != NULL};
  reduction->loop_summary = (struct loop_summary_options){.records = options->loop_statistics};
  reduction->is_named = options->reduction.reduce != NULL;
  if (!choose_reducers(options, reduction->is_on) || !choose_members(options, reduction) ||
      !leave_out(options, reduction))
    return false;
  reduction->redundant.is_alone = reduction->is_member[MEMBER_REDUNDANT];
  return cli_choose_merging(options, &reduction->merging);
}

void cli_print_reducers(void) {
  static const char *const goals[] = {"errors", "coverage", "paths"};
  printf(
      "Reducers save paths. Each is exact for some goals: with --goal=errors (the default) every\n"
      "error is found, with --goal=coverage everything that can be covered is, with --goal=paths\n"
      "every path has a test. The goal selects explorations with reducers that are exact for it,\n"
      "which take turns (smew help portfolio); --reduce=A,B has one exploration with exactly "
      "these\n"
      "instead, and --without=A leaves some out. The summary says what the run guarantees. See\n"
      "docs/reducers.md and docs/techniques.md.\n\n");
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
