/* Tests: what a path writes so that it can be run again. */
#ifndef REPORT_TESTS_H
#define REPORT_TESTS_H

#include "exec/repetition.h"
#include "util/buffer.h"

#include <stdbool.h>
#include <stdint.h>

struct path_report;
struct writer;

struct test_rules {
  const char *const *arguments; /* of the program; [0] is the program */
  size_t argument_count;
  bool is_covering_only; /* --only-output-states-covering-new */
  bool is_every_error;   /* --emit-all-errors */
};

/* Whether the end of this path writes a test. */
bool tests_is_wanted(const struct test_rules *rules, const struct path_report *report);
/* Writes testNNNNNN.ktest and the files that belong to it: the error's report, or why the path was
   cut off; and a line of paths.jsonl. The scratch is reused; the caller frees it with
   tests_free_scratch. */
struct test_scratch {
  struct buffer text, bytes;
  struct spelled_inputs spelled; /* what the objects are made of, if inputs are repeated */
  void *objects;
  size_t object_capacity;
  bool has_warned; /* about a test that is too large to be written */
};
void tests_write(const struct test_rules *rules, const struct path_report *report, uint64_t number,
                 struct writer *writer, struct test_scratch *scratch);
void tests_free_scratch(struct test_scratch *scratch);

/* The inputs of the path, one per line after the indent: "x = 5". */
void tests_add_inputs(const struct path_report *report, const char *indent, struct buffer *out);

#endif
