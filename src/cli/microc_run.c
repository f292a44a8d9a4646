/* Concrete runs of microc programs: the engine's interpreter on the same IR that is explored,
   with numbers for inputs. smew microc run takes them from a text, a file or the standard
   input, as the program asks for them; smew replay from a test. */
#include "cli/microc_run.h"

#include "cli/microc.h"
#include "cli/options.h"
#include "exec/machine.h"
#include "exec/run.h"
#include "front/microc/front.h"
#include "front/microc/untyped.h"
#include "ir/ir.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/fault.h"
#include "util/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers as text ---- */

static bool is_between(int c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == ','; }

static bool parse_number(const char *text, int32_t *number) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0 || value < INT32_MIN || value > INT32_MAX)
    return false;
  *number = (int32_t)value;
  return true;
}

bool cli_read_numbers(const char *text, number_list *numbers, char **what) {
  for (;;) {
    while (is_between(*text)) text++;
    if (*text == '\0') return true;
    size_t length = 0;
    while (text[length] != '\0' && !is_between(text[length])) length++;
    char *word = alloc_format("%.*s", (int)length, text);
    int32_t number;
    bool is_good = parse_number(word, &number);
    if (!is_good) {
      *what = word;
      return false;
    }
    free(word);
    vec_push(numbers, number);
    text += length;
  }
}

/* ---- running ---- */

/* Runs to the program's end, or to its time limit. The machine that is left has an
   error if state.status says so. NULL after a message. Owned. */
static struct machine *run(const struct microc_unit *unit, const struct microc_front_options *front,
                           const struct machine_options *options, const struct run_limits *limits) {
  char *words[] = {NULL};
  struct ir_program *program = microc_front_lower(unit, front);
  if (program == NULL) return NULL;
  struct machine *machine = machine_new(program, options);
  REQUIRE(machine_start(machine, 0, words, words));
  run_alone(machine, limits);
  return machine;
}

/* ---- on numbers at hand ---- */

static bool read_trial(void *context, int32_t *number, char **what) {
  struct microc_trial *trial = context;
  (void)what;
  *number = trial->inputs_read < trial->input_count ? trial->inputs[trial->inputs_read] : -1;
  trial->inputs_read++;
  return true;
}

static void write_trial(void *context, int32_t number) {
  const struct microc_trial *trial = context;
  if (trial->output != NULL) buffer_add(trial->output, "%d\n", number);
}

static void note_error(struct microc_trial *trial, const struct machine *machine) {
  const struct ir_loc *loc = &machine->program->locs.data[machine->error.loc];
  struct buffer message = {0};
  error_print(machine, &machine->error, &message);
  trial->message = message.text;
  trial->kind = machine->error.kind;
  trial->file = alloc_string(machine->program->strings.data[loc->file]);
  trial->line = loc->line;
  trial->column = loc->column;
}

bool microc_try(const struct microc_unit *unit, struct microc_trial *trial) {
  struct machine_numbers numbers = {trial, read_trial, write_trial};
  struct machine_options options = {.max_stack_frames = trial->max_stack_frames,
                                    .numbers = &numbers};
  struct microc_front_options front = {.args = trial->args, .arg_count = trial->arg_count};
  struct run_limits limits = {.seconds = trial->max_seconds};
  struct machine *machine = run(unit, &front, &options, &limits);
  if (machine == NULL) return false;
  trial->is_ended = machine->state->status != STATE_STOPPED;
  trial->has_failed = machine->state->status == STATE_FAILED;
  trial->status = machine->state->exit_status;
  if (trial->has_failed) note_error(trial, machine);
  machine_free(machine);
  return true;
}

void microc_trial_free(struct microc_trial *trial) {
  free(trial->file);
  free(trial->message);
}

/* ---- smew microc run ---- */

struct console {
  FILE *file; /* NULL: at its end */
  bool is_ascii, is_ascii_input, is_standard_input;
};

static bool read_console(void *context, int32_t *number, char **what) {
  struct console *console = context;
  struct buffer word = {0};
  int c = EOF;
  *number = -1;
  if (console->is_standard_input) fflush(stdout);
  if (console->is_ascii_input) {
    if (console->file) *number = getc(console->file); /* EOF is -1, as the end of numbers is */
    return true;
  }
  while (console->file && (c = getc(console->file)) != EOF && is_between(c)) continue;
  if (c == EOF) return true;
  do buffer_add_bytes(&word, &(char){(char)c}, 1);
  while ((c = getc(console->file)) != EOF && !is_between(c));
  bool is_good = parse_number(word.text, number);
  if (!is_good) {
    struct buffer shown = {0};
    source_add_visible(&shown, word.text, word.length);
    *what = shown.text;
  }
  buffer_free(&word);
  return is_good;
}

static void write_console(void *context, int32_t number) {
  const struct console *console = context;
  if (console->is_ascii)
    putchar(number & 0xff);
  else
    printf("%d\n", number);
}

static bool open_console(struct console *console, const struct options *options) {
  *console = (struct console){.is_ascii = options->microc.ascii,
                              .is_ascii_input = options->microc.ascii_input};
  if (options->microc.input != NULL && options->microc.input_file != NULL) {
    fprintf(stderr, "smew: --input and --input-file exclude each other\n");
    return false;
  }
  if (options->microc.input != NULL) {
    if (*options->microc.input)
      console->file = fmemopen((void *)options->microc.input, strlen(options->microc.input), "r");
    return true;
  }
  console->is_standard_input = options->microc.input_file == NULL;
  console->file = console->is_standard_input ? stdin : fopen(options->microc.input_file, "r");
  if (console->file == NULL)
    fprintf(stderr, "smew: --input-file: %s: %s\n", options->microc.input_file, strerror(errno));
  return console->file != NULL;
}

static int run_untyped(const struct options *options, struct microc_unit *unit,
                       const number_list *args, struct console *console) {
  struct microc_untyped untyped = {.args = args->data,
                                   .arg_count = args->count,
                                   .max_frames = options->machine.max_stack_frames != 0
                                                     ? options->machine.max_stack_frames
                                                     : UINT32_MAX,
                                   .read = read_console,
                                   .write = write_console,
                                   .context = console};
  int status = 0;
  switch (microc_unit_run(unit, &untyped, &status)) {
  case MICROC_END_EXIT: return status;
  case MICROC_END_ERROR: return SMEW_EXIT_ERRORS;
  default: return SMEW_EXIT_USAGE;
  }
}

static int run_typed(const struct options *options, struct microc_unit *unit,
                     const number_list *args, struct console *console) {
  struct machine_numbers numbers = {console, read_console, write_console};
  struct machine_options settings = {.max_stack_frames = options->machine.max_stack_frames,
                                     .numbers = &numbers};
  struct microc_front_options front = {.args = args->data, .arg_count = args->count};
  struct machine *machine = run(unit, &front, &settings, &(struct run_limits){0});
  if (machine == NULL) return SMEW_EXIT_USAGE;
  int status = machine->state->exit_status;
  if (machine->state->status == STATE_FAILED) {
    machine_report_error(machine);
    status = SMEW_EXIT_ERRORS;
  }
  machine_free(machine);
  fflush(stdout);
  return status;
}

static int run_on_console(const struct options *options, struct microc_unit *unit,
                          const number_list *args) {
  struct console console;
  if (!open_console(&console, options)) return SMEW_EXIT_USAGE;
  double started = clock_seconds();
  int status = (options->microc.untyped ? run_untyped : run_typed)(options, unit, args, &console);
  if (options->microc.time) fprintf(stderr, "smew: it took %.6f s\n", clock_seconds() - started);
  if (console.file && !console.is_standard_input) fclose(console.file);
  return status;
}

int cli_run_microc(const struct options *options, struct microc_unit *unit) {
  number_list args = {0};
  char *what = NULL;
  int status = SMEW_EXIT_USAGE;
  vec_reserve(&args, 1); /* main without arguments is not main with unknown ones */
  if (options->microc.args != NULL && !cli_read_numbers(options->microc.args, &args, &what))
    fprintf(stderr, "smew: --args: '%s' is not a 32-bit integer\n", what);
  else
    status = run_on_console(options, unit, &args);
  free(what);
  vec_free(&args);
  return status;
}
