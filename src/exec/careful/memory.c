/* Loads, stores and blocks of memory, at concrete and symbolic addresses. */
#include "exec/careful/careful.h"

#include "exec/choose.h"
#include "exec/decide.h"
#include "exec/translate/code.h"
#include "expr/expr.h"
#include "memory/symbolic.h"
#include "util/fault.h"

static struct offset_range range_of(const struct target *target) {
  return (struct offset_range){target->low, target->high, target->step};
}

/* Sets the register to the bytes loaded, truncated to its width. */
static void set_loaded(struct machine *m, const struct ir_ins *ins, struct expr *bytes) {
  value_set_expr(m, ins->dst, expr_extract(m->exprs, bytes, 0, ins->width));
}

enum outcome careful_load(struct machine *m, const struct ir_ins *ins) {
  struct value address = value_of(m, ins->a);
  struct space *space = &m->state->space;
  unsigned size = ir_byte_size(ins->width);
  struct access_fault fault;
  struct target target;
  if (address.expr == NULL) {
    uint64_t words[2] = {0, 0};
    if (memory_read(&m->memory, space, address.words[0], words, size, &fault)) {
      struct value value = {.words = {words[0] & ir_mask(ins->width),
                                      ins->width > 64 ? words[1] & ir_mask(ins->width - 64) : 0}};
      value_set(m, ins->dst, &value);
      return OUTCOME_NEXT;
    }
    if (fault.result == ACCESS_SYMBOLIC) {
      set_loaded(m, ins, memory_read_value(&m->memory, space, address.words[0], size, &fault));
      return OUTCOME_NEXT;
    }
    error_raise_access(m, &fault, address.words[0], size, false);
    return OUTCOME_STOPPED;
  }
  if (!resolve_access(m, &address, size, false, &target)) return OUTCOME_STOPPED;
  if (target.offset == NULL) {
    set_loaded(m, ins, memory_read_value(&m->memory, space, target.address, size, &fault));
    return OUTCOME_NEXT;
  }
  struct offset_range range = range_of(&target);
  set_loaded(m, ins, memory_read_at(&m->memory, space, target.object, target.offset, &range, size));
  return OUTCOME_NEXT;
}

/* A register's bits as whole bytes. */
static struct expr *as_bytes(struct machine *m, const struct value *value, unsigned width) {
  struct expr *e = value_expr(m, value, width);
  return expr_zext(m->exprs, e, ir_byte_size(width) * 8);
}

enum outcome careful_store(struct machine *m, const struct ir_ins *ins) {
  struct value address = value_of(m, ins->a), value = value_of(m, ins->b);
  struct space *space = &m->state->space;
  unsigned size = ir_byte_size(ins->width);
  struct access_fault fault;
  struct target target;
  if (address.expr == NULL) {
    bool is_good =
        value.expr == NULL
            ? memory_write(&m->memory, space, address.words[0], value.words, size, &fault)
            : memory_write_value(&m->memory, space, address.words[0], size,
                                 as_bytes(m, &value, ins->width), &fault);
    if (is_good) return OUTCOME_NEXT;
    error_raise_access(m, &fault, address.words[0], size, true);
    return OUTCOME_STOPPED;
  }
  if (!resolve_access(m, &address, size, true, &target)) return OUTCOME_STOPPED;
  struct expr *bytes = as_bytes(m, &value, ins->width);
  if (target.offset == NULL) {
    bool is_good = memory_write_value(&m->memory, space, target.address, size, bytes, &fault);
    REQUIRE(is_good);
    return OUTCOME_NEXT;
  }
  struct offset_range range = range_of(&target);
  memory_write_at(&m->memory, space, target.object, target.offset, &range, size, bytes);
  return OUTCOME_NEXT;
}

bool careful_bound_length(struct machine *m, const struct value *length, uint64_t address,
                          bool is_write, uint64_t *most) {
  if (choose_at(m, address)) return false;
  struct space *space = &m->state->space;
  struct access_fault fault;
  struct object *object = space_find(space, address);
  uint64_t room = 0;
  if (object != NULL && memory_check(space, address, 1, is_write, &fault))
    room = object->base + object->size - address;
  struct expr *fits =
      expr_ule(m->exprs, length->expr, expr_const(m->exprs, length->expr->width, room));
  enum decision decision = decide_good(m, fits);
  if (decision == DECIDE_STOP) return false;
  if (decision == DECIDE_TRUE) {
    if (room < *most) *most = room;
    return true;
  }
  uint64_t size = decide_witness_value(m, length->expr);
  if (memory_check(space, address, size, is_write, &fault)) return true;
  error_raise_access(m, &fault, address, size, is_write);
  return false;
}

static bool copy_symbolic(struct machine *m, uint64_t to, uint64_t from,
                          const struct value *length) {
  struct access_fault fault;
  bool was_write;
  uint64_t most = UINT64_MAX;
  if (!careful_bound_length(m, length, to, true, &most)) return false;
  if (!careful_bound_length(m, length, from, false, &most)) return false;
  struct expr_range range = expr_range_of(length->expr);
  if (range.umax < most) most = range.umax;
  if (most == 0) return true;
  if (memory_copy_part(&m->memory, &m->state->space, to, from, length->expr, most, &fault,
                       &was_write))
    return true;
  error_raise_access(m, &fault, was_write ? to : from, most, was_write);
  return false;
}

/* A part of the resolved target, `at` bytes in. */
static struct expr *read_piece(struct machine *m, const struct target *target, uint64_t at,
                               unsigned size) {
  struct space *space = &m->state->space;
  struct access_fault fault;
  if (target->offset == NULL)
    return memory_read_value(&m->memory, space, target->address + at, size, &fault);
  struct offset_range range = {target->low + at, target->high + at, target->step};
  struct expr *offset = expr_add(m->exprs, target->offset, expr_const(m->exprs, 64, at));
  return memory_read_at(&m->memory, space, target->object, offset, &range, size);
}

static void write_piece(struct machine *m, const struct target *target, uint64_t base, uint64_t at,
                        unsigned size, struct expr *value) {
  struct space *space = &m->state->space;
  struct access_fault fault;
  if (target->offset == NULL) {
    bool is_good = memory_write_value(&m->memory, space, target->address + at, size, value, &fault);
    REQUIRE(is_good);
    return;
  }
  struct offset_range range = {target->low + at, target->high + at, target->step};
  struct expr *offset = expr_add(m->exprs, target->offset, expr_const(m->exprs, 64, at));
  memory_write_at(&m->memory, space, space_find(space, base), offset, &range, size, value);
}

enum { PIECE = 8, MAX_PIECES = 32 };

static unsigned piece_size(uint64_t left) {
  return left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
}

/* A small block, usually a struct, at a symbolic place: copied word by word, without a fork for
   every place. All is read before anything is written, so the two may overlap. */
static bool copy_pieces(struct machine *m, const struct value *to, const struct value *from,
                        uint64_t length) {
  struct target source, target;
  struct expr *pieces[MAX_PIECES + 3];
  unsigned count = 0;
  if (!resolve_access(m, from, length, false, &source)) return false;
  if (!resolve_access(m, to, length, true, &target)) return false;
  for (uint64_t at = 0; at < length; at += piece_size(length - at))
    pieces[count++] = read_piece(m, &source, at, piece_size(length - at));
  uint64_t base = target.object->base;
  count = 0;
  for (uint64_t at = 0; at < length; at += piece_size(length - at))
    write_piece(m, &target, base, at, piece_size(length - at), pieces[count++]);
  return true;
}

static const struct many_places many_blocks = {1024, 1024,
                                               "symbolic place of a large block made concrete"};

/* Whether nothing is copied; then the addresses do not matter. */
static bool decide_empty(struct machine *m, const struct value *length, bool *is_empty) {
  *is_empty = length->expr == NULL && length->words[0] == 0;
  if (length->expr == NULL) return true;
  struct expr *zero = expr_const(m->exprs, length->expr->width, 0);
  enum decision decision = decide(m, expr_eq(m->exprs, length->expr, zero));
  *is_empty = decision == DECIDE_TRUE;
  return decision != DECIDE_STOP;
}

bool careful_copy_block(struct machine *m, const struct value *to, const struct value *from,
                        const struct value *length) {
  uint64_t to_address, from_address;
  struct access_fault fault;
  bool was_write;
  bool is_small =
      length->expr == NULL && length->words[0] > 0 && length->words[0] <= PIECE * MAX_PIECES;
  if (is_small && (to->expr != NULL || from->expr != NULL))
    return copy_pieces(m, to, from, length->words[0]);
  bool is_symbolic = to->expr != NULL || from->expr != NULL, is_empty = false;
  if (is_symbolic && !decide_empty(m, length, &is_empty)) return false;
  if (is_empty) return true;
  uint64_t size = length->expr == NULL ? length->words[0] : 1;
  if (!resolve_place(m, to, size, true, &many_blocks, &to_address) ||
      !resolve_place(m, from, size, false, &many_blocks, &from_address))
    return false;
  if (length->expr != NULL) return copy_symbolic(m, to_address, from_address, length);
  if (length->words[0] == 0 || memory_copy(&m->memory, &m->state->space, to_address, from_address,
                                           length->words[0], &fault, &was_write))
    return true;
  error_raise_access(m, &fault, was_write ? to_address : from_address, length->words[0], was_write);
  return false;
}

bool careful_fill_block(struct machine *m, const struct value *to, const struct value *byte,
                        const struct value *length) {
  uint64_t address, most = UINT64_MAX;
  struct access_fault fault;
  bool is_empty = false;
  if (to->expr != NULL && !decide_empty(m, length, &is_empty)) return false;
  if (is_empty) return true;
  uint64_t size = length->expr == NULL ? length->words[0] : 1;
  if (!resolve_place(m, to, size, true, &many_blocks, &address)) return false;
  if (byte->expr == NULL && length->expr == NULL) {
    if (length->words[0] == 0 || memory_set(&m->memory, &m->state->space, address,
                                            (uint8_t)byte->words[0], length->words[0], &fault))
      return true;
    error_raise_access(m, &fault, address, length->words[0], true);
    return false;
  }
  if (length->expr == NULL)
    most = length->words[0];
  else if (!careful_bound_length(m, length, address, true, &most))
    return false;
  else if (expr_range_of(length->expr).umax < most)
    most = expr_range_of(length->expr).umax;
  if (most == 0) return true;
  struct expr *value = expr_extract(m->exprs, value_expr(m, byte, 8), 0, 8);
  if (memory_set_part(&m->memory, &m->state->space, address, value, value_expr(m, length, 64), most,
                      &fault))
    return true;
  error_raise_access(m, &fault, address, most, true);
  return false;
}

enum outcome careful_copy(struct machine *m, const struct ir_ins *ins) {
  struct value to = value_of(m, ins->a), from = value_of(m, ins->b), length = value_of(m, ins->c);
  return careful_copy_block(m, &to, &from, &length) ? OUTCOME_NEXT : OUTCOME_STOPPED;
}

enum outcome careful_fill(struct machine *m, const struct ir_ins *ins) {
  struct value to = value_of(m, ins->a), byte = value_of(m, ins->b), length = value_of(m, ins->c);
  return careful_fill_block(m, &to, &byte, &length) ? OUTCOME_NEXT : OUTCOME_STOPPED;
}

bool careful_bound_number(struct machine *m, const struct value *size, const char *what,
                          uint64_t *number) {
  *number = size->words[0];
  if (size->expr == NULL) return true;
  uint64_t bound = m->limits.max_symbolic_size;
  struct expr *limit = expr_const(m->exprs, size->expr->width, bound);
  switch (decide(m, expr_ule(m->exprs, size->expr, limit))) {
  case DECIDE_STOP: return false;
  case DECIDE_TRUE: return resolve_number(m, size, number);
  default: break;
  }
  return decide_concrete(m, size->expr, what, number);
}

bool careful_bound_size(struct machine *m, const struct value *size, uint64_t *number) {
  const char *what = "symbolic allocation size beyond --max-symbolic-size made concrete";
  return careful_bound_number(m, size, what, number);
}

enum outcome careful_alloca(struct machine *m, const struct ir_ins *ins) {
  struct value size = value_of(m, ins->a);
  uint64_t number;
  if (!careful_bound_size(m, &size, &number)) return OUTCOME_STOPPED;
  struct space_request request = {.size = number,
                                  .align = ins->c,
                                  .kind = OBJECT_STACK,
                                  .site = ins->loc,
                                  .name = ins->b == IR_NONE ? 0 : ins->b,
                                  .is_unwritten = true};
  struct object *object = space_allocate(&m->memory, &m->state->space, &request);
  if (object == NULL) {
    error_raise(m, ERROR_EXEC, "stack overflow: a stack object of %llu bytes",
                (unsigned long long)number);
    return OUTCOME_STOPPED;
  }
  value_set_word(m, ins->dst, object->base);
  return OUTCOME_NEXT;
}

/* stacksave, stackrestore, vastart: no program computes the addresses they use from its inputs. */
enum outcome careful_stack(struct machine *m, const struct ir_ins *ins) {
  if (ins->op != IR_STACKSAVE && value_of(m, ins->a).expr != NULL)
    return careful_concretise(m, ins);
  return careful_concrete(m, ins);
}
