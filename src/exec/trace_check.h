/* Checks that a trace is a walk through the program: every edge leaves the block that runs, calls
   and returns match, every load and store that was passed has its access. For builds with
   assertions. */
#ifndef EXEC_TRACE_CHECK_H
#define EXEC_TRACE_CHECK_H

struct machine;
struct path_node;

/* Of a complete node. A violation is fatal. */
void trace_check(const struct machine *machine, const struct path_node *node);

#endif
