/* Phases of the search, and of merging in between. */
#include "exec/explore/phases.h"

#include "exec/explore/exploration.h"

enum {
  FIRST_PATIENCE = 32, /* the first phase is at least so many times as long as patience */
  SEARCH_PART = 8,     /* the search goes on for this part of what it has done in all, too */
  MOST_PARTS = 16      /* of the work of the other, in lengths of the last phase of the search */
};

void phases_begin(struct phases *phases, uint64_t patience) {
  *phases = (struct phases){.is_on = true, .is_search = true, .patience = patience, .parts = 1};
}

static void begin_search(struct phases *phases, const struct exploration *search) {
  phases->is_search = true;
  if (phases->parts < MOST_PARTS) phases->parts *= 2;
  phases->begun = phases->mark = search->total_work;
}

static void go_on_searching(struct phases *phases, const struct exploration *search) {
  uint64_t limit = phases->patience + phases->mark / SEARCH_PART;
  if (search->total_work < FIRST_PATIENCE * phases->patience ||
      search->total_work - phases->mark < limit)
    return;
  phases->is_search = false;
  phases->length = search->total_work - phases->begun;
}

struct exploration *phases_choose(struct phases *phases, struct exploration *const list[2],
                                  struct exploration *turn, uint64_t covered) {
  struct exploration *search = list[0], *other = list[1];
  bool is_new = covered != phases->covered && turn == search;
  phases->covered = covered;
  if (is_new) phases->mark = search->total_work;
  if (phases->is_search) {
    go_on_searching(phases, search);
    phases->ordered = other->total_work;
  } else if (other->total_work - phases->ordered >= phases->parts * phases->length) {
    begin_search(phases, search);
  }
  return phases->is_search || other->phase != EXPLORATION_RUNNING ? search : other;
}
