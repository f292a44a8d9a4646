/* Finding unknown objects that nothing leads to. A function without a definition returns a pointer,
   the program looks at what is there (errno, an entry of a list) and forgets the pointer. Each call
   makes another object, so states with the same future have ever more of them.

   The program has the address of such an object as the pointer's symbolic value only: it is a
   constant in the path condition, not in registers and memory. So the object can be reached as long
   as a value that is still read depends on the array of inputs that the pointer is part of, or on
   one that conditions connect it with (a pointer that was compared with it may be known to be
   equal), or an object that can be reached holds such a value. Where the engine made a number of
   the address (symbol.is_exposed), the object stays.

   This holds where no libc is linked, whose models compute addresses, and where pointers do not
   lead to earlier objects. Unknown numbers that are used as addresses may lead to anything: see
   dead_variables.c. */
#include "reduce/z_equivalence/garbage.h"

#include "exec/machine.h"
#include "exec/symbol.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "memory/object.h"
#include "memory/symbolic_list.h"
#include "solver/path_condition.h"

#include <stdlib.h>

struct search {
  struct garbage *garbage;
  struct machine *machine;
  uint32_t first; /* array of the expression that is looked at, or UINT32_MAX */
};

void garbage_free(struct garbage *garbage) {
  vec_free(&garbage->objects);
  vec_free(&garbage->unions);
  vec_free(&garbage->is_reached);
  vec_free(&garbage->slots);
  vec_free(&garbage->touched);
}

/* ---- arrays ---- */

static uint32_t find(struct garbage *g, uint32_t array) {
  for (uint32_t next = (uint32_t)g->unions.count; next <= array; next++) {
    vec_push(&g->unions, next);
    vec_push(&g->is_reached, false);
  }
  while (g->unions.data[array] != array) {
    g->unions.data[array] = g->unions.data[g->unions.data[array]];
    array = g->unions.data[array];
  }
  return array;
}

static void connect_array(const struct expr_array *array, uint64_t index, void *context) {
  struct search *search = context;
  struct garbage *g = search->garbage;
  (void)index;
  g->work++;
  if (search->first == array->number) return;
  vec_push(&g->touched, array->number);
  if (search->first == UINT32_MAX) {
    search->first = array->number;
    (void)find(g, array->number);
    return;
  }
  uint32_t a = find(g, search->first), b = find(g, array->number);
  g->unions.data[b] = a;
}

static bool is_reached(struct garbage *g, uint32_t array) {
  uint32_t root = find(g, array);
  return g->is_reached.data[root];
}

static void reach(struct garbage *g, uint32_t array) {
  uint32_t root = find(g, array); /* the list may grow */
  g->is_reached.data[root] = true;
  vec_push(&g->touched, array);
}

static void reach_array(const struct expr_array *array, uint64_t index, void *context) {
  struct search *search = context;
  (void)index;
  search->garbage->work++;
  reach(search->garbage, array->number);
}

static void reach_value(struct search *search, const struct expr *value) {
  support_walk(search->machine->exprs, value->support, reach_array, search);
}

/* Conditions connect arrays before any is reached. */
static void connect_all(struct search *search, const struct state *state) {
  for (const struct path_condition *path = state->path; path; path = path->parent) {
    search->first = UINT32_MAX;
    support_walk(search->machine->exprs, path->conjunct->support, connect_array, search);
  }
}

static void clear(struct garbage *g) {
  for (size_t i = 0; i < g->touched.count; i++) {
    uint32_t array = g->touched.data[i];
    if (array >= g->unions.count) continue;
    g->unions.data[array] = array;
    g->is_reached.data[array] = false;
  }
  vec_clear(&g->touched);
  vec_clear(&g->objects);
  vec_clear(&g->slots);
  g->work = 0;
}

/* ---- objects ---- */

static void list_objects(struct garbage *g, const struct state *state) {
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before) {
    if (symbol->holder == NULL || symbol->is_exposed) continue;
    const struct object *object = space_find(&state->space, symbol->address);
    if (object == NULL || object->kind != OBJECT_HEAP || object->base != symbol->address ||
        (object->flags & OBJECT_FREED))
      continue;
    vec_push(&g->objects, ((struct garbage_object){object->index, symbol->array->number,
                                                   symbol->holder->number, false}));
  }
}

static int compare_objects(const void *a, const void *b) {
  const struct garbage_object *x = a, *y = b;
  return (x->slot > y->slot) - (x->slot < y->slot);
}

static struct garbage_object *find_object(struct garbage *g, uint32_t slot) {
  struct garbage_object wanted = {.slot = slot};
  return bsearch(&wanted, g->objects.data, g->objects.count, sizeof wanted, compare_objects);
}

static void reach_content(struct search *search, const struct symbolic_list *list,
                          const struct symbolic_object *object) {
  for (uint32_t i = 0; i < object->count; i++) {
    const struct symbolic_span *span = &list->spans.data[object->first + i];
    if (span->value != NULL)
      reach_value(search, span->value);
    else
      reach(search->garbage, span->array);
  }
}

/* Objects that are reached reach others. */
static void reach_objects(struct search *search, const struct symbolic_list *list) {
  struct garbage *g = search->garbage;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (size_t i = 0; i < list->objects.count; i++) {
      struct garbage_object *object = find_object(g, list->objects.data[i].object->index);
      if (object == NULL || object->is_reached) continue;
      g->work++;
      if (!is_reached(g, object->holder)) continue;
      object->is_reached = is_changed = true;
      reach_content(search, list, &list->objects.data[i]);
    }
  }
}

static bool is_possible(const struct machine *machine, const struct state *state) {
  const struct external_options *external = &machine->options.external;
  return machine->has_unknown && external->mode == EXTERNAL_FREE && !external->may_alias &&
         !machine->has_wild_access && !machine->options.check_leaks && !state->has_set_jump;
}

struct slot_set garbage_find(struct garbage *g, struct machine *machine, const struct state *state,
                             struct expr *const *values, size_t count,
                             const struct symbolic_list *list) {
  struct search search = {g, machine, UINT32_MAX};
  clear(g);
  if (!is_possible(machine, state)) return (struct slot_set){NULL, 0};
  list_objects(g, state);
  if (g->objects.count == 0) return (struct slot_set){NULL, 0};
  qsort(g->objects.data, g->objects.count, sizeof *g->objects.data, compare_objects);
  connect_all(&search, state);
  for (size_t i = 0; i < count; i++) reach_value(&search, values[i]);
  for (size_t i = 0; i < list->objects.count; i++)
    if (find_object(g, list->objects.data[i].object->index) == NULL)
      reach_content(&search, list, &list->objects.data[i]);
  reach_objects(&search, list);
  for (size_t i = 0; i < g->objects.count; i++)
    if (!g->objects.data[i].is_reached && !is_reached(g, g->objects.data[i].holder))
      vec_push(&g->slots, g->objects.data[i].slot);
  return (struct slot_set){g->slots.data, g->slots.count};
}
