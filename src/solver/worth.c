#include "solver/worth.h"

enum {
  FULL_SHARE = 1024,
  FIRST_ATTEMPTS = 16, /* without judgement */
  TRY_EVERY = 16,
  WEIGHT = 16, /* a new value moves the average by 1/16 */
};

static uint64_t move_average(uint64_t average, uint64_t value) {
  return value > average ? average + (value - average + WEIGHT - 1) / WEIGHT
                         : average - (average - value) / WEIGHT;
}

bool worth_trying(struct worth *worth) {
  if (worth->attempts < FIRST_ATTEMPTS || worth->behind == 0) return true;
  if (worth->behind * worth->share >= worth->cost * FULL_SHARE) return true;
  return ++worth->skipped % TRY_EVERY == 0;
}

void worth_note_attempt(struct worth *worth, uint64_t cost, bool has_answered) {
  if (worth->attempts < FIRST_ATTEMPTS) worth->attempts++;
  worth->cost = move_average(worth->cost, cost);
  worth->share = (uint32_t)move_average(worth->share, has_answered ? FULL_SHARE : 0);
}

void worth_note_behind(struct worth *worth, uint64_t work) {
  worth->behind = move_average(worth->behind, work);
}
