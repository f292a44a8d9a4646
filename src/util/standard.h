/* The standard streams. */
#ifndef UTIL_STANDARD_H
#define UTIL_STANDARD_H

#include <stdbool.h>

/* Takes the numbers of standard streams that are closed, so that no file that is opened later gets
   one and is taken for the stream. What takes them cannot be read or written (O_PATH): for code
   that uses the stream it is as closed as before. To be called first. */
void standard_reserve(void);
/* Whether all that was printed has been written to standard output; if not, says so on standard
   error. To be called last: it closes the stream. */
bool standard_finish(void);

#endif
