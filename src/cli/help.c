/* Help. Options are printed from their table, one line each; what takes more than a line is a
   topic. Topics take names from the tables of the engine where there are some, so that none is
   missing. No line is longer than 100 columns. */
#include "cli/help.h"

#include "cli/option_table.h"
#include "cli/portfolio.h"
#include "cli/reduction.h"
#include "exec/error.h"
#include "search/search.h"
#include "solver/chain.h"
#include "util/alloc.h"
#include "util/nearest.h"
#include "util/world_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

static void print_entry(const char *name, const char *help) {
  printf(strlen(name) > 30 ? "  %s  %s\n" : "  %-30s  %s\n", name, help);
}

static void print_option(const struct option *option) {
  const char *value = option->value;
  int length = value == NULL ? 0 : (int)strcspn(value, ":");
  if (value != NULL && option->kind != VALUE_CHOICE) length = (int)strlen(value);
  char *name = value == NULL ? alloc_string(option->name)
                             : alloc_format("%s %.*s", option->name, length, value);
  print_entry(name, option->help);
  free(name);
}

static void print_section(const struct option *section) {
  if (section->help == NULL)
    printf("\n%s:\n", section->name);
  else
    printf("\n%s (smew help %s):\n", section->name, section->help);
}

static void print_words(void) {
  char *name;
  const char *help;
  for (int i = 0; (name = world_words_usage(i, &help)) != NULL; i++) {
    print_entry(name, help);
    free(name);
  }
}

static bool is_inputs(const struct option *section) {
  return section->help != NULL && strcmp(section->help, "inputs") == 0;
}

void help_print_options(const char *command) {
  int bits = option_command_bits(command);
  bool has_groups = bits == FOR_RUN;
  const struct option *section = NULL; /* not printed yet */
  for (int i = 0; i < option_count; i++) {
    const struct option *option = &option_table[i];
    if (option->kind == VALUE_SECTION && has_groups) {
      section = option;
      if (!is_inputs(section)) continue;
      print_section(section); /* its rows are in another table */
      print_words();
    } else if ((option->commands & bits) && option->kind < VALUE_ALIAS) {
      if (section != NULL) print_section(section);
      section = NULL;
      print_option(option);
    }
  }
  if (has_groups)
    printf(
        "\nDefaults are in parentheses. Names that KLEE's users know work too: smew help klee.\n");
}

/* ---- topics ---- */

static void print_inputs(void) {
  printf(
      "A program has symbolic inputs if it makes some itself (klee_make_symbolic, klee_int,\n"
      "__VERIFIER_nondet_int, ...; see docs/intrinsics.md), or if its arguments, files, standard\n"
      "input or environment are symbolic. The options for this go after FILE, among the\n"
      "program's arguments, with one dash or two. All other words are the program's own.\n\n");
  print_words();
  printf(
      "\nExamples:\n\n"
      "  smew run prog.c --sym-args 0 2 4               up to two arguments of up to 4 bytes\n"
      "  smew run prog.c -n --sym-arg 1 A --sym-files 1 8\n"
      "                                                 -n, an argument, and a file A of 8 bytes\n"
      "  smew run prog.c --sym-stdin 16 --max-fail 1    one system call may fail\n\n"
      "The program sees the host's files, read-only (--fs=none: none); what it writes stays in\n"
      "memory, separately for each path. While anything is symbolic the clock stands still\n"
      "(--clock), so that every run gives the same tests. See docs/environment.md.\n");
}

static void print_search(void) {
  printf("--search NAME picks the state that runs next. Given several times, the strategies take\n"
         "turns. The default is random-path with nurs:covnew. Strategies:\n\n");
  for (size_t i = 0; search_names[i].name != NULL; i++)
    print_entry(search_names[i].name, search_names[i].meaning);
  printf("\nThe thesis on microc calls some of them random (random-state), tree (random-path),\n"
         "coverage (nurs:md2u) and klee (random-path with nurs:md2u).\n\n"
         "If all paths are explored, the strategy decides only their order. The same program,\n"
         "options and --seed give the same tests; --batch-time does not, since it goes by the\n"
         "clock. See docs/search.md.\n");
}

static void print_merging(void) {
  static const char *const modes[][2] = {
      {"none", "follow every path separately"},
      {"manual", "merge between klee_open_merge() and klee_close_merge() only"},
      {"static", "run states in topological order, so that all that can meet do;"},
      {"", "best if the program can be explored completely"},
      {"dynamic", "single paths while these cover new code, in between static"},
      {"portfolio", "the same as --portfolio=static (smew help portfolio)"},
      {"aggressive", "--search picks; merge all states that meet"},
      {"recursive", "--search picks; merge by --similar=recursive"},
      {"lattice-based", "--search picks; merge by --similar=lattice-based"}};
  static const char *const rules[][2] = {
      {"never", "merge nothing"},
      {"always, aggressive", "merge all states that meet"},
      {"qce", "states that agree on hot variables: those that more than a share"},
      {"", "--alpha of the queries ahead depend on"},
      {"qce-ite", "like qce, and weigh the cost of conditional values (--zeta)"},
      {"recursive", "fewer than --limit-cost queries ahead depend on what differs"},
      {"lattice-based", "the same, counted on the worst path ahead"}};
  printf("Two states at the same place with the same call stack can be merged into one. No path,\n"
         "error or value is lost; values that differ become conditional values.\n\n"
         "By default one exploration of several merges states (smew help portfolio). With\n"
         "--merge MODE, this is where states are merged and in which order they run:\n\n");
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) print_entry(modes[i][0], modes[i][1]);
  printf("\n--similar RULE, which of the states that meet are merged:\n\n");
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) print_entry(rules[i][0], rules[i][1]);
  printf(
      "\nQueries ahead are estimated before the run (smew qce shows them). --kappa and --beta are\n"
      "10 and 0.5, both 1 for recursive; lattice-based counts take neither.\n\n"
      "Other reductions: string functions return one symbolic result instead of forking\n"
      "(--libc-models), and a condition such as a || b forks once (--fold-conditions).\n"
      "See docs/merging.md, docs/models.md and docs/conditions.md.\n");
}

static const char *kind_meaning(enum error_kind kind) {
  switch (kind) {
  case ERROR_POINTER: return "out-of-bounds, null and wild pointers, use after free, dead locals";
  case ERROR_FREE: return "double and invalid frees";
  case ERROR_READ_ONLY: return "writes to constants";
  case ERROR_DIVISION: return "division by zero, and division that overflows";
  case ERROR_OVERFLOW: return "signed overflow, conversions that do not fit (--check-overflow)";
  case ERROR_OVERSHIFT: return "shifts by the width of the type or more";
  case ERROR_EXEC: return "bad calls, stack overflow, unreachable code that is reached";
  case ERROR_ABORT: return "abort()";
  case ERROR_ASSERT: return "failed assertions, reach_error()";
  case ERROR_LEAK: return "unreachable heap objects at exit (--check-leaks)";
  case ERROR_EXTERNAL: return "calls of functions that have no definition";
  case ERROR_MODEL: return "something that smew does not support";
  case ERROR_USER: return "klee_report_error(), wrong use of intrinsics";
  case ERROR_INDEX: return "microc: index out of bounds";
  case ERROR_UNINITIALISED: return "results that depend on memory that was never written";
  case ERROR_FIELD: return "microc: missing field";
  case ERROR_INPUT: return "microc: input that is not a number";
  case ERROR_KIND_COUNT: break;
  }
  return "";
}

static void print_checks(void) {
  printf("Kinds of errors, as shown in brackets, in the names of reports (test000001.ptr.err), and "
         "as\n"
         "taken by --exit-on-error-type:\n\n");
#define X(name, tag) print_entry(tag, kind_meaning(ERROR_##name));
  ERROR_KINDS(X)
#undef X
  printf("\nAll are always checked, except leak and overflow, which need their options.\n\n"
         "--uninitialized, what unwritten memory and variables are:\n\n");
  print_entry("error", "an error where a result depends on them (the default)");
  print_entry("any", "any value, as in SV-COMP; all values are explored");
  print_entry("zero", "0");
  printf("\nAn error is reported once for each instruction (with --emit-all-errors: on every "
         "path). See\n"
         "docs/output.md and docs/uninitialized.md.\n");
}

static void print_solver(void) {
  printf("A query passes the links of a chain, and the first that knows the answer gives it; the\n"
         "solver at the end of the chain gets the rest. --without-link NAME leaves out one link,\n"
         "--no-chain all, and --statistics prints what each did. The links:\n\n");
#define X(name, text, help) print_entry(text, help);
  CHAIN_LINKS(X)
#undef X
  printf("\n--solver, what is at the end:\n\n");
  print_entry("cadical", "CaDiCaL under smew's bit-blaster (the default)");
  print_entry("z3", "Z3, used incrementally");
  print_entry("z3-afresh", "a new Z3 solver for each query");
  printf("\nSee docs/solver.md.\n");
}

static void print_output(void) {
  static const char *const files[][2] = {
      {"test000001.ktest", "the input of one path (smew show, smew replay)"},
      {"test000001.ptr.err", "the error that this test leads to; ptr is its kind"},
      {"test000001.early", "why this path was cut off"},
      {"paths.jsonl", "how each test ends, and its decisions, for --path"},
      {"coverage.info", "covered lines and branches, for lcov and smew coverage"},
      {"summary.json", "all figures of the run"}};
  printf("Results are in smew-out-N in the directory of the program, and smew-last links to the\n"
         "newest (--output-dir: elsewhere, --no-output: nowhere):\n\n");
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) print_entry(files[i][0], files[i][1]);
  printf("\n--dump-states-on-halt, tests of paths that a limit or Ctrl-C cuts off:\n\n");
  print_entry("all", "all of them");
  print_entry("new", "those that execute something for the first time (the default),");
  print_entry("", "for at most a second or a tenth of --max-time");
  print_entry("none", "none of them");
  printf(
      "\nA program without symbolic inputs prints to the terminal. With symbolic inputs its "
      "output\n"
      "is hidden, since all paths would print at once (--program-output). See docs/output.md.\n");
}

static void print_klee(void) {
  printf("Options of KLEE that smew run understands, and what they mean here:\n\n");
  for (int i = 0; i < option_count; i++) {
    const struct option *option = &option_table[i];
    if (option->kind == VALUE_SECTION && strcmp(option->name, "Older names") == 0) break;
    if (option->kind >= VALUE_ALIAS && option->kind < VALUE_REFUSED && option->help != NULL)
      print_option(option);
  }
  printf("\nSome more are accepted without effect. Options may have one dash or two, and flags a\n"
         "value (--optimize=false). See docs/klee.md.\n");
}

static const struct topic {
  const char *name, *summary;
  void (*print)(void);
} topics[] = {{"inputs", "symbolic arguments, files and standard input", print_inputs},
              {"search", "which state runs next", print_search},
              {"reduction", "goals, and the reducers that are exact for them", cli_print_reducers},
              {"portfolio", "explorations of one program that take turns", cli_print_portfolio},
              {"merging", "state merging and other path reduction", print_merging},
              {"checks", "which errors are found", print_checks},
              {"solver", "how queries are answered", print_solver},
              {"output", "what a run writes", print_output},
              {"klee", "options that KLEE's users know", print_klee}};
enum { TOPICS = sizeof topics / sizeof *topics };

bool help_print_topic(const char *name) {
  for (int i = 0; i < TOPICS; i++) {
    if (strcmp(topics[i].name, name) != 0) continue;
    printf("smew help %s: %s\n\n", name, topics[i].summary);
    topics[i].print();
    return true;
  }
  return false;
}

void help_list_topics(FILE *out) {
  for (int i = 0; i < TOPICS; i++)
    fprintf(out, "  smew help %-36s %s\n", topics[i].name, topics[i].summary);
}

const char *help_nearest_topic(const char *name) {
  const char *best = NULL;
  unsigned limit = nearest_limit(name) + 1;
  for (int i = 0; i < TOPICS; i++) {
    unsigned distance = nearest_distance(name, topics[i].name);
    if (distance < limit) best = topics[i].name, limit = distance;
  }
  return best;
}
