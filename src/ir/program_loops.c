#include "ir/program_loops.h"

#include "ir/cfg.h"
#include "ir/dominators.h"
#include "ir/ir.h"
#include "ir/loops.h"
#include "util/alloc.h"

#include <stdlib.h>

struct program_loops {
  size_t count;
  struct loops **list; /* per function; NULL: not asked about yet */
};

struct program_loops *program_loops_new(const struct ir_program *program) {
  struct program_loops *all = alloc_zeroed(sizeof *all);
  all->count = program->funcs.count;
  all->list = alloc_zeroed((all->count + 1) * sizeof *all->list);
  return all;
}

void program_loops_free(struct program_loops *all) {
  for (size_t i = 0; i < all->count; i++) {
    if (all->list[i] == NULL) continue;
    loops_free(all->list[i]);
    free(all->list[i]);
  }
  free(all->list);
  free(all);
}

const struct loops *program_loops_of(struct program_loops *all, const struct ir_func *func) {
  struct loops **place = &all->list[func->number];
  if (*place != NULL) return *place;
  struct cfg cfg = cfg_build(func);
  struct dominators dominators = dominators_build(&cfg);
  *place = alloc_bytes(sizeof **place);
  **place = loops_build(&cfg, &dominators);
  dominators_free(&dominators);
  cfg_free(&cfg);
  return *place;
}
