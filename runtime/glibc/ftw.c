// ftw and nftw for programs compiled with glibc's headers, which number the kinds of files from 0;
// musl numbers them from 1. The front end binds the names to these for such programs.
#include <ftw.h>
#include <sys/stat.h>

typedef int visit_plain(const char *path, const struct stat *status, int kind);
typedef int visit_with_place(const char *path, const struct stat *status, int kind, struct FTW *at);

// The walk has no place to keep the program's function; a nested walk puts the outer one's back.
static visit_plain *plain;
static visit_with_place *with_place;

static int pass_plain(const char *path, const struct stat *status, int kind) {
  return plain(path, status, kind - 1);
}

static int pass_with_place(const char *path, const struct stat *status, int kind, struct FTW *at) {
  return with_place(path, status, kind - 1, at);
}

int __smew_glibc_ftw(const char *path, visit_plain *visit, int limit) {
  visit_plain *outer = plain;
  plain = visit;
  int result = ftw(path, pass_plain, limit);
  plain = outer;
  return result;
}

int __smew_glibc_nftw(const char *path, visit_with_place *visit, int limit, int flags) {
  visit_with_place *outer = with_place;
  with_place = visit;
  int result = nftw(path, pass_with_place, limit, flags);
  with_place = outer;
  return result;
}
