// mmap of memory that belongs to no file.
#include "../observe.h"
#include <sys/mman.h>

int main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  IS(page);
  unsigned char *map = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  IS(map != MAP_FAILED);
  IS((uintptr_t)map % page);
  bool is_zero = true;
  for (size_t i = 0; i < 3 * page; i++) is_zero &= map[i] == 0;
  IS(is_zero);
  memset(map, 'm', 3 * page);
  IS(map[3 * page - 1]);
  part("advice and protection");
  SEE(mprotect(map, page, PROT_READ));
  SEE(mprotect(map, page, PROT_READ | PROT_WRITE));
  SEE(madvise(map, page, MADV_NORMAL));
  SEE(madvise(map, page, MADV_SEQUENTIAL));
  SEE(mprotect(map, page, 0x40));
  SEE(msync(map, page, MS_SYNC));
  SEE(msync(map, page, MS_ASYNC | MS_SYNC));
  SEE(msync(map + 1, page, MS_SYNC));
  SEE(munmap(map, 3 * page));
  part("whole pages");
  map = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  map[page - 1] = 'x';
  IS(map[page - 1]);
  SEE(munmap(map, 1));
  part("moved and resized");
  map = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(map, "kept", 5);
  map = mremap(map, page, 5 * page, MREMAP_MAYMOVE);
  IS(map != MAP_FAILED);
  TEXT((char *)map);
  IS(map[5 * page - 1]);
  map = mremap(map, 5 * page, 2 * page, MREMAP_MAYMOVE);
  TEXT((char *)map);
  SEE(munmap(map, 2 * page));
  part("refused");
  SEE(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  SEE(mmap(NULL, page, PROT_READ, MAP_ANONYMOUS, -1, 0));
  SEE(mmap(NULL, page, PROT_READ, MAP_PRIVATE, -1, 0));
  SEE(mmap(NULL, page, PROT_READ, MAP_PRIVATE, 99, 0));
  SEE(munmap((void *)1, page));
  SEE(munmap((void *)(16 * page), 0));
  SEE(mmap(NULL, SIZE_MAX - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  return 0;
}
