/* Names: which declaration each one means, and what may be done with it. */
#ifndef FRONT_MICROC_RULES_H
#define FRONT_MICROC_RULES_H

struct microc_messages;
struct microc_program;

/* requires: a program that was parsed without errors.
   ensures: no error was added, or: `decl` of every name is set, every target of an assignment
   is a place, calls of functions by name have as many arguments as there are parameters,
   there is a main. */
void microc_check_rules(struct microc_program *program, struct microc_messages *messages);

#endif
