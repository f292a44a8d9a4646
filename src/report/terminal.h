/* What smew says while it works, on stderr: lines that stay, and on a terminal one line at
   the bottom that is drawn over and over. */
#ifndef REPORT_TERMINAL_H
#define REPORT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

struct terminal {
  bool is_live;  /* stderr is a terminal, and nothing else writes to it */
  bool is_drawn; /* the live line stands there */
};

struct terminal terminal_new(bool may_be_live);
/* Prints a text of whole lines in place of the live line, which comes back with the next
   drawing. */
void terminal_print(struct terminal *terminal, const char *text);
/* Draws the live line, cut to the width of the terminal; no effect elsewhere. */
void terminal_draw(struct terminal *terminal, const char *line);
void terminal_erase(struct terminal *terminal);

#endif
