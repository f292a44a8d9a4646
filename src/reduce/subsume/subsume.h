/* Path subsumption: drops states from which no error can be reached, since a proven annotation of
   the place that they have come to says so. See docs/subsumption.md. */
#ifndef REDUCE_SUBSUME_SUBSUME_H
#define REDUCE_SUBSUME_SUBSUME_H

#include <stdbool.h>

struct machine;
struct reducer;
struct reducer_class;
struct sites;

extern const struct reducer_class subsume_class;

struct subsume_options {
  bool moves_heap; /* annotations are of heaps up to the addresses of their objects; in microc they
                      always are */
  bool records;    /* lists the annotations */
  bool collects;   /* looks at every state that comes to a loop, for invariants (invariant.h) */
};

/* Returns owned; borrows the machine. */
struct reducer *subsume_new(struct machine *machine, const struct subsume_options *options);
/* Whether a state that came to a loop head could not be collected. */
bool subsume_has_missed(const struct reducer *reducer);
/* What is known of each place (fact.h). Borrowed. */
struct sites *subsume_sites(struct reducer *reducer);

/* What another exploration of the run has proven, for one that proves nothing itself: an annotation
   holds for any state that comes to its place, in any exploration. */
extern const struct reducer_class annotations_class;
/* Returns owned; borrows the sites of a reducer for subsumption, which appear at *sites when that
   is made and outlive this one. */
struct reducer *annotations_new(struct machine *machine, struct sites *const *sites);

#endif
