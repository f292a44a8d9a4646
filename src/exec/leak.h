/* Heap objects that nobody can free any more when the program has ended. */
#ifndef EXEC_LEAK_H
#define EXEC_LEAK_H

struct machine;

#include <stdbool.h>

/* Sets machine.error once per allocation site of leaked objects and calls tell. True when
   there was one. */
bool leak_report(struct machine *machine, void (*tell)(struct machine *machine, void *context),
                 void *context);

#endif
