// Whose the process is: users, groups, its process group and session, its priority. It begins as
// the host's own; what the program changes, it changes here, by the rules of the kernel: the
// superuser takes any name, others only one that they have.
#include "posix/posix.h"
#include <errno.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>

// Real, effective, saved.
struct identity {
  bool is_known;
  unsigned ids[3];
};

enum { REAL, EFFECTIVE, SAVED };

static struct identity users, groups;

static struct identity *know(struct identity *who, long real_call, long effective_call) {
  if (!who->is_known) {
    who->is_known = true;
    who->ids[REAL] = (unsigned)host(real_call, 0, 0, 0, 0);
    who->ids[EFFECTIVE] = who->ids[SAVED] = (unsigned)host(effective_call, 0, 0, 0, 0);
  }
  return who;
}

static struct identity *known_users(void) { return know(&users, SYS_getuid, SYS_geteuid); }

static struct identity *known_groups(void) { return know(&groups, SYS_getgid, SYS_getegid); }

unsigned __posix_user(void) { return known_users()->ids[EFFECTIVE]; }

unsigned __posix_real_user(void) { return known_users()->ids[REAL]; }

unsigned __posix_group(void) { return known_groups()->ids[EFFECTIVE]; }

// ---- asking ----

long __posix_getuid(const struct call *call) {
  return known_users()->ids[call->number == SYS_getuid ? REAL : EFFECTIVE];
}

long __posix_getgid(const struct call *call) {
  return known_groups()->ids[call->number == SYS_getgid ? REAL : EFFECTIVE];
}

long __posix_getres(const struct call *call) {
  const struct identity *who = call->number == SYS_getresuid ? known_users() : known_groups();
  for (int i = 0; i < 3; i++) *(unsigned *)call->a[i] = who->ids[i];
  return 0;
}

// ---- changing ----

// -1 leaves an identity as it is; `rights` says which of the present ones each may become.
static long set_all(struct identity *who, const long *wanted, const unsigned char *rights) {
  bool is_superuser = __posix_user() == 0;
  for (int i = 0; i < 3; i++) {
    bool is_right = is_superuser || (unsigned)wanted[i] == -1U;
    for (int j = 0; j < 3; j++)
      if ((rights[i] & 1 << j) && who->ids[j] == (unsigned)wanted[i]) is_right = true;
    if (!is_right) return -EPERM;
  }
  for (int i = 0; i < 3; i++)
    if ((unsigned)wanted[i] != -1U) who->ids[i] = (unsigned)wanted[i];
  return 0;
}

enum { R = 1 << REAL, E = 1 << EFFECTIVE, S = 1 << SAVED, ANY = R | E | S };

static struct identity *meant(const struct call *call) {
  bool is_user =
      call->number == SYS_setuid || call->number == SYS_setreuid || call->number == SYS_setresuid;
  known_groups();
  known_users();
  return is_user ? &users : &groups;
}

// setuid and setgid: the superuser sets all three.
long __posix_setid(const struct call *call) {
  long id = call->a[0];
  bool is_superuser = __posix_user() == 0;
  if ((unsigned)id == -1U) return -EINVAL;
  return set_all(meant(call), is_superuser ? (long[]){id, id, id} : (long[]){-1, id, -1},
                 (unsigned char[]){0, R | S, 0});
}

// The saved identity follows the effective one when the real one is set, or the effective one to
// something else than that.
long __posix_setreid(const struct call *call) {
  struct identity *who = meant(call);
  unsigned before = who->ids[REAL], real = (unsigned)call->a[0], effective = (unsigned)call->a[1];
  long status =
      set_all(who, (long[]){call->a[0], call->a[1], -1}, (unsigned char[]){R | E, ANY, 0});
  if (status < 0) return status;
  if (real != -1U || (effective != -1U && effective != before))
    who->ids[SAVED] = who->ids[EFFECTIVE];
  return 0;
}

long __posix_setresid(const struct call *call) {
  return set_all(meant(call), call->a, (unsigned char[]){ANY, ANY, ANY});
}

// ---- further groups ----

enum { MOST_GROUPS = 256 };

static unsigned further[MOST_GROUPS];
static int further_count = -1; // not known yet

static void know_further(void) {
  if (further_count >= 0) return;
  long count = host(SYS_getgroups, MOST_GROUPS, (long)further, 0, 0);
  if (count < 0) __smew_unmodelled("more than 256 groups of a user");
  further_count = count < 0 ? 0 : (int)count;
}

bool __posix_is_in_group(unsigned group) {
  if (group == __posix_group()) return true;
  know_further();
  for (int i = 0; i < further_count; i++)
    if (further[i] == group) return true;
  return false;
}

long __posix_getgroups(const struct call *call) {
  int room = (int)call->a[0];
  know_further();
  if (room < 0 || (room > 0 && room < further_count)) return -EINVAL;
  for (int i = 0; room > 0 && i < further_count; i++) ((unsigned *)call->a[1])[i] = further[i];
  return further_count;
}

long __posix_setgroups(const struct call *call) {
  if (__posix_user() != 0) return -EPERM;
  if ((unsigned long)call->a[0] > MOST_GROUPS) return -EINVAL;
  further_count = (int)call->a[0];
  for (int i = 0; i < further_count; i++) further[i] = ((const unsigned *)call->a[1])[i];
  return 0;
}

// ---- priority ----

// As the kernel reports it: 20 minus the nice value.
static int nice_change;

long __posix_getpriority(const struct call *call) {
  if ((int)call->a[0] < PRIO_PROCESS || (int)call->a[0] > PRIO_USER) return -EINVAL;
  long result = __posix_world.is_exploring ? 20 : __posix_pass(call);
  return (int)call->a[0] == PRIO_PROCESS && result >= 0 ? result - nice_change : result;
}

long __posix_setpriority(const struct call *call) {
  int wanted = (int)call->a[2];
  if ((int)call->a[0] != PRIO_PROCESS || (call->a[1] != 0 && call->a[1] != __posix_process())) {
    __smew_unmodelled("system call setpriority of other processes");
    return -ESRCH;
  }
  if (wanted < -20) wanted = -20;
  if (wanted > 19) wanted = 19;
  int now = 20 - (int)__posix_getpriority(&(struct call){SYS_getpriority, {PRIO_PROCESS}});
  if (wanted < now && __posix_user() != 0) return -EACCES;
  nice_change += wanted - now;
  return 0;
}
