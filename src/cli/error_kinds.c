/* Kinds of errors as they are named on the command line: by the tags of messages and reports, or as
   KLEE calls them. */
#include "cli/error_kinds.h"

#include "exec/error.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct {
  const char *name;
  enum error_kind kind;
} names[] = {
#define X(name, tag) {tag, ERROR_##name},
    ERROR_KINDS(X)
#undef X
    /* KLEE's, where they are spelt differently */
    {"BadVectorAccess", ERROR_POINTER},
    {"Execution", ERROR_EXEC},
    {"ReadOnly", ERROR_READ_ONLY},
    {"ReportError", ERROR_USER},
};
enum { NAME_COUNT = sizeof names / sizeof *names };

static int find_kind(const char *name) {
  for (int i = 0; i < NAME_COUNT; i++)
    if (strcasecmp(names[i].name, name) == 0) return (int)names[i].kind;
  return -1;
}

bool cli_knows_error_kinds(const string_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    if (find_kind(list->data[i]) >= 0) continue;
    fprintf(stderr, "smew: --exit-on-error-type: '%s' is not one of", list->data[i]);
    for (int k = 0; k < ERROR_KIND_COUNT; k++)
      fprintf(stderr, "%s %s", k == 0 ? "" : ",", names[k].name);
    fputc('\n', stderr);
    return false;
  }
  return true;
}

uint32_t cli_error_kinds(const string_list *list) {
  uint32_t kinds = 0;
  for (size_t i = 0; i < list->count; i++) kinds |= (uint32_t)1 << find_kind(list->data[i]);
  return kinds;
}
