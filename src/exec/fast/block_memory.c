/* Operations on ranges of memory and on stack objects. */
#include "exec/fast/fast.h"
#include "exec/machine.h"
#include "exec/translate/site.h"
#include "ir/ir.h"

#include <string.h>

/* A length of zero accesses nothing, so any pointers are valid. */
static bool copy_range(struct machine *m, uint64_t to, uint64_t from, uint64_t size) {
  struct access_fault fault;
  bool was_write;
  if (size == 0) return true;
  if (memory_copy(&m->memory, &m->state->space, to, from, size, &fault, &was_write)) return true;
  error_raise_access(m, &fault, was_write ? to : from, size, was_write);
  return false;
}

/* The bytes at an address if the cache has that many of them, else NULL. */
static inline uint8_t *cached_range(const struct cache_entry *cache, uint64_t address,
                                    uint64_t size) {
  const struct cache_entry *entry = &cache[cache_index(address)];
  uint64_t offset = address - entry->base;
  if (offset >= entry->limit[0] || size > entry->limit[0] - offset) return NULL;
  return entry->data + offset;
}

HANDLER(fast_observed_memmove) {
  m->stopped_at = op;
  if (!copy_range(m, r[op->a], r[op->b], r[op->c])) TAIL(fast_stop);
  NEXT;
}

/* LLVM permits only exact overlap in a memcpy; copying as memmove is right for all. */
HANDLER(fast_memmove) {
  uint64_t size = r[op->c];
  uint8_t *to = cached_range(m->memory.write_cache, r[op->a], size);
  const uint8_t *from = cached_range(m->memory.read_cache, r[op->b], size);
  if (UNLIKELY(to == NULL || from == NULL)) TAIL(fast_observed_memmove);
  memmove(to, from, size);
  NEXT;
}

/* Struct assignments are mostly of 8 or 16 bytes, known at translation. */
#define COPY_FIXED(bytes)                                                                          \
  static HANDLER(memmove_##bytes) {                                                                \
    uint8_t *to = cached_range(m->memory.write_cache, r[op->a], bytes);                            \
    const uint8_t *from = cached_range(m->memory.read_cache, r[op->b], bytes);                     \
    if (UNLIKELY(to == NULL || from == NULL)) TAIL(fast_observed_memmove_fixed);                   \
    uint64_t words[bytes / 8];                                                                     \
    memcpy(words, from, bytes);                                                                    \
    memcpy(to, words, bytes);                                                                      \
    NEXT;                                                                                          \
  }
HANDLER(fast_observed_memmove_fixed) {
  m->stopped_at = op;
  if (!copy_range(m, r[op->a], r[op->b], op->imm)) TAIL(fast_stop);
  NEXT;
}
COPY_FIXED(8)
COPY_FIXED(16)

static HANDLER(memmove_fixed) {
  uint8_t *to = cached_range(m->memory.write_cache, r[op->a], op->imm);
  const uint8_t *from = cached_range(m->memory.read_cache, r[op->b], op->imm);
  if (UNLIKELY(to == NULL || from == NULL)) TAIL(fast_observed_memmove_fixed);
  memmove(to, from, op->imm);
  NEXT;
}

op_handler *fast_find_memmove(uint64_t size) {
  return size == 8 ? memmove_8 : size == 16 ? memmove_16 : memmove_fixed;
}

HANDLER(fast_observed_memset) {
  struct access_fault fault;
  uint64_t size = r[op->c];
  m->stopped_at = op;
  if (size != 0 &&
      !memory_set(&m->memory, &m->state->space, r[op->a], (uint8_t)r[op->b], size, &fault)) {
    error_raise_access(m, &fault, r[op->a], size, true);
    TAIL(fast_stop);
  }
  NEXT;
}

HANDLER(fast_memset) {
  uint64_t size = r[op->c];
  uint8_t *to = cached_range(m->memory.write_cache, r[op->a], size);
  if (UNLIKELY(to == NULL)) TAIL(fast_observed_memset);
  memset(to, (int)r[op->b], size);
  NEXT;
}

static bool make_stack_object(struct machine *m, const struct alloca_site *site, uint64_t size,
                              uint64_t *address) {
  struct space_request request = {.size = size,
                                  .align = site->align,
                                  .kind = OBJECT_STACK,
                                  .site = site->loc,
                                  .name = site->name,
                                  .is_unwritten = true};
  struct object *object = space_allocate(&m->memory, &m->state->space, &request);
  if (object == NULL) {
    error_raise(m, ERROR_EXEC, "stack overflow: a stack object of %llu bytes",
                (unsigned long long)size);
    return false;
  }
  *address = object->base;
  return true;
}

HANDLER(fast_alloca) {
  m->stopped_at = op;
  if (!make_stack_object(m, op->data, r[op->a], r + op->dst)) TAIL(fast_stop);
  NEXT;
}

HANDLER(fast_alloca_fixed) {
  const struct alloca_site *site = op->data;
  m->stopped_at = op;
  if (!make_stack_object(m, site, site->size, r + op->dst)) TAIL(fast_stop);
  NEXT;
}

/* The saved value is the index of the newest stack object: the program never dereferences it,
   and it is the same on every path with the same allocations. */
HANDLER(fast_stacksave) {
  r[op->dst] = m->state->space.stack_top;
  NEXT;
}

/* Pops to the mark if it is one of this frame's objects or the frame's own mark. */
HANDLER(fast_stackrestore) {
  struct space *space = &m->state->space;
  uint64_t mark = r[op->a];
  uint32_t frame_mark = m->state->top->stack_mark;
  uint32_t at = space->stack_top;
  while (at != mark && at != frame_mark && at != 0) at = tree_get(&space->tree, at)->link;
  if (at == mark) space_pop_stack(&m->memory, space, (uint32_t)mark, 0);
  NEXT;
}

/* The x86-64 va_list says how much of the register areas has been used, and where these and the
   stack area are. Variable arguments are in the last registers of their kind (see
   front/llvm/lower_varargs.c). */
HANDLER(fast_vastart) {
  enum { GENERAL_END = 48, VECTOR_END = 176 };
  const struct frame *frame = m->state->top;
  const struct call_site *site = frame->call != NULL ? frame->call->data : NULL;
  struct {
    uint32_t gp_offset, fp_offset;
    uint64_t overflow_area, save_area;
  } list = {GENERAL_END, VECTOR_END, frame->varargs + VECTOR_END, frame->varargs};
  if (site != NULL) list.gp_offset -= 8 * site->vararg_general;
  if (site != NULL) list.fp_offset -= 16 * site->vararg_vector;
  struct access_fault fault;
  m->stopped_at = op;
  if (!memory_write(&m->memory, &m->state->space, r[op->a], &list, sizeof list, &fault)) {
    error_raise_access(m, &fault, r[op->a], sizeof list, true);
    TAIL(fast_stop);
  }
  NEXT;
}
