/* Where smew's own files are. */
#ifndef UTIL_HOME_H
#define UTIL_HOME_H

/* The value of the environment variable, or else the path of `name` in the executable's directory,
   whether or not it exists. Owned; NULL when that directory is unknown. */
char *home_find(const char *variable, const char *name);

#endif
