/* Heap objects that the program can no longer free when it has ended. */
#ifndef EXEC_LEAK_H
#define EXEC_LEAK_H

struct machine;

#include <stdbool.h>

/* For each allocation site of leaked objects, sets machine.error and calls report. Returns whether
   there was one. */
bool leak_report(struct machine *machine, void (*report)(struct machine *machine, void *context),
                 void *context);

#endif
