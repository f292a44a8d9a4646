#include "table.h"

#include <stdio.h>
#include <stdlib.h>

/* With two arguments or more the index is one too large. */
int main(int argc, char **argv) {
  (void)argv;
  int *table = table_new(3);
  table_set(table, argc, 7);
  printf("%d of %d\n", table_sum(table, 3), TABLE_LIMIT);
  free(table);
  return 0;
}
