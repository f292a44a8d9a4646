/* smew's command line: the commands and their help. */
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/options.h"
#include "util/fault.h"
#include "util/standard.h"

#include <stdio.h>
#include <string.h>

struct command {
  const char *name, *usage, *summary;
  int (*run)(int argc, char **argv);
  bool has_options;
};

static const struct command commands[] = {
    {"run", "run [options] FILE... [arguments]",
     "explore a program: .c, .bc, .ll, .uc, or executable", command_run, true},
    {"replay", "replay [options] DIR|TEST ... [-- FLAGS]", "run tests natively and compare",
     command_replay, true},
    {"coverage", "coverage [options] DIR ...", "print what explorations covered", command_coverage,
     true},
    {"show", "show [--json] TEST.ktest ...", "print tests: arguments and inputs", command_show,
     true},
    {"cc", "cc [--libc=musl|glibc] ...", "compile like clang, and keep the bitcode", command_cc,
     false},
    {"bitcode", "bitcode [options] PROGRAM [OUTPUT]", "extract the bitcode from an executable",
     command_bitcode, true},
    {"ir", "ir [options] FILE", "print the program as smew's IR", command_ir, true},
    {"cfg", "cfg [options] FILE", "print control-flow graphs for Graphviz", command_cfg, true},
    {"qce", "qce [options] FILE", "print estimated query counts per source line", command_qce,
     true},
    {"microc", "microc run|types|ast|format|gen ...",
     "run, check, format or generate microc programs", command_microc, true},
    {"smt", "smt [options] FILE.smt2", "solve an SMT-LIB 2 script: QF_BV, QF_ABV", command_smt,
     true},
    {"help", "help [COMMAND|TOPIC]", "explain a command or a topic", command_help, false},
    {"version", "version", "print the version", command_version, false},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const struct command *find_command(const char *name) {
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  return NULL;
}

static void print_overview(FILE *out) {
  fprintf(out, "smew: a symbolic execution engine for C and microc programs\n\n");
  for (int i = 0; i < COMMAND_COUNT; i++)
    fprintf(out, "  smew %-41s %s\n", commands[i].usage, commands[i].summary);
  fprintf(out, "\nTopics:\n\n");
  help_list_topics(out);
  fprintf(out, "\nExit status of smew run: 0 no error found, 1 errors found, 2 bad usage or "
               "input, 3 a fault of smew.\n");
}

int command_help(int argc, char **argv) {
  if (argc == 0) {
    print_overview(stdout);
    return 0;
  }
  if (help_print_topic(argv[0])) return 0;
  const struct command *command = find_command(argv[0]);
  if (command == NULL) {
    const char *nearest = help_nearest_topic(argv[0]);
    fprintf(stderr, "smew: no help on '%s'; ", argv[0]);
    if (nearest != NULL) fprintf(stderr, "did you mean '%s'? ", nearest);
    fprintf(stderr, "'smew help' lists commands and topics\n");
    return SMEW_EXIT_USAGE;
  }
  printf("smew %s: %s\n", command->usage, command->summary);
  if (command->has_options) {
    if (command->run != command_run) printf("\n");
    help_print_options(command->name);
  }
  if (command->run == command_microc) {
    printf("\nsmew microc gen [options]: make a random program\n\n");
    help_print_options("microc gen");
  }
  return 0;
}

int command_version(int argc, char **argv) {
  (void)argc, (void)argv;
  printf("smew " SMEW_VERSION "\n");
  return 0;
}

/* Behind the file of `smew run` words are the program's, and `smew cc` hands what it does not know
   to the compiler. */
static bool wants_help(const struct command *command, int argc, char **argv) {
  if (command->run == command_cc && argc != 1) return false;
  return options_ask_for_help(command->name, command->run != command_run, argc, argv);
}

/* Under this name smew is a compiler in one word, for build systems that want one. */
static bool is_called_as_cc(const char *path) {
  const char *slash = strrchr(path, '/');
  return strcmp(slash ? slash + 1 : path, "smew-cc") == 0;
}

static int run(int argc, char **argv) {
  if (argc > 0 && is_called_as_cc(argv[0])) return command_cc(argc - 1, argv + 1);
  if (argc < 2) {
    print_overview(stderr);
    return SMEW_EXIT_USAGE;
  }
  const char *name = argv[1];
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
  if (strcmp(name, "--version") == 0) name = "version";
  const struct command *command = find_command(name);
  if (command == NULL) {
    fprintf(stderr, "smew: unknown command '%s'; 'smew help' lists the commands\n", name);
    return SMEW_EXIT_USAGE;
  }
  if (wants_help(command, argc - 2, argv + 2)) return command_help(1, (char **)&command->name);
  return command->run(argc - 2, argv + 2);
}

/* Who reads half of an answer must not take it for the whole, whatever the status says. */
int main(int argc, char **argv) {
  standard_reserve();
  int status = run(argc, argv);
  if (!standard_finish() && status != SMEW_EXIT_FAULT) status = SMEW_EXIT_USAGE;
  return status;
}
