/* Building a native executable of a program, linked with the replay library. */
#ifndef REPLAY_REPLAY_BUILD_H
#define REPLAY_REPLAY_BUILD_H

#include <stdbool.h>
#include <stddef.h>

struct crew;
struct summary_facts;

struct replay_build {
  const struct summary_facts *facts; /* facts.program is known */
  const char *bitcode; /* stands for all of the program but its C sources; NULL: they are used as
                          they are */
  const char *const *flags; /* for the compiler (see replay_flags.h), and .o, .a and .so to link */
  size_t flag_count;
  const char *sanitizers; /* as -fsanitize takes them; NULL: none */
  bool covers;            /* counts what is executed; see replay_coverage.h */
  bool is_quiet;          /* the compiler prints nothing */
};

/* Makes the executable in `directory`, which must exist and be empty. Returns its owned path, or
   NULL after a message. */
char *replay_build(struct crew *crew, const struct replay_build *build, const char *directory);
/* Whether a file of the program is C source, by its name: coverage and most sanitizers need that;
   bitcode supports only AddressSanitizer. */
bool replay_build_is_source(const char *file);
bool replay_build_has_sources(const struct summary_facts *facts);
bool replay_build_has_only_sources(const struct summary_facts *facts);
/* Whether an object is made of this file of the program; it is linked as it is if not. */
bool replay_build_is_compiled(const char *file);

#endif
