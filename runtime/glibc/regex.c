// regcomp and regexec for programs compiled with glibc's headers, to which the front end binds
// them. There a match is two ints; musl's are two longs. The compiled expression has the same size
// in both, but the number of groups is elsewhere: musl has a field in that place, too, which it
// leaves alone.
#include <regex.h>
#include <stdlib.h>

struct glibc_match {
  int start, end;
};

int __smew_glibc_regcomp(regex_t *expression, const char *pattern, int flags);
int __smew_glibc_regexec(const regex_t *expression, const char *text, size_t count,
                         struct glibc_match *result, int flags);

int __smew_glibc_regcomp(regex_t *expression, const char *pattern, int flags) {
  int status = regcomp(expression, pattern, flags);
  expression->__nsub2 = expression->re_nsub;
  return status;
}

int __smew_glibc_regexec(const regex_t *expression, const char *text, size_t count,
                         struct glibc_match *result, int flags) {
  enum { FEW = 16 };
  regmatch_t few[FEW];
  if (!result) count = 0;
  regmatch_t *matches = count <= FEW ? few : calloc(count, sizeof(*matches));
  if (!matches) return REG_ESPACE;
  int status = regexec(expression, text, count, matches, flags);
  for (size_t i = 0; status == 0 && i < count; i++)
    result[i] = (struct glibc_match){(int)matches[i].rm_so, (int)matches[i].rm_eo};
  if (matches != few) free(matches);
  return status;
}
