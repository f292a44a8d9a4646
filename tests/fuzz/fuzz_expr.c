/* Random terms without end: the reference, evaluation of what the constructors give, the
   bit-blaster and Z3 must agree on every one (see case.h). The first failure is cut down
   to a small one and printed as an SMT-LIB script.

   usage: fuzz_expr [seed [cases [jobs]]]      without end if cases is 0 or not given

   Cases run in child processes, many in each, with bit-blasters that live for a while: a
   crash or an endless loop is a failure like any other. A failure that needs the queries
   before it cannot be cut down; then the child's seed is printed, which reproduces it. */
#include "print.h"
#include "shrink.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CASES_PER_CHILD = 1000, CHILD_SECONDS = 900, CASE_SECONDS = 60 };
/* So many terms meet each other's gates in one bit-blaster. More would only make it spend
   its time on giving values to those of earlier ones. */
enum { CASES_PER_BLASTER = 16 };

struct world {
  struct exprs *exprs;
  struct recipe_arrays arrays;
  struct solver *blaster, *hostile, *z3;
};

static struct world make_world(void) {
  struct world world = {.exprs = exprs_new()};
  world.arrays = recipe_make_arrays(world.exprs);
  world.blaster = backend_cadical_new(world.exprs);
  world.hostile = case_make_hostile(world.exprs);
  world.z3 = backend_z3_new_judge(world.exprs);
  return world;
}

static void free_world(struct world *world) {
  solver_free(world->blaster);
  solver_free(world->hostile);
  solver_free(world->z3);
  exprs_free(world->exprs);
}

static void renew_blaster(struct world *world) {
  solver_free(world->blaster);
  world->blaster = backend_cadical_new(world->exprs);
}

static const char *check_in(struct world *world, const struct fuzz_case *test,
                            struct case_counts *counts) {
  struct solver *blaster = test->is_hostile ? world->hostile : world->blaster;
  return case_check(world->exprs, &world->arrays, test, blaster, world->z3, counts);
}

/* What a child reports. */
struct shared {
  long number; /* of the case it works on */
  char wrong[200];
  struct fuzz_case test;
  struct case_counts counts;
};

/* True if the child ended well; else says why in shared. */
static bool judge_end(int status, struct shared *shared) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  if (shared->wrong[0] != 0) return false;
  if (WIFSIGNALED(status))
    snprintf(shared->wrong, sizeof shared->wrong, "%s",
             WTERMSIG(status) == SIGALRM ? "it takes too long" : strsignal(WTERMSIG(status)));
  else
    snprintf(shared->wrong, sizeof shared->wrong, "an internal fault");
  return false;
}

static pid_t start_child(unsigned seconds, bool is_quiet) {
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) {
    perror("fuzz_expr: fork");
    exit(2);
  }
  if (child == 0) {
    alarm(seconds);
    if (is_quiet) REQUIRE(freopen("/dev/null", "w", stderr) != NULL);
  }
  return child;
}

/* A child and the batch of cases that it runs. */
struct batch {
  pid_t child; /* 0: none */
  uint64_t seed;
  struct shared *shared;
};

/* The world is made once, and every child has an untouched copy of it. */
struct fuzzer {
  struct world world;
  struct shared *scratch; /* of cases alone */
  struct batch *batches;
  unsigned jobs;
  struct random random;
  long most, begun; /* cases; most is 0 for no end */
};

static _Noreturn void run_batch(struct world *world, const struct batch *batch, long count) {
  struct shared *shared = batch->shared;
  struct random random = {batch->seed};
  for (shared->number = 0; shared->number < count; shared->number++) {
    if (shared->number % CASES_PER_BLASTER == 0) renew_blaster(world);
    case_fill(&shared->test, &random, &world->arrays);
    const char *wrong = check_in(world, &shared->test, &shared->counts);
    if (wrong == NULL) continue;
    snprintf(shared->wrong, sizeof shared->wrong, "%s", wrong);
    _exit(1);
  }
  free_world(world);
  exit(0); /* with whatever a sanitizer has to say */
}

static void begin_batch(struct fuzzer *fuzzer, struct batch *batch) {
  long left = fuzzer->most - fuzzer->begun;
  long count = fuzzer->most != 0 && left < CASES_PER_CHILD ? left : CASES_PER_CHILD;
  /* The first batch has the seed itself, so that a printed one can be given again. */
  batch->seed = fuzzer->begun == 0 ? fuzzer->random.state : random_next(&fuzzer->random);
  fuzzer->begun += count;
  batch->shared->wrong[0] = 0;
  batch->child = start_child(CHILD_SECONDS, false);
  if (batch->child == 0) run_batch(&fuzzer->world, batch, count);
}

/* Waits for any child; its batch, or NULL when there is none. */
static struct batch *end_batch(struct fuzzer *fuzzer, bool *is_good) {
  int status;
  pid_t child = wait(&status);
  for (unsigned i = 0; child > 0 && i < fuzzer->jobs; i++) {
    struct batch *batch = &fuzzer->batches[i];
    if (batch->child != child) continue;
    batch->child = 0;
    *is_good = judge_end(status, batch->shared);
    return batch;
  }
  return NULL;
}

/* NULL if all went well, else the first batch that did not. */
static struct batch *run_batches(struct fuzzer *fuzzer) {
  struct batch *failed = NULL;
  for (;;) {
    for (unsigned i = 0; i < fuzzer->jobs && failed == NULL; i++)
      if (fuzzer->batches[i].child == 0 && (fuzzer->most == 0 || fuzzer->begun < fuzzer->most))
        begin_batch(fuzzer, &fuzzer->batches[i]);
    bool is_good;
    struct batch *ended = end_batch(fuzzer, &is_good);
    if (ended == NULL) return failed;
    if (!is_good && failed == NULL) failed = ended;
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%ld cases", fuzzer->begun);
  }
}

/* Runs one case alone. */
static bool fails_alone(const struct fuzz_case *test, void *context) {
  struct fuzzer *fuzzer = context;
  struct shared *scratch = fuzzer->scratch;
  if (!shrink_is_sound(&test->recipe)) return false;
  scratch->wrong[0] = 0;
  pid_t child = start_child(CASE_SECONDS, true);
  int status;
  if (child != 0) return waitpid(child, &status, 0) == child && !judge_end(status, scratch);
  const char *wrong = check_in(&fuzzer->world, test, &scratch->counts);
  if (wrong != NULL) snprintf(scratch->wrong, sizeof scratch->wrong, "%s", wrong);
  _exit(wrong != NULL);
}

static void report(struct fuzzer *fuzzer, const struct batch *batch) {
  const struct shared *shared = batch->shared;
  const struct recipe_arrays *arrays = &fuzzer->world.arrays;
  printf("seed 0x%llx, case %ld: %s\n", (unsigned long long)batch->seed, shared->number,
         shared->wrong);
  if (!fails_alone(&shared->test, fuzzer)) {
    printf("; it does not fail alone; the whole of it:\n");
    print_case(stdout, arrays, &shared->test);
    return;
  }
  struct shrinker *shrinker = alloc_zeroed(sizeof *shrinker);
  shrinker->best = shared->test;
  shrinker->arrays = arrays;
  shrinker->fails = fails_alone;
  shrinker->context = fuzzer;
  shrink(shrinker);
  fails_alone(&shrinker->best, fuzzer);
  printf("; cut down to: %s\n", fuzzer->scratch->wrong);
  print_case(stdout, arrays, &shrinker->best);
  free(shrinker);
}

static struct shared *map_shared(void) {
  struct shared *shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED);
  return shared;
}

static void print_counts(const struct fuzzer *fuzzer) {
  struct case_counts sum = {0};
  for (unsigned i = 0; i < fuzzer->jobs; i++) {
    const struct case_counts *counts = &fuzzer->batches[i].shared->counts;
    sum.cases += counts->cases;
    sum.fixed += counts->fixed;
    sum.sat += counts->sat;
    sum.unsat += counts->unsat;
    sum.hard += counts->hard;
  }
  printf("%llu cases, no failure: the reference, evaluation, the bit-blaster and Z3 agree\n"
         "asked with fixed inputs: %llu, with free ones: %llu satisfiable, %llu not, "
         "%llu too hard and fixed then\n",
         (unsigned long long)sum.cases, (unsigned long long)sum.fixed, (unsigned long long)sum.sat,
         (unsigned long long)sum.unsat, (unsigned long long)sum.hard);
}

int main(int argc, char **argv) {
  struct fuzzer fuzzer = {.world = make_world(), .scratch = map_shared()};
  fuzzer.random.state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  fuzzer.most = argc > 2 ? strtol(argv[2], NULL, 0) : 0;
  fuzzer.jobs = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 0) : 1;
  if (fuzzer.jobs == 0) fuzzer.jobs = 1;
  fuzzer.batches = alloc_zeroed(fuzzer.jobs * sizeof *fuzzer.batches);
  for (unsigned i = 0; i < fuzzer.jobs; i++) fuzzer.batches[i].shared = map_shared();
  const struct batch *failed = run_batches(&fuzzer);
  if (failed != NULL)
    report(&fuzzer, failed);
  else
    print_counts(&fuzzer);
  free(fuzzer.batches);
  free_world(&fuzzer.world);
  return failed != NULL;
}
