/* Drawing unknown objects: words of 8 bytes, where one that is the address of another such object
   is written as its name. Words that are 0 are left out, as in C. */
#include "report/structure_text.h"

#include "exec/state.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "util/alloc.h"
#include "util/buffer.h"

#include <stdlib.h>
#include <string.h>

bool structure_is_assumed(const struct state *state) {
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->is_assumed) return true;
  return false;
}

static const struct symbol *find_object(const struct state *state, uint64_t address) {
  if (address == 0) return NULL;
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->is_assumed && symbol->address == address) return symbol;
  return NULL;
}

static uint64_t word_at(const uint8_t *bytes, uint64_t size, uint64_t at) {
  uint64_t word = 0;
  memcpy(&word, bytes + at, size - at < 8 ? size - at : 8);
  return word;
}

static void add_word(const struct state *state, uint64_t word, struct buffer *out) {
  const struct symbol *object = find_object(state, word);
  if (object != NULL)
    buffer_add(out, "(long)%s", object->name);
  else
    buffer_add(out, "%lld", (long long)word);
}

static void add_object(const struct state *state, const struct symbol *symbol, const char *indent,
                       struct buffer *out) {
  uint8_t *bytes = alloc_bytes(symbol->size);
  symbol_bytes(symbol, state->witness->values, bytes);
  const char *separator = "";
  buffer_add(out, "%slong %s[%llu] = {", indent, symbol->name,
             (unsigned long long)((symbol->size + 7) / 8));
  for (uint64_t at = 0; at < symbol->size; at += 8) {
    uint64_t word = word_at(bytes, symbol->size, at);
    if (word == 0) continue;
    buffer_add(out, "%s[%llu] = ", separator, (unsigned long long)(at / 8));
    add_word(state, word, out);
    separator = ", ";
  }
  buffer_add(out, "%s};\n", *separator == '\0' ? "0" : "");
  free(bytes);
}

/* A value that is the address of an object: what a function returned, or a parameter. */
static void add_pointer(const struct state *state, const struct symbol *symbol, const char *indent,
                        struct buffer *out) {
  uint8_t bytes[8];
  symbol_bytes(symbol, state->witness->values, bytes);
  const struct symbol *object = find_object(state, word_at(bytes, 8, 0));
  if (object != NULL) buffer_add(out, "%svoid *%s = %s;\n", indent, symbol->name, object->name);
}

/* The newest is first in the list: an object is declared before what points to it, unless it is
   part of a cycle. */
void structure_add(const struct state *state, const char *indent, struct buffer *out) {
  if (!structure_is_assumed(state)) return;
  buffer_add(out, "%sassumes that undefined code does what the summary lists\n", indent);
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before) {
    if (!symbol->is_assumed) continue;
    if (symbol->address != 0)
      add_object(state, symbol, indent, out);
    else if (symbol->size == 8)
      add_pointer(state, symbol, indent, out);
  }
}
