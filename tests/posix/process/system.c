// What the system says of itself.
#include "../observe.h"
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>

int main(void) {
  struct utsname name;
  char host[300];
  SEE(uname(&name));
  TEXT(name.sysname);
  TEXT(name.machine);
  IS(name.nodename[0] != 0);
  IS(name.release[0] >= '1' && name.release[0] <= '9');
  IS(name.version[0] != 0);
  SEE(gethostname(host, sizeof host));
  IS(strcmp(host, name.nodename));
  part("sysconf");
  IS(sysconf(_SC_PAGESIZE));
  IS(sysconf(_SC_PAGE_SIZE));
  IS(sysconf(_SC_CLK_TCK));
  IS(sysconf(_SC_OPEN_MAX));
  IS(sysconf(_SC_IOV_MAX));
  IS(sysconf(_SC_VERSION));
  IS(sysconf(_SC_HOST_NAME_MAX) >= 64);
  IS(sysconf(_SC_NPROCESSORS_CONF) >= 1);
  IS(sysconf(_SC_PHYS_PAGES) > 0);
  SEE(sysconf(12345));
  part("resources");
  struct rlimit limit;
  SEE(getrlimit(RLIMIT_NOFILE, &limit));
  IS(limit.rlim_cur);
  IS(limit.rlim_max);
  SEE(getrlimit(RLIMIT_CORE, &limit));
  IS(limit.rlim_cur);
  SEE(getrlimit(RLIMIT_STACK, &limit));
  IS(limit.rlim_cur > 0);
  SEE(setrlimit(RLIMIT_STACK, &limit));
  SEE(getrlimit(77, &limit));
  SEE(setrlimit(77, &limit));
  struct rusage usage;
  SEE(getrusage(RUSAGE_SELF, &usage));
  IS(usage.ru_utime.tv_sec >= 0 && usage.ru_utime.tv_usec < 1000000);
  SEE(getrusage(RUSAGE_CHILDREN, &usage));
  IS(usage.ru_utime.tv_sec);
  SEE(getrusage(77, &usage));
  struct sysinfo info;
  SEE(sysinfo(&info));
  IS(info.totalram > 0);
  IS(info.procs > 0);
  struct tms times_used;
  IS(times(&times_used) != -1);
  IS(times_used.tms_cutime);
  part("randomness");
  char bytes[64] = {0}, more[64] = {0};
  SEE(getrandom(bytes, 64, 0));
  SEE(getrandom(more, 64, GRND_NONBLOCK));
  IS(memcmp(bytes, more, 64) != 0);
  SEE(getrandom(bytes, 0, 0));
  SEE(getrandom(bytes, 8, 0x100));
  SEE(getentropy(bytes, 64));
  SEE(getentropy(bytes, 257));
  return 0;
}
