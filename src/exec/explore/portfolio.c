/* Whose turn it is, when a program is explored several times at once. */
#include "exec/explore/portfolio.h"

#include "exec/explore/exploration.h"

/* A turn has so much work at least: each exploration keeps the processor's caches busy. */
#define TURN_WORK ((uint64_t)1 << 20)
/* The first round, after another exploration has begun; each is twice as long as the last. */
#define ROUND_WORK ((uint64_t)1 << 22)

enum {
  MANY_STATES = 256,   /* fewer are no sign of anything */
  LEAST_PART = 16,     /* of its full share, for one whose states pile up … */
  LEAST_IDLE_PART = 4, /* … and for one that ends no path */
  IDLE_ROUNDS = 3      /* so many in a row are nothing unusual: merged paths end late */
};

void portfolio_charge(struct portfolio *portfolio, uint64_t work) {
  portfolio->turn->work += work - portfolio->counted;
  portfolio->turn_work += work - portfolio->counted;
  portfolio->round_work += work - portfolio->counted;
  portfolio->counted = work;
}

struct exploration *portfolio_find_due(const struct portfolio *portfolio) {
  uint64_t done = portfolio->counted - portfolio->begun;
  if (portfolio->list[0]->alive < 2) return NULL; /* nothing has forked */
  for (size_t i = 1; i < portfolio->count; i++) {
    struct exploration *exploration = portfolio->list[i];
    if (exploration->phase == EXPLORATION_TO_COME && done >= exploration->after) return exploration;
  }
  return NULL;
}

static void restart_shares(struct portfolio *portfolio) {
  for (size_t i = 0; i < portfolio->count; i++) portfolio->list[i]->work = 0;
  portfolio->turn_work = TURN_WORK; /* another may have its turn at once */
  portfolio->round_work = 0;
}

static void remember(struct exploration *exploration) {
  exploration->alive_before = exploration->alive;
  exploration->ended_before = explore_paths_total(&exploration->paths);
}

void portfolio_begin_rounds(struct portfolio *portfolio) {
  for (size_t i = 0; i < portfolio->count; i++) remember(portfolio->list[i]);
  portfolio->round_length = ROUND_WORK;
  restart_shares(portfolio);
}

/* Half its share, down to a part of what it began with. */
static void halve(struct exploration *exploration, uint32_t least) {
  uint32_t floor = exploration->full_parts / least;
  if (floor == 0) floor = 1;
  if (exploration->parts / 2 >= floor) exploration->parts /= 2;
}

static void judge(struct exploration *exploration) {
  bool has_ended = explore_paths_total(&exploration->paths) != exploration->ended_before;
  bool is_shrinking = exploration->alive < exploration->alive_before;
  bool piles_up =
      exploration->alive > MANY_STATES && exploration->alive / 2 > exploration->alive_before;
  exploration->idle_rounds = has_ended || is_shrinking ? 0 : exploration->idle_rounds + 1;
  if (piles_up)
    halve(exploration, LEAST_PART);
  else if (exploration->idle_rounds > IDLE_ROUNDS)
    halve(exploration, LEAST_IDLE_PART);
  else if (is_shrinking && exploration->parts < exploration->full_parts)
    exploration->parts *= 2;
  if (exploration->parts > exploration->full_parts) exploration->parts = exploration->full_parts;
  remember(exploration);
}

void portfolio_judge(struct portfolio *portfolio) {
  if (portfolio->round_length == 0 || portfolio->round_work < portfolio->round_length) return;
  for (size_t i = 1; i < portfolio->count; i++)
    if (portfolio->list[i]->phase == EXPLORATION_RUNNING) judge(portfolio->list[i]);
  portfolio->round_length *= 2;
  restart_shares(portfolio);
}

/* Whether a has had less of its share than b. */
static bool is_behind(const struct exploration *a, const struct exploration *b) {
  return a->work * b->parts < b->work * a->parts;
}

void portfolio_choose(struct portfolio *portfolio) {
  struct exploration *turn = portfolio->turn;
  bool may_go_on = turn->phase == EXPLORATION_RUNNING;
  if (may_go_on && portfolio->turn_work < TURN_WORK) return;
  struct exploration *last = may_go_on ? turn : portfolio->list[0];
  for (size_t i = 0; i < portfolio->count; i++) {
    struct exploration *other = portfolio->list[i];
    if (other->phase == EXPLORATION_RUNNING && is_behind(other, last)) last = other;
  }
  if (last == turn) return;
  portfolio->turn = last;
  portfolio->turn_work = 0;
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
