// A private mapping of a file: a copy of one's own.
#include "../observe.h"
#include <sys/mman.h>

int main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  make_file("a", "file content");
  int fd = SEE(open("a", O_RDWR));
  char *map = mmap(NULL, 12, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  IS(map != MAP_FAILED);
  BYTES(map, 12);
  part("the rest of the page is zero");
  BYTES(map + 12, 4);
  IS(map[page - 1]);
  part("writing stays private");
  memcpy(map, "MINE", 4);
  BYTES(map, 12);
  TEXT(content_of("a"));
  part("the descriptor is not needed any more");
  SEE(close(fd));
  BYTES(map, 12);
  SEE(unlink("a"));
  BYTES(map, 12);
  SEE(munmap(map, 12));
  part("from a page on");
  fd = SEE(open("b", O_RDWR | O_CREAT, 0644));
  static char block[4096 * 2 + 100];
  for (size_t i = 0; i < sizeof block; i++) block[i] = (char)('a' + i / 1000 % 26);
  SEE(write(fd, block, sizeof block));
  map = mmap(NULL, 200, PROT_READ, MAP_PRIVATE, fd, (off_t)page);
  IS(map != MAP_FAILED);
  BYTES(map, 4);
  IS(memcmp(map, block + page, 200));
  SEE(munmap(map, 200));
  map = mmap(NULL, sizeof block, PROT_READ, MAP_SHARED, fd, 0);
  IS(memcmp(map, block, sizeof block));
  SEE(munmap(map, sizeof block));
  part("a file for reading only may be changed privately");
  int reader = SEE(open("b", O_RDONLY));
  map = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE, reader, 0);
  IS(map != MAP_FAILED);
  map[0] = '!';
  SEE(pread(reader, block, 1, 0));
  BYTES(block, 1);
  SEE(munmap(map, page));
  part("refused");
  SEE(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, fd, 1));
  SEE(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, fd, 100));
  SEE(mmap(NULL, 0, PROT_READ, MAP_PRIVATE, fd, 0));
  SEE(mmap(NULL, 10, PROT_READ, 0, fd, 0));
  SEE(mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, reader, 0));
  int writer = SEE(open("b", O_WRONLY));
  SEE(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, writer, 0));
  int directory = SEE(open(".", O_RDONLY));
  SEE(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, directory, 0));
  int ends[2];
  MUST(pipe(ends) == 0);
  SEE(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, ends[0], 0));
  part("/dev/zero");
  int zero = SEE(open("/dev/zero", O_RDWR));
  map = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0);
  IS(map != MAP_FAILED);
  if (map != MAP_FAILED) IS(map[17]);
  return 0;
}
