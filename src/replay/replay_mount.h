/* Mounts of a sandbox. */
#ifndef REPLAY_REPLAY_MOUNT_H
#define REPLAY_REPLAY_MOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mount_use {
  MOUNT_READ_ONLY, /* with everything mounted below; no devices, no set-user-id programs */
  MOUNT_WRITABLE,  /* the directory alone; no devices, no set-user-id programs */
  MOUNT_DEVICE     /* a device, which can be read and written, but not changed */
};

/* All return false with errno set. */

/* Shows `from` at `to` as well, for that use. */
bool mount_bind(const char *from, const char *to, enum mount_use use);
/* Makes the mount read-only, without devices and set-user-id programs; with `is_deep`, those below
   it, too. */
bool mount_make_harmless(const char *path, bool is_deep);
/* Shows a directory of devices. */
bool mount_bind_devices(const char *from, const char *to);
bool mount_make_read_only(const char *path);
/* Makes a mount writable again. */
bool mount_make_writable(const char *path);
/* A new file system in memory, without devices unless they are wanted. */
bool mount_memory(const char *path, bool has_devices);
/* Shows all file systems of the machine below `root`, each covered by an overlay whose changes go
   to `memory`; what cannot be covered is read-only. Not those of devices, nor those below
   `hidden`. */
bool mount_everything(const char *memory, const char *root, const char *hidden);
/* Covers a directory by an overlay; `number` names its changes in `memory`. */
bool mount_overlay(const char *memory, size_t number, const char *lower, const char *target);
/* The process ids of the namespace, if that is allowed. */
void mount_processes(const char *root);
/* Makes the directory the root, and the working directory. */
bool mount_move_to(const char *root);
/* Mounts made from now on are seen in this namespace alone. */
bool mount_make_private(void);

#endif
