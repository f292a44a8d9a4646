/* The one table of options. A row says which commands take the option, how its value
   is read, and what help says about it. */
#include "cli/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum value_kind { VALUE_FLAG, VALUE_TEXT, VALUE_LIST, VALUE_NUMBER, VALUE_SECONDS, VALUE_CHOICE };
enum { FOR_RUN = 1, FOR_LOOK = 2, FOR_BOTH = FOR_RUN | FOR_LOOK, FOR_SMT = 4 };

struct option {
  const char *name;  /* with its dashes */
  const char *value; /* placeholder; for a choice the words, parted by | */
  enum value_kind kind;
  int commands;
  size_t field;
  const char *help;
};

#define FIELD(name) offsetof(struct options, name)
static const struct option table[] = {
    {"-I", "DIR", VALUE_LIST, FOR_BOTH, FIELD(include_dirs),
     "look for headers in DIR when compiling a .c file"},
    {"-D", "NAME[=VALUE]", VALUE_LIST, FOR_BOTH, FIELD(defines),
     "define a macro when compiling a .c file"},
    {"--cc-flags", "FLAGS", VALUE_TEXT, FOR_BOTH, FIELD(cc_flags),
     "further flags for clang, parted by blanks"},
    {"--opt", "none|default|aggressive", VALUE_CHOICE, FOR_BOTH, FIELD(opt),
     "how much LLVM may transform the program first; aggressive may remove errors"},
    {"--libc", "auto|none", VALUE_CHOICE, FOR_BOTH, FIELD(libc),
     "link what the program needs of smew's libc, or nothing"},
    {"--entry-point", "FUNCTION", VALUE_TEXT, FOR_BOTH, FIELD(entry_point),
     "start at FUNCTION instead of main"},
    {"--check-leaks", NULL, VALUE_FLAG, FOR_RUN, FIELD(check_leaks),
     "report heap objects that are still allocated, and out of reach, at exit"},
    {"--max-time", "SECONDS", VALUE_SECONDS, FOR_RUN, FIELD(max_time),
     "stop after that time (also 5min, 2h); 0: no limit"},
    {"--max-instructions", "N", VALUE_NUMBER, FOR_RUN, FIELD(max_instructions),
     "stop after N instructions; 0: no limit"},
    {"--max-stack-frames", "N", VALUE_NUMBER, FOR_RUN, FIELD(max_stack_frames),
     "report a stack overflow beyond N frames (8192)"},
    {"--program-status", NULL, VALUE_FLAG, FOR_RUN, FIELD(program_status),
     "exit with the program's own status when it ends without an error"},
    {"--quiet", NULL, VALUE_FLAG, FOR_RUN, FIELD(quiet), "print errors only"},
    {"--function", "NAME", VALUE_TEXT, FOR_LOOK, FIELD(function), "show only this function"},
    {"--with-libc", NULL, VALUE_FLAG, FOR_LOOK, FIELD(dump_libc),
     "show what was linked from the libc too"},
    {"--solver", "cadical|z3|z3-afresh", VALUE_CHOICE, FOR_SMT, FIELD(solver),
     "smew's bit-blaster on CaDiCaL, Z3 kept from query to query, or Z3 afresh for each"},
    {"--validate", NULL, VALUE_FLAG, FOR_SMT, FIELD(validate),
     "ask the other solver too; a disagreement is a fault"},
    {"--no-chain", NULL, VALUE_FLAG, FOR_SMT, FIELD(no_chain),
     "ask the solver at once, without what stands in front of it"},
    {"--without-link", "NAME", VALUE_LIST, FOR_SMT, FIELD(without_links),
     "leave out a link of the chain (--statistics names them)"},
    {"--max-solver-time", "SECONDS", VALUE_SECONDS, FOR_SMT, FIELD(max_solver_time),
     "give up a query after that time; 0: no limit"},
    {"--max-conflicts", "N", VALUE_NUMBER, FOR_SMT, FIELD(max_conflicts),
     "give up a query after so many conflicts; 0: no limit"},
    {"--statistics", NULL, VALUE_FLAG, FOR_SMT, FIELD(statistics),
     "print what each link of the chain did"},
};
enum { TABLE_SIZE = sizeof table / sizeof *table };

static int command_bit(const char *command) {
  return strcmp(command, "run") == 0 ? FOR_RUN : strcmp(command, "smt") == 0 ? FOR_SMT : FOR_LOOK;
}

/* The row that `word` names, alone, as "--name=value" or (one letter) "-Xvalue"; *value
   is set to the part behind the name, or NULL. */
static const struct option *find_option(const char *word, int command, const char **value) {
  for (int i = 0; i < TABLE_SIZE; i++) {
    const struct option *option = &table[i];
    size_t length = strlen(option->name);
    if (!(option->commands & command) || strncmp(word, option->name, length) != 0) continue;
    *value = NULL;
    if (word[length] == '\0') return option;
    bool is_short = option->name[1] != '-';
    if (word[length] != '=' && !is_short) continue;
    *value = word + length + (is_short ? 0 : 1);
    return option;
  }
  return NULL;
}

static bool read_number(const char *text, bool is_time, int64_t *number) {
  char *end;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (end == text || errno != 0 || value < 0) return false;
  long long unit = 1;
  if (is_time && *end != '\0') {
    unit = strcmp(end, "s") == 0     ? 1
           : strcmp(end, "min") == 0 ? 60
           : strcmp(end, "m") == 0   ? 60
           : strcmp(end, "h") == 0   ? 3600
                                     : 0;
    end += strlen(end);
  }
  if (*end != '\0' || unit == 0 || __builtin_mul_overflow(value, unit, &value)) return false;
  *number = value;
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

static bool store(struct options *options, const struct option *option, const char *value) {
  void *field = (char *)options + option->field;
  bool is_good = true;
  switch (option->kind) {
  case VALUE_FLAG: *(bool *)field = true; break;
  case VALUE_TEXT: *(const char **)field = value; break;
  case VALUE_LIST: vec_push((string_list *)field, value); break;
  case VALUE_NUMBER: is_good = read_number(value, false, field); break;
  case VALUE_SECONDS: is_good = read_number(value, true, field); break;
  case VALUE_CHOICE: is_good = read_choice(value, option->value, field); break;
  }
  if (!is_good)
    fprintf(stderr, "smew: %s: '%s' is not %s%s\n", option->name, value,
            option->kind == VALUE_CHOICE ? "one of " : "a number for ",
            option->kind == VALUE_CHOICE ? option->value : option->name);
  return is_good;
}

bool options_parse(struct options *options, const char *command, int argc, char **argv, int *used) {
  *options = (struct options){.opt = OPT_DEFAULT, .max_stack_frames = 8192};
  int at = 0;
  while (at < argc && argv[at][0] == '-' && argv[at][1] != '\0') {
    const char *word = argv[at++], *value;
    if (strcmp(word, "--") == 0) break;
    const struct option *option = find_option(word, command_bit(command), &value);
    if (option == NULL) {
      fprintf(stderr, "smew: unknown option '%s'; 'smew help %s' lists what there is\n", word,
              command);
      return false;
    }
    if (option->kind == VALUE_FLAG && value != NULL) {
      fprintf(stderr, "smew: %s takes no value\n", option->name);
      return false;
    }
    if (option->kind != VALUE_FLAG && value == NULL) {
      if (at == argc) {
        fprintf(stderr, "smew: %s needs a value: %s %s\n", option->name, option->name,
                option->value);
        return false;
      }
      value = argv[at++];
    }
    if (!store(options, option, value)) return false;
  }
  *used = at;
  return true;
}

void options_free(struct options *options) {
  vec_free(&options->include_dirs);
  vec_free(&options->defines);
  vec_free(&options->without_links);
}

void options_print_help(const char *command) {
  int bit = command_bit(command);
  for (int i = 0; i < TABLE_SIZE; i++) {
    const struct option *option = &table[i];
    if (!(option->commands & bit)) continue;
    char *name = option->value == NULL ? alloc_string(option->name)
                                       : alloc_format("%s %s", option->name, option->value);
    printf("  %-30s %s%s\n", name, strlen(name) > 30 ? "\n                                 " : "",
           option->help);
    free(name);
  }
}
