/* The program that belongs to a directory of tests, from the run's summary.json. Keys that are
   missing or have an unexpected type count as absent: a summary of another version is better than
   none. */
#include "report/summary_facts.h"

#include "util/buffer.h"
#include "util/file.h"
#include "util/json_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_SUMMARY = 1 << 26 };

void summary_facts_free(struct summary_facts *facts) {
  free(facts->program);
  free(facts->directory);
  free(facts->cc_flags);
  free(facts->entry_point);
  word_list_free(&facts->files);
  word_list_free(&facts->include_dirs);
  word_list_free(&facts->defines);
  word_list_free(&facts->options);
  *facts = (struct summary_facts){0};
}

static char *copy_text(const struct json_value *summary, const char *key) {
  const char *text = json_member_text(summary, key);
  return text != NULL && *text != '\0' ? alloc_string(text) : NULL;
}

static void copy_words(const struct json_value *summary, const char *key, word_list *words) {
  const struct json_value *array = json_member(summary, key);
  if (array == NULL || array->kind != JSON_ARRAY) return;
  for (size_t i = 0; i < array->count; i++)
    if (array->items[i].kind == JSON_STRING) vec_push(words, alloc_string(array->items[i].text));
}

static void copy_options(const struct json_value *summary, word_list *words) {
  const struct json_value *array = json_member(summary, "options");
  for (size_t i = 0; array != NULL && array->kind == JSON_ARRAY && i < array->count; i++) {
    const char *name = json_member_text(&array->items[i], "name");
    const char *value = json_member_text(&array->items[i], "value");
    bool is_short = name != NULL && name[0] == '-' && name[1] != '-';
    if (name != NULL)
      vec_push(words,
               alloc_format("%s%s%s", name, value && !is_short ? "=" : "", value ? value : ""));
  }
}

static bool is_true(const struct json_value *summary, const char *key) {
  const struct json_value *value = json_member(summary, key);
  return value != NULL && value->kind == JSON_BOOL && value->truth;
}

/* Whether uncovered code is unreachable; results of earlier versions only say whether all paths
   were followed. */
static bool covers_all(const struct json_value *summary) {
  const struct json_value *guarantees = json_member(summary, "guarantees");
  if (!is_true(summary, "ended") || !is_true(summary, "complete")) return false;
  return guarantees == NULL || is_true(guarantees, "nothing_more_to_cover");
}

bool summary_facts_read(struct summary_facts *facts, const char *run_directory, char **error) {
  char *path = alloc_format("%s/summary.json", run_directory), *why = NULL;
  struct buffer text = {0};
  struct json_value *summary = NULL;
  *facts = (struct summary_facts){0};
  errno = 0;
  bool is_good = file_read_regular(path, LARGEST_SUMMARY, true, &text);
  if (is_good) summary = json_read(text.text ? text.text : "", text.length, &why);
  if (!is_good && errno == ENOENT)
    is_good = true;
  else if (!is_good)
    *error = alloc_format("%s: cannot read: %s", path, strerror(errno));
  else if (summary == NULL)
    *error = alloc_format("%s:%s", path, why);
  if (summary != NULL) {
    facts->is_there = true;
    facts->has_ended = is_true(summary, "ended");
    facts->program = copy_text(summary, "program");
    facts->directory = copy_text(summary, "directory");
    facts->cc_flags = copy_text(summary, "cc_flags");
    facts->entry_point = copy_text(summary, "entry_point");
    facts->is_complete = covers_all(summary);
    copy_words(summary, "files", &facts->files);
    copy_words(summary, "include_dirs", &facts->include_dirs);
    copy_words(summary, "defines", &facts->defines);
    copy_options(summary, &facts->options);
  }
  is_good = is_good && why == NULL;
  json_free(summary);
  buffer_free(&text);
  free(why);
  free(path);
  return is_good;
}
