/* A pseudo-terminal like the model in runtime/posix/terminal.c: nothing that is read or written is
   changed, and a read returns at once if nothing was typed. So the input can be typed before the
   program starts, and needs no special character for its end. Each stream has its own terminal,
   since their outputs must be distinguished. */
#include "replay/replay_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum { NAME_ROOM = 64 };

static bool set_mode(int terminal) {
  struct termios mode;
  if (tcgetattr(terminal, &mode) != 0) return false;
  mode.c_iflag = mode.c_oflag = mode.c_lflag = 0;
  mode.c_cc[VMIN] = mode.c_cc[VTIME] = 0;
  return tcsetattr(terminal, TCSANOW, &mode) == 0;
}

/* Makes the terminal the program's, whatever owner the system gives it. */
static bool set_owner(int terminal) {
  return fchown(terminal, geteuid(), getegid()) == 0 && fchmod(terminal, 0620) == 0;
}

static bool type(int ours, const struct replay_terminals *terminals) {
  size_t size = terminals->typed_size;
  if (size == 0) return true;
  ssize_t written = write(ours, terminals->typed, size);
  if (written >= 0 && (size_t)written != size) errno = EFBIG;
  return written == (ssize_t)size;
}

/* The program's end, from replay's; -1 with errno set. It never becomes a controlling terminal. */
static int open_end(int ours, bool is_input) {
  char name[NAME_ROOM];
  int fault = 0;
  if (grantpt(ours) != 0 || unlockpt(ours) != 0) return -1;
  if ((fault = ptsname_r(ours, name, sizeof name)) != 0) {
    errno = fault;
    return -1;
  }
  return open(name, (is_input ? O_RDONLY : O_WRONLY) | O_NOCTTY | O_CLOEXEC);
}

bool terminal_open(const struct replay_terminals *terminals, bool is_input, int ends[2]) {
  struct winsize size = {.ws_row = terminals->rows, .ws_col = terminals->columns};
  ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  ends[1] = ends[0] >= 0 ? open_end(ends[0], is_input) : -1;
  if (ends[1] >= 0 && ioctl(ends[0], TIOCSWINSZ, &size) == 0 && set_mode(ends[1]) &&
      set_owner(ends[1]) && (!is_input || type(ends[0], terminals)))
    return true;
  int fault = errno;
  for (int i = 0; i < 2; i++)
    if (ends[i] >= 0) close(ends[i]);
  ends[0] = ends[1] = -1;
  errno = fault;
  return false;
}

bool terminals_are_possible(void) {
  static const struct replay_terminals any;
  int ends[2];
  if (!terminal_open(&any, false, ends)) return false;
  close(ends[0]);
  close(ends[1]);
  return true;
}
