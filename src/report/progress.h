/* The progress of a run, in numbers: the live line, and rows of statistics. */
#ifndef REPORT_PROGRESS_H
#define REPORT_PROGRESS_H

#include "report/lines.h"

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct machine;

/* The peak memory of the process, in bytes. */
uint64_t progress_peak_memory(void);

/* Queries per second over the last second or so. */
struct query_rate {
  double since, per_second;
  uint64_t queries;
};
void progress_measure_rate(struct query_rate *rate, const struct machine *machine);

/* Percent, one digit after the point; 100 if whole is 0. */
double progress_percent(uint64_t part, uint64_t whole);
/* Whether nothing new was found for so many seconds. */
bool progress_stands_still(const struct machine *machine, double seconds);
/* "nothing new for 28 s, 97% of it in queries from floatscan.c:239" */
void progress_add_standstill(const struct machine *machine, struct buffer *out);
/* "12 s, 345 states, …", without a line break. */
void progress_add_line(const struct machine *machine, const struct line_totals *totals,
                       const struct query_rate *rate, struct buffer *out);
/* A row of statistics.jsonl. */
void progress_add_row(const struct machine *machine, const struct line_totals *totals,
                      struct buffer *out);

#endif
