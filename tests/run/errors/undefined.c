// Functions and variables that nobody defines: an error only when reached.
// RUN: %cases %s
// CASES: function by_pointer variable_read variable_write
// CLEAN: not_called weak_tested address_only

int missing_function(int);
int weak_function(int) __attribute__((weak));
extern int missing_variable;
extern int weak_variable __attribute__((weak));
int opaque = 3;

#ifdef CASE_function
int main(void) {
  // function: undefined.c:[[@LINE+1]]:10: error: call to undefined function 'missing_function' [external]
  return missing_function(1);
}
#endif

#ifdef CASE_by_pointer
int main(void) {
  int (*volatile f)(int) = missing_function;
  // by_pointer: undefined.c:[[@LINE+1]]:10: error: call to undefined function 'missing_function' [external]
  return f(1);
}
#endif

#ifdef CASE_variable_read
int main(void) {
  // variable_read: undefined.c:[[@LINE+1]]:10: error: access to undefined variable 'missing_variable' [external]
  return missing_variable;
}
#endif

#ifdef CASE_variable_write
int main(void) {
  // variable_write: undefined.c:[[@LINE+1]]:20: error: access to undefined variable 'missing_variable' [external]
  missing_variable = 1;
  return 0;
}
#endif

#ifdef CASE_not_called
int main(void) { return opaque == 4 ? missing_function(1) + missing_variable : 0; }
#endif

#ifdef CASE_weak_tested
int main(void) {
  if (weak_function) return weak_function(1);
  return &weak_variable != 0;
}
#endif

#ifdef CASE_address_only
int *pointer = &missing_variable;
int main(void) { return pointer == &opaque || pointer != &missing_variable; }
#endif
