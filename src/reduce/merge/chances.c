/* Joins at which states hardly ever merge. Each state that stops costs some microseconds, and in a
   loop that takes no decision but has many rounds, forty states that differ in what is hot there
   stop a hundred thousand times in vain. So of the states that come to a join where less than one
   in MERGES_IN of the recent ones merged, only every LOOK_EVERYth stops. Those that go on meet at a
   later join, at the end of the loop mostly, where what made them differ is no longer needed. */
#include "exec/state.h"
#include "reduce/merge/merger.h"

enum {
  FIRST_LOOKS = 8,   /* before a join is judged */
  MOST_LOOKS = 4096, /* then both counts are halved: what was long ago matters less */
  MERGES_IN = 16,
  LOOK_EVERY = 16,
};

/* Of one join, in the value of a map. */
struct chance {
  uint32_t looks;
  uint16_t merges, skipped;
};
_Static_assert(sizeof(struct chance) == sizeof(uint64_t), "it fills a value of the map");

static struct chance *chance_at(struct merger *m, const struct state *state) {
  struct place place = state_place(state);
  return (struct chance *)word_map_place(&m->chances, ((uint64_t)place.func << 32 | place.ins) + 1);
}

bool chances_are_good(struct merger *m, const struct state *state) {
  struct chance *chance = chance_at(m, state);
  bool is_good = chance->looks < FIRST_LOOKS || chance->merges * MERGES_IN >= chance->looks;
  return is_good || ++chance->skipped % LOOK_EVERY == 0;
}

void chances_note(struct merger *m, const struct state *state, bool has_merged) {
  struct chance *chance = chance_at(m, state);
  chance->looks++;
  chance->merges += has_merged;
  if (chance->looks < MOST_LOOKS) return;
  chance->looks /= 2;
  chance->merges /= 2;
}
