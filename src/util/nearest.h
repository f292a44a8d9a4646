/* How far apart two words are, for suggesting what a mistyped one was meant to be. */
#ifndef UTIL_NEAREST_H
#define UTIL_NEAREST_H

/* Letters to insert, remove or replace, or neighbours to swap, to make one of the other. Words of
   more than 63 letters are as far apart as can be. */
unsigned nearest_distance(const char *a, const char *b);
/* The largest distance at which a word may have been meant by a typed one of that length. */
unsigned nearest_limit(const char *typed);

#endif
