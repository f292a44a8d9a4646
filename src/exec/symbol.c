/* Symbolic objects of a path, and their arrays.

   Paths that make an object of the same name and size symbolic share one array, so that what the
   solver has learnt on one path helps on the others. No state ever has inputs of two paths, so
   nothing is confused. */
#include "exec/symbol.h"

#include "exec/machine.h"
#include "exec/seeds.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "memory/space.h"
#include "util/alloc.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

struct symbol *symbol_share(struct symbol *last) {
  if (last != NULL) last->refs++;
  return last;
}

void symbol_release(struct symbol *last) {
  while (last != NULL && --last->refs == 0) {
    struct symbol *before = last->before;
    free(last);
    last = before;
  }
}

static bool has_name(const struct symbol *last, const char *name) {
  for (; last != NULL; last = last->before)
    if (strcmp(last->name, name) == 0) return true;
  return false;
}

/* Whether the name looks like another one with a number. */
static bool ends_in_number(const char *name) {
  const char *line = strrchr(name, '_');
  return line != NULL && line[1] != '\0' && line[1 + strspn(line + 1, "0123456789")] == '\0';
}

/* The last symbol of the path that requested the name, or NULL. */
static const struct symbol *find_asked(const struct symbol *last, const char *name) {
  while (last != NULL && strcmp(last->asked, name) != 0) last = last->before;
  return last;
}

/* The name itself, or the first of name_1, name_2 … that is unused on the path. Owned. A loop
   may request one name thousands of times, so the number is one more than that of the last,
   unless other names may have taken numbers too. */
static char *unused_name(const struct symbol *last, const char *name, uint32_t same,
                         bool is_doubtful) {
  char *numbered = same == 0 ? alloc_string(name) : alloc_format("%s_%u", name, same);
  for (unsigned k = 1; is_doubtful && has_name(last, numbered); k++) {
    free(numbered);
    numbered = alloc_format("%s_%u", name, k);
  }
  return numbered;
}

static const struct expr_array *find_array(struct machine *machine, const char *name,
                                           uint64_t size) {
  char *key = alloc_format("%llu %s", (unsigned long long)size, name);
  uint32_t number = strmap_get(&machine->arrays.by_name, key);
  if (number == STRMAP_NONE) {
    number = expr_new_array(machine->exprs, name, 8, 64, size, NULL)->number;
    strmap_set(&machine->arrays.by_name, key, number);
  }
  free(key);
  return expr_find_array(machine->exprs, number);
}

/* The array for a name that the path does not have yet. For a loop that requests one name
   repeatedly, each array leads to the next once names and sizes have been looked up. */
static const struct expr_array *array_for(struct machine *machine, const struct symbol *asked,
                                          const char *name, uint64_t size, bool is_doubtful) {
  const struct symbol *last = machine->state->symbols;
  uint32_t before =
      asked && !is_doubtful && asked->size == size ? asked->array->number : UINT32_MAX;
  if (before < machine->arrays.next.count && machine->arrays.next.data[before] != 0)
    return expr_find_array(machine->exprs, machine->arrays.next.data[before]);
  char *unique = unused_name(last, name, asked ? asked->same + 1 : 0, is_doubtful);
  const struct expr_array *array = find_array(machine, unique, size);
  free(unique);
  if (before == UINT32_MAX) return array;
  while (machine->arrays.next.count <= before) vec_push(&machine->arrays.next, 0);
  machine->arrays.next.data[before] = array->number;
  return array;
}

/* The symbol's bytes in the test that is followed become those of the witness. */
static void take_from_test(struct machine *machine, const struct symbol *symbol) {
  const struct explore_options *limits = &machine->limits;
  const struct explore_input *input = NULL;
  for (size_t i = 0; i < limits->test_size && input == NULL; i++)
    if (strcmp(limits->test[i].name, symbol->name) == 0) input = &limits->test[i];
  if (input == NULL) {
    machine_stray(machine, "the test has no input '%s'", symbol->name);
    return;
  }
  if (input->size != symbol->size) {
    machine_stray(machine, "the input '%s' has %llu bytes in the test, not %llu", symbol->name,
                  (unsigned long long)input->size, (unsigned long long)symbol->size);
    return;
  }
  struct assignment *values = assignment_copy(machine->state->witness->values);
  for (uint64_t i = 0; i < symbol->size; i++)
    assignment_set(values, symbol->array->number, i, input->bytes[i]);
  witness_release(machine->state->witness);
  machine->state->witness = witness_make(values);
}

static struct symbol *add(struct machine *machine, const char *name, uint64_t size, uint32_t loc) {
  struct state *state = machine->state;
  const struct symbol *asked = find_asked(state->symbols, name);
  uint32_t same = asked ? asked->same + 1 : 0;
  bool is_doubtful = ends_in_number(name) || (state->symbols && state->symbols->is_doubtful);
  struct symbol *symbol = alloc_bytes(sizeof *symbol);
  *symbol = (struct symbol){.refs = 1,
                            .count = state->symbols ? state->symbols->count + 1 : 1,
                            .before = state->symbols,
                            .array = array_for(machine, asked, name, size, is_doubtful),
                            .same = same,
                            .is_doubtful = is_doubtful,
                            .size = size,
                            .loc = loc};
  symbol->hash =
      ((symbol->before ? symbol->before->hash : 0) ^ (symbol->array->number + 1)) * HASH_FACTOR;
  symbol->name = symbol->array->name;
  symbol->asked = asked ? asked->asked : find_array(machine, name, size)->name;
  state->symbols = symbol;
  return symbol;
}

const struct symbol *symbol_add(struct machine *machine, const char *name, uint64_t size,
                                uint32_t loc) {
  const struct symbol *symbol = add(machine, name, size, loc);
  if (machine->limits.test != NULL) take_from_test(machine, symbol);
  if (machine->state->seeds != NULL) seeds_take_symbol(machine, symbol);
  return symbol;
}

const struct symbol *symbol_add_hidden(struct machine *machine, const char *name, uint64_t size) {
  struct symbol *symbol = add(machine, name, size, 0);
  symbol->is_hidden = true;
  return symbol;
}

/* Arrays of inputs are equal if name and size are. */
bool symbol_has_same_inputs(const struct symbol *a, const struct symbol *b) {
  for (; a != b; a = a->before, b = b->before)
    if (a == NULL || b == NULL || a->array != b->array || a->count != b->count ||
        a->repetition != b->repetition)
      return false;
  return true;
}

void symbol_walk(const struct symbol *last,
                 void (*visit)(const struct symbol *symbol, void *context), void *context) {
  uint32_t count = last ? last->count : 0;
  const struct symbol **order = alloc_bytes((count + 1) * sizeof *order);
  for (uint32_t k = count; k-- > 0; last = last->before) order[k] = last;
  for (uint32_t k = 0; k < count; k++)
    if (!order[k]->is_hidden) visit(order[k], context);
  free(order);
}

void symbol_expose(struct machine *machine, uint64_t address) {
  if (!machine->has_unknown || !address_is_possible(address)) return;
  const struct object *object = space_find(&machine->state->space, address);
  for (struct symbol *symbol = machine->state->symbols; object && symbol; symbol = symbol->before)
    if (symbol->is_assumed && symbol->address == object->base) symbol->is_exposed = true;
}

struct byte_list {
  uint32_t array;
  uint64_t size;
  uint8_t *bytes;
};

static void put_byte(uint32_t array, uint64_t index, uint64_t value, void *context) {
  struct byte_list *list = context;
  if (array == list->array && index < list->size) list->bytes[index] = (uint8_t)value;
}

void symbol_bytes(const struct symbol *symbol, const struct assignment *values, uint8_t *bytes) {
  enum { FEW = 4096 }; /* up to here each byte is looked up; in a larger input few are not 0 */
  memset(bytes, 0, symbol->size);
  struct byte_list list = {symbol->array->number, symbol->size, bytes};
  if (values != NULL && symbol->size > FEW) {
    assignment_walk(values, put_byte, &list);
    return;
  }
  for (uint64_t i = 0; values != NULL && i < symbol->size; i++)
    bytes[i] = (uint8_t)assignment_get(values, symbol->array->number, i);
}
