/* What the process takes of the host's memory. */
#ifndef EXEC_RESIDENT_H
#define EXEC_RESIDENT_H

#include <stdint.h>

struct machine;

uint64_t resident_bytes(void);
/* The same without what the process could use again. Slow: malloc walks its lists. */
uint64_t resident_bytes_in_use(const struct machine *machine);
/* Gives back what it can. */
void resident_trim(void);

#endif
