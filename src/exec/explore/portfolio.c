/* Whose turn it is, when a program is explored several times at once. */
#include "exec/explore/portfolio.h"

#include "exec/explore/exploration.h"

/* A turn has so much work at least: each exploration keeps the processor's caches busy. In the
   first rounds it has less, so that who has just begun does not get ahead of what it is given. */
#define TURN_WORK ((uint64_t)1 << 20)
/* The first round, after another exploration has begun; each is twice as long as the last. */
#define ROUND_WORK ((uint64_t)1 << 22)

enum {
  MANY_STATES = 256,   /* fewer are no sign of anything */
  LEAST_PART = 16,     /* of its full share, for one whose states pile up … */
  LEAST_IDLE_PART = 4, /* … and for one that comes to nothing */
  MOST_PARTS = 2,      /* times its full share, for one that gets far ahead of single paths */
  MANY_PATHS = 64,     /* fewer show nothing about a reducer */
  FEW_DROPPED = 16,    /* one in so many: its reducer saves nothing */
  FAR_AHEAD = 16,      /* times as many paths */
  ROUND_TURNS = 16,    /* a round has at least so many turns */
  MUCH_FOUND = 32,     /* one part in so many in a round */
  COVERING = 8,        /* times the share that single paths begin with, while they cover … */
  NOT_COVERING = 4,    /* … and the part of it that they keep when they do not */
  IDLE_ROUNDS = 3      /* so many in a row are nothing unusual: merged paths end late */
};

void portfolio_charge(struct portfolio *portfolio, uint64_t work) {
  uint64_t done = work - portfolio->counted;
  portfolio->turn->work += done;
  portfolio->turn->total_work += done;
  portfolio->turn_work += done;
  portfolio->round_work += done;
  portfolio->counted = work;
}

void portfolio_credit(struct portfolio *portfolio, uint64_t found) {
  portfolio->turn->found += found - portfolio->found;
  portfolio->found = found;
}

struct exploration *portfolio_find_due(const struct portfolio *portfolio) {
  uint64_t done = portfolio->list[0]->total_work;
  if (portfolio->list[0]->alive < 2) return NULL; /* nothing has forked */
  for (size_t i = 1; i < portfolio->count; i++) {
    struct exploration *exploration = portfolio->list[i];
    if (exploration->phase != EXPLORATION_TO_COME) continue;
    bool is_due =
        portfolio->phases.is_on ? !portfolio->phases.is_search : done >= exploration->after;
    if (is_due) return exploration;
  }
  return NULL;
}

static uint64_t sum_parts(const struct portfolio *portfolio) {
  uint64_t sum = 0;
  for (size_t i = 0; i < portfolio->count; i++)
    if (portfolio->list[i]->phase == EXPLORATION_RUNNING) sum += portfolio->list[i]->parts;
  return sum > 0 ? sum : 1;
}

static uint64_t turn_length(const struct portfolio *portfolio) {
  uint64_t length = portfolio->round_length / ROUND_TURNS;
  return length > 0 && length < TURN_WORK ? length : TURN_WORK;
}

/* Another may have its turn at once. */
static void restart_round(struct portfolio *portfolio) {
  portfolio->turn_work = TURN_WORK;
  portfolio->round_work = 0;
}

static uint64_t count_ended(const struct exploration *exploration) {
  return explore_paths_total(&exploration->paths) + explore_paths_dropped(&exploration->paths);
}

static void remember(struct exploration *exploration) {
  exploration->alive_before = exploration->alive;
  exploration->ended_before = count_ended(exploration);
  exploration->found_before = exploration->found;
}

void portfolio_begin_rounds(struct portfolio *portfolio) {
  for (size_t i = 0; i < portfolio->count; i++) {
    remember(portfolio->list[i]);
    portfolio->list[i]->work = 0;
  }
  portfolio->round_length = ROUND_WORK;
  restart_round(portfolio);
}

/* Half its share, down to a part of what it began with. */
static void halve(struct exploration *exploration, uint32_t least) {
  uint32_t floor = exploration->full_parts / least;
  if (floor == 0) floor = 1;
  if (exploration->parts / 2 >= floor) exploration->parts /= 2;
}

/* It follows the paths that single paths follow, too. */
static bool saves_nothing(const struct exploration *exploration) {
  uint64_t ended = count_ended(exploration);
  return ended >= MANY_PATHS && explore_paths_dropped(&exploration->paths) < ended / FEW_DROPPED;
}

/* It has finished far more of the program's paths and has fewer left, and single paths do not cover
   much more. */
static bool is_far_ahead(const struct exploration *exploration, const struct exploration *first) {
  uint64_t news = first->found - first->found_before;
  return exploration->alive < first->alive && news < first->found / MUCH_FOUND + 1 &&
         exploration->paths.finished_multiplicity >
             FAR_AHEAD * (double)(explore_paths_total(&first->paths) + first->alive);
}

static void judge(struct exploration *exploration, const struct exploration *first) {
  bool gets_on = count_ended(exploration) != exploration->ended_before ||
                 exploration->found != exploration->found_before;
  bool is_shrinking = exploration->alive < exploration->alive_before;
  bool piles_up =
      exploration->alive > MANY_STATES && exploration->alive / 2 > exploration->alive_before;
  exploration->idle_rounds = gets_on || is_shrinking ? 0 : exploration->idle_rounds + 1;
  bool is_ahead = is_far_ahead(exploration, first);
  uint32_t most = exploration->full_parts * (is_ahead ? MOST_PARTS : 1);
  if (piles_up || saves_nothing(exploration))
    halve(exploration, LEAST_PART);
  else if (exploration->idle_rounds > IDLE_ROUNDS)
    halve(exploration, LEAST_IDLE_PART);
  else if (is_shrinking || is_ahead)
    exploration->parts *= 2;
  if (exploration->parts > most) exploration->parts = most;
  remember(exploration);
}

/* What covers is single paths, mostly; what shows that nothing is left to be covered is others. */
static void judge_first(struct exploration *first) {
  if (!first->is_for_coverage) return;
  if (first->found == first->found_before)
    halve(first, NOT_COVERING);
  else if (first->parts < first->full_parts * COVERING)
    first->parts *= 2;
}

void portfolio_judge(struct portfolio *portfolio) {
  if (portfolio->phases.is_on) return;
  if (portfolio->round_length == 0 || portfolio->round_work < portfolio->round_length) return;
  uint64_t sum = sum_parts(portfolio);
  for (size_t i = 0; i < portfolio->count; i++) {
    struct exploration *exploration = portfolio->list[i];
    uint64_t fair = portfolio->round_work / sum * exploration->parts;
    exploration->work = exploration->work > fair ? exploration->work - fair : 0;
    if (i > 0 && exploration->phase == EXPLORATION_RUNNING) judge(exploration, portfolio->list[0]);
  }
  judge_first(portfolio->list[0]);
  remember(portfolio->list[0]);
  portfolio->round_length *= 2;
  restart_round(portfolio);
}

/* Whether a has had less of its share than b. */
static bool is_behind(const struct exploration *a, const struct exploration *b) {
  return a->work * b->parts < b->work * a->parts;
}

/* Whether it can do nothing now but try a query again that was put off, before that is due. */
static bool is_stuck(const struct portfolio *portfolio, const struct exploration *exploration) {
  return portfolio->counted < portfolio->retry_at && put_off_has_only_unanswered(exploration);
}

void portfolio_choose(struct portfolio *portfolio, uint64_t covered) {
  struct exploration *turn = portfolio->turn;
  if (portfolio->phases.is_on) {
    portfolio->turn = phases_choose(&portfolio->phases, portfolio->list, turn, covered);
    return;
  }
  bool may_go_on = turn->phase == EXPLORATION_RUNNING && !is_stuck(portfolio, turn);
  if (may_go_on && portfolio->turn_work < turn_length(portfolio)) return;
  struct exploration *last = may_go_on ? turn : portfolio->list[0];
  for (size_t i = 0; i < portfolio->count; i++) {
    struct exploration *other = portfolio->list[i];
    if (other->phase != EXPLORATION_RUNNING || is_stuck(portfolio, other)) continue;
    if (is_stuck(portfolio, last) || is_behind(other, last)) last = other;
  }
  if (last == turn) return;
  portfolio->turn = last;
  portfolio->turn_work = 0;
}

/* Shares first: they show what an exploration has come to, the number of its states how much memory
   it gives back. */
static bool has_less_hope(const struct exploration *a, const struct exploration *b) {
  uint64_t left = (uint64_t)a->parts * b->full_parts, right = (uint64_t)b->parts * a->full_parts;
  return left != right ? left < right : a->alive > b->alive;
}

struct exploration *portfolio_find_dispensable(const struct portfolio *portfolio) {
  size_t first = portfolio->list[0]->alive;
  struct exploration *least = NULL;
  for (size_t i = 1; i < portfolio->count; i++) {
    struct exploration *exploration = portfolio->list[i];
    bool may_finish = first > 1 && exploration->alive <= first / 4;
    if (exploration->phase != EXPLORATION_RUNNING || may_finish) continue;
    if (least == NULL || has_less_hope(exploration, least)) least = exploration;
  }
  return least;
}

struct exploration *portfolio_find_finished(const struct portfolio *portfolio) {
  for (size_t i = 0; i < portfolio->count; i++) {
    struct exploration *exploration = portfolio->list[i];
    bool is_in_vain = i > 0 && exploration->is_in_vain; /* it may have lost paths */
    if (exploration->phase == EXPLORATION_RUNNING && exploration->alive == 0 && !is_in_vain)
      return exploration;
  }
  return NULL;
}
