// agree: bytes=2 below=48 replay
/* Conditions of several parts, some of which can fail, in front of values, jumps and loops. */
#include "agree.h"

AGREE_RESULT(6);

static int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static int writes;

static int is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

static int least(int a, int b) { return a < b ? a : b; }

/* The operands of the second and third part can fail: never before the parts in front of them. */
static int guarded(unsigned i, int d) {
  if (i < 8 && table[i] == 1 && 100 / d > 9) return 1;
  if (d != 0 && 60 % d == 4) return 2;
  if (i >= 40 || table[i & 7] > 4 || table[i & 7] == 2) return 3;
  return 4;
}

/* The same place is read again, and once something is written in between. */
static int again(unsigned i) {
  int found = 0;
  if (table[i & 7] == 3 || table[i & 7] == 9) found = 1;
  if (table[i & 7] == 1 || (table[i & 7] = ++writes, table[i & 7] == 2)) found += 2;
  return found;
}

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 48);
  klee_assume(b < 48);
  int most = a;
  if (b > most) most = b;
  if (is_blank((char)a) && !is_blank((char)b)) agree_result[0] = 1;
  agree_result[1] = least(a, b) + 100 * most;
  agree_result[2] = again(b);
  int rounds = 0;
  while ((a > 3 && b > 40) || (a == 7 || a == b)) {
    rounds++;
    a -= 3;
    if (rounds > 4) break;
  }
  agree_result[3] = rounds;
  agree_result[4] = (a == 1 || b == 2) ? (b > 3 ? a : b) : !(a > 20 && b > 20);
  agree_result[5] = guarded(a, b);
  return (a > 30 || b > 30) && (a & 1);
}
