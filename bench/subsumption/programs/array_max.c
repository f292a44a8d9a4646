/* The largest of an array is no less than any. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int a[6], max, i;
  for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  max = a[0];
  for (i = 1; i < 6; i++)
    if (a[i] > max) max = a[i];
#ifdef ERROR
  if (a[5] == 77) max = a[4];
#endif
  for (i = 0; i < 6; i++) check(max >= a[i]);
}
