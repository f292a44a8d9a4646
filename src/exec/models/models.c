/* Where models replace functions of the libc.

   The code of a function is abandoned when it reads the first symbolic byte or argument. It may
   have been called by another function of the libc with a model (strchr calls strchrnul): then
   the outermost one is tried first. A model without an answer is not tried again in that call.

   If a pointer may be one of a few addresses, the model runs for each, and the result is an ite
   over them. */
#include "exec/models/models.h"

#include "exec/decide.h"
#include "exec/fast/fast.h"
#include "exec/models/scan.h"
#include "exec/models/uses.h"
#include "exec/translate/op.h"
#include "exec/translate/site.h"
#include "solver/rewriter.h"

#include <string.h>

enum { MOST_ARGS = 3, MOST_ADDRESSES = 16, MOST_EXITS = 256 };

struct model {
  const char *name;
  model_loop *loop;
  model_result *result;
  unsigned pointers; /* this many leading arguments */
  model_copy *copy;  /* used instead of the first two */
  bool returns_end;  /* of the copy; else returns its first argument */
};

#define LOOK(function, how, what, count)                                                           \
  {.name = (function), .loop = (how), .result = (what), .pointers = (count)}
#define COPY(function, how, is_end)                                                                \
  {.name = (function), .copy = (how), .pointers = 2, .returns_end = (is_end)}

/* By the names that the libc itself uses: others are aliases. */
static const struct model models[] = {
    LOOK("strcmp", loop_strcmp, result_order, 2),
    LOOK("strncmp", loop_strncmp, result_order, 2),
    LOOK("memcmp", loop_memcmp, result_order, 2),
    LOOK("bcmp", loop_memcmp, result_order, 2),
    LOOK("__memcmpeq", loop_memcmp, result_order, 2),
    LOOK("strcasecmp", loop_strcasecmp, result_order, 2),
    LOOK("__strcasecmp", loop_strcasecmp, result_order, 2),
    LOOK("__strcasecmp_l", loop_strcasecmp, result_order, 2),
    LOOK("strncasecmp", loop_strncasecmp, result_order, 2),
    LOOK("__strncasecmp_l", loop_strncasecmp, result_order, 2),
    LOOK("strlen", loop_strlen, result_length, 1),
    LOOK("strnlen", loop_strnlen, result_length, 1),
    LOOK("strspn", loop_strspn, result_length, 2),
    LOOK("strcspn", loop_strcspn, result_length, 2),
    LOOK("strchr", loop_strchr, result_place, 1),
    LOOK("__strchrnul", loop_strchrnul, result_place, 1),
    LOOK("strrchr", loop_strrchr, result_place, 1),
    LOOK("memchr", loop_memchr, result_place, 1),
    LOOK("__memrchr", loop_memrchr, result_place, 1),
    LOOK("__rawmemchr", loop_rawmemchr, result_place, 1),
    LOOK("strpbrk", loop_strpbrk, result_place, 2),
    LOOK("strstr", loop_strstr, result_place, 2),
    COPY("strcpy", copy_text, false),
    COPY("__stpcpy", copy_text, true),
    COPY("strncpy", copy_padded, false),
    COPY("__stpncpy", copy_padded, true),
};

const struct model *models_find(const char *name) {
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (strcmp(models[i].name, name) == 0) return &models[i];
  return NULL;
}

bool models_is_order(const struct model *model) {
  return model != NULL && model->result == result_order;
}

/* ---- arguments ---- */

/* The addresses that a pointer may be; impossible ones among them do no harm. */
struct addresses {
  unsigned count;
  uint64_t at[MOST_ADDRESSES];
};

static bool add_address(struct addresses *addresses, uint64_t address) {
  for (unsigned i = 0; i < addresses->count; i++)
    if (addresses->at[i] == address) return true;
  if (addresses->count == MOST_ADDRESSES) return false;
  addresses->at[addresses->count++] = address;
  return true;
}

static bool add_range(struct addresses *addresses, const struct expr_range *range) {
  if (range->umax - range->umin >= MOST_ADDRESSES) return false;
  for (uint64_t i = 0; i <= range->umax - range->umin; i++)
    if (!add_address(addresses, range->umin + i)) return false;
  return true;
}

/* False if there are too many. A result of an earlier search is a conditional value, possibly
   with NULL. */
static bool list_addresses(struct machine *m, const struct value *pointer,
                           struct addresses *addresses) {
  struct expr *stack[MOST_ADDRESSES];
  unsigned depth = 0;
  addresses->count = 0;
  if (pointer->expr == NULL) return add_address(addresses, pointer->words[0]);
  stack[depth++] = rewriter_rewrite(m->rewriter, m->state->path, pointer->expr);
  while (depth > 0) {
    struct expr *e = stack[--depth];
    struct expr_range range = rewriter_range(m->rewriter, m->state->path, e);
    if (add_range(addresses, &range)) continue;
    if (e->kind != EXPR_ITE || depth + 2 > MOST_ADDRESSES) return false;
    stack[depth++] = expr_child(e, 2);
    stack[depth++] = expr_child(e, 1);
  }
  return true;
}

/* Registers are assigned once, so parameters still have the values of the call. */
static void read_arguments(struct machine *m, const struct frame *frame, struct value *args) {
  const struct ir_func *func = frame->code->func;
  for (size_t i = 0; i < func->params.count && i < MOST_ARGS; i++) {
    uint32_t reg = func->params.data[i];
    struct expr *e = registers_get(frame->symbolic, reg);
    args[i] = value_concrete(frame->slots[reg]);
    if (e != NULL) args[i] = value_from(rewriter_rewrite(m->rewriter, m->state->path, e));
  }
}

/* ---- calls ---- */

enum answer_kind {
  ANSWERED,
  HAS_NO_ANSWER, /* the function's own code must run */
  IS_STOPPED     /* machine.event was set */
};

struct attempt {
  struct machine *m;
  const struct model *model;
  struct value args[MOST_ARGS];
  struct expr *is_good; /* one of the cases so far applies, without an error */
  struct expr *result;  /* of these cases; NULL: none yet */
  unsigned exits;       /* of all cases */
  struct expr *first;   /* that the first bytes differ, if that is undecided; else NULL */
};

/* Adds the result of the function for these arguments, if is_case holds. */
static bool join_case(struct attempt *attempt, struct scan *scan, const struct value *args,
                      struct expr *is_case) {
  struct exprs *exprs = attempt->m->exprs;
  if (!attempt->model->loop(scan, args) || scan->is_long) return false;
  attempt->exits += scan->count;
  if (attempt->exits > MOST_EXITS) return false;
  if (scan->count == 0) return true;
  bool is_whole = expr_is_true(is_case) && scan->count > 1 && scan->is_open_at_start;
  if (is_whole) attempt->first = scan->exits[0].condition;
  struct expr *is_good = expr_and(exprs, is_case, scan_is_good(scan));
  struct expr *result = attempt->model->result(scan, args);
  attempt->is_good = expr_or(exprs, attempt->is_good, is_good);
  attempt->result =
      attempt->result == NULL ? result : expr_ite(exprs, is_case, result, attempt->result);
  return true;
}

/* Adds the case that the pointers are these numbers, if is_case holds. */
static bool add_case(struct attempt *attempt, const struct value *args, struct expr *is_case) {
  struct scan scan = {.m = attempt->m, .exprs = attempt->m->exprs};
  is_case = scan_simplify(&scan, is_case);
  if (expr_is_false(is_case)) return true;
  bool is_good = join_case(attempt, &scan, args, is_case);
  scan_end(&scan);
  return is_good;
}

static struct expr *is_address(struct attempt *attempt, unsigned number, uint64_t address) {
  struct exprs *exprs = attempt->m->exprs;
  const struct value *pointer = &attempt->args[number];
  return expr_eq(exprs, value_expr(attempt->m, pointer, 64), expr_const(exprs, 64, address));
}

/* Every combination of addresses is a case. */
static bool add_cases(struct attempt *attempt) {
  struct addresses first, second = {.count = 1};
  bool is_pair = attempt->model->pointers == 2;
  if (!list_addresses(attempt->m, &attempt->args[0], &first)) return false;
  if (is_pair && !list_addresses(attempt->m, &attempt->args[1], &second)) return false;
  if (first.count * second.count > MOST_ADDRESSES) return false;
  for (unsigned i = 0; i < first.count; i++)
    for (unsigned k = 0; k < second.count; k++) {
      struct value args[MOST_ARGS] = {attempt->args[0], attempt->args[1], attempt->args[2]};
      struct expr *is_case = is_address(attempt, 0, first.at[i]);
      args[0] = value_concrete(first.at[i]);
      if (is_pair) {
        is_case = expr_and(attempt->m->exprs, is_case, is_address(attempt, 1, second.at[k]));
        args[1] = value_concrete(second.at[k]);
      }
      if (!add_case(attempt, args, is_case)) return false;
    }
  return attempt->result != NULL;
}

/* Only between known places. */
static enum answer_kind ask_copy(struct attempt *attempt, struct value *result) {
  const struct value *args = attempt->args;
  struct scan scan = {.m = attempt->m, .exprs = attempt->m->exprs};
  if (args[0].expr != NULL || args[1].expr != NULL) return HAS_NO_ANSWER;
  enum copy_end end = attempt->model->copy(&scan, args, result);
  scan_end(&scan);
  if (!attempt->model->returns_end) *result = args[0];
  return end == COPY_DONE ? ANSWERED : end == COPY_NOT ? HAS_NO_ANSWER : IS_STOPPED;
}

/* Separates inputs on which the function runs into an error from the others, and strings that
   differ in their first byte from those that do not. Most do differ, and one test that a byte is
   not '-' excludes all options at once and keeps path conditions simple, unlike a dozen
   disjunctions over the same bytes. */
static enum answer_kind ask_model(struct machine *m, const struct frame *frame,
                                  struct value *result) {
  struct expr *none = expr_const(m->exprs, 1, 0);
  struct attempt attempt = {.m = m, .model = frame->code->model, .is_good = none};
  read_arguments(m, frame, attempt.args);
  if (attempt.model->copy != NULL) return ask_copy(&attempt, result);
  if (!add_cases(&attempt)) return HAS_NO_ANSWER;
  if (attempt.first != NULL) {
    if (decide(m, attempt.first) == DECIDE_STOP) return IS_STOPPED;
    attempt = (struct attempt){.m = m, .model = attempt.model, .is_good = none};
    read_arguments(m, frame, attempt.args);
    if (!add_cases(&attempt)) return HAS_NO_ANSWER;
  }
  switch (decide_good(m, attempt.is_good)) {
  case DECIDE_STOP: return IS_STOPPED;
  case DECIDE_FALSE: return HAS_NO_ANSWER;
  default: *result = value_from(attempt.result); return ANSWERED;
  }
}

/* ---- frames ---- */

/* Whether the caller only compares the result. Determined once for each call. */
static bool is_tested(const struct machine *m, const struct frame *frame) {
  enum { UNKNOWN, TESTED, USED };
  struct call_site *site = (struct call_site *)frame->call->data; /* owned by the machine */
  const struct ir_func *caller = frame->caller->code->func;
  if (site->result_use == UNKNOWN)
    site->result_use = uses_are_tests(m->program, caller, site->number) ? TESTED : USED;
  return site->result_use == TESTED;
}

/* A length or place that becomes an address, a size or an index is better concrete, and the
   libc's own uses are of that kind. strcat is an exception: copying is the last thing it does. */
static bool is_candidate(const struct machine *m, const struct frame *frame) {
  const struct model *model = frame->code->model;
  if (model == NULL || frame->is_plain) return false;
  const struct ir_func *caller = frame->caller->code->func;
  if (models_is_order(model)) return true;
  if (model->copy != NULL && strcmp(caller->name, "strcat") == 0) return true;
  if (caller->is_library) return false;
  return (model->copy != NULL && !model->returns_end) || is_tested(m, frame);
}

/* The outermost candidate among the modelled functions on top of the stack, of those that belong to
   the exploration. */
static struct frame *outermost(const struct machine *m) {
  struct frame *frame = m->state->top;
  struct frame *found = NULL;
  uint32_t depth = m->exploration->base_depth;
  for (; frame->code->model != NULL && frame->depth >= depth; frame = frame->caller)
    if (is_candidate(m, frame)) found = frame;
  return found;
}

/* Leaves the frames above that one, which returns the result. */
static void give_back(struct machine *m, uint64_t serial, const struct value *result) {
  while (m->state->top->serial != serial) {
    trace_leave(m);
    fast_leave(m);
  }
  trace_model(m);
  careful_leave(m, result, 1);
}

/* The frame may be shared with other states, and so may those above it. */
static void make_plain(struct machine *m, uint64_t serial) {
  struct frame *frame = m->state->top;
  for (; frame->serial != serial; frame = frame->caller)
    frame->caller = frame_unshare(&m->memory.pool, frame->caller);
  frame->is_plain = true;
}

enum outcome models_try(struct machine *m) {
  struct frame *frame;
  while ((frame = outermost(m)) != NULL) {
    uint64_t serial = frame->serial;
    struct value result;
    switch (ask_model(m, frame, &result)) {
    case ANSWERED: give_back(m, serial, &result); return OUTCOME_JUMPED;
    case IS_STOPPED: return OUTCOME_STOPPED;
    case HAS_NO_ANSWER: make_plain(m, serial); break;
    }
  }
  return OUTCOME_NEXT;
}
