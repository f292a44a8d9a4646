/* Sizes of the libc's types, and calls that go wrong when caller and library disagree on them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <grp.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#define SHOW(type) printf("%-24s %zu\n", #type, sizeof(type))

static void show_sizes(void) {
  SHOW(struct stat), SHOW(struct dirent), SHOW(struct tm), SHOW(struct timespec);
  SHOW(struct timeval), SHOW(struct termios), SHOW(struct sigaction), SHOW(sigset_t);
  SHOW(siginfo_t), SHOW(stack_t), SHOW(jmp_buf), SHOW(sigjmp_buf), SHOW(regex_t);
  SHOW(regmatch_t), SHOW(glob_t), SHOW(struct passwd), SHOW(struct group), SHOW(struct lconv);
  SHOW(struct pollfd), SHOW(struct iovec), SHOW(struct utsname), SHOW(struct rusage);
  SHOW(struct rlimit), SHOW(struct statvfs), SHOW(struct tms), SHOW(struct sysinfo);
  SHOW(struct FTW), SHOW(mbstate_t), SHOW(fpos_t), SHOW(pthread_mutex_t), SHOW(pthread_attr_t);
  SHOW(pthread_cond_t), SHOW(clock_t), SHOW(time_t), SHOW(off_t), SHOW(ino_t), SHOW(nlink_t);
  SHOW(long double), SHOW(wint_t), SHOW(wchar_t), SHOW(ENTRY), SHOW(struct flock);
}

static int visit(const char *path, const struct stat *status, int kind, struct FTW *place) {
  if (place->level == 0)
    printf("nftw: %s is a directory: %d, mode agrees: %d\n", path, kind == FTW_D,
           S_ISDIR(status->st_mode));
  return 1; /* enough */
}

static void show_calls(void) {
  struct stat status;
  printf("stat: %d %d\n", stat("/", &status), S_ISDIR(status.st_mode));
  regex_t pattern;
  regmatch_t match[2];
  regcomp(&pattern, "b(c+)d", REG_EXTENDED);
  int found = regexec(&pattern, "aabcccd", 2, match, 0);
  printf("regexec: %d, %zu group, %d-%d, %d-%d\n", found, pattern.re_nsub, (int)match[0].rm_so,
         (int)match[0].rm_eo, (int)match[1].rm_so, (int)match[1].rm_eo);
  regfree(&pattern);
  time_t moment = 86400 * 365;
  struct tm date;
  gmtime_r(&moment, &date);
  printf("gmtime_r: %d-%d-%d, day %d\n", date.tm_year, date.tm_mon, date.tm_mday, date.tm_yday);
  nftw("/", visit, 1, FTW_PHYS);
  sigset_t set;
  sigfillset(&set);
  sigdelset(&set, SIGUSR1);
  printf("sigset: %d %d\n", sigismember(&set, SIGUSR1), sigismember(&set, SIGUSR2));
  jmp_buf jump;
  if (setjmp(jump) == 0) longjmp(jump, 3);
  FILE *file = fmemopen("12 0x1f word", 12, "r");
  int number = 0, hex = 0;
  char word[8] = "";
  printf("fscanf: %d", fscanf(file, "%d %x %7s", &number, &hex, word));
  printf(" %d %d %s\n", number, hex, word);
  rewind(file);
  printf("getc_unlocked: %c%c\n", getc_unlocked(file), getc_unlocked(file));
  fclose(file);
  char text[64];
  snprintf(text, sizeof text, "%s %5.2f %lc", setlocale(LC_ALL, "C"), 3.14159, (wint_t)L'x');
  printf("snprintf: %s\n", text);
  char *end;
  printf("strtol: %ld\n", strtol("0x10z", &end, 0));
  printf("strerror: %s\n", strerror(ENOENT));
}

int main(void) {
  show_sizes();
  show_calls();
  return 0;
}
