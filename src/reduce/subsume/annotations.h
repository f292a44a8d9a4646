/* Annotations, for a person. */
#ifndef REDUCE_SUBSUME_ANNOTATIONS_H
#define REDUCE_SUBSUME_ANNOTATIONS_H

struct buffer;
struct sites;

/* A line per annotation: where it is, and its formula over the program's variables. */
void annotations_print(const struct sites *sites, struct buffer *out);

#endif
