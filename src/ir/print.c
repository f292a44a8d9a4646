/* Printing the IR. One line per instruction:

     b3(%7:32, %8:64):
       %9:32 = add nsw %7, 1  ; file.c:12:3
       %10:1 = slt %9, 10
       condbr %10, b3(%9, %8), b5

   A register shows its width where it is defined. A constant shows its width where nothing else on
   the line implies it. Names of local functions and globals need not be unique; one that is not
   gets its number: @buffer#12. A location comment holds until the next one. */
#include "ir/print.h"

#include "ir/print_ins.h"
#include "util/buffer.h"

static void count_name(struct printer *printer, const char *name) {
  uint32_t count = strmap_get(&printer->uses_of_name, name);
  strmap_set(&printer->uses_of_name, name, count == STRMAP_NONE ? 1 : count + 1);
}

static struct printer start_printing(const struct ir_program *program, struct buffer *out) {
  struct printer printer = {.program = program, .out = out};
  for (size_t i = 0; i < program->funcs.count; i++)
    count_name(&printer, program->funcs.data[i]->name);
  for (size_t i = 0; i < program->globals.count; i++)
    count_name(&printer, program->globals.data[i]->name);
  return printer;
}

static void end_printing(struct printer *printer) { strmap_free(&printer->uses_of_name); }

/* "file.c:12:3", with " inlined at …" for each level; nothing for location 0. */
static void print_loc(const struct ir_program *program, uint32_t loc, struct buffer *out) {
  for (bool is_outer = false; loc != 0; is_outer = true) {
    const struct ir_loc *l = &program->locs.data[loc];
    buffer_add(out, "%s%s:%u:%u", is_outer ? " inlined at " : "", program->strings.data[l->file],
               l->line, l->column);
    loc = l->inlined_at;
  }
}

/* Functions, globals, the program. */

static void print_widths(struct buffer *out, const uint8_t *widths, size_t count) {
  for (size_t i = 0; i < count; i++) buffer_add(out, "%s%u", i == 0 ? "" : ", ", widths[i]);
}

static void print_header(const struct printer *printer, const struct ir_func *func) {
  struct buffer *out = printer->out;
  buffer_add(out, func->has_body ? "func " : "declare ");
  printer_add_name(printer, func->name, func->number);
  buffer_add(out, "(");
  if (func->has_body) {
    for (size_t i = 0; i < func->params.count; i++) {
      if (i != 0) buffer_add(out, ", ");
      printer_add_operand(printer, func->params.data[i], PRINT_WITH_WIDTH);
    }
  } else {
    print_widths(out, func->param_widths.data, func->param_widths.count);
  }
  if (func->is_variadic) buffer_add(out, "%s...", func->param_widths.count == 0 ? "" : ", ");
  buffer_add(out, ")");
  if (func->result_widths.count == 0) return;
  buffer_add(out, func->result_widths.count == 1 ? " -> " : " -> (");
  print_widths(out, func->result_widths.data, func->result_widths.count);
  if (func->result_widths.count != 1) buffer_add(out, ")");
}

static void print_loc_comment(const struct printer *printer, uint32_t loc) {
  if (loc == 0) return;
  buffer_add(printer->out, "  ; ");
  print_loc(printer->program, loc, printer->out);
}

static void print_block(const struct printer *printer, uint32_t number, uint32_t *last_loc) {
  const struct ir_block *block = &printer->func->blocks.data[number];
  buffer_add(printer->out, "b%u", number);
  if (block->param_count != 0) {
    buffer_add(printer->out, "(");
    printer_add_operands(printer, block->first_param, block->param_count, PRINT_WITH_WIDTH);
    buffer_add(printer->out, ")");
  }
  buffer_add(printer->out, ":\n");
  for (uint32_t i = 0; i < block->count; i++) {
    const struct ir_ins *ins = &printer->func->ins.data[block->first + i];
    buffer_add(printer->out, "  ");
    printer_add_ins(printer, ins);
    if (ins->loc != *last_loc) print_loc_comment(printer, ins->loc);
    *last_loc = ins->loc;
    buffer_add(printer->out, "\n");
  }
}

static void print_func(struct printer *printer, const struct ir_func *func) {
  printer->func = func;
  print_header(printer, func);
  if (func->has_body) {
    uint32_t last_loc = func->loc;
    buffer_add(printer->out, " {");
    print_loc_comment(printer, func->loc);
    buffer_add(printer->out, "\n");
    for (uint32_t i = 0; i < func->blocks.count; i++) print_block(printer, i, &last_loc);
    buffer_add(printer->out, "}");
  }
  buffer_add(printer->out, "\n");
}

static void print_initialiser(const struct printer *printer, const struct ir_global *global) {
  struct buffer *out = printer->out;
  uint64_t used = global->bytes == NULL ? 0 : global->size;
  while (used > 0 && global->bytes[used - 1] == 0) used--;
  if (used > 0) ir_print_quoted(global->bytes, used, out);
  /* The terminating zero of a string is not shown. */
  if (used == 0)
    buffer_add(out, "zero");
  else if (global->size - used > 1)
    buffer_add(out, " + %llu zero", (unsigned long long)(global->size - used));
  for (size_t i = 0; i < global->relocs.count; i++) {
    const struct ir_reloc *reloc = &global->relocs.data[i];
    buffer_add(out, "%s%llu: ", i == 0 ? " [" : ", ", (unsigned long long)reloc->offset);
    printer_add_const(printer, &reloc->target);
  }
  if (global->relocs.count != 0) buffer_add(out, "]");
}

static void print_global(const struct printer *printer, const struct ir_global *global) {
  struct buffer *out = printer->out;
  buffer_add(out, global->is_defined ? "global " : "extern ");
  printer_add_name(printer, global->name, global->number);
  buffer_add(out, ": %llu byte%s, align %llu", (unsigned long long)global->size,
             global->size == 1 ? "" : "s", (unsigned long long)global->align);
  if (global->is_constant) buffer_add(out, ", constant");
  if (global->is_defined) {
    buffer_add(out, " = ");
    print_initialiser(printer, global);
  }
  print_loc_comment(printer, global->loc);
  buffer_add(out, "\n");
}

void ir_print_func(const struct ir_program *program, const struct ir_func *func,
                   struct buffer *out) {
  struct printer printer = start_printing(program, out);
  print_func(&printer, func);
  end_printing(&printer);
}

void ir_print_program(const struct ir_program *program, struct buffer *out) {
  struct printer printer = start_printing(program, out);
  for (size_t i = 0; i < program->globals.count; i++)
    print_global(&printer, program->globals.data[i]);
  for (size_t i = 0; i < program->funcs.count; i++) {
    if (i != 0 || program->globals.count != 0) buffer_add(out, "\n");
    print_func(&printer, program->funcs.data[i]);
  }
  end_printing(&printer);
}
