/* A state machine with a transition table and one with a switch, fed with bit pairs. */
#include "agree.h"

AGREE_RESULT(2);

enum state { IDLE, OPEN, BUSY, BROKEN };

static const unsigned char next[4][4] = {{IDLE, OPEN, IDLE, BROKEN},
                                         {OPEN, BUSY, IDLE, OPEN},
                                         {BUSY, BUSY, OPEN, BROKEN},
                                         {BROKEN, BROKEN, BROKEN, IDLE}};

static enum state advance(enum state state, unsigned event) {
  switch (state) {
  case IDLE: return event == 1 ? OPEN : event == 3 ? BROKEN : IDLE;
  case OPEN:
    if (event == 1) return BUSY;
    return event == 2 ? IDLE : OPEN;
  case BUSY:
    if (event > 1) return event == 2 ? OPEN : BROKEN;
    return BUSY;
  case BROKEN: return event == 3 ? IDLE : BROKEN;
  }
  return IDLE;
}

int main(void) {
  unsigned char x = agree_byte();
  enum state by_table = IDLE, by_switch = IDLE;
  for (int i = 0; i < 8; i += 2) {
    by_table = next[by_table][x >> i & 3];
    by_switch = advance(by_switch, x >> i & 3);
  }
  klee_assert(by_table == by_switch);
  agree_result[0] = by_table;
  if (by_switch == BROKEN) return 1;
  return 0;
}
