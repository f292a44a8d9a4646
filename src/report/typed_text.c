/* Writing values as C does: designators for what is not 0, strings for characters, and of a union
   the first member that is as large as the union. What is written is cleared, so that the caller
   sees whether something is left that the type has no name for, such as padding. */
#include "report/typed_text.h"

#include "ir/ir.h"
#include "util/buffer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static struct source_type type_of(const struct typed_text *text, uint32_t number) {
  return source_type_of(&text->program->source_types, number);
}

/* ---- bits ---- */

/* At most 64 bits from a bit on; clears them. */
static uint64_t take_bits(struct typed_text *text, uint64_t first, unsigned count) {
  uint64_t value = 0;
  for (unsigned i = 0; i < count; i++) {
    uint64_t bit = first + i;
    if (bit / 8 >= text->size) break;
    uint8_t *byte = &text->bytes[bit / 8], mask = (uint8_t)(1u << bit % 8);
    if (*byte & mask) value |= (uint64_t)1 << i;
    *byte &= (uint8_t)~mask;
  }
  return value;
}

static bool is_zero(const struct typed_text *text, uint64_t offset, uint64_t size) {
  for (uint64_t i = offset; i < offset + size && i < text->size; i++)
    if (text->bytes[i] != 0) return false;
  return true;
}

static bool is_zero_member(const struct typed_text *text, const struct source_member *member,
                           uint64_t offset) {
  if (member->field_bits == 0)
    return is_zero(text, offset + member->offset / 8, type_of(text, member->type).size);
  struct typed_text copy = *text;
  uint64_t first = offset + member->offset / 8;
  uint64_t count = first < text->size ? text->size - first : 0;
  uint8_t bytes[9] = {0};
  memcpy(bytes, text->bytes + (count ? first : 0), count < sizeof bytes ? count : sizeof bytes);
  copy.bytes = bytes;
  copy.size = count < sizeof bytes ? count : sizeof bytes;
  return take_bits(&copy, member->offset % 8, member->field_bits) == 0;
}

/* ---- numbers ---- */

static void add_signed(struct buffer *out, uint64_t value, unsigned bits) {
  int64_t number = (int64_t)(value << (64 - bits)) >> (64 - bits);
  if (number == INT64_MIN)
    buffer_add(out, "-%" PRId64 " - 1", INT64_MAX);
  else
    buffer_add(out, "%" PRId64, number);
}

static void add_unsigned(struct buffer *out, uint64_t value) {
  buffer_add(out, value > INT64_MAX ? "%" PRIu64 "u" : "%" PRIu64, value);
}

static void add_character(struct buffer *out, uint8_t c, char quote) {
  if (c == '\\' || c == quote || c == '?')
    buffer_add(out, "\\%c", c);
  else if (c >= 0x20 && c < 0x7f)
    buffer_add(out, "%c", c);
  else
    buffer_add(out, "\\%03o", c); /* three digits: more may follow */
}

static void add_float(struct buffer *out, uint64_t value, unsigned bits) {
  double number;
  uint32_t low = (uint32_t)value;
  float narrow;
  memcpy(&narrow, &low, sizeof narrow);
  memcpy(&number, &value, sizeof number);
  if (bits == 32) number = (double)narrow;
  const char *suffix = bits == 32 ? "f" : "";
  if (isnan(number))
    buffer_add(out, "%s__builtin_nan%s(\"0x%" PRIx64 "\")", signbit(number) ? "-" : "", suffix,
               bits == 32 ? value & 0x3fffff : value & 0x7ffffffffffff);
  else if (isinf(number))
    buffer_add(out, "%s__builtin_inf%s()", number < 0 ? "-" : "", suffix);
  else
    buffer_add(out, "%a%s", number, suffix);
}

static void add_pointer(struct typed_text *text, uint64_t address, uint32_t target) {
  if (address == 0)
    buffer_add(text->out, "0");
  else if (!text->pointer(text->context, address, target, text->out))
    buffer_add(text->out, "(void *)%#" PRIx64, address);
}

static void add_number(struct typed_text *text, const struct source_type *type, uint64_t value,
                       unsigned bits) {
  switch ((enum source_kind)type->kind) {
  case SOURCE_SIGNED: add_signed(text->out, value, bits); break;
  case SOURCE_CHARACTER:
    buffer_add(text->out, "'");
    add_character(text->out, (uint8_t)value, '\'');
    buffer_add(text->out, "'");
    break;
  case SOURCE_FLOAT: add_float(text->out, value, bits); break;
  case SOURCE_POINTER: add_pointer(text, value, type->target); break;
  default: add_unsigned(text->out, value); break;
  }
}

/* ---- aggregates ---- */

static void add_members(struct typed_text *text, const struct source_type *type, uint64_t offset,
                        const char **separator);

static void add_member(struct typed_text *text, const struct source_member *member, uint64_t offset,
                       const char **separator) {
  struct source_type type = type_of(text, member->type);
  uint64_t at = offset + member->offset / 8;
  if (member->name == 0) {
    add_members(text, &type, at, separator);
    return;
  }
  buffer_add(text->out, "%s.%s = ", *separator, text->program->strings.data[member->name]);
  *separator = ", ";
  if (member->field_bits != 0)
    add_number(text, &type, take_bits(text, offset * 8 + member->offset, member->field_bits),
               member->field_bits);
  else
    typed_text_add(text, member->type, at);
}

static const struct source_member *largest(const struct typed_text *text,
                                           const struct source_type *type) {
  const struct source_member *members = text->program->source_types.members.data, *found = NULL;
  for (uint32_t i = type->first_member; i < type->first_member + type->member_count; i++)
    if (found == NULL || type_of(text, members[i].type).size > type_of(text, found->type).size)
      found = &members[i];
  return found;
}

static void add_members(struct typed_text *text, const struct source_type *type, uint64_t offset,
                        const char **separator) {
  const struct source_types *types = &text->program->source_types;
  if (type->kind == SOURCE_UNION) {
    const struct source_member *member = largest(text, type);
    if (member != NULL && !is_zero_member(text, member, offset))
      add_member(text, member, offset, separator);
    return;
  }
  for (uint32_t i = 0; i < type->member_count; i++) {
    const struct source_member *member = &types->members.data[type->first_member + i];
    if (!is_zero_member(text, member, offset)) add_member(text, member, offset, separator);
  }
}

static void add_string(struct typed_text *text, uint64_t count, uint64_t offset) {
  uint64_t end = count;
  while (end > 0 && is_zero(text, offset + end - 1, 1)) end--;
  buffer_add(text->out, "\"");
  for (uint64_t i = 0; i < end; i++)
    add_character(text->out, (uint8_t)take_bits(text, (offset + i) * 8, 8), '"');
  buffer_add(text->out, "\"");
}

void typed_text_add_array(struct typed_text *text, uint32_t element, uint64_t count,
                          uint64_t offset) {
  struct source_type type = type_of(text, element);
  if (type.kind == SOURCE_CHARACTER) {
    add_string(text, count, offset);
    return;
  }
  const char *separator = "";
  buffer_add(text->out, "{");
  for (uint64_t i = 0; i < count; i++) {
    if (is_zero(text, offset + i * type.size, type.size)) continue;
    buffer_add(text->out, "%s[%" PRIu64 "] = ", separator, i);
    typed_text_add(text, element, offset + i * type.size);
    separator = ", ";
  }
  buffer_add(text->out, "%s}", *separator == '\0' ? "0" : "");
}

void typed_text_add(struct typed_text *text, uint32_t number, uint64_t offset) {
  struct source_type type = type_of(text, number);
  const char *separator = "";
  switch ((enum source_kind)type.kind) {
  case SOURCE_ARRAY: typed_text_add_array(text, type.target, type.count, offset); break;
  case SOURCE_STRUCT:
  case SOURCE_UNION:
    buffer_add(text->out, "{");
    add_members(text, &type, offset, &separator);
    buffer_add(text->out, "%s}", *separator == '\0' ? "0" : "");
    break;
  case SOURCE_UNKNOWN: buffer_add(text->out, "0"); break; /* left for the caller to see */
  default:
    add_number(text, &type, take_bits(text, offset * 8, (unsigned)type.size * 8),
               (unsigned)type.size * 8);
    break;
  }
}
