/* Names of variables: x, x+8 and x[*] for a local or global x; *p, *(p+8) and p[*] for what p
   points at; %7 for a register that holds no variable of the source. */
#include "analysis/query_name.h"

#include "analysis/query_count.h"
#include "ir/ir.h"
#include "util/alloc.h"

#include <stdlib.h>

struct query_names query_names_of(const struct ir_program *program, const struct ir_func *func) {
  size_t size = (func->reg_widths.count + 1) * sizeof(uint32_t);
  struct query_names names = {program, func, alloc_zeroed(size), alloc_zeroed(size)};
  for (size_t i = 0; i < func->names.count; i++)
    if (names.registers[func->names.data[i].reg] == 0)
      names.registers[func->names.data[i].reg] = func->names.data[i].text;
  for (size_t i = 0; i < func->ins.count; i++)
    if (func->ins.data[i].op == IR_ALLOCA)
      names.objects[func->ins.data[i].dst] = func->ins.data[i].b;
  return names;
}

void query_names_free(struct query_names *names) {
  free(names->registers);
  free(names->objects);
}

static const char *text(const struct query_names *names, uint32_t number) {
  return names->program->strings.data[number];
}

char *query_name_register(const struct query_names *names, uint32_t reg) {
  uint32_t name = names->registers[reg], object = names->objects[reg];
  if (name != 0) return alloc_string(text(names, name));
  return object != 0 ? alloc_format("&%s", text(names, object)) : alloc_format("%%%u", reg);
}

static char *name_base(const struct query_names *names, const struct query_cell *cell) {
  switch (cell->kind) {
  case QUERY_GLOBAL: return alloc_string(names->program->globals.data[cell->base]->name);
  case QUERY_ARGUMENT: return query_name_register(names, names->func->params.data[cell->base]);
  case QUERY_POINTER: return query_name_register(names, cell->base);
  case QUERY_LOCAL: break;
  }
  if (names->objects[cell->base] == 0) return alloc_format("local%%%u", cell->base);
  return alloc_string(text(names, names->objects[cell->base]));
}

char *query_name_cell(const struct query_names *names, const struct query_cell *cell) {
  bool is_pointed = cell->kind == QUERY_ARGUMENT || cell->kind == QUERY_POINTER;
  char *base = name_base(names, cell), *name;
  if (cell->size == 0)
    name = alloc_format("%s[*]", base);
  else if (cell->offset == 0)
    name = alloc_format(is_pointed ? "*%s" : "%s", base);
  else
    name = alloc_format(is_pointed ? "*(%s%+lld)" : "%s%+lld", base, (long long)cell->offset);
  free(base);
  return name;
}
