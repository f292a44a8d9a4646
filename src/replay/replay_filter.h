/* Filters for the system calls of programs under test. */
#ifndef REPLAY_REPLAY_FILTER_H
#define REPLAY_REPLAY_FILTER_H

#include <stdbool.h>

struct call_filter;

/* What a program may do in addition to what all may. */
struct call_rights {
  bool may_trace;  /* trace processes of its own */
  bool is_32_bits; /* use the system calls of 32-bit programs, too */
};

/* Makes the filters, which the kernel may still refuse. NULL with errno set. Returns owned. */
struct call_filter *filter_new(void);
void filter_free(struct call_filter *filter);
/* Makes those for 32-bit programs. False with errno set. */
bool filter_add_32_bits(struct call_filter *filter);
/* Applies them to the calling process and what it executes and starts from now on. False with errno
   set. */
bool filter_apply(const struct call_filter *filter, struct call_rights rights);

#endif
