/* Where smew's own files are. */
#ifndef UTIL_HOME_H
#define UTIL_HOME_H

/* What the environment variable says, else the path of `name` beside the executable, whether or not
   it exists. Owned; NULL when the executable's place is unknown. */
char *home_find(const char *variable, const char *name);

#endif
