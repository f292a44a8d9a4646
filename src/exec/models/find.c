/* strlen, strchr and similar functions: the first (or last) place with a byte of some kind.

   A length or place is an ite over numbers; the place of something that may be absent is an ite
   between that and NULL. */
#include "exec/models/scan.h"

#include "memory/symbolic.h"

static struct expr *low_byte(struct scan *scan, const struct value *argument) {
  return expr_extract(scan->exprs, value_expr(scan->m, argument, 32), 0, 8);
}

static bool exit_found(struct scan *scan, struct expr *condition, struct expr *value) {
  return scan_exit(scan, condition,
                   (struct scan_exit){.is_hit = scan_bool(scan, true), .values = {value}});
}

static bool exit_without(struct scan *scan, struct expr *condition) {
  return scan_exit(scan, condition, (struct scan_exit){.is_hit = scan_bool(scan, false)});
}

/* All exits are hits. */
struct expr *result_length(struct scan *scan, const struct value *args) {
  (void)args;
  return scan_value(scan, 0);
}

/* The exits that are hits have offsets from the first argument. */
struct expr *result_place(struct scan *scan, const struct value *args) {
  struct expr *is_found = scan_hit(scan), *none = scan_word(scan, 0);
  if (expr_is_false(is_found)) return none;
  struct expr *place =
      expr_add(scan->exprs, scan_value(scan, 0), scan_word(scan, args[0].words[0]));
  return expr_ite(scan->exprs, is_found, place, none);
}

/* ---- sets of bytes ---- */

enum { MOST_MEMBERS = 32 };

struct byte_set {
  unsigned count;
  uint8_t members[MOST_MEMBERS];
};

/* The bytes of a string; false if it is symbolic, an error or too long. */
static bool read_set(struct scan *scan, uint64_t address, struct byte_set *set) {
  struct machine *m = scan->m;
  struct access_fault fault;
  set->count = 0;
  for (uint8_t byte;; set->members[set->count++] = byte) {
    if (!memory_read(&m->memory, &m->state->space, address + set->count, &byte, 1, &fault))
      return false;
    if (byte == 0) return true;
    if (set->count == MOST_MEMBERS) return false;
  }
}

static struct expr *is_member(struct scan *scan, const struct byte_set *set, struct expr *byte) {
  struct expr *is_in = scan_bool(scan, false);
  for (unsigned i = 0; i < set->count; i++) {
    struct expr *member = expr_const(scan->exprs, 8, set->members[i]);
    is_in = expr_or(scan->exprs, is_in, expr_eq(scan->exprs, byte, member));
  }
  return is_in;
}

/* ---- lengths ---- */

bool loop_strlen(struct scan *scan, const struct value *args) {
  uint64_t start = args[0].words[0];
  struct expr *byte;
  for (uint64_t i = 0; (byte = scan_read(scan, start + i)); i++)
    if (!exit_found(scan, scan_is_zero(scan, byte), scan_word(scan, i))) break;
  return true;
}

bool loop_strnlen(struct scan *scan, const struct value *args) {
  uint64_t start = args[0].words[0];
  struct expr *most = value_expr(scan->m, &args[1], 64);
  for (uint64_t i = 0;; i++) {
    struct expr *number = scan_word(scan, i);
    if (!exit_found(scan, expr_ule(scan->exprs, most, number), number)) break;
    struct expr *byte = scan_read(scan, start + i);
    if (byte == NULL || !exit_found(scan, scan_is_zero(scan, byte), number)) break;
  }
  return true;
}

static bool span(struct scan *scan, const struct value *args, bool ends_at_member) {
  struct byte_set set;
  uint64_t start = args[0].words[0];
  struct expr *byte;
  if (!read_set(scan, args[1].words[0], &set)) return false;
  for (uint64_t i = 0; (byte = scan_read(scan, start + i)); i++) {
    struct expr *is_in = is_member(scan, &set, byte);
    struct expr *is_end = ends_at_member ? expr_or(scan->exprs, is_in, scan_is_zero(scan, byte))
                                         : expr_not(scan->exprs, is_in);
    if (!exit_found(scan, is_end, scan_word(scan, i))) break;
  }
  return true;
}

bool loop_strspn(struct scan *scan, const struct value *args) { return span(scan, args, false); }

bool loop_strcspn(struct scan *scan, const struct value *args) { return span(scan, args, true); }

/* ---- places ---- */

bool loop_strchr(struct scan *scan, const struct value *args) {
  uint64_t start = args[0].words[0];
  struct expr *byte, *wanted = low_byte(scan, &args[1]);
  for (uint64_t i = 0; (byte = scan_read(scan, start + i)); i++)
    if (!exit_found(scan, expr_eq(scan->exprs, byte, wanted), scan_word(scan, i)) ||
        !exit_without(scan, scan_is_zero(scan, byte)))
      break;
  return true;
}

bool loop_strchrnul(struct scan *scan, const struct value *args) {
  uint64_t start = args[0].words[0];
  struct expr *byte, *wanted = low_byte(scan, &args[1]);
  for (uint64_t i = 0; (byte = scan_read(scan, start + i)); i++) {
    struct expr *is_end =
        expr_or(scan->exprs, expr_eq(scan->exprs, byte, wanted), scan_is_zero(scan, byte));
    if (!exit_found(scan, is_end, scan_word(scan, i))) break;
  }
  return true;
}

bool loop_rawmemchr(struct scan *scan, const struct value *args) {
  uint64_t start = args[0].words[0];
  struct expr *byte, *wanted = low_byte(scan, &args[1]);
  for (uint64_t i = 0; (byte = scan_read(scan, start + i)); i++)
    if (!exit_found(scan, expr_eq(scan->exprs, byte, wanted), scan_word(scan, i))) break;
  return true;
}

bool loop_memchr(struct scan *scan, const struct value *args) {
  uint64_t start = args[0].words[0];
  struct expr *wanted = low_byte(scan, &args[1]), *length = value_expr(scan->m, &args[2], 64);
  for (uint64_t i = 0;; i++) {
    if (!exit_without(scan, expr_ule(scan->exprs, length, scan_word(scan, i)))) break;
    struct expr *byte = scan_read(scan, start + i);
    if (byte == NULL || !exit_found(scan, expr_eq(scan->exprs, byte, wanted), scan_word(scan, i)))
      break;
  }
  return true;
}

/* Backwards, from a known end. */
bool loop_memrchr(struct scan *scan, const struct value *args) {
  uint64_t start = args[0].words[0];
  struct expr *byte, *wanted = low_byte(scan, &args[1]);
  if (args[2].expr != NULL) return false;
  for (uint64_t i = args[2].words[0]; i > 0 && (byte = scan_read(scan, start + i - 1)); i--)
    if (!exit_found(scan, expr_eq(scan->exprs, byte, wanted), scan_word(scan, i - 1))) break;
  if (!scan->is_off && !scan->is_certain) exit_without(scan, scan_bool(scan, true));
  return true;
}

/* The last match so far is carried along to the end of the string. */
bool loop_strrchr(struct scan *scan, const struct value *args) {
  uint64_t start = args[0].words[0];
  struct expr *byte, *wanted = low_byte(scan, &args[1]);
  struct expr *is_found = scan_bool(scan, false), *last = scan_word(scan, 0);
  for (uint64_t i = 0; (byte = scan_read(scan, start + i)); i++) {
    struct expr *is_here = scan_simplify(scan, expr_eq(scan->exprs, byte, wanted));
    is_found = expr_or(scan->exprs, is_here, is_found);
    last = expr_ite(scan->exprs, is_here, scan_word(scan, i), last);
    if (!scan_exit(scan, scan_is_zero(scan, byte),
                   (struct scan_exit){.is_hit = is_found, .values = {last}}))
      break;
  }
  return true;
}

bool loop_strpbrk(struct scan *scan, const struct value *args) {
  struct byte_set set;
  uint64_t start = args[0].words[0];
  struct expr *byte;
  if (!read_set(scan, args[1].words[0], &set)) return false;
  for (uint64_t i = 0; (byte = scan_read(scan, start + i)); i++)
    if (!exit_found(scan, is_member(scan, &set, byte), scan_word(scan, i)) ||
        !exit_without(scan, scan_is_zero(scan, byte)))
      break;
  return true;
}

/* The word is compared as a whole at every place. A string without an end counts as an error
   even if it contains the word: whether the libc reads beyond it is not specified. */
bool loop_strstr(struct scan *scan, const struct value *args) {
  struct expr *bytes[SCAN_MOST], *byte;
  struct byte_set word;
  uint64_t start = args[0].words[0], count = 0;
  if (!read_set(scan, args[1].words[0], &word)) return false;
  while (count < SCAN_MOST && (byte = scan_read(scan, start + count))) {
    bytes[count++] = byte;
    if (expr_is_const(byte) && expr_const_value(byte) == 0) break;
  }
  if (scan->is_off || count == SCAN_MOST) return false;
  for (uint64_t i = 0; i < count; i++) {
    struct expr *is_here = scan_bool(scan, i + word.count <= count);
    for (unsigned k = 0; k < word.count && i + k < count; k++)
      is_here =
          expr_and(scan->exprs, is_here,
                   expr_eq(scan->exprs, bytes[i + k], expr_const(scan->exprs, 8, word.members[k])));
    if (!exit_found(scan, is_here, scan_word(scan, i)) ||
        !exit_without(scan, scan_is_zero(scan, bytes[i])))
      break;
  }
  return true;
}
