/* Deciding choices. The path forks if both sides are possible, as for any other question, and
   each side goes on with an object of its own; where one side has none, the access that
   came here finds that out by itself. */
#include "exec/choose.h"

#include "exec/code.h"
#include "exec/decide.h"
#include "exec/machine.h"
#include "memory/space_merge.h"

void choose_object(struct machine *machine, const struct object *choice) {
  machine->symbolic_size = 0; /* nothing needs to become concrete */
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
