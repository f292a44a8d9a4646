/* Linux reports both in pages. Nothing is allocated: a separate thread calls this many times a
   second. */
#include "util/process_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static struct process_memory read_sizes(const char *path) {
  char text[128];
  unsigned long long total, resident;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : 0;
  if (file >= 0) close(file);
  if (length <= 0) return (struct process_memory){0};
  text[length] = '\0';
  if (sscanf(text, "%llu %llu", &total, &resident) != 2) return (struct process_memory){0};
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  return (struct process_memory){.address_space = total * page, .resident = resident * page};
}

struct process_memory process_memory(void) { return read_sizes("/proc/self/statm"); }

struct process_memory process_memory_of(pid_t process) {
  char path[48];
  snprintf(path, sizeof path, "/proc/%lld/statm", (long long)process);
  return read_sizes(path);
}
