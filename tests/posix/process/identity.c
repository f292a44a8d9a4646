// Who the process is: numbers differ, but not how they belong together.
#include "../observe.h"
#include <grp.h>
#include <sched.h>
#include <sys/fsuid.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

int main(void) {
  IS(getpid() > 0);
  IS(getpid() == getpid());
  IS(getppid() > 0);
  IS(getppid() != getpid());
  IS(gettid() == getpid());
  IS(getpgrp() == getpgid(0));
  IS(getpgid(getpid()) == getpgrp());
  /* 0 where the leader of the session is in another namespace of processes. */
  IS(getsid(0) >= 0);
  IS(getsid(getpid()) == getsid(0));
  uid_t ruid, euid, suid;
  gid_t rgid, egid, sgid;
  SEE(getresuid(&ruid, &euid, &suid));
  IS(ruid == getuid());
  IS(euid == geteuid());
  IS(suid == geteuid());
  SEE(getresgid(&rgid, &egid, &sgid));
  IS(rgid == getgid());
  IS(egid == getegid());
  int count = getgroups(0, NULL);
  IS(count >= 0);
  gid_t groups[1024];
  IS(getgroups(1024, groups) == count);
  SEE(getgroups(-1, groups));
  part("becoming who one is");
  SEE(setuid(getuid()));
  SEE(setgid(getgid()));
  SEE(seteuid(geteuid()));
  SEE(setegid(getegid()));
  SEE(setreuid(-1, -1));
  SEE(setregid(-1, -1));
  SEE(setresuid(-1, -1, -1));
  SEE(setresgid(-1, -1, -1));
  part("no children");
  int status;
  SEE(wait(&status));
  SEE(waitpid(-1, &status, WNOHANG));
  SEE(waitpid(getpid(), &status, 0));
  part("priorities and the processor");
  int priority = getpriority(PRIO_PROCESS, 0); /* what the tests are run with */
  SEE(getpriority(77, 0));
  IS(nice(0) == priority);
  SEE(sched_yield());
  cpu_set_t set;
  CPU_ZERO(&set);
  SEE(sched_getaffinity(0, sizeof set, &set));
  IS(CPU_COUNT(&set) > 0);
  IS(sysconf(_SC_NPROCESSORS_ONLN) > 0);
  return 0;
}
