// Terminals: --sym-tty. Whether a standard stream is one is an input, and so is the size of the
// window. A path finds out only when it asks something that the answer depends on; reading, writing
// and closing are the same either way.
//
// A terminal is in raw mode, so that what is read and written are the bytes themselves, and a read
// that finds nothing typed ends at once (VMIN and VTIME are 0): it gives the bytes of standard
// input, then the end of file. A native run can be given just such a pseudo-terminal. Modes that
// the program sets are kept, but those that would change bytes have no effect, which is reported.
//
// Each stream that is a terminal is one of its own, of the same size as the others at first. There
// is no controlling terminal, hence no /dev/tty, no process groups and no signals of it.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <termios.h>

enum { SLAVE_MAJOR = 136, STREAMS = 3 };

// The kernel's struct termios, which is shorter than the libc's.
struct modes {
  tcflag_t input, output, control, local;
  cc_t line, characters[19];
};

static const struct modes raw = {.control = B38400 | CS8 | CREAD,
                                 .characters = {[VINTR] = 3,
                                                [VQUIT] = 28,
                                                [VERASE] = 127,
                                                [VKILL] = 21,
                                                [VEOF] = 4,
                                                [VSTART] = 17,
                                                [VSTOP] = 19,
                                                [VSUSP] = 26,
                                                [VREPRINT] = 18,
                                                [VDISCARD] = 15,
                                                [VWERASE] = 23,
                                                [VLNEXT] = 22}};

static int are_terminals[STREAMS];
static struct modes modes[STREAMS];
static struct winsize windows[STREAMS];

static void make_choice(int stream, const char *name) {
  __smew_make_symbolic(&are_terminals[stream], sizeof(are_terminals[stream]), name);
  __smew_assume((unsigned)are_terminals[stream] <= 1);
  __smew_prefer(are_terminals[stream] == 0);
}

void __posix_make_terminals(void) {
  struct winsize *size = __smew_allocate(sizeof(*size));
  __posix_world.has_terminals = true;
  make_choice(0, "stdin_tty");
  make_choice(1, "stdout_tty");
  make_choice(2, "stderr_tty");
  __smew_make_symbolic(size, sizeof(*size), "tty_size");
  __smew_assume((size->ws_xpixel == 0) & (size->ws_ypixel == 0));
  __smew_prefer(size->ws_row == 24);
  __smew_prefer(size->ws_col == 80);
  for (int i = 0; i < STREAMS; i++) {
    windows[i] = *size;
    modes[i] = raw;
  }
  __smew_release(size);
}

// What there is to read comes along.
static void become_terminal(struct file *file) {
  struct node *input = file->node, *node = __posix_new_node(S_IFCHR | 0620);
  node->status.st_rdev = makedev(SLAVE_MAJOR, file->host);
  if (file->kind == FILE_NODE) {
    node->bytes = input->bytes;
    node->size = input->size;
  }
  file->node = node;
  file->kind = FILE_TERMINAL;
}

void __posix_settle(struct file *file) {
  if (!file->may_be_terminal || !__posix_world.has_terminals) return;
  file->may_be_terminal = false;
  if (are_terminals[file->host]) become_terminal(file);
}

long __posix_terminal_read(struct file *file, char *buffer, size_t size) {
  size_t left = file->node->size - (size_t)file->offset;
  if (size > left) size = left;
  if (size > 0) memcpy(buffer, file->node->bytes + file->offset, size);
  file->offset += (long)size;
  return (long)size;
}

short __posix_terminal_events(const struct file *file) {
  if (__posix_may_write(file)) return POLLOUT | POLLWRNORM;
  return (size_t)file->offset < file->node->size ? POLLIN | POLLRDNORM : 0;
}

// Modes under which bytes pass as they are and reading does not wait.
static bool is_plain(const struct modes *set) {
  const tcflag_t changing = IGNCR | INLCR | ICRNL | ISTRIP | IXON | IUCLC;
  return !(set->input & changing) && !(set->output & OPOST) &&
         !(set->local & (ICANON | ISIG | ECHO | IEXTEN)) && set->characters[VMIN] == 0;
}

static long set_modes(struct modes *old, const struct modes *set) {
  *old = *set;
  if (!is_plain(old)) __smew_unmodelled("a terminal mode that changes what is read or written");
  return 0;
}

// The only answer to what concerns a controlling terminal.
static bool is_about_control(int request) {
  return request == TIOCGPGRP || request == TIOCSPGRP || request == TIOCGSID ||
         request == TIOCNOTTY;
}

long __posix_terminal_control(struct file *file, int request, void *argument) {
  struct modes *own = &modes[file->host];
  switch (request) {
  case TCGETS: *(struct modes *)argument = *own; return 0;
  case TCSETS:
  case TCSETSW:
  case TCSETSF: return set_modes(own, argument);
  case TIOCGWINSZ: *(struct winsize *)argument = windows[file->host]; return 0;
  case TIOCSWINSZ: windows[file->host] = *(const struct winsize *)argument; return 0;
  case FIONREAD: *(int *)argument = (int)(file->node->size - (size_t)file->offset); return 0;
  case TIOCOUTQ: *(int *)argument = 0; return 0;
  case TCSBRK:
  case TCSBRKP:
  case TCXONC:
  case TCFLSH: return 0;
  default: break;
  }
  if (is_about_control(request)) return -ENOTTY;
  __smew_unmodelled("system call ioctl with an unusual request to a terminal");
  return -EINVAL;
}
