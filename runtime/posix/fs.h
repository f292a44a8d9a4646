// The file system that the program sees: a tree of nodes in memory, over the host's files or over
// nothing. A node of the host's comes into the tree when its name is first looked up; what the
// program changes, it changes in the tree.
//
// Invariants: a directory's `parent` is where it hangs (the root is its own). An entry without a
// node hides what the host has under that name. A name is symbolic only if the program made a file
// under a symbolic name.
#ifndef POSIX_FS_H
#define POSIX_FS_H

#include "posix/posix.h"
#include <limits.h>
#include <sys/stat.h>

struct node {
  mode_t type;        // S_IFREG, S_IFDIR, … : never symbolic
  struct stat status; // what stat says; the size of files in memory is below
  struct node *parent;
  struct entry *entries; // of a directory
  const char *host;      // absolute path of what lies below on the host, or NULL
  bool is_loaded;        // the content is in memory
  char *bytes;           // of a file, or the target of a symbolic link
  size_t size, room;
  struct pipe *pipe;        // of a FIFO that is open
  bool is_nameless;         // a pipe that was never in the tree
  struct node *next_linked; // of the host's files that have several names
  int opens;                // open file descriptions
  int mappings;             // shared ones
};

struct entry {
  struct entry *next;
  struct node *node; // NULL: hidden
  bool is_host;      // found on the host, not made by the program
  bool is_symbolic;
  size_t length; // at most, if symbolic
  char *name;
};

// A name and what it leads to. `name` is empty where the path ends in a directory without naming it
// (/, ., ..).
struct place {
  struct node *directory;
  struct node *node; // NULL: missing
  struct entry *entry;
  const char *name; // within the path
  size_t length;
  bool is_symbolic;     // the name
  bool wants_directory; // a slash follows
};

enum {
  WALK_FOLLOW = 1,  // a symbolic link at the end
  WALK_MISSING = 2, // the last name may be missing
  WALK_LAST = 4,    // the name itself counts: no link at the end is followed, whatever follows it
  WALK_SLASH = 8    // what is missing is a directory: a slash may follow its name
};

// fs_node.c
struct node *__posix_root(void);
struct node *__posix_new_node(mode_t mode); // NULL when there is no memory
long __posix_find_child(struct node *directory, const char *name, size_t length,
                        struct entry **found);
void __posix_add_entry(struct node *directory, const char *name, size_t length, bool is_symbolic,
                       struct node *node);
void __posix_remove_entry(struct node *directory, struct entry *entry);
bool __posix_is_empty(struct node *directory);
void __posix_drop_node(struct node *node); // after a link or an open file of it is gone
long __posix_check_node(const struct node *node, int wanted, bool is_real_user);
void __posix_touch(struct node *node); // its content has changed now

// fs_host.c
struct node *__posix_new_host_node(const char *path, const struct stat *status);
const char *__posix_join_host(const char *directory, const char *name, size_t length);
long __posix_host_lstat(const char *path, struct stat *status);
long __posix_host_open(const char *path, int flags); // the host's descriptor
long __posix_host_pread(const char *path, char *buffer, size_t size, long offset);
void __posix_forget_linked(const struct node *node); // before it is released
long __posix_load(struct node *node);                // brings the content into memory
// Calls visit for each entry; stops when it returns false.
long __posix_host_list(const char *path,
                       bool (*visit)(const char *name, ino_t number, int type, void *context),
                       void *context);

// fs_walk.c
long __posix_walk(long fd, const char *path, int flags, struct place *place);
long __posix_walk_from(struct node *directory, const char *path, int flags, int depth,
                       struct place *place);
// The same for the rest of a path, which does not begin at the root even if with a slash.
long __posix_walk_below(struct node *directory, const char *path, int flags, int depth,
                        struct place *place);
struct node *__posix_working_directory(void);
void __posix_set_working_directory(struct node *directory);
long __posix_path_of(struct node *directory, char *buffer, size_t size); // its length

// fs_symbolic.c
bool __posix_is_symbolic_text(const char *text);
size_t __posix_text_room(const char *text); // the longest that it can be
int __posix_last_dots(const char *path);    // 1 or 2 where a symbolic path ends in . or .., else 0
// Whether a symbolic name is the other one; 0 or 1, symbolic itself.
int __posix_same_name(const char *a, size_t a_length, const char *b, size_t b_length,
                      bool is_b_symbolic);
bool __posix_is_only_slashes(const char *text);
long __posix_walk_symbolic(struct node *directory, const char *path, int flags, int depth,
                           struct place *place);

// fs_content.c
long __posix_node_read(struct node *node, char *buffer, size_t size, long offset);
long __posix_node_write(struct node *node, const char *buffer, size_t size, long offset);
long __posix_node_truncate(struct node *node, long size);
long __posix_node_size(const struct node *node);

// path.c
long __posix_open_node(struct node *node, int flags); // a descriptor

#endif
