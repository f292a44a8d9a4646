/* Whose turn it is, when a program is explored several times at once. */
#include "exec/explore/portfolio.h"

#include "exec/explore/exploration.h"

/* A turn has so much work at least: each exploration keeps the processor's caches busy. */
#define TURN_WORK ((uint64_t)1 << 20)

void portfolio_charge(struct portfolio *portfolio, uint64_t work) {
  portfolio->turn->work += work - portfolio->counted;
  portfolio->turn_work += work - portfolio->counted;
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

void portfolio_restart_shares(struct portfolio *portfolio) {
  for (size_t i = 0; i < portfolio->count; i++) portfolio->list[i]->work = 0;
  portfolio->turn_work = TURN_WORK; /* the new one may have its first turn at once */
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
    if (exploration->phase == EXPLORATION_RUNNING && exploration->alive == 0) return exploration;
  }
  return NULL;
}
