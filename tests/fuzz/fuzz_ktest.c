/* Tests: what can be read can be written, and is then read as the same test. */
#include "target.h"

#include "report/ktest.h"

static const char *const tokens[] = {"KTEST", "BOUT\n", "a", "name", NULL};
static const struct target target = {"ktest", tokens};

static void require_same(const struct ktest *a, const struct ktest *b) {
  if (a->arg_count != b->arg_count) target_fail("another number of arguments");
  for (size_t i = 0; i < a->arg_count; i++)
    if (strcmp(a->args[i], b->args[i]) != 0) target_fail("another argument");
  size_t at = 0;
  for (size_t i = 0; i < a->object_count; i++) {
    const struct ktest_object *object = &a->objects[i];
    if (object->size == 0) continue; /* not written */
    if (at == b->object_count) target_fail("fewer objects");
    const struct ktest_object *other = &b->objects[at++];
    if (object->size != other->size || memcmp(object->bytes, other->bytes, object->size) != 0)
      target_fail("another object");
  }
  if (at != b->object_count) target_fail("more objects");
}

static void target_check(const uint8_t *bytes, size_t size) {
  struct ktest test, again;
  char *error = NULL;
  if (!ktest_parse(bytes, size, &test, &error)) {
    if (error == NULL || *error == '\0') target_fail("no message");
    free(error);
    return;
  }
  size_t length = ktest_size(&test);
  uint8_t *written = alloc_bytes(length + 1);
  ktest_encode(&test, written);
  if (!ktest_parse(written, length, &again, &error)) target_fail(error);
  require_same(&test, &again);
  free(written);
  ktest_free(&test);
  ktest_free(&again);
}
