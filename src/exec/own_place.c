/* Finding the program's own code on the stack: the nearest frame whose function the loader did
   not take from the libc. Start-up code and code that runs at exit have none below them; then
   the innermost frame is used. */
#include "exec/own_place.h"

#include "exec/machine.h"
#include "exec/translate/code.h"
#include "ir/builder.h"
#include "ir/ir.h"

static struct own_place place_in(const struct frame *frame, const struct ir_ins *ins) {
  const struct ir_func *func = frame->code->func;
  return (struct own_place){
      .frame = frame, .func = func, .ins = (uint32_t)(ins - func->ins.data), .loc = ins->loc};
}

struct own_place own_place_find(const struct machine *machine) {
  const struct frame *frame = machine->state->top;
  const struct ir_ins *ins = machine_current_ins(machine);
  const struct ir_func *through = NULL;
  struct own_place innermost = place_in(frame, ins);
  while (frame->code->func->is_library) {
    const struct frame *caller = frame->caller;
    if (caller == NULL || caller->code == NULL) return innermost;
    through = frame->code->func;
    ins = code_origin(caller->code, frame->call);
    frame = caller;
  }
  struct own_place place = place_in(frame, ins);
  place.through = through;
  return place;
}

uint32_t own_place_site(const struct machine *machine) {
  if (!machine->state->top->code->func->is_library) { /* most allocations */
    uint32_t loc = machine_current_ins(machine)->loc;
    if (loc != 0) return loc;
  }
  struct own_place place = own_place_find(machine);
  if (place.loc != 0) return place.loc;
  struct ir_loc loc = {.function = ir_intern_string(machine->program, place.func->name),
                       .column = place.ins + 1};
  return ir_add_loc(machine->program, loc);
}
