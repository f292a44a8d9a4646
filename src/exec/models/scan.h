/* What a loop over the bytes of a string comes to, on all inputs at once.

   The loop has exits, in order; each has a condition (under which it is taken if none before
   was) and says what the function returns there. Conditions that the path condition
   decides are not kept. Where a byte cannot be read, the loop has run into an error. */
#ifndef EXEC_MODELS_SCAN_H
#define EXEC_MODELS_SCAN_H

#include "exec/careful/careful.h"
#include "expr/expr.h"

/* Longer selections are not worth it; nor is it to go through more bytes twice. */
enum { SCAN_MOST = 128, SCAN_BYTES = 1 << 16 };

struct path_condition;

struct scan_exit {
  struct expr *condition;
  struct expr *is_hit; /* width 1; what was looked for has been found here */
  struct expr *values[2];
};

struct scan {
  struct machine *m;
  struct exprs *exprs;
  bool is_certain; /* the last exit is taken if none before is */
  bool is_off;     /* a byte could not be read */
  bool is_long;    /* too many exits, or bytes */
  bool is_mixed;   /* some bytes are more than inputs: conditions may follow from each other */
  bool is_open_at_start; /* the first bytes may be equal or not */
  uint32_t reads;
  struct path_condition *context; /* owned; what is known at the next exit, up to `known` exits */
  unsigned known;
  unsigned count;
  struct scan_exit exits[SCAN_MOST];
};

/* Every scan is ended once. */
void scan_end(struct scan *scan);
/* The byte at an address, or NULL: the loop ends there. */
struct expr *scan_read(struct scan *scan, uint64_t address);
/* A condition as it is on the path. */
struct expr *scan_simplify(struct scan *scan, struct expr *condition);
/* Adds an exit; values beyond the first may be NULL. False: the loop ends, for good or ill. */
bool scan_exit(struct scan *scan, struct expr *condition, struct scan_exit what);
/* After the loop: that it runs into no error. */
struct expr *scan_is_good(struct scan *scan);
/* Which of the exits (of which there must be some) is taken where it is good: whether it is a hit,
   or is none, and its values, which mean nothing where there is no hit. */
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
   false: it has no answer. Then what the function returns, given what the exits are. */
typedef bool model_loop(struct scan *scan, const struct value *args);
typedef struct expr *model_result(struct scan *scan, const struct value *args);

model_loop loop_strcmp, loop_strncmp, loop_memcmp, loop_strcasecmp, loop_strncasecmp;
model_result result_order;
model_loop loop_strlen, loop_strnlen, loop_strspn, loop_strcspn;
model_result result_length;
model_loop loop_strchr, loop_strchrnul, loop_strrchr, loop_memchr, loop_memrchr, loop_rawmemchr,
    loop_strpbrk, loop_strstr;
model_result result_place;

/* A model of a function that copies does it all: pointers are numbers here, too. */
enum copy_end {
  COPY_DONE,
  COPY_NOT,    /* no answer; nothing has changed */
  COPY_STOPPED /* machine.event was set */
};
typedef enum copy_end model_copy(struct scan *scan, const struct value *args, struct value *result);
/* The result is where the text ends in the target. */
model_copy copy_text, copy_padded;

#endif
