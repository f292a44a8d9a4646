// Nodes and the entries of directories. A directory that lies over one of the host's has entries
// only for names that were looked up or changed; the host knows the rest.
#include "posix/fs.h"
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { FIRST_INODE = 1000001, DEVICE = 42 };

static ino_t next_inode = FIRST_INODE;

struct node *__posix_new_node(mode_t mode) {
  struct node *node = __smew_allocate(sizeof(*node));
  if (!node) return NULL;
  struct timespec now = __posix_now();
  node->type = mode & S_IFMT;
  node->is_loaded = true;
  node->status = (struct stat){.st_dev = DEVICE,
                               .st_ino = next_inode++,
                               .st_mode = mode,
                               .st_nlink = 1,
                               .st_uid = __posix_user(),
                               .st_gid = __posix_group(),
                               .st_blksize = 4096,
                               .st_atim = now,
                               .st_mtim = now,
                               .st_ctim = now};
  if (node->type == S_IFDIR) node->status.st_nlink = 2;
  return node;
}

// ---- the root ----

static struct node *add_directory(struct node *parent, const char *name, mode_t mode) {
  struct node *node = __posix_new_node(S_IFDIR | mode);
  __posix_add_entry(parent, name, strlen(name), false, node);
  return node;
}

static void add_device(struct node *parent, const char *name, unsigned minor) {
  struct node *node = __posix_new_node(S_IFCHR | 0666);
  node->status.st_rdev = makedev(1, minor);
  __posix_add_entry(parent, name, strlen(name), false, node);
}

// What every program may expect of a system that has nothing else.
static void furnish(struct node *root) {
  struct node *devices = add_directory(root, "dev", 0755);
  add_device(devices, "null", 3);
  add_device(devices, "zero", 5);
  add_device(devices, "full", 7);
  add_device(devices, "random", 8);
  add_device(devices, "urandom", 9);
  add_directory(root, "home", 0755);
  add_directory(root, "tmp", 01777);
}

struct node *__posix_root(void) {
  static struct node *root;
  struct stat status;
  if (root) return root;
  if (__posix_world.has_host_files && __posix_host_lstat("/", &status) == 0)
    root = __posix_new_host_node("/", &status);
  else
    root = __posix_new_node(S_IFDIR | 0755);
  root->parent = root;
  if (!root->host) furnish(root);
  return root;
}

// ---- entries ----

static struct entry *new_entry(const char *name, size_t length, bool is_symbolic,
                               struct node *node) {
  struct entry *entry = __smew_allocate(sizeof(*entry));
  entry->name = __smew_allocate(length + 1);
  memcpy(entry->name, name, length);
  entry->length = length;
  entry->is_symbolic = is_symbolic;
  entry->node = node;
  return entry;
}

// The newest comes last, as in most listings.
static void append_entry(struct node *directory, struct entry *entry) {
  struct entry **end = &directory->entries;
  while (*end) end = &(*end)->next;
  *end = entry;
}

static bool has_name(const struct entry *entry, const char *name, size_t length) {
  if (entry->is_symbolic) return __posix_same_name(entry->name, entry->length, name, length, false);
  return entry->length == length && memcmp(entry->name, name, length) == 0;
}

static long look_on_host(struct node *directory, const char *name, size_t length,
                         struct entry **found) {
  struct stat status;
  const char *path = __posix_join_host(directory->host, name, length);
  long result = __posix_host_lstat(path, &status);
  if (result < 0) {
    __smew_release((void *)path);
    return result;
  }
  struct node *node = __posix_new_host_node(path, &status);
  node->parent = directory;
  *found = new_entry(name, length, false, node);
  (*found)->is_host = true;
  append_entry(directory, *found);
  return 0;
}

// The name is concrete.
long __posix_find_child(struct node *directory, const char *name, size_t length,
                        struct entry **found) {
  if (length > NAME_MAX) return -ENAMETOOLONG;
  for (struct entry *entry = directory->entries; entry; entry = entry->next)
    if (has_name(entry, name, length)) {
      *found = entry;
      return entry->node ? 0 : -ENOENT;
    }
  *found = NULL;
  return directory->host ? look_on_host(directory, name, length, found) : -ENOENT;
}

void __posix_touch(struct node *node) {
  node->status.st_mtim = node->status.st_ctim = __posix_now();
}

void __posix_add_entry(struct node *directory, const char *name, size_t length, bool is_symbolic,
                       struct node *node) {
  struct entry *entry = NULL;
  for (struct entry *e = directory->entries; e && !entry && !is_symbolic; e = e->next)
    if (!e->node && !e->is_symbolic && has_name(e, name, length)) entry = e;
  if (entry) {
    entry->node = node;
    entry->is_host = false;
  } else {
    append_entry(directory, new_entry(name, length, is_symbolic, node));
  }
  if (node->type == S_IFDIR) {
    node->parent = directory;
    directory->status.st_nlink++;
  }
  __posix_touch(directory);
}

void __posix_remove_entry(struct node *directory, struct entry *entry) {
  if (entry->node->type == S_IFDIR) directory->status.st_nlink--;
  __posix_touch(directory);
  if (directory->host && !entry->is_symbolic) {
    entry->node = NULL;
    entry->is_host = false;
    return;
  }
  struct entry **at = &directory->entries;
  while (*at != entry) at = &(*at)->next;
  *at = entry->next;
  __smew_release(entry->name);
  __smew_release(entry);
}

struct emptiness {
  const struct node *directory;
  bool is_empty;
};

static bool look_for_any(const char *name, ino_t number, int type, void *context) {
  struct emptiness *search = context;
  size_t length = strlen(name);
  (void)number;
  (void)type;
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return true;
  for (const struct entry *entry = search->directory->entries; entry; entry = entry->next)
    if (!entry->is_symbolic && has_name(entry, name, length)) return true;
  search->is_empty = false;
  return false;
}

bool __posix_is_empty(struct node *directory) {
  struct emptiness search = {directory, true};
  for (const struct entry *entry = directory->entries; entry; entry = entry->next)
    if (entry->node) return false;
  if (directory->host) __posix_host_list(directory->host, look_for_any, &search);
  return search.is_empty;
}

void __posix_drop_node(struct node *node) {
  if (node->status.st_nlink > 0 || node->opens > 0 || node->mappings > 0) return;
  if (node->type == S_IFDIR) return; // somebody may be in it
  if (node->bytes) __smew_release(node->bytes);
  __posix_forget_linked(node);
  __smew_release(node);
}

// ---- permissions ----

// The kernel's rule: the superuser may do everything, except execute what nobody may.
long __posix_check_node(const struct node *node, int wanted, bool is_real_user) {
  uid_t user = is_real_user ? __posix_real_user() : __posix_user();
  mode_t mode = node->status.st_mode;
  if (wanted == 0) return 0;
  if (user == 0) {
    if (!(wanted & X_OK) || node->type == S_IFDIR || (mode & 0111)) return 0;
    return -EACCES;
  }
  unsigned shift = node->status.st_uid == user                ? 6
                   : __posix_is_in_group(node->status.st_gid) ? 3
                                                              : 0;
  return (int)(mode >> shift & (unsigned)wanted) == wanted ? 0 : -EACCES;
}
