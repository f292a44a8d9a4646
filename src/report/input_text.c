/* The bytes of an input in readable form. An input has a size but no type, so this guesses: if it
   has the size of a number, it is shown as one. */
#include "report/input_text.h"

#include "util/buffer.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Bytes shown of text, and of other data. */
enum { MAX_TEXT = 80, MAX_BYTES = 32, MAX_WORDS = 16 };

static bool is_printable(uint8_t c) { return c >= 0x20 && c < 0x7f; }

/* Printable bytes and the usual white space, then only NULs; at least one is printable. */
static bool is_text(const uint8_t *bytes, size_t size) {
  size_t end = 0;
  bool has_printable = false;
  for (; end < size && bytes[end] != 0; end++) {
    if (!is_printable(bytes[end]) && (bytes[end] == 0 || !strchr("\n\t\r", bytes[end])))
      return false;
    if (is_printable(bytes[end])) has_printable = true;
  }
  for (size_t i = end; i < size; i++)
    if (bytes[i] != 0) return false;
  return has_printable;
}

static void add_character(struct buffer *out, uint8_t c, char quote) {
  switch (c) {
  case '\0': buffer_add(out, "\\0"); break;
  case '\n': buffer_add(out, "\\n"); break;
  case '\t': buffer_add(out, "\\t"); break;
  case '\r': buffer_add(out, "\\r"); break;
  default:
    if (is_printable(c))
      buffer_add(out, c == quote || c == '\\' ? "\\%c" : "%c", c);
    else
      buffer_add(out, "\\x%02x", c);
  }
}

/* The NULs at the end are usually many and carry no information. */
static void add_text(struct buffer *out, const uint8_t *bytes, size_t size) {
  size_t end = size;
  while (end > 0 && bytes[end - 1] == 0) end--;
  size_t shown = end > MAX_TEXT ? MAX_TEXT : end;
  buffer_add(out, "\"");
  for (size_t i = 0; i < shown; i++) add_character(out, bytes[i], '"');
  if (shown == end && end < size) buffer_add(out, "\\0");
  buffer_add(out, shown < end ? "\"…" : "\"");
}

static uint64_t little_endian(const uint8_t *bytes, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

static int64_t as_signed(uint64_t value, size_t size) {
  unsigned shift = 64 - 8 * (unsigned)size;
  return (int64_t)(value << shift) >> shift;
}

/* A float or a double. */
static double as_real(const uint8_t *bytes, size_t size) {
  float narrow;
  double number;
  memcpy(&narrow, bytes, sizeof narrow);
  if (size == sizeof narrow) return (double)narrow;
  memcpy(&number, bytes, sizeof number);
  return number;
}

static void add_real(struct buffer *out, const uint8_t *bytes, size_t size) {
  buffer_add(out, size == sizeof(float) ? "%.9g (%a)" : "%.17g (%a)", as_real(bytes, size),
             as_real(bytes, size));
}

/* Whether it may be meant as a real number: of everyday size, which integers are seldom when they
   are read as one. */
static bool is_like_real(const uint8_t *bytes, size_t size) {
  if (size != sizeof(float) && size != sizeof(double)) return false;
  double magnitude = fabs(as_real(bytes, size));
  return size == sizeof(float) ? magnitude >= 1e-3 && magnitude <= 1e6
                               : magnitude >= 1e-6 && magnitude <= 1e15;
}

static void add_number(struct buffer *out, const uint8_t *bytes, size_t size) {
  uint64_t value = little_endian(bytes, size);
  int64_t number = as_signed(value, size);
  buffer_add(out, "%lld", (long long)number);
  if (number < 0) buffer_add(out, " (unsigned %llu)", (unsigned long long)value);
  if (size == 1 && is_printable(bytes[0])) {
    buffer_add(out, " ('");
    add_character(out, bytes[0], '\'');
    buffer_add(out, "')");
  } else if (size > 1 && is_printable(bytes[size - 1]) && is_text(bytes, size)) {
    buffer_add(out, " (");
    add_text(out, bytes, size);
    buffer_add(out, ")");
  } else if (is_like_real(bytes, size)) {
    buffer_add(out, ", or ");
    add_real(out, bytes, size);
  }
}

static void add_hexadecimal(struct buffer *out, const uint8_t *bytes, size_t size) {
  size_t shown = size > MAX_BYTES ? MAX_BYTES : size;
  for (size_t i = 0; i < shown; i++) buffer_add(out, "%s%02x", i ? " " : "", bytes[i]);
  if (shown < size) buffer_add(out, " …");
}

/* Arrays of int are common enough to be shown as such in addition to their bytes. */
static void add_words(struct buffer *out, const uint8_t *bytes, size_t size) {
  if (size % 4 != 0 || size / 4 > MAX_WORDS) return;
  buffer_add(out, "; as 32-bit numbers ");
  for (size_t i = 0; i < size; i += 4)
    buffer_add(out, "%s%lld", i ? ", " : "", (long long)as_signed(little_endian(bytes + i, 4), 4));
}

void input_text_add(struct buffer *out, const uint8_t *bytes, size_t size) {
  if (size == 1 || size == 2 || size == 4 || size == 8) {
    add_number(out, bytes, size);
  } else if (is_text(bytes, size)) {
    add_text(out, bytes, size);
    buffer_add(out, " (%zu bytes)", size);
  } else if (size > 0 && bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0) {
    buffer_add(out, "all zero (%zu bytes)", size);
  } else {
    add_hexadecimal(out, bytes, size);
    buffer_add(out, " (%zu bytes", size);
    add_words(out, bytes, size);
    buffer_add(out, ")");
  }
}

bool input_text_add_real(struct buffer *out, const uint8_t *bytes, size_t size) {
  if (!is_like_real(bytes, size)) return false;
  add_real(out, bytes, size);
  return true;
}

void input_text_add_signed(struct buffer *out, const uint8_t *bytes, size_t size) {
  buffer_add(out, "%lld", (long long)as_signed(little_endian(bytes, size), size));
}

/* ---- inputs of known types ---- */

/* What __VERIFIER_nondet_float and its like make. */
static bool is_real(const char *name, size_t size) {
  size_t length = size == sizeof(float) ? 5 : 6;
  if (size != sizeof(float) && size != sizeof(double)) return false;
  if (strncmp(name, size == sizeof(float) ? "float" : "double", length) != 0) return false;
  return name[length] == 0 || name[length] == '_';
}

/* ---- inputs of the symbolic world ---- */

static bool is_argument(const char *name) {
  return (strncmp(name, "arg", 3) == 0 && name[3] >= '0' && name[3] <= '9') ||
         strncmp(name, "env_", 4) == 0;
}

static bool is_content(const char *name) {
  size_t length = strlen(name);
  return strcmp(name, "stdin") == 0 || strcmp(name, "stdout") == 0 ||
         (length == 6 && strcmp(name + 1, "_data") == 0);
}

static void add_quoted(struct buffer *out, const uint8_t *bytes, size_t size) {
  size_t shown = size > MAX_TEXT ? MAX_TEXT : size;
  buffer_add(out, "\"");
  for (size_t i = 0; i < shown; i++) add_character(out, bytes[i], '"');
  buffer_add(out, shown < size ? "\"…" : "\"");
}

/* The symbolic fields of a struct stat. */
static void add_status(struct buffer *out, const uint8_t *bytes) {
  enum { MODE_AT = 24, CHANGED_AT = 88 };
  buffer_add(out, "mode %o, modified at %lld", (unsigned)little_endian(bytes + MODE_AT, 4),
             (long long)little_endian(bytes + CHANGED_AT, 8));
}

/* A struct winsize. */
static void add_window(struct buffer *out, const uint8_t *bytes) {
  buffer_add(out, "%u rows, %u columns", (unsigned)little_endian(bytes, 2),
             (unsigned)little_endian(bytes + 2, 2));
}

void input_text_add_named(struct buffer *out, const char *name, const uint8_t *bytes, size_t size) {
  enum { STATUS_SIZE = 144, WINDOW_SIZE = 8 };
  size_t length = strlen(name);
  if (is_argument(name) && size > 0)
    add_quoted(out, bytes, strnlen((const char *)bytes, size - 1));
  else if (is_content(name))
    add_quoted(out, bytes, size);
  else if (size == STATUS_SIZE && length > 5 && strcmp(name + length - 5, "_stat") == 0)
    add_status(out, bytes);
  else if (size == WINDOW_SIZE && strcmp(name, "tty_size") == 0)
    add_window(out, bytes);
  else if (is_real(name, size))
    add_real(out, bytes, size);
  else
    input_text_add(out, bytes, size);
}

void input_text_add_name(struct buffer *out, const char *name) {
  for (; *name != '\0'; name++)
    buffer_add(out, (uint8_t)*name < 0x20 || *name == 0x7f ? "\\x%02x" : "%c", (uint8_t)*name);
}
