// A pointer to a function that comes from undefined code may lead to any function whose address is taken. What that reads is
// not dead.
//
// RUN: %reports --reduce=none --externals=free --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=z-equivalence --externals=free --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=z-equivalence --externals=free --search=bfs --no-output %s 2>&1 | FileCheck %s
//
// CHECK-DAG: error: assertion failed: secret.value != 2
// CHECK-DAG: error: assertion failed: secret.value != 1
// CHECK: smew: complete
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct operations { long rest; void (*check)(int); };
extern struct operations *get(void);
extern int any(void);
static struct { int rest, value; } secret;

static void check(int number) {
  if (number) assert(secret.value != 2);
  assert(secret.value != 1);
}
void (*volatile taken)(int) = check;

__attribute__((noinline)) static void choose(int *to) {
  if (any()) *to = 1;
  else *to = 2;
}

int main(void) {
  choose(&secret.value);
  if (taken == 0) return 1;
  const struct operations *operations = get();
  if (operations != 0 && operations->check != 0) operations->check(any());
  return 0;
}
