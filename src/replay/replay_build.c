/* Compiling a program for replay. The compiler is the one that smew run uses, at -O0, so that
   undefined behaviour is not exploited by optimisation, with the machine's own C library. It runs
   in the directory of the run, so that relative paths are the same.

   The replay library is compiled separately from the program: the program's language standard,
   macros and warnings do not apply to it, and its lines are not counted. If the entry point of the
   run was not main, main is renamed in the object file and a small main calls the entry point. */
#include "replay/replay_build.h"

#include "replay/replay_process.h"
#include "report/summary_facts.h"
#include "util/home.h"
#include "util/old_c.h"
#include "util/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SMEW_CLANG
#define SMEW_CLANG "clang-19"
#endif
#ifndef SMEW_OPT
#define SMEW_OPT "opt-19"
#endif
#ifndef SMEW_OBJCOPY
#define SMEW_OBJCOPY "llvm-objcopy-19"
#endif

static const char *const library[] = {"objects", "klee", "verifier", "allocations", "musl"};
enum { LIBRARY_SIZE = sizeof library / sizeof *library };

static bool ends_in(const char *text, const char *suffix) {
  size_t length = strlen(text), suffix_length = strlen(suffix);
  return length >= suffix_length && strcmp(text + length - suffix_length, suffix) == 0;
}

bool replay_build_is_compiled(const char *file) {
  return !ends_in(file, ".o") && !ends_in(file, ".a");
}

bool replay_build_is_source(const char *file) { return ends_in(file, ".c") || ends_in(file, ".i"); }

/* ---- command lines ---- */

static bool is_for_linker(const char *word) {
  static const char *const starts[] = {"-l",      "-L",        "-Wl,",     "-m",
                                       "-static", "-pthread",  "-fuse-ld", "-pie",
                                       "-no-pie", "-nostdlib", NULL};
  if (text_starts_with_one_of(word, starts)) return true;
  return word[0] != '-' && (ends_in(word, ".o") || ends_in(word, ".a") || ends_in(word, ".so"));
}

/* A name must not look like an option, or like a file of options. */
static void add_file(word_list *words, const char *name) {
  word_list_add_joined(words, name[0] == '-' || name[0] == '@' ? "./" : "", name);
}

/* Counters that can be mapped to a file while the program runs. */
static const char *const counters[] = {"-fprofile-instr-generate", "-fcoverage-mapping", "-mllvm",
                                       "-runtime-counter-relocation"};

static void add_sanitizers(word_list *words, const struct replay_build *build) {
  if (build->sanitizers != NULL) {
    word_list_add_joined(words, "-fsanitize=", build->sanitizers);
    word_list_add(words, "-fno-omit-frame-pointer");
  }
}

/* Runs the command and frees its words. */
static bool run(struct crew *crew, word_list *words, const char *directory, bool is_quiet) {
  vec_push(words, NULL);
  struct crew_command command = {
      .argv = words->data, .directory = directory, .is_silent = is_quiet};
  bool is_good = crew_run(crew, &command);
  word_list_free(words);
  return is_good;
}

/* ---- the parts ---- */

/* The files that the program is made of, in order. Borrowed. */
struct parts {
  VEC(const char *) list;
};

static void add_part(struct parts *parts, const struct replay_build *build, const char *file) {
  if (build->bitcode == NULL || replay_build_is_source(file)) vec_push(&parts->list, file);
}

static struct parts find_parts(const struct replay_build *build) {
  struct parts parts = {0};
  add_part(&parts, build, build->facts->program);
  for (size_t i = 0; i < build->facts->files.count; i++)
    add_part(&parts, build, build->facts->files.data[i]);
  if (build->bitcode != NULL) vec_push(&parts.list, build->bitcode);
  return parts;
}

static size_t count_sources(const struct summary_facts *facts) {
  size_t count = replay_build_is_source(facts->program);
  for (size_t i = 0; i < facts->files.count; i++)
    count += replay_build_is_source(facts->files.data[i]);
  return count;
}

bool replay_build_has_sources(const struct summary_facts *facts) {
  return count_sources(facts) > 0;
}

bool replay_build_has_only_sources(const struct summary_facts *facts) {
  return count_sources(facts) == 1 + facts->files.count;
}

/* AddressSanitizer instruments functions with an attribute, which its flag adds only to functions
   compiled from source. */
static bool prepare_bitcode(struct crew *crew, const struct replay_build *build,
                            const char *program, const char *prepared) {
  word_list words = {0};
  word_list_add(&words, SMEW_OPT);
  word_list_add(&words, "-passes=forceattrs");
  word_list_add(&words, "-force-attribute=sanitize_address");
  add_file(&words, program);
  word_list_add(&words, "-o");
  word_list_add(&words, prepared);
  return run(crew, &words, build->facts->directory, build->is_quiet);
}

/* `program` is a path relative to the directory of the run. */
static bool compile_program(struct crew *crew, const struct replay_build *build,
                            const char *program, const char *object) {
  word_list words = {0};
  char *headers = home_find("SMEW_INCLUDE", "include");
  word_list_add(&words, SMEW_CLANG);
  word_list_add(&words, "-O0");
  word_list_add(&words, "-g");
  word_list_add(&words, "-w");
  static const char *const old_c[] = {OLD_C_FLAGS};
  for (size_t i = 0; i < sizeof old_c / sizeof *old_c; i++) word_list_add(&words, old_c[i]);
  add_sanitizers(&words, build);
  for (size_t i = 0; build->covers && i < sizeof counters / sizeof *counters; i++)
    word_list_add(&words, counters[i]);
  if (headers != NULL && replay_build_is_source(program)) {
    word_list_add(&words, "-isystem");
    word_list_add(&words, headers);
  }
  for (size_t i = 0; i < build->flag_count; i++)
    if (!is_for_linker(build->flags[i]) || build->flags[i][1] == 'm')
      word_list_add(&words, build->flags[i]);
  word_list_add(&words, "-c");
  add_file(&words, program);
  word_list_add(&words, "-o");
  word_list_add(&words, object);
  free(headers);
  return run(crew, &words, build->facts->directory, build->is_quiet);
}

/* Puts the objects of the library into `directory`. */
static bool compile_library(struct crew *crew, const struct replay_build *build,
                            const char *directory) {
  word_list words = {0};
  char *sources = home_find("SMEW_REPLAY", "replay");
  if (sources == NULL || access(sources, R_OK | X_OK) != 0) {
    fprintf(stderr, "smew: no replay library at %s (make puts it there)\n",
            sources ? sources : "the place of smew");
    free(sources);
    return false;
  }
  word_list_add(&words, SMEW_CLANG);
  word_list_add(&words, "-O1");
  word_list_add(&words, "-g");
  add_sanitizers(&words, build);
  for (size_t i = 0; i < build->flag_count; i++) /* the target must be the same */
    if (strncmp(build->flags[i], "-m", 2) == 0 && strcmp(build->flags[i], "-mllvm") != 0)
      word_list_add(&words, build->flags[i]);
  word_list_add(&words, "-DSMEW_REPLAY_BUILDS");
  word_list_add(&words, "-c");
  for (size_t i = 0; i < LIBRARY_SIZE; i++)
    vec_push(&words, alloc_format("%s/%s.c", sources, library[i]));
  free(sources);
  return run(crew, &words, directory, build->is_quiet);
}

static bool is_identifier(const char *name) {
  if (!isalpha((unsigned char)*name) && *name != '_') return false;
  while (isalnum((unsigned char)*name) || *name == '_') name++;
  return *name == '\0';
}

static bool write_main(const char *path, const char *entry) {
  FILE *file = fopen(path, "w");
  if (file != NULL)
    fprintf(file,
            "int %s();\n"
            "int main(int argc, char **argv, char **envp) { return %s(argc, argv, envp); }\n",
            entry, entry);
  if (file != NULL && fclose(file) == 0) return true;
  fprintf(stderr, "smew: cannot write %s: %s\n", path, strerror(errno));
  return false;
}

static bool rename_main(struct crew *crew, const struct replay_build *build, const char *directory,
                        size_t number) {
  word_list words = {0};
  word_list_add(&words, SMEW_OBJCOPY);
  word_list_add(&words, "--redefine-sym=main=smew_replaced_main");
  word_list_add_joined(&words, "--globalize-symbol=", build->facts->entry_point);
  vec_push(&words, alloc_format("program%zu.o", number));
  return run(crew, &words, directory, build->is_quiet);
}

/* The object file of a main that calls the entry point; renames the program's own main. */
static bool make_entry(struct crew *crew, const struct replay_build *build,
                       const struct parts *parts, const char *directory) {
  const char *entry = build->facts->entry_point;
  word_list compile = {0};
  if (!is_identifier(entry)) {
    fprintf(stderr, "smew: the entry point '%s' is not the name of a function\n", entry);
    return false;
  }
  for (size_t i = 0; i < parts->list.count; i++)
    if (replay_build_is_compiled(parts->list.data[i]) && !rename_main(crew, build, directory, i))
      return false;
  char *source = alloc_format("%s/entry.c", directory);
  bool is_written = write_main(source, entry);
  free(source);
  if (!is_written) return false;
  word_list_add(&compile, SMEW_CLANG);
  word_list_add(&compile, "-std=gnu17");
  word_list_add(&compile, "-w");
  word_list_add(&compile, "-c");
  word_list_add(&compile, "entry.c");
  return run(crew, &compile, directory, build->is_quiet);
}

/* The functions that runtime/replay/native/allocations.c replaces. */
static const char *const wraps[] = {"malloc",         "calloc",   "realloc",
                                    "reallocarray",   "memalign", "aligned_alloc",
                                    "posix_memalign", "strdup",   "strndup"};

static bool has_failing_allocations(const struct replay_build *build) {
  for (size_t i = 0; i < build->facts->options.count; i++)
    if (text_starts_with(build->facts->options.data[i], "--malloc-fails")) return true;
  return false;
}

static void add_objects(word_list *words, const struct parts *parts, const char *directory) {
  for (size_t i = 0; i < parts->list.count; i++)
    if (replay_build_is_compiled(parts->list.data[i]))
      vec_push(words, alloc_format("%s/program%zu.o", directory, i));
    else
      add_file(words, parts->list.data[i]);
}

/* Bitcode that was not optimised has calls that the native compiler removed, of functions that are
   nowhere; and it lacks functions in assembly. A process that calls one ends with a message of the
   dynamic linker. */
static void add_tolerance(word_list *words) {
  word_list_add(words, "-fuse-ld=lld"); /* GNU ld makes executables that do not start */
  word_list_add(words, "-Wl,--unresolved-symbols=ignore-all,-z,lazy");
}

static bool link_program(struct crew *crew, const struct replay_build *build,
                         const struct parts *parts, const char *directory, bool has_entry,
                         const char *executable) {
  static const char *const libraries[] = {"-lm", "-lpthread", "-ldl"};
  word_list words = {0};
  word_list_add(&words, SMEW_CLANG);
  if (build->bitcode != NULL) add_tolerance(&words);
  add_sanitizers(&words, build);
  if (build->covers) word_list_add(&words, counters[0]);
  for (size_t i = 0; has_failing_allocations(build) && i < sizeof wraps / sizeof *wraps; i++)
    word_list_add_joined(&words, "-Wl,--wrap=", wraps[i]);
  add_objects(&words, parts, directory);
  if (has_entry) vec_push(&words, alloc_format("%s/entry.o", directory));
  for (size_t i = 0; i < LIBRARY_SIZE; i++)
    vec_push(&words, alloc_format("%s/%s.o", directory, library[i]));
  for (size_t i = 0; i < build->flag_count; i++)
    if (is_for_linker(build->flags[i])) word_list_add(&words, build->flags[i]);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    word_list_add(&words, libraries[i]);
  word_list_add(&words, "-o");
  word_list_add(&words, executable);
  if (run(crew, &words, build->facts->directory, build->is_quiet)) return true;
  if (!build->is_quiet && !replay_build_has_only_sources(build->facts))
    fprintf(stderr, "smew: bitcode that was compiled with another C library's headers may not link "
                    "with this machine's; link the program yourself with the replay library and "
                    "name it with --bin\n");
  return false;
}

/* Calling an SV-COMP error function counts, even if the program defines its own that does nothing:
   the library's replaces it. */
static bool yield_error_functions(struct crew *crew, const struct replay_build *build,
                                  const char *object) {
  word_list words = {0};
  word_list_add(&words, SMEW_OBJCOPY);
  word_list_add(&words, "--weaken-symbol=reach_error");
  word_list_add(&words, "--weaken-symbol=__VERIFIER_error");
  word_list_add(&words, object);
  return run(crew, &words, build->facts->directory, build->is_quiet);
}

static bool make_object(struct crew *crew, const struct replay_build *build, const char *program,
                        const char *directory, size_t number) {
  char *object = alloc_format("%s/program%zu.o", directory, number);
  char *prepared = alloc_format("%s/program%zu.bc", directory, number);
  bool needs_attribute = !replay_build_is_source(program) && build->sanitizers != NULL &&
                         strstr(build->sanitizers, "address") != NULL;
  bool is_good = (!needs_attribute || prepare_bitcode(crew, build, program, prepared)) &&
                 compile_program(crew, build, needs_attribute ? prepared : program, object) &&
                 yield_error_functions(crew, build, object);
  free(object);
  free(prepared);
  return is_good;
}

static bool make_objects(struct crew *crew, const struct replay_build *build,
                         const struct parts *parts, const char *directory) {
  for (size_t i = 0; i < parts->list.count; i++)
    if (replay_build_is_compiled(parts->list.data[i]) &&
        !make_object(crew, build, parts->list.data[i], directory, i))
      return false;
  return true;
}

char *replay_build(struct crew *crew, const struct replay_build *build, const char *directory) {
  char *executable = alloc_format("%s/program", directory);
  const char *entry = build->facts->entry_point;
  bool has_entry = entry != NULL && strcmp(entry, "main") != 0;
  struct parts parts = find_parts(build);
  bool is_good = make_objects(crew, build, &parts, directory) &&
                 compile_library(crew, build, directory) &&
                 (!has_entry || make_entry(crew, build, &parts, directory)) &&
                 link_program(crew, build, &parts, directory, has_entry, executable);
  vec_free(&parts.list);
  if (is_good) return executable;
  free(executable);
  return NULL;
}
