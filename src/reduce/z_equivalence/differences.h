/* What makes states differ that z-equivalence keeps, for --statistics=z-equivalence: for each place
   of the program which registers, cells of memory and conditions. */
#ifndef REDUCE_Z_EQUIVALENCE_DIFFERENCES_H
#define REDUCE_Z_EQUIVALENCE_DIFFERENCES_H

#include "reduce/z_equivalence/snapshot.h"
#include "util/alloc.h"
#include "util/strmap.h"
#include "util/word_map.h"

struct buffer;
struct json;
struct machine;
struct state;

/* A place of the program. */
struct differences_place {
  uint32_t func, loc;
  int kind;               /* enum z_places */
  uint64_t kept, dropped; /* states that were compared there */
  uint64_t first;         /* kept, and no other had come there with the same call stack before */
  uint64_t alike;         /* kept although nothing was found that differs from an earlier one */
  struct strmap alone;    /* what was all that differed from another state, to its number */
  struct strmap among;    /* one of several things that differed */
};

struct differences {
  VEC(struct differences_place) places;
  /* The rest is private to differences.c. */
  struct machine *machine;
  struct snapshots snapshots; /* with tags */
  struct word_map numbers;    /* of places + 1 */
  struct word_map group_numbers;
  VEC(struct differences_group) groups;
};

/* Returns owned; borrows both. It leaves out what `like` leaves out. */
struct differences *differences_new(struct machine *machine, const struct snapshots *like);
void differences_free(struct differences *d);
/* A state at a place of that kind (enum z_places) was kept or dropped; `rigid` as in
   snapshot_take. */
void differences_note(struct differences *d, struct state *state, int kind, uint32_t rigid,
                      bool is_dropped);
/* Forgets earlier states, which take memory. */
void differences_forget(struct differences *d);
void differences_mark(struct differences *d);

void differences_add_text(const struct differences *d, struct buffer *out);
void differences_add_json(const struct differences *d, struct json *json);

#endif
