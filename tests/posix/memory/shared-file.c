// A shared mapping of a file: what is written there gets into the file.
#include "../observe.h"
#include <sys/mman.h>

int main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  make_file("a", "file content");
  int fd = SEE(open("a", O_RDWR));
  char *map = mmap(NULL, 12, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  IS(map != MAP_FAILED);
  if (map == MAP_FAILED) return 1;
  BYTES(map, 12);
  memcpy(map, "FILE", 4);
  part("after msync");
  SEE(msync(map, 12, MS_SYNC));
  TEXT(content_of("a"));
  part("after munmap");
  map[5] = 'C';
  map[13] = '!';
  SEE(munmap(map, 12));
  TEXT(content_of("a"));
  struct stat status;
  SEE(fstat(fd, &status));
  IS(status.st_size);
  part("the descriptor may be closed before");
  map = mmap(NULL, 12, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  SEE(close(fd));
  memcpy(map, "____", 4);
  SEE(munmap(map, 12));
  TEXT(content_of("a"));
  part("from a page on");
  fd = SEE(open("b", O_RDWR | O_CREAT, 0644));
  SEE(ftruncate(fd, 2 * page));
  map = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)page);
  strcpy(map + 100, "second page");
  SEE(munmap(map, page));
  char buffer[16] = {0};
  SEE(pread(fd, buffer, 16, (off_t)page + 100));
  TEXT(buffer);
  return 0;
}
