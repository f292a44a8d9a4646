/* states FILE.c INCLUDE: how long it takes to merge two states, and to find that they cannot be.

   The program (bench/merging/objects.c) is explored without merging; a reducer takes copies
   of the two states that come to its klee_close_merge. They share what they had
   when they forked, as all states do. Copies of them are merged again and again; the first
   time is reported separately, since later ones find their expressions made already.

   Prints JSON: a list with an object for each number of objects and of cells. */
#include "exec/explore/explore.h"
#include "exec/explore/observer.h"
#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "front/llvm/front.h"
#include "reduce/merge/merge.h"
#include "search/search.h"
#include "util/clock.h"
#include "util/home.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 101 };

struct taker {
  struct reducer reducer;
  struct machine *machine;
  struct state *taken[2]; /* owned */
  unsigned count;
};

struct times {
  double check, merge, first_merge; /* microseconds; medians but for the first */
  enum merge_refusal refusal;
};

static struct reducer_verdict take(struct reducer *reducer, struct state *state, unsigned places) {
  struct taker *taker = (struct taker *)reducer;
  (void)places; /* it is asked at klee_close_merge only */
  if (taker->count < 2) taker->taken[taker->count++] = state_fork(state);
  memory_forget_writes(&taker->machine->memory);
  return (struct reducer_verdict){.action = REDUCER_KEEP};
}

static const struct reducer_class taker_class = {.name = "taker", .arrive = take};

static struct machine *load(const char *path, const char *include, const char *flags) {
  char *libc_dir = home_find("SMEW_LIBC", "libc");
  struct llvm_front_options front = {
      .build = {.include_dirs = {.data = &include, .count = 1}, .cc_flags = flags},
      .libc_dir = libc_dir,
      .check_overshift = true};
  struct ir_program *program = llvm_front_load(path, &front);
  free(libc_dir);
  if (program == NULL) exit(2);
  struct machine_options options = {.max_stack_frames = 8192, .is_quiet = true, .has_models = true};
  struct machine *machine = machine_new(program, &options);
  char *arguments[] = {"objects", NULL}, *environment[] = {NULL};
  if (!machine_start(machine, 1, arguments, environment)) exit(2);
  return machine;
}

static void find_states(struct taker *taker) {
  struct machine *machine = taker->machine;
  struct explore_options limits = {.max_symbolic_size = 1024};
  struct observer observer = {0};
  struct search_options choice = {.program = machine->program,
                                  .coverage = &machine->found.coverage,
                                  .fork_root = &machine->explorations.data[0]->forks};
  char *error;
  struct searcher *searcher = search_new(&choice, &error);
  if (searcher == NULL) exit(2);
  machine_add_reducer(machine, SIDE_FIRST, &taker->reducer);
  explore_run(machine, &limits, searcher, &observer);
  reducers_clear(&machine->reducers[SIDE_FIRST]);
  search_free(searcher);
  if (taker->count == 2) return;
  fprintf(stderr, "states: %u states met, not 2\n", taker->count);
  exit(2);
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *seconds) {
  qsort(seconds, ROUNDS, sizeof *seconds, compare_numbers);
  return 1e6 * seconds[ROUNDS / 2];
}

static struct times measure(struct taker *taker) {
  struct machine *machine = taker->machine;
  struct times times = {0};
  struct merge_counts counts = {0};
  double checks[ROUNDS], merges[ROUNDS] = {0};
  for (unsigned i = 0; i < ROUNDS; i++) {
    struct state *into = state_fork(taker->taken[0]);
    double begun = clock_seconds();
    times.refusal = merge_check(machine, into, taker->taken[1]);
    double checked = clock_seconds();
    checks[i] = checked - begun;
    if (times.refusal == MERGE_GOOD) {
      if (!merge_states(machine, into, taker->taken[1], &counts)) exit(2);
      merges[i] = clock_seconds() - checked;
    }
    state_free(&machine->memory, into);
  }
  times.first_merge = 1e6 * merges[0];
  times.check = median(checks);
  times.merge = median(merges);
  return times;
}

static struct times bench(char **argv, unsigned objects, unsigned cells, const char *extra) {
  char flags[100];
  snprintf(flags, sizeof flags, "-DCOUNT=%u -DCELLS=%u %s", objects, cells, extra);
  struct taker taker = {.reducer = {.class = &taker_class, .places = REDUCER_CLOSE},
                        .machine = load(argv[1], argv[2], flags)};
  find_states(&taker);
  struct times times = measure(&taker);
  for (unsigned i = 0; i < 2; i++) state_free(&taker.machine->memory, taker.taken[i]);
  machine_free(taker.machine);
  return times;
}

int main(int argc, char **argv) {
  static const unsigned sizes[][2] = {{1000, 10}, {100000, 10}, {100000, 1000}};
  if (argc != 3) {
    fprintf(stderr, "usage: states FILE.c INCLUDE\n");
    return 2;
  }
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct times merged = bench(argv, sizes[i][0], sizes[i][1], "");
    struct times refused = bench(argv, sizes[i][0], sizes[i][1], "-DEXTRA");
    if (merged.refusal != MERGE_GOOD || refused.refusal != MERGE_STACK) {
      fprintf(stderr, "states: %s, %s\n", merge_refusal_names[merged.refusal],
              merge_refusal_names[refused.refusal]);
      return 2;
    }
    printf("%s{\"objects\": %u, \"cells\": %u, \"check_us\": %.2f, \"first_merge_us\": %.2f, "
           "\"merge_us\": %.2f, \"refusal_us\": %.2f}",
           i ? ",\n " : "[", sizes[i][0], sizes[i][1], merged.check, merged.first_merge,
           merged.merge, refused.check);
  }
  printf("]\n");
  return 0;
}
