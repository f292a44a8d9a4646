/* microc programs as text. */
#ifndef FRONT_MICROC_FORMAT_H
#define FRONT_MICROC_FORMAT_H

struct buffer;
struct microc_expr;
struct microc_program;

/* The program in one layout: parsing the text gives the same tree, and formatting it again the same
   text. Comments are kept, and single blank lines between statements. A generated tree has no
   places, so it has neither. */
void microc_format(const struct microc_program *program, struct buffer *out);
/* One expression, with no more parentheses than it needs. */
void microc_format_expr(const struct microc_expr *expr, struct buffer *out);
/* The same at the beginning of an assignment. */
void microc_format_target(const struct microc_expr *expr, struct buffer *out);
/* The tree as JSON. */
void microc_write_json(const struct microc_program *program, struct buffer *out);

#endif
