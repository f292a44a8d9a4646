// The times of files: set, kept, and brought up to date by changes.
#include "../observe.h"
#include <sys/time.h>
#include <time.h>
#include <utime.h>

static struct stat now;

static void show(const char *path) {
  MUST(lstat(path, &now) == 0);
  printf("%s: accessed %lld.%09ld, changed %lld.%09ld\n", path, (long long)now.st_atim.tv_sec, now.st_atim.tv_nsec,
         (long long)now.st_mtim.tv_sec, now.st_mtim.tv_nsec);
}

static void set_old(const char *path) {
  struct timespec times[] = {{1000, 1}, {2000, 2}};
  MUST(utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0);
}

static bool is_old(const char *path) {
  MUST(lstat(path, &now) == 0);
  return now.st_mtim.tv_sec == 2000;
}

int main(void) {
  make_file("a", "abc");
  make_file("b", "b");
  MUST(symlink("a", "s") == 0 && mkdir("d", 0755) == 0);
  part("utimensat");
  struct timespec times[] = {{1000, 123456789}, {2000, 987654321}};
  SEE(utimensat(AT_FDCWD, "a", times, 0));
  show("a");
  struct timespec omitted[] = {{5, UTIME_OMIT}, {3000, 0}};
  SEE(utimensat(AT_FDCWD, "a", omitted, 0));
  show("a");
  struct timespec both_omitted[] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};
  SEE(utimensat(AT_FDCWD, "a", both_omitted, 0));
  show("a");
  struct timespec today[] = {{7, 7}, {0, UTIME_NOW}};
  SEE(utimensat(AT_FDCWD, "a", today, 0));
  SEE(stat("a", &now));
  IS(now.st_atim.tv_sec);
  IS(now.st_mtim.tv_sec > 1000000000);
  IS(now.st_ctim.tv_sec > 1000000000);
  SEE(utimensat(AT_FDCWD, "a", NULL, 0));
  SEE(stat("a", &now));
  IS(now.st_atim.tv_sec > 1000000000);
  part("refused");
  struct timespec wrong[] = {{0, 1000000000}, {0, 0}}, negative[] = {{0, -5}, {0, 0}};
  SEE(utimensat(AT_FDCWD, "a", wrong, 0));
  SEE(utimensat(AT_FDCWD, "a", negative, 0));
  SEE(utimensat(AT_FDCWD, "none", times, 0));
  SEE(utimensat(AT_FDCWD, "", times, 0));
  SEE(utimensat(AT_FDCWD, "a/x", times, 0));
  SEE(utimensat(99, "a", times, 0));
  SEE(futimens(99, times));
  part("links");
  SEE(utimensat(AT_FDCWD, "s", times, AT_SYMLINK_NOFOLLOW));
  show("s");
  IS(is_old("a"));
  SEE(utimensat(AT_FDCWD, "s", times, 0));
  show("a");
  part("the other ways");
  int fd = SEE(open("b", O_RDWR));
  SEE(futimens(fd, times));
  show("b");
  struct utimbuf seconds = {11, 12};
  SEE(utime("b", &seconds));
  show("b");
  struct timeval micro[] = {{21, 500000}, {22, 250000}};
  SEE(utimes("b", micro));
  show("b");
  SEE(utime("none", &seconds));
  SEE(utime("b", NULL));
  IS(is_old("b"));
  part("what brings the time of change up to date");
  set_old("b");
  SEE(read(fd, (char[1]){0}, 1));
  IS(is_old("b"));
  SEE(fchmod(fd, 0600));
  IS(is_old("b"));
  SEE(rename("b", "c"));
  IS(is_old("c"));
  SEE(link("c", "b"));
  IS(is_old("c"));
  SEE(write(fd, "x", 1));
  IS(is_old("c"));
  set_old("c");
  SEE(write(fd, "x", 0));
  IS(is_old("c"));
  SEE(ftruncate(fd, 1));
  IS(is_old("c"));
  set_old("c");
  SEE(open("c", O_WRONLY | O_TRUNC));
  IS(is_old("c"));
  part("directories");
  set_old("d");
  make_file("d/x", "x");
  IS(is_old("d"));
  set_old("d");
  make_file("d/x", "again");
  IS(is_old("d"));
  SEE(rename("d/x", "d/y"));
  IS(is_old("d"));
  set_old("d");
  SEE(unlink("d/y"));
  IS(is_old("d"));
  set_old("d");
  SEE(mkdir("d/e", 0755));
  IS(is_old("d"));
  set_old("d");
  SEE(rmdir("d/e"));
  IS(is_old("d"));
  set_old("d");
  SEE(symlink("x", "d/s"));
  IS(is_old("d"));
  set_old("d");
  SEE(chmod("d/s", 0600));
  SEE(unlink("d/none"));
  IS(is_old("d"));
  return 0;
}
