/* What the programs of this directory need, for smew and for other verifiers. */
#ifndef BENCH_FLOAT_H
#define BENCH_FLOAT_H

double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);
void reach_error(void);

#endif
