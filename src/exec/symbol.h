/* What a path has made symbolic: a list whose common beginning paths share. */
#ifndef EXEC_SYMBOL_H
#define EXEC_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct assignment;
struct expr_array;
struct machine;
struct repetition;

/* One symbolic object. Its bytes are the elements 0 … size - 1 of the array. */
struct symbol {
  uint32_t refs;
  uint32_t count;        /* length of the list up to here */
  struct symbol *before; /* counted; the object made symbolic before this one, or NULL */
  const char *name;      /* borrowed from the array: unique within the path */
  const char *asked;     /* borrowed: the name that was requested, and … */
  uint32_t same;         /* … how often the path requested it before */
  bool is_doubtful;      /* up to here, some requested name may look like another with a number */
  const struct expr_array *array;
  uint64_t hash;    /* of the arrays up to here, to find paths with the same */
  uint64_t size;    /* bytes; at least 1 */
  uint32_t loc;     /* where it was made symbolic */
  bool is_assumed;  /* of what nobody has defined: its bytes may be pointers to unknown objects … */
  bool is_number;   /* … unless it is a number, … */
  bool is_object;   /* … and this one is not null */
  uint64_t address; /* of the unknown object whose content it is; else 0 */
  const struct expr_array *holder; /* of the pointer that led to that object; NULL: it has a name */
  bool is_exposed; /* the program may have that address as a number, not only as the pointer */
  bool is_hidden;  /* made by a reducer: it is in no test … */
  const struct repetition *repetition; /* … but how often others were read; borrowed, or NULL */
};

/* Whether it may hold pointers to unknown objects. */
static inline bool symbol_may_be_pointer(const struct symbol *symbol) {
  return symbol->is_assumed && !symbol->is_number && symbol->size >= 8;
}

/* A new symbol of the running state. A name that the path already has gets a number. */
const struct symbol *symbol_add(struct machine *machine, const char *name, uint64_t size,
                                uint32_t loc);
/* The same for an input that the program does not know about; it is in no test. */
const struct symbol *symbol_add_hidden(struct machine *machine, const char *name, uint64_t size);
struct symbol *symbol_share(struct symbol *last);
void symbol_release(struct symbol *last);
/* Whether two paths have made the same inputs, in the same order. */
bool symbol_has_same_inputs(const struct symbol *a, const struct symbol *b);
/* Calls visit from the oldest to the newest, except for hidden ones. */
void symbol_walk(const struct symbol *last,
                 void (*visit)(const struct symbol *symbol, void *context), void *context);
/* The program gets a number that is an address: of that unknown object, if it is one. Other paths
   that have the object see it so, too. */
void symbol_expose(struct machine *machine, uint64_t address);
/* The bytes of a symbol under an assignment (state.witness). */
void symbol_bytes(const struct symbol *symbol, const struct assignment *values, uint8_t *bytes);

#endif
