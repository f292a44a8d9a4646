/* Devices for programs under test. */
#ifndef REPLAY_REPLAY_DEVICES_H
#define REPLAY_REPLAY_DEVICES_H

#include <stdbool.h>

/* Fills an empty directory of a file system in memory as a /dev: null and similar devices, and what
   programs expect next to them. False with errno set. */
bool devices_make(const char *directory);

#endif
