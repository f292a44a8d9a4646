/* Which compile flags of a summary are used. A directory of tests may come from anybody, and a
   compiler's flags can load a plugin, overwrite a file or name another program as the linker. So
   only flags that are known to do nothing of that kind are taken from a file; all others are
   refused with a message, unless the user repeats them on the command line.

   Flags whose value may be the next word are joined with it, so that no later selection of words
   can tear them apart. */
#include "replay/replay_flags.h"

#include "report/summary_facts.h"
#include "util/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- which are harmless ---- */

static const char *const words_alone[] = {"-ansi",
                                          "-pedantic",
                                          "-pedantic-errors",
                                          "-w",
                                          "-g",
                                          "-g0",
                                          "-g1",
                                          "-g2",
                                          "-g3",
                                          "-ggdb",
                                          "-gdwarf-2",
                                          "-gdwarf-3",
                                          "-gdwarf-4",
                                          "-gdwarf-5",
                                          "-gline-tables-only",
                                          "-pthread",
                                          "-static",
                                          "-pie",
                                          "-no-pie",
                                          "-nostdinc",
                                          "-m32",
                                          "-m64",
                                          "-mred-zone",
                                          "-mno-red-zone",
                                          "-msoft-float",
                                          "-mstackrealign",
                                          "-fno-builtin",
                                          "-ffreestanding",
                                          "-fhosted",
                                          "-fwrapv",
                                          "-fno-wrapv",
                                          "-ftrapv",
                                          "-fsigned-char",
                                          "-fno-signed-char",
                                          "-funsigned-char",
                                          "-fno-unsigned-char",
                                          "-fshort-enums",
                                          "-fno-short-enums",
                                          "-fshort-wchar",
                                          "-fcommon",
                                          "-fno-common",
                                          "-fstrict-aliasing",
                                          "-fno-strict-aliasing",
                                          "-fstrict-overflow",
                                          "-fno-strict-overflow",
                                          "-fstrict-enums",
                                          "-fgnu89-inline",
                                          "-fms-extensions",
                                          "-fno-ms-extensions",
                                          "-fpic",
                                          "-fPIC",
                                          "-fpie",
                                          "-fPIE",
                                          "-fno-pic",
                                          "-fno-PIC",
                                          "-fno-pie",
                                          "-fno-PIE",
                                          "-fno-plt",
                                          "-fomit-frame-pointer",
                                          "-fno-omit-frame-pointer",
                                          "-fno-delete-null-pointer-checks",
                                          "-fdelete-null-pointer-checks",
                                          "-fexceptions",
                                          "-fno-exceptions",
                                          "-fasynchronous-unwind-tables",
                                          "-fno-asynchronous-unwind-tables",
                                          "-funwind-tables",
                                          "-fno-unwind-tables",
                                          "-finline-functions",
                                          "-fno-inline-functions",
                                          "-fno-inline",
                                          "-ffunction-sections",
                                          "-fdata-sections",
                                          "-fmath-errno",
                                          "-fno-math-errno",
                                          "-ffast-math",
                                          "-fno-fast-math",
                                          "-frounding-math",
                                          "-fno-rounding-math",
                                          "-ftrapping-math",
                                          "-fstack-protector",
                                          "-fstack-protector-all",
                                          "-fstack-protector-strong",
                                          "-fno-stack-protector",
                                          "-funroll-loops",
                                          "-fno-unroll-loops",
                                          "-fvectorize",
                                          "-fno-vectorize",
                                          "-fno-slp-vectorize",
                                          "-fstandalone-debug",
                                          "-fno-discard-value-names",
                                          "-fno-color-diagnostics",
                                          "-fcolor-diagnostics",
                                          "-fblocks",
                                          "-fno-ident",
                                          "-Wl,--gc-sections",
                                          "-Wl,--as-needed",
                                          "-Wl,--no-as-needed",
                                          "-Wl,--export-dynamic",
                                          "-Wl,--start-group",
                                          "-Wl,--end-group",
                                          NULL};

/* Followed by a name: letters, digits and the signs that occur in such names. */
static const char *const before_names[] = {"-std=",
                                           "-O",
                                           "-W",
                                           "-l",
                                           "-march=",
                                           "-mtune=",
                                           "-mcpu=",
                                           "-mabi=",
                                           "-mfpmath=",
                                           "-mcmodel=",
                                           "-msse",
                                           "-mno-sse",
                                           "-mavx",
                                           "-mno-avx",
                                           "-mbmi",
                                           "-mfma",
                                           "-mpopcnt",
                                           "-fno-builtin-",
                                           "-ffp-contract=",
                                           "-ffp-model=",
                                           "-fvisibility=",
                                           "-fbracket-depth=",
                                           "-fconstexpr-steps=",
                                           NULL};

/* Followed by a list of names. */
static const char *const before_lists[] = {"-fsanitize=",         "-fno-sanitize=",
                                           "-fsanitize-trap=",    "-fno-sanitize-recover=",
                                           "-fsanitize-recover=", NULL};

/* Followed by any text, in the same word or as the next one. */
static const char *const before_texts[] = {"-D",      "-U",         "-I", "-isystem",
                                           "-iquote", "-idirafter", "-L", NULL};

/* Followed by a file, in the same word or as the next one. */
static const char *const before_files[] = {"-include", "-imacros", NULL};

static bool consists_of(const char *text, const char *more) {
  static const char usual[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+=.-";
  while (*(text += strspn(text, usual)) != '\0' && strchr(more, *text) != NULL) text++;
  return *text == '\0';
}

/* The start that the word has, or NULL. */
static const char *find_start(const char *word, const char *const *starts) {
  for (; *starts != NULL; starts++)
    if (text_starts_with(word, *starts)) return *starts;
  return NULL;
}

static bool is_linkable(const char *word) {
  static const char *const suffixes[] = {".o", ".a", ".so"};
  size_t length = strlen(word);
  if (*word == '-' || *word == '@') return false;
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    size_t suffix = strlen(suffixes[i]);
    if (length > suffix && strcmp(word + length - suffix, suffixes[i]) == 0) return true;
  }
  return false;
}

static bool is_harmless_word(const char *word) {
  const char *start;
  if (text_is_one_of(word, words_alone) || is_linkable(word)) return true;
  if ((start = find_start(word, before_lists)) != NULL)
    return consists_of(word + strlen(start), ",");
  if ((start = find_start(word, before_names)) != NULL)
    return consists_of(word + strlen(start), "") && strcmp(word, "-l") != 0;
  return false;
}

/* Whether the file, relative to the directory of the run, is in it. */
static bool is_inside(const char *directory, const char *file) {
  char outer[PATH_MAX], inner[PATH_MAX];
  char *path = file[0] == '/' || directory == NULL ? alloc_string(file)
                                                   : alloc_format("%s/%s", directory, file);
  bool is_known =
      realpath(directory != NULL ? directory : ".", outer) != NULL && realpath(path, inner) != NULL;
  size_t length = is_known ? strlen(outer) : 0;
  free(path);
  return is_known && strncmp(inner, outer, length) == 0 && inner[length] == '/';
}

/* ---- taking them ---- */

struct taker {
  word_list *words; /* NULL: the flags are only checked */
  const struct summary_facts *facts;
  const char *const *own;
  size_t own_count;
  char **error;
};

static bool is_own(const struct taker *taker, const char *word) {
  for (size_t i = 0; i < taker->own_count; i++)
    if (strcmp(taker->own[i], word) == 0) return true;
  return false;
}

static bool refuse(const struct taker *taker, const char *word) {
  *taker->error =
      alloc_format("the run was compiled with '%s', which can do more than choose how a program is "
                   "compiled, so it is not taken from a file: check it, and repeat it with "
                   "--cc-flags",
                   word);
  return false;
}

/* A flag with its value. What the user repeats is among his own already. */
static bool take_pair(const struct taker *taker, const char *flag, const char *value) {
  bool is_good = value != NULL && *value != '\0';
  if (is_good && text_is_one_of(flag, before_files))
    is_good = is_inside(taker->facts->directory, value);
  if (!is_good && is_own(taker, flag) && (value == NULL || is_own(taker, value))) return true;
  char *word = alloc_format("%s%s", flag, value != NULL ? value : "");
  if (is_good && taker->words != NULL)
    word_list_add(taker->words, word);
  else if (!is_good && !is_own(taker, word))
    is_good = refuse(taker, word);
  free(word);
  return is_good || *taker->error == NULL;
}

/* Takes the word at the index, with the next one if that is its value; sets the index to the next
   flag. */
static bool take_flag(const struct taker *taker, const word_list *flags, size_t *index) {
  const char *word = flags->data[(*index)++], *start = find_start(word, before_files);
  if (start == NULL) start = find_start(word, before_texts);
  if (start != NULL && word[strlen(start)] != '\0')
    return take_pair(taker, start, word + strlen(start));
  if (start != NULL)
    return take_pair(taker, start, *index < flags->count ? flags->data[(*index)++] : NULL);
  if (is_own(taker, word)) return true;
  if (!is_harmless_word(word)) return refuse(taker, word);
  if (taker->words != NULL) word_list_add(taker->words, word);
  return true;
}

static bool take_text(const struct taker *taker, const char *text) {
  word_list flags = {0};
  bool is_good = true;
  word_list_add_split(&flags, text);
  for (size_t i = 0; is_good && i < flags.count;) is_good = take_flag(taker, &flags, &i);
  word_list_free(&flags);
  return is_good;
}

bool replay_flags_take(word_list *words, const struct summary_facts *facts, const char *const *own,
                       size_t own_count, char **error) {
  static const char cc_flags[] = "--cc-flags=";
  struct taker taker = {words, facts, own, own_count, error}, checker = taker;
  bool is_good = true;
  checker.words = NULL;
  *error = NULL;
  for (size_t i = 0; is_good && i < facts->include_dirs.count; i++)
    is_good = take_pair(&taker, "-I", facts->include_dirs.data[i]);
  for (size_t i = 0; is_good && i < facts->defines.count; i++)
    is_good = take_pair(&taker, "-D", facts->defines.data[i]);
  is_good = is_good && take_text(&taker, facts->cc_flags);
  for (size_t i = 0; is_good && i < facts->options.count; i++)
    if (text_starts_with(facts->options.data[i], cc_flags))
      is_good = take_text(&checker, facts->options.data[i] + strlen(cc_flags));
  for (size_t i = 0; i < own_count; i++) word_list_add(words, own[i]);
  return is_good;
}

bool replay_flags_is_harmless_option(const char *option) {
  static const char *const names[] = {"--cc-flags",
                                      "--link-llvm-lib",
                                      "--function-alias",
                                      "--entry-point",
                                      "--entry-globals",
                                      "--externals",
                                      "--external-writes",
                                      "--external-spec",
                                      "--lazy-alias",
                                      "--lazy-size",
                                      "--libc",
                                      "--opt",
                                      "--overflow",
                                      "--fs",
                                      "--clock",
                                      "--run-in-dir",
                                      "--env-file",
                                      "--malloc-fails",
                                      "--libc-models",
                                      "--fold-conditions",
                                      "--check-overflow",
                                      "--check-overshift",
                                      "--uninitialized",
                                      "--silent-klee-assume",
                                      "--solver",
                                      NULL};
  if (option[0] == '-' && (option[1] == 'I' || option[1] == 'D') && option[2] != '\0') return true;
  for (size_t i = 0; names[i] != NULL; i++) {
    size_t length = strlen(names[i]);
    if (strncmp(option, names[i], length) == 0 && (option[length] == '=' || option[length] == '\0'))
      return true;
  }
  return false;
}
