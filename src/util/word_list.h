/* Growable lists of owned strings: command lines and environments. */
#ifndef UTIL_WORD_LIST_H
#define UTIL_WORD_LIST_H

#include "util/alloc.h"

typedef VEC(char *) word_list;

/* Adds a copy. */
void word_list_add(word_list *list, const char *word);
/* Adds the two as one word. */
void word_list_add_joined(word_list *list, const char *first, const char *second);
/* Adds the words of a text, which are separated by white space; the text may be NULL. */
void word_list_add_split(word_list *list, const char *text);
/* Frees the words, too; some may be NULL. */
void word_list_free(word_list *list);

#endif
