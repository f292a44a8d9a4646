/* smew microc gen: random microc programs, one to standard output or a file, or many at once
   into a directory. */
#include "cli/commands.h"
#include "cli/options.h"
#include "front/microc_gen/gen.h"
#include "util/buffer.h"
#include "util/fault.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool complain(const char *path) {
  fprintf(stderr, "smew: cannot write %s: %s\n", path, strerror(errno));
  return false;
}

static bool write_program(const struct microc_gen_options *gen, const char *path) {
  FILE *file = path == NULL ? stdout : fopen(path, "w");
  if (file == NULL) return complain(path);
  struct buffer text = {0};
  microc_gen_program(gen, &text);
  bool is_good = fwrite(text.text, 1, text.length, file) == text.length;
  is_good &= (path == NULL ? fflush(file) : fclose(file)) == 0;
  buffer_free(&text);
  return is_good || complain(path == NULL ? "standard output" : path);
}

static bool write_programs(const struct options *options) {
  if (mkdir(options->gen.output_dir, 0777) != 0 && errno != EEXIST)
    return complain(options->gen.output_dir);
  struct microc_gen_options gen = options->gen.program;
  bool is_good = true;
  for (int64_t i = 0; i < options->gen.count && is_good; i++, gen.seed++) {
    char *path = alloc_format("%s/%" PRId64 ".uc", options->gen.output_dir, gen.seed);
    is_good = write_program(&gen, path);
    free(path);
  }
  return is_good;
}

static const char *complaint(const struct options *options) {
  if (options->gen.output_dir != NULL && options->gen.output != NULL)
    return "--output and --output-dir exclude each other";
  if (options->gen.count != 1 && options->gen.output_dir == NULL)
    return "--count needs --output-dir";
  return microc_gen_complaint(&options->gen.program);
}

int command_microc_gen(int argc, char **argv) {
  struct options options;
  int used;
  bool is_good = options_parse(&options, "microc gen", argc, argv, &used);
  if (is_good && used < argc) {
    fprintf(stderr, "smew: microc gen takes options only, not '%s'\n", argv[used]);
    is_good = false;
  }
  const char *wrong = is_good ? complaint(&options) : NULL;
  if (wrong != NULL) {
    fprintf(stderr, "smew: microc gen: %s\n", wrong);
    is_good = false;
  }
  if (is_good)
    is_good = options.gen.output_dir != NULL
                  ? write_programs(&options)
                  : write_program(&options.gen.program, options.gen.output);
  options_free(&options);
  return is_good ? 0 : SMEW_EXIT_USAGE;
}
