/* Code that fails to allocate has no context that knows of results, hence the global variables.
   Several threads may end up here, and one of them twice: only the first time counts. Nothing is
   allocated, and no lock is waited for. */
#include "util/exhaustion.h"

#include "util/fault.h"

#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static exhaustion_rescue *rescue;
static void *rescue_context;
static atomic_flag is_ending = ATOMIC_FLAG_INIT;

void exhaustion_set_rescue(exhaustion_rescue *function, void *context) {
  rescue = function;
  rescue_context = context;
}

/* std::set_new_handler(void (*)()), as the C++ ABI spells it. */
void (*set_new_handler(void (*handler)(void)))(void) __asm__("_ZSt15set_new_handlerPFvvE");

static void fail_new(void) { exhaustion_end(0); }

/* Before the constructors of these libraries, which allocate. */
__attribute__((constructor(101))) static void catch_new(void) { set_new_handler(fail_new); }

static void say(size_t size) {
  char text[96];
  int length = size > 0 ? snprintf(text, sizeof text, " (%zu bytes requested)", size) : 0;
  static const char what[] = "smew: out of memory";
  if (write(STDERR_FILENO, what, sizeof what - 1) < 0) return;
  if (length > 0 && write(STDERR_FILENO, text, (size_t)length) < 0) return;
  if (write(STDERR_FILENO, "\n", 1) < 0) return;
}

_Noreturn void exhaustion_end(size_t size) {
  if (atomic_flag_test_and_set(&is_ending)) _exit(SMEW_EXIT_FAULT);
  if (rescue != NULL) rescue(rescue_context);
  if (ftrylockfile(stdout) == 0) {
    fflush(stdout);
    funlockfile(stdout);
  }
  say(size);
  _exit(SMEW_EXIT_FAULT);
}
