// Names with symbolic bytes. To compare them byte by byte with all that exists would take a path
// for every spelling of every name. Here a path name is taken apart by conditions instead, without
// a fork, and the state then forks over what the name leads to:
//
//   - a directory that is reached by slashes and dots alone (/, ., .., ./.., …), one path for each
//     directory, whatever the spelling;
//   - each file in memory of the directory it starts in, with any prefix of slashes and dots;
//   - nothing.
//
// It starts behind the names without symbolic bytes that it begins with, which fs_walk.c has
// walked. What only the host has is not looked for: a symbolic name is never one of its files.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

enum { MOST_LEVELS = 8 };

bool __posix_is_symbolic_text(const char *text) {
  for (;; text++) {
    if (__smew_is_symbolic((unsigned char)*text)) return true;
    if (!*text) return false;
  }
}

// All of what follows computes conditions, 0 or 1, with & and |, on texts that are long enough to
// be read without asking: any test on the way, of a length too, is one that the compiler may turn
// into a branch on bytes.

static int has_end(const char *text, size_t size) {
  int found = 0;
  for (size_t i = 0; i < size; i++) found |= text[i] == 0;
  return found;
}

// The longest that the text can be. Often the byte that ends it is symbolic like the others, and
// only the path knows that it is 0; and behind the end of a shorter text anything may stand. A text
// that runs to the end of its object may do so without an end: that is an error of the program's,
// which reading on reports.
size_t __posix_text_room(const char *text) {
  size_t limit = __smew_room(text), room = 0;
  for (int goes_on = 1; room < limit; room++) {
    goes_on &= text[room] != 0;
    if (!__smew_may(goes_on)) break;
  }
  if (room == limit && !has_end(text, room))
    return room + (size_t)(((volatile char *)text)[room] != 0);
  return room;
}

// Two symbolic names. Each has ended at its length, the longest it can be.
static int is_same_text(const char *a, const char *b, size_t shorter) {
  int same = 1, has_ended = 0;
  for (size_t i = 0; i <= shorter; i++) {
    same &= has_ended | (a[i] == b[i]);
    has_ended |= a[i] == 0;
  }
  return same;
}

int __posix_same_name(const char *a, size_t a_length, const char *b, size_t b_length,
                      bool is_b_symbolic) {
  int same = 1;
  if (is_b_symbolic) return is_same_text(a, b, a_length < b_length ? a_length : b_length);
  if (b_length > a_length) return 0;
  for (size_t i = 0; i < b_length; i++) same &= a[i] == b[i];
  return same & (a[b_length] == 0);
}

// That the entry's name has that length, stands in the text at that place, and that byte follows.
static int matches(const char *text, size_t room, size_t at, const struct entry *entry,
                   size_t length, int end) {
  int same = 1;
  if (at + length > room) return 0;
  for (size_t i = 0; i < length; i++)
    same &= (text[at + i] == entry->name[i]) & (text[at + i] != 0);
  return same & (entry->name[length] == 0) & (text[at + length] == end);
}

// The shortest length that the entry's name may have; the longest is its own.
static size_t least_length(const struct entry *entry) {
  return entry->is_symbolic ? 1 : entry->length;
}

struct analysis {
  const char *path;
  char *text; // the path and some zeroes
  size_t room;
  int levels; // directories above the one to start in, as far as it matters
  unsigned char *starts[MOST_LEVELS + 1]; // [k][i]: dots and slashes lead k levels up, to byte i
  unsigned char ends[MOST_LEVELS + 1];    // the whole text does
  unsigned char *slashes;                 // [i]: nothing but slashes follows from byte i on
};

static int count_levels(const struct node *directory, size_t room) {
  int levels = 0;
  while (levels < MOST_LEVELS && (size_t)levels * 3 < room && directory != directory->parent) {
    directory = directory->parent;
    levels++;
  }
  return levels;
}

static void analyse_at(struct analysis *a, int k, size_t i) {
  unsigned char here = a->starts[k][i];
  int above = k < a->levels ? k + 1 : k;
  int c0 = a->text[i], c1 = a->text[i + 1], c2 = a->text[i + 2];
  int dot = (c0 == '.') & here, dots = dot & (c1 == '.');
  a->starts[k][i + 1] |= here & (c0 == '/');
  a->starts[k][i + 2] |= dot & (c1 == '/');
  a->starts[above][i + 3] |= dots & (c2 == '/');
  a->ends[k] |= (here & (c0 == 0)) | (dot & (c1 == 0));
  a->ends[above] |= dots & (c2 == 0);
}

static unsigned char *find_slashes(const char *text, size_t room) {
  unsigned char *slashes = __smew_allocate(room + 1);
  slashes[room] = 1;
  for (size_t i = room; i-- > 0;) slashes[i] = (text[i] == 0) | ((text[i] == '/') & slashes[i + 1]);
  return slashes;
}

bool __posix_is_only_slashes(const char *text) {
  unsigned char *slashes = find_slashes(text, __posix_text_room(text));
  bool are_all = slashes[0];
  __smew_release(slashes);
  return are_all;
}

static void analyse(struct analysis *a, const struct node *directory, const char *path) {
  *a = (struct analysis){.path = path, .room = __posix_text_room(path)};
  a->text = __smew_allocate(a->room + 4);
  memcpy(a->text, path, a->room);
  a->levels = count_levels(directory, a->room);
  a->slashes = find_slashes(a->text, a->room);
  for (int k = 0; k <= a->levels; k++) a->starts[k] = __smew_allocate(a->room + 4);
  a->starts[0][0] = 1;
  for (size_t i = 0; i <= a->room; i++)
    for (int k = 0; k <= a->levels; k++) analyse_at(a, k, i);
}

static void release(struct analysis *a) {
  for (int k = 0; k <= a->levels; k++) __smew_release(a->starts[k]);
  __smew_release(a->slashes);
  __smew_release(a->text);
}

// The same at any place that dots and slashes lead to, and with nothing but slashes behind it.
static int leads_to(const struct analysis *a, const struct entry *entry, int end, bool is_last) {
  int found = 0;
  for (size_t length = least_length(entry); length <= entry->length; length++)
    for (size_t i = 0; i + length <= a->room; i++) {
      int here = a->starts[0][i] & matches(a->text, a->room, i, entry, length, end);
      found |= is_last ? here & a->slashes[i + length] : here;
    }
  return found;
}

static long end_at_entry(struct node *directory, struct entry *entry, int flags, int depth,
                         struct place *place) {
  struct node *node = entry->node;
  *place = (struct place){.directory = directory,
                          .node = node,
                          .entry = entry,
                          .name = entry->name,
                          .length = entry->length,
                          .is_symbolic = entry->is_symbolic};
  if (node->type != S_IFLNK || !(flags & WALK_FOLLOW)) return 0;
  if (depth >= 40) return -ELOOP;
  return __posix_walk_from(directory, node->bytes, flags, depth + 1, place);
}

// A slash follows the entry's name: what is behind it is a matter of the directory there.
static long go_on_in(const struct analysis *a, struct node *directory, struct entry *entry,
                     int flags, int depth, struct place *place) {
  struct node *node = entry->node;
  if ((flags & WALK_LAST) && leads_to(a, entry, '/', true)) {
    long status = end_at_entry(directory, entry, flags, depth, place);
    place->wants_directory = true;
    return status;
  }
  if (node->type != S_IFDIR) return node->type == S_IFLNK ? -ELOOP : -ENOTDIR;
  for (size_t length = least_length(entry); length <= entry->length; length++)
    for (size_t i = 0; i + length <= a->room; i++)
      if (a->starts[0][i] & matches(a->text, a->room, i, entry, length, '/'))
        return __posix_walk_below(node, a->path + i + length + 1, flags, depth, place);
  return -ENOENT;
}

static int has_no_slash(const struct analysis *a, size_t from) {
  int none = 1, has_ended = 0;
  for (size_t i = from; i < a->room; i++) {
    has_ended |= a->text[i] == 0;
    none &= has_ended | (a->text[i] != '/');
  }
  return none & (a->text[from] != 0);
}

// The host may have a file of that name, which is not the program's to see.
static void look_below(const struct analysis *a, const struct node *directory) {
  struct stat status;
  char path[PATH_MAX];
  size_t length = 0;
  if (!directory->host) return;
  for (; length < a->room && length < sizeof(path) - 1; length++)
    if ((path[length] = (char)__smew_witness((unsigned char)a->text[length])) == 0) break;
  path[length] = 0;
  const char *name = __posix_join_host(directory->host, path, length);
  if (__posix_host_lstat(name, &status) == 0)
    __smew_unmodelled("a symbolic path name that may be a file of the host: taken as missing");
  __smew_release((void *)name);
}

// That a name begins at that place and ends before the slash at the other, the first of those that
// end the text.
static int is_name_until(const struct analysis *a, size_t from, size_t to) {
  int is_name = a->starts[0][from] & (a->text[to] == '/') & a->slashes[to];
  for (size_t i = from; i < to; i++) is_name &= (a->text[i] != 0) & (a->text[i] != '/');
  return is_name;
}

// Only one who makes a directory needs to know where its name ends.
static long end_in_missing_directory(const struct analysis *a, struct node *directory, int flags,
                                     struct place *place) {
  int is_there = 0;
  *place = (struct place){
      .directory = directory, .name = a->path, .is_symbolic = true, .wants_directory = true};
  for (size_t i = 0; i < a->room; i++)
    for (size_t j = i + 1; j < a->room; j++) is_there |= is_name_until(a, i, j);
  if (!is_there) return -ENOENT;
  for (size_t i = 0; (flags & WALK_SLASH) && i < a->room; i++)
    for (size_t j = i + 1; j < a->room; j++)
      if (is_name_until(a, i, j)) {
        place->name = a->path + i;
        place->length = j - i;
        return 0;
      }
  return 0;
}

static long end_in_nothing(const struct analysis *a, struct node *directory, int flags,
                           struct place *place) {
  look_below(a, directory);
  if (!(flags & WALK_MISSING)) return -ENOENT;
  for (size_t i = 0; i < a->room; i++)
    if (a->starts[0][i] & has_no_slash(a, i)) {
      *place = (struct place){
          .directory = directory, .name = a->path + i, .length = a->room - i, .is_symbolic = true};
      return 0;
    }
  return end_in_missing_directory(a, directory, flags, place);
}

static long look_up(const struct analysis *a, struct node *directory, int flags, int depth,
                    struct place *place) {
  struct node *above = directory;
  for (int k = 0; k <= a->levels; k++, above = above->parent)
    if (a->ends[k]) {
      *place = (struct place){
          .directory = above->parent, .node = above, .name = "", .wants_directory = true};
      return 0;
    }
  for (struct entry *entry = directory->entries; entry; entry = entry->next) {
    if (!entry->node || entry->is_host) continue;
    if (leads_to(a, entry, 0, false)) return end_at_entry(directory, entry, flags, depth, place);
    if (leads_to(a, entry, '/', false)) return go_on_in(a, directory, entry, flags, depth, place);
  }
  return end_in_nothing(a, directory, flags, place);
}

long __posix_walk_symbolic(struct node *directory, const char *path, int flags, int depth,
                           struct place *place) {
  struct analysis a;
  analyse(&a, directory, path);
  long status = look_up(&a, directory, flags, depth, place);
  release(&a);
  return status;
}

int __posix_last_dots(const char *path) {
  size_t room = __posix_text_room(path);
  char *text = __smew_allocate(room + 3);
  memcpy(text, path, room);
  unsigned char *slashes = find_slashes(text, room);
  int one = 0, two = 0, goes_on = 1, begins = 1;
  for (size_t i = 0; i < room; i++) {
    int dot = goes_on & begins & (text[i] == '.');
    one |= dot & slashes[i + 1];
    if (i + 2 <= room) two |= dot & (text[i + 1] == '.') & slashes[i + 2];
    begins = text[i] == '/';
    goes_on &= text[i] != 0;
  }
  __smew_release(slashes);
  __smew_release(text);
  if (one) return 1;
  return two ? 2 : 0;
}
