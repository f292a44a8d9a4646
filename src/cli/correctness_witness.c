/* Writing correctness witnesses in SV-COMP's YAML format, version 2.0: one invariant set, with an
   invariant for each loop that has one (reduce/subsume/invariant.h). */
#include "cli/correctness_witness.h"

#include "cli/commands.h"
#include "exec/explore/exploration.h"
#include "exec/explore/explore.h"
#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "ir/ir.h"
#include "reduce/subsume/invariant.h"
#include "reduce/subsume/subsume.h"
#include "util/buffer.h"
#include "util/file.h"
#include "util/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Subsumption, if it is the only reducer of the only exploration: others drop states, too, which
   then come to no loop. */
static struct reducer *find_subsume(const struct machine *machine) {
  if (machine->explorations.count != 1) return NULL;
  const struct reducers *reducers = &machine->explorations.data[0]->reducers;
  if (reducers->list.count != 1 || reducers->list.data[0]->class != &subsume_class) return NULL;
  return reducers->list.data[0];
}

/* A string of YAML in double quotes. */
static void add_string(struct buffer *out, const char *text) {
  buffer_add(out, "\"");
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') buffer_add(out, "\\");
    buffer_add(out, "%c", *text);
  }
  buffer_add(out, "\"");
}

/* Digits of the file's hash and the time make the identifier of the entry. */
static void add_metadata(struct buffer *out, const char *program, const char *hash) {
  char when[32], digits[SHA256_TEXT], seed[SHA256_TEXT + sizeof when];
  time_t now = time(NULL);
  struct tm utc;
  strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  int length = snprintf(seed, sizeof seed, "%s%s", hash, when);
  sha256_text(seed, (size_t)length, digits);
  buffer_add(out, "- entry_type: invariant_set\n  metadata:\n    format_version: \"2.0\"\n");
  buffer_add(out, "    uuid: %.8s-%.4s-4%.3s-8%.3s-%.12s\n", digits, digits + 8, digits + 12,
             digits + 15, digits + 18);
  buffer_add(out, "    creation_time: %s\n    producer:\n      name: smew\n      version: \"%s\"\n",
             when, SMEW_VERSION);
  buffer_add(out, "    task:\n      input_files:\n      - ");
  add_string(out, program);
  buffer_add(out, "\n      input_file_hashes:\n        ");
  add_string(out, program);
  buffer_add(out, ": %s\n", hash);
  buffer_add(out, "      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
                  "      data_model: LP64\n      language: C\n");
}

static void add_invariant(struct buffer *out, const struct machine *machine,
                          const struct invariant *invariant) {
  const struct ir_loc *loc = &machine->program->locs.data[invariant->loc];
  buffer_add(out,
             "  - invariant:\n      type: loop_invariant\n      location:\n        file_name: ");
  add_string(out, machine->program->strings.data[loc->file]);
  buffer_add(out, "\n        line: %u\n        column: %u\n        function: ", loc->line,
             loc->column);
  add_string(out, machine->program->strings.data[loc->function]);
  buffer_add(out, "\n      value: ");
  add_string(out, invariant->text);
  buffer_add(out, "\n      format: c_expression\n");
}

static bool save(const char *path, const struct buffer *text) {
  FILE *file = fopen(path, "w");
  bool is_good = file != NULL && fwrite(text->text, 1, text->length, file) == text->length;
  if (file != NULL) is_good &= fclose(file) == 0;
  if (!is_good) fprintf(stderr, "smew: --correctness-witness: %s: %s\n", path, strerror(errno));
  return is_good;
}

static bool write_all(struct machine *machine, const char *program, const char *path,
                      const struct invariants *invariants) {
  struct buffer source = {0}, text = {0};
  char hash[SHA256_TEXT];
  if (!file_read(program, &source)) {
    fprintf(stderr, "smew: --correctness-witness: %s: %s\n", program, strerror(errno));
    return false;
  }
  sha256_text(source.text, source.length, hash);
  buffer_free(&source);
  add_metadata(&text, program, hash);
  buffer_add(&text, "  content:%s\n", invariants->list.count == 0 ? " []" : "");
  for (size_t i = 0; i < invariants->list.count; i++)
    add_invariant(&text, machine, &invariants->list.data[i]);
  bool is_good = save(path, &text);
  buffer_free(&text);
  return is_good;
}

bool witness_write(struct machine *machine, const char *program, const char *path) {
  struct reducer *subsume = find_subsume(machine);
  const char *dot = strrchr(program, '.');
  const char *problem = NULL;
  if (subsume == NULL)
    problem = "only --reduce=subsume, by itself, collects invariants";
  else if (dot == NULL || (strcmp(dot, ".c") != 0 && strcmp(dot, ".i") != 0))
    problem = "the program is not a C file";
  else if (machine->counts.errors > 0 || !explore_is_complete(machine))
    problem = "the program is not proven";
  if (problem != NULL) {
    fprintf(stderr, "smew: no correctness witness: %s\n", problem);
    return true;
  }
  struct invariants invariants = {0};
  invariants_list(machine, subsume, &invariants);
  bool is_good = write_all(machine, program, path, &invariants);
  fprintf(stderr,
          "smew: correctness witness: %zu invariants of %llu loops; %llu need none, %llu have none "
          "that is known to hold and that C can express\n",
          invariants.list.count, (unsigned long long)invariants.loops,
          (unsigned long long)invariants.trivial, (unsigned long long)invariants.left);
  invariants_free(&invariants);
  return is_good;
}
