/* Bytes as a C initialiser of a type of the source. */
#ifndef REPORT_TYPED_TEXT_H
#define REPORT_TYPED_TEXT_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct ir_program;

/* How a pointer to an object is written; false: the number is no address of one. */
typedef bool typed_pointer(void *context, uint64_t address, uint32_t target, struct buffer *out);

struct typed_text {
  const struct ir_program *program; /* borrowed, like all */
  uint8_t *bytes;                   /* what is written becomes 0 */
  uint64_t size;
  typed_pointer *pointer;
  void *context;
  struct buffer *out;
};

/* The value at the offset; what lies beyond the size is 0. */
void typed_text_add(struct typed_text *text, uint32_t type, uint64_t offset);
/* So many of them in braces, those that are 0 left out; characters as a string. */
void typed_text_add_array(struct typed_text *text, uint32_t element, uint64_t count,
                          uint64_t offset);

#endif
