/* Which reducers a run has: by its goal, and by what was asked for by name. */
#ifndef CLI_REDUCTION_H
#define CLI_REDUCTION_H

#include "reduce/reducers.h"

#include <stdbool.h>

struct options;

/* The options of all of them. False after a message. */
bool cli_choose_reduction(const struct options *options, struct reduce_options *reduction);
/* The topic of smew help. */
void cli_print_reducers(void);

#endif
