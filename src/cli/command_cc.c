/* smew cc: a C compiler for `CC="smew cc" ./configure && make`. It runs clang on the same
   command line, and a second time for each source, to make bitcode. The bitcode goes into the
   object or program, as a section that is not loaded at run time. Objects may then be moved,
   archived and linked by any tool, and a program contains the bitcode of all its parts.

   Both halves see the same headers, so that what a configure script finds out holds for both: those
   of smew's libc, by way of a system root that has nothing else; natively Debian's build of the
   same musl is linked. With --libc=glibc both see the host's headers, and the host's libc is
   linked.

   The bitcode shows the program as written. It is compiled with the options of the command line,
   the level of optimisation included (headers may ask for it, and inline functions are there only
   then), but none of LLVM's passes runs, and instrumentation is left out.

   Left out: bitcode of assembly; precompiled headers as bitcode; link-time optimisation, which
   would leave no native object to put bitcode into: those options are dropped. */
#include "cli/cc_line.h"
#include "cli/commands.h"
#include "front/llvm/embedded.h"
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/elf.h"
#include "util/fault.h"
#include "util/home.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SMEW_CLANG
#define SMEW_CLANG "clang-19"
#endif

enum { CANNOT_RUN = 127, SIGNAL_STATUS = 128 };

struct strings {
  VEC(char *) list; /* owned */
};

static void add(struct strings *strings, const char *text) {
  vec_push(&strings->list, alloc_string(text));
}

static void add_owned(struct strings *strings, char *text) { vec_push(&strings->list, text); }

static void free_strings(struct strings *strings) {
  for (size_t i = 0; i < strings->list.count; i++) free(strings->list.data[i]);
  vec_free(&strings->list);
}

struct cc {
  bool is_glibc;
  bool has_bitcode;
  char *libc_dir;
  struct cc_line line;
  struct strings common; /* clang and what both halves begin with */
  int input;             /* what stands for the standard input, or -1 */
};

/* ---- smew's own options ---- */

static bool choose_libc(struct cc *cc, const char *name, const char *origin) {
  if (strcmp(name, "musl") != 0 && strcmp(name, "glibc") != 0) {
    fprintf(stderr, "smew cc: %s: '%s' is neither musl nor glibc\n", origin, name);
    return false;
  }
  cc->is_glibc = strcmp(name, "glibc") == 0;
  return true;
}

/* They may stand anywhere, since make appends and configure prepends; the words that are left are
   moved together. False after a message. */
static bool take_own_options(struct cc *cc, int *argc, char **argv) {
  static const char libc[] = "--libc=", bitcode[] = "--no-bitcode";
  const char *named = getenv("SMEW_CC_LIBC");
  if (named && *named && !choose_libc(cc, named, "SMEW_CC_LIBC")) return false;
  int kept = 0;
  for (int i = 0; i < *argc; i++) {
    if (strncmp(argv[i], libc, strlen(libc)) == 0) {
      if (!choose_libc(cc, argv[i] + strlen(libc), "--libc")) return false;
    } else if (strcmp(argv[i], bitcode) == 0) {
      cc->has_bitcode = false;
    } else {
      argv[kept++] = argv[i];
    }
  }
  *argc = kept;
  return true;
}

/* ---- the libc ---- */

/* libc/lib leads to the native libc, libc/gcc to the compiler's own library. */
static bool add_musl(struct cc *cc) {
  char *start = alloc_format("%s/lib/crt1.o", cc->libc_dir);
  char *compiler = alloc_format("%s/gcc", cc->libc_dir);
  char *gcc = realpath(compiler, NULL);
  bool is_there = access(start, R_OK) == 0 && gcc != NULL;
  if (is_there) {
    add(&cc->common, "--target=x86_64-linux-musl");
    add_owned(&cc->common, alloc_format("--sysroot=%s", cc->libc_dir));
    add_owned(&cc->common, alloc_format("--gcc-install-dir=%s", gcc));
    add(&cc->common, "-static-libgcc");
  } else {
    fprintf(stderr,
            "smew cc: no native libc at %s: it needs the package musl-dev (scripts/deps, then make "
            "libc); --libc=glibc uses the host's libc\n",
            cc->libc_dir);
  }
  free(gcc);
  free(compiler);
  free(start);
  return is_there;
}

/* Headers of our own, <klee/klee.h> and the like, behind all others. */
static void add_own_headers(struct cc *cc) {
  char *directory = home_find("SMEW_INCLUDE", "include");
  if (directory != NULL && access(directory, R_OK | X_OK) == 0) {
    add(&cc->common, "-idirafter");
    add(&cc->common, directory);
  }
  free(directory);
}

static bool make_common(struct cc *cc) {
  add(&cc->common, SMEW_CLANG);
  add(&cc->common, "--start-no-unused-arguments");
  if (!cc->is_glibc && !add_musl(cc)) return false;
  add_own_headers(cc);
  add(&cc->common, "--end-no-unused-arguments");
  return true;
}

/* ---- processes ---- */

/* Starts a command; -1 after a message. `out` and `error` are descriptors, -1: as they are. */
static pid_t start(char *const *command, int in, int out, int error) {
  extern char **environ;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (in >= 0) posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  if (out >= 0) posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  if (error >= 0) posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
  pid_t child;
  int fault = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (fault == 0) return child;
  fprintf(stderr, "smew cc: cannot run %s: %s\n", command[0], strerror(fault));
  return -1;
}

/* The status as a shell has it. */
static int wait_for(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return CANNOT_RUN;
  return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNAL_STATUS + WTERMSIG(status);
}

static int open_memory(void) {
  int file = memfd_create("smew-cc", MFD_CLOEXEC);
  if (file < 0) fprintf(stderr, "smew cc: cannot make a file in memory: %s\n", strerror(errno));
  return file;
}

/* Both halves read the standard input, so it is put aside. A descriptor of its own, at the start,
   for each. */
static bool keep_input(struct cc *cc) {
  cc->input = open_memory();
  char chunk[8192];
  ssize_t count = cc->input < 0 ? -1 : 1;
  while (count > 0) {
    count = read(STDIN_FILENO, chunk, sizeof chunk);
    if (count > 0 && write(cc->input, chunk, (size_t)count) != count) count = -1;
  }
  return count == 0;
}

static int reopen_input(const struct cc *cc) {
  if (cc->input < 0) return -1;
  char *path = alloc_format("/proc/self/fd/%d", cc->input);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  free(path);
  return file;
}

/* ---- the native half ---- */

/* What stands natively for klee_make_symbolic and the like: the replay library, as an archive, of
   which the linker takes what the program calls. It comes last, and by -Xlinker where options may
   be, since a -x would hold for it. */
static void add_replay(const struct cc *cc, struct strings *command) {
  char *archive = alloc_format("%s/replay%s.a", cc->libc_dir, cc->is_glibc ? "-glibc" : "");
  if (access(archive, R_OK) == 0) {
    if (!cc->line.has_dashes) add(command, "-Xlinker");
    add(command, archive);
  }
  free(archive);
}

static void make_native(const struct cc *cc, int argc, char **argv, struct strings *command) {
  for (size_t i = 0; i < cc->common.list.count; i++) add(command, cc->common.list.data[i]);
  if (cc->line.has_lto)
    for (size_t i = 0; i < cc->line.words.count; i++) add(command, cc->line.words.data[i]);
  else
    for (int i = 0; i < argc; i++) add(command, argv[i]);
  /* The library that writes coverage was built for glibc and wants a name more than musl has. */
  if (cc->line.has_coverage && cc->line.stage == CC_LINK && !cc->is_glibc)
    add_owned(command, alloc_format("%s/coverage.o", cc->libc_dir));
  if (cc->line.stage == CC_LINK && cc->line.has_files && !cc->line.is_partial)
    add_replay(cc, command);
  vec_push(&command->list, NULL);
}

static void explain_failure(const struct cc *cc) {
  if (cc->line.has_sanitizers && cc->line.stage == CC_LINK && !cc->is_glibc)
    fprintf(stderr, "smew cc: the sanitizers' libraries need glibc: smew cc --libc=glibc\n");
}

/* ---- the bitcode half ---- */

static void make_bitcode(const struct cc *cc, const struct cc_source *source,
                         struct strings *command) {
  /* -g: errors are reported by source lines. The native half has given all warnings. */
  static const char *const last[] = {"-g",         "-w", "-Qunused-arguments",
                                     "-emit-llvm", "-c", "-Xclang"};
  for (size_t i = 0; i < cc->common.list.count; i++) add(command, cc->common.list.data[i]);
  for (size_t i = 0; i < cc->line.shared.count; i++) add(command, cc->line.shared.data[i]);
  for (size_t i = 0; i < sizeof last / sizeof *last; i++) add(command, last[i]);
  add(command, cc->line.is_optimised ? "-disable-llvm-passes" : "-disable-O0-optnone");
  if (source->language) {
    add(command, "-x");
    add(command, source->language);
  }
  add(command, "-o");
  add(command, "-");
  if (strcmp(source->path, "-") != 0) add(command, "--");
  add(command, source->path);
  vec_push(&command->list, NULL);
}

struct module {
  pid_t child;
  int bitcode, messages; /* descriptors */
};

static void start_module(const struct cc *cc, const struct cc_source *source,
                         struct module *module) {
  struct strings command = {0};
  make_bitcode(cc, source, &command);
  *module = (struct module){.child = -1, .bitcode = open_memory(), .messages = open_memory()};
  int input = strcmp(source->path, "-") == 0 ? reopen_input(cc) : -1;
  if (module->bitcode >= 0 && module->messages >= 0)
    module->child = start(command.list.data, input, module->bitcode, module->messages);
  if (input >= 0) close(input);
  free_strings(&command);
}

static void close_module(struct module *module) {
  if (module->bitcode >= 0) close(module->bitcode);
  if (module->messages >= 0) close(module->messages);
}

/* Maps a file in memory; NULL if it is empty. */
static char *map(int file, size_t *size) {
  struct stat status;
  if (fstat(file, &status) != 0 || status.st_size == 0) return NULL;
  *size = (size_t)status.st_size;
  void *bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
  return bytes == MAP_FAILED ? NULL : bytes;
}

static void add_record(const struct cc *cc, const struct cc_source *source,
                       const struct module *module, struct buffer *section) {
  size_t size;
  char *bitcode = map(module->bitcode, &size);
  if (!bitcode) return;
  struct embedded_record record = {.name = source->path,
                                   .name_length = (uint32_t)strlen(source->path),
                                   .flags = EMBEDDED_UNOPTIMISED |
                                            (cc->is_glibc ? 0 : EMBEDDED_OWN_LIBC),
                                   .bitcode = bitcode,
                                   .size = size};
  embedded_add_record(section, &record);
  munmap(bitcode, size);
}

/* The native compiler was content, so this is worth a look; but the object is good as it is. */
static void explain_missing(const struct cc_source *source, const struct module *module) {
  size_t size;
  char *text = map(module->messages, &size);
  fprintf(stderr, "smew cc: warning: %s: no bitcode: %s\n", source->path,
          text ? "clang says:" : "clang failed");
  if (!text) return;
  fwrite(text, 1, size, stderr);
  munmap(text, size);
}

/* What is no regular file, as /dev/null, needs no bitcode. */
static void embed(const struct cc *cc, const struct cc_source *source, struct buffer *section) {
  char *output = cc_line_output(&cc->line, source);
  struct stat status;
  if (section->length > 0 && stat(output, &status) == 0 && S_ISREG(status.st_mode)) {
    const char *problem =
        elf_append_section(output, EMBEDDED_SECTION, section->text, section->length);
    if (problem) fprintf(stderr, "smew cc: warning: %s: no bitcode: %s\n", output, problem);
  }
  free(output);
  buffer_free(section);
}

/* ---- both ---- */

/* What configure scripts compile to find something out is never looked at again, and there is a lot
   of it. */
static bool is_probe(const char *path) {
  const char *slash = strrchr(path, '/');
  return strcmp(slash ? slash + 1 : path, "conftest.c") == 0;
}

static bool has_bitcode_of(const struct cc *cc) {
  if (!cc->has_bitcode || cc->line.stage == CC_NO_CODE || cc->line.sources.count == 0) return false;
  return cc->line.sources.count > 1 || !is_probe(cc->line.sources.data[0].path);
}

static bool reads_input(const struct cc *cc) {
  for (size_t i = 0; i < cc->line.sources.count; i++)
    if (strcmp(cc->line.sources.data[i].path, "-") == 0) return true;
  return false;
}

/* One module after the other, in parallel with the native compiler, which does the same. */
static int compile(const struct cc *cc, pid_t native) {
  size_t count = cc->line.sources.count;
  struct module *modules = alloc_zeroed(count * sizeof *modules);
  int *statuses = alloc_zeroed(count * sizeof *statuses);
  for (size_t i = 0; i < count; i++) {
    start_module(cc, &cc->line.sources.data[i], &modules[i]);
    statuses[i] = modules[i].child < 0 ? CANNOT_RUN : wait_for(modules[i].child);
  }
  int status = wait_for(native);
  struct buffer section = {0};
  for (size_t i = 0; i < count; i++) {
    const struct cc_source *source = &cc->line.sources.data[i];
    if (status == 0 && statuses[i] == 0)
      add_record(cc, source, &modules[i], &section);
    else if (status == 0)
      explain_missing(source, &modules[i]);
    close_module(&modules[i]);
    if (status == 0 && cc->line.stage == CC_OBJECT) embed(cc, source, &section);
  }
  if (status == 0 && cc->line.stage == CC_LINK) embed(cc, NULL, &section);
  free(modules);
  free(statuses);
  return status;
}

static int run(struct cc *cc, int argc, char **argv) {
  bool has_bitcode = has_bitcode_of(cc);
  if (has_bitcode && reads_input(cc) && !keep_input(cc)) {
    fprintf(stderr, "smew cc: cannot read the standard input: %s\n", strerror(errno));
    return SMEW_EXIT_ERRORS;
  }
  struct strings command = {0};
  make_native(cc, argc, argv, &command);
  int input = reopen_input(cc);
  pid_t native = start(command.list.data, input, -1, -1);
  if (input >= 0) close(input);
  free_strings(&command);
  if (native < 0) return CANNOT_RUN;
  int status = has_bitcode ? compile(cc, native) : wait_for(native);
  if (status != 0) explain_failure(cc);
  return status;
}

int command_cc(int argc, char **argv) {
  struct cc cc = {.has_bitcode = true, .input = -1, .libc_dir = home_find("SMEW_LIBC", "libc")};
  int status = SMEW_EXIT_ERRORS;
  if (take_own_options(&cc, &argc, argv)) {
    cc_line_read(&cc.line, argc, argv);
    if (make_common(&cc)) status = run(&cc, argc, argv);
    cc_line_free(&cc.line);
  }
  if (cc.input >= 0) close(cc.input);
  free_strings(&cc.common);
  free(cc.libc_dir);
  return status;
}
