/* Tests in KLEE's format: the arguments of the program and the bytes of its inputs. */
#ifndef REPORT_KTEST_H
#define REPORT_KTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ktest_object {
  const char *name;
  const uint8_t *bytes;
  size_t size;
};

/* ktest_write borrows everything and ignores `storage`. After ktest_read, tables, strings and bytes
   are owned: call ktest_free. */
struct ktest {
  const char *const *args; /* args[0] is the program */
  size_t arg_count;
  const struct ktest_object *objects; /* in the order in which the path made them */
  size_t object_count;
  void *storage; /* the strings and bytes of a test that was read */
};

/* Writes a test under a temporary name and renames it: a reader never sees half a file. Returns 0,
   or an errno; then nothing is left behind. EFBIG: something has 4 GiB or more. An object of no
   bytes is left out, since KLEE rejects files that have one. */
int ktest_write(const char *path, const struct ktest *test);
int ktest_write_at(int directory, const char *name, const struct ktest *test);

/* The two steps of writing: the size of the file (0: EFBIG), and its bytes. */
size_t ktest_size(const struct ktest *test);
void ktest_encode(const struct ktest *test, uint8_t *bytes);

/* Reads a test without trusting the file. On false `test` is empty and `error` is an owned message
   that starts with the path and gives the offset of the error. */
bool ktest_read(const char *path, struct ktest *test, char **error);
/* The same for bytes in memory; the message has no path. */
bool ktest_parse(const void *bytes, size_t size, struct ktest *test, char **error);
void ktest_free(struct ktest *test);

#endif
