// States meet under dynamic merging as they do in topological order, whatever the search picks: as many end, and
// merge, as with --merge=static. Plain exploration has many times as many paths.
//
// RUN: %S/Inputs/same-states %smew %s -DWORDS --search=dfs --search=bfs --search=random-state --search=random-path
// RUN: %S/Inputs/same-states %smew %s -DNESTED --search=dfs --search=bfs --search=random-state --search=random-path
// RUN: %S/Inputs/same-states %smew %s -DMACHINE --search=dfs --search=bfs --search=random-state --search=random-path
// RUN: %S/Inputs/same-states %smew %s -DEXITS --search=dfs --search=bfs --search=random-state --search=random-path
// RUN: %S/Inputs/same-states %smew %s -DCALLS --search=dfs --search=bfs --search=random-state --search=random-path
// RUN: %S/Inputs/same-states %smew %s -DRECURSION --search=dfs --search=bfs --search=random-state --search=random-path
#include <klee/klee.h>

enum { N = 12 };
static unsigned char in[N];

#ifdef WORDS
static int run(void) {
  int lines = 0, words = 0, in_word = 0;
  for (int i = 0; i < N; i++) {
    if (in[i] == '\n') lines++;
    if (in[i] == ' ' || in[i] == '\n' || in[i] == '\t') in_word = 0;
    else if (!in_word) in_word = 1, words++;
  }
  return words > 3 && lines > 2;
}
#endif

#ifdef NESTED
static int run(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++)
      if (in[3 * i + j] > 100) sum += i;
  return sum > 5;
}
#endif

#ifdef MACHINE
static int run(void) {
  int state = 0;
  for (int i = 0; i < N; i++) switch (state) {
    case 0: state = in[i] == '"' ? 1 : in[i] == '/' ? 2 : 0; break;
    case 1: state = in[i] == '"' ? 0 : in[i] == '\\' ? 3 : 1; break;
    case 2: state = in[i] == '*' ? 4 : 0; break;
    case 3: state = 1; break;
    default: state = in[i] == '*' ? 4 : in[i] == '/' ? 0 : 4;
    }
  return state;
}
#endif

#ifdef EXITS
static int run(void) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    if (in[i] == 0) break;
    if (in[i] == 1) continue;
    if (in[i] == 2) goto out;
    sum += in[i] > 50 ? 2 : 1;
  }
  sum++;
out:
  return sum > 10;
}
#endif

#ifdef CALLS
static int weigh(unsigned char c) {
  int weight = 0;
  for (int bit = 0; bit < 3; bit++)
    if (c >> bit & 1) weight++;
  return weight > 1;
}
static int run(void) {
  int sum = 0;
  for (int i = 0; i < N; i++)
    if (in[i] > 7) sum += weigh(in[i]);
  return sum > 5;
}
#endif

#ifdef RECURSION
static int count(int i) {
  if (i == N) return 0;
  int rest = count(i + 1);
  return in[i] > 9 ? rest + 1 : rest;
}
static int run(void) { return count(0) > 5; }
#endif

int main(void) {
  klee_make_symbolic(in, sizeof in, "in");
  return run();
}
