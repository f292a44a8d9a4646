// A pipe that is full or empty, without waiting.
#include "../observe.h"
#include <limits.h>

static char block[70000];

int main(void) {
  int ends[2];
  memset(block, 'b', sizeof block);
  SEE(pipe2(ends, O_NONBLOCK));
  SEE(read(ends[0], block, 1));
  SEE(fcntl(ends[1], F_GETPIPE_SZ));
  part("filled by one large write");
  SEE(write(ends[1], block, 70000));
  SEE(write(ends[1], block, 1));
  SEE(write(ends[1], block, PIPE_BUF));
  SEE(write(ends[1], block, 70000));
  part("room for less than is to be written");
  SEE(read(ends[0], block, 4096));
  SEE(write(ends[1], block, 4097));
  SEE(write(ends[1], block, 1));
  part("small writes are all or nothing");
  SEE(read(ends[0], block, 8192));
  SEE(write(ends[1], block, 4096));
  SEE(write(ends[1], block, 4096));
  SEE(write(ends[1], block, 10));
  part("read dry");
  long total = 0, count;
  while ((count = read(ends[0], block, sizeof block)) > 0) total += count;
  ERROR(errno);
  IS(total);
  SEE(write(ends[1], "again", 5));
  SEE(read(ends[0], block, 70000));
  part("order is kept around the end of the buffer");
  unsigned char next_out = 0, next_in = 0;
  bool is_right = true;
  for (int round = 0; round < 20; round++) {
    for (int i = 0; i < 9000; i++) block[i] = (char)(next_out++ * 3);
    MUST(write(ends[1], block, 9000) == 9000);
    count = read(ends[0], block, round % 2 ? 9500 : 8000);
    for (int i = 0; i < count; i++) is_right &= block[i] == (char)(next_in++ * 3);
  }
  IS(is_right);
  return 0;
}
