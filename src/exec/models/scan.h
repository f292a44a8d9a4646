/* The result of a loop over the bytes of a string, on all inputs at once.

   The loop has exits, in order; each has a condition (it is taken if this holds and no earlier
   exit was taken) and what the function returns there. Conditions that the path condition
   decides are not kept. If a byte cannot be read, the loop has run into an error. */
#ifndef EXEC_MODELS_SCAN_H
#define EXEC_MODELS_SCAN_H

#include "exec/careful/careful.h"
#include "expr/expr.h"

/* Longer conditional values do not pay, nor does reading more bytes a second time. */
enum { SCAN_MOST = 128, SCAN_BYTES = 1 << 16 };

struct path_condition;

struct scan_exit {
  struct expr *condition;
  struct expr *is_hit; /* width 1; the loop has found what it searches for */
  struct expr *values[2];
};

struct scan {
  struct machine *m;
  struct exprs *exprs;
  bool is_certain; /* the last exit is taken if no earlier one is */
  bool is_off;     /* a byte could not be read */
  bool is_long;    /* too many exits, or bytes */
  bool is_mixed;   /* some bytes are more than plain inputs: conditions may imply each other */
  bool is_open_at_start; /* the first bytes may be equal or different */
  uint32_t reads;
  struct path_condition *context; /* owned; what is known after the first `known` exits */
  unsigned known;
  unsigned count;
  struct scan_exit exits[SCAN_MOST];
};

/* Call once for every scan. */
void scan_end(struct scan *scan);
/* The byte at an address, or NULL: the loop ends there. */
struct expr *scan_read(struct scan *scan, uint64_t address);
/* Simplifies a condition under the path condition. */
struct expr *scan_simplify(struct scan *scan, struct expr *condition);
/* Adds an exit; values after the first may be NULL. False: the loop ends, with or without a
   result. */
bool scan_exit(struct scan *scan, struct expr *condition, struct scan_exit what);
/* After the loop: the condition that it runs into no error. */
struct expr *scan_is_good(struct scan *scan);
/* The exit that is taken (there must be one) if there is no error: whether it is a hit, whether
   it is not, and its values, which are arbitrary if it is not. */
struct expr *scan_hit(struct scan *scan);
struct expr *scan_miss(struct scan *scan);
struct expr *scan_value(struct scan *scan, unsigned number);

static inline struct expr *scan_bool(struct scan *scan, bool truth) {
  return expr_const(scan->exprs, 1, truth);
}
static inline struct expr *scan_word(struct scan *scan, uint64_t word) {
  return expr_const(scan->exprs, 64, word);
}
static inline struct expr *scan_is_zero(struct scan *scan, struct expr *byte) {
  return expr_eq(scan->exprs, byte, expr_const(scan->exprs, byte->width, 0));
}

/* The two halves of a model. The loop gets the arguments of the function, pointers as numbers;
   false: it has no answer. The other computes what the function returns from the exits. */
typedef bool model_loop(struct scan *scan, const struct value *args);
typedef struct expr *model_result(struct scan *scan, const struct value *args);

model_loop loop_strcmp, loop_strncmp, loop_memcmp, loop_strcasecmp, loop_strncasecmp;
model_result result_order;
model_loop loop_strlen, loop_strnlen, loop_strspn, loop_strcspn;
model_result result_length;
model_loop loop_strchr, loop_strchrnul, loop_strrchr, loop_memchr, loop_memrchr, loop_rawmemchr,
    loop_strpbrk, loop_strstr;
model_result result_place;

/* The model of a copying function does everything itself; pointers are numbers here too. */
enum copy_end {
  COPY_DONE,
  COPY_NOT,    /* no answer; nothing has changed */
  COPY_STOPPED /* machine.event was set */
};
typedef enum copy_end model_copy(struct scan *scan, const struct value *args, struct value *result);
/* The result is the end of the string in the target. */
model_copy copy_text, copy_padded;

#endif
