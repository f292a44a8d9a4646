// The scanf family.
// RUN: %native-diff %s
#include <stdio.h>
#include <string.h>

int main(void) {
  int a, b, c, n;
  unsigned u, x, o;
  long l;
  double d;
  float f;
  long double ld;
  char word[20], set[20], chars[4] = {0};
  short h;
  signed char hh;
  printf("%d\n", sscanf("12 -34 0x1f", "%d %d %i", &a, &b, &c));
  printf("%d %d %d\n", a, b, c);
  printf("%d\n", sscanf("4000000000 ff 777 -123456789012", "%u %x %o %ld", &u, &x, &o, &l));
  printf("%u %u %u %ld\n", u, x, o, l);
  printf("%d\n", sscanf("3.5 -1e10 .125 inf", "%lf %f %Lf", &d, &f, &ld));
  printf("%g %g %Lg\n", d, (double)f, ld);
  printf("%d\n", sscanf("  hello world!xyz", "%19s %[a-z]%n%3c", word, set, &n, chars));
  printf("%s %s %d %s\n", word, set, n, chars);
  printf("%d %d\n", sscanf("300 70000", "%hhd %hd", &hh, &h), 0);
  printf("%d %d\n", hh, h);
  printf("%d %d\n", sscanf("1,2,x", "%d,%d,%d", &a, &b, &c), sscanf("", "%d", &a));
  printf("%d\n", sscanf("key = value ; rest", "%19[^ =] = %19[^;]", word, set));
  printf("[%s] [%s]\n", word, set);
  printf("%d %s\n", sscanf("skip 42 this", "%*s %d %s", &a, word), word);
  printf("%d\n", sscanf("12345678", "%3d%2d%d", &a, &b, &c));
  printf("%d %d %d\n", a, b, c);
  printf("%d\n", sscanf("100%", "%d%%", &a));
  return a;
}
