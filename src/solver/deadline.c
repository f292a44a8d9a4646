/* Deadlines on the monotonic clock. Long computations check one every few milliseconds. */
#include "solver/deadline.h"

#include "solver/solver.h"
#include "util/clock.h"

struct deadline deadline_begin(const struct budget *budget) {
  return (struct deadline){budget->seconds > 0 ? clock_seconds() + budget->seconds : 0,
                           budget->stop};
}

bool deadline_is_over(const struct deadline *deadline) {
  if (deadline->stop != NULL && *deadline->stop) return true;
  return deadline->end > 0 && clock_seconds() >= deadline->end;
}

void deadline_shorten(const struct deadline *deadline, struct budget *budget) {
  if (deadline->end <= 0) return;
  double left = deadline->end - clock_seconds();
  budget->seconds = left > 1e-6 ? left : 1e-6; /* 0 would be no limit */
}
