/* driver SHAPE SOLVER [STRIDE]: explores one shape with one solver and prints one line of
   JSON. SOLVER: chain, cadical (no links), z3 (no links, incremental), z3-afresh.

   With a STRIDE only every so many queries are put to the solver and timed, which makes
   slow solvers bearable; the others are answered by the chain, untimed. Paths are run
   again from their beginning, which is not timed either: only solver_check is. */
#include "explore.h"

#include "expr/assignment.h"
#include "solver/backend_cadical.h"
#include "solver/chain.h"
#include "solver/path_condition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct pending {
  uint8_t *decisions; /* a bit each: long paths leave thousands behind */
  size_t count;
  struct path_condition *path;
  struct assignment *witness;
};

struct exploration {
  struct exprs *exprs;
  struct solver *measured, *helper;
  uint64_t stride;
  VEC(const struct expr_array *)
  arrays; /* in the order in which a path asks for them */
  size_t arrays_used;
  VEC(struct pending) paths;
  /* The path at hand. */
  VEC(bool) decisions;
  struct path_condition *path;
  struct assignment *witness;
  size_t replayed; /* decisions that have been repeated */
  bool is_dead;
  uint64_t max_queries;
  uint64_t queries, timed, sat, unsat, unknown, path_count;
  double seconds, longest;
  VEC(float) times; /* of the timed ones, in microseconds */
};

struct exprs *explore_exprs(struct exploration *x) { return x->exprs; }

const struct expr_array *explore_table(struct exploration *x, const char *name, unsigned width,
                                       uint64_t size, const void *content) {
  if (x->arrays_used == x->arrays.count)
    vec_push(&x->arrays, expr_new_array(x->exprs, name, width, 64, size, content));
  return x->arrays.data[x->arrays_used++];
}

const struct expr_array *explore_bytes(struct exploration *x, const char *name, uint64_t size) {
  return explore_table(x, name, 8, size, NULL);
}

struct expr *explore_number(struct exploration *x, const struct expr_array *array, uint64_t at,
                            unsigned count) {
  struct expr *e = expr_input(x->exprs, array, at);
  for (unsigned i = 1; i < count; i++)
    e = expr_concat(x->exprs, expr_input(x->exprs, array, at + i), e);
  return e;
}

/* Of the processor, so that what else runs on the machine does not count. */
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Asks whether the path can go on with the condition; its model or NULL. */
static struct assignment *ask(struct exploration *x, struct expr *condition) {
  bool is_timed = x->queries++ % x->stride == 0;
  struct solver *solver = is_timed ? x->measured : x->helper;
  struct query query = {.path = x->path,
                        .conjuncts = &condition,
                        .count = 1,
                        .budget = {.seconds = 10},
                        .witness = x->witness,
                        .wants_model = true};
  struct result result;
  double begun = now();
  enum answer answer = solver_check(solver, &query, &result);
  double elapsed = now() - begun;
  if (is_timed) {
    x->timed++;
    vec_push(&x->times, (float)(1e6 * elapsed));
    x->seconds += elapsed;
    if (elapsed > x->longest) x->longest = elapsed;
    *(answer == ANSWER_SAT ? &x->sat : answer == ANSWER_UNSAT ? &x->unsat : &x->unknown) += 1;
  }
  return result.model;
}

static bool is_enough(const struct exploration *x) {
  return x->max_queries != 0 && x->queries >= x->max_queries;
}

static void append(struct exploration *x, struct expr *condition) {
  struct path_condition *longer = path_condition_append(x->path, condition);
  path_condition_release(x->path);
  x->path = longer;
}

bool explore_branch(struct exploration *x, struct expr *condition) {
  if (x->is_dead) return false;
  if (expr_is_const(condition)) return expr_is_true(condition);
  struct expr *negated = expr_not(x->exprs, condition);
  if (x->replayed < x->decisions.count) {
    return x->decisions.data[x->replayed++];
  }
  if (is_enough(x)) {
    x->is_dead = true;
    return false;
  }
  struct assignment *yes = ask(x, condition), *no = ask(x, negated);
  if (yes == NULL && no == NULL) { /* both unknown */
    x->is_dead = true;
    return false;
  }
  if (yes != NULL && no != NULL) {
    struct pending other = {alloc_zeroed(x->decisions.count / 8 + 1), x->decisions.count + 1,
                            path_condition_append(x->path, negated), no};
    for (size_t i = 0; i < x->decisions.count; i++)
      other.decisions[i / 8] |= (uint8_t)(x->decisions.data[i] << (i % 8));
    vec_push(&x->paths, other);
  }
  assignment_free(x->witness);
  x->witness = yes ? yes : no;
  vec_push(&x->decisions, yes != NULL);
  x->replayed++;
  append(x, yes ? condition : negated);
  return yes != NULL;
}

void explore_assert(struct exploration *x, struct expr *condition) {
  if (x->is_dead || expr_is_const(condition)) return;
  struct assignment *model = ask(x, expr_not(x->exprs, condition));
  if (model != NULL) assignment_free(model);
}

static void run_paths(struct exploration *x, const struct shape *shape) {
  struct pending first = {NULL, 0, NULL, assignment_new()};
  vec_push(&x->paths, first);
  while (x->paths.count > 0) {
    struct pending path = vec_pop(&x->paths);
    vec_clear(&x->decisions);
    for (size_t i = 0; i < path.count; i++)
      vec_push(&x->decisions, path.decisions[i / 8] >> (i % 8) & 1);
    free(path.decisions);
    x->witness = path.witness;
    x->path = path.path;
    x->arrays_used = 0;
    x->replayed = 0;
    x->is_dead = false;
    if (!is_enough(x)) shape->run(x, shape->size);
    assignment_free(x->witness);
    path_condition_release(x->path);
    x->path_count++;
  }
}

static struct solver *new_solver(struct exprs *exprs, const char *name) {
  struct chain_options options = {.links_off = CHAIN_ALL_LINKS};
  if (strcmp(name, "chain") == 0)
    options.links_off = 0;
  else if (strcmp(name, "z3") == 0)
    options.backend = BACKEND_Z3;
  else if (strcmp(name, "z3-afresh") == 0)
    options.backend = BACKEND_Z3_AFRESH;
  else if (strcmp(name, "cadical") != 0)
    return NULL;
  return chain_new(exprs, &options);
}

/* In megabytes. Not from getrusage, which counts what the parent had when it forked. */
static double peak_memory(void) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[128];
  double kilobytes = 0;
  while (file != NULL && fgets(line, sizeof line, file) != NULL)
    if (sscanf(line, "VmHWM: %lf", &kilobytes) == 1) break;
  if (file != NULL) fclose(file);
  return kilobytes / 1024;
}

/* The mean of a thousand queries from there on. */
static double mean_from(const struct exploration *x, size_t from) {
  double sum = 0;
  size_t count = 0;
  for (size_t i = from; i < x->times.count && count < 1000; i++, count++) sum += x->times.data[i];
  return count ? sum / (double)count : 0;
}

static void print_result(const struct exploration *x, const struct shape *shape,
                         const char *solver) {
  printf("{\"shape\": \"%s\", \"solver\": \"%s\", \"queries\": %llu, "
         "\"timed\": %llu, "
         "\"paths\": %llu, \"sat\": %llu, \"unsat\": %llu, \"unknown\": %llu, "
         "\"us_per_query\": %.3f, \"longest_us\": %.1f, \"early_us\": %.2f, "
         "\"late_us\": %.2f, \"peak_mb\": %.1f, "
         "\"expressions\": %zu, \"expression_bytes\": %zu, \"links\": {",
         shape->name, solver, (unsigned long long)x->queries, (unsigned long long)x->timed,
         (unsigned long long)x->path_count, (unsigned long long)x->sat,
         (unsigned long long)x->unsat, (unsigned long long)x->unknown,
         x->timed ? 1e6 * x->seconds / (double)x->timed : 0.0, 1e6 * x->longest, mean_from(x, 200),
         mean_from(x, x->times.count > 1000 ? x->times.count - 1000 : 0), peak_memory(),
         exprs_count(x->exprs), exprs_bytes(x->exprs));
  for (const struct solver *link = x->measured; link != NULL; link = link->next)
    printf("%s\"%s\": {\"asked\": %llu, \"answered\": %llu, \"seconds\": %.6f}",
           link == x->measured ? "" : ", ", link->class->name, (unsigned long long)link->asked,
           (unsigned long long)link->answered, link->seconds);
  printf("}}\n");
}

int main(int argc, char **argv) {
  const struct shape *shape = NULL;
  for (unsigned i = 0; argc > 2 && i < shape_count; i++)
    if (strcmp(shapes[i].name, argv[1]) == 0) shape = &shapes[i];
  struct exploration x = {.exprs = exprs_new(), .stride = 1};
  x.measured = shape ? new_solver(x.exprs, argv[2]) : NULL;
  if (x.measured == NULL) {
    fprintf(stderr, "usage: driver SHAPE chain|cadical|z3|z3-afresh [STRIDE]\n");
    for (unsigned i = 0; i < shape_count; i++) fprintf(stderr, "  %s\n", shapes[i].name);
    return 2;
  }
  if (argc > 3) x.stride = strtoull(argv[3], NULL, 10);
  x.helper = x.stride > 1 ? new_solver(x.exprs, "chain") : NULL;
  x.max_queries = shape->max_queries;
  run_paths(&x, shape);
  print_result(&x, shape, argv[2]);
  solver_free(x.measured);
  if (x.helper != NULL) solver_free(x.helper);
  vec_free(&x.arrays);
  vec_free(&x.paths);
  vec_free(&x.decisions);
  vec_free(&x.times);
  exprs_free(x.exprs);
  return 0;
}
