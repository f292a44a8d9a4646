/* Command lines: the bytes are words, separated by NUL or newline; the first is the command.
   Options are parsed or refused with a message, as are the words behind the program, which describe
   its world. Nothing is run. */
#include "target.h"

#include "cli/commands.h"
#include "cli/option_table.h"
#include "cli/options.h"
#include "cli/seeds.h"
#include "cli/world.h"

static const char *const tokens[] = {"\n",
                                     "run\n",
                                     "replay\n",
                                     "show\n",
                                     "smt\n",
                                     "microc gen\n",
                                     "--",
                                     "-",
                                     "=",
                                     ",",
                                     "0",
                                     "-1",
                                     "1e999",
                                     "nan",
                                     "99999999999999999999",
                                     "%s%n",
                                     "prog.c\n",
                                     "x.uc\n",
                                     "--max-time\n",
                                     "--max-memory=",
                                     "--search=",
                                     "--merge=",
                                     "--reduce=",
                                     "--portfolio=",
                                     "--sym-arg\n",
                                     "--sym-args\n",
                                     "--sym-files\n",
                                     "--sym-stdin\n",
                                     "--sym-env\n",
                                     "--sym-tty\n",
                                     "--max-fail\n",
                                     "--fd-fail\n",
                                     "--goal=",
                                     "--output-dir=",
                                     "--cover=",
                                     "--externals=",
                                     "--malloc-fails=",
                                     "--follow=",
                                     "--path=",
                                     "none",
                                     "all",
                                     "on",
                                     "off",
                                     "auto",
                                     "bfs",
                                     "dfs",
                                     "random-path",
                                     "z-equivalence",
                                     "A",
                                     "1\n",
                                     "10h",
                                     "5min",
                                     NULL};
static const struct target target = {"command", tokens};

enum { MOST_WORDS = 64 };

static int split(char *text, size_t size, char **words) {
  int count = 0;
  for (size_t at = 0; at < size && count < MOST_WORDS; at++) {
    words[count++] = text + at;
    while (at < size && text[at] != '\n' && text[at] != '\0') at++;
    text[at] = '\0';
  }
  words[count] = NULL;
  return count;
}

static void check_world(const struct options *options, int count, char **words) {
  struct world world;
  const struct seeds_read no_seeds = {0};
  if (world_parse(&world, options, count, words)) world_describe(&world, options, &no_seeds, true);
  world_free(&world);
}

static void target_check(const uint8_t *bytes, size_t size) {
  struct options options;
  char *words[MOST_WORDS + 1], *text = alloc_bytes(size + 1);
  memcpy(text, bytes, size);
  text[size] = '\0';
  int count = split(text, size, words), used;
  const char *command = count > 0 ? words[0] : "";
  if (option_command_bits(command) != 0) {
    string_list operands = {0};
    options_ask_for_help(command, true, count - 1, words + 1);
    options_parse_mixed(&options, command, count - 1, words + 1, &operands, &used);
    vec_free(&operands);
    options_free(&options);
    bool is_good = options_parse(&options, command, count - 1, words + 1, &used);
    if (is_good && used + 2 < count) check_world(&options, count - used - 2, words + used + 2);
    options_free(&options);
  }
  free(text);
}
