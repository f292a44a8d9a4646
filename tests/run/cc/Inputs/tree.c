#include <fts.h>
#include <stdio.h>
#include <string.h>

static int compare(const FTSENT **a, const FTSENT **b) {
  return strcmp((*a)->fts_name, (*b)->fts_name);
}

int main(int argc, char **argv) {
  (void)argc;
  FTS *tree = fts_open(argv + 1, FTS_PHYSICAL | FTS_NOCHDIR, compare);
  if (!tree) return 1;
  FTSENT *entry;
  while ((entry = fts_read(tree)) != NULL)
    if (entry->fts_info != FTS_DP)
      printf("%d %s%s\n", entry->fts_level, entry->fts_path, entry->fts_info == FTS_D ? "/" : "");
  return fts_close(tree);
}
