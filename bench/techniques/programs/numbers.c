/* A recursive descent parser and evaluator of sums and differences of digits, with parentheses. */
#include <klee/klee.h>

#ifndef N
#define N 6
#endif

static const char *at;

static int parse_sum(void);

static int parse_term(void) {
  if (*at == '(') {
    at++;
    int value = parse_sum();
    if (*at == ')') at++;
    return value;
  }
  if (*at == '-') {
    at++;
    return -parse_term();
  }
  if (*at >= '0' && *at <= '9') return *at++ - '0';
  return 0;
}

static int parse_sum(void) {
  int value = parse_term();
  while (*at == '+' || *at == '-') {
    char sign = *at++;
    int next = parse_term();
    value = sign == '+' ? value + next : value - next;
  }
  return value;
}

int main(void) {
  char text[N + 1];
  klee_make_symbolic(text, sizeof text, "text");
  text[N] = '\0';
  at = text;
  int value = parse_sum();
  klee_assert(value <= 9 * N);
  return *at == '\0';
}
