/* Messages during the run, on stderr: permanent lines, and on a terminal one line at the bottom
   that is redrawn. */
#ifndef REPORT_TERMINAL_H
#define REPORT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

struct terminal {
  bool is_live;  /* stderr is a terminal, and nothing else writes to it */
  bool is_drawn; /* the live line is on the screen */
};

struct terminal terminal_new(bool may_be_live);
/* Prints whole lines in place of the live line, which returns with the next redraw. */
void terminal_print(struct terminal *terminal, const char *text);
/* Draws the live line, truncated to the width of the terminal; no effect elsewhere. */
void terminal_draw(struct terminal *terminal, const char *line);
void terminal_erase(struct terminal *terminal);

#endif
