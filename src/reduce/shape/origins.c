/* An object is known by what made it: a variable by the alloca of its frame, an object of the heap
   by the location of the call that allocated it, which the object carries. Several instructions may
   have one location, and a function has several instances, so it stands for any of several abstract
   objects. Without debug information (location 0) nothing is known of the heap, nor if functions of
   the libc allocate: such objects have the location of the program's call. */
#include "reduce/shape/origins.h"

#include "analysis/points_to.h"
#include "analysis/sparse_set.h"
#include "ir/ir.h"
#include "ir/operands.h"

#include <stdlib.h>

static int compare_instructions(const void *a, const void *b) {
  const struct origin *x = a, *y = b;
  if (x->func != y->func) return x->func < y->func ? -1 : 1;
  if (x->ins != y->ins) return x->ins < y->ins ? -1 : 1;
  return (x->object > y->object) - (x->object < y->object);
}

static int compare_locations(const void *a, const void *b) {
  const struct origin *x = a, *y = b;
  if (x->loc != y->loc) return x->loc < y->loc ? -1 : 1;
  return (x->object > y->object) - (x->object < y->object);
}

static void add(struct origins *origins, const struct ir_program *program,
                const struct points_to *points, uint32_t number) {
  const struct abstract_object *object = &points_to_abstracts(points)->objects.data[number];
  bool is_stack = object->kind == ABSTRACT_STACK;
  if (!is_stack && object->kind != ABSTRACT_HEAP) return;
  const struct ir_func *func = program->funcs.data[points_to_instance_func(points, object->number)];
  const struct ir_ins *ins = &func->ins.data[object->ins];
  const struct ir_block *first = &func->blocks.data[0];
  struct origin origin = {
      .func = func->number, .ins = object->ins, .object = number, .loc = ins->loc};
  if (!is_stack) {
    origins->has_library |= func->is_library;
    vec_push(&origins->heap, origin);
    return;
  }
  bool is_first = object->ins >= first->first && object->ins < first->first + first->count;
  if (ins->op != IR_ALLOCA || !is_first || !ir_const_value(func, ins->a, &origin.size)) return;
  origin.reg = ins->dst;
  vec_push(&origins->stack, origin);
}

struct origins origins_find(const struct ir_program *program, const struct points_to *points) {
  struct origins origins = {0};
  for (uint32_t i = 0; i < points_to_abstracts(points)->objects.count; i++)
    add(&origins, program, points, i);
  if (origins.stack.count > 1)
    qsort(origins.stack.data, origins.stack.count, sizeof(struct origin), compare_instructions);
  if (origins.heap.count > 1)
    qsort(origins.heap.data, origins.heap.count, sizeof(struct origin), compare_locations);
  return origins;
}

void origins_free(struct origins *origins) {
  vec_free(&origins->stack);
  vec_free(&origins->heap);
}

static size_t find_func(const struct origins *origins, uint32_t func) {
  size_t low = 0, high = origins->stack.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (origins->stack.data[middle].func < func)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* A variable of the first block exists if the frame is behind the instruction that makes it; the
   first block has the first instructions. */
void origins_add_locals(const struct origins *origins, const struct sparse_set *live,
                        struct live_frame frame, uint32_t number, struct dead_locals *locals) {
  size_t i = find_func(origins, frame.func);
  while (i < origins->stack.count && origins->stack.data[i].func == frame.func) {
    const struct origin *origin = &origins->stack.data[i];
    bool is_live = false;
    for (; i < origins->stack.count && origins->stack.data[i].func == frame.func &&
           origins->stack.data[i].ins == origin->ins;
         i++)
      is_live |= sparse_set_has(live, origins->stack.data[i].object);
    if (!is_live && origin->ins < frame.ins)
      vec_push(&locals->list, ((struct dead_local){number, origin->reg, origin->size}));
  }
}

void origins_add_sites(const struct origins *origins, const struct sparse_set *live,
                       struct dead_sites *sites) {
  for (size_t i = 0; i < origins->heap.count && !origins->has_library;) {
    uint32_t loc = origins->heap.data[i].loc;
    bool is_live = loc == 0;
    for (; i < origins->heap.count && origins->heap.data[i].loc == loc; i++)
      is_live |= sparse_set_has(live, origins->heap.data[i].object);
    if (!is_live) vec_push(&sites->list, loc);
  }
}
