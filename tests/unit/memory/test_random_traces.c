/* Random sequences of operations on address spaces, checked against a naive model, in
   the spirit of CaDiCaL's model-based tester. Traces are played in a child process, so
   that one that crashes is shrunk like one that fails: operations are dropped as long
   as the rest still fails, and what remains is printed with the seed.

   SMEW_TRACE_SEED=n plays the one trace of that seed; SMEW_TRACE_COUNT=n plays more. */
#include "player_ops.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

typedef VEC(struct player_op) trace_list;

enum { BATCH = 64, SECONDS_PER_BATCH = 60 };

static unsigned pick_kind(struct random *random) {
  static const unsigned weights[] = {
#define X(name, weight) weight,
      PLAYER_OPS(X)
#undef X
  };
  unsigned total = 0;
  for (unsigned i = 0; i < PLAYER_KIND_COUNT; i++) total += weights[i];
  uint64_t at = random_below(random, total);
  for (unsigned i = 0;; i++) {
    if (at < weights[i]) return i;
    at -= weights[i];
  }
}

static void make_trace(uint64_t seed, trace_list *trace) {
  struct random random = {seed};
  uint64_t count = random_between(&random, 5, 300);
  vec_clear(trace);
  for (uint64_t i = 0; i < count; i++)
    vec_push(trace,
             ((struct player_op){pick_kind(&random), random_next(&random), random_next(&random),
                                 random_next(&random), random_next(&random)}));
}

static bool finish(struct player *p) {
  bool is_good = player_check_caches(p);
  for (unsigned i = 0; i < PLAYER_PLACES && is_good; i++)
    if (p->places[i].is_used) is_good = player_check_place(p, &p->places[i]);
  for (unsigned i = 0; i < PLAYER_PLACES; i++)
    if (p->places[i].is_used) player_release(p, i);
  if (!is_good) return false;
  size_t used = pool_count_used(&p->memory.pool);
  return used == 0 || player_fail(p, "%zu bytes of the pool were not given back", used);
}

/* False with the reason in p->why. */
static bool play_trace(const trace_list *trace, struct player *p) {
  memory_init(&p->memory);
  p->places[0].is_used = true;
  space_init(&p->places[0].space);
  bool is_good = true;
  for (size_t i = 0; i < trace->count && is_good; i++) is_good = player_play(p, &trace->data[i]);
  if (is_good) is_good = finish(p);
  if (is_good) memory_finish(&p->memory);
  return is_good;
}

static bool play_twice(const trace_list *trace, FILE *log) {
  uint64_t sums[2];
  for (int i = 0; i < 2; i++) {
    struct player *p = alloc_zeroed(sizeof *p);
    p->log = i == 0 ? log : NULL;
    bool is_good = play_trace(trace, p);
    if (!is_good && log) fprintf(log, "wrong: %s\n", p->why);
    sums[i] = p->address_sum;
    free(p);
    if (!is_good) return false;
  }
  if (sums[0] != sums[1] && log) fprintf(log, "wrong: the same trace gave other addresses\n");
  return sums[0] == sums[1];
}

/* In the child, 0. cmocka's handlers would take a crash for the end of the test. */
static pid_t start_child(void) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  fflush(NULL);
  pid_t child = fork();
  if (child != 0) return child;
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
  /* Of the processor: a busy machine may take any time. */
  setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS_PER_BATCH, SECONDS_PER_BATCH});
  return 0;
}

/* Whether the child that this starts ends well. */
static bool play_apart(const trace_list *trace, FILE *log) {
  pid_t child = start_child();
  if (child == 0) {
    if (log == NULL && freopen("/dev/null", "w", stderr) == NULL) _exit(2);
    bool is_good = play_twice(trace, log);
    if (log) fflush(log);
    _exit(is_good ? 0 : 1);
  }
  int status;
  if (child < 0 || waitpid(child, &status, 0) != child) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool play_batch_apart(uint64_t first, uint64_t count) {
  pid_t child = start_child();
  if (child == 0) {
    trace_list trace = {0};
    bool is_good = true;
    for (uint64_t i = 0; i < count && is_good; i++) {
      make_trace(first + i, &trace);
      is_good = play_twice(&trace, NULL);
    }
    _exit(is_good ? 0 : 1);
  }
  int status;
  if (child < 0 || waitpid(child, &status, 0) != child) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Drops runs of operations, long ones first, while what is left still fails. */
static void shrink(trace_list *trace) {
  for (size_t length = trace->count / 2; length > 0; length /= 2) {
    for (size_t at = 0; at + length <= trace->count;) {
      trace_list shorter = {0};
      for (size_t i = 0; i < trace->count; i++)
        if (i < at || i >= at + length) vec_push(&shorter, trace->data[i]);
      if (play_apart(&shorter, NULL)) {
        at += length;
        vec_free(&shorter);
      } else {
        vec_free(trace);
        *trace = shorter;
      }
    }
  }
}

static void explain(uint64_t seed) {
  static const char *const names[] = {
#define X(name, weight) #name,
      PLAYER_OPS(X)
#undef X
  };
  trace_list trace = {0};
  make_trace(seed, &trace);
  size_t length = trace.count;
  shrink(&trace);
  fprintf(stderr, "seed %" PRIu64 " fails; of %zu operations these %zu suffice:\n", seed, length,
          trace.count);
  for (size_t i = 0; i < trace.count; i++)
    fprintf(stderr, "  {PLAYER_%s, %#" PRIx64 ", %#" PRIx64 ", %#" PRIx64 ", %#" PRIx64 "},\n",
            names[trace.data[i].kind], trace.data[i].a, trace.data[i].b, trace.data[i].c,
            trace.data[i].d);
  play_apart(&trace, stderr);
  vec_free(&trace);
}

static bool seed_fails(uint64_t seed) {
  trace_list trace = {0};
  make_trace(seed, &trace);
  bool is_good = play_apart(&trace, NULL);
  vec_free(&trace);
  if (!is_good) explain(seed);
  return !is_good;
}

static void test_traces_agree_with_the_model(void **state) {
  (void)state;
  const char *one = getenv("SMEW_TRACE_SEED"), *many = getenv("SMEW_TRACE_COUNT");
  if (one) {
    assert_false(seed_fails(strtoull(one, NULL, 0)));
    return;
  }
  uint64_t count = many ? strtoull(many, NULL, 0) : 16 * BATCH;
  for (uint64_t at = 0; at < count; at += BATCH) {
    if (play_batch_apart(at, BATCH)) continue;
    for (uint64_t i = 0; i < BATCH; i++) assert_false(seed_fails(at + i));
    fail_msg("seeds %" PRIu64 " and on fail together, but none alone", at);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_traces_agree_with_the_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
