/* The microc front end: from a text to a program of smew's IR. */
#ifndef FRONT_MICROC_FRONT_H
#define FRONT_MICROC_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;
struct ir_program;
struct microc_program;
struct microc_types;
struct microc_untyped;

/* What happens to executions in which arithmetic overflows. */
enum microc_overflow {
  MICROC_OVERFLOW_WRAP,
  MICROC_OVERFLOW_CHECK, /* IR_NSW and plain division: left to the engine */
};

struct microc_front_options {
  enum microc_overflow overflow;
  const int32_t *args; /* of main; NULL: they are inputs */
  size_t arg_count;
  bool keep_names; /* of the variables in registers */
};

/* A program text with everything that is known of it. */
struct microc_unit {
  struct buffer *text; /* owned */
  size_t mark_size;    /* of a byte order mark before it */
  struct microc_program *program;
  struct microc_types *types; /* NULL if there are errors or types were not requested */
};

/* What is required of a text. */
enum microc_need {
  MICROC_NEED_TREE,  /* it can be parsed */
  MICROC_NEED_TYPES, /* it obeys the rules and has types; main is not required */
  MICROC_NEED_MAIN,  /* it can be run */
  MICROC_NEED_RULES, /* it obeys the rules, has a main, and may have no types */
};

/* Reads, parses and checks the file, "-" for standard input. False after messages on stderr; the
   unit must be freed in any case. */
bool microc_unit_load(struct microc_unit *unit, const char *path, enum microc_need need);
void microc_unit_free(struct microc_unit *unit);

/* Is the path that of a microc program, by its suffix? */
bool microc_front_is_microc(const char *path);
/* Lowers a checked program; NULL after a message if the arguments do not fit main. Owned. */
struct ir_program *microc_front_lower(const struct microc_unit *unit,
                                      const struct microc_front_options *options);
enum microc_end { MICROC_END_EXIT, MICROC_END_ERROR, MICROC_END_USAGE };

/* Runs a program without types (untyped.h). An error in the program, or arguments that do not fit
   main, are reported on stderr. */
enum microc_end microc_unit_run(const struct microc_unit *unit,
                                const struct microc_untyped *untyped, int *status);
/* From a file to the IR; NULL after messages on stderr. Owned. */
struct ir_program *microc_front_load(const char *path, const struct microc_front_options *options);

#endif
