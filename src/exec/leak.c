/* The leak search. An object is leaked if it is still allocated at exit and unreachable from
   globals and from the locals of the functions that exit() was called under. Every aligned word
   of an object that could be an address in a live heap object counts as a pointer, as in a
   conservative garbage collector; programs keep tags in the low bits of addresses and in the
   upper 16. A symbolic word has the value under the path's test: what is reported leaks in that
   test. */
#include "exec/leak.h"

#include "exec/decide.h"
#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/translate/op.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/overlay.h"
#include "memory/symbolic.h"
#include "util/buffer.h"

#include <stdlib.h>
#include <string.h>

struct search {
  struct machine *machine;
  VEC(struct object *) pending;
  VEC(struct object *) leaked;
};

static void reach(struct search *search, uint64_t word) {
  enum { TAG_BITS = 16 };
  word = word << TAG_BITS >> TAG_BITS;
  if (!address_is_possible(word)) return;
  struct object *object = space_find(&search->machine->state->space, word);
  if (object == NULL || object->kind != OBJECT_HEAP) return;
  if (object->flags & (OBJECT_FREED | OBJECT_REACHED)) return;
  if (word - object->base > object->size) return;
  object->flags |= OBJECT_REACHED;
  vec_push(&search->pending, object);
}

static void scan_words(struct search *search, const uint8_t *bytes, uint64_t size) {
  for (uint64_t i = 0; i + 8 <= size; i += 8) {
    uint64_t word;
    memcpy(&word, bytes + i, 8);
    reach(search, word);
  }
}

/* The words with a symbolic byte in the part of the object that starts at `start`. */
static void scan_overlay(struct search *search, const struct object *object,
                         const struct overlay *overlay, uint64_t start) {
  struct machine *machine = search->machine;
  struct access_fault fault;
  for (uint32_t i = 0; overlay != NULL && i < overlay->count; i++) {
    const struct overlay_entry *entry = &overlay->entries[i];
    uint64_t end = start + entry->start + entry->size;
    for (uint64_t at = (start + entry->start) & ~(uint64_t)7; at < end && at + 8 <= object->size;
         at += 8) {
      struct expr *word =
          memory_read_value(&machine->memory, &machine->state->space, object->base + at, 8, &fault);
      if (word != NULL) reach(search, decide_witness_value(machine, word));
    }
  }
}

static void scan_object(struct search *search, const struct object *object) {
  if (!object_is_large(object)) {
    scan_words(search, object->content.bytes, object->size);
    scan_overlay(search, object, object->overlay, 0);
    return;
  }
  for (uint64_t i = 0; i < object_page_count(object); i++) {
    const struct page *page = object->content.pages[i];
    uint64_t left = object->size - i * ADDRESS_PAGE_SIZE;
    if (page == NULL) continue;
    scan_words(search, page->bytes, left < ADDRESS_PAGE_SIZE ? left : ADDRESS_PAGE_SIZE);
    scan_overlay(search, object, page->overlay, i * ADDRESS_PAGE_SIZE);
  }
}

static int scan_root(struct object *object, void *context) {
  bool is_root = object->kind == OBJECT_GLOBAL || object->kind == OBJECT_STACK;
  if (is_root && !(object->flags & OBJECT_FREED)) scan_object(context, object);
  return 0;
}

static uint64_t word_of_register(struct machine *machine, const struct frame *frame, uint32_t reg) {
  struct expr *value = registers_get(frame->symbolic, reg);
  return value != NULL && value->width == 64 ? decide_witness_value(machine, value)
                                             : frame->slots[reg];
}

static void scan_frames(struct search *search) {
  for (const struct frame *frame = search->machine->state->top; frame; frame = frame->caller)
    for (uint32_t i = 0; i < frame->code->func->reg_widths.count; i++)
      reach(search, word_of_register(search->machine, frame, i));
}

static int collect(struct object *object, void *context) {
  struct search *search = context;
  bool is_leaked = object->kind == OBJECT_HEAP &&
                   object->name == 0 && /* named ones belong to the model */
                   !(object->flags & (OBJECT_FREED | OBJECT_REACHED));
  object->flags &= (uint8_t)~OBJECT_REACHED;
  if (is_leaked) vec_push(&search->leaked, object);
  return 0;
}

static int compare_sites(const void *x, const void *y) {
  const struct object *a = *(struct object *const *)x, *b = *(struct object *const *)y;
  if (a->site != b->site) return a->site < b->site ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

static void describe_site(struct machine *machine, struct object *const *objects, size_t count) {
  struct buffer what = {0};
  error_describe_object(machine, objects[0], &what);
  if (count > 1) buffer_add(&what, " and %zu more", count - 1);
  error_clear(&machine->error);
  machine->error.kind = ERROR_LEAK;
  bool has_line = machine->program->locs.data[objects[0]->site].line != 0;
  machine->error.loc = has_line ? objects[0]->site : 0;
  machine->error.key = (struct error_key){
      .kind = ERROR_LEAK, .func = UINT32_MAX, .ins = UINT32_MAX, .loc = objects[0]->site};
  machine->error.message = alloc_format("memory leak: %s", what.text);
  buffer_free(&what);
}

bool leak_report(struct machine *machine, void (*report)(struct machine *machine, void *context),
                 void *context) {
  struct search search = {.machine = machine};
  struct tree *tree = &machine->state->space.tree;
  tree_walk(tree, scan_root, &search);
  scan_frames(&search);
  while (search.pending.count > 0) scan_object(&search, vec_pop(&search.pending));
  tree_walk(tree, collect, &search);
  if (search.leaked.count > 1)
    qsort(search.leaked.data, search.leaked.count, sizeof(struct object *), compare_sites);
  for (size_t i = 0, end; i < search.leaked.count; i = end) {
    for (end = i + 1; end < search.leaked.count; end++)
      if (search.leaked.data[end]->site != search.leaked.data[i]->site) break;
    describe_site(machine, search.leaked.data + i, end - i);
    report(machine, context);
  }
  bool is_leaking = search.leaked.count > 0;
  vec_free(&search.pending);
  vec_free(&search.leaked);
  return is_leaking;
}
