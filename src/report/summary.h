/* The summary of a run: as JSON for programs, as lines for people. */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H

#include "exec/error.h"
#include "exec/explore/explore.h"
#include "report/lines.h"
#include "util/alloc.h"

#include <stdio.h>
#include <time.h>

struct buffer;
struct explore_paths;
struct json;
struct machine;
struct report_options;

/* An error that was reported: the first of its kind at its place. */
struct found_error {
  enum error_kind kind;
  uint32_t loc;
  uint32_t function;       /* string number */
  char *message;           /* owned */
  uint64_t test;           /* number, 0 for none */
  uint64_t paths;          /* that reached it */
  bool is_assumed;         /* it rests on assumptions about undefined code */
  bool is_additional_only; /* no single path has reached it yet */
};

struct found_errors {
  struct found_error *data;
  size_t count, capacity;
};

/* Why paths were cut off. */
struct cut_off {
  char *reason; /* owned */
  uint64_t paths;
};

struct cut_offs {
  struct cut_off *data;
  size_t count, capacity;
};

struct summary {
  const struct report_options *options;
  const struct machine *machine;
  const struct found_errors *errors;
  const struct cut_offs *cut_offs;
  const char *directory; /* of the results; NULL: none */
  const char *shown;     /* the same under a shorter name */
  struct line_totals totals;
  time_t started;
  bool is_done;   /* `end` says why; otherwise the run continues */
  bool has_fault; /* it ended because results could not be written */
  enum explore_end end;
};

/* summary.json */
void summary_add_json(const struct summary *summary, struct buffer *out);
/* The file `info`: the command line, times, and the last lines. */
void summary_add_info(const struct summary *summary, struct buffer *out);
/* The lines printed last, each beginning with "smew: ". */
void summary_add_lines(const struct summary *summary, struct buffer *out);
/* The same for a run in which nothing was symbolic. */
void summary_add_plain_lines(const struct summary *summary, struct buffer *out);

/* A line for each exploration that took part, if there are several. */
void summary_add_portfolio_lines(const struct summary *summary, struct buffer *out);
/* The same and more, as JSON. */
void summary_add_explorations(struct json *json, const struct summary *summary);
void summary_add_ends(struct json *json, const struct explore_paths *paths);
void summary_add_multiplicity(struct json *json, const struct explore_paths *paths);

/* What the reducers counted, a line each. */
void summary_print_reducers(const struct machine *machine, FILE *out);

/* Whether every path was followed to its end, exactly, and recorded. */
bool summary_is_complete(const struct summary *summary);
/* What the run guarantees, as bits of enum reducer_keeps: that every path was followed, that no
   error is possible beyond those reported, that nothing more can be covered. */
unsigned summary_guarantees(const struct summary *summary);
/* Why the exploration ended, in words; "still running" for one that continues. */
const char *summary_reason(const struct summary *summary);

#endif
