/* Slots of memory about which merged paths disagree: whoever comes to one decides first. */
#ifndef EXEC_CHOOSE_H
#define EXEC_CHOOSE_H

#include <stdbool.h>
#include <stdint.h>

struct machine;
struct object;

/* The running instruction came to a choice. Decides it, and has the instruction start over:
   machine.event is set. */
void choose_object(struct machine *machine, const struct object *choice);
/* The same for the slot that an address lies in; false, and nothing happens, if there is no
   choice. */
bool choose_at(struct machine *machine, uint64_t address);

#endif
