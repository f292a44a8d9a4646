#ifndef TABLE_LIMIT
#define TABLE_LIMIT 10
#endif
int *table_new(int count);
void table_set(int *table, int index, int value);
int table_sum(const int *table, int count);
