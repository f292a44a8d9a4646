// The printf family: conversions, flags, widths, precisions, positions, truncation.
// RUN: %native-diff %s
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  int count = 0;
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%+.0d]\n", 42, 42, 42, 42, 42, 42, 42, 0);
  printf("[%i] [%u] [%o] [%#o] [%x] [%X] [%#x] [%#010x]\n", -1, -1, 8, 8, 255, 255, 255, 255);
  printf("[%hhd] [%hd] [%ld] [%lld] [%jd] [%zu] [%td]\n", 300, 70000, -1l, 1ll << 62, (intmax_t)-5, (size_t)7, (ptrdiff_t)-7);
  printf("[%c] [%5c] [%-5c] [%s] [%10s] [%-10s] [%.2s] [%10.3s]\n", 'a', 'b', 'c', "str", "right", "left", "cut", "padded");
  printf("[%f] [%.2f] [%10.3f] [%-10.1f] [%+f] [%010.2f] [%#.0f] [%.0f]\n", 3.14159, 2.71828, 1.5, 2.5, 1.0, -3.5, 4.0, 0.5);
  printf("[%e] [%.2E] [%g] [%G] [%#g] [%g] [%g] [%.10g]\n", 12345.678, 0.00012, 0.0001, 1e-10, 1.0, 1e20, 123456789.0, 1.0 / 3);
  printf("[%a] [%.2a] [%A] [%Lf] [%Le] [%Lg]\n", 1.0, 3.14159, 255.5, 1.5L, 1e100L, 2.5L);
  printf("[%f] [%F] [%e] [%5.1f] [%-8g]|\n", 1.0 / 0.0, -1.0 / 0.0, 0.0, -0.0, 1e-5);
  printf("[%.20f] [%.30g] [%.17g] [%.1f] [%.1f] [%.0f]\n", 0.1, 1e-5, 0.1, 0.25, 0.35, 2.5);
  printf("[%*d] [%-*d] [%.*f] [%*.*s]\n", 6, 42, 6, 42, 2, 3.14159, 8, 3, "abcdef");
  printf("%%%n", &count);
  printf(" %d\n", count);
  printf("%2$s %1$s %2$s\n", "world", "hello");
  printf("[%p] [%s]\n", (void *)0x1234, (char *)"pointer");
  printf("[%" PRId8 "] [%" PRIu64 "] [%" PRIx32 "]\n", (int8_t)-3, UINT64_MAX, (uint32_t)0xabc);
  printf("%s|%ls|%lc\n", "narrow", L"wide", (wint_t)L'w');
  char small[8];
  int wanted = snprintf(small, sizeof small, "%s-%d", "truncated", 99);
  printf("%d [%s] %d\n", wanted, small, snprintf(NULL, 0, "%1000d", 1));
  char big[2000];
  sprintf(big, "%.*s%1500s", 3, "abcdef", "x");
  printf("%zu %c\n", strlen(big), big[0]);
  fprintf(stdout, "%s\n", "fprintf");
  fputs("fputs\n", stdout);
  fputc('c', stdout), putchar('\n'), puts("puts");
  fwrite("fwrite\n", 1, 7, stdout);
  for (double d = 1e-320; d < 1e300; d *= 3.7e17) printf("%.17g %g %e\n", d, d, -d);
  fflush(stdout);
  return fprintf(stderr, "to standard error\n");
}
