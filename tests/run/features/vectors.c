// Vector types: arithmetic, comparison masks, shuffles, conversion, element access,
// through memory and as arguments.
// RUN: %native-diff %s
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int32_t v4i __attribute__((vector_size(16)));
typedef uint8_t v16u __attribute__((vector_size(16)));
typedef int16_t v8s __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef int64_t v4l __attribute__((vector_size(32)));
typedef int v3i __attribute__((ext_vector_type(3)));
typedef float f4 __attribute__((ext_vector_type(4)));

static void print4(v4i v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
__attribute__((noinline)) static v4i blend(v4i mask, v4i a, v4i b) { return (mask & a) | (~mask & b); }
__attribute__((noinline)) static v2d dot(v2d a, v2d b) { return a * b + a; }

int main(void) {
  v4i a = {1, -2, 3, 2000000000}, b = {10, 20, -30, 5};
  print4((v4i)((__typeof__(a))a ^ b));
  print4(a + b * 2 - 1), print4(a / b), print4(a % b), print4(a & b), print4(~a | b), print4(-b);
  print4(b << 2), print4(a >> 1), print4(b >> (v4i){1, 2, 3, 0});
  print4(a < b), print4(a == (v4i){1, 2, 3, 4}), print4(blend(a > b, a, b));
  print4(__builtin_shufflevector(a, b, 0, 5, 2, 7));
  print4(__builtin_shufflevector(a, a, 3, 2, 1, 0));
  for (volatile int i = 0; i < 4; i++) a[i] += i * 100;
  print4(a);
  v16u bytes;
  for (int i = 0; i < 16; i++) bytes[i] = (uint8_t)(i * 17);
  bytes = bytes * 3 + (bytes >> 4);
  for (int i = 0; i < 16; i++) printf("%u ", bytes[i]);
  v8s shorts = __builtin_convertvector(__builtin_shufflevector(bytes, bytes, 0, 2, 4, 6, 8, 10, 12, 14), v8s);
  shorts *= shorts;
  for (int i = 0; i < 8; i++) printf("%d ", shorts[i]);
  v4f f = __builtin_convertvector(b, v4f);
  f = f / 3 + (v4f){.5f, .25f, .125f, 1};
  printf("\n%g %g %g %g\n", (double)f[0], (double)f[1], (double)f[2], (double)f[3]);
  print4(__builtin_convertvector(f * 10, v4i));
  print4(f > 0);
  v2d d = dot((v2d){1.5, 2.5}, (v2d){4, -8});
  printf("%g %g\n", d[0], d[1]);
  v4l l = {1l << 40, -1, 5, 7};
  l = l * l + (l == -1);
  printf("%lld %lld %lld %lld\n", (long long)l[0], (long long)l[1], (long long)l[2], (long long)l[3]);
  v3i three = {1, 2, 3};
  three = three.zyx * 2 + three;
  f4 g = {1, 2, 3, 4};
  g.xy = g.zw * g.wz;
  printf("%d %d %d %zu | %g %g\n", three.x, three.y, three.z, sizeof three, (double)g.x, (double)g.y);
  printf("%d %d %d %d\n", __builtin_reduce_add(b), __builtin_reduce_max(b), __builtin_reduce_min(b), __builtin_reduce_xor(b));
  v4i stored[3] = {a, b, a + b}, copy[3];
  memcpy(copy, stored, sizeof copy);
  print4(copy[2] - copy[1]);
  int64_t reinterpreted;
  memcpy(&reinterpreted, &copy[1], sizeof reinterpreted);
  printf("%lld\n", (long long)reinterpreted);
  return copy[1][0];
}
