// Timers that are set, read and stopped before they go off.
#include "../observe.h"
#include <signal.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
  struct itimerval timer = {{0, 0}, {1000, 0}}, old;
  part("alarm");
  IS(alarm(500));
  IS(alarm(600) >= 499);
  IS(alarm(0) >= 599);
  IS(alarm(0));
  part("setitimer");
  SEE(setitimer(ITIMER_REAL, &timer, &old));
  IS(old.it_value.tv_sec);
  SEE(getitimer(ITIMER_REAL, &old));
  IS(old.it_value.tv_sec >= 999 && old.it_value.tv_sec <= 1000);
  IS(old.it_interval.tv_sec);
  timer = (struct itimerval){{7, 5000}, {2000, 0}};
  SEE(setitimer(ITIMER_REAL, &timer, NULL));
  SEE(getitimer(ITIMER_REAL, &old));
  IS(old.it_interval.tv_sec);
  IS(alarm(0) >= 1999);
  SEE(getitimer(ITIMER_REAL, &old));
  IS(old.it_value.tv_sec);
  IS(old.it_interval.tv_sec);
  SEE(setitimer(ITIMER_VIRTUAL, &timer, NULL));
  SEE(getitimer(ITIMER_VIRTUAL, &old));
  IS(old.it_interval.tv_sec);
  SEE(getitimer(77, &old));
  SEE(setitimer(77, &timer, NULL));
  timer.it_value.tv_usec = 1000000;
  SEE(setitimer(ITIMER_REAL, &timer, NULL));
  return 0;
}
