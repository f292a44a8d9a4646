/* What became of a loop, in a line: --statistics=loops. */
#include "exec/machine.h"
#include "exec/state.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "ir/ir.h"
#include "reduce/loop_summary/site.h"
#include "util/buffer.h"

#include <stdlib.h>

static void show_input(const struct symbol *symbol, void *context) {
  enum { MOST_BYTES = 8 };
  const void *const *pair = context;
  struct buffer *out = (struct buffer *)pair[0];
  const struct state *state = pair[1];
  uint8_t *bytes = alloc_zeroed(symbol->size);
  symbol_bytes(symbol, state->witness->values, bytes);
  buffer_add(out, "%s%s = ", out->length > 0 ? ", " : "", symbol->name);
  uint64_t value = 0;
  for (uint64_t i = symbol->size < MOST_BYTES ? symbol->size : MOST_BYTES; i-- > 0;)
    value = value << 8 | bytes[i];
  buffer_add(out, "0x%llx%s", (unsigned long long)value, symbol->size > MOST_BYTES ? "…" : "");
  free(bytes);
}

char *site_show_inputs(const struct state *state) {
  struct buffer text = {0};
  const void *pair[] = {&text, state};
  if (state->witness == NULL || state->symbols == NULL) return NULL;
  symbol_walk(state->symbols, show_input, pair);
  char *copy = text.text != NULL ? alloc_string(text.text) : NULL;
  buffer_free(&text);
  return copy;
}

static const char *const interleavings[] = {"sequential", "periodic", "irregular"};

static void add_count(struct buffer *out, uint64_t count, const char *what) {
  if (count > 0)
    buffer_add(out, "; %llu state%s %s", (unsigned long long)count, count == 1 ? "" : "s", what);
}

void site_print(const struct machine *machine, const struct site *site, struct buffer *out) {
  const struct ir_loc *loc = &machine->program->locs.data[site->loc];
  size_t closed = 0;
  for (size_t i = 0; i < site->paths.count; i++) closed += site->paths.data[i].is_summarised;
  buffer_add(out, "  %s:%u:%u: ", machine->program->strings.data[loc->file], loc->line,
             loc->column);
  if (site->is_waiting)
    buffer_add(out, "not explored");
  else if (site->is_hopeless || site->shape == NULL)
    buffer_add(out, "not summarised");
  else
    buffer_add(out, "%s, %s, %zu of %zu paths have a closed form",
               interleavings[site->automaton.interleaving], site->automaton.has_niv ? "NIV" : "IV",
               closed, site->paths.count);
  add_count(out, site->replaced, "replaced");
  add_count(out, site->repeated, "dropped");
  if (site->endless > 0)
    buffer_add(out, "; does not end%s%s", site->example != NULL ? " for " : "",
               site->example != NULL ? site->example : "");
  buffer_add(out, "\n");
}
