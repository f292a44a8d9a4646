/* replay TRACE [OPTION=VALUE...]: the calls of one run to CaDiCaL once more, under other options.

   CaDiCaL itself records: CADICAL_API_TRACE=TRACE smew run … writes every call of the run's first
   instance. Prints processor seconds, the number of queries and a hash of their answers, which must
   not depend on the options. Limits of conflicts and time are not in the trace. */
#include <ccadical.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct call {
  enum { ADD, ASSUME, SOLVE, VAL, FAILED } kind;
  int argument;
};

struct calls {
  struct call *data;
  size_t count, capacity;
};

static void push(struct calls *calls, struct call call) {
  if (calls->count == calls->capacity) {
    calls->capacity = calls->capacity ? 2 * calls->capacity : 1 << 16;
    calls->data = realloc(calls->data, calls->capacity * sizeof *calls->data);
    if (calls->data == NULL) exit(2);
  }
  calls->data[calls->count++] = call;
}

static struct calls read_trace(const char *path) {
  static const char *const names[] = {"add", "assume", "solve", "val", "failed"};
  struct calls calls = {0};
  char name[64], line[256];
  FILE *in = fopen(path, "r");
  if (in == NULL) {
    perror(path);
    exit(2);
  }
  while (fgets(line, sizeof line, in) != NULL) {
    int argument = 0;
    if (sscanf(line, "%63s %d", name, &argument) < 1) continue;
    for (unsigned kind = 0; kind < sizeof names / sizeof *names; kind++)
      if (strcmp(name, names[kind]) == 0) push(&calls, (struct call){kind, argument});
  }
  fclose(in);
  return calls;
}

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void set_options(CCaDiCaL *sat, char **settings, int count) {
  ccadical_set_option(sat, "quiet", 1);
  for (int i = 0; i < count; i++) {
    char *value = strchr(settings[i], '=');
    if (value == NULL) exit(2);
    *value = '\0';
    ccadical_set_option(sat, settings[i], atoi(value + 1));
    *value = '=';
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: replay TRACE [OPTION=VALUE...]\n");
    return 2;
  }
  struct calls calls = read_trace(argv[1]);
  CCaDiCaL *sat = ccadical_init();
  set_options(sat, argv + 2, argc - 2);
  unsigned long solved = 0, answers = 0;
  volatile unsigned long sum = 0; /* what is asked of the solver must be asked */
  double begun = processor_seconds();
  int status = 0;
  for (size_t i = 0; i < calls.count; i++) {
    const struct call *call = &calls.data[i];
    switch (call->kind) {
    case ADD: ccadical_add(sat, call->argument); break;
    case ASSUME: ccadical_assume(sat, call->argument); break;
    case SOLVE:
      status = ccadical_solve(sat);
      solved++;
      answers = answers * 31 + (unsigned long)status;
      break;
    /* Which of several models and cores it is depends on the options. */
    case VAL: sum = sum + (status == 10 && ccadical_val(sat, abs(call->argument)) > 0); break;
    case FAILED: sum = sum + (status == 20 && ccadical_failed(sat, call->argument)); break;
    }
  }
  printf("%.4f %lu %016lx\n", processor_seconds() - begun, solved, answers);
  ccadical_release(sat);
  free(calls.data);
  return 0;
}
