/* Search strategies by name, as --search takes them. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct coverage;
struct fork_node;
struct ir_program;
struct searcher;

struct search_options {
  const char *const *names; /* several take turns; none: random-path and nurs:covnew */
  size_t name_count;
  uint64_t seed;
  uint64_t batch_instructions; /* a picked state runs for that many instructions, 0: no limit … */
  double batch_seconds;        /* … or seconds; both 0: no batching */
  bool has_familiar;           /* a reducer tells which states are familiar: they run last */
  /* Borrowed, and must outlive the searcher. */
  const struct ir_program *program;
  const struct coverage *coverage;
  struct fork_node *const *fork_root; /* the root of the execution tree */
};

/* Returns owned, to be freed by its class; NULL with an owned message for the user if a name is
   wrong. */
struct searcher *search_new(const struct search_options *options, char **error);
void search_free(struct searcher *searcher);

struct search_name {
  const char *name, *meaning;
};
/* All names, terminated by a NULL name. */
extern const struct search_name search_names[];

#endif
