/* Running clang on a C file. The module should show the program as written: no optimisation, debug
   information, and no `optnone`, which would disable our own passes. If smew's libc is used, its
   headers replace the system's, so that headers and library agree; clang's own (stdarg.h,
   immintrin.h, …) stay. The user's flags come last and override ours.

   clang writes to its standard output, an unlinked temporary file, so that nothing is left behind
   however the run ends. */
#include "front/llvm/compile.h"

#include "front/llvm/front.h"
#include "util/alloc.h"
#include "util/home.h"
#include "util/old_c.h"
#include "util/word_list.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SMEW_CLANG
#define SMEW_CLANG "clang-19"
#endif

/* smew's own headers: <klee/klee.h> and others. */
static void add_own_headers(word_list *arguments) {
  char *directory = home_find("SMEW_INCLUDE", "include");
  if (directory != NULL && access(directory, R_OK | X_OK) == 0) {
    word_list_add(arguments, "-isystem");
    word_list_add(arguments, directory);
  }
  free(directory);
}

/* What clang folds or drops can no longer be checked afterwards: operations on constants, shift
   amounts that are truncated to the width of the shifted value, and whether a shift is signed. So
   clang's sanitizer adds those checks; sanitized.c removes the ones that the engine makes
   anyway. */
static void add_checks(word_list *arguments, const struct llvm_front_options *options) {
  if (!options->adds_checks) return;
  word_list_add(arguments, "-fsanitize=integer-divide-by-zero");
  if (options->check_overshift) word_list_add(arguments, "-fsanitize=shift-exponent");
  if (options->check_overflow)
    word_list_add(arguments, "-fsanitize=shift-base,signed-integer-overflow,float-cast-overflow");
  word_list_add(arguments, "-fno-sanitize-recover=all");
}

static void add_all(word_list *arguments, const char *path,
                    const struct llvm_front_options *options) {
  static const char *const fixed[] = {
      SMEW_CLANG, "-O0", "-g", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", OLD_C_FLAGS};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) word_list_add(arguments, fixed[i]);
  add_checks(arguments, options);
  /* A preprocessed file needs no headers and macros. */
  size_t length = strlen(path);
  if (length > 2 && strcmp(path + length - 2, ".i") == 0)
    word_list_add(arguments, "-Qunused-arguments");
  if (options->libc_dir) {
    word_list_add(arguments, "-nostdlibinc");
    word_list_add(arguments, "-isystem");
    word_list_add_joined(arguments, options->libc_dir, "/include");
  }
  add_own_headers(arguments);
  for (size_t i = 0; i < options->build.include_dirs.count; i++)
    word_list_add_joined(arguments, "-I", options->build.include_dirs.data[i]);
  for (size_t i = 0; i < options->build.defines.count; i++)
    word_list_add_joined(arguments, "-D", options->build.defines.data[i]);
  word_list_add_split(arguments, options->build.cc_flags);
  /* A name that looks like an option or a file of options is still a file. */
  if (path[0] == '-' || path[0] == '@')
    word_list_add_joined(arguments, "./", path);
  else
    word_list_add(arguments, path);
  word_list_add(arguments, "-o");
  word_list_add(arguments, "-");
  vec_push(arguments, NULL);
}

static int open_unnamed_file(void) {
  const char *directory = getenv("TMPDIR");
  if (!directory || !*directory) directory = "/tmp";
  int file = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  char *name = alloc_format("%s/smew-XXXXXX", directory);
  file = mkostemp(name, O_CLOEXEC);
  if (file >= 0)
    unlink(name);
  else
    fprintf(stderr, "smew: cannot make a temporary file in %s: %s\n", directory, strerror(errno));
  free(name);
  return file;
}

/* Runs the command with its standard output redirected to `out`; true if it succeeded. *running,
   unless NULL, is its process while it runs. */
static bool run_command(char *const *command, int out, volatile pid_t *running) {
  extern char **environ;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  pid_t child;
  int fault = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (fault) {
    fprintf(stderr, "smew: cannot run %s: %s\n", command[0], strerror(fault));
    return false;
  }
  int status;
  pid_t ended;
  if (running != NULL) *running = child;
  while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) continue;
  if (running != NULL) *running = 0;
  if (ended < 0) {
    fprintf(stderr, "smew: cannot wait for %s: %s\n", command[0], strerror(errno));
    return false;
  }
  if (WIFSIGNALED(status))
    fprintf(stderr, "smew: %s was killed by signal %d\n", command[0], WTERMSIG(status));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int compile_source(const char *path, const struct llvm_front_options *options) {
  if (access(path, R_OK) != 0) {
    fprintf(stderr, "smew: cannot read %s: %s\n", path, strerror(errno));
    return -1;
  }
  int file = open_unnamed_file();
  if (file < 0) return -1;
  word_list arguments = {0};
  add_all(&arguments, path, options);
  bool is_good = run_command(arguments.data, file, options->child);
  word_list_free(&arguments);
  if (is_good) return file;
  close(file);
  return -1;
}

bool compile_flags_optimise(const char *cc_flags) {
  word_list flags = {0};
  word_list_add_split(&flags, cc_flags);
  bool does = false;
  for (size_t i = 0; i < flags.count; i++) {
    const char *flag = flags.data[i];
    if (strncmp(flag, "-O", 2) == 0) does = strcmp(flag, "-O0") != 0;
  }
  word_list_free(&flags);
  return does;
}
