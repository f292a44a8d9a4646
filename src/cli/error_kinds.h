/* The values of --exit-on-error-type. */
#ifndef CLI_ERROR_KINDS_H
#define CLI_ERROR_KINDS_H

#include "cli/options.h"

/* Whether all words name kinds of errors; else false after a message. */
bool cli_knows_error_kinds(const string_list *list);
/* A bit per enum error_kind. */
uint32_t cli_error_kinds(const string_list *list);

#endif
