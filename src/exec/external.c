/* The list of external functions, from the defaults and a file of the user's. */
#include "exec/external.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const never_return[] = {"exit", "_exit", "_Exit", "quick_exit", "longjmp"};
static const char *const fill[] = {
    "fgets",  "strcpy", "strncpy", "strcat",       "strncat",       "getcwd",
    "stat",   "fstat",  "lstat",   "gettimeofday", "clock_gettime", "scanf",
    "fscanf", "sscanf", "sprintf", "snprintf",     "vsprintf",      "vsnprintf"};
static const char *const fill_and_count[] = {"read",    "pread",    "recv", "recvfrom", "fread",
                                             "getline", "readlink", "time", "strtol",   "strtoul"};

static const char *const return_numbers[] = {
    "write",    "strlen", "strnlen", "fwrite", "atol",    "lseek",  "ftell",  "sysconf", "strtoll",
    "strtoull", "send",   "sendto",  "clock",  "mbrtowc", "wcslen", "strspn", "strcspn"};
static const char *const never_null[] = {"__errno_location", "__ctype_b_loc", "__ctype_tolower_loc",
                                         "__ctype_toupper_loc", "localeconv"};

static void add(struct external_options *options, struct external external) {
  for (size_t i = 0; i < options->list.count; i++) {
    if (strcmp(options->list.data[i].name, external.name) != 0) continue;
    free(options->list.data[i].name);
    options->list.data[i] = external;
    return;
  }
  vec_push(&options->list, external);
}

void external_add_defaults(struct external_options *options) {
  for (size_t i = 0; i < sizeof never_return / sizeof *never_return; i++)
    add(options, (struct external){.name = alloc_string(never_return[i]), .never_returns = true});
  for (size_t i = 0; i < sizeof never_null / sizeof *never_null; i++)
    add(options, (struct external){.name = alloc_string(never_null[i]), .result = EXTERNAL_OBJECT});
  for (size_t i = 0; i < sizeof return_numbers / sizeof *return_numbers; i++)
    add(options,
        (struct external){.name = alloc_string(return_numbers[i]), .result = EXTERNAL_NUMBER});
  for (size_t i = 0; i < sizeof fill / sizeof *fill; i++)
    add(options, (struct external){.name = alloc_string(fill[i]), .writes_args = true});
  for (size_t i = 0; i < sizeof fill_and_count / sizeof *fill_and_count; i++)
    add(options, (struct external){.name = alloc_string(fill_and_count[i]),
                                   .result = EXTERNAL_NUMBER,
                                   .writes_args = true});
}

static bool read_word(struct external *external, const char *word) {
  if (strcmp(word, "returns=any") == 0) {
    external->result = EXTERNAL_ANY;
  } else if (strcmp(word, "returns=object") == 0) {
    external->result = EXTERNAL_OBJECT;
  } else if (strcmp(word, "returns=number") == 0) {
    external->result = EXTERNAL_NUMBER;
  } else if (strcmp(word, "writes=none") == 0) {
    external->writes_args = false;
  } else if (strcmp(word, "writes=args") == 0) {
    external->writes_args = true;
  } else if (strcmp(word, "ends") == 0) {
    external->never_returns = true;
  } else {
    return false;
  }
  return true;
}

/* NULL, or the word that is wrong. */
static const char *read_line(struct external_options *options, char *line) {
  char *rest = NULL;
  line[strcspn(line, "#\n")] = '\0';
  char *name = strtok_r(line, " \t", &rest), *word;
  if (name == NULL) return NULL;
  struct external external = {.writes_args = options->writes_args};
  while ((word = strtok_r(NULL, " \t", &rest)) != NULL)
    if (!read_word(&external, word)) return word;
  external.name = alloc_string(name);
  add(options, external);
  return NULL;
}

bool external_read(struct external_options *options, const char *file, char **error) {
  FILE *stream = fopen(file, "r");
  if (stream == NULL) {
    *error = alloc_format("%s: %s", file, strerror(errno));
    return false;
  }
  char line[1024];
  const char *wrong = NULL;
  unsigned number = 0;
  while (wrong == NULL && fgets(line, sizeof line, stream) != NULL) {
    number++;
    wrong = read_line(options, line);
  }
  if (wrong != NULL)
    *error = alloc_format("%s:%u: '%s' is not one of returns=any, returns=object, returns=number, "
                          "writes=none, writes=args, ends",
                          file, number, wrong);
  fclose(stream);
  return wrong == NULL;
}

void external_free(struct external_options *options) {
  for (size_t i = 0; i < options->list.count; i++) free(options->list.data[i].name);
  vec_free(&options->list);
}

struct external external_find(const struct external_options *options, const char *name) {
  for (size_t i = 0; i < options->list.count; i++)
    if (strcmp(options->list.data[i].name, name) == 0) return options->list.data[i];
  return (struct external){.writes_args = options->writes_args};
}
