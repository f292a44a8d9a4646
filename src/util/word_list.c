/* Lists of owned strings. */
#include "util/word_list.h"

#include <stdlib.h>
#include <string.h>

void word_list_add(word_list *list, const char *word) { vec_push(list, alloc_string(word)); }

void word_list_add_joined(word_list *list, const char *first, const char *second) {
  vec_push(list, alloc_format("%s%s", first, second));
}

void word_list_add_split(word_list *list, const char *text) {
  static const char space[] = " \t\n";
  while (text != NULL && *(text += strspn(text, space)) != '\0') {
    size_t length = strcspn(text, space);
    vec_push(list, alloc_format("%.*s", (int)length, text));
    text += length;
  }
}

void word_list_free(word_list *list) {
  for (size_t i = 0; i < list->count; i++) free(list->data[i]);
  vec_free(list);
}
