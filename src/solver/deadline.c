/* Deadlines on the monotonic clock, and limits of work, which are the same on every machine. Long
   computations check one every few milliseconds. */
#include "solver/deadline.h"

#include "solver/solver.h"
#include "util/clock.h"

struct deadline deadline_begin(const struct budget *budget) {
  double end = budget->seconds > 0 ? clock_seconds() + budget->seconds : 0;
  if (budget->until > 0 && (end == 0 || budget->until < end)) end = budget->until;
  return (struct deadline){.end = end, .stop = budget->stop, .onlooker = budget->onlooker};
}

bool deadline_is_over(const struct deadline *deadline) {
  if (deadline->onlooker != NULL) deadline->onlooker->look(deadline->onlooker->context);
  if (deadline->stop != NULL && *deadline->stop) return true;
  if (deadline->meter != NULL && *deadline->meter >= deadline->meter_end) return true;
  return deadline->end > 0 && clock_seconds() >= deadline->end;
}

void deadline_meter(struct deadline *deadline, const uint64_t *meter, uint64_t most) {
  deadline->meter = meter;
  deadline->meter_end = *meter + most;
}

void deadline_shorten(const struct deadline *deadline, struct budget *budget) {
  if (deadline->end <= 0) return;
  double left = deadline->end - clock_seconds();
  budget->seconds = left > 1e-6 ? left : 1e-6; /* 0 would be no limit */
}
