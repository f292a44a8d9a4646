// agree: bytes=3 below=8 replay
/* Open addressing with symbolic keys: insert, find, remove. */
#include "agree.h"

enum { SLOTS = 4, EMPTY = 255, GONE = 254 };

AGREE_RESULT(2);

static unsigned char keys[SLOTS], values[SLOTS];

static int find(unsigned char key) {
  for (unsigned i = 0; i < SLOTS; i++) {
    unsigned slot = (key * 7u + i) % SLOTS;
    if (keys[slot] == key) return (int)slot;
    if (keys[slot] == EMPTY) return -1;
  }
  return -1;
}

static int insert(unsigned char key, unsigned char value) {
  int at = find(key);
  for (unsigned i = 0; at < 0 && i < SLOTS; i++) {
    unsigned slot = (key * 7u + i) % SLOTS;
    if (keys[slot] >= GONE) at = (int)slot;
  }
  if (at < 0) return 0;
  keys[at] = key;
  values[at] = value;
  return 1;
}

int main(void) {
  unsigned char input[3];
  klee_make_symbolic(input, sizeof input, "input");
  for (int i = 0; i < 3; i++) klee_assume(input[i] < 8);
  for (int i = 0; i < SLOTS; i++) keys[i] = EMPTY;
  insert(2, 20);
  insert(input[0], 30);
  insert(input[1], 40);
  int at = find(input[2]);
  if (at >= 0) keys[at] = GONE;
  at = find(2);
  agree_result[0] = at < 0 ? 99 : values[at];
  for (int i = 0; i < SLOTS; i++) agree_result[1] = agree_result[1] << 8 | keys[i];
  return at < 0;
}
