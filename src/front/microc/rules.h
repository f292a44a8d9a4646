/* Names: which declaration each one refers to, and how it may be used. */
#ifndef FRONT_MICROC_RULES_H
#define FRONT_MICROC_RULES_H

#include <stdbool.h>

struct microc_messages;
struct microc_program;

struct microc_rules {
  bool needs_main;
  bool is_untyped; /* errors that depend on values are left to the run */
};

/* requires: a program that was parsed without errors.
   ensures: an error was added, or: `decl` of every name is set, every target of an assignment
   is a place, there is a main if one is needed; and unless it is untyped, calls of functions by
   name have as many arguments as there are parameters, and no record literal is a field of another.
 */
void microc_check_rules(struct microc_program *program, struct microc_rules rules,
                        struct microc_messages *messages);

#endif
