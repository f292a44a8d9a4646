/* Reading the logs of a replayed test. From a sanitizer's report, the line that names the error and
   the first frame with a source line are used: frames inside the sanitizer, such as its memcpy,
   have none. UBSan's reports are single lines, and there may be several, because it continues. */
#include "replay/replay_findings.h"

#include "exec/error.h"
#include "util/file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The program may have written the logs itself: no more than that is read of all together. */
enum { LARGEST_LOGS = 16 << 20 };

#define KIND(name) (1u << ERROR_##name)

/* The meaning of a message that contains the text; the first match counts. */
struct meaning {
  const char *text;
  unsigned kinds;
};

static const struct meaning report_meanings[] = {
    {"double-free", KIND(FREE)},
    {"bad-free", KIND(FREE)},
    {"alloc-dealloc-mismatch", KIND(FREE)},
    {"free on address which was not malloc", KIND(FREE)},
    {"buffer-overflow", KIND(POINTER)},
    {"buffer-underflow", KIND(POINTER)},
    {"use-after", KIND(POINTER)},
    {"container-overflow", KIND(POINTER)},
    {"negative-size-param", KIND(POINTER)},
    {"stack-overflow", KIND(EXEC) | KIND(POINTER)},
    {"SEGV", KIND(POINTER) | KIND(READ_ONLY) | KIND(EXEC) | KIND(FREE)},
    {"BUS", KIND(POINTER) | KIND(READ_ONLY) | KIND(EXEC)},
    {"FPE", KIND(DIVISION) | KIND(OVERFLOW)},
    {"ILL", KIND(EXEC)},
    {"ABRT", KIND(ABORT)},
    {"memory leaks", KIND(LEAK)},
    {"leaked in", KIND(LEAK)},
};

static const struct meaning message_meanings[] = {
    {"division by zero", KIND(DIVISION)},
    {"cannot be represented", KIND(OVERFLOW)},
    {"shift exponent", KIND(OVERSHIFT)},
    {"null pointer", KIND(POINTER)},
    {"out of bounds", KIND(POINTER)},
    {"insufficient space", KIND(POINTER)},
    {"pointer index expression", KIND(POINTER)},
    {"unreachable program point", KIND(EXEC)},
    {"end of a value-returning function", KIND(EXEC)},
    {"incorrect function type", KIND(EXEC)},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static unsigned find_kinds(const struct meaning *meanings, size_t count, const char *text) {
  for (size_t i = 0; i < count; i++)
    if (strstr(text, meanings[i].text) != NULL) return meanings[i].kinds;
  return 0;
}

/* "…/prog.c:5:12" or "prog.c:5" at the end of a text of that length. False if it is not a
   location. */
static bool parse_place(const char *text, size_t length, char **file, unsigned *line) {
  size_t end = length;
  unsigned numbers[2], count = 0;
  while (count < 2) {
    size_t start = end;
    while (start > 0 && isdigit((unsigned char)text[start - 1])) start--;
    if (start == end || start == 0 || text[start - 1] != ':') break;
    numbers[count++] = (unsigned)strtoul(text + start, NULL, 10);
    end = start - 1;
  }
  if (count == 0 || end == 0) return false;
  size_t start = end;
  while (start > 0 && text[start - 1] != '/' && text[start - 1] != ' ') start--;
  if (start == end) return false;
  *file = alloc_format("%.*s", (int)(end - start), text + start);
  *line = numbers[count - 1];
  return true;
}

static struct replay_finding *add_finding(struct replay_findings *findings, unsigned kinds,
                                          char *text) {
  struct replay_finding finding = {.kinds = kinds, .text = text};
  vec_push(&findings->list, finding);
  return &vec_last(&findings->list);
}

/* ---- sanitizers ---- */

/* "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address …" */
static void take_report(struct replay_findings *findings, const char *line) {
  const char *name = strstr(line, "Sanitizer: ");
  if (name == NULL) return;
  const char *what = name + strlen("Sanitizer: ");
  while (name > line && isalpha((unsigned char)name[-1])) name--;
  const char *rest = strncmp(what, "attempting ", 11) == 0 ? what + 11 : what;
  size_t length = strcspn(rest, " ");
  if (strncmp(rest, "free on", 7) == 0 || strncmp(rest, "detected", 8) == 0)
    length = strcspn(rest, ":"); /* a sentence, not a word */
  add_finding(findings, find_kinds(report_meanings, LENGTH(report_meanings), what),
              alloc_format("%.*s%.*s", (int)(what - name), name, (int)length, rest));
}

/* "prog.c:5:12: runtime error: division by zero" */
static void take_message(struct replay_findings *findings, const char *line, const char *error) {
  const char *what = error + strlen(": runtime error: ");
  struct replay_finding *finding =
      add_finding(findings, find_kinds(message_meanings, LENGTH(message_meanings), what),
                  alloc_format("UndefinedBehaviorSanitizer: %s", what));
  parse_place(line, (size_t)(error - line), &finding->file, &finding->line);
}

static FILE *open_log(struct replay_findings *findings, const char *path) {
  struct stat status;
  FILE *file = file_open_regular(
      path, findings->size < LARGEST_LOGS ? LARGEST_LOGS - findings->size : 0, false);
  if (file != NULL && fstat(fileno(file), &status) == 0) findings->size += (size_t)status.st_size;
  return file;
}

static bool is_frame(const char *line) {
  line += strspn(line, " ");
  return *line == '#' && isdigit((unsigned char)line[1]);
}

void replay_findings_add_sanitizer(struct replay_findings *findings, const char *path) {
  FILE *file = open_log(findings, path);
  char *line = NULL;
  size_t capacity = 0;
  bool wants_place = false; /* of the last finding */
  if (file == NULL) return;
  while (file_read_line(&line, &capacity, file) >= 0) {
    line[strcspn(line, "\r\n")] = '\0';
    const char *error = strstr(line, ": runtime error: ");
    if (strstr(line, "==ERROR: ") != NULL || strstr(line, "==WARNING: ") != NULL) {
      size_t before = findings->list.count;
      take_report(findings, line);
      wants_place = findings->list.count > before;
    } else if (error != NULL) {
      take_message(findings, line, error);
      wants_place = false;
    } else if (wants_place && is_frame(line)) {
      struct replay_finding *last = &vec_last(&findings->list);
      wants_place = !parse_place(line, strlen(line), &last->file, &last->line);
    }
  }
  free(line);
  fclose(file);
}

/* ---- the replay library ---- */

/* "prog.c:5: main: text": sets the location and returns what follows it, or the whole text if there
   is none. */
static const char *skip_place(const char *text, struct replay_finding *finding) {
  for (const char *colon = strchr(text, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
    size_t digits = strspn(colon + 1, "0123456789");
    if (digits == 0 || strncmp(colon + 1 + digits, ": ", 2) != 0) continue;
    parse_place(text, (size_t)(colon + 1 + digits - text), &finding->file, &finding->line);
    return colon + 1 + digits + 2;
  }
  return text;
}

static void take_reported(struct replay_findings *findings, const char *text) {
  struct replay_finding *finding = add_finding(findings, KIND(USER), NULL);
  const char *message = skip_place(text, finding), *bracket = strrchr(message, '[');
  size_t length = bracket != NULL ? (size_t)(bracket - message) : strlen(message);
  while (length > 0 && message[length - 1] == ' ') length--;
  finding->text = alloc_format("%.*s", (int)length, message);
  if (bracket != NULL)
    finding->suffix = alloc_format("%.*s", (int)strcspn(bracket + 1, "]"), bracket + 1);
}

static void take_assertion(struct replay_findings *findings, const char *text) {
  static const char failed[] = "assertion failed";
  struct replay_finding *finding = add_finding(findings, KIND(ASSERT), NULL);
  const char *message = strstr(skip_place(text, finding), failed);
  finding->text = alloc_string(message != NULL ? message : failed);
}

static void take_obstacle(struct replay_findings *findings, const char *text, bool is_lost) {
  if (findings->obstacle == NULL) findings->obstacle = alloc_string(text);
  findings->is_lost |= is_lost;
}

static void take_event(struct replay_findings *findings, const char *event, const char *text) {
  if (strcmp(event, "input") == 0 || strcmp(event, "mismatch") == 0) {
    take_obstacle(findings, text, true);
  } else if (strcmp(event, "unavailable") == 0) {
    take_obstacle(findings, text, false);
  } else if (strcmp(event, "assumption") == 0) {
    take_obstacle(findings, text, false);
    add_finding(findings, KIND(USER), alloc_string(text));
  } else if (strcmp(event, "exhausted") == 0) {
    findings->is_exhausted = true;
  } else if (strcmp(event, "assertion") == 0) {
    take_assertion(findings, text);
  } else if (strcmp(event, "reached") == 0) {
    add_finding(findings, KIND(ASSERT), alloc_string(text));
  } else if (strcmp(event, "reported") == 0) {
    take_reported(findings, text);
  }
}

void replay_findings_add_events(struct replay_findings *findings, const char *path) {
  FILE *file = open_log(findings, path);
  char *line = NULL;
  size_t capacity = 0;
  if (file == NULL) return;
  while (file_read_line(&line, &capacity, file) >= 0) {
    line[strcspn(line, "\r\n")] = '\0';
    char *blank = strchr(line, ' ');
    if (blank == NULL) continue;
    *blank = '\0';
    take_event(findings, line, blank + 1);
  }
  free(line);
  fclose(file);
}

void replay_findings_free(struct replay_findings *findings) {
  for (size_t i = 0; i < findings->list.count; i++) {
    free(findings->list.data[i].text);
    free(findings->list.data[i].file);
    free(findings->list.data[i].suffix);
  }
  vec_free(&findings->list);
  free(findings->obstacle);
  *findings = (struct replay_findings){0};
}
