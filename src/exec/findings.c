/* Collecting what is found out. The lists are short: one entry per cause and source location. */
#include "exec/findings.h"

#include <stdlib.h>
#include <string.h>

void findings_init(struct findings *found, const struct ir_program *program) {
  *found = (struct findings){0};
  coverage_init(&found->coverage, program);
}

void findings_forget(struct findings *found) {
  parts_free(&found->parts);
  for (size_t i = 0; i < found->incomplete.count; i++) free(found->incomplete.data[i].what);
  for (size_t i = 0; i < found->unmodelled.count; i++) free(found->unmodelled.data[i].what);
  for (size_t i = 0; i < found->assumptions.count; i++) free(found->assumptions.data[i].what);
  vec_free(&found->assumptions);
  vec_free(&found->incomplete);
  vec_free(&found->unmodelled);
}

void findings_clear(struct findings *found, const struct ir_program *program) {
  coverage_free(&found->coverage, program);
  findings_forget(found);
}

void findings_add_incomplete(struct findings *found, const char *what, uint32_t loc) {
  for (size_t i = 0; i < found->incomplete.count; i++) {
    struct incompleteness *entry = &found->incomplete.data[i];
    if (entry->loc != loc || strcmp(entry->what, what) != 0) continue;
    entry->count++;
    return;
  }
  vec_push(&found->incomplete, ((struct incompleteness){alloc_string(what), loc, 1}));
}

/* Whether it is new. */
static bool count(struct counted *list, size_t size, const char *what) {
  for (size_t i = 0; i < size; i++) {
    if (strcmp(list[i].what, what) != 0) continue;
    list[i].count++;
    return false;
  }
  return true;
}

bool findings_add_unmodelled(struct findings *found, const char *what) {
  if (!count(found->unmodelled.data, found->unmodelled.count, what)) return false;
  vec_push(&found->unmodelled, ((struct counted){alloc_string(what), 1}));
  return true;
}

void findings_add_assumption(struct findings *found, const char *what) {
  if (count(found->assumptions.data, found->assumptions.count, what))
    vec_push(&found->assumptions, ((struct counted){alloc_string(what), 1}));
}
