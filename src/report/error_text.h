/* The text of errors in the files of a run. */
#ifndef REPORT_ERROR_TEXT_H
#define REPORT_ERROR_TEXT_H

#include "exec/error.h"

struct buffer;
struct machine;

/* The kind as used in file names and messages: "ptr". */
const char *error_text_kind(enum error_kind kind);
/* The first part of a report: Error, Kind, File, Line, Stack. */
void error_text_add(const struct machine *machine, const struct error *error, struct buffer *out);

#endif
