/* Writes the files of one directory in the order in which they are given, in a thread of its
   own. */
#ifndef REPORT_WRITER_H
#define REPORT_WRITER_H

#include <stddef.h>

struct writer;

/* Takes the descriptor of the directory. Returns owned. */
struct writer *writer_new(int directory);
/* Waits until all is written. */
void writer_free(struct writer *writer);

/* The file gets these bytes as a whole, whatever happens, or stays as it was. Copies. */
void writer_replace(struct writer *writer, const char *name, const void *bytes, size_t size);
/* The bytes, whole lines, are added to the file's end. Copies. */
void writer_append(struct writer *writer, const char *name, const void *bytes, size_t size);
/* Waits until all that was given is written. */
void writer_wait(struct writer *writer);
/* The same from another thread, but only for a moment: what is slow is left. */
void writer_wait_shortly(struct writer *writer);

/* 0, or what errno said of the first file that could not be written; *name is set to its
   name, borrowed. After a fault nothing more is written. */
int writer_fault(struct writer *writer, const char **name);

#endif
