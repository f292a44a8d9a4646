/* Deciding choices. The state forks if both sides are possible, as for any decision, and each
   side continues with its own object; if a side has none, the access finds out by itself. */
#include "exec/choose.h"

#include "exec/decide.h"
#include "exec/machine.h"
#include "exec/translate/code.h"
#include "memory/space_merge.h"

void choose_object(struct machine *machine, const struct object *choice) {
  machine->symbolic_size = 0; /* nothing needs to be concretised */
  if (!machine->is_careful) {
    code_go_careful(machine);
    return;
  }
  enum decision decision = decide(machine, choice->content.choice.condition);
  if (decision == DECIDE_STOP) return;
  space_choose(&machine->memory, &machine->state->space, choice, decision == DECIDE_TRUE);
  machine->event = EVENT_CAREFUL;
}

bool choose_at(struct machine *machine, uint64_t address) {
  const struct object *object = space_find(&machine->state->space, address);
  if (object == NULL || object->kind != OBJECT_CHOICE) return false;
  choose_object(machine, object);
  return true;
}
