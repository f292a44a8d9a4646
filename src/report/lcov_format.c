/* Coverage data in lcov's format: a section per source file from SF: to end_of_record, one record
   per line. Sums (LF, LH, …) are not trusted but recomputed; records of other kinds are ignored. */
#include "report/lcov.h"
#include "util/buffer.h"
#include "util/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

enum { LARGEST_LIST = 1 << 30 };

struct reader {
  struct lcov *lcov;
  struct lcov_file *file; /* of the section; NULL outside */
  size_t first_function;  /* of the section, in file.functions */
};

/* A number and the comma after it; *text is advanced. */
static bool take_number(const char **text, uint64_t *number) {
  char *end;
  errno = 0;
  if (**text < '0' || **text > '9') return false;
  *number = strtoull(*text, &end, 10);
  if (errno != 0 || (*end != ',' && *end != '\0')) return false;
  *text = end + (*end == ',');
  return true;
}

static bool take_line(struct lcov_file *file, const char *text) {
  uint64_t number, hits;
  if (!take_number(&text, &number) || !take_number(&text, &hits)) return false;
  lcov_add_line(file, (unsigned)number, hits);
  return true;
}

/* "line,block,branch,hits", where hits is "-" if the decision was never reached. */
static bool take_branch(struct lcov_file *file, const char *text) {
  uint64_t line, block, branch, hits = 0;
  if (!take_number(&text, &line)) return false;
  if (*text == 'e') text++; /* a branch of an exception */
  if (!take_number(&text, &block) || !take_number(&text, &branch)) return false;
  bool is_reached = strcmp(text, "-") != 0;
  if (is_reached && !take_number(&text, &hits)) return false;
  lcov_add_branch(file, (struct lcov_branch){(unsigned)line, (unsigned)block, (unsigned)branch,
                                             is_reached, hits});
  return true;
}

/* "line,name", or "first line,last line,name". */
static bool take_function(struct lcov_file *file, const char *text) {
  uint64_t line, last;
  if (!take_number(&text, &line)) return false;
  const char *rest = text;
  if (take_number(&rest, &last) && *rest != '\0') text = rest;
  lcov_add_function(file, text, (unsigned)line, 0);
  return true;
}

static bool take_function_hits(struct reader *reader, const char *text) {
  uint64_t hits;
  struct lcov_file *file = reader->file;
  if (!take_number(&text, &hits)) return false;
  for (size_t i = reader->first_function; i < file->functions.count; i++)
    if (strcmp(file->functions.data[i].name, text) == 0) {
      file->functions.data[i].hits += hits;
      break;
    }
  return true;
}

static bool take_record(struct reader *reader, const char *line) {
  if (strncmp(line, "SF:", 3) == 0) {
    reader->file = lcov_get_file(reader->lcov, line + 3);
    reader->first_function = reader->file->functions.count;
    return line[3] != '\0';
  }
  if (strcmp(line, "end_of_record") == 0) {
    bool is_inside = reader->file != NULL;
    reader->file = NULL;
    return is_inside;
  }
  if (reader->file == NULL) return strncmp(line, "TN:", 3) == 0 || *line == '\0';
  if (strncmp(line, "DA:", 3) == 0) return take_line(reader->file, line + 3);
  if (strncmp(line, "BRDA:", 5) == 0) return take_branch(reader->file, line + 5);
  if (strncmp(line, "FN:", 3) == 0) return take_function(reader->file, line + 3);
  if (strncmp(line, "FNDA:", 5) == 0) return take_function_hits(reader, line + 5);
  return true;
}

bool lcov_read(struct lcov *lcov, const char *path, char **error) {
  struct reader reader = {.lcov = lcov};
  FILE *file = file_open_regular(path, LARGEST_LIST, true);
  char *line = NULL;
  size_t capacity = 0;
  unsigned long number = 0;
  *error = NULL;
  if (file == NULL) *error = alloc_format("%s: cannot read: %s", path, strerror(errno));
  while (file != NULL && *error == NULL && file_read_line(&line, &capacity, file) >= 0) {
    line[strcspn(line, "\r\n")] = '\0';
    number++;
    if (!take_record(&reader, line))
      *error = alloc_format("%s:%lu: this is not lcov's format", path, number);
  }
  if (file != NULL) {
    if (*error == NULL && ferror(file))
      *error = alloc_format("%s: cannot read: %s", path, strerror(errno));
    fclose(file);
  }
  free(line);
  return *error == NULL;
}

/* ---- writing ---- */

static void add_sum(struct buffer *out, const char *kind, struct lcov_count count) {
  buffer_add(out, "%sF:%llu\n%sH:%llu\n", kind, (unsigned long long)count.found, kind,
             (unsigned long long)count.hit);
}

static void add_file(const struct lcov_file *file, const char *test_name, struct buffer *out) {
  struct lcov_totals totals = lcov_file_totals(file);
  buffer_add(out, "TN:%s\nSF:%s\n", test_name, file->path);
  for (size_t i = 0; i < file->functions.count; i++)
    buffer_add(out, "FN:%u,%s\n", file->functions.data[i].line, file->functions.data[i].name);
  for (size_t i = 0; i < file->functions.count; i++)
    buffer_add(out, "FNDA:%llu,%s\n", (unsigned long long)file->functions.data[i].hits,
               file->functions.data[i].name);
  add_sum(out, "FN", totals.functions);
  for (size_t i = 0; i < file->branches.count; i++) {
    const struct lcov_branch *branch = &file->branches.data[i];
    buffer_add(out, "BRDA:%u,%u,%u,", branch->line, branch->block, branch->branch);
    if (branch->is_reached)
      buffer_add(out, "%llu\n", (unsigned long long)branch->hits);
    else
      buffer_add(out, "-\n");
  }
  add_sum(out, "BR", totals.branches);
  for (size_t i = 0; i < file->lines.count; i++)
    buffer_add(out, "DA:%u,%llu\n", file->lines.data[i].number,
               (unsigned long long)file->lines.data[i].hits);
  add_sum(out, "L", totals.lines);
  buffer_add(out, "end_of_record\n");
}

void lcov_write(const struct lcov *lcov, const char *test_name, struct buffer *out) {
  for (size_t i = 0; i < lcov->files.count; i++) add_file(&lcov->files.data[i], test_name, out);
}
