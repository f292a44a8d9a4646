/* How much of the host's memory the process uses, as Linux reports it. */
#ifndef UTIL_PROCESS_MEMORY_H
#define UTIL_PROCESS_MEMORY_H

#include <stdint.h>
#include <sys/types.h>

/* Bytes; both 0 if not known. */
struct process_memory {
  uint64_t address_space, resident;
};

struct process_memory process_memory(void);
struct process_memory process_memory_of(pid_t process);

#endif
