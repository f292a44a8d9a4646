/* A matrix that is walked by rows. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static char m[8][8];
int main(void) {
  int rows = __VERIFIER_nondet_int(), i, j;
  __VERIFIER_assume(rows >= 0 && rows <= 8);
  for (i = 0; i < rows; i++)
#ifdef ERROR
    for (j = 0; j <= i + 1; j++)
#else
    for (j = 0; j <= i; j++)
#endif
      m[i][j] = 1;
  check(rows < 2 || m[1][0] == 1);
}
