/* The output of LLVM's gcov: a section for each source of an object, with every line of the source
   after its count, and functions and branches in lines between. Without the source there are no
   lines. */
#include "replay/replay_gcov.h"
#include "report/lcov.h"
#include "util/alloc.h"
#include "util/file.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_OUTPUT = 1 << 30 };

struct reader {
  const struct gcov_text *text;
  char *source;           /* owned; name of the source of the section, NULL before the first */
  struct lcov_file *file; /* NULL: no line with code in this section yet */
  unsigned line;
  unsigned branch; /* number of the next one of the line */
  char *function;  /* owned; the function whose first line comes next, or NULL */
  uint64_t function_hits;
};

static void take_source(struct reader *reader, const char *name) {
  free(reader->source);
  reader->source = alloc_string(name);
  reader->file = NULL;
}

static void take_notes(struct reader *reader, const char *path) {
  if (reader->text->found != NULL && reader->source != NULL)
    reader->text->found(reader->text->context, reader->source, path);
}

static struct lcov_file *section_file(struct reader *reader) {
  char path[PATH_MAX];
  if (reader->file != NULL || reader->source == NULL || reader->text->lcov == NULL)
    return reader->file;
  char *joined = reader->source[0] == '/'
                     ? alloc_string(reader->source)
                     : alloc_format("%s/%s", reader->text->base, reader->source);
  reader->file = lcov_get_file(reader->text->lcov, realpath(joined, path) != NULL ? path : joined);
  free(joined);
  return reader->file;
}

/* "        5:   12:text": how often, where, what. "#####" and "=====": never. "-": no code. */
static void take_line(struct reader *reader, const char *count, const char *rest) {
  uint64_t hits = 0;
  reader->line = (unsigned)strtoul(rest, NULL, 10);
  reader->branch = 0;
  count += strspn(count, " ");
  if (*count == '-' || reader->line == 0) return;
  if (isdigit((unsigned char)*count)) hits = strtoull(count, NULL, 10);
  struct lcov_file *file = section_file(reader);
  if (file == NULL) return;
  lcov_add_line(file, reader->line, hits);
  if (reader->function != NULL)
    lcov_add_function(file, reader->function, reader->line, reader->function_hits);
  free(reader->function);
  reader->function = NULL;
}

/* "branch  0 taken 3" or "branch  0 never executed". */
static void take_branch(struct reader *reader, const char *text) {
  struct lcov_file *file = section_file(reader);
  const char *taken = strstr(text, " taken ");
  if (file == NULL || reader->line == 0) return;
  lcov_add_branch(file, (struct lcov_branch){.line = reader->line,
                                             .branch = reader->branch++,
                                             .is_reached = taken != NULL,
                                             .hits = taken ? strtoull(taken + 7, NULL, 10) : 0});
}

/* "function main called 2 returned 100% blocks executed 80%" precedes its first line. */
static void take_function(struct reader *reader, const char *text) {
  const char *called = strstr(text, " called ");
  if (called == NULL) return;
  free(reader->function);
  reader->function = alloc_format("%.*s", (int)(called - text), text);
  reader->function_hits = strtoull(called + 8, NULL, 10);
}

static void take_text(struct reader *reader, char *line) {
  static const char source[] = "        -:    0:Source:", notes[] = "        -:    0:Graph:";
  line[strcspn(line, "\n")] = '\0';
  char *colon = strchr(line, ':');
  if (strncmp(line, source, strlen(source)) == 0)
    take_source(reader, line + strlen(source));
  else if (strncmp(line, notes, strlen(notes)) == 0)
    take_notes(reader, line + strlen(notes));
  else if (strncmp(line, "branch ", 7) == 0)
    take_branch(reader, line + 7);
  else if (strncmp(line, "function ", 9) == 0)
    take_function(reader, line + 9);
  else if (colon != NULL && colon[1 + strspn(colon + 1, " 0123456789")] == ':')
    take_line(reader, line, colon + 1);
}

bool gcov_text_read(const struct gcov_text *text, const char *path) {
  struct reader reader = {.text = text};
  char *line = NULL;
  size_t capacity = 0;
  FILE *file = file_open_regular(path, LARGEST_OUTPUT, false);
  while (file != NULL && file_read_line(&line, &capacity, file) >= 0) take_text(&reader, line);
  if (file != NULL) fclose(file);
  free(line);
  free(reader.source);
  free(reader.function);
  return file != NULL;
}
