/* The bytes of an input as a person reads them. */
#ifndef REPORT_VALUES_H
#define REPORT_VALUES_H

#include <stddef.h>
#include <stdint.h>

struct buffer;

/* Appends the value: a number for 1, 2, 4 and 8 bytes, with its text if it is printable;
   otherwise text in quotes where the bytes are text, or the bytes in hexadecimal. Long
   ones are cut. */
void values_add(struct buffer *out, const uint8_t *bytes, size_t size);
/* The same for an input of that name: those that the environment makes are known by their
   names to be arguments, contents of files, or what stat says of one. */
void values_add_input(struct buffer *out, const char *name, const uint8_t *bytes, size_t size);
/* Appends the bytes, eight at most, as a signed number and nothing else: microc has no others. */
void values_add_signed(struct buffer *out, const uint8_t *bytes, size_t size);
/* Appends a name that the program under test chose, without what could play tricks on a
   terminal. */
void values_add_name(struct buffer *out, const char *name);

#endif
