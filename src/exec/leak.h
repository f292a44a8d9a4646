/* Heap objects that nobody can free any more when the program has ended. */
#ifndef EXEC_LEAK_H
#define EXEC_LEAK_H

struct machine;

/* Reports one error per allocation site of leaked objects. */
void leak_report(struct machine *machine);

#endif
