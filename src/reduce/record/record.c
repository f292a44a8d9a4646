/* Counting what traces have, node by node, as they become complete. */
#include "reduce/record/record.h"

#include "exec/explore/path_tree.h"
#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "exec/trace.h"
#include "exec/trace_check.h"

#include <stdlib.h>

struct record {
  struct reducer reducer;
  struct machine *machine;
  uint64_t nodes, joins, events, edges, accesses, calls, lost;
};

static void count(struct record *record, const struct trace_event *event) {
  record->events++;
  switch (event->kind) {
  case TRACE_EDGE:
  case TRACE_CONDITION: record->edges++; break;
  case TRACE_ENTER: record->calls++; break;
  case TRACE_READ:
  case TRACE_WRITE:
  case TRACE_MAY_WRITE: record->accesses++; break;
  case TRACE_LEAVE:
  case TRACE_JUMP:
  case TRACE_NEW:
  case TRACE_MODEL: break;
  }
}

static void complete(struct reducer *reducer, struct path_node *node) {
  struct record *record = (struct record *)reducer;
#ifndef NDEBUG
  trace_check(record->machine, node);
#endif
  record->nodes++;
  record->joins += node->parents.count > 1;
  record->lost += node->trace.is_lost;
  struct trace_cursor cursor = trace_begin(record->machine, node);
  struct trace_event event;
  while (trace_next(&cursor, &event)) count(record, &event);
}

static void list(const struct reducer *reducer, reducer_figure *figure, void *context) {
  const struct record *record = (const struct record *)reducer;
  const struct trace_recorder *recorder = &record->machine->recorder;
  figure(context, "nodes", (double)record->nodes);
  figure(context, "joins", (double)record->joins);
  figure(context, "events", (double)record->events);
  figure(context, "edges", (double)record->edges);
  figure(context, "accesses", (double)record->accesses);
  figure(context, "calls", (double)record->calls);
  figure(context, "lost_traces", (double)record->lost);
  figure(context, "most_bytes", (double)(recorder->most * sizeof(uint32_t)));
}

static void free_record(struct reducer *reducer) { free(reducer); }

const struct reducer_class record_class = {
    .name = "record", .keeps = KEEPS_ALL, .complete = complete, .list = list, .free = free_record};

struct reducer *record_new(struct machine *machine) {
  struct record *record = alloc_zeroed(sizeof *record);
  record->reducer = (struct reducer){.class = &record_class, .wants_traces = true};
  record->machine = machine;
  return &record->reducer;
}
