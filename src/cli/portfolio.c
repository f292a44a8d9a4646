/* The explorations of a run. The first follows single paths, or has the reducers of --reduce and
   --merge; the others are members of its portfolio (reduce/members.h), whose reducers are made when
   they begin, since these may have much to analyse first. */
#include "cli/portfolio.h"

#include "cli/options.h"
#include "cli/reduction.h"
#include "exec/explore/exploration.h"
#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "reduce/members.h"
#include "reduce/reducers.h"
#include "reduce/subsume/subsume.h"
#include "search/search.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct begun_member {
  struct portfolio_builder *builder;
  struct searcher *searcher; /* owned; NULL: it is no member */
};

struct portfolio_builder {
  const struct options *options;
  struct machine *machine;
  struct reduce_options choices;
  VEC(struct reducer *) reducers; /* owned */
  struct sites *sites;            /* of the member for subsumption; NULL: it has not begun */
  struct begun_member members[MEMBER_COUNT];
};

/* ---- searchers ---- */

/* The detector of redundant states has a layer of the search of its own. */
static int find_detector(void) { return reducers_find("redundant", strlen("redundant")); }

/* NULL after a message. Owned. */
static struct searcher *new_searcher(const struct options *options, struct machine *machine,
                                     const struct exploration *exploration, const char *strategy,
                                     bool has_detector) {
  struct search_options search = options->search;
  search.names = strategy ? &strategy : options->search_names.data;
  search.name_count = strategy ? 1 : options->search_names.count;
  search.program = machine->program;
  search.coverage = &machine->found.coverage;
  search.fork_root = &exploration->forks;
  search.has_familiar = has_detector && options->reduction.relevant_search;
  char *error = NULL;
  struct searcher *searcher = search_new(&search, &error);
  if (searcher == NULL) fprintf(stderr, "smew: --search: %s\n", error);
  free(error);
  return searcher;
}

struct searcher *cli_new_first_searcher(const struct options *options, struct machine *machine) {
  struct reduce_options choices = {0};
  bool has_detector = cli_choose_reduction(options, &choices) && choices.is_on[find_detector()];
  return new_searcher(options, machine, machine->explorations.data[0], NULL, has_detector);
}

/* ---- reducers ---- */

static void take_reducer(struct portfolio_builder *builder, struct exploration *exploration,
                         struct reducer *reducer) {
  vec_push(&builder->reducers, reducer);
  exploration_add_reducer(builder->machine, exploration, reducer);
}

static struct reducer *add_reducer(struct portfolio_builder *builder,
                                   struct exploration *exploration, int number) {
  struct reducer *reducer = reducer_table[number].make(builder->machine, &builder->choices);
  take_reducer(builder, exploration, reducer);
  return reducer;
}

/* What one member has proven holds in all. Dropping such states loses coverage, so others use it
   only if that is not the goal. */
static bool shares_annotations(const struct portfolio_builder *builder, int number) {
  return builder->choices.is_member[MEMBER_SUBSUME] && number != MEMBER_SUBSUME &&
         number != MEMBER_REDUNDANT && builder->options->reduction.goal == GOAL_ERRORS;
}

static void add_all(struct portfolio_builder *builder, struct exploration *exploration) {
  for (int i = 0; i < REDUCER_COUNT; i++)
    if (builder->choices.is_on[i]) add_reducer(builder, exploration, i);
}

/* Those of the exploration that another with merging takes turns with: none that could save paths,
   or, with dynamic merging, all others. */
static void add_first(struct portfolio_builder *builder, struct exploration *exploration) {
  for (int i = 0; i < REDUCER_COUNT; i++) {
    const struct reducer_entry *entry = &reducer_table[i];
    bool has_place =
        builder->choices.is_dynamic ? entry->class != &merging_class : entry->is_everywhere;
    if (builder->choices.is_on[i] && has_place) add_reducer(builder, exploration, i);
  }
}

/* With --reduce and --merge the member has all reducers that are named. */
static void begin_member(void *context, struct exploration *exploration) {
  struct begun_member *member = context;
  struct portfolio_builder *builder = member->builder;
  int number = (int)(member - builder->members);
  const struct member_entry *entry = &member_table[number];
  if (builder->choices.is_named || builder->choices.is_dynamic) {
    add_all(builder, exploration);
    return;
  }
  if (shares_annotations(builder, number))
    take_reducer(builder, exploration, annotations_new(builder->machine, &builder->sites));
  struct reducer *reducer =
      add_reducer(builder, exploration, reducers_find(entry->reducer, strlen(entry->reducer)));
  if (number == MEMBER_SUBSUME) builder->sites = subsume_sites(reducer);
}

static void add_member(struct portfolio_builder *builder, int number) {
  const struct member_entry *entry = &member_table[number];
  struct exploration *exploration = exploration_new(builder->machine);
  struct begun_member *member = &builder->members[number];
  int detector = find_detector();
  bool has_detector =
      number == MEMBER_REDUNDANT || (builder->choices.is_named && builder->choices.is_on[detector]);
  member->builder = builder;
  member->searcher =
      new_searcher(builder->options, builder->machine, exploration, entry->search, has_detector);
  exploration->name = entry->name;
  exploration->parts = entry->parts;
  exploration->searcher = member->searcher;
  exploration->after = (uint64_t)builder->options->reduction.portfolio_after * entry->after / 4;
  exploration->begin = begin_member;
  exploration->context = member;
}

/* A single path, or one that is watched, is followed once. */
static bool may_have_members(const struct machine *machine, const struct explore_options *limits) {
  return machine->may_be_symbolic && limits->path == NULL && limits->test == NULL &&
         !machine->options.shows_program_output;
}

struct portfolio_builder *cli_begin_portfolio(const struct options *options,
                                              struct machine *machine,
                                              const struct explore_options *limits) {
  struct portfolio_builder *builder = alloc_zeroed(sizeof *builder);
  builder->options = options;
  builder->machine = machine;
  bool is_good = cli_choose_reduction(options, &builder->choices);
  REQUIRE(is_good); /* may_run has seen them */
  struct exploration *first = machine->explorations.data[0];
  first->is_for_coverage = builder->options->reduction.goal == GOAL_COVERAGE;
  first->parts = first->is_for_coverage ? SINGLE_PARTS_FOR_COVERAGE : SINGLE_PARTS;
  bool may_have = may_have_members(machine, limits);
  bool is_first = builder->choices.is_member[MEMBER_STATIC] &&
                  (may_have || !builder->choices.is_dynamic); /* else it merges alone */
  if (is_first)
    add_first(builder, first);
  else
    add_all(builder, first);
  if (!may_have) return builder;
  for (int i = 0; i < MEMBER_COUNT; i++)
    if (builder->choices.is_member[i]) add_member(builder, i);
  return builder;
}

void cli_end_portfolio(struct portfolio_builder *builder) {
  for (size_t i = 0; i < builder->machine->explorations.count; i++)
    reducers_clear(&builder->machine->explorations.data[i]->reducers);
  for (size_t i = 0; i < builder->reducers.count; i++)
    builder->reducers.data[i]->class->free(builder->reducers.data[i]);
  vec_free(&builder->reducers);
  for (int i = 0; i < MEMBER_COUNT; i++)
    if (builder->members[i].searcher != NULL) search_free(builder->members[i].searcher);
  free(builder);
}

/* ---- help ---- */

/* The goals that have the member by themselves. */
static void print_goals(const struct member_entry *entry) {
  static const char *const goals[] = {"errors", "coverage", "paths"};
  const struct reducer_entry *reducer =
      &reducer_table[reducers_find(entry->reducer, strlen(entry->reducer))];
  char text[32] = "";
  for (int goal = GOAL_ERRORS; goal <= GOAL_PATHS && !entry->is_optional; goal++)
    if (reducers_is_exact(reducer, (enum goal)goal))
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? "," : "",
               goals[goal]);
  printf(" %-16s", *text ? text : "by name");
}

void cli_print_portfolio(void) {
  printf(
      "A run explores the program several times at once, with different techniques. Which of them\n"
      "helps is not known in advance: the explorations take turns, and the first to come to the "
      "end\n"
      "of all paths ends the run. They share the solver's answers, coverage, errors and "
      "annotations.\n"
      "Single paths always have a part; they begin alone, so that small programs are done before\n"
      "anything else begins. --portfolio NAMES:\n\n"
      "  auto   the members that are exact for --goal; none with --merge or --reduce (the "
      "default)\n"
      "  off    none\n"
      "  A,B    these members, for instance --portfolio=static,subsume\n\n");
  printf("  %-14s %5s  %-6s %s\n", "member", "parts", "begins", "goals");
  printf("  %-14s %5d  %-6s %-16s %s\n", "single paths", SINGLE_PARTS, "first", "all",
         "follows every path");
  for (int i = 0; i < MEMBER_COUNT; i++) {
    const struct member_entry *entry = &member_table[i];
    printf("  %-14s %5u  %-6.4g", entry->name, entry->parts, entry->after / 4.0);
    print_goals(entry);
    printf(" %s\n", entry->help);
  }
  printf(
      "\nParts are of the work at first. After each round, twice as long as the last, a member "
      "that gets\n"
      "nowhere or drops nothing has half of its parts, and one that is far ahead of single paths "
      "twice\n"
      "as many. With --goal=coverage single paths have %d. A member begins after so many times\n"
      "--portfolio-after, 1 being about a quarter of a second. --without=REDUCER leaves out "
      "members\n"
      "with that reducer. The summary says what each has come to. See docs/portfolio.md.\n",
      SINGLE_PARTS_FOR_COVERAGE);
}
