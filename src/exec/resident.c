/* Memory of the process, as Linux and malloc tell it. */
#include "exec/resident.h"

#include "exec/machine.h"

#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

uint64_t resident_bytes(void) {
  unsigned long long total, resident;
  FILE *file = fopen("/proc/self/statm", "r");
  int got = file ? fscanf(file, "%llu %llu", &total, &resident) : 0;
  if (file) fclose(file);
  return got == 2 ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

uint64_t resident_bytes_in_use(const struct machine *machine) {
  uint64_t bytes = resident_bytes();
  uint64_t unused = machine->memory.pool.free_bytes + mallinfo2().fordblks;
  return bytes > unused ? bytes - unused : 0;
}

void resident_trim(void) { malloc_trim(0); }
