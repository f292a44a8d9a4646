/* The exploration: Algorithm 1 of the state merging paper; which states are similar enough to
   be merged, a reducer knows. */
#include "exec/explore/explore.h"

#include "exec/explore/explorer.h"
#include "exec/machine.h"
#include "util/clock.h"
#include "util/fault.h"

#include <stdlib.h>

void explorer_stop(struct explorer *explorer, enum explore_end end, const char *reason) {
  if (explorer->stop_reason != NULL) return;
  explorer->end = end;
  explorer->stop_reason = reason;
}

enum explore_end explore_run(struct machine *machine, const struct explore_options *options,
                             struct searcher *searcher, const struct observer *observer) {
  struct explorer explorer = {.machine = machine,
                              .options = options,
                              .observer = observer,
                              .started = clock_seconds(),
                              .end = EXPLORE_DONE};
  REQUIRE(machine->state != NULL && machine->solver != NULL);
  machine->limits = *options;
  machine->ends_at = machine->watch->ends_at;
  if (machine->ends_at == 0 && options->max_seconds > 0)
    machine->ends_at = explorer.started + options->max_seconds;
  machine->observer = observer;
  explorer.onlooker = (struct onlooker){explorer_look_up, &explorer};
  machine->onlooker = &explorer.onlooker;
  explorer_begin_portfolio(&explorer, searcher);
  while (portfolio_find_finished(&explorer.portfolio) == NULL && explorer.stop_reason == NULL) {
    explorer_run_picked(&explorer);
    explorer_check_limits(&explorer);
    explorer_take_turns(&explorer);
  }
  const struct explore_paths *paths = explore_paths(machine);
  if (machine->is_cut_off && paths->early == explore_paths_total(paths)) /* nothing got through */
    explorer_stop(&explorer, EXPLORE_LIMIT, "memory limit reached (--max-memory)");
  machine->stop_reason = explorer.stop_reason;
  explorer_begin_end(&explorer);
  explorer_end_portfolio(&explorer);
  explorer_cut_off_all(&explorer);
  explorer_report_parts(&explorer);
  machine->stop_reason = explorer.stop_reason;
  machine->counts.seconds = clock_seconds() - explorer.started;
  machine->is_stopped_early = explorer.end != EXPLORE_DONE;
  machine->onlooker = NULL;
  strmap_free(&explorer.reported);
  vec_free(&explorer.states);
  vec_free(&explorer.urgent);
  vec_free(&explorer.seeded);
  return explorer.end;
}

void explore_interrupt(struct machine *machine) { watch_interrupt(machine->watch); }

const struct explore_paths *explore_paths(const struct machine *machine) {
  return &machine->explorations.data[machine->finished]->paths;
}

unsigned explore_keeps(const struct machine *machine) {
  return reducers_keep(&machine->explorations.data[machine->finished]->reducers);
}

bool explore_is_complete(const struct machine *machine) {
  return !machine->is_stopped_early && machine->limits.path == NULL &&
         machine->limits.test == NULL && findings_is_exact(&machine->found) &&
         explore_paths(machine)->early == 0 &&
         (machine->counts.undecided == 0 || machine->finished != 0);
}
