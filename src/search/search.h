/* Search strategies by name: what --search takes. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stddef.h>
#include <stdint.h>

struct coverage;
struct fork_node;
struct ir_program;
struct searcher;

struct search_options {
  const char *const *names; /* several take turns; none: random-path and nurs:covnew do */
  size_t name_count;
  uint64_t seed;
  uint64_t batch_instructions; /* a state runs on for so many instructions, 0: no limit … */
  double batch_seconds;        /* … or seconds; both 0: no batching */
  /* Borrowed, and needed as long as the searcher is. */
  const struct ir_program *program;
  const struct coverage *coverage;
  struct fork_node *const *fork_root; /* where the root of the tree of forks stands */
};

/* Returns owned, to be freed by its class; NULL with an owned message for the user that
   says what is wrong with the names. */
struct searcher *search_new(const struct search_options *options, char **error);
void search_free(struct searcher *searcher);

struct search_name {
  const char *name, *meaning;
};
/* All names, ended by a NULL name. */
extern const struct search_name search_names[];

#endif
