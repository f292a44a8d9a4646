/* A list by number, in which the lowest free number is taken next: what a program sees does not
   depend on what smew has open. */
#include "exec/host_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

/* As many as the model of the operating system ever opens. A program must not leave smew without.
 */
enum { MOST_FILES = 256 + 3 };
enum { STANDARD_STREAMS = 3 };

void host_files_begin(struct host_files *files) {
  *files = (struct host_files){0};
  for (int stream = 0; stream < STANDARD_STREAMS; stream++) {
    int flags = fcntl(stream, F_GETFL);
    bool is_open = flags >= 0 && !(flags & O_PATH); /* see util/standard.h */
    vec_push(&files->hosts, is_open ? stream : -1);
  }
}

void host_files_end(struct host_files *files) {
  for (size_t i = STANDARD_STREAMS; i < files->hosts.count; i++)
    if (files->hosts.data[i] >= 0) close(files->hosts.data[i]);
  vec_free(&files->hosts);
}

/* As for the kernel, only the lower half of the number counts. */
int host_files_find(const struct host_files *files, long number) {
  unsigned index = (unsigned)number;
  return index < files->hosts.count ? files->hosts.data[index] : -1;
}

long host_files_add(struct host_files *files, int host) {
  size_t number = STANDARD_STREAMS;
  while (number < files->hosts.count && files->hosts.data[number] >= 0) number++;
  if (number == MOST_FILES) {
    close(host);
    return -EMFILE;
  }
  if (number == files->hosts.count) vec_push(&files->hosts, -1);
  files->hosts.data[number] = host;
  return (long)number;
}

long host_files_close(struct host_files *files, long number) {
  unsigned index = (unsigned)number;
  if (index < STANDARD_STREAMS || host_files_find(files, number) < 0) return -EBADF;
  close(files->hosts.data[index]);
  files->hosts.data[index] = -1;
  return 0;
}
