/* What fuzz targets have in common. A target defines

     static const struct target target = {name, tokens}
     static void target_check(const uint8_t *bytes, size_t size)

   after including this file. It is built in two ways. By itself it is a program that mutates
   the files of a corpus and is the same for the same seed:

     fuzz_NAME [seed [seconds [corpus]]]      or      fuzz_NAME FILE...

   With -DLIBFUZZER (make libfuzzer) it is one of libFuzzer's, which is guided by coverage and does
   not end:

     build-libfuzzer/fuzz/fuzz_NAME -close_fd_mask=2 CORPUS

   What smew prints goes nowhere. When a check fails, or the program dies of it, the case is written
   into a file, which the second form takes. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "util/alloc.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/file.h"
#include "util/random.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct target {
  const char *name;
  const char *const *tokens; /* for mutations; NULL behind the last */
};
static const struct target target __attribute__((unused));
static void target_check(const uint8_t *bytes, size_t size);

static _Noreturn inline void target_fail(const char *what) {
  fprintf(stderr, "fuzz: %s\n", what);
  abort();
}

#ifdef LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  target_check(bytes, size);
  return 0;
}

#else

enum { TARGET_SECONDS = 30, TARGET_LARGEST = 20000 };

static struct {
  struct buffer bytes;
  uint64_t number;
  bool is_running;
  int messages; /* standard error, as it was */
} target_now;   /* for the report when everything else is broken */

static void target_report(void) {
  char text[256], path[128];
  if (!target_now.is_running) return;
  target_now.is_running = false;
  snprintf(path, sizeof path, "fuzz-%s-%d.case", target.name, (int)getpid());
  bool is_saved = file_write(path, target_now.bytes.text, target_now.bytes.length) == 0;
  int length =
      snprintf(text, sizeof text, "fuzz_%s: case %llu failed; it is in %s%s\n", target.name,
               (unsigned long long)target_now.number, is_saved ? "./" : "no file, not ", path);
  if (write(target_now.messages, text, (size_t)length) < 0) _exit(1);
}

static void target_die(int number) {
  target_report();
  signal(number, SIG_DFL);
  raise(number);
}

static void target_run(const struct buffer *bytes) {
  target_now.is_running = true;
  alarm(TARGET_SECONDS);
  target_check((const uint8_t *)(bytes->text ? bytes->text : ""), bytes->length);
  alarm(0);
  target_now.is_running = false;
}

/* ---- mutations ---- */

typedef VEC(struct buffer) target_corpus;

static void target_replace(struct buffer *bytes, size_t at, size_t length, const void *piece,
                           size_t size) {
  struct buffer out = {0};
  buffer_add_bytes(&out, bytes->text, at);
  buffer_add_bytes(&out, piece, size);
  buffer_add_bytes(&out, bytes->text + at + length, bytes->length - at - length);
  buffer_free(bytes);
  *bytes = out;
}

static void target_mutate(struct buffer *bytes, const struct buffer *other,
                          struct random_source *random) {
  size_t at = random_draw_below(random, bytes->length + 1), left = bytes->length - at;
  size_t length = random_draw_below(random, (left < 16 ? left : 16) + 1);
  size_t from = random_draw_below(random, other->length + 1);
  size_t size = random_draw_below(random, other->length - from + 1);
  size_t count = 0;
  while (target.tokens[count] != NULL) count++;
  const char *token = count ? target.tokens[random_draw_below(random, count)] : "";
  uint8_t byte = (uint8_t)random_draw(random);
  switch (random_draw_below(random, 8)) {
  case 0: target_replace(bytes, at, left ? 1 : 0, &byte, 1); break;
  case 1: target_replace(bytes, at, 0, &byte, 1); break;
  case 2: target_replace(bytes, at, length, "", 0); break;
  case 3:
  case 4: target_replace(bytes, at, 0, token, strlen(token)); break;
  case 5: target_replace(bytes, at, length, token, strlen(token)); break;
  case 6: target_replace(bytes, at, 0, other->text + from, size < 200 ? size : 200); break;
  default: /* the same once more */ {
    char *piece = alloc_bytes(length + 1);
    memcpy(piece, bytes->text + at, length);
    for (uint64_t i = random_draw_below(random, 20); i-- > 0;)
      target_replace(bytes, at, 0, piece, length);
    free(piece);
  }
  }
}

static void target_make(const target_corpus *corpus, struct random_source *random) {
  const struct buffer *seed = &corpus->data[random_draw_below(random, corpus->count)];
  target_now.bytes.length = 0;
  buffer_add_bytes(&target_now.bytes, seed->text, seed->length);
  for (uint64_t i = 1 + random_draw_below(random, 8); i-- > 0;) {
    const struct buffer *other = &corpus->data[random_draw_below(random, corpus->count)];
    if (target_now.bytes.length < TARGET_LARGEST) target_mutate(&target_now.bytes, other, random);
  }
}

/* ---- the whole ---- */

static int target_compare(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static void target_read_corpus(target_corpus *corpus, const char *directory) {
  struct dirent **entries;
  int count = scandir(directory, &entries, NULL, target_compare);
  for (int i = 0; i < count; i++) {
    char *path = alloc_format("%s/%s", directory, entries[i]->d_name);
    struct buffer bytes = {0};
    buffer_add(&bytes, "%s", "");
    if (file_read_regular(path, 1 << 20, true, &bytes))
      vec_push(corpus, bytes);
    else
      buffer_free(&bytes);
    free(path);
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  if (corpus->count > 0) return;
  fprintf(stderr, "fuzz_%s: there are no files in %s\n", target.name, directory);
  exit(2);
}

static void target_be_quiet(void) {
  static const int deadly[] = {SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  target_now.messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (getenv("FUZZ_LOUD") == NULL) dup2(nowhere, STDERR_FILENO);
  close(nowhere);
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], target_die);
  atexit(target_report);
}

static int target_run_files(int count, char **paths) {
  for (int i = 0; i < count; i++) {
    target_now.bytes.length = 0;
    target_now.number = (uint64_t)i;
    if (!file_read_regular(paths[i], 1 << 30, true, &target_now.bytes)) return 2;
    target_run(&target_now.bytes);
  }
  return 0;
}

int main(int argc, char **argv) {
  uint64_t seed = 1;
  target_corpus corpus = {0};
  char *standard = alloc_format("tests/fuzz/corpus/%s", target.name), *end = "";
  if (argc > 1) seed = strtoull(argv[1], &end, 10);
  double seconds = argc > 2 ? strtod(argv[2], NULL) : 10;
  bool has_files = *end != '\0';
  if (!has_files) target_read_corpus(&corpus, argc > 3 ? argv[3] : standard);
  target_be_quiet();
  if (has_files) {
    free(standard);
    return target_run_files(argc - 1, argv + 1);
  }
  double until = clock_seconds() + seconds;
  for (size_t i = 0; i < corpus.count; i++) { /* first as they are */
    target_now.bytes.length = 0;
    buffer_add_bytes(&target_now.bytes, corpus.data[i].text, corpus.data[i].length);
    target_run(&target_now.bytes);
  }
  while (clock_seconds() < until) {
    struct random_source random = random_source_new(seed, target_now.number++);
    target_make(&corpus, &random);
    target_run(&target_now.bytes);
  }
  printf("fuzz_%s: %llu cases, seed %llu\n", target.name, (unsigned long long)target_now.number,
         (unsigned long long)seed);
  for (size_t i = 0; i < corpus.count; i++) buffer_free(&corpus.data[i]);
  vec_free(&corpus);
  buffer_free(&target_now.bytes);
  free(standard);
  return 0;
}

#endif
#endif
