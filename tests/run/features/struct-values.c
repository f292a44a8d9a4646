// Structs by value in every class the calling convention has: in integer registers,
// in vector registers, mixed, in memory; nested, returned, compared, in arrays.
// RUN: %native-diff %s
#include <stdio.h>
#include <string.h>

struct empty_tail { char c; };
struct two { int a, b; };
struct three { char a; short b; int c; };
struct odd { char bytes[7]; };
struct sixteen { long a, b; };
struct floats { float x, y; };
struct vec3 { float x, y, z; };
struct doubles { double x, y; };
struct mixed { double d; int i; };
struct mixed2 { int i; float f; long l; };
struct large { int items[20]; struct two inner; };
struct nested { struct two a; struct { char c; struct three t; } b; };
struct quad { long double value; };
union number { long i; double d; char bytes[8]; };
struct pointers { const char *name; int (*function)(int); };

static int negate(int x) { return -x; }
static struct empty_tail f1(struct empty_tail s) { return s.c++, s; }
static struct two f2(struct two s) { return (struct two){s.b, s.a}; }
static struct three f3(struct three s) { return s.a ^= 1, s.b++, s.c *= 2, s; }
static struct odd f4(struct odd s) { char t = s.bytes[0]; return s.bytes[0] = s.bytes[6], s.bytes[6] = t, s; }
static struct sixteen f5(struct sixteen s, int i) { return s.a += i, s.b -= i, s; }
static struct floats f6(struct floats s) { return (struct floats){s.y * 2, s.x / 2}; }
static struct vec3 f7(struct vec3 a, struct vec3 b) { return (struct vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static struct doubles f8(struct doubles s) { return (struct doubles){s.x * s.y, s.x - s.y}; }
static struct mixed f9(struct mixed s) { return s.d += s.i, s.i--, s; }
static struct mixed2 f10(struct mixed2 s) { return s.f += (float)s.i, s.l <<= 3, s; }
static struct large f11(struct large s, int i) { return s.items[i] = i * i, s.inner.a++, s; }
static struct nested f12(struct nested s) { return s.b.t = f3(s.b.t), s.a = f2(s.a), s; }
static struct quad f13(struct quad s) { return s.value *= 1.5L, s; }
static union number f14(union number n) { return n.i ^= 0xff, n; }
static struct pointers f15(struct pointers p) { return p.name++, p; }
// More arguments than registers.
static long many(int a, struct two b, long c, struct sixteen d, struct two e, int f, struct large g,
                 double h, struct doubles i, struct sixteen j, char k) {
  return a + b.a + b.b + c + d.a + d.b + e.a * e.b + f + g.items[19] + (long)h + (long)(i.x + i.y) + j.a + j.b + k;
}

int main(void) {
  struct two two = {1, 2};
  struct large large = {{0}, {5, 6}};
  struct sixteen sixteen = {10, 20};
  struct nested nested = {{1, 2}, {'c', {3, 4, 5}}};
  printf("%d\n", f1((struct empty_tail){41}).c);
  two = f2(two);
  printf("%d %d\n", two.a, two.b);
  struct three three = f3(f3((struct three){1, 2, 3}));
  printf("%d %d %d\n", three.a, three.b, three.c);
  printf("%.7s\n", f4((struct odd){"abcdefg"}).bytes);
  sixteen = f5(sixteen, 7);
  printf("%ld %ld\n", sixteen.a, sixteen.b);
  struct floats floats = f6((struct floats){3, 5});
  printf("%g %g\n", (double)floats.x, (double)floats.y);
  struct vec3 v = f7((struct vec3){1, 2, 3}, (struct vec3){.5f, .25f, .125f});
  printf("%g %g %g\n", (double)v.x, (double)v.y, (double)v.z);
  struct doubles doubles = f8((struct doubles){3, 5});
  printf("%g %g\n", doubles.x, doubles.y);
  struct mixed mixed = f9((struct mixed){.5, 7});
  printf("%g %d\n", mixed.d, mixed.i);
  struct mixed2 mixed2 = f10((struct mixed2){3, .5f, 9});
  printf("%d %g %ld\n", mixed2.i, (double)mixed2.f, mixed2.l);
  for (int i = 0; i < 20; i++) large = f11(large, i);
  printf("%d %d %d\n", large.items[19], large.items[7], large.inner.a);
  nested = f12(nested);
  printf("%d %d %d %d\n", nested.a.a, nested.b.t.a, nested.b.t.b, nested.b.t.c);
  printf("%Lg\n", f13((struct quad){2.5L}).value);
  printf("%ld\n", f14((union number){.i = 1000}).i);
  struct pointers p = f15((struct pointers){"xsmew", negate});
  printf("%s %d\n", p.name, p.function(5));
  printf("%ld\n", many(1, two, 3, sixteen, two, 6, large, 7.5, doubles, sixteen, 'k'));
  struct large array[3] = {large, {{1}, {2, 3}}, large};
  array[1] = array[0];
  printf("%d\n", memcmp(&array[1], &array[2], sizeof large));
  struct large *pointer = &array[0];
  *pointer = f11(*pointer, 3);
  printf("%d %d\n", f11(array[1], 2).items[2], (two.a > 1 ? two : f2(two)).a);
  return array[0].inner.a & 127;
}
