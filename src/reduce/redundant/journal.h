/* What the detector has found, in the order in which it did, for people (--statistics=redundant).
 */
#ifndef REDUCE_REDUNDANT_JOURNAL_H
#define REDUCE_REDUNDANT_JOURNAL_H

#include "util/buffer.h"

struct machine;
struct relevant_set;
struct state;

/* A new set, with the state that it was made from: its line, and its locations by name. */
void journal_add_set(struct buffer *journal, const struct machine *machine,
                     const struct state *state, const struct relevant_set *set);
/* The state is dropped because of the set. */
/* The set has become smaller. */
void journal_add_refined(struct buffer *journal, const struct machine *machine,
                         const struct state *state, const struct relevant_set *set);
void journal_add_drop(struct buffer *journal, const struct machine *machine,
                      const struct state *state, const struct relevant_set *set);

#endif
