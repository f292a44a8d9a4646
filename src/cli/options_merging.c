/* What the options say about merging. There are two vocabularies: the paper's, in which --merge is
   the order in which states run and --similar which of those that meet are merged; and that of
   the thesis that microc comes from, whose merging strategies take the order of the search
   as it is and differ in which states are merged. Its names are taken for either option: for
   --merge they mean both. */
#include "reduce/merge/merging.h"

#include "cli/commands.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

/* In the order of the table in option_table.c. */
_Static_assert((int)MERGE_AGGRESSIVE == (int)MERGING_DYNAMIC + 1, "the modes come first");
enum { CHOICE_AGGRESSIVE = SIMILAR_QCE_ITE + 1, CHOICE_RECURSIVE, CHOICE_LATTICE };

static bool complain(const char *text) {
  fprintf(stderr, "smew: %s\n", text);
  return false;
}

/* Whether --merge is one of the thesis's strategies. */
static bool is_thesis(const struct options *options) {
  return options->reduction.merge >= MERGE_AGGRESSIVE && options->reduction.merge <= MERGE_LATTICE;
}

/* Whether --reduce names other reducers only: then merging has no say. */
static bool is_left_out(const struct options *options) {
  const char *names = options->reduction.reduce;
  if (names == NULL || options_has(options, "--merge")) return false;
  for (; *names != '\0'; names += strcspn(names, ","), names += *names == ',')
    if (strcspn(names, ",") == strlen("merge") && strncmp(names, "merge", strlen("merge")) == 0)
      return false;
  return true;
}

const char *cli_portfolio_names(const struct options *options) {
  const char *said = options->reduction.portfolio;
  if (said == NULL || strcmp(said, "auto") == 0 || strcmp(said, "off") == 0) return NULL;
  return said;
}

static bool is_switched_off(const struct options *options) {
  const char *said = options->reduction.portfolio;
  return said != NULL && strcmp(said, "off") == 0;
}

bool cli_is_portfolio(const struct options *options) {
  return options->reduction.merge == MERGE_PORTFOLIO && !is_switched_off(options) &&
         !is_left_out(options);
}

/* Which of the choices of --similar holds. */
static int64_t similar_of(const struct options *options) {
  return is_thesis(options) ? options->reduction.merge - MERGE_AGGRESSIVE + CHOICE_AGGRESSIVE
                            : options->reduction.similar;
}

static bool is_counting_right(const struct options *options,
                              const struct query_count_options *counts) {
  if (counts->beta <= 0 || counts->beta > 1)
    return complain("--beta must be a probability: above 0, at most 1");
  if (options->reduction.alpha < 0) return complain("--alpha must be at least 0");
  if (options->reduction.zeta < 1) return complain("--zeta must be at least 1");
  if (counts->kappa < 1) return complain("--kappa must be at least 1");
  if (options_has(options, "--limit-cost")) {
    if (options->reduction.limit_cost < 1) return complain("--limit-cost must be at least 1");
    if (counts->limit == 0)
      return complain("--limit-cost needs recursive or lattice-based merging");
  }
  if (counts->kind == QUERY_COUNT_LATTICE &&
      (options_has(options, "--kappa") || options_has(options, "--beta")))
    return complain("lattice-based counts take neither --kappa nor --beta");
  return true;
}

static uint32_t clipped(int64_t number) {
  return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

bool cli_choose_query_counts(const struct options *options, struct query_count_options *counts) {
  int64_t similar = similar_of(options);
  bool is_limited = similar == CHOICE_RECURSIVE || similar == CHOICE_LATTICE;
  *counts = query_count_defaults();
  counts->alpha = options->reduction.alpha;
  counts->zeta = options->reduction.zeta;
  counts->only_branches = options->reduction.queries == QUERIES_OF_BRANCHES;
  if (is_limited) { /* the thesis's defaults; it knows no probabilities */
    counts->kind = similar == CHOICE_LATTICE ? QUERY_COUNT_LATTICE : QUERY_COUNT_RECURSIVE;
    counts->beta = 1;
    counts->kappa = 1;
    counts->limit = clipped(options->reduction.limit_cost);
    if (counts->cap < counts->limit) counts->cap = counts->limit;
  }
  if (options_has(options, "--beta")) counts->beta = options->reduction.beta;
  if (options_has(options, "--kappa")) counts->kappa = clipped(options->reduction.kappa);
  return is_counting_right(options, counts);
}

bool cli_counts_queries(const struct options *options) {
  int64_t similar = similar_of(options);
  if (similar >= SIMILAR_QCE && similar != CHOICE_AGGRESSIVE) return true;
  return complain("--similar=never, always and aggressive use no query counts");
}

/* The thesis's strategies leave nothing open. */
static bool is_said_once(const struct options *options) {
  if (options_has(options, "--portfolio-after") && !cli_is_portfolio(options))
    return complain("--portfolio-after needs a portfolio, which --merge, --reduce and "
                    "--portfolio=off leave out");
  if (cli_portfolio_names(options) != NULL &&
      (options_has(options, "--merge") || options->reduction.reduce != NULL))
    return complain("--portfolio names explorations, --merge and --reduce say how a single one "
                    "reduces paths; they exclude each other");
  if (is_switched_off(options) && options_has(options, "--merge") &&
      options->reduction.merge == MERGE_PORTFOLIO)
    return complain("--portfolio=off and --merge=portfolio contradict each other");
  if (!is_thesis(options)) return true;
  if (options_has(options, "--similar"))
    return complain(
        "--similar needs --merge=static or dynamic, or a portfolio; the other strategies imply it");
  if (options_has(options, "--search-phase"))
    return complain("--search-phase needs --merge=dynamic");
  return true;
}

static enum merging_mode mode_of(const struct options *options) {
  if (is_thesis(options)) return MERGING_SEARCH;
  return options->reduction.merge == MERGE_PORTFOLIO ? MERGING_STATIC
                                                     : (enum merging_mode)options->reduction.merge;
}

bool cli_choose_merging(const struct options *options, struct merging_options *merging) {
  int64_t similar = similar_of(options);
  *merging = (struct merging_options){.mode = mode_of(options),
                                      .similar = (enum merging_similar)similar,
                                      .counts_exactly = options->reduction.exact_paths,
                                      .expands = options->reduction.expand,
                                      .compares = options->query_statistics,
                                      .records = options->merging_statistics};
  if (similar == CHOICE_AGGRESSIVE) merging->similar = SIMILAR_ALWAYS;
  if (similar > CHOICE_AGGRESSIVE) merging->similar = SIMILAR_LIMIT;
  bool is_portfolio = cli_is_portfolio(options);
  bool has_singles = is_portfolio || options->reduction.merge == MERGE_DYNAMIC;
  if (options->explore.path != NULL && options->reduction.merge != MERGE_NONE && !is_portfolio)
    return complain("--path follows single paths, so it needs --merge=none");
  if (has_singles && options->query_statistics)
    return complain("--statistics=queries looks into merged states, so it needs --merge=static");
  if (has_singles && (options->reduction.exact_paths || options->reduction.expand))
    return complain(
        "--exact-paths and --expand look into merged states; a portfolio and --merge=dynamic "
        "follow every path separately too, so they need --merge=static");
  return is_said_once(options) && cli_choose_query_counts(options, &merging->counts);
}
