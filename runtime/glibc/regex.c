// regexec for programs compiled with glibc's headers, where a match is two ints; musl's are two
// longs. The front end binds a program's regexec to this one when the program's type of a match is
// glibc's. The compiled expression has the same size in both, and musl keeps the number of groups
// in both places.
#include <regex.h>
#include <stdlib.h>

struct glibc_match {
  int start, end;
};

int __smew_glibc_regexec(const regex_t *expression, const char *text, size_t count,
                         struct glibc_match *result, int flags);

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
