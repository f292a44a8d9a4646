// Control that arrives where the program promised it never would.
// RUN: %cases %s
// CASES: builtin in_switch after_noreturn
// CLEAN: not_reached switch_covered

int opaque = 3;

#ifdef CASE_builtin
int main(void) {
  // builtin: unreachable.c:[[@LINE+1]]:20: error: unreachable code reached [exec]
  if (opaque == 3) __builtin_unreachable();
  return 0;
}
#endif

#ifdef CASE_in_switch
static int classify(int x) {
  switch (x) {
  case 1: return 10;
  case 2: return 20;
  // in_switch: unreachable.c:[[@LINE+1]]:12: error: unreachable code reached [exec]
  default: __builtin_unreachable();
  }
}
// in_switch: called from main at {{.*}}unreachable.c:[[@LINE+1]]:25
int main(void) { return classify(opaque); }
#endif

#ifdef CASE_after_noreturn
_Noreturn static void comes_back(void);
int main(void) {
  // after_noreturn: unreachable.c:[[@LINE+1]]:3: error: unreachable code reached [exec]
  comes_back();
}
#pragma clang diagnostic ignored "-Winvalid-noreturn"
static void comes_back(void) { opaque++; }
#endif

#ifdef CASE_not_reached
int main(void) {
  if (opaque == 4) __builtin_unreachable();
  return 0;
}
#endif

#ifdef CASE_switch_covered
int main(void) {
  switch (opaque) {
  case 3: return 0;
  default: __builtin_unreachable();
  }
}
#endif
