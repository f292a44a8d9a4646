/* The bytes of an input in readable form. */
#ifndef REPORT_INPUT_TEXT_H
#define REPORT_INPUT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;

/* Appends the value: a number for 1, 2, 4 and 8 bytes, with its text if it is printable, or with
   the real number that it may be meant as; otherwise text in quotes if the bytes are text, or the
   bytes in hexadecimal. Long values are truncated. */
void input_text_add(struct buffer *out, const uint8_t *bytes, size_t size);
/* The same for an input of that name: those that the environment makes are recognised by their
   names as arguments, contents of files, or results of stat, those of SV-COMP's intrinsics as real
   numbers. */
void input_text_add_named(struct buffer *out, const char *name, const uint8_t *bytes, size_t size);
/* Appends the bytes as a float or double, if they look like one; else returns false. */
bool input_text_add_real(struct buffer *out, const uint8_t *bytes, size_t size);
/* Appends the bytes, at most eight, only as a signed number: microc has no others. */
void input_text_add_signed(struct buffer *out, const uint8_t *bytes, size_t size);
/* Appends a name chosen by the program under test, without what could control a terminal. */
void input_text_add_name(struct buffer *out, const char *name);

#endif
