/* Slots of memory that differ between merged paths as a whole: an access decides first. */
#ifndef EXEC_CHOOSE_H
#define EXEC_CHOOSE_H

#include <stdbool.h>
#include <stdint.h>

struct machine;
struct object;

/* The running instruction accesses a choice. Decides it, and restarts the instruction:
   machine.event is set. */
void choose_object(struct machine *machine, const struct object *choice);
/* The same for the slot that contains an address; false, and nothing is changed, if it is not a
   choice. */
bool choose_at(struct machine *machine, uint64_t address);

#endif
