/* From the command line to the world that a program starts in. The runtime builds it, in C
   that the engine executes like the program itself, so that the number of arguments is a
   fork like any other. What to build is described by a flat list of words:

     explore              something may be symbolic: be the same on every run
     show                 let output through all the same
     fs none|ro           what there is of the host's files
     clock fixed|host
     cwd DIR
     size NAME N          one of the sizes of that symbolic file
     word TEXT, arg N, args MIN MAX N, env NAME N      in the order given
     files NUM N, stdin N, stdout, tty, fail N

   Without any word, arg or args the arguments are those that the program was given. */
#include "cli/world.h"

#include "cli/options.h"
#include "cli/seeds.h"
#include "util/buffer.h"
#include "util/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool find_directory(struct world *world, const struct options *options) {
  if (options->world.run_in_dir == NULL) return true;
  struct stat status;
  world->directory = realpath(options->world.run_in_dir, NULL);
  bool is_good = world->directory != NULL && stat(world->directory, &status) == 0;
  if (!is_good)
    fprintf(stderr, "smew: --run-in-dir: %s: %s\n", options->world.run_in_dir, strerror(errno));
  else if (!S_ISDIR(status.st_mode))
    fprintf(stderr, "smew: --run-in-dir: %s is not a directory\n", options->world.run_in_dir);
  else if (options->world.fs == FS_NONE)
    fprintf(stderr, "smew: --run-in-dir: --fs=none hides the host's directories\n");
  else
    return true;
  return false;
}

static bool add_variable(struct world *world, const char *file, const char *line, size_t length) {
  if (length == 0) return true;
  const char *sign = memchr(line, '=', length);
  if (sign == NULL || sign == line) {
    fprintf(stderr, "smew: --env-file: %s: '%.*s' is not NAME=VALUE\n", file, (int)length, line);
    return false;
  }
  vec_push(&world->variables, alloc_format("%.*s", (int)length, line));
  return true;
}

static bool read_variables(struct world *world, const char *file) {
  struct buffer text = {0};
  if (file == NULL) return true;
  buffer_add(&text, "%s", "");
  if (!file_read(file, &text)) {
    fprintf(stderr, "smew: --env-file: %s: %s\n", file, strerror(errno));
    return false;
  }
  bool is_good = true;
  for (const char *line = text.text; is_good && *line != '\0';) {
    size_t length = strcspn(line, "\n");
    is_good = add_variable(world, file, line, length);
    line += length + (line[length] != '\0');
  }
  buffer_free(&text);
  vec_push(&world->variables, NULL);
  return is_good;
}

char **world_environment(const struct world *world) {
  return world->variables.count > 0 ? world->variables.data : environ;
}

bool world_parse(struct world *world, const struct options *options, int count, char **words) {
  char *error;
  *world = (struct world){0};
  if (!world_words_parse(&world->words, count, words, &error)) {
    fprintf(stderr, "smew: %s\n", error);
    free(error);
    return false;
  }
  return find_directory(world, options) && read_variables(world, options->world.env_file);
}

void world_free(struct world *world) {
  world_words_free(&world->words);
  for (size_t i = 0; i < world->tokens.count; i++) free(world->tokens.data[i]);
  vec_free(&world->tokens);
  for (size_t i = 0; i < world->variables.count; i++) free(world->variables.data[i]);
  vec_free(&world->variables);
  free(world->directory);
}

static void add(struct world *world, const char *token) {
  vec_push(&world->tokens, alloc_string(token));
}

static void add_numbers(struct world *world, const uint32_t *numbers, int count) {
  for (int i = 0; i < count; i++) vec_push(&world->tokens, alloc_format("%u", numbers[i]));
}

static void add_item(struct world *world, const struct world_item *item) {
  static const struct {
    const char *name;
    uint8_t number_count;
  } forms[] = {
      [WORLD_WORD] = {"word", 0},   [WORLD_ARG] = {"arg", 1},     [WORLD_ARGS] = {"args", 3},
      [WORLD_FILES] = {"files", 2}, [WORLD_STDIN] = {"stdin", 1}, [WORLD_STDOUT] = {"stdout", 0},
      [WORLD_TTY] = {"tty", 0},     [WORLD_FAIL] = {"fail", 1},   [WORLD_ENV] = {"env", 1}};
  add(world, forms[item->kind].name);
  if (item->text != NULL) add(world, item->text);
  add_numbers(world, item->numbers, forms[item->kind].number_count);
}

static void add_size(struct world *world, const char *name, uint32_t size) {
  add(world, "size");
  add(world, name);
  add_numbers(world, &size, 1);
}

/* All sizes of a file: those in seeds, and its own, unless only seeds count. None if it has but its
   own. */
static void add_sizes_of(struct world *world, const struct seeds_read *seeds, const char *name,
                         uint32_t own, bool is_seed_only) {
  uint32_t others = 0, same = 0;
  for (size_t i = 0; i < seeds->sizes.count; i++)
    if (strcmp(seeds->sizes.data[i].name, name) == 0)
      *(seeds->sizes.data[i].size == own ? &same : &others) += 1;
  if (others == 0) return;
  for (size_t i = 0; i < seeds->sizes.count; i++)
    if (strcmp(seeds->sizes.data[i].name, name) == 0)
      add_size(world, name, seeds->sizes.data[i].size);
  if (same == 0 && !is_seed_only) add_size(world, name, own);
}

static void add_sizes(struct world *world, const struct seeds_read *seeds, bool is_seed_only) {
  for (size_t i = 0; i < world->words.items.count; i++) {
    const struct world_item *item = &world->words.items.data[i];
    if (item->kind == WORLD_STDIN)
      add_sizes_of(world, seeds, "stdin", item->numbers[0], is_seed_only);
    for (uint32_t k = 0; item->kind == WORLD_FILES && k < item->numbers[0]; k++) {
      char name[] = {(char)('A' + k), '_', 'd', 'a', 't', 'a', '\0'};
      add_sizes_of(world, seeds, name, item->numbers[1], is_seed_only);
    }
  }
}

void world_describe(struct world *world, const struct options *options,
                    const struct seeds_read *seeds, bool is_exploring) {
  bool is_fixed =
      options->world.clock == CLOCK_AUTO ? is_exploring : options->world.clock == CLOCK_FIXED;
  if (is_exploring) add(world, "explore");
  if (is_exploring && (options->machine.shows_program_output)) add(world, "show");
  if (options->world.fs == FS_NONE) {
    add(world, "fs");
    add(world, "none");
  }
  if (world->directory != NULL) {
    add(world, "cwd");
    add(world, world->directory);
  }
  if (is_fixed) {
    add(world, "clock");
    add(world, "fixed");
  }
  add_sizes(world, seeds, options->explore.seed_only);
  for (size_t i = 0; world->words.has_options && i < world->words.items.count; i++)
    add_item(world, &world->words.items.data[i]);
}
