/* Facts: what is known of the states of one shape at one place. */
#ifndef REDUCE_SUBSUME_FACT_H
#define REDUCE_SUBSUME_FACT_H

#include "reduce/shape/names.h"
#include "reduce/shape/shape.h"
#include "reduce/subsume/cube.h"
#include "util/alloc.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct fact;
struct machine;
struct state;

/* What a stretch of the program that begins at a place does, on one of its paths: under this
   condition it may lead to an error, or it leads to another place. */
struct transition {
  struct cube condition;
  struct fact *target; /* NULL: an error, or unknown */
  expr_list values;    /* of the target's cells */
};

struct site;

/* A state that may come to a place: one that has really been there, or what a path of the program
   makes of one that has been at an earlier place. */
struct sample {
  struct state *state; /* borrowed; its path condition holds, and … */
  struct expr *given;  /* … this */
  expr_list values;    /* of the cells */
};
typedef VEC(struct sample) sample_list;

struct fact {
  struct shape *shape; /* owned */
  struct site *site;   /* borrowed */
  uint64_t number;
  bool is_proven;         /* a state that is in none of the cubes reaches no error */
  VEC(struct cube) cubes; /* if it is proven, or while it is being proven */
  struct expr *bad;       /* the disjunction of the cubes */
  uint64_t checks, drops; /* states that were compared, and dropped */
  uint32_t widenings;     /* of its shape */
  /* Until it is proven: */
  uint32_t mark;
  bool is_explored, is_cyclic;
  VEC(struct transition) transitions;
  sample_list derived; /* in a proof */
};

/* A place with its calls, and some states that have been there. */
enum { SITE_SAMPLES = 3, SITE_FACTS = 64 };
struct site {
  uint64_t key;
  uint32_t arrivals, tries;
  uint32_t proofs;                     /* of shapes in loops; some may have been forgotten */
  VEC(struct fact *) facts;            /* owned */
  struct state *samples[SITE_SAMPLES]; /* owned */
  uint32_t sample_count;
  VEC(struct state *) kept; /* owned; the states that were followed from here, if collected */
  bool has_more;            /* there were too many of them */
};

struct sites {
  struct machine *machine;
  struct names names;
  struct word_map numbers; /* key to number in the list, plus 1 */
  VEC(struct site *) list;
  uint64_t fact_count;
  uint32_t marks;
  struct outline scratch;
};

void sites_free(struct sites *sites);
/* The place of a state whose outline this is; made if there is none. */
struct site *sites_have(struct sites *sites, const struct outline *outline);
/* Marks all expressions that are kept, in a collection. */
void sites_mark(struct sites *sites);

/* A new fact for states like this one, or NULL. */
struct fact *fact_new(struct sites *sites, struct site *site, struct state *state, bool is_behind);
void fact_forget_transitions(struct fact *fact);
void fact_forget_derived(struct fact *fact);
void fact_forget_cubes(struct fact *fact);
/* Removes it from its place. */
void fact_free(struct sites *sites, struct fact *fact);

#endif
