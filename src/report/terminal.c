/* The live line and the lines above it. A line as wide as the terminal would wrap and could no
   longer be erased with one sequence, so it is truncated. */
#include "report/terminal.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static size_t terminal_width(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

struct terminal terminal_new(bool may_be_live) {
  return (struct terminal){.is_live = may_be_live && isatty(STDERR_FILENO) == 1};
}

void terminal_erase(struct terminal *terminal) {
  if (!terminal->is_drawn) return;
  fputs("\r\033[K", stderr);
  terminal->is_drawn = false;
}

void terminal_print(struct terminal *terminal, const char *text) {
  fflush(stdout);
  terminal_erase(terminal);
  fputs(text, stderr);
}

void terminal_draw(struct terminal *terminal, const char *line) {
  if (!terminal->is_live) return;
  size_t length = strlen(line), width = terminal_width() - 1;
  fprintf(stderr, "\r\033[K%.*s", (int)(length < width ? length : width), line);
  terminal->is_drawn = true;
}
