/* The memory of the process, as Linux reports it. */
#ifndef UTIL_PROCESS_MEMORY_H
#define UTIL_PROCESS_MEMORY_H

#include <stdint.h>
#include <sys/types.h>

/* Bytes; both 0 if unknown. */
struct process_memory {
  uint64_t address_space, resident;
};

struct process_memory process_memory(void);
struct process_memory process_memory_of(pid_t process);

#endif
