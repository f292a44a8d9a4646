/* From a checked program to the IR. */
#ifndef FRONT_MICROC_LOWER_H
#define FRONT_MICROC_LOWER_H

struct ir_program;
struct microc_front_options;
struct microc_program;
struct microc_types;

/* If the options have arguments, their number is that of main's parameters. Returns owned. */
struct ir_program *microc_lower(struct microc_program *source, struct microc_types *types,
                                const struct microc_front_options *options);

#endif
