/* Parses options by the table in option_table.c. */
#include "cli/options.h"

#include "analysis/query_count.h"
#include "cli/option_table.h"
#include "util/nearest.h"
#include "util/world_words.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The row that `word` names, alone, as "--name=value" or (one letter) "-Xvalue"; *value
   is set to the part behind the name, or NULL. One dash does for two: KLEE's users are
   used to it. */
static const struct option *find_option(const char *word, int command, const char **value) {
  for (int i = 0; i < option_count; i++) {
    const struct option *option = &option_table[i];
    bool has_one_dash = option->name[1] != '-';
    bool is_short = has_one_dash && option->kind != VALUE_ALIAS; /* -o is also how -opt begins */
    const char *name = option->name + (!has_one_dash && word[1] != '-');
    size_t length = strlen(name);
    if (!(option->commands & command) || strncmp(word, name, length) != 0) continue;
    *value = NULL;
    if (word[length] == '\0') return option;
    if (word[length] != '=' && !is_short) continue;
    *value = word + length + (is_short ? 0 : 1);
    return option;
  }
  return NULL;
}

static bool read_number(const char *text, int64_t *number) {
  char *end;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (end == text || errno != 0 || value < 0 || *end != '\0') return false;
  *number = value;
  return true;
}

static bool read_real(const char *text, double *number) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end != '\0' || !(value >= 0)) return false;
  *number = value;
  return true;
}

/* "0.15", exactly. */
static bool read_share(const char *text, int64_t *millionths) {
  size_t whole = strspn(text, "0123456789");
  const char *part = text + whole;
  part += *part == '.';
  size_t digits = strspn(part, "0123456789");
  if (whole + digits == 0 || whole > 6 || digits > 6 || part[digits] != '\0') return false;
  int64_t value = 0;
  for (size_t i = 0; i < whole; i++) value = 10 * value + (text[i] - '0');
  for (size_t i = 0; i < 6; i++) value = 10 * value + (i < digits ? part[i] - '0' : 0);
  *millionths = value;
  return value <= 1000000;
}

/* One number and its unit; *text is moved behind them. */
static bool read_time_part(const char **text, double *seconds) {
  static const struct {
    const char *name;
    double seconds;
  } units[] = {{"ms", 1e-3}, {"us", 1e-6}, {"min", 60}, {"m", 60}, {"s", 1}, {"h", 3600}, {"", 1}};
  if (**text < '0' || **text > '9') return false;
  size_t digits = strspn(*text, "0123456789.");
  char *end;
  double value = strtod(*text, &end);
  if (end != *text + digits) return false;
  size_t letters = strspn(end, "abcdefghijklmnopqrstuvwxyz");
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strlen(units[i].name) == letters && strncmp(units[i].name, end, letters) == 0) {
      *seconds += value * units[i].seconds;
      *text = end + letters;
      return true;
    }
  return false;
}

/* "60", "1.5s", "1h30min". */
static bool read_time(const char *text, double *seconds) {
  double sum = 0;
  do {
    if (!read_time_part(&text, &sum)) return false;
  } while (*text != '\0');
  *seconds = sum;
  return true;
}

/* A flag's value may be spelt out, as in KLEE: --quiet=false. */
static bool read_truth(const char *text, bool *truth) {
  if (text == NULL || strcmp(text, "true") == 0 || strcmp(text, "1") == 0)
    *truth = true;
  else if (strcmp(text, "false") == 0 || strcmp(text, "0") == 0)
    *truth = false;
  else
    return false;
  return true;
}

static bool read_choice(const char *text, const char *choices, int64_t *number) {
  size_t length = strlen(text);
  for (int64_t i = 0;; i++) {
    size_t size = strcspn(choices, "|");
    if (size == length && strncmp(choices, text, size) == 0) {
      *number = i;
      return true;
    }
    if (choices[size] == '\0') return false;
    choices += size + 1;
  }
}

/* Into a field of whatever width; false if it does not fit. */
static bool store_integer(void *field, size_t size, int64_t number) {
  if (size == sizeof(uint64_t))
    *(int64_t *)field = number;
  else if (size == sizeof(uint32_t) && number <= UINT32_MAX)
    *(uint32_t *)field = (uint32_t)number;
  else
    return false;
  return true;
}

static bool store_number(const struct option *option, void *field, const char *value) {
  int64_t number;
  return read_number(value, &number) && store_integer(field, option->size, number);
}

static bool store_choice(const struct option *option, void *field, const char *value) {
  int64_t number;
  return read_choice(value, option_choices(option), &number) &&
         store_integer(field, option->size, number);
}

static bool store_switch(const struct option *option, bool *field, const char *value) {
  int64_t number;
  if (!read_choice(value, option->value, &number)) return false;
  *field = number == 0;
  return true;
}

static const char *expectation(const struct option *option) {
  switch (option->kind) {
  case VALUE_FLAG: return "true or false";
  case VALUE_NUMBER: return option->size == sizeof(uint32_t) ? "a number below 2^32" : "a number";
  case VALUE_REAL: return "a number";
  case VALUE_SHARE: return "a number from 0 to 1, of at most 6 decimals";
  case VALUE_SECONDS: return "a time like 60, 90s, 5min or 2h";
  default: return "usable";
  }
}

static bool store(struct options *options, const struct option *option, const char *value);

/* Stores what the alias stands for. "=false" behind one that takes no value leaves things as they
   are. */
static bool store_alias(struct options *options, const struct option *alias, const char *value) {
  const char *fixed;
  bool is_wanted;
  const struct option *option = find_option(alias->help, alias->commands, &fixed);
  if (alias->value != NULL) return store(options, option, value);
  if (!read_truth(value, &is_wanted)) {
    fprintf(stderr, "smew: %s: '%s' is not true or false\n", alias->name, value);
    return false;
  }
  return !is_wanted || store(options, option, fixed);
}

static bool store(struct options *options, const struct option *option, const char *value) {
  void *field = (char *)options + option->field;
  bool is_good = true;
  switch (option->kind) {
  case VALUE_FLAG: is_good = read_truth(value, field); break;
  case VALUE_TEXT: *(const char **)field = value; break;
  case VALUE_LIST: vec_push((string_list *)field, value); break;
  case VALUE_NUMBER: is_good = store_number(option, field, value); break;
  case VALUE_REAL: is_good = read_real(value, field); break;
  case VALUE_SHARE: is_good = read_share(value, field); break;
  case VALUE_SECONDS: is_good = read_time(value, field); break;
  case VALUE_CHOICE: is_good = store_choice(option, field, value); break;
  case VALUE_SWITCH: is_good = store_switch(option, field, value); break;
  case VALUE_ALIAS: return store_alias(options, option, value);
  case VALUE_MET: return true;
  case VALUE_IGNORED:
    vec_push(&options->notes, option->name);
    vec_push(&options->notes, option->help);
    return true;
  case VALUE_SECTION: break; /* no command takes it */
  case VALUE_REFUSED: fprintf(stderr, "smew: %s: %s\n", option->name, option->help); return false;
  }
  if (is_good)
    vec_push(&options->settings, ((struct report_setting){option->name, value}));
  else if (option->kind == VALUE_CHOICE || option->kind == VALUE_SWITCH)
    fprintf(stderr, "smew: %s: '%s' is not one of %s\n", option->name, value,
            option_choices(option));
  else
    fprintf(stderr, "smew: %s: '%s' is not %s\n", option->name, value, expectation(option));
  return is_good;
}

static void set_defaults(struct options *options) {
  *options = (struct options){
      .llvm = {.opt = LLVM_OPT_DEFAULT, .adds_checks = true, .check_overshift = true},
      .machine = {.max_stack_frames = 8192, .has_models = true, .unwritten = UNWRITTEN_ERROR},
      .external = {.size = 256},
      .report = {.row_seconds = 1},
      .explore = {.max_memory_mb = 2000,
                  .max_symbolic_size = 1024,
                  .put_off_seconds = -1,
                  .dump = EXPLORE_DUMP_NEW},
      .reduction = {.merge = MERGE_PORTFOLIO,
                    .similar = SIMILAR_QCE,
                    .search_phase = 1 << 17,
                    .z_places = Z_AT_JOINS,
                    .z_linear = true,
                    .relevant_search = true,
                    .portfolio_after = 1 << 22, /* about a quarter of a second */
                    .limit_cost = 1}};
  struct query_count_options counts = query_count_defaults();
  options->reduction.alpha = counts.alpha;
  options->reduction.beta = counts.beta;
  options->reduction.zeta = counts.zeta;
  options->reduction.kappa = counts.kappa;
  options->gen = (struct gen_choices){.program = microc_gen_defaults(), .count = 1};
}

/* ---- words that are no option ---- */

/* The command's option whose name is nearest to that of the word, NULL if none is near. */
static const char *find_nearest(const char *word, int command) {
  const char *dashed = word + (word[1] == '-');
  char *typed = alloc_format("-%.*s", (int)strcspn(dashed, "="), dashed);
  const char *best = NULL;
  unsigned limit = nearest_limit(typed) + 1;
  for (int i = 0; i < option_count; i++) {
    unsigned distance = nearest_distance(typed, option_table[i].name);
    if (!(option_table[i].commands & command) || distance >= limit) continue;
    best = option_table[i].name, limit = distance;
  }
  free(typed);
  return best;
}

/* Another command that has the option, NULL if there is none. */
static const char *find_owner(const char *word) {
  const char *value;
  const char *command;
  for (int i = 0; (command = option_command(i)) != NULL; i++)
    if (find_option(word, option_command_bits(command), &value) != NULL) return command;
  return NULL;
}

static bool is_world_word(const char *word) {
  const char *name = word + (word[1] == '-' ? 2 : 1), *help;
  char *usage;
  bool is_found = false;
  for (int i = 0; !is_found && (usage = world_words_usage(i, &help)) != NULL; i++) {
    size_t length = strcspn(usage + 2, " ");
    is_found = strncmp(usage + 2, name, length) == 0 && strchr("=", name[length]) != NULL;
    free(usage);
  }
  return is_found;
}

static void explain_unknown(const char *word, const char *command) {
  int bit = option_command_bits(command);
  const char *nearest = find_nearest(word, bit), *owner = find_owner(word);
  if (bit == FOR_RUN && is_world_word(word)) {
    fprintf(stderr, "smew: %s goes after the file: smew run [options] FILE %s ...\n", word, word);
    return;
  }
  fprintf(stderr, "smew: unknown option '%s'; ", word);
  if (owner != NULL)
    fprintf(stderr, "'smew %s' has it, 'smew %s' has not; ", owner, command);
  else if (nearest != NULL)
    fprintf(stderr, "did you mean %s? ", nearest);
  fprintf(stderr, "'smew help %s' lists the options\n", command);
}

/* The row for just this value of the option, or NULL. */
static const struct option *find_value(const struct option *option, const char *value,
                                       int command) {
  size_t length = strlen(option->name);
  for (int i = 0; i < option_count; i++)
    if ((option_table[i].commands & command) &&
        strncmp(option_table[i].name, option->name, length) == 0 &&
        option_table[i].name[length] == '=' &&
        strcmp(option_table[i].name + length + 1, value) == 0)
      return &option_table[i];
  return NULL;
}

/* Reads the option at argv[*at] and moves *at behind it and its value. */
static bool parse_option(struct options *options, const char *command, int argc, char **argv,
                         int *at) {
  const char *word = argv[(*at)++], *value;
  const struct option *option = find_option(word, option_command_bits(command), &value);
  if (option == NULL) {
    explain_unknown(word, command);
    return false;
  }
  if (option->value != NULL && value == NULL) {
    if (*at == argc) {
      fprintf(stderr, "smew: %s needs a value: %s %s\n", option->name, option->name,
              option->kind == VALUE_CHOICE ? option_choices(option) : option->value);
      return false;
    }
    value = argv[(*at)++];
  }
  if (value != NULL) {
    const struct option *exact = find_value(option, value, option_command_bits(command));
    if (exact != NULL) return store(options, exact, NULL);
  }
  return store(options, option, value);
}

static bool is_option(const char *word) { return word[0] == '-' && word[1] != '\0'; }

bool options_parse(struct options *options, const char *command, int argc, char **argv, int *used) {
  set_defaults(options);
  int at = 0;
  while (at < argc && is_option(argv[at])) {
    if (strcmp(argv[at], "--") == 0) {
      at++;
      break;
    }
    if (!parse_option(options, command, argc, argv, &at)) return false;
  }
  *used = at;
  return true;
}

bool options_parse_mixed(struct options *options, const char *command, int argc, char **argv,
                         string_list *operands, int *used) {
  set_defaults(options);
  int at = 0;
  while (at < argc && strcmp(argv[at], "--") != 0) {
    if (!is_option(argv[at]))
      vec_push(operands, argv[at++]);
    else if (!parse_option(options, command, argc, argv, &at))
      return false;
  }
  *used = at < argc ? at + 1 : argc;
  return true;
}

bool options_ask_for_help(const char *command, bool is_mixed, int argc, char **argv) {
  for (int at = 0; at < argc && strcmp(argv[at], "--") != 0; at++) {
    const char *value;
    if (strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0) return true;
    if (!is_option(argv[at])) {
      if (!is_mixed) return false;
      continue;
    }
    const struct option *option = find_option(argv[at], option_command_bits(command), &value);
    at += option != NULL && option->value != NULL && value == NULL;
  }
  return false;
}

void options_free(struct options *options) {
  vec_free(&options->settings);
  vec_free(&options->llvm.build.include_dirs);
  vec_free(&options->llvm.build.defines);
  vec_free(&options->llvm.build.files);
  vec_free(&options->llvm.libraries);
  vec_free(&options->llvm.aliases);
  vec_free(&options->search_names);
  vec_free(&options->follow.tests);
  vec_free(&options->seeds.files);
  vec_free(&options->seeds.directories);
  vec_free(&options->without_links);
  vec_free(&options->exit_on_kinds);
  vec_free(&options->machine.coverable.patterns);
  external_free(&options->machine.external);
  vec_free(&options->notes);
}

bool options_has(const struct options *options, const char *name) {
  for (size_t i = 0; i < options->settings.count; i++)
    if (strcmp(options->settings.data[i].name, name) == 0) return true;
  return false;
}

void options_print_notes(const struct options *options) {
  bool has_more = false;
  for (size_t i = 0; i < options->notes.count; i += 2) {
    const char *name = options->notes.data[i], *reason = options->notes.data[i + 1];
    if (reason != NULL) fprintf(stderr, "smew: note: %s has no effect: %s\n", name, reason);
  }
  for (size_t i = 0; i < options->notes.count; i += 2) {
    if (options->notes.data[i + 1] != NULL) continue;
    fprintf(stderr, "%s %s",
            has_more ? "," : "smew: note: options without effect:", options->notes.data[i]);
    has_more = true;
  }
  if (has_more) fputc('\n', stderr);
}
