// The competitions' functions, arguments and results of every width.
#include <smew/verifier.h>
#include <string.h>

static int rank(long a, unsigned short b, signed char c) {
  if (a < 0) return b > 1000 ? 1 : 2;
  if (c < -100) return 3;
  return a % 3 == 1 ? 4 : 5;
}

int main(void) {
  int result = rank(__VERIFIER_nondet_long(), __VERIFIER_nondet_ushort(), __VERIFIER_nondet_char());
  _Bool more = __VERIFIER_nondet_bool();
  unsigned __int128 wide = __VERIFIER_nondet_uint128();
  char memory[3];
  __VERIFIER_nondet_memory(memory, sizeof memory);
  if (!more) return result;
  if (wide >> 100 == 77) return 10 + result;
  __VERIFIER_assume(memory[0] == 'm');
  if (memcmp(memory, "mew", 3) == 0) __VERIFIER_assert((wide & 7) != 5);
  if (result == 5 && memory[2] == '!') reach_error();
  return 20 + result;
}
