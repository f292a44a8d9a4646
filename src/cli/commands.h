/* The commands of smew; each returns the exit status. argv starts after the command. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#define SMEW_VERSION "0.1.0"

#include <stdbool.h>

struct chain_options;
struct ir_func;
struct ir_program;
struct merging_options;
struct options;
struct query_count_options;

int command_run(int argc, char **argv);
int command_cc(int argc, char **argv);
int command_bitcode(int argc, char **argv);
int command_ir(int argc, char **argv);
int command_cfg(int argc, char **argv);
int command_qce(int argc, char **argv);
int command_smt(int argc, char **argv);
int command_microc(int argc, char **argv);
int command_show(int argc, char **argv);
int command_coverage(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_microc_gen(int argc, char **argv);
int command_help(int argc, char **argv);
int command_version(int argc, char **argv);

/* Loads the program at the path; NULL after a message. Owned by the caller. With `needs_libc`
   it is linked with the libc even if it calls nothing of it. */
struct ir_program *cli_load_program(const struct options *options, const char *path,
                                    bool needs_libc);
/* Whether the options ask to look at the function: one with a body that they name, or that is
   the user's. */
bool cli_wants_func(const struct ir_func *func, const struct options *options);
/* The parameters of query counts; false after a message. */
bool cli_choose_query_counts(const struct options *options, struct query_count_options *counts);
/* Whether --similar goes by query counts at all; false after a message. */
bool cli_counts_queries(const struct options *options);
/* Whether the run may have several explorations (exec/explore/portfolio.h). */
bool cli_is_portfolio(const struct options *options);
/* The members that --portfolio names, or NULL. Borrowed. */
const char *cli_portfolio_names(const struct options *options);
/* How states are merged; false after a message. */
bool cli_choose_merging(const struct options *options, struct merging_options *merging);
/* Whether names of variables are printed, so that front ends have to keep them. */
bool cli_shows_variables(const struct options *options);
/* What the options say about undefined functions; false after a message. */
bool cli_choose_externals(struct options *options);
/* What the options say about the solver; false after a message. */
bool cli_choose_chain(const struct options *options, struct chain_options *chain);

#endif
