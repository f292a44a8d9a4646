/* Seeds from files: tests in KLEE's format, or plain files, as fuzzers keep them.

   In a directory with tests only these count; in any other, all regular files that are not hidden,
   in order of their names. Symbolic files have the sizes that they have in the seeds: which one is
   an input of its own ("stdin_size"), as the number of arguments is, and each seed has its value.
 */
#include "cli/seeds.h"

#include "cli/options.h"
#include "util/buffer.h"
#include "util/file.h"
#include "util/world_words.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST_SEED = 1 << 24, SIZE_BYTES = 4 };

static bool is_test(const char *bytes, size_t size) {
  return size >= 5 && (memcmp(bytes, "KTEST", 5) == 0 || memcmp(bytes, "BOUT\n", 5) == 0);
}

/* ---- sizes of files ---- */

static void note_size(struct seeds_read *seeds, const char *name, uint64_t size) {
  for (size_t i = 0; i < seeds->sizes.count; i++)
    if (seeds->sizes.data[i].size == size && strcmp(seeds->sizes.data[i].name, name) == 0) return;
  vec_push(&seeds->sizes, ((struct seed_size){name, (uint32_t)size}));
}

/* What the runtime calls the size of a file whose content is that object; owned, NULL: it is no
   file. */
static char *size_name(const char *object) {
  if (strcmp(object, "stdin") == 0) return alloc_string("stdin_size");
  if (object[0] >= 'A' && object[0] <= 'Z' && strcmp(object + 1, "_data") == 0)
    return alloc_format("%s_size", object);
  return NULL;
}

static char *keep_text(struct seeds_read *seeds, char *text) {
  vec_push(&seeds->texts, text);
  return text;
}

static uint8_t *keep_size(struct seeds_read *seeds, uint64_t size) {
  uint8_t *bytes = alloc_bytes(SIZE_BYTES);
  for (unsigned i = 0; i < SIZE_BYTES; i++) bytes[i] = (uint8_t)(size >> 8 * i);
  vec_push(&seeds->texts, (char *)bytes);
  return bytes;
}

/* Adds the seed's inputs, and the sizes of those that are files. Copies the list. */
static void add_seed(struct seeds_read *seeds, const char *path, const struct explore_input *inputs,
                     size_t count) {
  struct explore_input *all = alloc_bytes((2 * count + 1) * sizeof *all);
  size_t total = 0;
  vec_push(&seeds->texts, (char *)all);
  for (size_t i = 0; i < count; i++) {
    char *name = inputs[i].name != NULL ? size_name(inputs[i].name) : NULL;
    if (inputs[i].size > 0) all[total++] = inputs[i];
    if (name == NULL) continue;
    note_size(seeds, inputs[i].name, inputs[i].size);
    keep_text(seeds, name);
    all[total++] = (struct explore_input){name, keep_size(seeds, inputs[i].size), SIZE_BYTES};
  }
  vec_push(&seeds->list, ((struct explore_seed){path, all, total}));
}

/* ---- files ---- */

/* What a plain file is; NULL: the first object. */
static const char *plain_object(const struct world_words *world) {
  const char *name = NULL;
  for (size_t i = 0; i < world->items.count; i++) {
    if (world->items.data[i].kind == WORLD_STDIN) return "stdin";
    if (world->items.data[i].kind == WORLD_FILES) name = "A_data";
  }
  return name;
}

static bool add_test(struct seeds_read *seeds, const char *path, const struct buffer *text) {
  struct ktest test;
  char *error = NULL;
  if (!ktest_parse(text->text, text->length, &test, &error)) {
    fprintf(stderr, "smew: seed %s: %s\n", path, error);
    free(error);
    return false;
  }
  vec_push(&seeds->tests, test);
  struct explore_input *inputs = alloc_bytes((test.object_count + 1) * sizeof *inputs);
  for (size_t i = 0; i < test.object_count; i++)
    inputs[i] =
        (struct explore_input){test.objects[i].name, test.objects[i].bytes, test.objects[i].size};
  add_seed(seeds, path, inputs, test.object_count);
  free(inputs);
  return true;
}

/* The status that the model of the environment prefers for symbolic files. */
static struct explore_input usual_status(struct seeds_read *seeds, const char *object) {
  enum { WHEN = 1750000000 };
  struct stat *status = alloc_zeroed(sizeof *status);
  status->st_mode = S_IFREG | 0644;
  status->st_mtim.tv_sec = WHEN;
  vec_push(&seeds->texts, (char *)status);
  return (struct explore_input){keep_text(seeds, alloc_format("%s_stat", object)),
                                (const uint8_t *)status, sizeof *status};
}

/* Takes the content. */
static void add_plain(struct seeds_read *seeds, const char *path, const struct buffer *content,
                      const char *object) {
  struct explore_input inputs[2] = {{.name = object, .size = content->length}};
  inputs[0].bytes = (const uint8_t *)keep_text(seeds, content->text);
  if (object != NULL) inputs[1] = usual_status(seeds, object);
  add_seed(seeds, path, inputs, object != NULL ? 2 : 1);
}

static bool add_file(struct seeds_read *seeds, const char *path, const struct world_words *world) {
  struct buffer text = {0};
  bool is_good = file_read_regular(path, LARGEST_SEED, true, &text);
  if (!is_good) {
    fprintf(stderr, "smew: seed %s: %s\n", path, strerror(errno));
  } else if (text.length > 0 && is_test(text.text, text.length)) {
    is_good = add_test(seeds, path, &text);
  } else {
    add_plain(seeds, path, &text, plain_object(world));
    text = (struct buffer){0};
  }
  buffer_free(&text);
  return is_good;
}

/* ---- directories ---- */

static bool ends_in(const char *name, const char *suffix) {
  size_t length = strlen(name), size = strlen(suffix);
  return length >= size && strcmp(name + length - size, suffix) == 0;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static bool is_regular(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool add_directory(struct seeds_read *seeds, const char *directory,
                          const struct world_words *world) {
  struct dirent **entries;
  int count = scandir(directory, &entries, is_visible, alphasort), tests = 0;
  bool is_good = true;
  size_t before = seeds->list.count;
  if (count < 0) {
    fprintf(stderr, "smew: --seed-dir: %s: %s\n", directory, strerror(errno));
    return false;
  }
  for (int i = 0; i < count; i++) tests += ends_in(entries[i]->d_name, ".ktest");
  for (int i = 0; i < count; i++) {
    char *path = keep_text(seeds, alloc_format("%s/%s", directory, entries[i]->d_name));
    bool is_wanted = tests == 0 || ends_in(entries[i]->d_name, ".ktest");
    if (is_good && is_wanted && is_regular(path)) is_good = add_file(seeds, path, world);
    free(entries[i]);
  }
  free(entries);
  if (is_good && seeds->list.count == before) {
    fprintf(stderr, "smew: --seed-dir: %s has no files\n", directory);
    is_good = false;
  }
  return is_good;
}

static bool is_directory(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool seeds_read(struct seeds_read *seeds, const struct options *options,
                const struct world_words *world) {
  bool is_good = true;
  *seeds = (struct seeds_read){0};
  for (size_t i = 0; is_good && i < options->seeds.files.count; i++) {
    const char *path = options->seeds.files.data[i];
    is_good = is_directory(path) ? add_directory(seeds, path, world) : add_file(seeds, path, world);
  }
  for (size_t i = 0; is_good && i < options->seeds.directories.count; i++)
    is_good = add_directory(seeds, options->seeds.directories.data[i], world);
  return is_good;
}

void seeds_read_free(struct seeds_read *seeds) {
  for (size_t i = 0; i < seeds->tests.count; i++) ktest_free(&seeds->tests.data[i]);
  vec_free(&seeds->tests);
  vec_free(&seeds->list);
  vec_free(&seeds->sizes);
  word_list_free(&seeds->texts);
}
