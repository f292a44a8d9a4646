/* Reading a compiler's command line. clang knows some two thousand options, of which smew cc must
   know three kinds: those that take the next word, or it would be mistaken for a file; those that
   decide what comes out; and those that do not hold for the bitcode, because they instrument the
   code or write files of their own. Everything else is passed on unread. */
#include "cli/cc_line.h"

#include "cli/cc_response.h"
#include "util/text.h"

#include <stdlib.h>
#include <string.h>

/* Options whose value is the next word. */
static bool takes_next(const char *word) {
  static const char *const options[] = {"-o",
                                        "-x",
                                        "-I",
                                        "-D",
                                        "-U",
                                        "-L",
                                        "-l",
                                        "-T",
                                        "-u",
                                        "-z",
                                        "-e",
                                        "-A",
                                        "-B",
                                        "-F",
                                        "-G",
                                        "-J",
                                        "-V",
                                        "-b",
                                        "-MF",
                                        "-MT",
                                        "-MQ",
                                        "-MJ",
                                        "-Xclang",
                                        "-Xlinker",
                                        "-Xassembler",
                                        "-Xpreprocessor",
                                        "-Xanalyzer",
                                        "-include",
                                        "-imacros",
                                        "-iquote",
                                        "-isystem",
                                        "-idirafter",
                                        "-iprefix",
                                        "-iwithprefix",
                                        "-iwithprefixbefore",
                                        "-isysroot",
                                        "-include-pch",
                                        "-iframework",
                                        "-ivfsoverlay",
                                        "-cxx-isystem",
                                        "-target",
                                        "-arch",
                                        "-mllvm",
                                        "-rpath",
                                        "--param",
                                        "--sysroot",
                                        "--target",
                                        "-working-directory",
                                        "-framework",
                                        "-gcc-toolchain",
                                        "-serialize-diagnostics",
                                        "--serialize-diagnostics",
                                        "-dumpdir",
                                        "-resource-dir",
                                        "-fmodule-name",
                                        "-undefined",
                                        "-wrapper",
                                        "-aux-info",
                                        "-imultilib",
                                        "-Xopenmp-target",
                                        "-dyld-prefix",
                                        "--language",
                                        "--output",
                                        "--include",
                                        "--include-directory",
                                        NULL};
  return text_is_one_of(word, options);
}

/* Options that leave no object behind. */
static bool ends_early(const char *word) {
  static const char *const options[] = {
      "-E",           "-S",         "-M",        "-MM",          "-fsyntax-only",
      "-emit-llvm",   "-###",       "--version", "-V",           "-dumpversion",
      "-dumpmachine", "--help",     "-help",     "--analyze",    "-emit-ast",
      "--preprocess", "--assemble", "-qversion", "--precompile", NULL};
  return text_is_one_of(word, options) || text_starts_with(word, "-print-") ||
         text_starts_with(word, "--print-") || text_starts_with(word, "--help-");
}

/* Options that instrument the code, or write files besides the object. */
static bool is_native_only(const char *word) {
  static const char *const words[] = {"-c",
                                      "-MD",
                                      "-MMD",
                                      "-MP",
                                      "-MG",
                                      "-MV",
                                      "-pg",
                                      "--coverage",
                                      "-coverage",
                                      "-s",
                                      "-r",
                                      "-shared",
                                      "-gsplit-dwarf",
                                      "-ftest-coverage",
                                      "-ftime-report",
                                      "-save-stats",
                                      "-ftime-trace",
                                      "-v",
                                      NULL};
  static const char *const starts[] = {"-fsanitize",
                                       "-fno-sanitize",
                                       "-fprofile",
                                       "-fno-profile",
                                       "-fcoverage",
                                       "-fxray",
                                       "-save-temps",
                                       "--save-temps",
                                       "-ftime-trace=",
                                       "-gsplit-dwarf=",
                                       "-foptimization-record",
                                       "-fsave-optimization-record",
                                       "-fcs-profile",
                                       "-Wl,",
                                       "-Wa,",
                                       "-Wp,-M",
                                       "-l",
                                       "-L",
                                       NULL};
  return text_is_one_of(word, words) || text_starts_with_one_of(word, starts);
}

/* Options with a value in the next word that are for the native half alone. */
static bool is_native_only_pair(const char *word) {
  static const char *const options[] = {"-o",
                                        "--output",
                                        "-MF",
                                        "-MT",
                                        "-MQ",
                                        "-MJ",
                                        "-Xlinker",
                                        "-Xassembler",
                                        "-T",
                                        "-z",
                                        "-e",
                                        "-u",
                                        "-l",
                                        "-L",
                                        "-rpath",
                                        "-dumpdir",
                                        "-serialize-diagnostics",
                                        "--serialize-diagnostics",
                                        NULL};
  return text_is_one_of(word, options);
}

static bool is_lto(const char *word) {
  static const char *const starts[] = {"-flto",
                                       "-ffat-lto-objects",
                                       "-fwhole-program-vtables",
                                       "-fsplit-lto-unit",
                                       "-fno-fat-lto-objects",
                                       NULL};
  return text_starts_with_one_of(word, starts);
}

/* Whether clang makes an object of it by way of bitcode: not of assembly and of what is linked. */
static bool is_source(const char *path, const char *language) {
  if (language)
    return strcmp(language, "assembler") != 0 && strcmp(language, "assembler-with-cpp") != 0 &&
           !strstr(language, "header");
  static const char *const suffixes[] = {"c",   "i",   "ii", "cc", "cp", "cpp", "cxx",
                                         "CPP", "c++", "C",  "ll", "bc", NULL};
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  return dot && (!slash || dot > slash) && text_is_one_of(dot + 1, suffixes);
}

static void note_flag(struct cc_line *line, const char *word) {
  static const char *const partial[] = {"-shared", "--shared", "-r", "-Wl,-r", "-Wl,-shared", NULL};
  if (ends_early(word)) line->stage = CC_NO_CODE;
  if ((strcmp(word, "-c") == 0 || strcmp(word, "--compile") == 0) && line->stage == CC_LINK)
    line->stage = CC_OBJECT;
  if (text_starts_with(word, "-O")) line->is_optimised = strcmp(word, "-O0") != 0;
  if (strcmp(word, "--coverage") == 0 || strcmp(word, "-coverage") == 0 ||
      text_starts_with(word, "-fprofile-arcs") ||
      text_starts_with(word, "-fprofile-instr-generate") ||
      text_starts_with(word, "-fprofile-generate"))
    line->has_coverage = true;
  if (text_starts_with(word, "-fsanitize=")) line->has_sanitizers = true;
  if (text_is_one_of(word, partial)) line->is_partial = true;
}

/* "-x" and "-o" and their longer names; *language is what holds from here on. */
static void note_value(struct cc_line *line, const char *option, const char *value,
                       const char **language) {
  if (strcmp(option, "-o") == 0 || strcmp(option, "--output") == 0) line->output = value;
  if (strcmp(option, "-x") == 0 || strcmp(option, "--language") == 0)
    *language = strcmp(value, "none") == 0 ? NULL : value;
}

static void read_words(struct cc_line *line) {
  const char *language = NULL;
  for (size_t i = 0; i < line->words.count; i++) {
    const char *word = line->words.data[i];
    bool has_next = i + 1 < line->words.count;
    if (strcmp(word, "--") == 0) { /* only files from here on */
      line->has_dashes = true;
      line->has_files |= has_next;
      for (i++; i < line->words.count; i++)
        if (is_source(line->words.data[i], language))
          vec_push(&line->sources, ((struct cc_source){line->words.data[i], language}));
      return;
    }
    if (word[0] != '-' || word[1] == '\0') {
      line->has_files = true;
      if (is_source(word, language)) vec_push(&line->sources, ((struct cc_source){word, language}));
      continue;
    }
    if (takes_next(word) && has_next) {
      const char *value = line->words.data[++i];
      note_value(line, word, value, &language);
      if (is_native_only_pair(word) || strcmp(word, "-x") == 0 || strcmp(word, "--language") == 0)
        continue;
      vec_push(&line->shared, word);
      vec_push(&line->shared, value);
      continue;
    }
    note_flag(line, word);
    if (text_starts_with(word, "-o") && !text_starts_with(word, "-objc") && word[2])
      line->output = word + 2;
    else if (text_starts_with(word, "--output="))
      line->output = word + strlen("--output=");
    else if (text_starts_with(word, "-x") && word[2])
      language = strcmp(word + 2, "none") == 0 ? NULL : word + 2;
    else if (text_starts_with(word, "--language="))
      language = word + strlen("--language=");
    else if (!is_native_only(word))
      vec_push(&line->shared, word);
  }
}

void cc_line_read(struct cc_line *line, int argc, char **argv) {
  *line = (struct cc_line){.stage = CC_LINK};
  VEC(char *) expanded = {0};
  for (int i = 0; i < argc; i++) {
    struct cc_words file = {0};
    if (argv[i][0] == '@' && cc_response_read(argv[i] + 1, &file)) {
      for (size_t k = 0; k < file.count; k++) {
        vec_push(&expanded, file.data[k]);
        vec_push(&line->owned, file.data[k]);
      }
      vec_free(&file);
    } else {
      vec_push(&expanded, argv[i]);
    }
  }
  for (size_t i = 0; i < expanded.count; i++)
    if (is_lto(expanded.data[i]))
      line->has_lto = true;
    else
      vec_push(&line->words, expanded.data[i]);
  vec_free(&expanded);
  read_words(line);
}

void cc_line_free(struct cc_line *line) {
  for (size_t i = 0; i < line->owned.count; i++) free(line->owned.data[i]);
  vec_free(&line->owned);
  vec_free(&line->words);
  vec_free(&line->sources);
  vec_free(&line->shared);
}

char *cc_line_output(const struct cc_line *line, const struct cc_source *source) {
  if (line->output) return alloc_string(line->output);
  if (line->stage == CC_LINK) return alloc_string("a.out");
  const char *slash = strrchr(source->path, '/');
  const char *name = slash ? slash + 1 : source->path;
  const char *dot = strrchr(name, '.');
  return alloc_format("%.*s.o", dot ? (int)(dot - name) : (int)strlen(name), name);
}
