/* Edit distance of two words, to suggest what a mistyped one was meant to be. */
#ifndef UTIL_NEAREST_H
#define UTIL_NEAREST_H

/* The least number of insertions, deletions, replacements and swaps of adjacent letters that turn
   one into the other. The greatest number for words of more than 63 letters. */
unsigned nearest_distance(const char *a, const char *b);
/* The largest distance at which a word is suggested for a mistyped one of that length. */
unsigned nearest_limit(const char *typed);

#endif
