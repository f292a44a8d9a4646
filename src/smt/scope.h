/* The meaning of names at a place in a script. Bindings form a stack: those of the script below,
   those of let and of function parameters above. */
#ifndef SMT_SCOPE_H
#define SMT_SCOPE_H

#include "smt/sort.h"
#include "util/alloc.h"
#include "util/strmap.h"

#define SCOPE_NONE UINT32_MAX

struct binding {
  uint32_t name;
  uint32_t shadowed; /* the binding that this one hides, or SCOPE_NONE */
  uint32_t macro;    /* number of a function with parameters, or SCOPE_NONE */
  struct term term;  /* of a constant or a let; only the sort in a scope of sorts */
};

struct scope {
  struct strmap numbers; /* from names */
  VEC(uint32_t) current; /* per name: its topmost binding */
  VEC(struct binding) bindings;
  /* Bindings from hidden_from up to hidden_to are invisible: those around the call of a function
     whose body is being read. */
  uint32_t hidden_from, hidden_to;
};

void scope_free(struct scope *scope);
/* The number of the name, which need not be NUL-terminated. */
uint32_t scope_number(struct scope *scope, const char *text, size_t length);
const char *scope_name(const struct scope *scope, uint32_t name);
void scope_bind(struct scope *scope, uint32_t name, struct term term, uint32_t macro);
/* Removes the topmost bindings until `count` are left. */
void scope_unbind(struct scope *scope, size_t count);
/* The innermost visible binding of the name, or NULL. Valid until the next binding. */
const struct binding *scope_find(const struct scope *scope, uint32_t name);

#endif
