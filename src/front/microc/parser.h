/* Parsing microc. */
#ifndef FRONT_MICROC_PARSER_H
#define FRONT_MICROC_PARSER_H

struct microc_messages;
struct microc_program;

/* Parses the text in the messages. Returns an owned program, which is usable only if no error was
   reported; it borrows nothing from the text. */
struct microc_program *microc_parse(struct microc_messages *messages);

#endif
