// Variable arguments of every class, va_copy, passing a va_list on, more of them
// than registers.
// RUN: %native-diff %s
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct small { int a; char b; };
struct floats { float x, y; };
struct doubles { double x, y; };
struct mixed { double d; long l; };
struct big { long items[5]; };
struct one { char c; };

static void all(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  for (; *kinds; kinds++) {
    switch (*kinds) {
    case 'i': printf("%d ", va_arg(list, int)); break;
    case 'l': printf("%ld ", va_arg(list, long)); break;
    case 'd': printf("%g ", va_arg(list, double)); break;
    case 'L': printf("%Lg ", va_arg(list, long double)); break;
    case 'p': printf("%s ", va_arg(list, char *)); break;
    case 'w': { __int128 w = va_arg(list, __int128); printf("%lld/%lld ", (long long)(w >> 64), (long long)w); break; }
    case 's': { struct small s = va_arg(list, struct small); printf("{%d %c} ", s.a, s.b); break; }
    case 'f': { struct floats s = va_arg(list, struct floats); printf("{%g %g} ", (double)s.x, (double)s.y); break; }
    case 'D': { struct doubles s = va_arg(list, struct doubles); printf("{%g %g} ", s.x, s.y); break; }
    case 'm': { struct mixed s = va_arg(list, struct mixed); printf("{%g %ld} ", s.d, s.l); break; }
    case 'b': { struct big s = va_arg(list, struct big); printf("{%ld %ld} ", s.items[0], s.items[4]); break; }
    case 'o': { struct one s = va_arg(list, struct one); printf("{%c} ", s.c); break; }
    }
  }
  va_end(list);
  printf("\n");
}

static double sum_list(int n, va_list list) {
  double sum = 0;
  while (n--) sum += va_arg(list, double);
  return sum;
}

static double twice(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  double sum = sum_list(n, list) + 1000 * sum_list(n, copy);
  va_end(list);
  va_end(copy);
  return sum;
}

static int format(char *to, size_t size, const char *text, ...) {
  va_list list;
  va_start(list, text);
  int n = vsnprintf(to, size, text, list);
  va_end(list);
  return n;
}

static int first_by_pointer(va_list *list) { return va_arg(*list, int); }
static int walk(int n, ...) {
  va_list list;
  int result = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) result = result * 10 + first_by_pointer(&list);
  va_end(list);
  return result;
}

int main(void) {
  struct small s = {7, 's'};
  struct floats f = {1.5f, 2.5f};
  struct doubles d = {3.25, 4.25};
  struct mixed m = {5.5, 6};
  struct big b = {{1, 2, 3, 4, 5}};
  struct one o = {'o'};
  all("ildLp", 1, 2l, 3.5, 4.5L, "five");
  all("iiiiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  all("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.);
  all("sfDmbo", s, f, d, m, b, o);
  all("bLiwDsDmDfDDDDDmmmssiwLb", b, 1.25L, 3, (__int128)1 << 100, d, s, d, m, d, f, d, d, d, d, d, m, m, m, s,
      s, 42, -(__int128)5, 2.75L, b);
  all("iLiLwiw", 1, 2.L, 3, 4.L, (__int128)5, 6, (__int128)7);
  printf("%g\n", twice(4, 1., 2., 3., 4.));
  char text[32];
  printf("%d %s\n", format(text, sizeof text, "%d-%s-%.2f-%c", 12, "ab", 3.14159, 'z'), text);
  printf("%d\n", format(text, 5, "%s", "longer than five"));
  printf("%s %d\n", text, walk(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  return walk(2, 4, 2);
}
