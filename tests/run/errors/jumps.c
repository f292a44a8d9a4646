// Jumps to places that are not there any more, or never were.
// RUN: %cases %s
// CASES: returned_frame not_set returned_inner wild_label null_label
// CLEAN: live_frame set_again good_label

#include <setjmp.h>

jmp_buf saved;
int opaque = 3;

#ifdef CASE_returned_frame
static int save(void) { return setjmp(saved); }
int main(void) {
  if (save()) return 0;
  // returned_frame: jumps.c:[[@LINE+1]]:3: error: longjmp to a function that has returned [exec]
  longjmp(saved, 1);
}
#endif

#ifdef CASE_not_set
int main(void) {
  // not_set: jumps.c:[[@LINE+1]]:3: error: longjmp {{.*}} [exec]
  longjmp(saved, 1);
}
#endif

#ifdef CASE_returned_inner
static void inner(int depth) {
  if (depth) inner(depth - 1);
  else if (setjmp(saved)) opaque = 0;
}
static void again(void) {
  // returned_inner: jumps.c:[[@LINE+1]]:3: error: longjmp to a function that has returned [exec]
  longjmp(saved, 1);
  // returned_inner: called from main at {{.*}}jumps.c:[[@LINE+4]]:3
}
int main(void) {
  inner(5);
  again();
  return 0;
}
#endif

// clang joins the computed gotos of a function in one branch that has no location:
// the report names the function.
#ifdef CASE_wild_label
int main(void) {
  void *labels[] = {&&one, &&two};
  // wild_label: jumps.c:[[@LINE-2]]:{{[0-9]+}}: error: bad jump target: 0x{{[0-9a-f]+}} is not the address of a label here [exec]
  goto *(void *)((char *)labels[1] + opaque);
one:
  return 1;
two:
  return 0;
}
#endif

#ifdef CASE_null_label
int main(void) {
  void *labels[] = {&&one, 0};
  // null_label: jumps.c:[[@LINE-2]]:{{[0-9]+}}: error: bad jump target: 0x0 is not the address of a label here [exec]
  goto *labels[opaque - 2];
one:
  return 1;
}
#endif

#ifdef CASE_live_frame
static void back(int value) { longjmp(saved, value); }
int main(void) {
  if (setjmp(saved)) return opaque - 3;
  back(1);
  return 1;
}
#endif

#ifdef CASE_set_again
static int save(void) { return setjmp(saved); }
int main(void) {
  if (save()) return 1;
  if (setjmp(saved)) return 0;
  longjmp(saved, 1);
}
#endif

#ifdef CASE_good_label
int main(void) {
  void *labels[] = {&&one, &&two};
  goto *labels[opaque - 2];
one:
  return 1;
two:
  return 0;
}
#endif
