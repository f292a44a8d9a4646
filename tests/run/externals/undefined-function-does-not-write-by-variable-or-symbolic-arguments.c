// An undefined function writes by variable arguments, by pointers that are themselves unknown, at symbolic offsets, and by one
// of several pointers or null. What is not behind such a pointer stays what it is.
//
// RUN: %reports --externals=free --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --externals=free --lazy-alias --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --externals=free --reduce=z-equivalence --no-output %s 2>&1 | FileCheck %s
//
// CHECK-DAG: error: assertion failed: scanned == 0
// CHECK-DAG: error: assertion failed: l->text[0] == 'a'
// CHECK-DAG: error: assertion failed: at != 2
// CHECK-DAG: error: assertion failed: where == 0
// CHECK-NOT: error: assertion failed
// CHECK: smew: assumed: 'sscanf' returns any value and writes to its arguments 3 and after (
// CHECK: smew: complete:
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct line {
  char *text;
};
extern int sscanf(const char *, const char *, ...);
extern char *fgets(char *, int, void *);
extern long read(int, void *, unsigned long), strtol(const char *, char **, int);
extern struct line *get(void);
extern unsigned number(void);

static void variable(void) {
  int scanned = 0;
  sscanf("1", "%d", &scanned);
  assert(scanned == 0);
}

static void unknown(void) {
  struct line *l = get();
  if (!l || !l->text) return;
  l->text[0] = 'a';
  fgets(l->text, 4, 0);
  assert(l->text[0] == 'a');
}

static void offset(void) {
  char buffer[8] = "abcdefg";
  unsigned at = number();
  if (at > 7) return;
  read(0, buffer + at, 1);
  if (at > 4) assert(buffer[4] == 'e');
  if (buffer[4] != 'e') assert(at != 2);
}

static void several(void) {
  char text[4] = "12", *end = text, *other = text, **where = number() ? &end : 0;
  strtol(text, where, 10);
  if (end != text) assert(where == 0);
  assert(other == text);
}

int main(void) {
  switch (number()) {
  case 0: variable(); break;
  case 1: unknown(); break;
  case 2: offset(); break;
  default: several();
  }
  return 0;
}
