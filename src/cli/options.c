/* The one table of options. A row says which commands take the option, how its value
   is read, and what help says about it. */
#include "cli/options.h"

#include "reduce/query_count.h"
#include "util/nearest.h"
#include "util/world_words.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum value_kind {
  VALUE_FLAG,
  VALUE_TEXT,
  VALUE_LIST,
  VALUE_NUMBER,
  VALUE_REAL,
  VALUE_SHARE, /* from 0 to 1, in millionths */
  VALUE_SECONDS,
  VALUE_CHOICE,
  /* Names that KLEE's users know. A name may have its value in it ("--libc=uclibc"). */
  VALUE_ALIAS,   /* of what `help` has: an option with its value, or one that takes the value */
  VALUE_MET,     /* always so */
  VALUE_IGNORED, /* without effect, for the reason that `help` gives */
  VALUE_REFUSED  /* `help` tells what to do instead */
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
  FOR_MICROC_GEN = 1 << 12
};
enum { FOR_LOADING = FOR_RUN | FOR_LOOK, FOR_COMPILING = FOR_LOADING | FOR_REPLAY };
enum { FOR_SOLVING = FOR_RUN | FOR_SMT };

struct option {
  const char *name;  /* with its dashes */
  const char *value; /* placeholder; for a choice the words, parted by | */
  enum value_kind kind;
  int commands;
  size_t field;
  const char *help;
};

#define FIELD(name) offsetof(struct options, name)
static const struct option table[] = {
    {"-I", "DIR", VALUE_LIST, FOR_COMPILING, FIELD(include_dirs),
     "look for headers in DIR when compiling a .c file"},
    {"-D", "NAME[=VALUE]", VALUE_LIST, FOR_COMPILING, FIELD(defines),
     "define a macro when compiling a .c file"},
    {"--cc-flags", "FLAGS", VALUE_TEXT, FOR_COMPILING, FIELD(cc_flags),
     "further flags for clang, parted by blanks"},
    {"--opt", "none|default|aggressive", VALUE_CHOICE, FOR_LOADING, FIELD(opt),
     "how much LLVM may transform the program first; aggressive may remove errors"},
    {"--libc", "auto|none", VALUE_CHOICE, FOR_LOADING, FIELD(libc),
     "link what the program needs of smew's libc, or nothing"},
    {"--libc-models", "on|off", VALUE_CHOICE, FOR_RUN, FIELD(libc_models),
     "let calls of strlen, strcmp, … have one symbolic result instead of forking at every byte"},
    {"--fold-conditions", "auto|on|off", VALUE_CHOICE, FOR_RUN, FIELD(fold_conditions),
     "fork once at a condition such as a || b, not once for each part; auto: except in microc"},
    {"--fs", "ro|none", VALUE_CHOICE, FOR_RUN, FIELD(fs),
     "what the program sees of the host's files below its own: all, read-only, or nothing"},
    {"--clock", "auto|fixed|host", VALUE_CHOICE, FOR_RUN, FIELD(clock),
     "fixed: time stands still except for sleeping; auto: fixed while something is symbolic"},
    {"--entry-point", "FUNCTION", VALUE_TEXT, FOR_COMPILING, FIELD(entry_point),
     "start at FUNCTION instead of main"},
    {"--check-leaks", NULL, VALUE_FLAG, FOR_RUN, FIELD(check_leaks),
     "report heap objects that are still allocated, and out of reach, at exit"},
    {"--check-overflow", NULL, VALUE_FLAG, FOR_RUN, FIELD(check_overflow),
     "report signed integer overflow, and conversions to integers that do not fit"},
    {"--uninitialized", "error|any|zero", VALUE_CHOICE, FOR_RUN, FIELD(uninitialized),
     "what bytes and variables are that were never written: an error where something depends on "
     "them, any value, or 0"},
    {"--overflow", "assume|wrap|error", VALUE_CHOICE, FOR_LOADING, FIELD(overflow),
     "microc: leave out executions in which a number overflows, wrap around, or report them"},
    {"--args", "NUMBERS", VALUE_TEXT, FOR_LOADING | FOR_MICROC, FIELD(args),
     "microc: main's arguments, parted by blanks or commas; otherwise they are inputs"},
    {"--input", "NUMBERS", VALUE_TEXT, FOR_MICROC, FIELD(input),
     "run: what input reads, parted by blanks or commas, instead of the standard input"},
    {"--input-file", "FILE", VALUE_TEXT, FOR_MICROC, FIELD(input_file),
     "run: read input from FILE"},
    {"--time", NULL, VALUE_FLAG, FOR_MICROC, FIELD(time), "run: print how long it took"},
    {"--ascii", NULL, VALUE_FLAG, FOR_MICROC, FIELD(ascii),
     "run: output prints the character of that number, and no newline"},
    {"--untyped", NULL, VALUE_FLAG, FOR_MICROC, FIELD(untyped),
     "run: do not check types; a value of the wrong kind is an error where it is used"},
    {"--ascii-input", NULL, VALUE_FLAG, FOR_MICROC, FIELD(ascii_input),
     "run: input reads a character and is its number"},
    {"--max-time", "TIME", VALUE_SECONDS, FOR_RUN, FIELD(max_time),
     "stop after that time: 60, 90s, 5min, 2h; 0: no limit"},
    {"--max-memory", "MB", VALUE_NUMBER, FOR_RUN, FIELD(max_memory),
     "cut paths off rather than take more memory (2000); 0: no limit"},
    {"--max-depth", "N", VALUE_NUMBER, FOR_RUN, FIELD(max_depth),
     "cut paths off that have forked N times; 0: no limit"},
    {"--max-tests", "N", VALUE_NUMBER, FOR_RUN, FIELD(max_tests), "stop after N tests"},
    {"--max-forks", "N", VALUE_NUMBER, FOR_RUN, FIELD(max_forks),
     "fork no more than N times in all"},
    {"--max-instructions", "N", VALUE_NUMBER, FOR_RUN, FIELD(max_instructions),
     "stop after N instructions; 0: no limit"},
    {"--max-stack-frames", "N", VALUE_NUMBER, FOR_RUN | FOR_MICROC, FIELD(max_stack_frames),
     "report a stack overflow beyond N frames (8192)"},
    {"--max-symbolic-size", "BYTES", VALUE_NUMBER, FOR_RUN, FIELD(max_symbolic_size),
     "explore symbolic allocation sizes up to BYTES (1024)"},
    {"--malloc-fails", "N", VALUE_NUMBER, FOR_RUN, FIELD(malloc_fails),
     "let up to N allocations of a path fail, whichever they are (0)"},
    {"--path", "DECISIONS", VALUE_TEXT, FOR_RUN, FIELD(path),
     "follow only paths whose decisions begin so; paths.jsonl has those of each test"},
    {"--follow", "TEST.ktest", VALUE_LIST, FOR_RUN, FIELD(follow),
     "follow only the path of this test, show what the program prints and exit with its status"},
    {"--follow-into", "DIR", VALUE_TEXT, FOR_RUN, FIELD(follow_into),
     "follow several tests, and write output and end of the Nth to DIR/N.out, N.err, N.end"},
    {"--search", "NAME", VALUE_LIST, FOR_RUN, FIELD(search),
     "how to choose the next path: dfs, bfs, random-path, nurs:covnew, …; several take turns"},
    {"--merge", "none|manual|static|dynamic|aggressive|recursive|lattice-based|beside",
     VALUE_CHOICE, FOR_RUN, FIELD(merge),
     "merge states: between klee_open_merge and klee_close_merge only, or wherever they meet, "
     "running in topological order, as the search wants with help to catch up (dynamic), or just "
     "as the search wants with the --similar of that name; or follow single paths and, for a "
     "tenth of the work, merge dynamically beside (the default)"},
    {"--similar", "never|always|qce|qce-ite|aggressive|recursive|lattice-based", VALUE_CHOICE,
     FOR_RUN | FOR_QCE, FIELD(similar),
     "which states that meet: all (always, aggressive), none, those that agree on variables with a "
     "large share of the queries ahead (qce), or those with few queries ahead about what differs, "
     "on all ways together (recursive) or on the worst one (lattice-based)"},
    {"--limit-cost", "N", VALUE_NUMBER, FOR_RUN | FOR_QCE, FIELD(limit_cost),
     "fewer than N queries may depend on what differs, for recursive and lattice-based (1)"},
    {"--delta", "N", VALUE_NUMBER, FOR_RUN, FIELD(delta),
     "blocks behind another at which a state catches up, for --merge=dynamic (8)"},
    {"--beside-after", "N", VALUE_NUMBER, FOR_RUN, FIELD(beside_after),
     "work that is done before --merge=beside begins to merge, about what an instruction takes "
     "(2^25)"},
    {"--exact-paths", NULL, VALUE_FLAG, FOR_RUN, FIELD(exact_paths),
     "count the paths that merged states stand for, one by one"},
    {"--expand", NULL, VALUE_FLAG, FOR_RUN, FIELD(expand),
     "write a test for every path that a merged state stands for, not one for all"},
    {"--seed", "N", VALUE_NUMBER, FOR_RUN, FIELD(seed), "seed of random choices (0)"},
    {"--batch-instructions", "N", VALUE_NUMBER, FOR_RUN, FIELD(batch_instructions),
     "stay with a path for N instructions before choosing again"},
    {"--batch-time", "TIME", VALUE_SECONDS, FOR_RUN, FIELD(batch_time),
     "stay with a path for that time before choosing again"},
    {"--only-output-states-covering-new", NULL, VALUE_FLAG, FOR_RUN, FIELD(only_covering_new),
     "write tests only of errors and of paths that execute something for the first time"},
    {"--dump-states-on-halt", "all|new|none", VALUE_CHOICE, FOR_RUN, FIELD(dump),
     "write tests of paths that the end of the run or the memory limit cuts off: all of them, "
     "those "
     "that executed something for the first time, in at most a tenth of --max-time or a second "
     "(the "
     "default), or none"},
    {"--emit-all-errors", NULL, VALUE_FLAG, FOR_RUN, FIELD(emit_all_errors),
     "report an error on every path that meets it, not once per place"},
    {"--exit-on-error", NULL, VALUE_FLAG, FOR_RUN, FIELD(exit_on_error), "stop at the first error"},
    {"--output-dir", "DIR", VALUE_TEXT, FOR_RUN, FIELD(output_dir),
     "write results to DIR, new or empty, instead of smew-out-N beside the program"},
    {"--no-output", NULL, VALUE_FLAG, FOR_RUN, FIELD(no_output), "write no results"},
    {"--program-output", NULL, VALUE_FLAG, FOR_RUN | FOR_REPLAY, FIELD(program_output),
     "let through what a program with symbolic inputs prints"},
    {"--program-status", NULL, VALUE_FLAG, FOR_RUN, FIELD(program_status),
     "exit with the program's own status when it ends without an error"},
    {"--quiet", NULL, VALUE_FLAG, FOR_RUN, FIELD(quiet), "print errors only"},
    {"--function", "NAME", VALUE_TEXT, FOR_LOOK, FIELD(function), "show only this function"},
    {"--with-libc", NULL, VALUE_FLAG, FOR_LOADING, FIELD(with_libc),
     "show, or cover, what was linked from the libc too"},
    {"--solver", "cadical|z3|z3-afresh", VALUE_CHOICE, FOR_SOLVING, FIELD(solver),
     "smew's bit-blaster on CaDiCaL, Z3 kept from query to query, or Z3 afresh for each"},
    {"--validate", NULL, VALUE_FLAG, FOR_SOLVING, FIELD(validate),
     "ask the other solver too; a disagreement is a fault"},
    {"--no-chain", NULL, VALUE_FLAG, FOR_SOLVING, FIELD(no_chain),
     "ask the solver at once, without what stands in front of it"},
    {"--without-link", "NAME", VALUE_LIST, FOR_SOLVING, FIELD(without_links),
     "leave out a link of the chain (a wrong name lists them)"},
    {"--max-solver-time", "TIME", VALUE_SECONDS, FOR_SOLVING, FIELD(max_solver_time),
     "give up a query after that time; 0: no limit"},
    {"--max-conflicts", "N", VALUE_NUMBER, FOR_SOLVING, FIELD(max_conflicts),
     "give up a query after so many conflicts; 0: no limit"},
    {"--statistics", NULL, VALUE_FLAG, FOR_SOLVING | FOR_QCE, FIELD(statistics),
     "print what each link of the chain did, or what the analysis took"},
    {"--json", NULL, VALUE_FLAG, FOR_SHOW | FOR_COVERAGE | FOR_QCE | FOR_MICROC, FIELD(json),
     "print JSON instead of text"},
    {"--lines", "FILE", VALUE_TEXT, FOR_COVERAGE, FIELD(listing),
     "list this source file line by line"},
    {"--alpha", "SHARE", VALUE_REAL, FOR_RUN | FOR_QCE, FIELD(alpha),
     "a variable is hot beyond that share of all queries (1e-12)"},
    {"--beta", "P", VALUE_REAL, FOR_RUN | FOR_QCE, FIELD(beta),
     "the probability that a branch is feasible (0.8; recursive: 1)"},
    {"--kappa", "N", VALUE_NUMBER, FOR_RUN | FOR_QCE, FIELD(kappa),
     "rounds of loops and recursion whose number is not known (10; recursive: 1)"},
    {"--zeta", "COST", VALUE_REAL, FOR_RUN, FIELD(zeta),
     "what a query with a selection in it costs, in plain queries, for --similar=qce-ite (2)"},
    {"--queries", "all|branches", VALUE_CHOICE, FOR_RUN | FOR_QCE, FIELD(queries),
     "count all queries, or only those of branches and switches"},
    {"--bin", "PROGRAM", VALUE_TEXT, FOR_REPLAY, FIELD(binary),
     "run this executable instead of compiling one; linked with the replay library if the program "
     "makes symbolic objects"},
    {"--source", "FILE", VALUE_TEXT, FOR_REPLAY, FIELD(source),
     "the program of the tests, where their directory does not tell"},
    {"--sanitize", "LIST|none", VALUE_TEXT, FOR_REPLAY, FIELD(sanitize),
     "sanitizers to compile with; otherwise address,undefined for tests of memory and "
     "arithmetic errors"},
    {"--cov", NULL, VALUE_FLAG, FOR_REPLAY, FIELD(coverage_totals),
     "print line and branch coverage of all tests together, and write it to DIR/replay.info"},
    {"--source-dir", "DIR", VALUE_TEXT, FOR_REPLAY, FIELD(source_dir),
     "cover only source files in DIR"},
    {"--compare-output", NULL, VALUE_FLAG, FOR_REPLAY, FIELD(compare_output),
     "follow the tests in smew too, and compare what the program prints"},
    {"--sandbox", "auto|off|required", VALUE_CHOICE, FOR_REPLAY, FIELD(sandbox),
     "keep tests from changing this machine: if the kernel allows it, not at all, or else not run"},
    {"--keep", NULL, VALUE_FLAG, FOR_REPLAY, FIELD(keep), "keep the files of the tests"},
    {"--timeout", "TIME", VALUE_SECONDS, FOR_REPLAY, FIELD(timeout), "time limit of a test (10)"},
    {"--jobs", "N", VALUE_NUMBER, FOR_REPLAY, FIELD(jobs),
     "run N tests at a time (number of processors)"},
    {"--forLoopGenProb", "P", VALUE_SHARE, FOR_MICROC_GEN, FIELD(gen.for_loop_prob),
     "probability of a statement to be a for loop (0.15)"},
    {"--loopGenProb", "P", VALUE_SHARE, FOR_MICROC_GEN, FIELD(gen.loop_prob),
     "probability of a statement to be a loop with any condition (0.1)"},
    {"--maxBlockDepth", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.max_block_depth),
     "how deep blocks may stand in blocks (3)"},
    {"--maxTopLvlStmtsCount", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.max_top_stmts),
     "between 1 and N statements in main, not counting those in blocks (10)"},
    {"--maxStmtsWithinABlock", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.max_block_stmts),
     "between 1 and N statements in other blocks (5)"},
    {"--errorGuaranteed", NULL, VALUE_FLAG, FOR_MICROC_GEN, FIELD(gen.error_guaranteed),
     "put a statement that fails somewhere, which may be out of reach"},
    {"--generateDivisions", NULL, VALUE_FLAG, FOR_MICROC_GEN, FIELD(gen.generate_divisions),
     "let there be divisions"},
    {"--riskyExprProb", "P", VALUE_SHARE, FOR_MICROC_GEN, FIELD(gen.risky_prob),
     "probability of a number to be one that could fail, beyond those that are anyway (0)"},
    {"--guardProb", "P", VALUE_SHARE, FOR_MICROC_GEN, FIELD(gen.guard_prob),
     "probability of a statement to test first what could make it fail (0)"},
    {"--variableIndices", NULL, VALUE_FLAG, FOR_MICROC_GEN, FIELD(gen.variable_indices),
     "index arrays by variables too"},
    {"--functionsCount", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.functions),
     "functions beside main (0)"},
    {"--recursionDepth", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.recursion),
     "let functions call themselves up to N times over (0)"},
    {"--maxLoopRounds", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.max_rounds),
     "bound the rounds of each loop by a counter; 0: no bound (0)"},
    {"--maxInputs", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.max_inputs),
     "at most N uses of input, none in loops or functions; 0: anywhere (0)"},
    {"--maxStmts", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.max_stmts),
     "open no more blocks when there are N statements (100000)"},
    {"--mainArgs", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.main_args),
     "parameters of main (0)"},
    {"--nestedTypes", NULL, VALUE_FLAG, FOR_MICROC_GEN, FIELD(gen.nested_types),
     "pointers to pointers and records, arrays of pointers and arrays"},
    {"--functionValues", NULL, VALUE_FLAG, FOR_MICROC_GEN, FIELD(gen.function_values),
     "variables that hold functions"},
    {"--seed", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(gen.seed), "which program to make (0)"},
    {"--count", "N", VALUE_NUMBER, FOR_MICROC_GEN, FIELD(count),
     "make N programs, of this seed and those behind it; needs --output-dir"},
    {"--output", "FILE", VALUE_TEXT, FOR_MICROC_GEN, FIELD(output),
     "write the program to FILE instead of standard output"},
    {"--output-dir", "DIR", VALUE_TEXT, FOR_MICROC_GEN, FIELD(output_dir),
     "write programs to DIR/SEED.uc"},
    {"--function-alias", "NAME:OTHER", VALUE_LIST, FOR_LOADING, FIELD(function_aliases),
     "call OTHER wherever the program calls NAME, a name or a regular expression"},
    {"--link-llvm-lib", "FILE", VALUE_LIST, FOR_LOADING, FIELD(link_libraries),
     "link this file too: .c, bitcode, or an archive of bitcode"},
    {"--run-in-dir", "DIR", VALUE_TEXT, FOR_RUN, FIELD(run_in_dir),
     "the directory that the program starts in"},
    {"--env-file", "FILE", VALUE_TEXT, FOR_RUN, FIELD(env_file),
     "the program's environment, a line NAME=VALUE each, instead of smew's"},
    {"--exit-on-error-type", "KIND", VALUE_LIST, FOR_RUN, FIELD(exit_on_kinds),
     "stop at the first error of this kind: ptr, free, assert, …"},
    {"--silent-klee-assume", NULL, VALUE_FLAG, FOR_RUN, FIELD(silent_assume),
     "let a path end without an error where klee_assume cannot hold"},
    {"--check-overshift", NULL, VALUE_FLAG, FOR_LOADING, FIELD(check_overshift),
     "report shifts by too much (true)"},
    {"-o", "DIR", VALUE_ALIAS, FOR_RUN, 0, "--output-dir"},
    {"--write-no-tests", NULL, VALUE_ALIAS, FOR_RUN, 0, "--no-output"},
    {"--use-merge", NULL, VALUE_ALIAS, FOR_RUN, 0, "--merge=manual"},
    {"--optimize", NULL, VALUE_ALIAS, FOR_RUN, 0, "--opt=aggressive"},
    {"--libc=uclibc", NULL, VALUE_ALIAS, FOR_LOADING, 0, "--libc=auto"},
    {"--libc=klee", NULL, VALUE_ALIAS, FOR_LOADING, 0, "--libc=auto"},
    {"--libc=freestanding", NULL, VALUE_ALIAS, FOR_LOADING, 0, "--libc=none"},
    {"--solver-backend=z3", NULL, VALUE_ALIAS, FOR_RUN, 0, "--solver=z3"},
    {"--replay-ktest-file", "TEST", VALUE_ALIAS, FOR_RUN, 0, "--follow"},
    {"--rng-initial-seed", "N", VALUE_ALIAS, FOR_RUN, 0, "--seed"},
    {"--posix-runtime", NULL, VALUE_MET, FOR_RUN, 0, "system calls are linked by need"},
    {"--check-div-zero", NULL, VALUE_MET, FOR_RUN, 0, "division by zero is always an error"},
    {"--external-calls=none", NULL, VALUE_MET, FOR_RUN, 0, "nothing is called on the host"},
    {"--check-div-zero=false", NULL, VALUE_REFUSED, FOR_RUN, 0,
     "a division by zero is always an error"},
    {"--libcxx", NULL, VALUE_REFUSED, FOR_RUN, 0, "there is no C++ library; programs are in C"},
    {"--replay-ktest-dir", "DIR", VALUE_REFUSED, FOR_RUN, 0,
     "'smew replay DIR' runs tests natively, and 'smew run --follow TEST' in smew"},
    {"--seed-file", "FILE", VALUE_REFUSED, FOR_RUN, 0,
     "seeding is not supported; 'smew run --follow TEST' follows the path of one test"},
    {"--seed-dir", "DIR", VALUE_REFUSED, FOR_RUN, 0,
     "seeding is not supported; 'smew run --follow TEST' follows the path of one test"},
    {"--solver-backend", "NAME", VALUE_IGNORED, FOR_RUN, 0,
     "the solvers are smew's own and z3 (--solver)"},
    {"--external-calls", "none|concrete|all", VALUE_IGNORED, FOR_RUN, 0,
     "nothing is called on the host; a missing function is an error of kind external"},
#define WITHOUT_EFFECT(name, value) {name, value, VALUE_IGNORED, FOR_RUN, 0, NULL}
    WITHOUT_EFFECT("--allocate-determ", NULL),
    WITHOUT_EFFECT("--allocate-determ-size", "MB"),
    WITHOUT_EFFECT("--allocate-determ-start-address", "ADDRESS"),
    WITHOUT_EFFECT("--disable-inlining", NULL),
    WITHOUT_EFFECT("--disable-verify", NULL),
    WITHOUT_EFFECT("--max-memory-inhibit", NULL),
    WITHOUT_EFFECT("--max-static-cpfork-pct", "SHARE"),
    WITHOUT_EFFECT("--max-static-cpsolve-pct", "SHARE"),
    WITHOUT_EFFECT("--max-static-fork-pct", "SHARE"),
    WITHOUT_EFFECT("--max-static-solve-pct", "SHARE"),
    WITHOUT_EFFECT("--max-sym-array-size", "BYTES"),
    WITHOUT_EFFECT("--output-istats", NULL),
    WITHOUT_EFFECT("--output-module", NULL),
    WITHOUT_EFFECT("--output-source", NULL),
    WITHOUT_EFFECT("--output-stats", NULL),
    WITHOUT_EFFECT("--readable-posix-inputs", NULL),
    WITHOUT_EFFECT("--simplify-sym-indices", NULL),
    WITHOUT_EFFECT("--suppress-external-warnings", NULL),
    WITHOUT_EFFECT("--switch-type", "TYPE"),
    WITHOUT_EFFECT("--use-batching-search", NULL),
    WITHOUT_EFFECT("--use-branch-cache", NULL),
    WITHOUT_EFFECT("--use-cex-cache", NULL),
    WITHOUT_EFFECT("--use-forked-solver", NULL),
    WITHOUT_EFFECT("--use-independent-solver", NULL),
    WITHOUT_EFFECT("--warn-all-external-symbols", NULL),
    WITHOUT_EFFECT("--watchdog", NULL),
    WITHOUT_EFFECT("--write-cov", NULL),
    WITHOUT_EFFECT("--write-cvcs", NULL),
    WITHOUT_EFFECT("--write-kqueries", NULL),
    WITHOUT_EFFECT("--write-paths", NULL),
    WITHOUT_EFFECT("--write-smt2s", NULL),
    WITHOUT_EFFECT("--write-sym-paths", NULL),
    WITHOUT_EFFECT("--write-test-info", NULL),
};
enum { TABLE_SIZE = sizeof table / sizeof *table };

static const struct {
  const char *name;
  int bit;
} command_bits[] = {{"run", FOR_RUN},
                    {"smt", FOR_SMT},
                    {"show", FOR_SHOW},
                    {"replay", FOR_REPLAY},
                    {"ir", FOR_LOOK},
                    {"cfg", FOR_LOOK},
                    {"microc", FOR_MICROC},
                    {"coverage", FOR_COVERAGE},
                    {"qce", FOR_QCE | FOR_LOOK},
                    {"microc gen", FOR_MICROC_GEN}};
enum { COMMANDS = sizeof command_bits / sizeof *command_bits };

static int command_bit(const char *command) {
  for (int i = 0; i < COMMANDS; i++)
    if (strcmp(command_bits[i].name, command) == 0) return command_bits[i].bit;
  return FOR_LOOK;
}

/* The row that `word` names, alone, as "--name=value" or (one letter) "-Xvalue"; *value
   is set to the part behind the name, or NULL. One dash does for two: KLEE's users are
   used to it. */
static const struct option *find_option(const char *word, int command, const char **value) {
  for (int i = 0; i < TABLE_SIZE; i++) {
    const struct option *option = &table[i];
    bool has_one_dash = option->name[1] != '-';
    bool is_short = has_one_dash && option->kind != VALUE_ALIAS; /* -o is also how -opt begins */
    const char *name = option->name + (!has_one_dash && word[1] != '-');
    size_t length = strlen(name);
    if (!(option->commands & command) || strncmp(word, name, length) != 0) continue;
    *value = NULL;
    if (word[length] == '\0') return option;
    if (word[length] != '=' && !is_short) continue;
    *value = word + length + (is_short ? 0 : 1);
    return option;
  }
  return NULL;
}

static bool read_number(const char *text, int64_t *number) {
  char *end;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (end == text || errno != 0 || value < 0 || *end != '\0') return false;
  *number = value;
  return true;
}

static bool read_real(const char *text, double *number) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end != '\0' || !(value >= 0)) return false;
  *number = value;
  return true;
}

/* "0.15", exactly. */
static bool read_share(const char *text, int64_t *millionths) {
  size_t whole = strspn(text, "0123456789");
  const char *part = text + whole;
  part += *part == '.';
  size_t digits = strspn(part, "0123456789");
  if (whole + digits == 0 || whole > 6 || digits > 6 || part[digits] != '\0') return false;
  int64_t value = 0;
  for (size_t i = 0; i < whole; i++) value = 10 * value + (text[i] - '0');
  for (size_t i = 0; i < 6; i++) value = 10 * value + (i < digits ? part[i] - '0' : 0);
  *millionths = value;
  return value <= 1000000;
}

/* One number and its unit; *text is moved behind them. */
static bool read_time_part(const char **text, double *seconds) {
  static const struct {
    const char *name;
    double seconds;
  } units[] = {{"ms", 1e-3}, {"us", 1e-6}, {"min", 60}, {"m", 60}, {"s", 1}, {"h", 3600}, {"", 1}};
  if (**text < '0' || **text > '9') return false;
  size_t digits = strspn(*text, "0123456789.");
  char *end;
  double value = strtod(*text, &end);
  if (end != *text + digits) return false;
  size_t letters = strspn(end, "abcdefghijklmnopqrstuvwxyz");
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strlen(units[i].name) == letters && strncmp(units[i].name, end, letters) == 0) {
      *seconds += value * units[i].seconds;
      *text = end + letters;
      return true;
    }
  return false;
}

/* "60", "1.5s", "1h30min". */
static bool read_time(const char *text, double *seconds) {
  double sum = 0;
  do {
    if (!read_time_part(&text, &sum)) return false;
  } while (*text != '\0');
  *seconds = sum;
  return true;
}

/* A flag's value may be spelt out, as in KLEE: --quiet=false. */
static bool read_truth(const char *text, bool *truth) {
  if (text == NULL || strcmp(text, "true") == 0 || strcmp(text, "1") == 0)
    *truth = true;
  else if (strcmp(text, "false") == 0 || strcmp(text, "0") == 0)
    *truth = false;
  else
    return false;
  return true;
}

static bool read_choice(const char *text, const char *choices, int64_t *number) {
  size_t length = strlen(text);
  for (int64_t i = 0;; i++) {
    size_t size = strcspn(choices, "|");
    if (size == length && strncmp(choices, text, size) == 0) {
      *number = i;
      return true;
    }
    if (choices[size] == '\0') return false;
    choices += size + 1;
  }
}

static const char *expectation(const struct option *option) {
  switch (option->kind) {
  case VALUE_FLAG: return "true or false";
  case VALUE_NUMBER:
  case VALUE_REAL: return "a number";
  case VALUE_SHARE: return "a number from 0 to 1, of at most 6 decimals";
  case VALUE_SECONDS: return "a time like 60, 90s, 5min or 2h";
  default: return "usable";
  }
}

static bool store(struct options *options, const struct option *option, const char *value);

/* Stores what the alias stands for. "=false" behind one that takes no value leaves things as they
   are. */
static bool store_alias(struct options *options, const struct option *alias, const char *value) {
  const char *fixed;
  bool is_wanted;
  const struct option *option = find_option(alias->help, alias->commands, &fixed);
  if (alias->value != NULL) return store(options, option, value);
  if (!read_truth(value, &is_wanted)) {
    fprintf(stderr, "smew: %s: '%s' is not true or false\n", alias->name, value);
    return false;
  }
  return !is_wanted || store(options, option, fixed);
}

static bool store(struct options *options, const struct option *option, const char *value) {
  void *field = (char *)options + option->field;
  bool is_good = true;
  switch (option->kind) {
  case VALUE_FLAG: is_good = read_truth(value, field); break;
  case VALUE_TEXT: *(const char **)field = value; break;
  case VALUE_LIST: vec_push((string_list *)field, value); break;
  case VALUE_NUMBER: is_good = read_number(value, field); break;
  case VALUE_REAL: is_good = read_real(value, field); break;
  case VALUE_SHARE: is_good = read_share(value, field); break;
  case VALUE_SECONDS: is_good = read_time(value, field); break;
  case VALUE_CHOICE: is_good = read_choice(value, option->value, field); break;
  case VALUE_ALIAS: return store_alias(options, option, value);
  case VALUE_MET: return true;
  case VALUE_IGNORED:
    vec_push(&options->notes, option->name);
    vec_push(&options->notes, option->help);
    return true;
  case VALUE_REFUSED: fprintf(stderr, "smew: %s: %s\n", option->name, option->help); return false;
  }
  if (is_good)
    vec_push(&options->settings, ((struct report_setting){option->name, value}));
  else if (option->kind == VALUE_CHOICE)
    fprintf(stderr, "smew: %s: '%s' is not one of %s\n", option->name, value, option->value);
  else
    fprintf(stderr, "smew: %s: '%s' is not %s\n", option->name, value, expectation(option));
  return is_good;
}

static void set_defaults(struct options *options) {
  *options = (struct options){.opt = OPT_DEFAULT,
                              .check_overshift = true,
                              .max_stack_frames = 8192,
                              .max_memory = 2000,
                              .max_symbolic_size = 1024,
                              .dump = EXPLORE_DUMP_NEW,
                              .merge = MERGE_BESIDE,
                              .similar = 2 /* qce */,
                              .delta = 8,
                              .beside_after = 1 << 25, /* two seconds, about */
                              .limit_cost = 1};
  struct query_count_options counts = query_count_defaults();
  options->alpha = counts.alpha;
  options->beta = counts.beta;
  options->zeta = counts.zeta;
  options->kappa = counts.kappa;
  options->gen = microc_gen_defaults();
  options->count = 1;
}

/* ---- words that are no option ---- */

/* The command's option whose name is nearest to that of the word, NULL if none is near. */
static const char *find_nearest(const char *word, int command) {
  const char *dashed = word + (word[1] == '-');
  char *typed = alloc_format("-%.*s", (int)strcspn(dashed, "="), dashed);
  const char *best = NULL;
  unsigned limit = nearest_limit(typed) + 1;
  for (int i = 0; i < TABLE_SIZE; i++) {
    unsigned distance = nearest_distance(typed, table[i].name);
    if (!(table[i].commands & command) || distance >= limit) continue;
    best = table[i].name, limit = distance;
  }
  free(typed);
  return best;
}

/* Another command that has the option, NULL if there is none. */
static const char *find_owner(const char *word) {
  const char *value;
  for (int i = 0; i < COMMANDS; i++)
    if (find_option(word, command_bits[i].bit, &value) != NULL) return command_bits[i].name;
  return NULL;
}

static bool is_world_word(const char *word) {
  const char *name = word + (word[1] == '-' ? 2 : 1), *help;
  char *usage;
  bool is_found = false;
  for (int i = 0; !is_found && (usage = world_words_usage(i, &help)) != NULL; i++) {
    size_t length = strcspn(usage + 2, " ");
    is_found = strncmp(usage + 2, name, length) == 0 && strchr("=", name[length]) != NULL;
    free(usage);
  }
  return is_found;
}

static void explain_unknown(const char *word, const char *command) {
  int bit = command_bit(command);
  const char *nearest = find_nearest(word, bit), *owner = find_owner(word);
  if (bit == FOR_RUN && is_world_word(word)) {
    fprintf(stderr, "smew: %s belongs behind the file: smew run [options] FILE %s ...\n", word,
            word);
    return;
  }
  fprintf(stderr, "smew: unknown option '%s'; ", word);
  if (owner != NULL)
    fprintf(stderr, "'smew %s' has it, 'smew %s' has not; ", owner, command);
  else if (nearest != NULL)
    fprintf(stderr, "did you mean %s? ", nearest);
  fprintf(stderr, "'smew help %s' lists what there is\n", command);
}

/* The row for just this value of the option, or NULL. */
static const struct option *find_value(const struct option *option, const char *value,
                                       int command) {
  size_t length = strlen(option->name);
  for (int i = 0; i < TABLE_SIZE; i++)
    if ((table[i].commands & command) && strncmp(table[i].name, option->name, length) == 0 &&
        table[i].name[length] == '=' && strcmp(table[i].name + length + 1, value) == 0)
      return &table[i];
  return NULL;
}

/* Reads the option at argv[*at] and moves *at behind it and its value. */
static bool parse_option(struct options *options, const char *command, int argc, char **argv,
                         int *at) {
  const char *word = argv[(*at)++], *value;
  const struct option *option = find_option(word, command_bit(command), &value);
  if (option == NULL) {
    explain_unknown(word, command);
    return false;
  }
  if (option->value != NULL && value == NULL) {
    if (*at == argc) {
      fprintf(stderr, "smew: %s needs a value: %s %s\n", option->name, option->name, option->value);
      return false;
    }
    value = argv[(*at)++];
  }
  if (value != NULL) {
    const struct option *exact = find_value(option, value, command_bit(command));
    if (exact != NULL) return store(options, exact, NULL);
  }
  return store(options, option, value);
}

static bool is_option(const char *word) { return word[0] == '-' && word[1] != '\0'; }

bool options_parse(struct options *options, const char *command, int argc, char **argv, int *used) {
  set_defaults(options);
  int at = 0;
  while (at < argc && is_option(argv[at])) {
    if (strcmp(argv[at], "--") == 0) {
      at++;
      break;
    }
    if (!parse_option(options, command, argc, argv, &at)) return false;
  }
  *used = at;
  return true;
}

bool options_parse_mixed(struct options *options, const char *command, int argc, char **argv,
                         string_list *operands, int *used) {
  set_defaults(options);
  int at = 0;
  while (at < argc && strcmp(argv[at], "--") != 0) {
    if (!is_option(argv[at]))
      vec_push(operands, argv[at++]);
    else if (!parse_option(options, command, argc, argv, &at))
      return false;
  }
  *used = at < argc ? at + 1 : argc;
  return true;
}

bool options_ask_for_help(const char *command, bool is_mixed, int argc, char **argv) {
  for (int at = 0; at < argc && strcmp(argv[at], "--") != 0; at++) {
    const char *value;
    if (strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0) return true;
    if (!is_option(argv[at])) {
      if (!is_mixed) return false;
      continue;
    }
    const struct option *option = find_option(argv[at], command_bit(command), &value);
    at += option != NULL && option->value != NULL && value == NULL;
  }
  return false;
}

void options_free(struct options *options) {
  vec_free(&options->settings);
  vec_free(&options->include_dirs);
  vec_free(&options->defines);
  vec_free(&options->search);
  vec_free(&options->follow);
  vec_free(&options->without_links);
  vec_free(&options->link_libraries);
  vec_free(&options->function_aliases);
  vec_free(&options->exit_on_kinds);
  vec_free(&options->notes);
}

static bool is_klees(const struct option *option) { return option->kind >= VALUE_ALIAS; }

static void print_row(const struct option *option) {
  char *name = option->value == NULL ? alloc_string(option->name)
                                     : alloc_format("%s %s", option->name, option->value);
  if (strlen(name) > 30)
    printf("  %s\n%33s%s\n", name, "", option->help);
  else
    printf("  %-30s %s\n", name, option->help);
  free(name);
}

/* What KLEE's users type, and what it is here. */
static void print_klees_names(int command) {
  bool has_some = false;
  for (int i = 0; i < TABLE_SIZE; i++) {
    const struct option *option = &table[i];
    if (!(option->commands & command) || !is_klees(option) || option->help == NULL ||
        option->kind == VALUE_REFUSED)
      continue;
    if (!has_some) printf("\nKLEE's names that are understood, and what they stand for:\n\n");
    has_some = true;
    print_row(option);
  }
  if (has_some) printf("\nSome more of KLEE's options are accepted without effect.\n");
}

void options_print_help(const char *command) {
  int bit = command_bit(command);
  for (int i = 0; i < TABLE_SIZE; i++)
    if ((table[i].commands & bit) && !is_klees(&table[i])) print_row(&table[i]);
  if (bit == FOR_RUN) print_klees_names(bit);
}

void options_print_notes(const struct options *options) {
  bool has_more = false;
  for (size_t i = 0; i < options->notes.count; i += 2) {
    const char *name = options->notes.data[i], *reason = options->notes.data[i + 1];
    if (reason != NULL) fprintf(stderr, "smew: note: %s has no effect: %s\n", name, reason);
  }
  for (size_t i = 0; i < options->notes.count; i += 2) {
    if (options->notes.data[i + 1] != NULL) continue;
    fprintf(stderr, "%s %s",
            has_more ? "," : "smew: note: without effect here:", options->notes.data[i]);
    has_more = true;
  }
  if (has_more) fputc('\n', stderr);
}
