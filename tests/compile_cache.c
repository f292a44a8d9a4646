/* A clang that remembers what it has compiled. Suites that explore one program in many ways compile
   it once for each: half of what a short exploration costs. scripts/run-tests puts this program, by
   the name of clang, in front of their PATH; it answers the commands by which smew compiles (to
   bitcode, to standard output) and leaves all others to clang.

   A result is kept in SMEW_COMPILE_CACHE under a hash of the command, the directory and the source.
   It holds as long as clang and every header that was read have the same size and time, so headers
   may change at will; only one that comes into being earlier on the search path goes unnoticed.
   What clang says is kept too. Compilations that fail are not. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct text {
  char *bytes;
  size_t size;
};

static void fail(const char *what) {
  fprintf(stderr, "compile cache: %s: %s\n", what, strerror(errno));
  exit(1);
}

/* Without bytes if the file cannot be read. */
static struct text read_file(const char *path) {
  struct text text = {NULL, 0};
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    text.bytes = malloc((size_t)status.st_size + 1);
    ssize_t got = text.bytes ? read(file, text.bytes, (size_t)status.st_size) : -1;
    if (got < 0) fail(path);
    text.size = (size_t)got;
    text.bytes[got] = '\0';
  }
  close(file);
  return text;
}

static void write_all(int file, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t put = write(file, bytes, size);
    if (put < 0) fail("write");
    bytes += put, size -= (size_t)put;
  }
}

/* ---- keys ---- */

struct key {
  uint64_t a, b;
};

static void key_add(struct key *key, const char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    key->a = (key->a ^ (unsigned char)bytes[i]) * 0x100000001b3;
    key->b = (key->b + (unsigned char)bytes[i]) * 0x9e3779b97f4a7c15;
    key->b ^= key->b >> 29;
  }
}

static void key_add_string(struct key *key, const char *string) {
  if (string != NULL) key_add(key, string, strlen(string));
  key_add(key, "\0", 1);
}

/* The file of a command's result; false if the source cannot be read. */
static bool name_entry(char **words, const char *source, const char *directory, char *name) {
  struct key key = {0xcbf29ce484222325, 1};
  char here[PATH_MAX];
  struct text text = read_file(source);
  if (text.bytes == NULL || getcwd(here, sizeof here) == NULL) return false;
  for (; *words != NULL; words++) key_add_string(&key, *words);
  key_add_string(&key, here);
  key_add_string(&key, getenv("CPATH"));
  key_add_string(&key, getenv("C_INCLUDE_PATH"));
  key_add(&key, text.bytes, text.size);
  free(text.bytes);
  snprintf(name, PATH_MAX, "%s/%016" PRIx64 "%016" PRIx64, directory, key.a, key.b);
  return true;
}

/* ---- entries: a line for each file that was read, an empty one, messages, a zero, bitcode ---- */

/* One line without its end; false if the file does not exist. */
static bool describe(const char *path, char *line, size_t size) {
  struct stat status;
  if (stat(path, &status) != 0) return false;
  int length = snprintf(line, size, "%jd %jd.%09ld %s", (intmax_t)status.st_size,
                        (intmax_t)status.st_mtim.tv_sec, status.st_mtim.tv_nsec, path);
  return length > 0 && (size_t)length < size;
}

/* Writes the bitcode of an entry; false if there is none that holds. */
static bool answer(const char *name) {
  struct text entry = read_file(name);
  if (entry.bytes == NULL) return false;
  char *line = entry.bytes, *end = NULL, now[PATH_MAX + 100];
  bool holds = true;
  for (; holds && (end = strchr(line, '\n')) != NULL && end != line; line = end + 1) {
    *end = '\0';
    const char *path = strchr(line, ' ');
    path = path ? strchr(path + 1, ' ') : NULL;
    holds = path != NULL && describe(path + 1, now, sizeof now) && strcmp(line, now) == 0;
  }
  holds = holds && end != NULL;
  if (holds) {
    size_t said = strlen(end + 1), before = (size_t)(end + 1 - entry.bytes) + said + 1;
    write_all(STDERR_FILENO, end + 1, said);
    write_all(STDOUT_FILENO, entry.bytes + before, entry.size - before);
  }
  free(entry.bytes);
  return holds;
}

/* Turns "x: a.c b.h \<newline> c.h" into lines; false if a name is too odd for that. */
static bool write_lines(FILE *entry, char *rule, const char *clang) {
  char line[PATH_MAX + 100], *rest = strchr(rule, ':');
  if (rest == NULL || strpbrk(rest, "$#") != NULL || !describe(clang, line, sizeof line))
    return false;
  fprintf(entry, "%s\n", line);
  for (char *word = strtok(rest + 1, " \n"); word != NULL; word = strtok(NULL, " \n")) {
    if (strcmp(word, "\\") == 0) continue;
    if (strchr(word, '\\') != NULL || !describe(word, line, sizeof line)) return false;
    fprintf(entry, "%s\n", line);
  }
  fputc('\n', entry);
  return true;
}

static void keep(const char *name, const char *clang, char *rule, const struct text *said,
                 const struct text *bitcode) {
  char fresh[PATH_MAX + 32];
  snprintf(fresh, sizeof fresh, "%s.%d", name, getpid());
  FILE *entry = fopen(fresh, "we");
  if (entry == NULL) fail(fresh);
  bool is_good = strlen(said->bytes) == said->size && write_lines(entry, rule, clang) &&
                 fwrite(said->bytes, 1, said->size + 1, entry) == said->size + 1 &&
                 fwrite(bitcode->bytes, 1, bitcode->size, entry) == bitcode->size;
  if (fclose(entry) != 0 || !is_good || rename(fresh, name) != 0) unlink(fresh);
}

/* ---- compiling ---- */

/* Runs clang with its messages going to a file; its status as the shell has it. */
static int run(const char *clang, char **words, const char *messages) {
  pid_t parent = getpid(), child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    int file = open(messages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || file < 0 || dup2(file, STDERR_FILENO) < 0) _exit(127);
    execv(clang, words);
    _exit(127);
  }
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) fail("wait");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Compiles to files next to the entry, answers with them, keeps them if all went well. */
static int compile(const char *clang, int count, char **words, const char *name) {
  char files[3][PATH_MAX + 32];
  static const char *const kinds[] = {"bc", "d", "err"};
  for (unsigned i = 0; i < 3; i++)
    snprintf(files[i], sizeof files[i], "%s.%d.%s", name, getpid(), kinds[i]);
  char **more = calloc((size_t)count + 6, sizeof *more);
  if (more == NULL) fail("memory");
  memcpy(more, words, (size_t)count * sizeof *words);
  char *last[] = {files[0], "-MD", "-MF", files[1], "-MT", "x"};
  memcpy(more + count - 1, last, sizeof last);
  int status = run(clang, more, files[2]);
  free(more);
  struct text bitcode = read_file(files[0]), rule = read_file(files[1]), said = read_file(files[2]);
  write_all(STDERR_FILENO, said.bytes, said.size);
  if (status == 0 && bitcode.bytes != NULL) {
    write_all(STDOUT_FILENO, bitcode.bytes, bitcode.size);
    if (said.bytes != NULL && rule.bytes != NULL) keep(name, clang, rule.bytes, &said, &bitcode);
  }
  for (unsigned i = 0; i < 3; i++) unlink(files[i]);
  free(bitcode.bytes), free(rule.bytes), free(said.bytes);
  return status;
}

/* The source of a command as smew's are, which end in "SOURCE -o -"; NULL for any other. */
static const char *find_source(int count, char **words) {
  bool makes_bitcode = false;
  for (int i = 1; i < count; i++) makes_bitcode |= strcmp(words[i], "-emit-llvm") == 0;
  bool is_one = makes_bitcode && count > 4 && strcmp(words[count - 2], "-o") == 0 &&
                strcmp(words[count - 1], "-") == 0;
  return is_one ? words[count - 3] : NULL;
}

int main(int count, char **words) {
  const char *clang = getenv("SMEW_REAL_CLANG"), *directory = getenv("SMEW_COMPILE_CACHE");
  char name[PATH_MAX];
  if (clang == NULL) {
    fprintf(stderr, "compile cache: SMEW_REAL_CLANG is not set\n");
    return 1;
  }
  const char *source = find_source(count, words);
  if (directory == NULL || source == NULL || !name_entry(words, source, directory, name)) {
    execv(clang, words);
    fail(clang);
  }
  return answer(name) ? 0 : compile(clang, count, words, name);
}
