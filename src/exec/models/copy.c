/* strcpy and similar functions: copying a string whose length is symbolic.

   Each byte of the target becomes the new one if the string reaches it; else it stays (strcpy)
   or is 0 (strncpy). Bytes that the function's own code copied before the model took over are
   copied again, which makes no difference unless the two places overlap. */
#include "exec/models/scan.h"

#include "exec/decide.h"
#include "memory/symbolic.h"
#include "util/fault.h"

/* The number of writable bytes from the address on. */
static uint64_t room_at(struct machine *m, uint64_t address) {
  struct access_fault fault;
  if (!memory_check(&m->state->space, address, 1, true, &fault)) return 0;
  const struct object *object = space_find(&m->state->space, address);
  return object->base + object->size - address;
}

static bool is_apart(uint64_t a, uint64_t b, uint64_t size) {
  return a - b >= size && b - a >= size;
}

/* The end of the string in the target. */
static void return_place(struct scan *scan, uint64_t to, struct expr *length,
                         struct value *result) {
  *result = value_from(expr_add(scan->exprs, length, scan_word(scan, to)));
}

static enum copy_end settle(struct scan *scan, struct expr *is_good) {
  switch (decide_good(scan->m, is_good)) {
  case DECIDE_TRUE: return COPY_DONE;
  case DECIDE_FALSE: return COPY_NOT;
  default: return COPY_STOPPED;
  }
}

enum copy_end copy_text(struct scan *scan, const struct value *args, struct value *result) {
  struct machine *m = scan->m;
  struct access_fault fault;
  bool was_write;
  uint64_t to = args[0].words[0], from = args[1].words[0];
  if (!loop_strlen(scan, args + 1) || scan->is_long || scan->count == 0) return COPY_NOT;
  struct expr *length = scan_value(scan, 0);
  struct expr *size = expr_add(scan->exprs, length, scan_word(scan, 1));
  uint64_t most = expr_range_of(length).umax + 1, room = room_at(m, to);
  if (!is_apart(to, from, most)) return COPY_NOT;
  struct expr *fits = expr_ule(scan->exprs, size, scan_word(scan, room));
  enum copy_end end = settle(scan, expr_and(scan->exprs, scan_is_good(scan), fits));
  if (end != COPY_DONE) return end;
  if (most > room) most = room;
  bool is_copied =
      memory_copy_part(&m->memory, &m->state->space, to, from, size, most, &fault, &was_write);
  REQUIRE(is_copied);
  return_place(scan, to, length, result);
  return COPY_DONE;
}

/* Bytes after the string are 0, up to the third argument. */
static void write_padded(struct scan *scan, const struct value *args, struct expr *length) {
  struct machine *m = scan->m;
  struct space *space = &m->state->space;
  struct access_fault fault;
  uint64_t to = args[0].words[0], from = args[1].words[0], size = args[2].words[0];
  uint64_t most = expr_range_of(length).umax;
  struct expr *zero = expr_const(scan->exprs, 8, 0);
  bool is_written = true;
  for (uint64_t i = 0; i < most; i++) {
    struct expr *byte = memory_read_value(&m->memory, space, from + i, 1, &fault);
    struct expr *reaches = expr_ult(scan->exprs, scan_word(scan, i), length);
    byte = expr_ite(scan->exprs, reaches, byte, zero);
    is_written &= memory_write_value(&m->memory, space, to + i, 1, byte, &fault);
  }
  if (most < size) is_written &= memory_set(&m->memory, space, to + most, 0, size - most, &fault);
  REQUIRE(is_written);
}

enum copy_end copy_padded(struct scan *scan, const struct value *args, struct value *result) {
  uint64_t to = args[0].words[0], from = args[1].words[0], size = args[2].words[0];
  if (args[2].expr != NULL || size > room_at(scan->m, to) || !is_apart(to, from, size))
    return COPY_NOT;
  if (!loop_strnlen(scan, args + 1) || scan->is_long || scan->count == 0) return COPY_NOT;
  enum copy_end end = settle(scan, scan_is_good(scan));
  if (end != COPY_DONE) return end;
  struct expr *length = scan_value(scan, 0);
  write_padded(scan, args, length);
  return_place(scan, to, length, result);
  return COPY_DONE;
}
