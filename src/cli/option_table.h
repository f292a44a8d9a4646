/* The one table of options: which commands take an option, how its value is read, and what help
   says about it. Rows stand in sections, which are the groups of `smew help run`. */
#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum value_kind {
  VALUE_FLAG,
  VALUE_TEXT,
  VALUE_LIST,
  VALUE_NUMBER,
  VALUE_REAL,
  VALUE_SHARE, /* from 0 to 1, in millionths */
  VALUE_SECONDS,
  VALUE_CHOICE,
  VALUE_SWITCH, /* on or off, for a flag that is on by default */
  /* Other names, mostly KLEE's. A name may include its value ("--libc=uclibc"). */
  VALUE_ALIAS,   /* of the option in `help`, which has its value or takes the one given */
  VALUE_MET,     /* always so */
  VALUE_IGNORED, /* without effect, for the reason in `help` */
  VALUE_REFUSED, /* `help` says what to do instead */
  VALUE_SECTION  /* no option: starts the section `name`; `help` is its topic or NULL */
};

enum {
  FOR_RUN = 1,
  FOR_LOOK = 2,
  FOR_SMT = 4,
  FOR_SHOW = 8,
  FOR_REPLAY = 16,
  FOR_COVERAGE = 32,
  FOR_QCE = 64,
  FOR_MICROC = 128,
  FOR_BITCODE = 256,
  FOR_MICROC_GEN = 1 << 12
};

struct option {
  const char *name; /* with its dashes */
  /* The placeholder, or the words of a choice, separated by |. A long choice has a placeholder of
     its own in front: "MODE:none|manual". NULL: takes no value. */
  const char *value;
  enum value_kind kind;
  int commands;       /* none for a section */
  size_t field, size; /* in struct options, in bytes */
  const char *help;
};

extern const struct option option_table[];
extern const int option_count;

/* The words of a choice. */
const char *option_choices(const struct option *option);
/* The bits of the command in `commands`. */
int option_command_bits(const char *command);
/* The Nth command that takes options, NULL behind the last. */
const char *option_command(int number);

#endif
