/* Following the path of a test inside smew: the inputs of the test are the witness, and the witness
   decides everything (exec/decide.c). The path is executed just as it was when it was explored,
   with symbolic values, and what it prints are those values under the test's inputs. So what the
   program does natively can be compared with what smew explored, not only with what smew would
   do if all were concrete. */
#include "cli/follow.h"

#include "exec/machine.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool follow_read(const char *path, struct follow_test *test) {
  char *error = NULL;
  *test = (struct follow_test){0};
  if (!ktest_read(path, &test->ktest, &error)) {
    fprintf(stderr, "smew: --follow: %s\n", error);
    free(error);
    return false;
  }
  test->input_count = test->ktest.object_count;
  test->inputs = alloc_bytes((test->input_count + 1) * sizeof *test->inputs);
  for (size_t i = 0; i < test->input_count; i++) {
    const struct ktest_object *object = &test->ktest.objects[i];
    test->inputs[i] = (struct explore_input){object->name, object->bytes, object->size};
  }
  return true;
}

void follow_free(struct follow_test *test) {
  ktest_free(&test->ktest);
  free(test->inputs);
  free(test->end);
}

static char *describe(const struct machine *machine) {
  const struct explore_paths *paths = explore_paths(machine);
  if (machine->strayed != NULL) return alloc_format("strayed %s", machine->strayed);
  if (paths->failed > 0) return alloc_string("error");
  if (paths->early > 0) return alloc_format("early %s", machine->stop_reason);
  if (paths->silent > 0) return alloc_string("silent");
  return alloc_format("exit %d", machine->last_status & 0xff);
}

int follow_status(const struct machine *machine, const struct follow_test *test) {
  char *text = describe(machine);
  int status = explore_paths(machine)->failed > 0 ? SMEW_EXIT_ERRORS : machine->last_status & 0xff;
  if (test->end != NULL) {
    FILE *file = fopen(test->end, "w");
    if (file != NULL) fprintf(file, "%s\n", text);
    if (file == NULL || fclose(file) != 0)
      fprintf(stderr, "smew: cannot write %s: %s\n", test->end, strerror(errno));
  } else if (machine->strayed != NULL) {
    fprintf(stderr, "smew: the program does not follow the test: %s\n", machine->strayed);
  }
  if (machine->strayed != NULL) status = SMEW_EXIT_USAGE;
  free(text);
  return status;
}

static bool redirect(int descriptor, const char *directory, size_t number, const char *suffix) {
  char *path = alloc_format("%s/%zu.%s", directory, number, suffix);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  bool is_good = file >= 0 && dup2(file, descriptor) >= 0;
  if (!is_good) fprintf(stderr, "smew: cannot write %s: %s\n", path, strerror(errno));
  if (file >= 0) close(file);
  free(path);
  return is_good;
}

pid_t follow_fork(const char *directory, size_t number) {
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) fprintf(stderr, "smew: cannot fork: %s\n", strerror(errno));
  if (child == 0 && !(redirect(STDERR_FILENO, directory, number, "err") &&
                      redirect(STDOUT_FILENO, directory, number, "out")))
    _exit(SMEW_EXIT_FAULT);
  return child;
}

int follow_wait(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  fprintf(stderr, "smew: following a test ended by signal %d\n", WTERMSIG(status));
  return SMEW_EXIT_FAULT;
}
