#include "table.h"

#include <stdlib.h>

int *table_new(int count) { return calloc((unsigned)count, sizeof(int)); }

void table_set(int *table, int index, int value) { table[index] = value; }

int table_sum(const int *table, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += table[i];
  return sum;
}
