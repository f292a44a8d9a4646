// Reading directories. A listing is made when reading begins, or begins again: what the host has
// and the program has not removed, then what the program has made. Positions are places in the
// listing.
#include "posix/fs.h"
#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>

struct listing {
  const struct node *directory;
  char *records;
  size_t size, room;
};

static void reserve(struct listing *listing, size_t more) {
  if (listing->size + more <= listing->room) return;
  size_t room = listing->room * 2 + more + 1024;
  char *records = __smew_allocate(room);
  if (listing->size > 0) memcpy(records, listing->records, listing->size);
  if (listing->records) __smew_release(listing->records);
  listing->records = records;
  listing->room = room;
}

static void add_record(struct listing *listing, const char *name, size_t length, ino_t number,
                       int type) {
  size_t size = (offsetof(struct dirent, d_name) + length + 1 + 7) & ~(size_t)7;
  reserve(listing, size);
  struct dirent *entry = (struct dirent *)(listing->records + listing->size);
  entry->d_ino = number;
  entry->d_off = (off_t)(listing->size + size);
  entry->d_reclen = (unsigned short)size;
  entry->d_type = (unsigned char)type;
  memcpy(entry->d_name, name, length);
  listing->size += size;
}

static const struct entry *find_entry(const struct node *directory, const char *name) {
  size_t length = strlen(name);
  for (const struct entry *entry = directory->entries; entry; entry = entry->next)
    if (!entry->is_symbolic && entry->length == length && memcmp(entry->name, name, length) == 0)
      return entry;
  return NULL;
}

static bool add_host_entry(const char *name, ino_t number, int type, void *context) {
  struct listing *listing = context;
  const struct entry *entry = find_entry(listing->directory, name);
  if (!entry || entry->is_host) add_record(listing, name, strlen(name), number, type);
  return true;
}

static void add_own_entries(struct listing *listing) {
  const struct node *directory = listing->directory;
  if (!directory->host) {
    add_record(listing, ".", 1, directory->status.st_ino, DT_DIR);
    add_record(listing, "..", 2, directory->parent->status.st_ino, DT_DIR);
  }
  for (const struct entry *entry = directory->entries; entry; entry = entry->next)
    if (entry->node && !entry->is_host)
      add_record(listing, entry->name, entry->length, entry->node->status.st_ino,
                 (int)(entry->node->type >> 12));
}

static long make_listing(struct file *file) {
  struct listing listing = {.directory = file->node};
  long status = 0;
  if (file->node->host) status = __posix_host_list(file->node->host, add_host_entry, &listing);
  if (status < 0) return status;
  add_own_entries(&listing);
  if (file->listing) __smew_release(file->listing);
  file->listing = listing.records;
  file->listing_size = listing.size;
  return 0;
}

long __posix_getdents(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  char *buffer = (char *)call->a[1];
  size_t room = (size_t)__smew_number(call->a[2] & 0xffffffff), done = 0;
  if (!file) return -EBADF;
  if (file->kind != FILE_NODE || file->node->type != S_IFDIR) return -ENOTDIR;
  if (file->node->status.st_nlink == 0) return -ENOENT;
  if (file->offset == 0 || !file->listing) {
    long status = make_listing(file);
    if (status < 0) return status;
  }
  while ((size_t)file->offset < file->listing_size) {
    const struct dirent *entry = (const struct dirent *)(file->listing + file->offset);
    if (done + entry->d_reclen > room) break;
    memcpy(buffer + done, entry, entry->d_reclen);
    done += entry->d_reclen;
    file->offset = entry->d_off;
  }
  return done == 0 && (size_t)file->offset < file->listing_size ? -EINVAL : (long)done;
}
