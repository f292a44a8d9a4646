/* A directory for the files of one replay. */
#ifndef REPLAY_REPLAY_SCRATCH_H
#define REPLAY_REPLAY_SCRATCH_H

/* Returns the owned path of a new directory, or NULL after a message. */
char *replay_scratch_new(void);
/* A new directory in another one: the owned path. A message and NULL on failure. */
char *replay_scratch_add(const char *parent, const char *name);
/* Removes the directory with everything in it. */
void replay_scratch_remove(const char *path);
/* The same, and frees its path. */
void replay_scratch_free(char *path);

#endif
