// Figure 2 of "Efficient State Merging in Symbolic Execution": in topological order, nothing of
// handlePacket runs before all of computeHash has, or before its loop has run so many iterations that it may have
// no end; dynamically the search may go there first.
// RUN: not %smew run --no-output --merge=dynamic --search=nurs:covnew --max-instructions=100000 --exit-on-error %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DYNAMIC
// RUN: %smew run --no-output --merge=static --max-instructions=600 --exit-on-error %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STATIC
// RUN: not %smew run --no-output --merge=static --max-instructions=100000 --exit-on-error %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DYNAMIC
// STATIC-NOT: error:
// STATIC: instruction limit reached
// DYNAMIC: packet.c:[[@LINE+14]]:3: error: assertion failed
#include <klee/klee.h>

enum { SIZE = 4000 };
static unsigned char packet[SIZE];

static unsigned computeHash(void) {
  unsigned hash = 0;
  for (int round = 0; round < 100; round++)
    for (int i = 0; i < SIZE; i++) hash = (hash << 5 | hash >> 27) ^ (packet[i] > 7 ? i : packet[i]);
  return hash;
}

static void handlePacket(void) {
  klee_assert(packet[0] != 'x');
}

int main(void) {
  int logPacketHash = klee_range(0, 2, "logPacketHash");
  volatile unsigned log;
  klee_make_symbolic(packet, sizeof packet, "packet");
  if (logPacketHash)
    log = computeHash();
  else
    log = 1;
  handlePacket();
  return log != 0;
}
