/* A stack in an array. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int stack[16];
int main(void) {
  int top = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what == 0) break;
    if (what > 0 && top < 16) stack[top++] = what;
#ifdef ERROR
    if (what < 0) top--;
#else
    if (what < 0 && top > 0) top--;
#endif
    if (top < 16) stack[top] = 0;
  }
}
