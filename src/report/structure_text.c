/* Drawing unknown objects. Their types follow from those of the entry point's parameters and of
   variables, through the pointers in them (ir/source_types.h). Where there is no type, or the bytes
   have something that the type has no name for, they are words of 8 bytes. What is 0 is left out,
   as in C.

   An object is declared before what points to it, if need be without its content: at file scope C
   lets a definition follow. Variables of the program are there already, so they are assigned to,
   before the call of the entry point. */
#include "report/structure_text.h"

#include "exec/state.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "ir/ir.h"
#include "report/typed_text.h"
#include "util/alloc.h"
#include "util/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct drawn {
  const struct symbol *symbol;
  uint32_t type;    /* of an object: of its elements; 0: unknown */
  bool is_object;   /* else a value */
  bool is_variable; /* the object is one of the type */
  bool is_defined;  /* … by the program */
  bool is_declared;
};

struct drawing {
  const struct ir_program *program;
  const struct state *state;
  const char *indent;
  struct buffer *out;
  VEC(struct drawn) list; /* the newest first */
  struct buffer line;
  bool assigns; /* types to what is pointed to; else declares it */
};

bool structure_is_assumed(const struct state *state) {
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->is_assumed) return true;
  return false;
}

static struct drawn *find_object(struct drawing *d, uint64_t address) {
  for (size_t i = 0; address != 0 && i < d->list.count; i++)
    if (d->list.data[i].is_object && d->list.data[i].symbol->address == address)
      return &d->list.data[i];
  return NULL;
}

static uint64_t word_at(const uint8_t *bytes, uint64_t size, uint64_t at) {
  uint64_t word = 0;
  memcpy(&word, bytes + at, size - at < 8 ? size - at : 8);
  return word;
}

/* Owned. */
static uint8_t *bytes_of(const struct drawing *d, const struct symbol *symbol) {
  uint8_t *bytes = alloc_bytes(symbol->size);
  symbol_bytes(symbol, d->state->witness->values, bytes);
  return bytes;
}

/* ---- types ---- */

static bool can_declare(const struct drawing *d, uint32_t number) {
  if (number == 0) return false;
  struct source_type type = source_type_of(&d->program->source_types, number);
  bool is_aggregate = type.kind == SOURCE_STRUCT || type.kind == SOURCE_UNION;
  return type.kind != SOURCE_UNKNOWN && type.name != 0 && type.size != 0 &&
         (!is_aggregate || type.member_count != 0);
}

static uint32_t type_of_param(const struct drawing *d, const struct symbol *symbol) {
  const struct source_types *types = &d->program->source_types;
  unsigned number;
  int length = 0;
  if (sscanf(symbol->asked, "parameter%u%n", &number, &length) != 1 ||
      symbol->asked[length] != '\0' || number >= types->params.count)
    return 0;
  return types->params.data[number];
}

/* The variable whose content the symbol is; local ones are found, too. NULL: it is no variable. */
static const struct ir_global *variable_of(const struct drawing *d, const struct symbol *symbol) {
  if (symbol->address == 0 || symbol->holder != NULL) return NULL;
  for (size_t i = 0; i < d->program->globals.count; i++) {
    const struct ir_global *global = d->program->globals.data[i];
    if (global->size == symbol->size && strcmp(global->name, symbol->asked) == 0) return global;
  }
  return NULL;
}

static uint32_t type_of_variable(const struct drawing *d, const struct symbol *symbol) {
  const struct source_types *types = &d->program->source_types;
  const struct ir_global *global = variable_of(d, symbol);
  return global != NULL && global->number < types->globals.count
             ? types->globals.data[global->number]
             : 0;
}

static bool is_defined(const struct drawing *d, const struct symbol *symbol) {
  const struct ir_global *global = variable_of(d, symbol);
  return global != NULL && global->is_defined;
}

/* Arrays have no name as a type, which is not needed to assign to one. */
static bool can_assign(const struct drawing *d, uint32_t number) {
  if (number == 0) return false;
  struct source_type type = source_type_of(&d->program->source_types, number);
  return can_declare(d, type.kind == SOURCE_ARRAY ? type.target : number);
}

static struct drawn new_drawn(const struct drawing *d, const struct symbol *symbol) {
  struct drawn drawn = {.symbol = symbol, .is_object = symbol->address != 0};
  drawn.is_defined = drawn.is_declared = is_defined(d, symbol);
  uint32_t type = drawn.is_object ? type_of_variable(d, symbol) : type_of_param(d, symbol);
  if (drawn.is_defined ? !can_assign(d, type) : !can_declare(d, type)) return drawn;
  drawn.type = type;
  drawn.is_variable = drawn.is_object;
  return drawn;
}

/* ---- pointers ---- */

static void add_name(struct drawing *d, const struct drawn *drawn, uint64_t count) {
  const char *name =
      d->program->strings.data[source_type_of(&d->program->source_types, drawn->type).name];
  bool is_pointer = name[strlen(name) - 1] == '*';
  buffer_add(d->out, "%s%s%s%s", d->indent, name, is_pointer ? "" : " ", drawn->symbol->name);
  if (!drawn->is_variable) buffer_add(d->out, "[%llu]", (unsigned long long)count);
}

static uint64_t count_words(const struct symbol *symbol) { return (symbol->size + 7) / 8; }

/* Elements in all of the object, or up to its last byte that is not 0. */
static uint64_t count_elements(const struct drawing *d, const struct drawn *drawn) {
  uint64_t size = source_type_of(&d->program->source_types, drawn->type).size;
  uint8_t *bytes = bytes_of(d, drawn->symbol);
  uint64_t end = drawn->symbol->size;
  while (end > 0 && bytes[end - 1] == 0) end--;
  free(bytes);
  uint64_t needed = (end + size - 1) / size, whole = drawn->symbol->size / size;
  uint64_t count = needed > whole ? needed : whole;
  return count != 0 ? count : 1;
}

/* Its name and type, the content follows later. */
static void declare(struct drawing *d, struct drawn *drawn) {
  if (drawn->is_declared) return;
  drawn->is_declared = true;
  if (drawn->type != 0)
    add_name(d, drawn, count_elements(d, drawn));
  else
    buffer_add(d->out, "%slong %s[%llu]", d->indent, drawn->symbol->name,
               (unsigned long long)count_words(drawn->symbol));
  buffer_add(d->out, ";\n");
}

static bool is_same_type(const struct drawing *d, uint32_t a, uint32_t b) {
  const struct source_types *types = &d->program->source_types;
  return a != 0 && source_type_of(types, a).name == source_type_of(types, b).name;
}

static bool point(void *context, uint64_t address, uint32_t target, struct buffer *out) {
  struct drawing *d = context;
  struct drawn *object = find_object(d, address);
  if (object == NULL) return false;
  if (d->assigns && object->type == 0 && !object->is_defined && can_declare(d, target))
    object->type = target;
  if (!d->assigns) declare(d, object);
  bool is_same = target != 0 && is_same_type(d, object->type, target);
  bool is_void =
      source_type_of(&d->program->source_types, target).name == 0; /* see debug_types.c */
  buffer_add(out, "%s%s%s", is_same || is_void ? "" : "(void *)",
             object->is_defined || (object->is_variable && is_same) ? "&" : "",
             object->symbol->name);
  return true;
}

/* ---- objects and values ---- */

static struct typed_text typed(struct drawing *d, uint8_t *bytes, uint64_t size) {
  return (struct typed_text){.program = d->program,
                             .bytes = bytes,
                             .size = size,
                             .pointer = point,
                             .context = d,
                             .out = &d->line};
}

static bool is_all_zero(const uint8_t *bytes, uint64_t size) {
  for (uint64_t i = 0; i < size; i++)
    if (bytes[i] != 0) return false;
  return true;
}

/* To d->line; false if the type has no place for some of the bytes. */
static bool draw_content(struct drawing *d, const struct drawn *drawn, uint64_t count) {
  uint8_t *bytes = bytes_of(d, drawn->symbol);
  struct typed_text text = typed(d, bytes, drawn->symbol->size);
  d->line.length = 0;
  if (drawn->is_variable || !drawn->is_object)
    typed_text_add(&text, drawn->type, 0);
  else
    typed_text_add_array(&text, drawn->type, count, 0);
  bool is_complete = !drawn->is_object || is_all_zero(bytes, drawn->symbol->size);
  free(bytes);
  return is_complete;
}

/* To d->line; declares what is pointed to. */
static void draw_words(struct drawing *d, struct drawn *drawn) {
  uint8_t *bytes = bytes_of(d, drawn->symbol);
  const char *separator = "";
  d->line.length = 0;
  buffer_add(&d->line, "{");
  for (uint64_t at = 0; at < drawn->symbol->size; at += 8) {
    uint64_t word = word_at(bytes, drawn->symbol->size, at);
    struct drawn *object = find_object(d, word);
    if (word == 0) continue;
    buffer_add(&d->line, "%s[%llu] = ", separator, (unsigned long long)(at / 8));
    if (object != NULL) declare(d, object);
    if (object != NULL)
      buffer_add(&d->line, "(long)%s%s", object->is_variable || object->is_defined ? "&" : "",
                 object->symbol->name);
    else
      buffer_add(&d->line, "%lld", (long long)word);
    separator = ", ";
  }
  buffer_add(&d->line, "%s}", *separator ? "" : "0");
  free(bytes);
}

static void draw_object(struct drawing *d, struct drawn *drawn) {
  if (drawn->type == 0) {
    draw_words(d, drawn);
    drawn->is_declared = true;
    buffer_add(d->out, "%slong %s[%llu] = %s;\n", d->indent, drawn->symbol->name,
               (unsigned long long)count_words(drawn->symbol), d->line.text);
    return;
  }
  uint64_t count = count_elements(d, drawn);
  draw_content(d, drawn, count);
  drawn->is_declared = true;
  add_name(d, drawn, count);
  buffer_add(d->out, " = %s;\n", d->line.text);
}

/* A variable of the program. Names with a dot are those of static variables of functions. */
static void draw_assignment(struct drawing *d, struct drawn *drawn) {
  struct source_type type = source_type_of(&d->program->source_types, drawn->type);
  bool is_aggregate =
      type.kind == SOURCE_STRUCT || type.kind == SOURCE_UNION || type.kind == SOURCE_ARRAY;
  const char *name = drawn->symbol->name;
  bool is_hidden = strchr(name, '.') != NULL;
  if (drawn->type != 0)
    draw_content(d, drawn, 1);
  else
    draw_words(d, drawn);
  buffer_add(d->out, "%s%s", d->indent, is_hidden ? "/* " : "");
  if (drawn->type != 0 && !is_aggregate)
    buffer_add(d->out, "%s = %s;", name, d->line.text);
  else if (drawn->type != 0)
    buffer_add(d->out, "__builtin_memcpy(&%s, &(__typeof__(%s))%s%s%s, sizeof %s);", name, name,
               *d->line.text == '"' ? "{" : "", d->line.text, *d->line.text == '"' ? "}" : "",
               name);
  else
    buffer_add(d->out, "__builtin_memcpy(&%s, (long[%llu])%s, sizeof %s);", name,
               (unsigned long long)count_words(drawn->symbol), d->line.text, name);
  buffer_add(d->out, "%s\n", is_hidden ? " */" : "");
}

/* What a function returned, or a parameter. */
static void draw_value(struct drawing *d, struct drawn *drawn) {
  if (drawn->type != 0) {
    drawn->is_variable = true;
    draw_content(d, drawn, 1);
    add_name(d, drawn, 1);
    buffer_add(d->out, " = %s;\n", d->line.text);
    return;
  }
  if (drawn->symbol->size != 8) return;
  uint8_t *bytes = bytes_of(d, drawn->symbol);
  struct drawn *object = find_object(d, word_at(bytes, 8, 0));
  if (object != NULL)
    buffer_add(d->out, "%svoid *%s = %s%s;\n", d->indent, drawn->symbol->name,
               object->is_variable || object->is_defined ? "&" : "", object->symbol->name);
  free(bytes);
}

/* From values to objects, and from object to object, as long as one gets a type. One whose bytes do
   not fit its type has none. */
static void assign_types(struct drawing *d) {
  d->assigns = true;
  for (bool is_changed = true; is_changed;) {
    size_t before = 0, after = 0;
    for (size_t i = 0; i < d->list.count; i++) before += d->list.data[i].type != 0;
    for (size_t i = d->list.count; i-- > 0;)
      if (d->list.data[i].type != 0)
        draw_content(d, &d->list.data[i],
                     d->list.data[i].is_object ? count_elements(d, &d->list.data[i]) : 1);
    for (size_t i = 0; i < d->list.count; i++) after += d->list.data[i].type != 0;
    is_changed = after > before;
  }
  for (size_t i = 0; i < d->list.count; i++) {
    struct drawn *drawn = &d->list.data[i];
    if (drawn->is_object && drawn->type != 0 && !draw_content(d, drawn, count_elements(d, drawn)))
      drawn->type = 0, drawn->is_variable = false;
  }
  d->assigns = false;
}

static void draw_call(struct drawing *d) {
  const struct source_types *types = &d->program->source_types;
  size_t count = 0;
  for (size_t i = 0; i < d->list.count; i++)
    count += !d->list.data[i].is_object && d->list.data[i].type != 0;
  if (types->params.count == 0 || count != types->params.count) return;
  buffer_add(d->out, "%s%s(", d->indent, d->program->strings.data[types->entry]);
  for (size_t i = 0; i < count; i++) buffer_add(d->out, "%sparameter%zu", i ? ", " : "", i);
  buffer_add(d->out, ");\n");
}

void structure_add(const struct ir_program *program, const struct state *state, const char *indent,
                   struct buffer *out) {
  if (!structure_is_assumed(state)) return;
  buffer_add(out, "%sassumes that undefined code does what the summary lists\n", indent);
  struct drawing d = {.program = program, .state = state, .indent = indent, .out = out};
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->is_assumed) vec_push(&d.list, new_drawn(&d, symbol));
  assign_types(&d);
  for (size_t i = 0; i < d.list.count; i++)
    if (d.list.data[i].is_object && !d.list.data[i].is_defined) draw_object(&d, &d.list.data[i]);
  for (size_t i = d.list.count; i-- > 0;)
    if (!d.list.data[i].is_object) draw_value(&d, &d.list.data[i]);
  for (size_t i = d.list.count; i-- > 0;)
    if (d.list.data[i].is_defined) draw_assignment(&d, &d.list.data[i]);
  draw_call(&d);
  vec_free(&d.list);
  buffer_free(&d.line);
}
