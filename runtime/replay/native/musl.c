/* Names of musl that glibc does not have: bitcode that was compiled against smew's libc is linked
   with the machine's for replay under sanitizers. Left out: what only the C library itself or the
   resolver uses. */
#include "replay.h"

#include <string.h>

REPLAY_WEAK size_t strlcpy(char *to, const char *from, size_t size) {
  size_t length = strlen(from);
  if (size == 0) return length;
  size_t count = length < size ? length : size - 1;
  memcpy(to, from, count);
  to[count] = '\0';
  return length;
}

REPLAY_WEAK size_t strlcat(char *to, const char *from, size_t size) {
  size_t length = strnlen(to, size);
  return length + (length < size ? strlcpy(to + length, from, size - length) : strlen(from));
}

/* It returns twice, into the caller's frame, so there can be none in between. glibc's buffer has
   the same size. */
#if defined __x86_64__ && defined __GLIBC__
__asm__(".section .text.smew_native,\"ax\",@progbits\n"
        ".weak sigsetjmp\n"
        ".type sigsetjmp,@function\n"
        "sigsetjmp: jmp __sigsetjmp@PLT\n"
        ".size sigsetjmp,.-sigsetjmp\n"
        ".text\n");
#endif
