// Time, locale, environment, getopt, regular expressions, wide characters, exit.
// RUN: env SMEW_WORD=dive %native-diff --flags="-D_GNU_SOURCE" %s -- -a -b value --long=7 --flag -cvalue rest more
#include <getopt.h>
#include <locale.h>
#include <regex.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static void times(void) {
  const time_t samples[] = {0, 1, 86399, 951782400, 1234567890, 1709210096, 4102444800, -1, -86400 * 365};
  char text[128];
  for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
    struct tm tm;
    gmtime_r(&samples[i], &tm);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %A %b %j %U %w %y %% %I %p", &tm);
    printf("%s %d %d %lld\n", text, tm.tm_yday, tm.tm_wday, (long long)timegm(&tm));
  }
  struct tm parsed;
  memset(&parsed, 0, sizeof parsed);
  char *end = strptime("2021-03-04 05:06:07 rest", "%Y-%m-%d %H:%M:%S", &parsed);
  printf("%s %d %d %d\n", end, parsed.tm_year, parsed.tm_mon, parsed.tm_sec);
  printf("%s", asctime(gmtime(&samples[4])));
  printf("%g %d %d\n", difftime(10, 4), time(NULL) > 1600000000, clock() >= 0);
  struct timespec now;
  printf("%d %d\n", clock_gettime(CLOCK_MONOTONIC, &now), now.tv_nsec < 1000000000);
}

static void options(int argc, char **argv) {
  static const struct option longs[] = {{"long", required_argument, NULL, 'l'}, {"flag", no_argument, NULL, 'f'}, {0, 0, 0, 0}};
  int c;
  while ((c = getopt_long(argc, argv, "ab:c:", longs, NULL)) != -1) printf("%c=%s ", c, optarg ? optarg : "-");
  for (; optind < argc; optind++) printf("[%s]", argv[optind]);
  printf("\n");
}

static void patterns(void) {
  const char *expressions[] = {"^a.*z$", "[0-9]+", "(ab|cd)+e", "x{2,3}", "[[:alpha:]]+[[:space:]][[:digit:]]"};
  const char *texts[] = {"a to z", "abc123def", "ababcde", "xxxx", "word 7"};
  for (int i = 0; i < 5; i++) {
    regex_t regex;
    regmatch_t match[2];
    if (regcomp(&regex, expressions[i], REG_EXTENDED)) continue;
    for (int j = 0; j < 5; j++) {
      if (regexec(&regex, texts[j], 2, match, 0) == 0) printf("%d/%d:%d-%d ", i, j, (int)match[0].rm_so, (int)match[0].rm_eo);
    }
    regfree(&regex);
  }
  regex_t bad;
  printf("%d %d %d\n", regcomp(&bad, "(", REG_EXTENDED) != 0, fnmatch("*.c", "file.c", 0), fnmatch("a?[b-d]", "axe", 0) != 0);
}

int main(int argc, char **argv) {
  times();
  options(argc, argv);
  patterns();
  printf("%s %d\n", getenv("SMEW_WORD"), getenv("SMEW_NOTHING") == NULL);
  setenv("SMEW_NOTHING", "something", 1);
  printf("%s\n", getenv("SMEW_NOTHING"));
  unsetenv("SMEW_NOTHING");
  printf("%d %s\n", getenv("SMEW_NOTHING") == NULL, setlocale(LC_ALL, "C") ? "C" : "none");
  printf("%s %d\n", localeconv()->decimal_point, getpid() > 0);
  wchar_t wide[32];
  swprintf(wide, 32, L"%d-%ls", 5, L"wide");
  printf("%zu %d %d\n", wcslen(wide), wcscmp(wide, L"5-wide"), iswalpha(L'x') != 0);
  return 6;
}
