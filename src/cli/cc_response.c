/* Words of a response file are separated by spaces; quotes of both kinds hold a word together, and
   a backslash quotes the next character, as in GNU's compilers and linkers. A file may
   name others; the depth is bounded, since it may name itself. */
#include "cli/cc_response.h"

#include "util/alloc.h"
#include "util/buffer.h"
#include "util/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NESTED = 20 };

/* The word at *at, which is moved behind it. */
static void read_word(const char **at, struct buffer *word) {
  char quote = '\0';
  for (; **at != '\0' && (quote != '\0' || !isspace((unsigned char)**at)); (*at)++) {
    if (**at == '\\' && (*at)[1] != '\0')
      buffer_add_bytes(word, ++*at, 1);
    else if (quote == '\0' && (**at == '"' || **at == '\''))
      quote = **at;
    else if (quote != '\0' && **at == quote)
      quote = '\0';
    else
      buffer_add_bytes(word, *at, 1);
  }
}

static bool read_file(const char *path, struct cc_words *words, int depth) {
  struct buffer text = {0};
  bool is_good = file_read(path, &text);
  if (text.text == NULL) buffer_add_bytes(&text, "", 0);
  for (const char *at = text.text; is_good;) {
    while (isspace((unsigned char)*at)) at++;
    if (*at == '\0') break;
    struct buffer word = {0};
    buffer_add_bytes(&word, "", 0);
    read_word(&at, &word);
    if (word.text[0] == '@' && depth < MOST_NESTED && read_file(word.text + 1, words, depth + 1))
      buffer_free(&word);
    else
      vec_push(words, word.text);
  }
  buffer_free(&text);
  return is_good;
}

bool cc_response_read(const char *path, struct cc_words *words) {
  return read_file(path, words, 0);
}
