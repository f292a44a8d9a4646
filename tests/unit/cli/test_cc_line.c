/* Reading compilers' command lines: what comes out, of which sources, with which options. */
#include "cli/cc_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_WORDS = 32 };

/* Splits at spaces; the words live in `text`. */
static int split(char *text, char **words) {
  int count = 0;
  for (char *word = strtok(text, " "); word && count < MOST_WORDS; word = strtok(NULL, " "))
    words[count++] = word;
  return count;
}

struct expectation {
  const char *command;
  enum cc_stage stage;
  const char *output;  /* of the first source, or of the program */
  const char *sources; /* language:path, separated by spaces */
  const char *shared;  /* words for the bitcode */
};

static const struct expectation expectations[] = {
    {"-c a.c", CC_OBJECT, "a.o", ":a.c", ""},
    {"-c dir/a.b.c", CC_OBJECT, "a.b.o", ":dir/a.b.c", ""},
    {"-O2 -c a.c -o x/a.o", CC_OBJECT, "x/a.o", ":a.c", "-O2"},
    {"-c a.c -ox.o", CC_OBJECT, "x.o", ":a.c", ""},
    {"a.c b.o -lm", CC_LINK, "a.out", ":a.c", ""},
    {"a.o -o prog", CC_LINK, "prog", "", ""},
    {"a.c b.c -o prog -L lib -l z -Wl,-O1", CC_LINK, "prog", ":a.c :b.c", ""},
    {"-x c a.txt -x none b.c c.S", CC_LINK, "a.out", "c:a.txt :b.c", ""},
    {"-xc -", CC_LINK, "a.out", "c:-", ""},
    {"-x assembler-with-cpp a.c -c", CC_OBJECT, "", "", ""},
    {"-c a.s b.S", CC_OBJECT, "", "", ""},
    {"-E a.c", CC_NO_CODE, "", ":a.c", "-E"},
    {"-S a.c", CC_NO_CODE, "", ":a.c", "-S"},
    {"-M a.c", CC_NO_CODE, "", ":a.c", "-M"},
    {"--version", CC_NO_CODE, "", "", "--version"},
    {"-print-search-dirs", CC_NO_CODE, "", "", "-print-search-dirs"},
    {"-v -c a.c", CC_OBJECT, "a.o", ":a.c", ""},
    {"-MD -MP -MF a.c -MT b.c -c c.c", CC_OBJECT, "c.o", ":c.c", ""},
    {"-Wp,-MD,x.d -Wall -c a.c", CC_OBJECT, "a.o", ":a.c", "-Wall"},
    {"-I inc -isystem sys.c -include pre.c -D X=1 -DY -U Z -c a.c", CC_OBJECT, "a.o", ":a.c",
     "-I inc -isystem sys.c -include pre.c -D X=1 -DY -U Z"},
    {"-fsanitize=address -fno-sanitize=all --coverage -fprofile-arcs -ftest-coverage -g -c a.c",
     CC_OBJECT, "a.o", ":a.c", "-g"},
    {"-shared -fPIC a.c -o a.so", CC_LINK, "a.so", ":a.c", "-fPIC"},
    {"-Xlinker --a.c -Xclang -foo -c b.c", CC_OBJECT, "b.o", ":b.c", "-Xclang -foo"},
    {"-flto -c a.c", CC_OBJECT, "a.o", ":a.c", ""},
    {"-c -- -a.c", CC_OBJECT, "-a.o", ":-a.c", ""},
    {"-c a.cc", CC_OBJECT, "a.o", ":a.cc", ""},
    {"-emit-llvm -c a.c", CC_NO_CODE, "", ":a.c", "-emit-llvm"},
    {"-c a.c -o", CC_OBJECT, "a.o", ":a.c", "-o"},
};

static void check(const struct expectation *expected) {
  char *text = strdup(expected->command);
  char *words[MOST_WORDS];
  struct cc_line line;
  cc_line_read(&line, split(text, words), words);
  assert_int_equal(line.stage, expected->stage);
  char found[512] = "";
  for (size_t i = 0; i < line.sources.count; i++) {
    const struct cc_source *source = &line.sources.data[i];
    snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s:%s", i ? " " : "",
             source->language ? source->language : "", source->path);
  }
  assert_string_equal(found, expected->sources);
  *found = '\0';
  for (size_t i = 0; i < line.shared.count; i++)
    snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? " " : "",
             line.shared.data[i]);
  assert_string_equal(found, expected->shared);
  if (*expected->output) {
    char *output = cc_line_output(&line, line.sources.data);
    assert_string_equal(output, expected->output);
    free(output);
  }
  cc_line_free(&line);
  free(text);
}

static void test_lines_mean_what_clang_makes_of_them(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) check(&expectations[i]);
}

static void test_the_last_level_counts(void **state) {
  (void)state;
  static const struct {
    const char *command;
    bool is_optimised;
  } cases[] = {{"a.c", false},         {"-O a.c", true},      {"-O0 a.c", false},
               {"-O2 -O0 a.c", false}, {"-O0 -Os a.c", true}, {"-Og a.c", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = strdup(cases[i].command);
    char *words[MOST_WORDS];
    struct cc_line line;
    cc_line_read(&line, split(text, words), words);
    assert_int_equal(line.is_optimised, cases[i].is_optimised);
    cc_line_free(&line);
    free(text);
  }
}

static void test_what_makes_a_program_has_files(void **state) {
  (void)state;
  static const struct {
    const char *command;
    bool has_files, is_partial, has_dashes;
  } cases[] = {{"a.c", true, false, false},         {"-v", false, false, false},
               {"-lm -o a.c", false, false, false}, {"-shared a.o", true, true, false},
               {"a.o -r", true, true, false},       {"-Wl,-r a.o", true, true, false},
               {"-o a -- b.c", true, false, true},  {"-xc -", true, false, false},
               {"-v --", false, false, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = strdup(cases[i].command);
    char *words[MOST_WORDS];
    struct cc_line line;
    cc_line_read(&line, split(text, words), words);
    assert_int_equal(line.has_files, cases[i].has_files);
    assert_int_equal(line.is_partial, cases[i].is_partial);
    assert_int_equal(line.has_dashes, cases[i].has_dashes);
    cc_line_free(&line);
    free(text);
  }
}

static void test_response_files_are_opened(void **state) {
  (void)state;
  char path[] = "/tmp/smew-words-XXXXXX", argument[64];
  int file = mkstemp(path);
  FILE *stream = fdopen(file, "w");
  fprintf(stream, "-c 'a file.c'\n  -D\"X=\\\"y\\\"\" \\@b.c  -flto @%s.missing '' ", path);
  fclose(stream);
  snprintf(argument, sizeof argument, "@%s", path);
  char *words[] = {"-O1", argument, "@/no/such/file", "last.c"};
  struct cc_line line;
  cc_line_read(&line, 4, words);
  static const char *const expected[] = {"-O1", "-c", "a file.c", "-DX=\"y\"", "@b.c"};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    assert_string_equal(line.words.data[i], expected[i]);
  assert_int_equal(line.words.count, 9);
  assert_string_equal(line.words.data[6], "");
  assert_string_equal(line.words.data[7], "@/no/such/file");
  assert_true(line.has_lto);
  assert_int_equal(line.sources.count, 3);
  cc_line_free(&line);
  unlink(path);
}

static void test_a_response_file_may_name_itself(void **state) {
  (void)state;
  char path[] = "/tmp/smew-words-XXXXXX", argument[64];
  FILE *stream = fdopen(mkstemp(path), "w");
  fprintf(stream, "a.c @%s", path);
  fclose(stream);
  snprintf(argument, sizeof argument, "@%s", path);
  char *words[] = {argument};
  struct cc_line line;
  cc_line_read(&line, 1, words);
  assert_in_range(line.sources.count, 1, 100);
  cc_line_free(&line);
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines_mean_what_clang_makes_of_them),
      cmocka_unit_test(test_the_last_level_counts),
      cmocka_unit_test(test_what_makes_a_program_has_files),
      cmocka_unit_test(test_response_files_are_opened),
      cmocka_unit_test(test_a_response_file_may_name_itself),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
