/* From the command line to the world that a program starts in. The runtime builds it, in C
   that the engine executes like the program itself, so that the number of arguments is a
   fork like any other. It is told what to build in a flat list of words:

     explore              something may be symbolic: be the same on every run
     show                 let output through all the same
     fs none|ro           what there is of the host's files
     clock fixed|host
     word TEXT, arg N, args MIN MAX N, env NAME N      in the order given
     files NUM N, stdin N, stdout, tty, fail N

   Without any word, arg or args the arguments are those that the program was given. */
#include "cli/world.h"

#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool world_parse(struct world *world, int count, char **words) {
  char *error;
  *world = (struct world){0};
  if (world_words_parse(&world->words, count, words, &error)) return true;
  fprintf(stderr, "smew: %s\n", error);
  free(error);
  return false;
}

void world_free(struct world *world) {
  world_words_free(&world->words);
  for (size_t i = 0; i < world->tokens.count; i++) free(world->tokens.data[i]);
  vec_free(&world->tokens);
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

void world_describe(struct world *world, const struct options *options, bool is_exploring) {
  bool is_fixed = options->clock == CLOCK_AUTO ? is_exploring : options->clock == CLOCK_FIXED;
  if (is_exploring) add(world, "explore");
  if (is_exploring && (options->program_output || options->follow.count > 0)) add(world, "show");
  if (options->fs == FS_NONE) {
    add(world, "fs");
    add(world, "none");
  }
  if (is_fixed) {
    add(world, "clock");
    add(world, "fixed");
  }
  for (size_t i = 0; world->words.has_options && i < world->words.items.count; i++)
    add_item(world, &world->words.items.data[i]);
}

void world_print_help(void) {
  char *name;
  const char *help;
  printf("\nAmong the arguments, with one dash or two:\n\n");
  for (int i = 0; (name = world_words_usage(i, &help)) != NULL; i++) {
    printf("  %-30s %s\n", name, help);
    free(name);
  }
}
