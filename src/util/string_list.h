/* A growable list of borrowed strings. */
#ifndef UTIL_STRING_LIST_H
#define UTIL_STRING_LIST_H

#include "util/alloc.h"

typedef VEC(const char *) string_list;

#endif
