/* The output directory. Creating it claims its number, so runs that start at the same time get
   different ones. The number is one more than the largest that exists: even if old directories are
   removed, newer ones have larger numbers. */
#include "report/output.h"

#include "report/writer.h"
#include "util/alloc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = "smew-out-";

/* The part of the path before the file's name, with its slash; "" for none. Owned. */
static char *directory_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return alloc_format("%.*s", slash ? (int)(slash - path) + 1 : 0, path);
}

static unsigned long next_number(const char *directory) {
  unsigned long next = 0;
  DIR *entries = opendir(*directory ? directory : ".");
  struct dirent *entry;
  while (entries != NULL && (entry = readdir(entries)) != NULL) {
    if (strncmp(entry->d_name, prefix, sizeof prefix - 1) != 0) continue;
    const char *digits = entry->d_name + sizeof prefix - 1;
    char *end;
    unsigned long number = strtoul(digits, &end, 10);
    bool is_ours = *digits >= '0' && *digits <= '9' && *end == '\0' && number < 1000000000;
    if (is_ours && number >= next) next = number + 1;
  }
  if (entries != NULL) closedir(entries);
  return next;
}

/* Takes both names; `shown` is NULL if it is the same. */
static struct output *open_directory(char *path, char *shown, char **error) {
  int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) {
    *error = alloc_format("cannot open the output directory %s: %s", path, strerror(errno));
    free(path);
    free(shown);
    return NULL;
  }
  struct stat status = {0};
  struct output *output = alloc_bytes(sizeof *output);
  fstat(directory, &status);
  *output = (struct output){.path = path,
                            .shown = shown ? shown : alloc_string(path),
                            .writer = writer_new(directory),
                            .device = status.st_dev,
                            .inode = status.st_ino};
  return output;
}

bool output_is_there(const struct output *output) {
  struct stat status;
  return stat(output->path, &status) == 0 && status.st_dev == output->device &&
         status.st_ino == output->inode;
}

/* The link is made under another name and renamed, so smew-last always exists. Only a link is
   replaced. Returns the owned name, or NULL if it was not made. */
static char *renew_last(const char *directory, const char *target) {
  char *last = alloc_format("%ssmew-last", directory);
  char *fresh = alloc_format("%s.%ld", last, (long)getpid());
  struct stat status;
  bool is_made = false;
  if (lstat(last, &status) != 0 || S_ISLNK(status.st_mode)) {
    unlink(fresh);
    is_made = symlink(target, fresh) == 0 && rename(fresh, last) == 0;
    if (!is_made) unlink(fresh);
  }
  free(fresh);
  if (is_made) return last;
  free(last);
  return NULL;
}

struct output *output_new_near(const char *program, char **error) {
  char *directory = directory_of(program), *path = NULL, *name = NULL;
  for (unsigned long number = next_number(directory);; number++) {
    name = alloc_format("%s%lu", prefix, number);
    path = alloc_format("%s%s", directory, name);
    if (mkdir(path, 0777) == 0) break;
    int fault = errno;
    if (fault != EEXIST)
      *error = alloc_format("cannot create the output directory %s: %s (--output-dir names another "
                            "place)",
                            path, strerror(fault));
    free(path);
    free(name);
    path = NULL;
    if (fault != EEXIST) break;
  }
  struct output *output = NULL;
  if (path != NULL) {
    output = open_directory(path, renew_last(directory, name), error);
    free(name);
  }
  free(directory);
  return output;
}

static bool is_empty(const char *path) {
  DIR *entries = opendir(path);
  struct dirent *entry;
  bool is_empty = true;
  if (entries == NULL) return true; /* opening it will say why */
  while ((entry = readdir(entries)) != NULL)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) is_empty = false;
  closedir(entries);
  return is_empty;
}

struct output *output_new_at(const char *path, char **error) {
  if (mkdir(path, 0777) != 0 && errno != EEXIST) {
    *error = alloc_format("cannot create the output directory %s: %s", path, strerror(errno));
    return NULL;
  }
  if (!is_empty(path)) {
    *error =
        alloc_format("the output directory %s is not empty: name a new one or an empty one", path);
    return NULL;
  }
  return open_directory(alloc_string(path), NULL, error);
}

void output_free(struct output *output) {
  if (output == NULL) return;
  writer_free(output->writer);
  free(output->path);
  free(output->shown);
  free(output);
}
