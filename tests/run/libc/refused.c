// System calls that a kernel may refuse fail, are named once and counted.
// RUN: %clean --no-output --program-output %s > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=SAID < %t.err
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  // CHECK: exec -1 38
  errno = 0;
  printf("exec %d", execl("/bin/true", "true", (char *)NULL));
  printf(" %d\n", errno);
  // CHECK-NEXT: socket -1
  printf("socket %d\n", socket(AF_INET, SOCK_STREAM, 0));
  // CHECK-NEXT: epoll -1 38
  errno = 0;
  printf("epoll %d", epoll_create(1));
  printf(" %d\n", errno);
  // CHECK-NEXT: unknown -1 38
  errno = 0;
  printf("unknown %ld", syscall(9999));
  printf(" %d\n", errno);
  return 0;
}
// SAID-DAG: not modelled: system call execve
// SAID-DAG: not modelled: system call socket
// SAID-DAG: not modelled: system call epoll_create1
// SAID-DAG: not modelled: system call of no known number
