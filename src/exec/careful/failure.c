/* The messages of failed guards. Most guards are checks of clang's UndefinedBehaviorSanitizer.
   Their first operand is then the address of static data, with source location and types; the
   others are the values. The wording is that of the sanitizer's own runtime library, which its
   users know. Handlers of the minimal runtime and traps have no data: then the message is only
   about the operation. */
#include "exec/careful/failure.h"

#include "exec/machine.h"

#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

enum { MAX_NAME = 400 };

/* Static data starts with a location (name, line, column). */
enum { AT_TYPE = 16, AT_SECOND = 24, AT_THIRD = 32 };

/* Type descriptors: the kind, details, and the name in quotes. */
enum { TYPE_INTEGER = 0, TYPE_FLOAT = 1, TYPE_UNKNOWN = 0xffff };
struct type {
  uint16_t kind, info;
  char *name; /* owned */
};

static bool read_bytes(struct machine *m, uint64_t address, void *out, uint64_t size) {
  struct access_fault fault;
  memset(out, 0, size);
  return memory_read(&m->memory, &m->state->space, address, out, size, &fault);
}

static uint64_t read_word(const struct failure *failure, unsigned place, unsigned size) {
  uint64_t word = 0;
  read_bytes(failure->m, failure->data + place, &word, size);
  return word;
}

static struct type read_type(const struct failure *failure, unsigned place) {
  struct machine *m = failure->m;
  uint64_t address = read_word(failure, place, 8);
  struct type type = {.kind = TYPE_UNKNOWN};
  struct access_fault fault;
  uint16_t header[2];
  if (read_bytes(m, address, header, sizeof header)) {
    type.kind = header[0];
    type.info = header[1];
  }
  if (!memory_read_string(&m->memory, &m->state->space, address + sizeof header, MAX_NAME,
                          &type.name, &fault))
    type.name = alloc_string("'?'");
  return type;
}

static void add_type(struct failure *failure, unsigned place) {
  struct type type = read_type(failure, place);
  buffer_add(&failure->text, "%s", type.name);
  free(type.name);
}

static bool is_signed(const struct type *type) {
  return type->kind == TYPE_INTEGER && (type->info & 1);
}
static unsigned width_of(const struct type *type) {
  return type->kind == TYPE_INTEGER ? 1u << (type->info >> 1) : type->info;
}

/* The bits of a value of the type; one wider than a word is passed by address. Of a long double,
   only ten bytes were written. */
static u128 bits_of(const struct failure *failure, const struct type *type, unsigned number) {
  uint64_t word = failure->values[number];
  if (width_of(type) <= 64) return word;
  u128 bits = 0;
  read_bytes(failure->m, word, &bits, type->kind == TYPE_FLOAT ? 10 : sizeof bits);
  return bits;
}

static i128 integer_of(const struct failure *failure, const struct type *type, unsigned number) {
  unsigned unused = 128 - width_of(type);
  u128 bits = bits_of(failure, type, number) << unused;
  return is_signed(type) ? (i128)bits >> unused : (i128)(bits >> unused);
}

/* A long double counts as 128 bits, its size in memory. */
static long double float_of(const struct failure *failure, const struct type *type,
                            unsigned number) {
  u128 bits = bits_of(failure, type, number);
  _Float16 half;
  float single;
  double twice;
  long double extended = 0;
  switch (width_of(type)) {
  case 16: return memcpy(&half, &bits, sizeof half), (long double)half;
  case 32: return memcpy(&single, &bits, sizeof single), (long double)single;
  case 64: return memcpy(&twice, &bits, sizeof twice), (long double)twice;
  default: return memcpy(&extended, &bits, 10), extended;
  }
}

static void add_integer(struct failure *failure, i128 number, bool is_signed_number) {
  struct buffer *out = &failure->text;
  u128 bits = (u128)number;
  if (is_signed_number && number == (int64_t)number)
    buffer_add(out, "%lld", (long long)number);
  else if (bits >> 64 == 0)
    buffer_add(out, "%llu", (unsigned long long)bits);
  else
    buffer_add(out, "0x%016llx%016llx", (unsigned long long)(bits >> 64), (unsigned long long)bits);
}

/* The value, whose type the static data has at `place`. */
static void add_value(struct failure *failure, unsigned place, unsigned number) {
  struct type type = read_type(failure, place);
  if (type.kind == TYPE_INTEGER)
    add_integer(failure, integer_of(failure, &type, number), is_signed(&type));
  else if (type.kind == TYPE_FLOAT)
    buffer_add(&failure->text, "%Lg", float_of(failure, &type, number));
  else
    buffer_add(&failure->text, "?");
  free(type.name);
}

static void add_address(struct failure *failure, uint64_t address) {
  buffer_add(&failure->text, "0x%012llx", (unsigned long long)address);
}

/* Messages with values: % stands for the operator. Each function returns the kind of error. */

static enum error_kind describe_sum(struct failure *failure, const char *operator) {
  struct type type = read_type(failure, AT_TYPE);
  buffer_add(&failure->text, "%s integer overflow: ", is_signed(&type) ? "signed" : "unsigned");
  add_value(failure, AT_TYPE, 0);
  buffer_add(&failure->text, " %s ", operator);
  add_value(failure, AT_TYPE, 1);
  buffer_add(&failure->text, " cannot be represented in type %s", type.name);
  free(type.name);
  return ERROR_OVERFLOW;
}

static enum error_kind describe_addition(struct failure *f) { return describe_sum(f, "+"); }
static enum error_kind describe_subtraction(struct failure *f) { return describe_sum(f, "-"); }
static enum error_kind describe_multiplication(struct failure *f) { return describe_sum(f, "*"); }

static enum error_kind describe_negation(struct failure *failure) {
  struct type type = read_type(failure, AT_TYPE);
  buffer_add(&failure->text, "negation of ");
  add_value(failure, AT_TYPE, 0);
  buffer_add(&failure->text, " cannot be represented in type %s", type.name);
  if (is_signed(&type))
    buffer_add(&failure->text, "; cast to an unsigned type to negate this value to itself");
  free(type.name);
  return ERROR_OVERFLOW;
}

static enum error_kind describe_division(struct failure *failure) {
  struct type type = read_type(failure, AT_TYPE);
  bool is_overflow = is_signed(&type) && integer_of(failure, &type, 1) == -1;
  free(type.name);
  if (!is_overflow) {
    buffer_add(&failure->text, "division by zero");
    return ERROR_DIVISION;
  }
  buffer_add(&failure->text, "division of ");
  add_value(failure, AT_TYPE, 0);
  buffer_add(&failure->text, " by -1 cannot be represented in type ");
  add_type(failure, AT_TYPE);
  return ERROR_OVERFLOW;
}

/* Checks the amount first, then the shifted value. */
static enum error_kind describe_shift(struct failure *failure) {
  struct buffer *out = &failure->text;
  struct type left = read_type(failure, AT_TYPE), right = read_type(failure, AT_SECOND);
  i128 shifted = integer_of(failure, &left, 0), amount = integer_of(failure, &right, 1);
  enum error_kind kind = ERROR_OVERSHIFT;
  if (is_signed(&right) && amount < 0) {
    buffer_add(out, "shift exponent ");
    add_value(failure, AT_SECOND, 1);
    buffer_add(out, " is negative");
  } else if ((u128)amount >= width_of(&left)) {
    buffer_add(out, "shift exponent ");
    add_value(failure, AT_SECOND, 1);
    buffer_add(out, " is too large for %u-bit type %s", width_of(&left), left.name);
  } else {
    kind = ERROR_OVERFLOW;
    bool is_negative = is_signed(&left) && shifted < 0;
    buffer_add(out, "left shift of %s", is_negative ? "negative value " : "");
    add_value(failure, AT_TYPE, 0);
    if (!is_negative) {
      buffer_add(out, " by ");
      add_value(failure, AT_SECOND, 1);
      buffer_add(out, " places cannot be represented in type %s", left.name);
    }
  }
  free(left.name);
  free(right.name);
  return kind;
}

static enum error_kind describe_float_cast(struct failure *failure) {
  add_value(failure, AT_TYPE, 0);
  buffer_add(&failure->text, " is outside the range of representable values of type ");
  add_type(failure, AT_SECOND);
  return ERROR_OVERFLOW;
}

static enum error_kind describe_implicit_conversion(struct failure *failure) {
  struct type from = read_type(failure, AT_TYPE), to = read_type(failure, AT_SECOND);
  buffer_add(&failure->text, "implicit conversion from type %s of value ", from.name);
  add_value(failure, AT_TYPE, 0);
  buffer_add(&failure->text, " (%u-bit, %ssigned) to type %s changed the value to ",
             width_of(&from), is_signed(&from) ? "" : "un", to.name);
  add_value(failure, AT_SECOND, 1);
  buffer_add(&failure->text, " (%u-bit, %ssigned)", width_of(&to), is_signed(&to) ? "" : "un");
  free(from.name);
  free(to.name);
  return ERROR_OVERFLOW;
}

static enum error_kind describe_index(struct failure *failure) {
  buffer_add(&failure->text, "index ");
  add_value(failure, AT_SECOND, 0);
  buffer_add(&failure->text, " out of bounds for type ");
  add_type(failure, AT_TYPE);
  return ERROR_POINTER;
}

static enum error_kind describe_type_mismatch(struct failure *failure) {
  static const char *const uses[] = {"load of",
                                     "store to",
                                     "reference binding to",
                                     "member access within",
                                     "member call on",
                                     "constructor call on",
                                     "downcast of",
                                     "downcast of",
                                     "upcast of",
                                     "cast to virtual base of",
                                     "_Nonnull binding to",
                                     "dynamic operation on"};
  enum { AT_ALIGNMENT = 24, AT_USE = 25 };
  struct buffer *out = &failure->text;
  uint64_t use = read_word(failure, AT_USE, 1), address = failure->values[0];
  uint64_t align = (uint64_t)1 << read_word(failure, AT_ALIGNMENT, 1);
  buffer_add(out, "%s ", use < sizeof uses / sizeof *uses ? uses[use] : "use of");
  if (address == 0) {
    buffer_add(out, "null pointer of type ");
    add_type(failure, AT_TYPE);
    return ERROR_POINTER;
  }
  bool is_misaligned = (address & (align - 1)) != 0;
  buffer_add(out, is_misaligned ? "misaligned address " : "address ");
  add_address(failure, address);
  buffer_add(out, is_misaligned ? " for type " : " with insufficient space for an object of type ");
  add_type(failure, AT_TYPE);
  if (is_misaligned)
    buffer_add(out, ", which requires %llu byte alignment", (unsigned long long)align);
  return ERROR_POINTER;
}

static enum error_kind describe_alignment(struct failure *failure) {
  buffer_add(&failure->text, "assumption of %llu byte alignment for pointer of type ",
             (unsigned long long)failure->values[1]);
  add_type(failure, AT_THIRD);
  buffer_add(&failure->text, " failed");
  return ERROR_POINTER;
}

static enum error_kind describe_pointer(struct failure *failure) {
  struct buffer *out = &failure->text;
  uint64_t base = failure->values[0], result = failure->values[1];
  if (base == 0 && result == 0) {
    buffer_add(out, "applying zero offset to null pointer");
  } else if (base == 0) {
    buffer_add(out, "applying non-zero offset %lld to null pointer", (long long)result);
  } else if (result == 0) {
    buffer_add(out, "applying non-zero offset to non-null pointer ");
    add_address(failure, base);
    buffer_add(out, " produced null pointer");
  } else {
    bool is_same_side = ((int64_t)base >= 0) == ((int64_t)result >= 0);
    buffer_add(out, !is_same_side   ? "pointer index expression with base "
                    : base > result ? "addition of unsigned offset to "
                                    : "subtraction of unsigned offset from ");
    add_address(failure, base);
    buffer_add(out, " overflowed to ");
    add_address(failure, result);
  }
  return ERROR_POINTER;
}

static enum error_kind describe_invalid_value(struct failure *failure) {
  buffer_add(&failure->text, "load of value ");
  add_value(failure, AT_TYPE, 0);
  buffer_add(&failure->text, ", which is not a valid value for type ");
  add_type(failure, AT_TYPE);
  return ERROR_EXEC;
}

static enum error_kind describe_bound(struct failure *failure) {
  buffer_add(&failure->text, "variable length array bound evaluates to non-positive value ");
  add_value(failure, AT_TYPE, 0);
  return ERROR_EXEC;
}

static enum error_kind describe_builtin(struct failure *failure) {
  enum { AT_KIND = 16 };
  static const char *const names[] = {"ctz()", "clz()"};
  uint64_t kind = read_word(failure, AT_KIND, 1);
  if (kind < 2)
    buffer_add(&failure->text, "passing zero to %s, which is not a valid argument", names[kind]);
  else
    buffer_add(&failure->text, "assumption is violated during execution");
  return ERROR_EXEC;
}

static enum error_kind describe_argument(struct failure *failure) {
  enum { AT_INDEX = 32 };
  buffer_add(&failure->text,
             "null pointer passed as argument %d, which is declared to never be null",
             (int)read_word(failure, AT_INDEX, 4));
  return ERROR_POINTER;
}

static enum error_kind describe_function(struct failure *failure) {
  buffer_add(&failure->text, "call to function ");
  add_address(failure, failure->values[0]);
  buffer_add(&failure->text, " through pointer to incorrect function type ");
  add_type(failure, AT_TYPE);
  return ERROR_EXEC;
}

/* An amount of a wider type than the shifted value: the amount, then the width. */
static enum error_kind describe_amount(struct failure *failure) {
  buffer_add(&failure->text, "shift amount %llu is not less than the width %llu",
             (unsigned long long)failure->data, (unsigned long long)failure->values[0]);
  return ERROR_OVERSHIFT;
}

/* The names of guards, their messages without values, and the functions that add values. */
static const struct guard {
  const char *name;
  enum error_kind kind;
  const char *plain;
  enum error_kind (*describe)(struct failure *failure); /* NULL: nothing to add */
  unsigned value_count;
} guards[] = {
    {"shift_amount", ERROR_OVERSHIFT, "oversized shift", describe_amount, 1},
    {"add_overflow", ERROR_OVERFLOW, "integer overflow in an addition", describe_addition, 2},
    {"sub_overflow", ERROR_OVERFLOW, "integer overflow in a subtraction", describe_subtraction, 2},
    {"mul_overflow", ERROR_OVERFLOW, "integer overflow in a multiplication",
     describe_multiplication, 2},
    {"negate_overflow", ERROR_OVERFLOW, "integer overflow in a negation", describe_negation, 1},
    {"divrem_overflow", ERROR_DIVISION, "division by zero, or integer overflow in a division",
     describe_division, 2},
    {"shift_out_of_bounds", ERROR_OVERSHIFT, "shift out of bounds", describe_shift, 2},
    {"float_cast_overflow", ERROR_OVERFLOW,
     "floating-point value outside the range of an integer type", describe_float_cast, 1},
    {"implicit_conversion", ERROR_OVERFLOW, "implicit conversion changed the value",
     describe_implicit_conversion, 2},
    {"out_of_bounds", ERROR_POINTER, "index out of bounds", describe_index, 1},
    {"local_out_of_bounds", ERROR_POINTER, "access out of bounds", NULL, 0},
    {"type_mismatch", ERROR_POINTER, "null, misaligned or too small pointer",
     describe_type_mismatch, 1},
    {"alignment_assumption", ERROR_POINTER, "assumption of an alignment failed", describe_alignment,
     3},
    {"pointer_overflow", ERROR_POINTER, "pointer arithmetic overflowed", describe_pointer, 2},
    {"load_invalid_value", ERROR_EXEC, "load of a value that is not valid for its type",
     describe_invalid_value, 1},
    {"vla_bound_not_positive", ERROR_EXEC, "variable length array bound is not positive",
     describe_bound, 1},
    {"invalid_builtin", ERROR_EXEC, "invalid argument of a builtin function", describe_builtin, 0},
    {"nonnull_arg", ERROR_POINTER, "null pointer passed where it is declared to never be null",
     describe_argument, 0},
    {"nullability_arg", ERROR_POINTER, "null pointer passed where it is declared to never be null",
     describe_argument, 0},
    {"nonnull_return", ERROR_POINTER,
     "null pointer returned from function declared to never return null", NULL, 0},
    {"nullability_return", ERROR_POINTER,
     "null pointer returned from function declared to never return null", NULL, 0},
    {"function_type_mismatch", ERROR_EXEC, "call through pointer to incorrect function type",
     describe_function, 1},
    {"builtin_unreachable", ERROR_EXEC, "execution reached an unreachable program point", NULL, 0},
    {"missing_return", ERROR_EXEC,
     "execution reached the end of a value-returning function without returning a value", NULL, 0},
    {"cfi_check_fail", ERROR_EXEC, "control flow integrity check failed", NULL, 0},
};

/* Handlers have versions and forms in their names: type_mismatch_v1_abort, add_overflow_minimal. */
static const struct guard *find_guard(const char *name) {
  for (size_t i = 0; i < sizeof guards / sizeof *guards; i++) {
    size_t length = strlen(guards[i].name);
    if (strncmp(name, guards[i].name, length) == 0 && (name[length] == '\0' || name[length] == '_'))
      return &guards[i];
  }
  return NULL;
}

enum error_kind failure_describe(struct failure *failure, const char *name) {
  const struct guard *guard = find_guard(name);
  if (guard == NULL) {
    buffer_add(&failure->text, "undefined behaviour (%s)", name);
    return ERROR_EXEC;
  }
  if (guard->describe != NULL && failure->has_data && failure->count >= guard->value_count)
    return guard->describe(failure);
  buffer_add(&failure->text, "%s", guard->plain);
  return guard->kind;
}
