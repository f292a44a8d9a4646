// Calls to where no function is, or to one that takes something else.
// RUN: %cases %s
// CASES: null integer data heap middle too_few too_many wrong_type wrong_result
// CLEAN: good table_call variadic unprototyped

void *malloc(unsigned long);
int opaque = 1;
int data[4];

int twice(int x) { return 2 * x; }
int add(int x, int y) { return x + y; }
double scale(double x) { return 2 * x; }
void nothing(int x) { (void)x; }

#ifdef CASE_null
int (*callback)(int);
int main(void) {
  // null: function-pointer.c:[[@LINE+1]]:10: error: call through null function pointer [exec]
  return callback(opaque);
}
#endif

#ifdef CASE_integer
int main(void) {
  int (*f)(int) = (int (*)(int))(0x123456780000 + (long)opaque);
  // integer: function-pointer.c:[[@LINE+1]]:10: error: call through bad function pointer 0x123456780001 [exec]
  return f(1);
}
#endif

#ifdef CASE_data
int main(void) {
  int (*f)(int) = (int (*)(int))(void *)data;
  // data: function-pointer.c:[[@LINE+1]]:10: error: call through bad function pointer 0x{{[0-9a-f]+}} [exec]
  return f(1);
}
#endif

#ifdef CASE_heap
int main(void) {
  int (*f)(int) = (int (*)(int))malloc(16);
  // heap: function-pointer.c:[[@LINE+1]]:10: error: call through bad function pointer 0x{{[0-9a-f]+}} [exec]
  return f(1);
}
#endif

#ifdef CASE_middle
int main(void) {
  int (*f)(int) = (int (*)(int))((char *)twice + opaque);
  // middle: function-pointer.c:[[@LINE+1]]:10: error: call through bad function pointer 0x{{[0-9a-f]+}} [exec]
  return f(1);
}
#endif

#ifdef CASE_too_few
int main(void) {
  int (*volatile f)(int) = (int (*)(int))(void *)add;
  // too_few: function-pointer.c:[[@LINE+1]]:10: error: bad signature: 'add' takes 2 arguments, called with 1 [exec]
  return f(1);
}
#endif

#ifdef CASE_too_many
int main(void) {
  int (*volatile f)(int, int) = (int (*)(int, int))(void *)twice;
  // too_many: function-pointer.c:[[@LINE+1]]:10: error: bad signature: 'twice' takes 1 argument, called with 2 [exec]
  return f(1, 2);
}
#endif

#ifdef CASE_wrong_type
int main(void) {
  int (*volatile f)(int) = (int (*)(int))(void *)scale;
  // wrong_type: function-pointer.c:[[@LINE+1]]:10: error: bad signature: argument 1 of 'scale' has 64 bits, called with 32 [exec]
  return f(1);
}
#endif

#ifdef CASE_wrong_result
int main(void) {
  int (*volatile f)(int) = (int (*)(int))(void *)nothing;
  // wrong_result: function-pointer.c:[[@LINE+1]]:10: error: bad signature: 'nothing' {{.*}} [exec]
  return f(1);
}
#endif

#ifdef CASE_good
int main(void) {
  int (*volatile f)(int, int) = add;
  void (*volatile g)(int) = nothing;
  g(1);
  return f(opaque, -1);
}
#endif

#ifdef CASE_table_call
static int halve(int x) { return x / 2; }
int (*const operations[])(int) = {twice, halve, twice};
int main(void) { return operations[opaque](operations[opaque + 1](0)); }
#endif

#ifdef CASE_variadic
static int count(int n, ...) { return n; }
int main(void) {
  int (*volatile f)(int, ...) = count;
  return f(0, 1, 2.5, "three") + f(0);
}
#endif

#ifdef CASE_unprototyped
// Pointers of another type agree in every register: calling through them works everywhere.
static int length(const char *text) { return text[0] == 0; }
int main(void) {
  int (*volatile f)(void *) = (int (*)(void *))length;
  return f("x");
}
#endif
