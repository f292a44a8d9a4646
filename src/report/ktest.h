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

/* What ktest_write gets is borrowed, and its `storage` not looked at. What ktest_read gave, tables,
   strings and bytes, is owned: ktest_free. */
struct ktest {
  const char *const *args; /* args[0] is the program */
  size_t arg_count;
  const struct ktest_object *objects; /* in the order in which the path made them */
  size_t object_count;
  void *storage; /* the strings and bytes of a test that was read */
};

/* Write a test under a temporary name and rename it: a reader never sees half a file. Return 0, or
   what errno said; nothing is left behind then. EFBIG: something has 4 GiB or more. An object of
   no bytes is left out, since KLEE rejects files that have one. */
int ktest_write(const char *path, const struct ktest *test);
int ktest_write_at(int directory, const char *name, const struct ktest *test);

/* The two halves of writing: the size of the file (0: EFBIG), and its bytes. */
size_t ktest_size(const struct ktest *test);
void ktest_encode(const struct ktest *test, uint8_t *bytes);

/* Read a test, believing nothing of what the file says. On false `test` is empty and `error` has
   an owned message that starts with the path and names the offset at which the file is wrong. */
bool ktest_read(const char *path, struct ktest *test, char **error);
/* The same for bytes at hand; the message has no path. */
bool ktest_parse(const void *bytes, size_t size, struct ktest *test, char **error);
void ktest_free(struct ktest *test);

#endif
