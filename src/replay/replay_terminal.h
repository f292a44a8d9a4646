/* Pseudo-terminals for a program under test. */
#ifndef REPLAY_REPLAY_TERMINAL_H
#define REPLAY_REPLAY_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TERMINAL_MOST_TYPED = 4095 }; /* bytes that a terminal buffers for its reader */

/* Which of the standard streams are terminals. */
struct replay_terminals {
  bool are[3];
  uint16_t rows, columns;
  const uint8_t *typed; /* borrowed: the input */
  size_t typed_size;
};

/* Opens a terminal of that size, in the mode of smew's model of the world: ends[0] is replay's,
   ends[1] the program's, open for reading if `is_input`, else for writing. False with errno set. */
bool terminal_open(const struct replay_terminals *terminals, bool is_input, int ends[2]);
/* Whether this machine provides them. */
bool terminals_are_possible(void);

#endif
