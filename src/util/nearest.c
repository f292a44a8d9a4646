/* Edit distance with transpositions of adjacent letters (the restricted Damerau-Levenshtein
   distance), with three rows of the usual table. */
#include "util/nearest.h"

#include <limits.h>
#include <string.h>

enum { MOST = 64 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

unsigned nearest_distance(const char *a, const char *b) {
  size_t a_length = strlen(a), b_length = strlen(b);
  if (a_length >= MOST || b_length >= MOST) return UINT_MAX;
  unsigned rows[3][MOST], *before = rows[0], *last = rows[1], *row = rows[2];
  for (unsigned k = 0; k <= b_length; k++) last[k] = k;
  for (unsigned i = 1; i <= a_length; i++) {
    row[0] = i;
    for (unsigned k = 1; k <= b_length; k++) {
      row[k] = least(least(last[k], row[k - 1]) + 1, last[k - 1] + (a[i - 1] != b[k - 1]));
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        row[k] = least(row[k], before[k - 2] + 1);
    }
    unsigned *free_row = before;
    before = last, last = row, row = free_row;
  }
  return last[b_length];
}

unsigned nearest_limit(const char *typed) {
  size_t length = strlen(typed);
  return length < 6 ? 1 : length < 12 ? 3 : 4;
}
