// Where a program that is linked with the libc begins. musl's own start-up reads the auxiliary
// vector, sets up thread-local storage and walks the init array; here there is no kernel and no
// loader to hand these over, so what remains is to fill in the few fields that musl's functions
// look at: the environment, the program's name, the structure of the one thread (errno, the locale
// and the stdio locks live there) and an auxiliary vector with the page size, which getauxval
// reads.
//
// The constructors, the destructors and main come from the front end, which knows the program's.
#include "libc.h"
#include "pthread_impl.h"
#include "smew.h"
#include "stdio_impl.h"
#include <elf.h>
#include <stdlib.h>
#include <unistd.h>

struct __pthread __smew_main_thread;

// Where the engine's own malloc sets errno.
int *__smew_errno;

// musl holds it while it walks the list of threads.
volatile int __thread_list_lock;

static size_t auxiliary_vector[] = {AT_PAGESZ, 4096, AT_NULL, 0};

static void set_program_name(char *path) {
  __progname_full = path;
  __progname = path;
  for (char *c = path; *c; c++)
    if (*c == '/') __progname = c + 1;
}

static void set_main_thread(void) {
  struct __pthread *self = &__smew_main_thread;
  self->self = self;
  self->next = self;
  self->prev = self;
  self->detach_state = DT_JOINABLE;
  self->tid = (int)__syscall(SYS_set_tid_address, &__thread_list_lock);
  self->locale = &libc.global_locale;
  __smew_errno = &self->errno_val;
  self->robust_list.head = &self->robust_list.head;
}

// musl finds out when it first writes to standard output that this is no terminal, and until then
// looks for the ends of lines: in symbolic text, a fork at each byte. Where it is known beforehand
// and nobody counts the writes, musl starts out that way. Not linked in programs that do not use
// it.
extern FILE __stdout_FILE __attribute__((__weak__));

static void set_buffering(void) {
  if (&__stdout_FILE && __smew_is_plain_output()) __stdout_FILE.lbf = -1;
}

_Noreturn void __smew_libc_start(int argc, char **argv, char **envp, char **world) {
  static char no_name[1];

  __smew_build_world(world, &argc, &argv, &envp);
  __environ = envp;
  libc.auxv = auxiliary_vector;
  libc.page_size = 4096;
  set_program_name(argc > 0 && argv[0] ? argv[0] : no_name);
  set_main_thread();
  set_buffering();
  __smew_constructors();
  exit(__smew_main(argc, argv, envp));
}
