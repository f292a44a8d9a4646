/* Where smew's own files are. */
#ifndef UTIL_HOME_H
#define UTIL_HOME_H

/* The value of the environment variable, else the path of `name` next to the executable, whether or
   not it exists. Owned; NULL if the location of the executable is unknown. */
char *home_find(const char *variable, const char *name);

#endif
