// What the model does not have and no program expects to be without (threads, processes), and what would
// wait for ever, ends the path by its name. What follows from its absence, such as a null pointer that
// fgets reads, would be no error of the program's. System calls that a kernel may refuse do fail, and
// programs that handle it go on.
// RUN: %reports --no-output %s 2>&1 | FileCheck %s --implicit-check-not=[ptr]
// CHECK-DAG: error.c:[[#@LINE+26]]:5: error: not modelled: thread creation (in pthread_create) [model]
// CHECK-DAG: error.c:[[#@LINE+29]]:12: error: not modelled: process creation (in popen) [model]
// CHECK-DAG: error.c:[[#@LINE+30]]:11: error: not modelled: process creation (in system) [model]
// CHECK-DAG: error.c:[[#@LINE+30]]:11: error: not modelled: process creation (in fork) [model]
// CHECK-DAG: error.c:[[#@LINE+32]]:5: error: not modelled: waiting for input from an empty pipe (in read) [model]
// CHECK-DAG: error.c:[[#@LINE+33]]:11: error: not modelled: waiting for a signal that is never sent (in pause) [model]
// CHECK: smew: 8 paths, 6 errors
// CHECK: smew: not modelled: system call epoll_create1 (1 time)
// CHECK: smew: not complete:
// CHECK-DAG: thread creation (in pthread_create): what lies behind was not explored (1 time)
#include <klee/klee.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

static void *run(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  char line[9];
  FILE *file;
  int ends[2];
  switch (klee_int("x")) {
  case 1:
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
  case 2:
    file = popen("ls", "r");
    return fgets(line, sizeof line, file) != NULL;
  case 3: system("true"); return 0;
  case 4: fork(); return 0;
  case 5:
    pipe(ends);
    read(ends[0], line, 9);
    return 0;
  case 6: pause(); return 0;
  case 7: return epoll_create(1) >= 0 ? 3 : 0; // handled
  }
  return 0;
}
