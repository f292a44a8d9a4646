/* The table of the options after FILE. They take their values as separate words, like KLEE's, with
   one dash or two. A word that looks like one of them but is not is rejected rather than passed to
   the program: it is nearly always a typo. */
#include "util/world_words.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGS = 1000, MOST_BYTES = 1 << 20, MOST_FILES = 26 };

struct word_option {
  const char *name; /* without dashes */
  const char *values, *example, *help;
  enum world_kind kind;
  uint8_t text_count, number_count; /* a text comes first */
  bool is_single;                   /* given at most once */
};

static const struct word_option table[] = {
    {"sym-arg", "N", "--sym-arg 3", "one symbolic argument of at most N bytes", WORLD_ARG, 0, 1,
     false},
    {"sym-args", "MIN MAX N", "--sym-args 0 2 3",
     "between MIN and MAX symbolic arguments of at most N bytes", WORLD_ARGS, 0, 3, false},
    {"sym-files", "NUM N", "--sym-files 1 8", "symbolic files A, B, … of N bytes each", WORLD_FILES,
     0, 2, true},
    {"sym-stdin", "N", "--sym-stdin 8", "symbolic standard input of N bytes", WORLD_STDIN, 0, 1,
     true},
    {"sym-stdout", "", "--sym-stdout", "record standard output in the tests", WORLD_STDOUT, 0, 0,
     true},
    {"sym-tty", "", "--sym-tty", "standard streams that may be terminals, of any size", WORLD_TTY,
     0, 0, true},
    {"sym-env", "NAME N", "--sym-env HOME 8",
     "environment variable NAME with a symbolic value of at most N bytes", WORLD_ENV, 1, 1, false},
    {"max-fail", "N", "--max-fail 1", "let at most N system calls fail", WORLD_FAIL, 0, 1, true},
    {"fd-fail", "", "--fd-fail", "the same as --max-fail 1", WORLD_FAIL, 0, 0, true},
    {"literal", "WORD", "--literal --sym-arg",
     "pass WORD to the program, even if it looks like one of these", WORLD_WORD, 1, 0, false},
};
enum { TABLE_SIZE = sizeof table / sizeof *table };

char *world_words_usage(int number, const char **help) {
  if (number >= TABLE_SIZE) return NULL;
  *help = table[number].help;
  return alloc_format("--%s%s%s", table[number].name, *table[number].values ? " " : "",
                      table[number].values);
}

/* What follows the dashes; NULL if there are none. */
static const char *bare_name(const char *word) {
  if (word[0] != '-') return NULL;
  return word + (word[1] == '-' ? 2 : 1);
}

static const struct word_option *find_option(const char *word) {
  const char *name = bare_name(word);
  for (int i = 0; name != NULL && i < TABLE_SIZE; i++)
    if (strcmp(table[i].name, name) == 0) return &table[i];
  return NULL;
}

/* ---- messages ---- */

static bool fail(char **error, const struct word_option *option, char *what) {
  *error = alloc_format("--%s: %s: --%s%s%s, for example %s", option->name, what, option->name,
                        *option->values ? " " : "", option->values, option->example);
  free(what);
  return false;
}

static size_t common_length(const char *a, const char *b) {
  size_t length = 0;
  while (a[length] != '\0' && a[length] == b[length]) length++;
  return length;
}

/* The option that was most likely meant. */
static const struct word_option *nearest(const char *name) {
  const struct word_option *best = &table[0];
  size_t longest = 0;
  for (int i = 0; i < TABLE_SIZE; i++) {
    size_t length = common_length(table[i].name, name);
    if (length <= longest) continue;
    longest = length;
    best = &table[i];
  }
  return best;
}

/* "--sym-argz", and "--sym-arg=3", which would otherwise be an argument of the program. */
static bool is_slip(const char *word) {
  const char *name = bare_name(word);
  if (name == NULL) return false;
  if (strncmp(name, "sym-", 4) == 0) return true;
  size_t length = strcspn(name, "=");
  for (int i = 0; i < TABLE_SIZE; i++)
    if (table[i].kind == WORLD_FAIL && name[length] == '=' && strlen(table[i].name) == length &&
        strncmp(table[i].name, name, length) == 0)
      return true;
  return false;
}

static bool refuse_slip(const char *word, char **error) {
  const struct word_option *meant = nearest(bare_name(word));
  *error = alloc_format("there is no option '%s' after the file; did you mean --%s%s%s, for "
                        "example %s? (--literal %s passes the word to the program)",
                        word, meant->name, *meant->values ? " " : "", meant->values, meant->example,
                        word);
  return false;
}

/* ---- values ---- */

static bool read_number(const char *text, uint32_t *number) {
  uint64_t value = 0;
  if (*text == '\0') return false;
  for (; *text != '\0'; text++) {
    if (*text < '0' || *text > '9') return false;
    value = value * 10 + (uint64_t)(*text - '0');
    if (value > UINT32_MAX) return false;
  }
  *number = (uint32_t)value;
  return true;
}

static bool is_usable_text(const struct world_item *item) {
  return item->kind != WORLD_ENV || (*item->text != '\0' && strchr(item->text, '=') == NULL);
}

/* What is wrong with the numbers, owned; NULL if nothing is. */
static char *find_fault(const struct world_item *item) {
  const uint32_t *n = item->numbers;
  switch (item->kind) {
  case WORLD_ARGS:
    if (n[0] > n[1]) return alloc_format("MIN is %u and MAX only %u", n[0], n[1]);
    if (n[1] > MOST_ARGS) return alloc_format("MAX is %u, more than %d", n[1], MOST_ARGS);
    return n[2] > MOST_BYTES ? alloc_format("N is %u, more than %d", n[2], MOST_BYTES) : NULL;
  case WORLD_FILES:
    if (n[0] > MOST_FILES) return alloc_format("NUM is %u, more than there are names A to Z", n[0]);
    return n[1] > MOST_BYTES ? alloc_format("N is %u, more than %d", n[1], MOST_BYTES) : NULL;
  default:
    return n[0] > MOST_BYTES ? alloc_format("N is %u, more than %d", n[0], MOST_BYTES) : NULL;
  }
}

/* Reads the option's values from words[*at] on; *at is moved past them. */
static bool read_values(const struct word_option *option, int count, char *const *words, int *at,
                        struct world_item *item, char **error) {
  int needed = option->text_count + option->number_count;
  if (count - *at < needed)
    return fail(error, option, alloc_format("needs %d value%s", needed, needed == 1 ? "" : "s"));
  if (option->text_count != 0) item->text = words[(*at)++];
  if (!is_usable_text(item))
    return fail(error, option, alloc_format("'%s' cannot be the name of a variable", item->text));
  for (int i = 0; i < option->number_count; i++) {
    const char *word = words[(*at)++];
    if (!read_number(word, &item->numbers[i]))
      return fail(error, option, alloc_format("'%s' is not a number", word));
  }
  if (option->kind == WORLD_FAIL && option->number_count == 0) item->numbers[0] = 1;
  char *fault = find_fault(item);
  return fault == NULL || fail(error, option, fault);
}

static bool has_kind(const struct world_words *world, enum world_kind kind) {
  for (size_t i = 0; i < world->items.count; i++)
    if (world->items.data[i].kind == kind) return true;
  return false;
}

static bool has_variable(const struct world_words *world, const char *name) {
  for (size_t i = 0; i < world->items.count; i++)
    if (world->items.data[i].kind == WORLD_ENV && strcmp(world->items.data[i].text, name) == 0)
      return true;
  return false;
}

static bool read_option(struct world_words *world, const struct word_option *option, int count,
                        char *const *words, int *at, char **error) {
  struct world_item item = {.kind = option->kind};
  if (option->is_single && has_kind(world, option->kind))
    return fail(error, option, alloc_string("given twice"));
  if (!read_values(option, count, words, at, &item, error)) return false;
  if (item.kind == WORLD_ENV && has_variable(world, item.text))
    return fail(error, option, alloc_format("'%s' is given twice", item.text));
  world->has_options = true;
  world->is_symbolic |= item.kind != WORLD_WORD;
  vec_push(&world->items, item);
  return true;
}

bool world_words_parse(struct world_words *world, int count, char *const *words, char **error) {
  *world = (struct world_words){0};
  for (int at = 0; at < count;) {
    const char *word = words[at];
    const struct word_option *option = find_option(word);
    if (option == NULL && is_slip(word)) return refuse_slip(word, error);
    at++;
    if (option == NULL)
      vec_push(&world->items, ((struct world_item){.kind = WORLD_WORD, .text = word}));
    else if (!read_option(world, option, count, words, &at, error))
      return false;
  }
  return true;
}

void world_words_free(struct world_words *world) { vec_free(&world->items); }
