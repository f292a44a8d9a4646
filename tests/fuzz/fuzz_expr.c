/* Random terms without end: what the constructors give, evaluation, the bit-blaster and Z3
   must agree with the reference and with each other. The first failure is cut down to a
   small one and printed as an SMT-LIB script.

   usage: fuzz_expr [seed [cases]]

   Cases run in child processes, many in each, with one incremental bit-blaster per child:
   a crash or an endless loop is a failure like any other. A failure that needs the
   queries before it cannot be cut down; then the child's seed is printed, which
   reproduces it. */
#include "print.h"
#include "shrink.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CASES_PER_CHILD = 200, CHILD_SECONDS = 600, CASE_SECONDS = 30 };

struct world {
  struct exprs *exprs;
  struct recipe_arrays arrays;
  struct solver *blaster, *z3; /* Z3 is made when it is first needed */
};

static struct world make_world(void) {
  struct world world = {.exprs = exprs_new()};
  world.arrays = recipe_make_arrays(world.exprs);
  world.blaster = backend_cadical_new(world.exprs);
  return world;
}

static void free_world(struct world *world) {
  solver_free(world->blaster);
  if (world->z3 != NULL) solver_free(world->z3);
  exprs_free(world->exprs);
}

static const char *check_in(struct world *world, const struct fuzz_case *test) {
  if (test->is_free && world->z3 == NULL) world->z3 = backend_z3_new(world->exprs, false);
  return case_check(world->exprs, &world->arrays, test, world->blaster, world->z3);
}

/* What a child tells. */
struct shared {
  long number; /* of the case it works on */
  char wrong[200];
  struct fuzz_case test;
};

/* True if the child ended well. */
static bool wait_for(pid_t child, struct shared *shared) {
  int status;
  if (waitpid(child, &status, 0) != child) return false;
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

static bool run_batch(uint64_t seed, long count, struct shared *shared) {
  shared->wrong[0] = 0;
  pid_t child = start_child(CHILD_SECONDS, false);
  if (child != 0) return wait_for(child, shared);
  struct random random = {seed};
  struct world world = make_world();
  for (shared->number = 0; shared->number < count; shared->number++) {
    case_fill(&shared->test, &random, &world.arrays);
    const char *wrong = check_in(&world, &shared->test);
    if (wrong == NULL) continue;
    snprintf(shared->wrong, sizeof shared->wrong, "%s", wrong);
    _exit(1);
  }
  free_world(&world);
  _exit(0);
}

/* Runs one case alone. */
static bool fails_alone(const struct fuzz_case *test, void *context) {
  struct shared *shared = context;
  if (!shrink_is_sound(&test->recipe)) return false;
  shared->wrong[0] = 0;
  pid_t child = start_child(CASE_SECONDS, true);
  if (child != 0) return !wait_for(child, shared);
  struct world world = make_world();
  const char *wrong = check_in(&world, test);
  if (wrong != NULL) snprintf(shared->wrong, sizeof shared->wrong, "%s", wrong);
  _exit(wrong != NULL);
}

static void report(uint64_t seed, struct shared *shared, struct shared *scratch) {
  struct world world = make_world();
  printf("seed 0x%llx, case %ld: %s\n", (unsigned long long)seed, shared->number, shared->wrong);
  if (fails_alone(&shared->test, scratch)) {
    struct shrinker *shrinker = alloc_zeroed(sizeof *shrinker);
    shrinker->best = shared->test;
    shrinker->arrays = &world.arrays;
    shrinker->fails = fails_alone;
    shrinker->context = scratch;
    shrink(shrinker);
    fails_alone(&shrinker->best, scratch);
    printf("; cut down to: %s\n", scratch->wrong);
    print_case(stdout, &world.arrays, &shrinker->best);
    free(shrinker);
  } else {
    printf("; it does not fail alone; the whole of it:\n");
    print_case(stdout, &world.arrays, &shared->test);
  }
  free_world(&world);
}

static struct shared *map_shared(void) {
  struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED);
  return shared;
}

int main(int argc, char **argv) {
  uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  long most = argc > 2 ? strtol(argv[2], NULL, 0) : 0, done = 0;
  struct shared *shared = map_shared(), *scratch = map_shared();
  struct random random = {seed};
  while (most == 0 || done < most) {
    /* The first batch has the seed itself, so that a printed one can be given again. */
    uint64_t batch = done == 0 ? seed : random_next(&random);
    long count = most != 0 && most - done < CASES_PER_CHILD ? most - done : CASES_PER_CHILD;
    if (!run_batch(batch, count, shared)) {
      report(batch, shared, scratch);
      return 1;
    }
    done += count;
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%ld cases", done);
  }
  printf("%ld cases, no failure\n", done);
  return 0;
}
