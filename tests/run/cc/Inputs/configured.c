#include "config.h"
#include "table.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What configure found must be true here, natively and in smew. */
_Static_assert(sizeof(regmatch_t) == SIZEOF_REGMATCH, "sizes");

int main(int argc, char **argv) {
  (void)argv;
  char word[4] = "";
#ifdef HAVE_STRLCPY
  strlcpy(word, "abcdef", sizeof word);
#else
  memcpy(word, "xyz", sizeof word);
#endif
  int *table = table_new(3);
  table_set(table, argc, 7);
  printf("%s %d\n", word, table_sum(table, 3));
  free(table);
  return 0;
}
