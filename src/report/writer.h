/* Writes the files of one directory in the given order, in a separate thread. */
#ifndef REPORT_WRITER_H
#define REPORT_WRITER_H

#include <stddef.h>

struct writer;

/* Takes the descriptor of the directory. Returns owned. */
struct writer *writer_new(int directory);
/* Waits until everything is written. */
void writer_free(struct writer *writer);

/* Replaces the content of the file atomically. Copies. */
void writer_replace(struct writer *writer, const char *name, const void *bytes, size_t size);
/* Appends the bytes, whole lines, to the file. Copies. */
void writer_append(struct writer *writer, const char *name, const void *bytes, size_t size);
/* Waits until everything that was given is written. */
void writer_wait(struct writer *writer);
/* The same from another thread, but only briefly: slow writes are abandoned. */
void writer_wait_shortly(struct writer *writer);

/* 0, or the errno of the first file that could not be written; *name is set to its name, borrowed.
   After an error nothing more is written. */
int writer_fault(struct writer *writer, const char **name);

#endif
