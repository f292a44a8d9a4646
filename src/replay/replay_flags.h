/* Compile flags of a run, taken from its summary.json. */
#ifndef REPLAY_REPLAY_FLAGS_H
#define REPLAY_REPLAY_FLAGS_H

#include "util/word_list.h"

#include <stdbool.h>
#include <stddef.h>

struct summary_facts;

/* Appends the flags of the run, each as one word, then the user's own. False with an owned message
   if the run has a flag that may do more than choose how the program is compiled, and the user's
   own do not repeat it. The caller frees `words` in both cases. */
bool replay_flags_take(word_list *words, const struct summary_facts *facts, const char *const *own,
                       size_t own_count, char **error);
/* Whether an option of the run may be given to a smew that follows its tests: it decides what the
   program does, and writes nothing. Compile flags among them are checked by replay_flags_take. */
bool replay_flags_is_harmless_option(const char *option);

#endif
