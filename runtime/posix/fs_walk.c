// From names to nodes, one component at a time. Symbolic links are followed by walking their
// targets in turn, no deeper than the kernel goes. From the first name with symbolic bytes on it is
// fs_symbolic.c that walks.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_LINKS = 40 };

static struct node *working_directory;

static struct node *find_working_directory(void) {
  char path[PATH_MAX];
  struct place place;
  const char *name = "/home";
  if (__posix_world.working_directory)
    name = __posix_world.working_directory;
  else if (__posix_world.has_host_files && host(SYS_getcwd, (long)path, sizeof(path), 0, 0) > 0)
    name = path;
  if (__posix_walk_from(__posix_root(), name, WALK_FOLLOW, 0, &place) < 0) return __posix_root();
  return place.node;
}

struct node *__posix_working_directory(void) {
  if (!working_directory) working_directory = find_working_directory();
  return working_directory;
}

void __posix_set_working_directory(struct node *directory) { working_directory = directory; }

static const char *name_in(const struct node *directory, const struct node *node) {
  for (const struct entry *entry = directory->entries; entry; entry = entry->next)
    if (entry->node == node) return entry->name;
  return NULL;
}

// Written from the end of the buffer to its beginning.
long __posix_path_of(struct node *directory, char *buffer, size_t size) {
  char path[PATH_MAX];
  size_t at = sizeof(path) - 1;
  path[at] = 0;
  for (struct node *node = directory; node != node->parent; node = node->parent) {
    const char *name = name_in(node->parent, node);
    size_t length = name ? strlen(name) : 0;
    if (!name) return -ENOENT;
    if (length + 1 > at) return -ENAMETOOLONG;
    at -= length;
    memcpy(path + at, name, length);
    path[--at] = '/';
  }
  if (path[at] == 0) path[--at] = '/';
  size_t length = sizeof(path) - 1 - at;
  if (length + 1 > size) return -ERANGE;
  memcpy(buffer, path + at, length + 1);
  return (long)length;
}

static long start_of(long fd, struct node **directory) {
  if ((int)fd == AT_FDCWD) {
    *directory = __posix_working_directory();
    return 0;
  }
  struct file *file = __posix_file(fd);
  if (!file) return -EBADF;
  if (file->kind != FILE_NODE || file->node->type != S_IFDIR) return -ENOTDIR;
  *directory = file->node;
  return 0;
}

static long follow(struct node *directory, struct node *link, int flags, int depth,
                   struct place *place) {
  if (depth >= MOST_LINKS) return -ELOOP;
  long status = __posix_load(link);
  if (status < 0) return status;
  return __posix_walk_from(directory, link->bytes, flags, depth + 1, place);
}

static long end_in_directory(struct node *directory, const char *at, struct place *place) {
  *place = (struct place){
      .directory = directory->parent, .node = directory, .name = at, .wants_directory = true};
  return 0;
}

// The last name of the path, which begins at `name`.
static long end_at(struct node *directory, const char *name, size_t length, int flags, int depth,
                   struct place *place) {
  bool has_slash = name[length] == '/';
  *place = (struct place){
      .directory = directory, .name = name, .length = length, .wants_directory = has_slash};
  long status = __posix_find_child(directory, name, length, &place->entry);
  if (status == -ENOENT && (flags & WALK_MISSING)) return 0;
  if (status < 0) return status;
  place->node = place->entry->node;
  if (flags & WALK_LAST) return 0;
  if (place->node->type == S_IFLNK && ((flags & WALK_FOLLOW) || has_slash)) {
    status = follow(directory, place->node, flags | WALK_FOLLOW, depth, place);
    if (status < 0) return status;
    place->wants_directory |= has_slash;
  }
  return has_slash && place->node && place->node->type != S_IFDIR ? -ENOTDIR : 0;
}

// One step down to a directory.
static long step(struct node **directory, const char *name, size_t length, int depth) {
  struct entry *entry;
  struct place place;
  long status = __posix_find_child(*directory, name, length, &entry);
  if (status < 0) return status;
  struct node *node = entry->node;
  if (node->type == S_IFLNK) {
    status = follow(*directory, node, WALK_FOLLOW, depth, &place);
    if (status < 0) return status;
    node = place.node;
  }
  if (node->type != S_IFDIR) return -ENOTDIR;
  *directory = node;
  return 0;
}

static bool is_dots(const char *name, size_t length) {
  return name[0] == '.' && (length == 1 || (length == 2 && name[1] == '.'));
}

static bool is_symbolic(const char *at) { return __smew_is_symbolic((unsigned char)*at); }

static const char *skip_slashes(const char *at) {
  while (!is_symbolic(at) && *at == '/') at++;
  return at;
}

// Of the name that begins here, without the bytes from the first symbolic one on.
static size_t known_length(const char *at) {
  size_t length = 0;
  while (!is_symbolic(at + length) && at[length] && at[length] != '/') length++;
  return length;
}

// Whether the name before `next`, where a symbolic byte stands, is the last one. It makes a
// difference only to those who want the name itself; to others a directory is what it leads to.
static bool is_last(const char *next, int flags) {
  if (is_symbolic(next)) return (flags & ~WALK_FOLLOW) && __posix_is_only_slashes(next);
  return !*next;
}

long __posix_walk_below(struct node *directory, const char *path, int flags, int depth,
                        struct place *place) {
  const char *at = path;
  for (;;) {
    at = skip_slashes(at);
    size_t length = known_length(at);
    const char *next = skip_slashes(at + length);
    bool is_symbolic_here = is_symbolic(at + length);
    if (is_symbolic_here || (is_symbolic(next) && is_dots(at, length)))
      return __posix_walk_symbolic(directory, at, flags, depth, place);
    if (!*at) return end_in_directory(directory, at, place);
    long status = __posix_check_node(directory, X_OK, false);
    if (status < 0) return status;
    if (is_dots(at, length)) {
      if (length == 2) directory = directory->parent;
      if (!*next) return end_in_directory(directory, at, place);
    } else if (is_last(next, flags)) {
      return end_at(directory, at, length, flags, depth, place);
    } else if ((status = step(&directory, at, length, depth)) < 0) {
      return status;
    }
    at = next;
  }
}

long __posix_walk_from(struct node *directory, const char *path, int flags, int depth,
                       struct place *place) {
  if (!__posix_is_symbolic_text(path) && strlen(path) >= PATH_MAX) return -ENAMETOOLONG;
  if (*path == '/') directory = __posix_root();
  return __posix_walk_below(directory, path, flags, depth, place);
}

long __posix_walk(long fd, const char *path, int flags, struct place *place) {
  struct node *directory = NULL;
  if (!path) return -EFAULT;
  if (*path == 0) return -ENOENT;
  if (*path != '/') {
    long status = start_of(fd, &directory);
    if (status < 0) return status;
  }
  return __posix_walk_from(directory ? directory : __posix_root(), path, flags, 0, place);
}
