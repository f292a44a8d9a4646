/* microc on the command line. */
#ifndef CLI_MICROC_H
#define CLI_MICROC_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct ir_program;
struct options;

typedef VEC(int32_t) number_list;

/* Reads integers that are separated by spaces or commas. False with an owned copy of the first word
   that is not one. */
bool cli_read_numbers(const char *text, number_list *numbers, char **what);
/* Loads a microc program for exploring, as the options say; NULL after a message. Owned. */
struct ir_program *cli_load_microc(const struct options *options, const char *path);
/* Are the tests there of a microc program? */
bool cli_is_microc_replay(const struct options *options, const char *path);
/* Replays tests of microc programs in smew's interpreter; an exit status of smew's. */
int cli_replay_microc(const struct options *options, const char *const *paths, size_t path_count);

#endif
