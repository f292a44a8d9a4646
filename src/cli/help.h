/* Help: the options of a command, and topics. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdbool.h>
#include <stdio.h>

/* Prints the options that the command takes, those of `run` in groups. */
void help_print_options(const char *command);
/* False when there is no such topic. */
bool help_print_topic(const char *name);
/* Prints the names of all topics, with a summary each. */
void help_list_topics(FILE *out);
/* The topic whose name is nearest, NULL if none is near. */
const char *help_nearest_topic(const char *name);

#endif
