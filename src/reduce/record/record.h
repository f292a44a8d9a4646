/* A reducer that drops nothing: it keeps the tree of paths and their traces, and counts. It shows
   what these services cost, and in builds with assertions that they are right. */
#ifndef REDUCE_RECORD_RECORD_H
#define REDUCE_RECORD_RECORD_H

struct machine;
struct reducer;
struct reducer_class;

extern const struct reducer_class record_class;

/* Returns owned; borrows the machine. */
struct reducer *record_new(struct machine *machine);

#endif
