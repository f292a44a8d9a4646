/* The program's descriptors on the host. Its numbers are its own: whatever number it passes, it
   gets at the three standard streams and at what it has opened itself, never at a file of smew's or
   at one that smew has inherited. */
#ifndef EXEC_HOST_FILES_H
#define EXEC_HOST_FILES_H

#include "util/alloc.h"

struct host_files {
  VEC(int) hosts; /* by the program's number: the host's descriptor, -1 for none */
};

/* What is open of the standard streams. */
void host_files_begin(struct host_files *files);
/* Closes what the program has left open. */
void host_files_end(struct host_files *files);
/* The host's descriptor, or -1. */
int host_files_find(const struct host_files *files, long number);
/* Takes a descriptor of the host's; the program's number, or -EMFILE when it has too many. */
long host_files_add(struct host_files *files, int host);
/* Closes it; 0, or -EBADF: the standard streams are not the program's to close. */
long host_files_close(struct host_files *files, long number);

#endif
