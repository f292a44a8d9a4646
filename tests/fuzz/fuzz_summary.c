/* summary.json of a directory that somebody else made: it is read or refused with a message, and
   the compile flags that are taken from it are harmless ones. */
#include "target.h"

#include "replay/replay_flags.h"
#include "report/summary_facts.h"

static const char *const tokens[] = {"{",           "}",
                                     "[",           "]",
                                     ",",           ":",
                                     "\"",          "true",
                                     "false",       "null",
                                     "1e308",       "-0",
                                     "\\u0000",     "\\ud800",
                                     "\\udc00",     "\"program\"",
                                     "\"files\"",   "\"cc_flags\"",
                                     "\"name\"",    "\"value\"",
                                     "\"options\"", "\"defines\"",
                                     "\"ended\"",   "\"include_dirs\"",
                                     "-fplugin=",   "-Wp,-MF,x",
                                     "-MF x",       "-o x",
                                     "-O2",         "-DX=1",
                                     "-include",    "-Xclang",
                                     "@file",       "-B",
                                     "--config=x",  "-fsanitize=address",
                                     "-specs=",     "-wrapper",
                                     "-load",       "-mllvm",
                                     " ",           "'",
                                     "\\",          "\"--cc\":",
                                     "--cc-flags",  "--output-dir",
                                     NULL};
static const struct target target = {"summary", tokens};

/* Words that make the compiler run or write something, wherever they stand. */
static void require_harmless(const word_list *words) {
  static const char *const bad[] = {"-fplugin", "-o", "-MF",      "-Xclang", "-B",
                                    "-wrapper", "@",  "--config", "-specs",  "-mllvm"};
  for (size_t i = 0; i < words->count; i++) {
    /* what follows these is a name, not an option */
    if (i > 0 && (strcmp(words->data[i - 1], "-I") == 0 || strcmp(words->data[i - 1], "-D") == 0))
      continue;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
      if (strncmp(words->data[i], bad[k], strlen(bad[k])) == 0) target_fail(words->data[i]);
  }
}

static void target_check(const uint8_t *bytes, size_t size) {
  static char directory[] = "/tmp/smew-fuzz-XXXXXX";
  static bool is_made;
  struct summary_facts facts;
  word_list words = {0};
  char *error = NULL;
  if (!is_made && mkdtemp(directory) == NULL) target_fail("no directory");
  is_made = true;
  char *path = alloc_format("%s/summary.json", directory);
  if (file_write(path, bytes, size) != 0) target_fail("no file");
  if (!summary_facts_read(&facts, directory, &error)) {
    if (error == NULL || *error == '\0') target_fail("no message");
  } else if (replay_flags_take(&words, &facts, NULL, 0, &error)) {
    require_harmless(&words);
  } else if (error == NULL || *error == '\0') {
    target_fail("no message");
  }
  for (size_t i = 0; i < facts.options.count; i++)
    replay_flags_is_harmless_option(facts.options.data[i]);
  summary_facts_free(&facts);
  word_list_free(&words);
  free(error);
  unlink(path);
  free(path);
}
