/* System calls that may wait for somebody else. */
#ifndef EXEC_BUILTIN_HOST_WAIT_H
#define EXEC_BUILTIN_HOST_WAIT_H

#include <stdbool.h>

struct watch;

/* Makes the call. If the run has to stop, a call that waits ends at once, with *is_cut_off set.
   Otherwise signals that are smew's do not show: the call goes on. Returns the result, or -errno.
 */
long host_wait_call(struct watch *watch, long number, const long values[6], bool *is_cut_off);

#endif
