/* Symbolic addresses: which object is meant, and is the access within it?

   The witness gives one address. If an access there is valid, the question is whether all other
   possible addresses are in the same object. If not, the state forks into one that stays within
   the object and one that does not, which executes the instruction again with its own witness:
   so one object after the other, or a range of bad addresses, is split off until nothing is
   left.

   If the address is a sum that includes the address of an object (a[i], p->next of a known p),
   leaving that object is an error, whatever else is there: in C, pointers do not wander from
   object to object. */
#include "exec/careful/careful.h"

#include "exec/builtin/unknown.h"
#include "exec/choose.h"
#include "exec/decide.h"
#include "exec/symbol.h"
#include "exec/uninitialised.h"
#include "expr/expr.h"
#include "memory/symbolic.h"
#include "solver/rewriter.h"

/* Conditional values over more places than this take too long to be useful. */
enum { MAX_PLACES = 1 << 16 };

static struct expr *word(struct machine *m, uint64_t value) {
  return expr_const(m->exprs, 64, value);
}

/* first <= address <= last */
static struct expr *lies_within(struct machine *m, struct expr *address, uint64_t first,
                                uint64_t last) {
  struct expr *distance = expr_sub(m->exprs, address, word(m, first));
  return expr_ule(m->exprs, distance, word(m, last - first));
}

/* One past the end still belongs to the object. */
struct object *resolve_base(struct machine *m, struct expr *address) {
  if (address->kind != EXPR_ADD) return NULL;
  struct expr *term = expr_child(address, 1);
  if (!expr_is_const(term)) return NULL;
  uint64_t base = expr_const_value(term);
  struct object *object = space_find(&m->state->space, base);
  if (object == NULL || base - object->base > object->size) return NULL;
  return object;
}

/* Whether an address may have gone into it: a constant in the range of addresses, or an element of
   a table. All of the expression is looked at, or so much that it counts as wild. */
static bool has_address(const struct expr *e, unsigned *left) {
  if (*left == 0) return false;
  --*left;
  if (e->kind == EXPR_READ) return true;
  if (expr_is_const(e)) return e->width == 64 && address_is_possible(expr_const_value(e));
  if (e->kind == EXPR_ITE) { /* either may be used */
    const struct expr *a = expr_child(e, 1), *b = expr_child(e, 2);
    return (expr_is_const(a) || has_address(a, left)) && (expr_is_const(b) || has_address(b, left));
  }
  for (unsigned i = 0; i < expr_child_count(e); i++)
    if (has_address(expr_child(e, i), left)) return true;
  return false;
}

static bool is_unknown_object(const struct state *state, const struct object *object) {
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->is_assumed && symbol->address == object->base) return true;
  return false;
}

/* Analyses that follow addresses know nothing of accesses by other numbers. The path accesses the
   object at the witness's address `at`, if there is one; other paths have their own. Pointers from
   undefined code lead to unknown objects, as expected, unless something else is known of them. */
void resolve_note_wild(struct machine *m, struct expr *address, uint64_t at) {
  enum { MOST_NODES = 256 };
  unsigned left = MOST_NODES;
  if (m->has_wild_access || expr_is_const(address) || has_address(address, &left)) return;
  const struct object *object = address_is_possible(at) ? space_find(&m->state->space, at) : NULL;
  if (object == NULL) return;
  bool is_expected = m->has_unknown && unknown_has_pointer(m, address);
  m->has_wild_access = !is_expected || !is_unknown_object(m->state, object);
}

static bool raise_at(struct machine *m, uint64_t address, uint64_t size, bool is_write,
                     struct object *base) {
  struct access_fault fault;
  if (base != NULL)
    fault = (struct access_fault){base->flags & OBJECT_UNDEFINED ? ACCESS_UNDEFINED : ACCESS_BEYOND,
                                  base, (int64_t)(address - base->base)};
  else if (memory_check(&m->state->space, address, size, is_write, &fault))
    fault = (struct access_fault){ACCESS_WILD, NULL, 0};
  error_raise_access(m, &fault, address, size, is_write);
  return false;
}

/* The offsets in the object that the path condition permits. */
static void narrow(struct machine *m, struct expr *offset, uint64_t last, struct target *target) {
  struct expr_range range = rewriter_range(m->rewriter, m->state->path, offset);
  unsigned zeros = (unsigned)__builtin_ctzll(~range.zeros | (uint64_t)1 << 63);
  uint64_t step = (uint64_t)1 << (zeros > 16 ? 16 : zeros);
  target->low = range.umin <= last ? range.umin : 0;
  target->high = range.umax <= last ? range.umax : last;
  target->step = step;
  target->low = (target->low + step - 1) & -step;
  if (target->high >= target->low)
    target->high = target->low + ((target->high - target->low) & -step);
}

static bool use_object(struct machine *m, struct expr *address, struct object *object,
                       const struct address_range *good, struct target *target) {
  struct expr *offset = expr_sub(m->exprs, address, word(m, object->base));
  target->object = object;
  narrow(m, offset, good->last - object->base, target);
  if (target->low == target->high) { /* known, whatever it is computed from */
    target->address = object->base + target->low;
    return true;
  }
  bool is_wide = (target->high - target->low) / target->step >= MAX_PLACES;
  if (is_wide || target->low > target->high) {
    uint64_t number;
    bool is_fixed =
        decide_concrete(m, offset, "symbolic offset in a large object made concrete", &number);
    target->address = object->base + number;
    target->offset = NULL;
    return is_fixed;
  }
  target->offset = offset;
  return true;
}

/* The witness's address is valid: stay within its object. */
static bool take_good(struct machine *m, struct expr *address, struct object *object,
                      const struct address_range *good, struct target *target) {
  struct expr *stays = lies_within(m, address, good->first, good->last);
  enum decision decision =
      resolve_base(m, address) == object ? decide_good(m, stays) : decide(m, stays);
  if (decision == DECIDE_STOP) return false;
  return use_object(m, address, object, good, target);
}

/* The witness's address is bad: split off the addresses that are bad in the same way. */
static bool take_bad(struct machine *m, struct expr *address, uint64_t at, uint64_t size,
                     bool is_write) {
  struct space *space = &m->state->space;
  struct object *base = resolve_base(m, address);
  struct address_range range;
  enum decision decision;
  if (base != NULL && space_good_range(space, base, size, &range)) {
    /* Writes to constants are bad inside the object too, but in another way. */
    if (at - range.first <= range.last - range.first) base = NULL;
    decision = decide(m, lies_within(m, address, range.first, range.last));
  } else {
    base = NULL;
    space_bad_range(space, at, size, is_write, &range);
    decision = decide(m, lies_within(m, address, range.first, range.last));
  }
  if (decision == DECIDE_STOP) return false;
  return raise_at(m, at, size, is_write, base);
}

bool resolve_access(struct machine *m, const struct value *address, uint64_t size, bool is_write,
                    struct target *target) {
  struct space *space = &m->state->space;
  struct access_fault fault;
  struct address_range good;
  *target = (struct target){.address = address->words[0]};
  if (address->expr == NULL) {
    if (memory_check(space, target->address, size, is_write, &fault)) {
      target->object = space_find(space, target->address);
      return true;
    }
    error_raise_access(m, &fault, target->address, size, is_write);
    return false;
  }
  struct expr *e = address->expr;
  if (!uninitialised_check(m, &e, "address")) return false;
  struct expr *given = e;
  e = rewriter_rewrite(m->rewriter, m->state->path, e);
  if (m->has_unknown) {
    if (!unknown_resolve(m, e)) return false;
    e = rewriter_rewrite(m->rewriter, m->state->path, e);
  }
  uint64_t at = decide_witness_value(m, e);
  if (expr_is_const(e)) {
    struct value number = value_concrete(at);
    resolve_note_wild(m, given, at);
    return resolve_access(m, &number, size, is_write, target);
  }
  resolve_note_wild(m, e, at);
  if (choose_at(m, at)) return false;
  if (e->kind == EXPR_ADD && expr_is_const(expr_child(e, 1)) &&
      choose_at(m, expr_const_value(expr_child(e, 1))))
    return false;
  struct object *base = resolve_base(m, e), *object;
  if (base != NULL && (base->flags & OBJECT_UNDEFINED))
    return raise_at(m, at, size, is_write, base);
  if (!memory_check(space, at, size, is_write, &fault)) return take_bad(m, e, at, size, is_write);
  object = space_find(space, at);
  if (base != NULL && base != object && space_good_range(space, base, size, &good))
    return take_bad(m, e, at, size, is_write);
  if (!space_good_range(space, object, size, &good)) return take_bad(m, e, at, size, is_write);
  return take_good(m, e, object, &good, target);
}

bool resolve_number(struct machine *m, const struct value *value, uint64_t *number) {
  *number = value->words[0];
  if (value->expr == NULL) return true;
  struct expr *e = value->expr;
  if (!uninitialised_check(m, &e, "address")) return false;
  *number = decide_witness_value(m, e);
  symbol_expose(m, *number);
  struct expr *known = rewriter_rewrite(m->rewriter, m->state->path, e);
  resolve_note_wild(m, expr_is_const(known) ? e : known, *number);
  struct expr *is_number = expr_eq(m->exprs, e, expr_const(m->exprs, e->width, *number));
  return decide(m, is_number) != DECIDE_STOP;
}

bool resolve_few(struct machine *m, struct expr *value, const char *what, uint64_t *number) {
  enum { FEW = 32 };
  struct expr_range range = rewriter_range(m->rewriter, m->state->path, value);
  if (range.umax - range.umin >= FEW) {
    value = decide_apart(m, value);
    if (value == NULL) return false;
    range = rewriter_range(m->rewriter, m->state->path, value);
  }
  if (range.umax - range.umin < FEW) return resolve_number(m, &(struct value){value, {0}}, number);
  if (!decide_concrete(m, value, what, number)) return false;
  resolve_note_wild(m, value, *number);
  return true;
}
