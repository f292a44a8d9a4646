// Users and groups changed, by the superuser's rules and by everybody's.
#include "../observe.h"
#include <grp.h>
#include <sys/resource.h>

static void show(const char *what) {
  uid_t u[3];
  gid_t g[3];
  MUST(getresuid(&u[0], &u[1], &u[2]) == 0 && getresgid(&g[0], &g[1], &g[2]) == 0);
  printf("%s: users %d %d %d, groups %d %d %d\n", what, u[0], u[1], u[2], g[0], g[1], g[2]);
}

int main(void) {
  struct stat status;
  MUST(chmod(".", 0777) == 0);
  show("at first");
  SEE(setgroups(2, (gid_t[]){7, 8}));
  if (geteuid() == 0) {
    gid_t found[8];
    SEE(getgroups(8, found));
    IS(found[0]);
    IS(found[1]);
    SEE(getgroups(1, found));
    SEE(getgroups(0, NULL));
  }
  SEE(setegid(100));
  show("another effective group");
  SEE(seteuid(1000));
  show("another effective user");
  make_file("a", "a");
  SEE(stat("a", &status));
  IS(status.st_uid == geteuid());
  IS(status.st_gid == getegid());
  SEE(seteuid(2000));
  SEE(setuid(2000));
  SEE(seteuid(getuid()));
  show("and back");
  SEE(setregid(200, 201));
  show("real and effective group");
  SEE(setreuid(1000, 1001));
  show("real and effective user");
  SEE(setreuid(1001, 1000));
  show("exchanged");
  SEE(setresuid(-1, 1001, -1));
  show("effective only");
  SEE(setresuid(5, -1, -1));
  SEE(setuid(1001));
  show("at last");
  SEE(setgid(0));
  SEE(setuid(-1));
  part("priority");
  int start = getpriority(PRIO_PROCESS, 0); /* what the tests are run with */
  IS(nice(3) - start);
  IS(getpriority(PRIO_PROCESS, 0) - start);
  SEE(setpriority(PRIO_PROCESS, 0, 15));
  SEE(setpriority(PRIO_PROCESS, 0, 50));
  SEE(getpriority(PRIO_PROCESS, 0));
  IS(setpriority(PRIO_PROCESS, 0, 0));
  ERROR(errno);
  return 0;
}
