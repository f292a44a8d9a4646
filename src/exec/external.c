/* The list of external functions, from the defaults and a file of the user's. */
#include "exec/external.h"

#include "util/buffer.h"
#include "util/fault.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENT = 64 };

/* In the syntax of such a file. */
static const char *const defaults[] = {
    "exit ends", "_exit ends", "_Exit ends", "quick_exit ends", "longjmp ends", "siglongjmp ends",
    "pthread_exit ends", "err ends", "errx ends", "verr ends", "verrx ends",
    /* addresses of variables of the library */
    "__errno_location returns=object writes=none", "__ctype_b_loc returns=object writes=none",
    "__ctype_tolower_loc returns=object writes=none",
    "__ctype_toupper_loc returns=object writes=none", "localeconv returns=object writes=none",
    /* what is read or filled */
    "read returns=number writes=2", "pread returns=number writes=2", "recv returns=number writes=2",
    "recvfrom returns=number writes=2,5,6", "fread returns=number writes=1",
    "readlink returns=number writes=2", "getline returns=number writes=1,2",
    "getdelim returns=number writes=1,2", "fgets writes=1", "getcwd writes=1", "realpath writes=2",
    "strcpy writes=1", "strncpy writes=1", "strcat writes=1", "strncat writes=1", "stpcpy writes=1",
    "sprintf writes=1", "snprintf writes=1", "vsprintf writes=1", "vsnprintf writes=1",
    "strftime returns=number writes=1", "strtok writes=1", "strtok_r writes=1,3", "scanf writes=2-",
    "fscanf writes=3-", "sscanf writes=3-",
    /* numbers in text, and where they end */
    "strtol returns=number writes=2", "strtoul returns=number writes=2",
    "strtoll returns=number writes=2", "strtoull returns=number writes=2", "strtod writes=2",
    "strtof writes=2", "strtold writes=2", "mbrtowc returns=number writes=1,4",
    /* structures and numbers */
    "stat writes=2", "fstat writes=2", "lstat writes=2", "gettimeofday writes=1,2",
    "clock_gettime writes=2", "nanosleep writes=2", "time returns=number writes=1",
    "localtime_r writes=2", "gmtime_r writes=2", "getrlimit writes=2", "getrusage writes=2",
    "tcgetattr writes=2", "ioctl writes=3-", "pipe writes=1", "poll writes=1", "select writes=2-5",
    "waitpid writes=2", "wait writes=1", "sigaction writes=3", "sigprocmask writes=3",
    "sigemptyset writes=1", "sigfillset writes=1", "sigaddset writes=1", "accept writes=2,3",
    "getsockname writes=2,3", "getpeername writes=2,3", "getsockopt writes=4,5",
    "inet_pton writes=3", "frexp writes=2", "modf writes=2", "regcomp writes=1", "regexec writes=4",
    "mkstemp writes=1", "getopt_long writes=5", "qsort writes=1", "pthread_create writes=1",
    /* what only counts or compares */
    "write returns=number writes=none", "strlen returns=number writes=none",
    "strnlen returns=number writes=none", "fwrite returns=number writes=none",
    "atol returns=number writes=none", "lseek returns=number writes=none",
    "ftell returns=number writes=none", "sysconf returns=number writes=none",
    "send returns=number writes=none", "sendto returns=number writes=none",
    "clock returns=number writes=none", "wcslen returns=number writes=none",
    "strspn returns=number writes=none", "strcspn returns=number writes=none"};

static void add(struct external_options *options, struct external external) {
  for (size_t i = 0; i < options->list.count; i++) {
    if (strcmp(options->list.data[i].name, external.name) != 0) continue;
    free(options->list.data[i].name);
    options->list.data[i] = external;
    return;
  }
  vec_push(&options->list, external);
}

/* "2", "1,3-" or "2-5". False if it is something else. */
static bool read_numbers(const char *text, uint64_t *written) {
  *written = 0;
  do {
    char *end;
    unsigned long first = strtoul(text, &end, 10), last = first;
    if (end == text || *text == '-' || first == 0 || first > MOST_ARGUMENT) return false;
    if (*end == '-') {
      text = end + 1;
      last = strtoul(text, &end, 10);
      if (end == text) last = MOST_ARGUMENT;
      if (last < first || last > MOST_ARGUMENT) return false;
    }
    for (unsigned long i = first; i <= last; i++) *written |= (uint64_t)1 << (i - 1);
    text = end + 1;
    if (*end == '\0') return true;
  } while (text[-1] == ',');
  return false;
}

static bool read_word(struct external *external, const char *word) {
  if (strcmp(word, "returns=any") == 0) {
    external->result = EXTERNAL_ANY;
  } else if (strcmp(word, "returns=object") == 0) {
    external->result = EXTERNAL_OBJECT;
  } else if (strcmp(word, "returns=number") == 0) {
    external->result = EXTERNAL_NUMBER;
  } else if (strcmp(word, "writes=none") == 0) {
    external->written = 0;
  } else if (strcmp(word, "writes=args") == 0) {
    external->written = UINT64_MAX;
  } else if (strncmp(word, "writes=", 7) == 0) {
    return read_numbers(word + 7, &external->written);
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
  struct external external = {.written = options->writes_args ? UINT64_MAX : 0};
  while ((word = strtok_r(NULL, " \t", &rest)) != NULL)
    if (!read_word(&external, word)) return word;
  external.name = alloc_string(name);
  add(options, external);
  return NULL;
}

void external_add_defaults(struct external_options *options) {
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
    char *line = alloc_string(defaults[i]);
    const char *wrong = read_line(options, line);
    REQUIRE(wrong == NULL);
    free(line);
  }
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
                          "writes=none, writes=args, writes=1,2-, ends",
                          file, number, wrong);
  fclose(stream);
  return wrong == NULL;
}

void external_free(struct external_options *options) {
  for (size_t i = 0; i < options->list.count; i++) free(options->list.data[i].name);
  vec_free(&options->list);
}

/* glibc's headers give some functions other names. */
static const char *plain_name(const char *name) {
  static const char *const prefixes[] = {"__isoc99_", "__isoc23_"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return name + strlen(prefixes[i]);
  return name;
}

static const struct external *find(const struct external_options *options, const char *name) {
  for (size_t i = 0; i < options->list.count; i++)
    if (strcmp(options->list.data[i].name, name) == 0) return &options->list.data[i];
  return NULL;
}

struct external external_find(const struct external_options *options, const char *name) {
  const struct external *found = find(options, name);
  if (found == NULL) found = find(options, plain_name(name));
  if (found != NULL) return *found;
  return (struct external){.written = options->writes_args ? UINT64_MAX : 0};
}

bool external_writes(const struct external *external, uint32_t argument) {
  return external->written >> (argument < MOST_ARGUMENT ? argument : MOST_ARGUMENT - 1) & 1;
}

static void add_numbers(uint64_t written, struct buffer *text) {
  const char *separator = "";
  for (unsigned first = 0, end; first < MOST_ARGUMENT; first = end + 1) {
    for (end = first; end < MOST_ARGUMENT && (written >> end & 1);) end++;
    if (end == first) continue;
    buffer_add(text, "%s%u", separator, first + 1);
    if (end == MOST_ARGUMENT)
      buffer_add(text, " and after");
    else if (end > first + 1)
      buffer_add(text, "-%u", end);
    separator = ", ";
  }
}

char *external_describe(const struct external *external) {
  static const char *const results[] = {[EXTERNAL_ANY] = "any value",
                                        [EXTERNAL_OBJECT] = "any value but null",
                                        [EXTERNAL_NUMBER] = "any number"};
  struct buffer text = {0};
  if (external->never_returns) {
    buffer_add(&text, "does not return");
    return text.text;
  }
  buffer_add(&text, "returns %s and ", results[external->result]);
  if (external->written == 0) {
    buffer_add(&text, "has no other effect");
  } else if (external->written == UINT64_MAX) {
    buffer_add(&text, "writes to its arguments");
  } else {
    bool is_one = (external->written & (external->written - 1)) == 0;
    buffer_add(&text, "writes to its argument%s ", is_one ? "" : "s");
    add_numbers(external->written, &text);
  }
  return text.text;
}
